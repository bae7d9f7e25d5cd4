//! What projects of LDtk state, with the keys of their JSON. Keys that do not matter here are ignored.

use crate::object::objects;
use serde::Deserialize;
use std::path::PathBuf;

objects!(
    Version, File, WorldModel, Defs, LayerDef, GridValue, TilesetDef, EntityDef, LevelModel,
    LayerModel, TileModel, Entity, Field
);

#[derive(Deserialize)]
#[serde(remote = "Self", rename_all = "camelCase")]
pub(super) struct Version {
    pub(super) json_version: String,
}

#[derive(Deserialize)]
#[serde(remote = "Self", rename_all = "camelCase")]
pub(super) struct File {
    #[serde(default)]
    pub(super) default_grid_size: Option<f64>,
    pub(super) defs: Defs,
    #[serde(default)]
    pub(super) levels: Vec<LevelModel>,
    #[serde(default)]
    pub(super) worlds: Vec<WorldModel>,
}

#[derive(Deserialize)]
#[serde(remote = "Self")]
pub(super) struct WorldModel {
    pub(super) levels: Vec<LevelModel>,
}

#[derive(Deserialize)]
#[serde(remote = "Self")]
pub(super) struct Defs {
    pub(super) layers: Vec<LayerDef>,
    pub(super) tilesets: Vec<TilesetDef>,
    pub(super) entities: Vec<EntityDef>,
}

#[derive(Deserialize)]
#[serde(remote = "Self", rename_all = "camelCase")]
pub(super) struct LayerDef {
    pub(super) uid: i64,
    #[serde(default)]
    pub(super) int_grid_values: Vec<GridValue>,
}

#[derive(Deserialize)]
#[serde(remote = "Self")]
pub(super) struct GridValue {
    pub(super) value: i64,
    pub(super) identifier: Option<String>,
}

#[derive(Deserialize)]
#[serde(remote = "Self", rename_all = "camelCase")]
pub(super) struct TilesetDef {
    pub(super) uid: i64,
    pub(super) identifier: String,
    pub(super) rel_path: Option<PathBuf>,
    pub(super) px_wid: u32,
    pub(super) tile_grid_size: u32,
    pub(super) spacing: u32,
    pub(super) padding: u32,
}

#[derive(Deserialize)]
#[serde(remote = "Self", rename_all = "camelCase")]
pub(super) struct EntityDef {
    pub(super) identifier: String,
    #[serde(default)]
    pub(super) render_mode: String,
}

#[derive(Deserialize)]
#[serde(remote = "Self", rename_all = "camelCase")]
pub(super) struct LevelModel {
    pub(super) identifier: String,
    #[serde(default)]
    pub(super) world_x: f32,
    #[serde(default)]
    pub(super) world_y: f32,
    pub(super) px_wid: f64,
    pub(super) px_hei: f64,
    #[serde(default)]
    pub(super) external_rel_path: Option<PathBuf>,
    #[serde(default)]
    pub(super) field_instances: Vec<Field>,
    pub(super) layer_instances: Option<Vec<LayerModel>>,
}

#[derive(Deserialize)]
#[serde(remote = "Self", rename_all = "camelCase")]
pub(super) struct LayerModel {
    #[serde(rename = "__identifier")]
    pub(super) identifier: String,
    #[serde(rename = "__type")]
    pub(super) kind: String,
    #[serde(rename = "__cWid", default)]
    pub(super) columns: u32,
    #[serde(rename = "__cHei", default)]
    pub(super) rows: u32,
    #[serde(rename = "__gridSize")]
    pub(super) grid_size: f64,
    #[serde(rename = "__pxTotalOffsetX", default)]
    pub(super) offset_x: f64,
    #[serde(rename = "__pxTotalOffsetY", default)]
    pub(super) offset_y: f64,
    #[serde(rename = "__tilesetDefUid", default)]
    pub(super) tileset: Option<i64>,
    pub(super) layer_def_uid: i64,
    #[serde(default)]
    pub(super) visible: Option<bool>,
    #[serde(default)]
    pub(super) int_grid_csv: Option<Vec<i64>>,
    #[serde(default)]
    pub(super) auto_layer_tiles: Vec<TileModel>,
    #[serde(default)]
    pub(super) grid_tiles: Vec<TileModel>,
    #[serde(default)]
    pub(super) entity_instances: Vec<Entity>,
}

#[derive(Deserialize)]
#[serde(remote = "Self")]
pub(super) struct TileModel {
    pub(super) px: [f32; 2],
    pub(super) src: [f32; 2],
    #[serde(default)]
    pub(super) f: u8,
    #[serde(default)]
    pub(super) t: u32,
}

#[derive(Deserialize)]
#[serde(remote = "Self", rename_all = "camelCase")]
pub(super) struct Entity {
    #[serde(rename = "__identifier")]
    pub(super) identifier: String,
    #[serde(rename = "__pivot")]
    pub(super) pivot: [f32; 2],
    pub(super) px: [f64; 2],
    pub(super) width: f32,
    pub(super) height: f32,
    #[serde(default)]
    pub(super) field_instances: Vec<Field>,
}

#[derive(Deserialize)]
#[serde(remote = "Self")]
pub(super) struct Field {
    #[serde(rename = "__identifier")]
    pub(super) identifier: String,
    #[serde(rename = "__value")]
    pub(super) value: serde_json::Value,
}

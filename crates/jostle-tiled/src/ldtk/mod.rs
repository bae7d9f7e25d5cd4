//! Projects of [LDtk](https://ldtk.io), each level as a [`Map`].
//!
//! ```
//! use jostle::World;
//! use jostle_tiled::ldtk::Project;
//! # let text = r#"{"jsonVersion": "1.5.3", "defaultGridSize": 8,
//! #   "defs": {"layers": [{"uid": 1, "intGridValues": [{"value": 1, "identifier": "ground"},
//! #     {"value": 2, "identifier": "ladder"}]}], "tilesets": [], "entities": []},
//! #   "levels": [{"identifier": "Level_0", "pxWid": 16, "pxHei": 16, "layerInstances": [
//! #     {"__identifier": "Things", "__type": "Entities", "layerDefUid": 2, "__gridSize": 8, "entityInstances": [
//! #       {"__identifier": "Coin", "__pivot": [0.5, 0.5], "px": [4, 4], "width": 8, "height": 8}]},
//! #     {"__identifier": "Walls", "__type": "IntGrid", "layerDefUid": 1, "__gridSize": 8, "__cWid": 2,
//! #      "__cHei": 2, "intGridCsv": [0, 2, 1, 1]}]}]}"#;
//! let project = Project::from_text(text, "world.ldtk")?; // or Project::load("world.ldtk")
//! let map = project.level("Level_0").expect("it has this level");
//! let mut world = World::new();
//! for item in map.grids()? {
//!     match &*item.class {
//!         "ground" => _ = world.add(item.collider("ground"))?, // cells of a value are one shape without seams
//!         "ladder" => _ = world.add(item.collider("ladder").sensor())?,
//!         _ => {}
//!     }
//! }
//! for entity in map.objects() {
//!     if &*entity.class == "Coin" {
//!         world.add(entity.collider("coin").sensor())?;
//!     }
//! }
//! assert_eq!(world.len(), 3);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! | in the level | becomes |
//! |---|---|
//! | a value of an IntGrid layer | by `grids` one grid; its class, and the name of its layer, is the value's identifier, or its number |
//! | an entity | its rectangle, or the ellipse in it where the editor shows one; class and name are its identifier |
//! | a field of an entity or a level | a property; lists are left out |
//! | a tile of any layer | something to draw, by `Map::tiles` |
//!
//! The origin of an entity is its pivot. Fields with the names of [the rules](crate#what-becomes-what) set them. Files
//! of LDtk 0.8 and later are read, with levels in files of their own and with several worlds.

mod model;

use crate::data::MAX_CELLS;
use crate::error::MapError;
use crate::files::{Flips, ReadText, Tilesets, beside};
use crate::grids::Footprint;
use crate::map::{Item, Layer, LayerKind, Map, Tile, Tileset};
use crate::objects::refused;
use crate::place::{Grid, at};
use crate::properties::{self, Properties, Rules};
use crate::{Reach, model as tiled, text};
use jostle::{Aabb, Rot, Shape, Vec2};
use model::{Defs, Entity, Field, File, LayerDef, LayerModel, LevelModel, TilesetDef, Version};
use std::collections::BTreeMap;
use std::io;
use std::path::Path;
use std::sync::Arc;

/// A project: its levels in the order of the file.
#[derive(Clone, Debug)]
pub struct Project {
    /// The levels, of all worlds.
    pub levels: Vec<Level>,
}

/// A level of a project.
#[derive(Clone, Debug)]
pub struct Level {
    /// Its identifier.
    pub name: String,
    /// Where its upper left corner is in the world.
    pub position: Vec2,
    /// The level, in its own frame.
    pub map: Map,
}

impl Project {
    /// Reads a project, and the files of its levels, wherever they are. For projects of others see
    /// [`Project::load_within`].
    ///
    /// # Errors
    /// A file cannot be read, or is no project; the error names the file and the place in it.
    pub fn load(path: impl AsRef<Path>) -> Result<Self, MapError> {
        Self::load_within(path, &Reach::Anywhere)
    }

    /// Reads a project that may name files within a reach only, such as `Reach::beside(path)`.
    ///
    /// # Errors
    /// As [`Project::load`], and a file is out of reach.
    pub fn load_within(path: impl AsRef<Path>, reach: &Reach) -> Result<Self, MapError> {
        let path = path.as_ref();
        text::load(path, |text| project(text, path, &mut |path: &Path| reach.read_text(path)))
    }

    /// Reads the text of a project that was found at `path`.
    ///
    /// # Errors
    /// As [`Project::load`].
    pub fn from_text(text: &str, path: impl AsRef<Path>) -> Result<Self, MapError> {
        project(text, path.as_ref(), &mut |path: &Path| Reach::Anywhere.read_text(path))
    }

    /// Reads the text of a project; the function returns the text of each other file.
    ///
    /// # Errors
    /// As [`Project::load`].
    pub fn from_text_with(
        text: &str,
        path: impl AsRef<Path>,
        mut read: impl FnMut(&Path) -> io::Result<String>,
    ) -> Result<Self, MapError> {
        let mut read =
            |path: &Path| read(path).map_err(|error| MapError::new("", error.to_string()));
        project(text, path.as_ref(), &mut read)
    }

    /// Finds a level by its identifier.
    #[must_use]
    pub fn level(&self, name: &str) -> Option<&Map> {
        self.levels.iter().find(|level| level.name == name).map(|level| &level.map)
    }
}

fn properties_of(fields: Vec<Field>) -> Properties {
    let mut all = Properties::default();
    for Field { identifier, value } in fields {
        properties::insert(&mut all, identifier, value);
    }
    all
}

fn project(text: &str, path: &Path, read: ReadText<'_>) -> Result<Project, MapError> {
    let text = jostle::json::without_mark(text);
    let Version { json_version } = serde_json::from_str(text)?;
    let minor = json_version.strip_prefix("0.").and_then(|rest| rest.split('.').next());
    if minor.and_then(|minor| minor.parse::<u32>().ok()).is_some_and(|minor| minor < 8) {
        let message = format!("LDtk {json_version} wrote it; save it with 0.8 or later");
        return Err(MapError::new("jsonVersion", message));
    }
    let File { default_grid_size, defs, levels, worlds } = serde_json::from_str(text)?;
    let tilesets: Vec<Tileset> = defs.tilesets.iter().map(|def| tileset(def, path)).collect();
    let mut reader = Reader { defs, tilesets, cells: MAX_CELLS };
    let mut all = Vec::new();
    for mut level in levels.into_iter().chain(worlds.into_iter().flat_map(|world| world.levels)) {
        if let (None, Some(name)) = (&level.layer_instances, &level.external_rel_path) {
            let file = beside(path, name);
            let parsed =
                read(&file).and_then(|text| serde_json::from_str(&text).map_err(MapError::from));
            level = parsed.map_err(|error| error.in_file(&file))?;
        }
        let place = format!("level {:?}", level.identifier);
        let read = reader.level(level, default_grid_size);
        all.push(read.map_err(|error| error.within(&place))?);
    }
    Ok(Project { levels: all })
}

fn tileset(def: &TilesetDef, path: &Path) -> Tileset {
    let image = def.rel_path.as_ref().map(|image| beside(path, image));
    let step = def.tile_grid_size.saturating_add(def.spacing).max(1);
    let inner = def.px_wid.saturating_sub(def.padding.saturating_mul(2));
    let columns = inner.saturating_add(def.spacing) / step;
    let model = tiled::Tileset {
        name: def.identifier.clone(),
        image: image.clone().unwrap_or_default(),
        columns,
        margin: def.padding,
        spacing: def.spacing,
        tilewidth: f64::from(def.tile_grid_size),
        tileheight: f64::from(def.tile_grid_size),
        ..tiled::Tileset::default()
    };
    Tileset { name: def.identifier.clone(), image, model: Arc::new(model) }
}

struct Reader {
    defs: Defs,
    tilesets: Vec<Tileset>,
    cells: u64,
}

impl Reader {
    fn level(&mut self, level: LevelModel, grid_size: Option<f64>) -> Result<Level, MapError> {
        let layers = level.layer_instances.unwrap_or_default();
        let first = layers.first().map(|layer| layer.grid_size);
        let tile = grid_size.or(first).unwrap_or(16.0);
        let as_tiled = tiled::Map { tilewidth: tile, tileheight: tile, ..tiled::Map::default() };
        let mut map = Map {
            size: [level.px_wid, level.px_hei].map(|side| (side / tile).ceil() as u32),
            tile_size: Vec2::new(tile as f32, tile as f32),
            properties: properties_of(level.field_instances),
            layers: Vec::new(),
            tilesets: self.tilesets.clone(),
            items: Vec::new(),
            notes: Vec::new(),
            files: Vec::new(),
            grid: Grid::of(&as_tiled)?,
            numbers: Tilesets::default(),
        };
        // The first one of the file is in front.
        for layer in layers.into_iter().rev() {
            let place = format!("layer {:?}", layer.identifier);
            self.layer(layer, &mut map).map_err(|error| error.within(&place))?;
        }
        let position = Vec2::new(level.world_x, level.world_y);
        Ok(Level { name: level.identifier, position, map })
    }

    fn layer(&mut self, mut layer: LayerModel, map: &mut Map) -> Result<(), MapError> {
        let entities = std::mem::take(&mut layer.entity_instances);
        let kind = if layer.kind == "Entities" { LayerKind::Objects } else { LayerKind::Tiles };
        map.layers.push(Layer {
            name: layer.identifier.clone(),
            kind,
            offset: Vec2::new(layer.offset_x as f32, layer.offset_y as f32),
            visible: layer.visible != Some(false),
            properties: Properties::default(),
            rules: Arc::default(),
            image: None,
            blocks: Vec::new(),
            cell: Some(layer.grid_size),
            drawn: self.tiles(&layer),
        });
        let offset = [layer.offset_x, layer.offset_y];
        for (index, entity) in entities.into_iter().enumerate() {
            let id = format!("{}/{}#{index}", layer.identifier, entity.identifier);
            let item = self.entity(entity, id.clone(), map.layers.len() - 1, offset);
            map.push(item.map_err(|error| error.within(&id))?)?;
        }
        if layer.kind == "IntGrid" { self.cells(&layer, map) } else { Ok(()) }
    }

    fn tiles(&self, layer: &LayerModel) -> Vec<Tile> {
        let Some(tileset) =
            self.defs.tilesets.iter().position(|def| Some(def.uid) == layer.tileset)
        else {
            return Vec::new();
        };
        let side = self.defs.tilesets[tileset].tile_grid_size as f32;
        let all = layer.auto_layer_tiles.iter().chain(&layer.grid_tiles);
        let drawn = all.map(|tile| Tile {
            cell: tile.px.map(|v| (f64::from(v) / layer.grid_size).floor() as i64),
            tileset,
            id: tile.t,
            source: [tile.src[0], tile.src[1], side, side],
            area: Aabb::xywh(
                tile.px[0] + layer.offset_x as f32,
                tile.px[1] + layer.offset_y as f32,
                side,
                side,
            ),
            flips: Flips {
                horizontal: tile.f & 1 != 0,
                vertical: tile.f & 2 != 0,
                ..Flips::default()
            },
        });
        drawn.collect()
    }

    fn entity(
        &self,
        entity: Entity,
        id: String,
        layer: usize,
        offset: [f64; 2],
    ) -> Result<Item, MapError> {
        let size = Vec2::new(entity.width, entity.height);
        let corner = Vec2::new(-entity.pivot[0] * size.x, -entity.pivot[1] * size.y);
        let def = self.defs.entities.iter().find(|def| def.identifier == entity.identifier);
        let shape = match def.map_or("", |def| def.render_mode.as_str()) {
            "Ellipse" if size.x == size.y => Shape::circle_at(corner + size * 0.5, size.x * 0.5),
            "Ellipse" => Shape::ellipse_at(corner + size * 0.5, size * 0.5, Rot::IDENTITY),
            _ => Shape::rect_xywh(corner.x, corner.y, size.x, size.y),
        };
        let properties = properties_of(entity.field_instances);
        let mut rules = Rules::default();
        rules.apply(&properties)?;
        Ok(Item {
            id,
            layer,
            cell: None,
            object: None,
            class: entity.identifier.as_str().into(),
            name: entity.identifier,
            properties: Arc::new(properties),
            rules: Arc::new(rules),
            shape: Arc::new(shape.map_err(refused)?),
            transform: at([entity.px[0] + offset[0], entity.px[1] + offset[1]]),
            footprint: None,
        })
    }

    fn cells(&mut self, layer: &LayerModel, map: &mut Map) -> Result<(), MapError> {
        let values = layer.int_grid_csv.as_deref().unwrap_or_default();
        let count = u64::from(layer.columns) * u64::from(layer.rows);
        if values.len() as u64 != count {
            let (columns, rows) = (layer.columns, layer.rows);
            let message = format!("{} cells where {columns} x {rows} belong", values.len());
            return Err(MapError::new("", message));
        }
        self.cells = self.cells.checked_sub(count).ok_or_else(|| {
            MapError::new("", format!("the layers have more than {MAX_CELLS} cells"))
        })?;
        let side = layer.grid_size;
        let cell = Shape::rect_xywh(0.0, 0.0, side as f32, side as f32).map_err(refused)?;
        let (cell, footprint) = (Arc::new(cell), Arc::new(Footprint::full()));
        let def = self.defs.layers.iter().find(|def| def.uid == layer.layer_def_uid);
        let mut kinds = BTreeMap::new();
        let rows = (0..).zip(values.chunks(layer.columns.max(1) as usize));
        for (x, y, value) in rows.flat_map(|(y, row)| (0..).zip(row).map(move |(x, v)| (x, y, *v)))
        {
            if value == 0 {
                continue;
            }
            let kind = kinds.entry(value).or_insert_with(|| CellKind::of(def, value));
            let corner = [layer.offset_x + x as f64 * side, layer.offset_y + y as f64 * side];
            let item = Item {
                id: format!("{}({x},{y})", layer.identifier),
                layer: map.layers.len() - 1,
                cell: Some([x, y]),
                object: None,
                name: String::new(),
                class: Arc::clone(&kind.class),
                properties: Arc::clone(&kind.properties),
                rules: Arc::clone(&kind.rules),
                shape: Arc::clone(&cell),
                transform: at(corner),
                footprint: Some(Arc::clone(&footprint)),
            };
            map.push(item)?;
        }
        Ok(())
    }
}

/// What the cells of one value of a layer have in common.
struct CellKind {
    class: Arc<str>,
    rules: Arc<Rules>,
    properties: Arc<Properties>,
}

impl CellKind {
    fn of(def: Option<&LayerDef>, value: i64) -> Self {
        let own = def.and_then(|def| def.int_grid_values.iter().find(|own| own.value == value));
        let name = own.and_then(|own| own.identifier.clone()).unwrap_or(value.to_string());
        let mut properties = Properties::default();
        properties.insert("value".to_owned(), properties::Value::Number(value as f64));
        let rules = Rules { layer: Some(name.clone()), ..Rules::default() };
        Self { class: name.into(), rules: Arc::new(rules), properties: Arc::new(properties) }
    }
}

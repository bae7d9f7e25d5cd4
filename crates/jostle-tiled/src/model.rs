//! What a Tiled map states, in one model for both of its file forms.
//!
//! The field names are the keys of the JSON form, which `serde` reads straight into it; `xml` fills
//! the same fields. Keys that do not matter for shapes are ignored, absent ones have Tiled's
//! defaults. Old files are read too: tiles and properties as objects instead of lists.

use crate::object::objects;
use crate::properties::Properties;
use serde::de::{Deserializer, IgnoredAny, MapAccess, SeqAccess, Visitor};
use serde::{Deserialize, de};
use std::fmt;
use std::path::PathBuf;

objects!(Map, Layer, Chunk, Object, Corner, Tileset, Grid, Tile, Template);

#[derive(Debug, Default, Deserialize)]
#[serde(remote = "Self", default)]
pub(crate) struct Map {
    pub(crate) orientation: String,
    pub(crate) width: u32,
    pub(crate) height: u32,
    pub(crate) properties: Properties,
    pub(crate) tilewidth: f64,
    pub(crate) tileheight: f64,
    pub(crate) hexsidelength: f64,
    pub(crate) staggeraxis: String,
    pub(crate) staggerindex: String,
    pub(crate) layers: Vec<Layer>,
    pub(crate) tilesets: Vec<Tileset>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(remote = "Self", default)]
pub(crate) struct Layer {
    #[serde(rename = "type")]
    pub(crate) kind: String,
    pub(crate) name: String,
    pub(crate) offsetx: f64,
    pub(crate) offsety: f64,
    pub(crate) visible: Option<bool>,
    pub(crate) properties: Properties,
    /// Of an image layer.
    pub(crate) image: PathBuf,
    /// Of a tile layer.
    pub(crate) width: u32,
    pub(crate) height: u32,
    pub(crate) encoding: Option<String>,
    pub(crate) compression: Option<String>,
    pub(crate) data: Option<Data>,
    pub(crate) chunks: Vec<Chunk>,
    /// Of an object layer.
    pub(crate) objects: Vec<Object>,
    /// Of a group.
    pub(crate) layers: Vec<Layer>,
}

#[derive(Debug, Deserialize)]
#[serde(untagged)]
pub(crate) enum Data {
    Gids(Vec<u32>),
    Text(String),
}

#[derive(Debug, Deserialize)]
#[serde(remote = "Self")]
pub(crate) struct Chunk {
    pub(crate) x: i32,
    pub(crate) y: i32,
    pub(crate) width: u32,
    pub(crate) height: u32,
    pub(crate) data: Data,
}

/// An object; what a template may fill in is optional.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(remote = "Self", default)]
pub(crate) struct Object {
    pub(crate) id: Option<u32>,
    pub(crate) name: Option<String>,
    /// Tiled 1.9 called it `class`.
    #[serde(rename = "type", alias = "class")]
    pub(crate) class: Option<String>,
    pub(crate) gid: Option<u32>,
    pub(crate) x: f64,
    pub(crate) y: f64,
    pub(crate) width: Option<f64>,
    pub(crate) height: Option<f64>,
    pub(crate) rotation: Option<f64>,
    pub(crate) ellipse: bool,
    pub(crate) capsule: bool,
    pub(crate) point: bool,
    pub(crate) polygon: Option<Vec<Corner>>,
    pub(crate) polyline: Option<Vec<Corner>>,
    pub(crate) text: Option<IgnoredAny>,
    pub(crate) template: Option<String>,
    pub(crate) properties: Properties,
}

#[derive(Clone, Copy, Debug, Default, Deserialize)]
#[serde(remote = "Self", default)]
pub(crate) struct Corner {
    pub(crate) x: f64,
    pub(crate) y: f64,
}

#[derive(Debug, Default, Deserialize)]
#[serde(remote = "Self", default)]
pub(crate) struct Tileset {
    pub(crate) firstgid: u32,
    pub(crate) source: Option<String>,
    pub(crate) name: String,
    pub(crate) image: PathBuf,
    pub(crate) columns: u32,
    pub(crate) margin: u32,
    pub(crate) spacing: u32,
    pub(crate) tilewidth: f64,
    pub(crate) tileheight: f64,
    pub(crate) tileoffset: Corner,
    pub(crate) objectalignment: String,
    pub(crate) tilerendersize: String,
    pub(crate) fillmode: String,
    pub(crate) grid: Grid,
    #[serde(deserialize_with = "list_or_object")]
    pub(crate) tiles: Vec<Tile>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(remote = "Self", default)]
pub(crate) struct Grid {
    pub(crate) orientation: String,
    pub(crate) width: f64,
    pub(crate) height: f64,
}

#[derive(Debug, Default, Deserialize)]
#[serde(remote = "Self", default)]
pub(crate) struct Tile {
    pub(crate) id: u32,
    #[serde(rename = "type", alias = "class")]
    pub(crate) class: String,
    /// Its own picture, in a collection.
    pub(crate) image: PathBuf,
    /// The part of the image that is shown; a size of 0 is the whole image.
    pub(crate) x: f64,
    pub(crate) y: f64,
    pub(crate) width: f64,
    pub(crate) height: f64,
    pub(crate) imagewidth: f64,
    pub(crate) imageheight: f64,
    pub(crate) objectgroup: Option<Layer>,
    pub(crate) properties: Properties,
}

#[derive(Debug, Deserialize)]
#[serde(remote = "Self")]
pub(crate) struct Template {
    pub(crate) tileset: Option<Tileset>,
    pub(crate) object: Object,
}

/// Reads tiles as a list, or as the object from id to tile that Tiled wrote before 1.2.
fn list_or_object<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<Tile>, D::Error> {
    struct Either;
    impl<'de> Visitor<'de> for Either {
        type Value = Vec<Tile>;
        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("a list of tiles")
        }
        fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Vec<Tile>, A::Error> {
            let mut tiles = Vec::new();
            while let Some(tile) = list.next_element()? {
                tiles.push(tile);
            }
            Ok(tiles)
        }
        fn visit_map<A: MapAccess<'de>>(self, mut object: A) -> Result<Vec<Tile>, A::Error> {
            let mut tiles = Vec::new();
            while let Some((id, tile)) = object.next_entry::<String, Tile>()? {
                let id = id.parse().map_err(|_| {
                    de::Error::custom(format_args!("the tile id {id:?} is not a number"))
                })?;
                tiles.push(Tile { id, ..tile });
            }
            Ok(tiles)
        }
    }
    deserializer.deserialize_any(Either)
}

/// The size of a tile: of its own picture in a collection, else the tileset's.
pub(crate) fn size_of(set: &Tileset, tile: Option<&Tile>) -> [f64; 2] {
    let pick = |part: f64, image: f64, set: f64| {
        if part > 0.0 {
            part
        } else if image > 0.0 {
            image
        } else {
            set
        }
    };
    tile.map_or([set.tilewidth, set.tileheight], |own| {
        [
            pick(own.width, own.imagewidth, set.tilewidth),
            pick(own.height, own.imageheight, set.tileheight),
        ]
    })
}

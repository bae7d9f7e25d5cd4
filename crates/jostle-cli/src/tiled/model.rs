//! What a Tiled map states, in one model for both of its file forms.
//!
//! The field names are the keys of the JSON form, which `serde` reads straight into it; `xml` fills
//! the same fields. Keys that do not matter for shapes are ignored, absent ones have Tiled's
//! defaults. Old files are read too: tiles and properties as objects instead of lists.

use serde::de::{Deserializer, IgnoredAny, MapAccess, SeqAccess, Visitor};
use serde::{Deserialize, de};
use std::collections::BTreeMap;
use std::fmt;

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct Map {
    pub(super) orientation: String,
    pub(super) height: u32,
    pub(super) tilewidth: f64,
    pub(super) tileheight: f64,
    pub(super) hexsidelength: f64,
    pub(super) staggeraxis: String,
    pub(super) staggerindex: String,
    pub(super) layers: Vec<Layer>,
    pub(super) tilesets: Vec<Tileset>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct Layer {
    #[serde(rename = "type")]
    pub(super) kind: String,
    pub(super) name: String,
    pub(super) offsetx: f64,
    pub(super) offsety: f64,
    pub(super) properties: Properties,
    /// Of a tile layer.
    pub(super) width: u32,
    pub(super) height: u32,
    pub(super) encoding: Option<String>,
    pub(super) compression: Option<String>,
    pub(super) data: Option<Data>,
    pub(super) chunks: Vec<Chunk>,
    /// Of an object layer.
    pub(super) objects: Vec<Object>,
    /// Of a group.
    pub(super) layers: Vec<Layer>,
}

#[derive(Debug, Deserialize)]
#[serde(untagged)]
pub(super) enum Data {
    Gids(Vec<u32>),
    Text(String),
}

#[derive(Debug, Deserialize)]
pub(super) struct Chunk {
    pub(super) x: i32,
    pub(super) y: i32,
    pub(super) width: u32,
    pub(super) height: u32,
    pub(super) data: Data,
}

/// An object; what a template may fill in is optional.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct Object {
    pub(super) id: Option<u32>,
    pub(super) name: Option<String>,
    pub(super) gid: Option<u32>,
    pub(super) x: f64,
    pub(super) y: f64,
    pub(super) width: Option<f64>,
    pub(super) height: Option<f64>,
    pub(super) rotation: Option<f64>,
    pub(super) ellipse: bool,
    pub(super) capsule: bool,
    pub(super) point: bool,
    pub(super) polygon: Option<Vec<Corner>>,
    pub(super) polyline: Option<Vec<Corner>>,
    pub(super) text: Option<IgnoredAny>,
    pub(super) template: Option<String>,
    pub(super) properties: Properties,
}

#[derive(Clone, Copy, Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct Corner {
    pub(super) x: f64,
    pub(super) y: f64,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct Tileset {
    pub(super) firstgid: u32,
    pub(super) source: Option<String>,
    pub(super) tilewidth: f64,
    pub(super) tileheight: f64,
    pub(super) tileoffset: Corner,
    pub(super) objectalignment: String,
    pub(super) tilerendersize: String,
    pub(super) fillmode: String,
    pub(super) grid: Grid,
    #[serde(deserialize_with = "list_or_object")]
    pub(super) tiles: Vec<Tile>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct Grid {
    pub(super) orientation: String,
    pub(super) width: f64,
    pub(super) height: f64,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct Tile {
    pub(super) id: u32,
    /// The part of the image that is shown; 0 is the whole image.
    pub(super) width: f64,
    pub(super) height: f64,
    pub(super) imagewidth: f64,
    pub(super) imageheight: f64,
    pub(super) objectgroup: Option<Layer>,
    pub(super) properties: Properties,
}

#[derive(Debug, Deserialize)]
pub(super) struct Template {
    pub(super) tileset: Option<Tileset>,
    pub(super) object: Object,
}

/// The custom properties that are texts or truth values; the others say nothing to jostle.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Properties(pub(super) BTreeMap<String, String>);

impl<'de> Deserialize<'de> for Properties {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        #[derive(Deserialize)]
        struct Property {
            name: String,
            value: serde_json::Value,
        }
        struct Either;
        impl<'de> Visitor<'de> for Either {
            type Value = Properties;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a list of properties")
            }
            fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Properties, A::Error> {
                let mut texts = BTreeMap::new();
                while let Some(Property { name, value }) = list.next_element()? {
                    insert(&mut texts, name, value);
                }
                Ok(Properties(texts))
            }
            fn visit_map<A: MapAccess<'de>>(self, mut object: A) -> Result<Properties, A::Error> {
                let mut texts = BTreeMap::new();
                while let Some((name, value)) = object.next_entry()? {
                    insert(&mut texts, name, value);
                }
                Ok(Properties(texts))
            }
        }
        deserializer.deserialize_any(Either)
    }
}

/// Keeps texts, and truth values as words.
fn insert(texts: &mut BTreeMap<String, String>, name: String, value: serde_json::Value) {
    match value {
        serde_json::Value::String(text) => _ = texts.insert(name, text),
        serde_json::Value::Bool(truth) => _ = texts.insert(name, truth.to_string()),
        _ => {}
    }
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

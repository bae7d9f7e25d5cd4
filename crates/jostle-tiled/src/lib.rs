//! Maps of [Tiled](https://www.mapeditor.org) as colliders of [jostle](https://docs.rs/jostle), and levels of
//! [LDtk](https://ldtk.io): see [`ldtk`].
//!
//! ```
//! use jostle::{Filter, World};
//! use jostle_tiled::Map;
//! # let level = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/tiled/platformer.tmj");
//!
//! let map = Map::load(level)?; // .tmx or .tmj
//! let mut world = World::new();
//! for item in map.grids()? {
//!     world.add(item.collider("ground"))?; // one shape a layer, without seams
//! }
//! let mut start = None;
//! for object in map.objects() {
//!     match &*object.class {
//!         "hero" => start = Some(object.center()),
//!         "coin" => _ = world.add(object.collider("coin").sensor())?,
//!         _ => {}
//!     }
//! }
//! let hero = start.expect("the map has a hero");
//! assert!(world.at_point(hero, &Filter::ANY).is_empty());
//! # assert_eq!(world.len(), 16);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # What becomes what
//!
#![doc = include_str!("../map.md")]
//!
//! # Features
//!
//! | feature | effect |
//! | --- | --- |
//! | none | maps in XML and JSON, with cells packed by gzip, zlib or zstd |
//! | `trace` | `Map::traced` makes colliders of image layers, by the pixels of their pictures |

mod data;
mod error;
mod files;
mod grids;
#[cfg(feature = "trace")]
mod image;
pub mod ldtk;
mod map;
mod model;
mod object;
mod objects;
mod place;
mod properties;
mod read;
mod text;
mod tiles;
mod xml;

pub use data::MAX_CELLS;
pub use error::MapError;
pub use files::Flips;
pub use map::{Item, Layer, LayerKind, Map, Tile, Tileset};
pub use properties::{Properties, Rules, Value};
pub use text::{Reach, read_text_from};

/// The README's program runs as a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

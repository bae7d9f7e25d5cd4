//! A scene: shapes in the world with their layers, whatever file they came from.

mod cast;
mod filter;
mod form;
mod image;
mod motion;
mod object;
mod parents;
mod slide;

pub use cast::Cast;
pub use filter::{Filter, Layers};
pub use motion::Motion;

use crate::problem::Problem;
use jostle::{Affine, Shape, Slide, Vec2, json::without_mark};
use jostle_tiled::{Item, Map, Reach, read_text_from};
use serde_json::value::RawValue;
use std::collections::BTreeMap;
use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};

/// The content of a file: colliders in the order of the file, placed in the world.
pub struct Scene {
    /// The shapes, each with its way into the world.
    pub colliders: Vec<Collider>,
    /// The frames that colliders live in: groups, then those of the colliders; none in a map, whose
    /// colliders are placed in the world.
    pub nodes: Vec<Node>,
    /// What the file has and the scene leaves out, one sentence each.
    pub notes: Vec<String>,
    /// The other files that were read for it.
    pub files: Vec<PathBuf>,
}

/// Is a frame of a scene, of a group or of a collider.
pub struct Node {
    /// Names it.
    pub id: String,
    /// The node whose frame it lives in.
    pub parent: Option<usize>,
    /// Its transform at the start.
    pub local: Affine,
    /// Where it goes from there.
    pub motion: Motion,
    /// What it needs in each frame, if it slides.
    pub slide: Option<Slide>,
}

/// Is one shape of a scene.
pub struct Collider {
    /// Names it in the output.
    pub id: String,
    /// The shape in its own frame.
    pub shape: Shape,
    /// From its own frame to the world, parents included.
    pub world: Affine,
    /// The node that is its frame; `None` for the world.
    pub node: Option<usize>,
    /// From its own frame to that of its node: where the anchor of a picture puts it.
    pub to_node: Affine,
    /// Which layer it is on and which layers it sees.
    pub filter: Filter,
    /// The direction of the one side that blocks slides, in its own frame.
    pub one_way: Option<Vec2>,
    /// Whether it takes along what stands on it.
    pub platform: bool,
}

impl Scene {
    /// Reads a scene file or a Tiled map, by its content; `-` is standard input. It may name files
    /// below its own folder.
    ///
    /// # Errors
    /// Returns which file cannot be read, or the place in it and the fault.
    pub fn read(path: &Path) -> Result<Self, Problem> {
        Self::read_within(path, &Reach::beside(path))
    }

    /// Reads a scene file or a Tiled map that may name files within a reach.
    ///
    /// # Errors
    /// As [`Scene::read`].
    pub fn read_within(path: &Path, reach: &Reach) -> Result<Self, Problem> {
        // A file that the user names may be a pipe.
        let text = if path == Path::new("-") {
            read_text_from(io::stdin().lock())
        } else if path.metadata().is_ok_and(|known| !known.is_file() && !known.is_dir()) {
            let file = File::open(path);
            let file = file.map_err(|error| Problem::new("", error.to_string()).in_file(path))?;
            read_text_from(file)
        } else {
            Reach::Anywhere.read_text(path)
        };
        text.map_err(Problem::from)
            .and_then(|text| Self::from_text_within(&text, path, reach))
            .map_err(|problem| problem.in_file(path))
    }

    /// Reads the text of a scene file or a Tiled map that was found at `path`, which is where the
    /// tilesets of a map and the pictures of a scene are looked for.
    ///
    /// # Errors
    /// As [`Scene::read`].
    pub fn from_text(text: &str, path: &Path) -> Result<Self, Problem> {
        Self::from_text_within(text, path, &Reach::beside(path))
    }

    fn from_text_within(text: &str, path: &Path, reach: &Reach) -> Result<Self, Problem> {
        let text = without_mark(text);
        if text.trim_start().starts_with('<') {
            return Ok(Self::of_map(Map::from_text_within(text, path, reach)?));
        }
        // Only the keys: numbers stay text, so that the reader of each form judges them.
        let keys: BTreeMap<String, &RawValue> = serde_json::from_str(text)?;
        if keys.contains_key("colliders") || keys.contains_key("groups") {
            form::read(text, path, reach)
        } else if keys.contains_key("layers") || keys.contains_key("orientation") {
            Ok(Self::of_map(Map::from_text_within(text, path, reach)?))
        } else {
            Err(Problem::new(
                "",
                "neither a scene (it has no key \"colliders\") nor a Tiled map (no key \"layers\")",
            ))
        }
    }

    /// A map as a scene: its items are placed in the world.
    fn of_map(map: Map) -> Self {
        let mut layers = Layers::default();
        let collider = |item: Item| Collider {
            filter: layers.filter(item.rules.layer.as_deref(), item.rules.sees.as_deref()),
            one_way: item.one_way(),
            platform: item.rules.platform,
            world: item.transform,
            node: None,
            to_node: Affine::IDENTITY,
            shape: Shape::clone(&item.shape),
            id: item.id,
        };
        let colliders = map.items.into_iter().map(collider).collect();
        Self { colliders, nodes: Vec::new(), notes: map.notes, files: map.files }
    }
}

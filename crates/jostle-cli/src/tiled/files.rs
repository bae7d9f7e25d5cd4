//! The files of a map: external tilesets and templates, each read once, found beside the file that
//! names them.

use super::model::{Map, Object, Template, Tile, Tileset};
use super::xml;
use crate::input;
use crate::problem::Problem;
use crate::scene::json_problem;
use serde::de::DeserializeOwned;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::rc::Rc;

/// The bits of a tile number that say how the tile is flipped or turned.
const FLAGS: u32 = 0xF000_0000;

/// A tile as a cell or an object uses it.
#[derive(Clone)]
pub(super) struct TileUse {
    pub(super) tileset: Rc<Tileset>,
    /// Number of the tile in its tileset.
    pub(super) id: u32,
    pub(super) flips: Flips,
}

impl TileUse {
    /// What the tileset states about this tile in particular.
    pub(super) fn tile(&self) -> Option<&Tile> {
        self.tileset.tiles.iter().find(|tile| tile.id == self.id)
    }
}

/// How a tile is flipped: first over the diagonal, then left to right, then top to bottom.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Flips {
    pub(super) horizontal: bool,
    pub(super) vertical: bool,
    /// On hexagonal maps a turn by 60 degrees.
    pub(super) diagonal: bool,
    /// On hexagonal maps a turn by 120 degrees.
    pub(super) hexagonal: bool,
}

/// The tilesets of a map or template by their first tile number.
#[derive(Default)]
pub(super) struct Tilesets(BTreeMap<u32, Rc<Tileset>>);

impl Tilesets {
    /// The tile behind a number with flags; `None` for the empty cell 0.
    pub(super) fn tile(&self, gid: u32) -> Result<Option<TileUse>, Problem> {
        let flips = Flips {
            horizontal: gid & 0x8000_0000 != 0,
            vertical: gid & 0x4000_0000 != 0,
            diagonal: gid & 0x2000_0000 != 0,
            hexagonal: gid & 0x1000_0000 != 0,
        };
        let number = gid & !FLAGS;
        if number == 0 {
            return Ok(None);
        }
        let (first, tileset) = self
            .0
            .range(..=number)
            .next_back()
            .ok_or_else(|| Problem::new("", format!("no tileset has the tile {number}")))?;
        Ok(Some(TileUse { tileset: Rc::clone(tileset), id: number - first, flips }))
    }
}

/// An object with what its template states filled in.
pub(super) struct Filled {
    pub(super) object: Object,
    pub(super) tile: Option<TileUse>,
}

struct ReadTemplate {
    object: Object,
    tile: Option<TileUse>,
}

/// Reads files that other files name, and keeps them.
#[derive(Default)]
pub(super) struct Files {
    tilesets: BTreeMap<PathBuf, Rc<Tileset>>,
    templates: BTreeMap<PathBuf, Rc<ReadTemplate>>,
}

impl Files {
    /// The tilesets of the map that stands at `path`.
    pub(super) fn tilesets(&mut self, map: &mut Map, path: &Path) -> Result<Tilesets, Problem> {
        let mut found = Tilesets::default();
        for tileset in std::mem::take(&mut map.tilesets) {
            let first = tileset.firstgid;
            found.0.insert(first, self.tileset(tileset, path)?);
        }
        Ok(found)
    }

    fn tileset(&mut self, tileset: Tileset, from: &Path) -> Result<Rc<Tileset>, Problem> {
        let Some(source) = &tileset.source else { return Ok(Rc::new(tileset)) };
        let path = beside(from, source);
        if let Some(known) = self.tilesets.get(&path) {
            return Ok(Rc::clone(known));
        }
        let read = Rc::new(read(&path, xml::tileset)?);
        self.tilesets.insert(path, Rc::clone(&read));
        Ok(read)
    }

    /// Fills in the template of an object of the map at `path`.
    pub(super) fn fill(
        &mut self,
        object: &Object,
        tilesets: &Tilesets,
        path: &Path,
    ) -> Result<Filled, Problem> {
        let own_tile = object.gid.map(|gid| tilesets.tile(gid)).transpose()?.flatten();
        let Some(template) = &object.template else {
            return Ok(Filled { object: object.clone(), tile: own_tile });
        };
        let template = self.template(&beside(path, template))?;
        let (own, base) = (object.clone(), &template.object);
        let mut properties = base.properties.clone();
        properties.0.extend(own.properties.0);
        let filled = Object {
            name: own.name.or_else(|| base.name.clone()),
            width: own.width.or(base.width),
            height: own.height.or(base.height),
            rotation: own.rotation.or(base.rotation),
            ellipse: own.ellipse || base.ellipse,
            capsule: own.capsule || base.capsule,
            point: own.point || base.point,
            polygon: own.polygon.or_else(|| base.polygon.clone()),
            polyline: own.polyline.or_else(|| base.polyline.clone()),
            text: own.text.or(base.text),
            properties,
            ..own
        };
        Ok(Filled { object: filled, tile: own_tile.or_else(|| template.tile.clone()) })
    }

    fn template(&mut self, path: &Path) -> Result<Rc<ReadTemplate>, Problem> {
        if let Some(known) = self.templates.get(path) {
            return Ok(Rc::clone(known));
        }
        let Template { tileset, object } = read(path, xml::template)?;
        let mut tilesets = Tilesets::default();
        if let Some(tileset) = tileset {
            let first = tileset.firstgid;
            tilesets.0.insert(first, self.tileset(tileset, path)?);
        }
        let tile = object.gid.map(|gid| tilesets.tile(gid)).transpose();
        let tile = tile.map_err(|problem| problem.in_file(path))?.flatten();
        let read = Rc::new(ReadTemplate { object, tile });
        self.templates.insert(path.to_owned(), Rc::clone(&read));
        Ok(read)
    }
}

fn beside(from: &Path, name: &str) -> PathBuf {
    from.parent().unwrap_or(Path::new("")).join(name)
}

/// Reads a file in whichever of the two forms it has.
fn read<T: DeserializeOwned>(
    path: &Path,
    from_xml: fn(&str) -> Result<T, Problem>,
) -> Result<T, Problem> {
    let read = |text: String| {
        if text.trim_start_matches('\u{feff}').trim_start().starts_with('<') {
            from_xml(&text)
        } else {
            serde_json::from_str(&text).map_err(json_problem)
        }
    };
    input::read(path).and_then(read).map_err(|problem| problem.in_file(path))
}

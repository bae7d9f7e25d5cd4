//! The files of a map: external tilesets and templates, each read once, found beside the file that
//! names them.

use crate::error::MapError;
use crate::model::{Map, Object, Template, Tile, Tileset, size_of};
use crate::xml;
use jostle::json::without_mark;
use serde::de::DeserializeOwned;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The bits of a tile number that say how the tile is flipped or turned.
const FLAGS: u32 = 0xF000_0000;

/// A tile as a cell or an object uses it.
#[derive(Clone)]
pub(crate) struct TileUse {
    pub(crate) tileset: Arc<Tileset>,
    /// Number of the tileset in its map.
    pub(crate) index: usize,
    /// Number of the tile in its tileset.
    pub(crate) id: u32,
    pub(crate) flips: Flips,
}

impl TileUse {
    /// What the tileset states about this tile in particular.
    pub(crate) fn tile(&self) -> Option<&Tile> {
        self.tileset.tiles.iter().find(|tile| tile.id == self.id)
    }

    /// Width and height of the tile in pixels.
    pub(crate) fn size(&self) -> [f64; 2] {
        size_of(&self.tileset, self.tile())
    }
}

/// How a tile is flipped: first over the diagonal, then left to right, then top to bottom.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Flips {
    /// Left to right.
    pub horizontal: bool,
    /// Top to bottom.
    pub vertical: bool,
    /// Over the diagonal from the upper left corner; on hexagonal maps a turn by 60 degrees.
    pub diagonal: bool,
    /// On hexagonal maps a turn by 120 degrees.
    pub hexagonal: bool,
}

impl Flips {
    /// Returns how engines draw it: flipped along x, flipped along y, and then turned by this angle
    /// in radians about its middle. On hexagonal maps the turn is what the flags state.
    ///
    /// ```
    /// use jostle_tiled::Flips;
    /// let quarter = Flips { diagonal: true, horizontal: true, ..Flips::default() };
    /// assert_eq!(quarter.as_drawn(), (false, false, std::f32::consts::FRAC_PI_2));
    /// ```
    #[must_use]
    pub fn as_drawn(self) -> (bool, bool, f32) {
        if self.diagonal {
            // Over the diagonal is a quarter turn and then left to right.
            (self.vertical, !self.horizontal, std::f32::consts::FRAC_PI_2)
        } else {
            (self.horizontal, self.vertical, 0.0)
        }
    }
}

/// The tilesets of a map or template by their first tile number, with their places in the file.
#[derive(Clone, Debug, Default)]
pub(crate) struct Tilesets(BTreeMap<u32, (usize, Arc<Tileset>)>);

impl Tilesets {
    /// The tile behind a number with flags; `None` for the empty cell 0.
    pub(crate) fn tile(&self, gid: u32) -> Result<Option<TileUse>, MapError> {
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
        let (first, (index, tileset)) = self
            .0
            .range(..=number)
            .next_back()
            .ok_or_else(|| MapError::new("", format!("no tileset has the tile {number}")))?;
        let (tileset, index) = (Arc::clone(tileset), *index);
        Ok(Some(TileUse { tileset, index, id: number - first, flips }))
    }
}

/// An object with what its template states filled in.
pub(crate) struct Filled {
    pub(crate) object: Object,
    pub(crate) tile: Option<TileUse>,
}

struct ReadTemplate {
    object: Object,
    tile: Option<TileUse>,
}

/// Reads a file as text.
pub(crate) type ReadText<'a> = &'a mut dyn FnMut(&Path) -> Result<String, MapError>;

/// Reads files that other files name, and keeps them.
pub(crate) struct Files<'a> {
    read: ReadText<'a>,
    tilesets: BTreeMap<PathBuf, Arc<Tileset>>,
    templates: BTreeMap<PathBuf, Arc<ReadTemplate>>,
}

impl<'a> Files<'a> {
    pub(crate) fn new(read: ReadText<'a>) -> Self {
        Self { read, tilesets: BTreeMap::new(), templates: BTreeMap::new() }
    }

    /// The tilesets of the map that stands at `path`, in the order of the file and by number.
    pub(crate) fn tilesets(
        &mut self,
        map: &mut Map,
        path: &Path,
    ) -> Result<(Vec<Arc<Tileset>>, Tilesets), MapError> {
        let (mut all, mut found) = (Vec::new(), Tilesets::default());
        for tileset in std::mem::take(&mut map.tilesets) {
            let first = tileset.firstgid;
            let tileset = self.tileset(tileset, path)?;
            found.0.insert(first, (all.len(), Arc::clone(&tileset)));
            all.push(tileset);
        }
        Ok((all, found))
    }

    fn tileset(&mut self, tileset: Tileset, from: &Path) -> Result<Arc<Tileset>, MapError> {
        let Some(source) = &tileset.source else { return Ok(Arc::new(located(tileset, from))) };
        let path = beside(from, source);
        if let Some(known) = self.tilesets.get(&path) {
            return Ok(Arc::clone(known));
        }
        let read = Arc::new(located(self.read(&path, from, xml::tileset)?, &path));
        self.tilesets.insert(path, Arc::clone(&read));
        Ok(read)
    }

    /// Fills in the template of an object of the map at `path`.
    pub(crate) fn fill(
        &mut self,
        object: &Object,
        tilesets: &Tilesets,
        path: &Path,
    ) -> Result<Filled, MapError> {
        let own_tile = object.gid.map(|gid| tilesets.tile(gid)).transpose()?.flatten();
        let Some(template) = &object.template else {
            return Ok(Filled { object: object.clone(), tile: own_tile });
        };
        let template = self.template(&beside(path, template), path)?;
        let (own, base) = (object.clone(), &template.object);
        let mut properties = base.properties.clone();
        properties.extend(own.properties);
        let filled = Object {
            name: own.name.or_else(|| base.name.clone()),
            class: own.class.or_else(|| base.class.clone()),
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

    fn template(&mut self, path: &Path, from: &Path) -> Result<Arc<ReadTemplate>, MapError> {
        if let Some(known) = self.templates.get(path) {
            return Ok(Arc::clone(known));
        }
        let Template { tileset, object } = self.read(path, from, xml::template)?;
        let mut tilesets = Tilesets::default();
        if let Some(tileset) = tileset {
            let first = tileset.firstgid;
            // It is the template's own: a map does not know its number.
            tilesets.0.insert(first, (usize::MAX, self.tileset(tileset, path)?));
        }
        let tile = object.gid.map(|gid| tilesets.tile(gid)).transpose();
        let tile = tile.map_err(|error| error.in_file(path))?.flatten();
        let read = Arc::new(ReadTemplate { object, tile });
        self.templates.insert(path.to_owned(), Arc::clone(&read));
        Ok(read)
    }

    /// Reads a file that another names, in whichever of the two forms it has.
    fn read<T: DeserializeOwned>(
        &mut self,
        path: &Path,
        from: &Path,
        from_xml: fn(&str) -> Result<T, MapError>,
    ) -> Result<T, MapError> {
        let text = (self.read)(path);
        text.and_then(|text| parse(&text, from_xml))
            .map_err(|error| error.in_file(path).named_by(from))
    }
}

/// Reads a text in whichever of the two forms it has.
pub(crate) fn parse<T: DeserializeOwned>(
    text: &str,
    from_xml: fn(&str) -> Result<T, MapError>,
) -> Result<T, MapError> {
    let text = without_mark(text);
    if text.trim_start().starts_with('<') {
        from_xml(text)
    } else {
        serde_json::from_str(text).map_err(MapError::from)
    }
}

/// A path that a file names.
pub(crate) fn beside(from: &Path, name: impl AsRef<Path>) -> PathBuf {
    from.parent().unwrap_or(Path::new("")).join(name)
}

/// A tileset whose pictures are named from where the map is.
fn located(mut tileset: Tileset, from: &Path) -> Tileset {
    let tiles = tileset.tiles.iter_mut().map(|tile| &mut tile.image);
    for image in tiles.chain([&mut tileset.image]).filter(|image| !image.as_os_str().is_empty()) {
        *image = beside(from, &image);
    }
    tileset
}

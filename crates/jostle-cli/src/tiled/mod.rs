//! Tiled maps as scenes: object layers, and the collision shapes of the tiles in tile layers.
//!
//! Both file forms are read, `.tmx` (XML) and `.tmj` or `.json`, with external tilesets and
//! templates in either form. The well-known reader crate takes XML only and refuses maps without
//! attributes that older versions of Tiled did not write, so the reader is our own: one model that
//! `serde` and `xml` fill.
//!
//! Pictures, colors, opacity, visibility and parallax say nothing about shapes and are ignored; a
//! hidden layer counts, because collision layers are often hidden.

mod data;
mod files;
mod model;
mod objects;
mod place;
mod xml;

pub use data::MAX_CELLS;

use crate::problem::Problem;
use crate::scene::{Collider, Filter, Layers, Scene, json_problem};
use data::Packing;
use files::{Files, TileUse, Tilesets};
use jostle::Vec2;
use jostle::{
    Affine,
    json::limits::{MAX_DEPTH, MAX_SHAPES},
};
use model::{Chunk, Layer, Map, Properties, Tileset};
use objects::Part;
use place::{Grid, at};
use std::collections::BTreeMap;
use std::path::Path;
use std::rc::Rc;

/// The custom properties with the meaning of keys of a scene.
const LAYER: &str = "jostle.layer";
const SEES: &str = "jostle.sees";
const ONE_WAY: &str = "jostle.one_way";

/// Reads a map in XML (`.tmx`).
pub(crate) fn from_xml(text: &str, path: &Path) -> Result<Scene, Problem> {
    scene(xml::map(text)?, path)
}

/// Reads a map in JSON (`.tmj`, `.json`).
pub(crate) fn from_json(text: &str, path: &Path) -> Result<Scene, Problem> {
    scene(serde_json::from_str(text).map_err(json_problem)?, path)
}

fn scene(mut map: Map, path: &Path) -> Result<Scene, Problem> {
    let mut files = Files::default();
    let tilesets = files.tilesets(&mut map, path)?;
    let mut reader = Reader {
        grid: Grid::of(&map)?,
        path,
        files,
        tilesets,
        forms: BTreeMap::new(),
        cells: MAX_CELLS,
        layers: Layers::default(),
        scene: Scene { colliders: Vec::new(), nodes: Vec::new(), notes: Vec::new() },
    };
    reader.layers(&map.layers, &Outer::default())?;
    Ok(reader.scene)
}

/// What the groups around a layer say.
#[derive(Clone, Default)]
struct Outer {
    name: String,
    offset: [f64; 2],
    layer: Option<String>,
    sees: Option<Vec<String>>,
    /// In the frame of the map.
    one_way: Option<Vec2>,
    depth: usize,
}

impl Outer {
    fn within(&self, layer: &Layer) -> Result<Self, Problem> {
        let slash = if self.name.is_empty() { "" } else { "/" };
        let mut inner = Self {
            name: format!("{}{slash}{}", self.name, layer.name),
            offset: [self.offset[0] + layer.offsetx, self.offset[1] + layer.offsety],
            depth: self.depth + 1,
            ..self.clone()
        };
        inner.filter(&layer.properties)?;
        Ok(inner)
    }

    fn filter(&mut self, properties: &Properties) -> Result<(), Problem> {
        if let Some(layer) = properties.0.get(LAYER) {
            self.layer = Some(layer.clone());
        }
        if let Some(sees) = properties.0.get(SEES) {
            let names = sees.split(',').map(str::trim).filter(|name| !name.is_empty());
            self.sees = Some(names.map(str::to_owned).collect());
        }
        if let Some(side) = properties.0.get(ONE_WAY) {
            self.one_way = match side.as_str() {
                "up" | "true" => Some(Vec2::new(0.0, -1.0)),
                "down" => Some(Vec2::new(0.0, 1.0)),
                "left" => Some(Vec2::new(-1.0, 0.0)),
                "right" => Some(Vec2::new(1.0, 0.0)),
                "" | "false" => None,
                other => {
                    let known = "up, down, left, right, true or false";
                    return Err(Problem::new(
                        ONE_WAY,
                        format!("expected {known}, found {other:?}"),
                    ));
                }
            };
        }
        Ok(())
    }
}

/// A tile's collision shapes are read once for each tile of each tileset.
type TileKey = (*const Tileset, u32);

/// What a tile looks like to a collider, in its own pixels.
struct TileForm {
    parts: Vec<Part>,
    size: [f64; 2],
}

struct Reader<'a> {
    grid: Grid,
    path: &'a Path,
    files: Files,
    tilesets: Tilesets,
    forms: BTreeMap<TileKey, Rc<TileForm>>,
    cells: u64,
    layers: Layers,
    scene: Scene,
}

impl Reader<'_> {
    fn layers(&mut self, layers: &[Layer], outer: &Outer) -> Result<(), Problem> {
        for layer in layers {
            let outer = outer.within(layer)?;
            let read = match layer.kind.as_str() {
                "group" if outer.depth > MAX_DEPTH => {
                    Err(Problem::new("", format!("groups nested deeper than {MAX_DEPTH} levels")))
                }
                // Inner layers name their whole way themselves.
                "group" => {
                    self.layers(&layer.layers, &outer)?;
                    Ok(())
                }
                "objectgroup" => self.object_layer(layer, &outer),
                "tilelayer" => self.tile_layer(layer, &outer),
                _ => Ok(()),
            };
            read.map_err(|problem| problem.within(&format!("layer {:?}", outer.name)))?;
        }
        Ok(())
    }

    fn object_layer(&mut self, layer: &Layer, outer: &Outer) -> Result<(), Problem> {
        for (index, object) in layer.objects.iter().enumerate() {
            let place = |problem: Problem| {
                let label = objects::label(object);
                problem.within(&if label.is_empty() {
                    format!("object {index} of the layer")
                } else {
                    format!("object {label}")
                })
            };
            let filled = self.files.fill(object, &self.tilesets, self.path).map_err(place)?;
            let part = match &filled.tile {
                Some(tile) => {
                    let form = self.tile_form(tile).map_err(place)?;
                    objects::tile_shape(&filled.object, tile, &form.parts, form.size, &self.grid)
                        .map(Some)
                }
                None => objects::shape(&filled.object, Some(&self.grid)),
            };
            let mut label = objects::label(&filled.object);
            if label.is_empty() {
                label = format!("[{index}]");
            }
            let Some((shape, affine)) = part.map_err(place)? else {
                let note = format!("layer {:?}, object {label}: a text has no shape", outer.name);
                self.scene.notes.push(note);
                continue;
            };
            let mut own = outer.clone();
            own.filter(&filled.object.properties)?;
            let filter = self.layers.filter(own.layer.as_deref(), own.sees.as_deref());
            let id = format!("{}/{label}", outer.name);
            self.push(id, (shape, affine.under(&at(outer.offset))), filter, own.one_way)?;
        }
        Ok(())
    }

    fn tile_layer(&mut self, layer: &Layer, outer: &Outer) -> Result<(), Problem> {
        let packing = Packing {
            encoding: layer.encoding.as_deref(),
            compression: layer.compression.as_deref(),
        };
        let filter = self.layers.filter(outer.layer.as_deref(), outer.sees.as_deref());
        if let Some(cells) = &layer.data {
            let size = [layer.width, layer.height];
            let cells = data::cells(cells, packing, size, &mut self.cells)?;
            self.tiles(&cells, [0, 0], layer.width, outer, &filter)?;
        }
        for Chunk { x, y, width, height, data } in &layer.chunks {
            let cells = data::cells(data, packing, [*width, *height], &mut self.cells)
                .map_err(|problem| problem.within(&format!("chunk at {x}, {y}")))?;
            self.tiles(&cells, [i64::from(*x), i64::from(*y)], *width, outer, &filter)?;
        }
        Ok(())
    }

    fn tiles(
        &mut self,
        cells: &[u32],
        [left, top]: [i64; 2],
        width: u32,
        outer: &Outer,
        filter: &Filter,
    ) -> Result<(), Problem> {
        for (y, row) in (top..).zip(cells.chunks(width.max(1) as usize)) {
            for (x, &gid) in (left..).zip(row) {
                let place = |problem: Problem| problem.within(&format!("cell {x}, {y}"));
                let Some(tile) = self.tilesets.tile(gid).map_err(place)? else { continue };
                let form = self.tile_form(&tile).map_err(place)?;
                if form.parts.is_empty() {
                    continue;
                }
                let frame = self.cell_frame(&tile, form.size, [x, y]).under(&at(outer.offset));
                let part = objects::union(&form.parts, &frame).map_err(place)?;
                let mut own = outer.clone();
                if let Some(tile) = tile.tile() {
                    own.filter(&tile.properties).map_err(place)?;
                }
                let id = format!("{}({x},{y})", outer.name);
                self.push(id, part, filter.clone(), own.one_way)?;
            }
        }
        Ok(())
    }

    /// From the pixels of a tile to the pixels of the map, for the tile in a cell.
    fn cell_frame(&self, tile: &TileUse, size: [f64; 2], [x, y]: [i64; 2]) -> Affine {
        let set = &tile.tileset;
        let (flip, shown) = self.grid.flip(tile.flips, size);
        let mut scale = [1.0, 1.0];
        if set.tilerendersize == "grid" && shown[0] > 0.0 && shown[1] > 0.0 {
            scale = [self.grid.tile[0] / shown[0], self.grid.tile[1] / shown[1]];
            if set.fillmode == "preserve-aspect-fit" {
                scale = [if scale[0] < scale[1] { scale[0] } else { scale[1] }; 2];
            }
        }
        let [left, bottom] = self.grid.cell(x, y);
        let corner = [left + set.tileoffset.x, bottom - shown[1] * scale[1] + set.tileoffset.y];
        let scaled = Affine::IDENTITY.scaled(scale[0] as f32, scale[1] as f32);
        flip.under(&scaled).under(&at(corner))
    }

    /// The collision shapes of a tile and its size.
    fn tile_form(&mut self, tile: &TileUse) -> Result<Rc<TileForm>, Problem> {
        let key = (Rc::as_ptr(&tile.tileset), tile.id);
        if let Some(known) = self.forms.get(&key) {
            return Ok(Rc::clone(known));
        }
        let size = size(tile);
        let form = Rc::new(TileForm { parts: objects::tile_parts(tile, size)?, size });
        self.forms.insert(key, Rc::clone(&form));
        Ok(form)
    }

    fn push(
        &mut self,
        id: String,
        (shape, world): Part,
        filter: Filter,
        one_way: Option<Vec2>,
    ) -> Result<(), Problem> {
        if self.scene.colliders.len() == MAX_SHAPES {
            return Err(Problem::new("", format!("more than {MAX_SHAPES} colliders")));
        }
        let to_node = Affine::IDENTITY;
        // A tile may be turned or flipped; the side that blocks is the map's.
        let own = |side| world.inverse().map(|back| back.transform_vector(side));
        let (one_way, platform, node) = (one_way.and_then(own), false, None);
        self.scene.colliders.push(Collider {
            id,
            shape,
            world,
            node,
            to_node,
            filter,
            one_way,
            platform,
        });
        Ok(())
    }
}

/// The size of a tile: of its own picture in a collection, else the tileset's.
fn size(tile: &TileUse) -> [f64; 2] {
    let set = &tile.tileset;
    let pick = |part: f64, image: f64, set: f64| {
        if part > 0.0 {
            part
        } else if image > 0.0 {
            image
        } else {
            set
        }
    };
    tile.tile().map_or([set.tilewidth, set.tileheight], |own| {
        [
            pick(own.width, own.imagewidth, set.tilewidth),
            pick(own.height, own.imageheight, set.tileheight),
        ]
    })
}

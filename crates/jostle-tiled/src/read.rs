//! From the model of the files to a [`Map`]: layers, and an item for each object and cell with a
//! shape.

use crate::data::{self, MAX_CELLS, Packing};
use crate::error::MapError;
use crate::files::{self, Files, Flips, ReadText, TileUse};
use crate::grids::Footprint;
use crate::map::{Block, Item, Layer, LayerKind, Map, Tileset};
use crate::model::{self, Chunk};
use crate::objects::{self, Part};
use crate::place::{Grid, at};
use crate::properties::{Properties, Rules};
use crate::xml;
use jostle::json::limits::MAX_DEPTH;
use jostle::{Affine, Shape, Vec2};
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

/// Reads the map whose text stands at `path`.
pub(crate) fn map(text: &str, path: &Path, read: ReadText<'_>) -> Result<Map, MapError> {
    let mut model = files::parse(text, xml::map)?;
    let grid = Grid::of(&model)?;
    let mut names = Vec::new();
    let mut read = |path: &Path| {
        names.push(path.to_owned());
        read(path)
    };
    let mut files = Files::new(&mut read);
    let (tilesets, numbers) = files.tilesets(&mut model, path)?;
    let tilesets = tilesets.into_iter().map(|model| Tileset {
        name: model.name.clone(),
        image: some_path(&model.image).map(Path::to_owned),
        model,
    });
    let map = Map {
        size: [model.width, model.height],
        tile_size: Vec2::new(grid.tile[0] as f32, grid.tile[1] as f32),
        properties: std::mem::take(&mut model.properties),
        layers: Vec::new(),
        tilesets: tilesets.collect(),
        items: Vec::new(),
        notes: Vec::new(),
        files: Vec::new(),
        grid,
        numbers,
    };
    let mut reader = Reader { map, path, files, forms: BTreeMap::new(), cells: MAX_CELLS };
    reader.layers(&model.layers, &Outer::default())?;
    reader.note_bare_tiles();
    let mut map = reader.map;
    map.files = names;
    Ok(map)
}

fn some_path(path: &Path) -> Option<&Path> {
    (!path.as_os_str().is_empty()).then_some(path)
}

/// What the groups around a layer state.
#[derive(Clone, Default)]
struct Outer {
    name: String,
    offset: [f64; 2],
    rules: Rules,
    is_hidden: bool,
    depth: usize,
}

impl Outer {
    fn within(&self, layer: &model::Layer) -> Result<Self, MapError> {
        let slash = if self.name.is_empty() { "" } else { "/" };
        let mut inner = Self {
            name: format!("{}{slash}{}", self.name, layer.name),
            offset: [self.offset[0] + layer.offsetx, self.offset[1] + layer.offsety],
            depth: self.depth + 1,
            is_hidden: self.is_hidden || layer.visible == Some(false),
            rules: self.rules.clone(),
        };
        inner.rules.apply(&layer.properties)?;
        Ok(inner)
    }
}

/// A tile of a tileset as it is flipped.
type TileKey = (*const model::Tileset, u32, Flips);

/// What a tile is to a collider; it is read once for each tile and flip.
struct TileForm {
    /// Its collision shapes in its own pixels.
    parts: Vec<Part>,
    size: [f64; 2],
    /// One shape of all of them, and the way to the pixels of the tile.
    whole: Option<(Arc<Shape>, Affine)>,
    class: Arc<str>,
    properties: Arc<Properties>,
    footprint: Option<Arc<Footprint>>,
}

struct Reader<'a> {
    map: Map,
    path: &'a Path,
    files: Files<'a>,
    forms: BTreeMap<TileKey, Arc<TileForm>>,
    cells: u64,
}

impl Reader<'_> {
    /// A map on which a hero would fall for ever: its maker may not know that tiles need shapes.
    fn note_bare_tiles(&mut self) {
        let mut blocks = self.map.layers.iter().flat_map(|layer| &layer.blocks);
        let has_tiles = blocks.any(|block| block.gids.iter().any(|gid| *gid != 0));
        if has_tiles && self.map.items.iter().all(|item| item.cell.is_none()) {
            let note = "no tile of the layers has a collision shape, so no cell is solid";
            self.map.notes.push(note.to_owned());
        }
    }

    fn layers(&mut self, layers: &[model::Layer], outer: &Outer) -> Result<(), MapError> {
        for layer in layers {
            let outer = outer.within(layer)?;
            let read = match layer.kind.as_str() {
                "group" if outer.depth > MAX_DEPTH => {
                    Err(MapError::new("", format!("groups nested deeper than {MAX_DEPTH} levels")))
                }
                // Inner layers name their whole way themselves.
                "group" => {
                    self.layers(&layer.layers, &outer)?;
                    Ok(())
                }
                "objectgroup" => {
                    self.layer(layer, &outer, LayerKind::Objects);
                    self.object_layer(layer, &outer)
                }
                "tilelayer" => {
                    self.layer(layer, &outer, LayerKind::Tiles);
                    self.tile_layer(layer, &outer)
                }
                "imagelayer" => {
                    self.layer(layer, &outer, LayerKind::Image);
                    Ok(())
                }
                _ => Ok(()),
            };
            read.map_err(|error| error.within(&format!("layer {:?}", outer.name)))?;
        }
        Ok(())
    }

    fn layer(&mut self, layer: &model::Layer, outer: &Outer, kind: LayerKind) {
        self.map.layers.push(Layer {
            name: outer.name.clone(),
            kind,
            offset: Vec2::new(outer.offset[0] as f32, outer.offset[1] as f32),
            visible: !outer.is_hidden,
            properties: layer.properties.clone(),
            rules: Arc::new(outer.rules.clone()),
            image: some_path(&layer.image).map(|image| files::beside(self.path, image)),
            blocks: Vec::new(),
            cell: None,
            drawn: Vec::new(),
        });
    }

    fn object_layer(&mut self, layer: &model::Layer, outer: &Outer) -> Result<(), MapError> {
        for (index, object) in layer.objects.iter().enumerate() {
            let place = |error: MapError| {
                let label = objects::label(object);
                error.within(&if label.is_empty() {
                    format!("object {index} of the layer")
                } else {
                    format!("object {label}")
                })
            };
            let filled = self.files.fill(object, &self.map.numbers, self.path).map_err(place)?;
            let (part, form) = match &filled.tile {
                Some(tile) => {
                    let form = self.tile_form(tile).map_err(place)?;
                    let grid = &self.map.grid;
                    let part =
                        objects::tile_shape(&filled.object, tile, &form.parts, form.size, grid);
                    (part.map(Some), Some(form))
                }
                None => (objects::shape(&filled.object, Some(&self.map.grid)), None),
            };
            let mut label = objects::label(&filled.object);
            if label.is_empty() {
                label = format!("[{index}]");
            }
            let Some((shape, affine)) = part.map_err(place)? else {
                let note = format!("layer {:?}, object {label}: a text has no shape", outer.name);
                self.map.notes.push(note);
                continue;
            };
            let mut class: Arc<str> = filled.object.class.unwrap_or_default().into();
            let mut properties = filled.object.properties;
            if let Some(form) = form {
                if class.is_empty() {
                    class = Arc::clone(&form.class);
                }
                let own = std::mem::replace(&mut properties, (*form.properties).clone());
                properties.extend(own);
            }
            let mut rules = outer.rules.clone();
            rules.apply(&properties).map_err(place)?;
            self.map.push(Item {
                id: format!("{}/{label}", outer.name),
                layer: self.map.layers.len() - 1,
                cell: None,
                object: filled.object.id,
                name: filled.object.name.unwrap_or_default(),
                class,
                properties: Arc::new(properties),
                rules: Arc::new(rules),
                shape: Arc::new(shape),
                transform: affine.under(&at(outer.offset)),
                footprint: None,
            })?;
        }
        Ok(())
    }

    fn tile_layer(&mut self, layer: &model::Layer, outer: &Outer) -> Result<(), MapError> {
        let packing = Packing {
            encoding: layer.encoding.as_deref(),
            compression: layer.compression.as_deref(),
        };
        if let Some(cells) = &layer.data {
            let size = [layer.width, layer.height];
            let gids = data::cells(cells, packing, size, &mut self.cells)?.into_owned();
            self.block(Block { corner: [0, 0], width: layer.width, gids }, outer)?;
        }
        for Chunk { x, y, width, height, data } in &layer.chunks {
            let gids = data::cells(data, packing, [*width, *height], &mut self.cells)
                .map_err(|error| error.within(&format!("chunk at {x}, {y}")))?;
            let corner = [i64::from(*x), i64::from(*y)];
            self.block(Block { corner, width: *width, gids: gids.into_owned() }, outer)?;
        }
        Ok(())
    }

    fn block(&mut self, block: Block, outer: &Outer) -> Result<(), MapError> {
        let layer = self.map.layers.len() - 1;
        let of_layer = Arc::clone(&self.map.layers[layer].rules);
        let [left, top] = block.corner;
        for (y, row) in (top..).zip(block.gids.chunks(block.width.max(1) as usize)) {
            for (x, &gid) in (left..).zip(row) {
                let place = |error: MapError| error.within(&format!("cell {x}, {y}"));
                let Some(tile) = self.map.numbers.tile(gid).map_err(place)? else { continue };
                let form = self.tile_form(&tile).map_err(place)?;
                let Some((shape, affine)) = &form.whole else { continue };
                let frame = self.map.grid.cell_frame(&tile, form.size, [x, y]);
                let mut rules = Arc::clone(&of_layer);
                if !form.properties.is_empty() {
                    Arc::make_mut(&mut rules).apply(&form.properties).map_err(place)?;
                }
                self.map.push(Item {
                    id: format!("{}({x},{y})", outer.name),
                    layer,
                    cell: Some([x, y]),
                    object: None,
                    name: String::new(),
                    class: Arc::clone(&form.class),
                    properties: Arc::clone(&form.properties),
                    rules,
                    shape: Arc::clone(shape),
                    transform: affine.under(&frame.under(&at(outer.offset))),
                    footprint: form.footprint.clone(),
                })?;
            }
        }
        self.map.layers[layer].blocks.push(block);
        Ok(())
    }

    /// What a tile is to a collider.
    fn tile_form(&mut self, tile: &TileUse) -> Result<Arc<TileForm>, MapError> {
        let key = (Arc::as_ptr(&tile.tileset), tile.id, tile.flips);
        if let Some(known) = self.forms.get(&key) {
            return Ok(Arc::clone(known));
        }
        let size = tile.size();
        let own = tile.tile();
        let parts = objects::tile_parts(tile, size)?;
        let whole = match &parts[..] {
            [] => None,
            parts => {
                let (shape, affine) = objects::union(parts, &Affine::IDENTITY)?;
                Some((Arc::new(shape), affine))
            }
        };
        let form = Arc::new(TileForm {
            footprint: Footprint::of(tile, size, &parts, &self.map.grid).map(Arc::new),
            parts,
            size,
            whole,
            class: own.map_or("", |own| &own.class).into(),
            properties: own.map(|own| own.properties.clone()).unwrap_or_default().into(),
        });
        self.forms.insert(key, Arc::clone(&form));
        Ok(form)
    }
}

//! Tile layers as grids: one shape without seams for all cells of a layer with the same rules.
//!
//! A cell joins the grid if its tile has one collision shape that is a rectangle or a polygon within
//! the cell. [`Shape::grid_of_tiles`] counts corners in steps of 1/4096 of a cell, so they are rounded
//! to these here, and tiles that differ by less are one tile.

use crate::error::MapError;
use crate::files::TileUse;
use crate::map::{Item, LayerKind, Map};
use crate::objects::{self, Part};
use crate::place::Grid;
use crate::properties::Rules;
use jostle::shape::TileCell;
use jostle::{Affine, Shape, ShapeError, Vec2};
use std::collections::BTreeMap;
use std::sync::Arc;

/// Steps along the side of a cell.
const STEPS: f32 = 4096.0;

/// A polygon within a cell, in steps.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Footprint(Vec<[u16; 2]>);

impl Footprint {
    /// That of a tile as it is flipped; `None` if a grid cannot hold it.
    pub(crate) fn of(tile: &TileUse, size: [f64; 2], parts: &[Part], grid: &Grid) -> Option<Self> {
        grid.lattice([0, 0])?;
        let [object] = &tile.tile()?.objectgroup.as_ref()?.objects[..] else { return None };
        let [(_, affine)] = parts else { return None };
        let frame = affine.under(&grid.cell_frame(tile, size, [0, 0]));
        let [w, h] = grid.tile.map(|side| STEPS / side as f32);
        let step = |v: f32| {
            let v = v.round();
            (0.0..=STEPS).contains(&v).then_some(v as u16)
        };
        let corners = objects::corners(object)?.into_iter().map(|corner| {
            let at = frame.transform_point(corner);
            Some([step(at.x * w)?, step(at.y * h)?])
        });
        let footprint = Self(corners.collect::<Option<_>>()?);
        // A grid refuses what has no area or a folded edge.
        footprint.grid().is_ok().then_some(footprint)
    }

    /// All of a cell.
    pub(crate) fn full() -> Self {
        let [min, max] = [0, STEPS as u16];
        Self(vec![[min, min], [max, min], [max, max], [min, max]])
    }

    fn grid(&self) -> Result<Shape, ShapeError> {
        Shape::grid_of_tiles(1, 1, (1.0, 1.0), [self.shape()?], [TileCell::Tile(0)])
    }

    /// In units of the cell.
    fn shape(&self) -> Result<Shape, ShapeError> {
        Shape::polygon(self.0.iter().map(|corner| corner.map(|v| f32::from(v) / STEPS)))
    }

    fn is_full(&self) -> bool {
        self.0.len() == 4 && Self::full().0.iter().all(|corner| self.0.contains(corner))
    }
}

impl Map {
    /// Joins the cells of each tile layer to grids, so that floors have no seams: one item for each
    /// layer and each set of rules in it. Cells that no grid can hold, such as tiles with an ellipse or
    /// two collision shapes and all cells of maps that are not orthogonal, stay items of their own.
    ///
    /// Grids count corners in steps of 1/4096 of a cell: a deck of 5 pixels in cells of 48 may lie off by
    /// 0.006 pixels. Where the size of the cells is a power of two, whole pixels are exact.
    ///
    /// ```
    /// # let text = r#"<map width="2" height="1" tilewidth="16" tileheight="16">
    /// #   <tileset firstgid="1" tilewidth="16" tileheight="16"><tile id="0"><objectgroup>
    /// #     <object id="1" x="0" y="0" width="16" height="16"/></objectgroup></tile></tileset>
    /// #   <layer name="ground" width="2" height="1"><data encoding="csv">1,1</data></layer></map>"#;
    /// let map = jostle_tiled::Map::from_text(text, "level.tmx")?;
    /// let mut world = jostle::World::new();
    /// for item in map.grids()? {
    ///     world.add(item.collider("floor"))?;
    /// }
    /// assert_eq!((map.items.len(), world.len()), (2, 1));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// A layer has cells so far apart that no grid holds them.
    pub fn grids(&self) -> Result<Vec<Item>, MapError> {
        let (mut groups, mut items): (Vec<Group<'_>>, Vec<Item>) = (Vec::new(), Vec::new());
        for item in &self.items {
            let Some(cell) = item.cell else { continue };
            let Some(footprint) = &item.footprint else {
                items.push(item.clone());
                continue;
            };
            let is_same = |group: &&mut Group<'_>| {
                let same = Arc::ptr_eq(&group.rules, &item.rules) || group.rules == item.rules;
                group.layer == item.layer && same
            };
            // The groups of the same layer are the last ones.
            match groups.iter_mut().rev().find(is_same) {
                Some(group) => {
                    group.cells.insert(cell, footprint);
                    if group.class != item.class {
                        group.class = "".into();
                    }
                }
                None => groups.push(Group {
                    layer: item.layer,
                    class: Arc::clone(&item.class),
                    rules: Arc::clone(&item.rules),
                    cells: BTreeMap::from([(cell, &**footprint)]),
                }),
            }
        }
        let grids = groups.into_iter().map(|group| {
            let place = format!("layer {:?}", self.layers[group.layer].name);
            self.grid_of(group).map_err(|error| MapError::new(place, error.to_string()))
        });
        let mut all = grids.collect::<Result<Vec<_>, _>>()?;
        all.append(&mut items);
        Ok(all)
    }

    fn grid_of(&self, group: Group<'_>) -> Result<Item, ShapeError> {
        let layer = &self.layers[group.layer];
        let (min, max) =
            group.cells.keys().fold(([i64::MAX; 2], [i64::MIN; 2]), |(min, max), at| {
                ([0, 1].map(|i| min[i].min(at[i])), [0, 1].map(|i| max[i].max(at[i])))
            });
        let [columns, rows] =
            [0, 1].map(|i| u32::try_from(max[i] - min[i] + 1).unwrap_or(u32::MAX));
        let mut tiles: BTreeMap<&Footprint, u16> = BTreeMap::new();
        let mut shapes = Vec::new();
        let mut cells = BTreeMap::new();
        for (at, footprint) in group.cells {
            let cell = if footprint.is_full() {
                TileCell::Full
            } else if let Some(&tile) = tiles.get(footprint) {
                TileCell::Tile(tile)
            } else {
                // A grid refuses that many tiles.
                let tile = u16::try_from(shapes.len()).unwrap_or(u16::MAX);
                shapes.push(footprint.shape()?);
                tiles.insert(footprint, tile);
                TileCell::Tile(tile)
            };
            cells.insert(at, cell);
        }
        let at = |y| (0..columns).map(move |x| [min[0] + i64::from(x), min[1] + i64::from(y)]);
        let row_by_row = (0..rows).flat_map(at);
        let row_by_row = row_by_row.map(|at| cells.get(&at).copied().unwrap_or_default());
        let size = layer.cell.map_or(self.tile_size, |side| Vec2::new(side as f32, side as f32));
        let shape = Shape::grid_of_tiles(columns, rows, size, shapes, row_by_row)?;
        let corner = match layer.cell {
            Some(side) => min.map(|cell| cell as f64 * side),
            None => self.grid.lattice(min).unwrap_or_default(),
        };
        let [x, y] = corner.map(|v| v as f32);
        Ok(Item {
            id: layer.name.clone(),
            layer: group.layer,
            cell: None,
            object: None,
            name: layer.name.clone(),
            class: group.class,
            properties: Arc::new(layer.properties.clone()),
            rules: group.rules,
            shape: Arc::new(shape),
            transform: Affine::at(Vec2::new(x, y) + layer.offset),
            footprint: None,
        })
    }

    /// Finds the layers that are tiles.
    pub fn tile_layers(&self) -> impl Iterator<Item = usize> {
        let is_tiles = |index: &usize| self.layers[*index].kind == LayerKind::Tiles;
        (0..self.layers.len()).filter(is_tiles)
    }
}

/// The cells of a layer with the same rules.
struct Group<'a> {
    layer: usize,
    class: Arc<str>,
    rules: Arc<Rules>,
    cells: BTreeMap<[i64; 2], &'a Footprint>,
}

//! A tile grid: the closed union of its cells, each empty, full, or one of a list of tiles.
//!
//! Cell (i, j) spans (i·w, j·h) to ((i + 1)·w, (j + 1)·h). Everything is counted in whole steps, a
//! power of two of them a cell ([`STEPS`] at most), so that cells are joined (`outline`) and cut into
//! convex parts in exact numbers: a side that two cells share is no boundary where both cover it. A
//! placed grid (`lattice`) has its vertices at `origin + i · column + j · row`, with steps short
//! enough that every such sum is exact in `f64`: what is straight in the grid is straight in the
//! world, under any map.
//!
//! Cost of making one: O(cells + e log e) for e sides of cells on the outline.

mod cells;
mod lattice;
mod outline;
#[cfg(test)]
mod tests;
mod tile;

use alloc::sync::Arc;
use alloc::vec::Vec;

use crate::math::{Affine, Vec2};
use crate::shape::kinds::mask::Bits;
use crate::shape::placing::region::Region;
use crate::shape::{Body, Shape, ShapeError, TileFault, ValuePath, validate};
pub(crate) use cells::PlacedGrid;
use cells::WORTH_A_FIELD;
use lattice::Lattice;
pub(crate) use tile::Tile;

pub(crate) const MAX_SIDE: u32 = 1 << 14;
pub(crate) const MAX_CELLS: usize = 1 << 24;
pub(crate) const MAX_TILES: usize = 1 << 15;
/// Steps into which a tile may divide the side of a cell, at most.
pub(crate) const STEPS: u32 = 1 << 12;
/// Steps along a side of the grid, at most: whole numbers that `f32` holds.
const MAX_STEPS: u32 = 1 << 24;

/// The content of a cell of a tile grid; see [`Shape::grid_of_tiles`].
///
/// ```
/// use jostle::shape::TileCell;
/// assert_eq!(TileCell::from(true), TileCell::Full);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum TileCell {
    /// Nothing.
    #[default]
    Empty,
    /// All of the cell.
    Full,
    /// The tile of this number.
    Tile(u16),
}

impl From<bool> for TileCell {
    /// Reads true as full.
    fn from(full: bool) -> Self {
        if full { Self::Full } else { Self::Empty }
    }
}

impl TileCell {
    /// A number for bytes: 0 and 1 for empty and full, then the tiles.
    pub(crate) fn code(self) -> u16 {
        match self {
            Self::Empty => 0,
            Self::Full => 1,
            // There are far fewer tiles than numbers.
            Self::Tile(tile) => tile.saturating_add(2),
        }
    }

    pub(crate) fn of_code(code: u16) -> Self {
        match code {
            0 => Self::Empty,
            1 => Self::Full,
            _ => Self::Tile(code - 2),
        }
    }
}

/// A tile grid; see [`Shape::grid`] and [`Shape::grid_of_tiles`].
#[derive(Clone, Debug)]
pub struct Grid {
    pub(crate) map: Arc<Map>,
    outline: Arc<Region>,
}

/// What stands where.
#[derive(Clone, Debug)]
pub(crate) struct Map {
    pub(crate) columns: u32,
    pub(crate) rows: u32,
    pub(crate) cell: Vec2,
    pub(crate) tiles: Vec<Tile>,
    pub(crate) cells: Vec<TileCell>,
    /// Steps along the side of a cell.
    steps: u32,
}

impl Shape {
    /// Makes a tile grid of empty and full cells from rows of 64-bit words.
    ///
    /// Cell (i, j) spans from (i, j) to (i + 1, j + 1) times the size `cell`. It is full if bit
    /// `i % 64` of word `i / 64` of row `j` is 1; a row has `columns.div_ceil(64)` words, and bits
    /// beyond the last column are not looked at. The shape is the closed union of the full cells:
    /// seams between them are no boundary, and cells that share no more than a corner touch there.
    ///
    /// # Errors
    /// No cell is full, a side of a cell is not above 0 and finite, there are not as many words
    /// as the size requires, a side has more than 16,384 cells, or there are more than 16,777,216.
    ///
    /// ```
    /// use jostle::{Affine, Shape, Vec2};
    /// // ###
    /// // #..
    /// let floor = Shape::grid(3, 2, (16.0, 16.0), [0b111, 0b001])?.place(Affine::IDENTITY)?;
    /// assert_eq!(floor.area(), Some(1024.0));
    /// let ball = Shape::circle(4.0)?.place(Affine::at((32.0, 18.0)))?;
    /// assert_eq!(floor.contact(&ball).unwrap().normal, Vec2::new(0.0, 1.0));
    /// # Ok::<(), jostle::ShapeError>(())
    /// ```
    pub fn grid(
        columns: u32,
        rows: u32,
        cell: impl Into<Vec2>,
        words: impl IntoIterator<Item = u64>,
    ) -> Result<Self, ShapeError> {
        check_size(columns, rows)?;
        let bits = Bits::new(columns, rows, words)?;
        let at = |y| (0..columns).map(move |x| (i64::from(x), i64::from(y)));
        let cells = (0..rows).flat_map(at).map(|(x, y)| TileCell::from(bits.get(x, y)));
        Self::grid_of_tiles(columns, rows, cell, [], cells)
    }

    /// Makes a tile grid from tiles and what each cell is, row by row.
    ///
    /// Cells lie as in [`Shape::grid`]. Tiles are given in units of the cell, from (0, 0) to (1,
    /// 1), and must be solid: polygons, with holes or not, and rectangles, turned or not, without a
    /// radius, within the cell. Their corners are taken to the nearest multiple of 1/4096 of the
    /// cell, so that sides of neighbors fit exactly. The shape is the closed union of its cells:
    /// what two cells cover from both sides is no boundary.
    ///
    /// # Errors
    /// As [`Shape::grid`]; a tile is of another kind, is rounded, leaves the cell, has no area or
    /// an edge with the same on both sides; a cell names a tile that is not there; or a side has
    /// more than 16,777,216 of the steps in which the corners of the tiles lie.
    ///
    /// ```
    /// use jostle::{Affine, Shape, shape::TileCell};
    /// let slope = Shape::polygon([(0.0, 1.0), (1.0, 0.0), (1.0, 1.0)])?;
    /// //  /#
    /// // /##
    /// let (none, full, up) = (TileCell::Empty, TileCell::Full, TileCell::Tile(0));
    /// let cells = [none, up, full, up, full, full];
    /// let hill = Shape::grid_of_tiles(3, 2, (2.0, 2.0), [slope], cells)?.place(Affine::IDENTITY)?;
    /// assert_eq!(hill.area(), Some(16.0));
    /// // One ramp from (0, 4) to (4, 0), without a seam.
    /// let c = hill.closest((1.0, 1.0));
    /// assert_eq!((c.point.x, c.point.y), (2.0, 2.0));
    /// # Ok::<(), jostle::ShapeError>(())
    /// ```
    pub fn grid_of_tiles<C: Into<TileCell>>(
        columns: u32,
        rows: u32,
        cell: impl Into<Vec2>,
        tiles: impl IntoIterator<Item = Self>,
        cells: impl IntoIterator<Item = C>,
    ) -> Result<Self, ShapeError> {
        let expected = check_size(columns, rows)?;
        let cell = cell.into();
        for (side, axis) in [(cell.x, ".x"), (cell.y, ".y")] {
            let what = ValuePath::field("cell").axis(axis);
            let value = validate::number(side, what)?;
            if value <= 0.0 {
                return Err(ShapeError::NotPositive { what, value });
            }
        }
        let cells = cells.into_iter().map(Into::into);
        let cells: Vec<TileCell> = validate::exactly(expected, cells, "cells")?;
        let shapes: Vec<Self> = tiles.into_iter().take(MAX_TILES + 1).collect();
        validate::at_most(MAX_TILES, shapes.len(), "tiles")?;
        let place = |i: usize| [i % columns as usize, i / columns as usize];
        let fault = |tile: usize, fault| {
            let first = cells.iter().position(|cell| *cell == TileCell::Tile(tile as u16));
            ShapeError::Tile { tile, cell: first.map(place), fault }
        };
        for cell in &cells {
            if let TileCell::Tile(tile) = *cell
                && usize::from(tile) >= shapes.len()
            {
                return Err(fault(tile.into(), TileFault::Missing));
            }
        }
        let mut made = Vec::with_capacity(shapes.len());
        for (tile, shape) in shapes.into_iter().enumerate() {
            made.push((tile::edges(&shape).map_err(|why| fault(tile, why))?, shape));
        }
        if cells.iter().all(|cell| *cell == TileCell::Empty) {
            return Err(ShapeError::NothingSolid { what: ValuePath::field("cells") });
        }
        // The fewest steps, a power of two, that hold all corners.
        let all = made.iter().flat_map(|(edges, _)| edges).flatten().flatten();
        let steps = STEPS >> all.fold(STEPS, |bits, x| bits | x).trailing_zeros();
        let longest = columns.max(rows);
        validate::at_most(MAX_STEPS as usize, longest as usize * steps as usize, "steps")?;
        let tiles = made.into_iter().map(|(edges, shape)| Tile::new(shape, edges, steps)).collect();
        let map = Map { columns, rows, cell, tiles, cells, steps };
        let outline = Arc::new(map.outline(&map.everything()));
        Ok(Self::Grid(Grid { map: Arc::new(map), outline }))
    }
}

/// Returns the number of cells.
fn check_size(columns: u32, rows: u32) -> Result<usize, ShapeError> {
    validate::at_most(MAX_SIDE as usize, columns as usize, "columns")?;
    validate::at_most(MAX_SIDE as usize, rows as usize, "rows")?;
    let found = columns as usize * rows as usize;
    validate::at_most(MAX_CELLS, found, "cells")?;
    Ok(found)
}

impl Grid {
    #[inline(never)]
    pub(crate) fn lower(&self, m: &Affine) -> Result<Body, ShapeError> {
        let lattice = Lattice::new(m, &self.map);
        let mut body = lattice.body(m.origin(), &self.outline, Vec2::ZERO)?;
        if let Body::Core(core) = &mut body
            && self.map.cells.len() >= WORTH_A_FIELD
            && !lattice.is_flat()
        {
            let field = Arc::new(PlacedGrid { map: self.map.clone(), lattice });
            core.edit_mesh(|mesh| mesh.field = Some(field));
        }
        Ok(body)
    }
}

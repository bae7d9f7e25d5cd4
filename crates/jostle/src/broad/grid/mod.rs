//! A grid for each size: for worlds of many boxes of a few sizes, evenly spread, none far from its like.
//!
//! Method: hierarchical hashed grids (Ericson, Real-Time Collision Detection, 2005, section 7.2).
//! A box belongs to the level whose cells are the smallest not smaller than it, each level's twice the
//! last one's, and there to the cell of its middle, so that it is in one list only and nothing is ever
//! found twice. A question looks at the cells that its box, grown by half a cell, covers on each level
//! in use. What is larger than the largest cells stands in a list that every question reads.
//!
//! Cost: a few cells for each level. A `set` relinks one list, and only when the cell changes. Where a
//! question covers more cells than there are boxes, it reads all boxes instead. A crowd of boxes far
//! smaller than the smallest cells makes a grid slow; the automatic cell follows a sample of sizes.

mod cells;

use crate::broad::BroadPhase;
use crate::broad::box_table::{Slots, holds};
use crate::broad::bvh::slab::{Way, square_distance};
use crate::broad::id_set::Marks;
use crate::math::{Aabb, D2, Vec2, greater};
use alloc::boxed::Box;
use alloc::vec::Vec;
use cells::{Cell, Cells};
use core::ops::ControlFlow;

/// Levels of cells, each twice as large as the last.
const LEVELS: usize = 24;
/// Columns and rows are counted up to here; everything beyond is in the last one.
const RIM: f64 = 1e9;
/// Stands for the level of what is too large.
const WIDE: u32 = u32::MAX;
/// Boxes in a sample of sizes.
const SAMPLE: usize = 64;

/// Hashed grids, one for each size.
#[derive(Clone, Debug)]
pub struct Grid {
    slots: Slots,
    cells: Cells,
    /// Side of the smallest cells.
    side: f64,
    sides: Sides,
    /// Boxes on each level.
    count: [usize; LEVELS],
    /// Ids too large for any level.
    wide: Vec<u32>,
    /// Boxes when the side was chosen.
    chosen: usize,
    moved: Marks,
    work: Vec<(Cell, u32)>,
    /// As bits, which sort as positive numbers do.
    sample: Vec<u32>,
}

/// Who chooses the side of the cells.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Sides {
    Automatic,
    Given(f32),
}

impl Default for Grid {
    fn default() -> Self {
        Self::new()
    }
}

impl Grid {
    /// Makes an empty one that chooses its cells by the boxes that come.
    ///
    /// ```
    /// use jostle::Aabb;
    /// use jostle::broad::{BroadPhase, Grid};
    /// let mut grid = Grid::new();
    /// grid.insert(0, Aabb::new((0.0, 0.0), (1.0, 1.0)));
    /// grid.insert(1, Aabb::new((1.0, 0.5), (900.0, 700.0)));
    /// let mut pairs = Vec::new();
    /// grid.pairs(&[1], &mut pairs);
    /// assert_eq!(pairs, [(0, 1)]);
    /// ```
    #[must_use]
    pub fn new() -> Self {
        Self::with(1.0, Sides::Automatic)
    }

    /// Makes an empty one whose smallest cells have this side; the automatic one for a side that is
    /// not a positive number.
    ///
    /// ```
    /// use jostle::broad::{BroadPhase, Grid};
    /// assert_eq!(Grid::with_cell(32.0).name(), "grid");
    /// ```
    #[must_use]
    pub fn with_cell(side: f32) -> Self {
        if side > 0.0 && side.is_finite() {
            Self::with(f64::from(side), Sides::Given(side))
        } else {
            Self::new()
        }
    }

    fn with(side: f64, sides: Sides) -> Self {
        Self {
            slots: Slots::default(),
            cells: Cells::default(),
            side,
            sides,
            count: [0; LEVELS],
            wide: Vec::new(),
            chosen: 0,
            moved: Marks::default(),
            work: Vec::new(),
            sample: Vec::new(),
        }
    }

    fn side(&self, level: u32) -> f64 {
        self.side * f64::from(1_u32 << level)
    }

    /// The column or row of a coordinate; never falls as the coordinate grows.
    fn line(&self, level: u32, at: f64) -> i32 {
        (at / self.side(level)).clamp(-RIM, RIM) as i32 - i32::from(at < 0.0)
    }

    /// Where a box belongs.
    fn home(&self, b: Aabb) -> Cell {
        let (min, max) = (D2::from(b.min), D2::from(b.max));
        let size = greater(max.x - min.x, max.y - min.y);
        let level = (0..LEVELS as u32).find(|level| size <= self.side(*level));
        let Some(level) = level else { return Cell { level: WIDE, ..Cell::default() } };
        let middle = (min + max) * 0.5;
        Cell { level, row: self.line(level, middle.y), column: self.line(level, middle.x) }
    }

    fn enter(&mut self, id: u32, cell: Cell) {
        if cell.level == WIDE {
            self.wide.push(id);
        } else {
            self.count[cell.level as usize] += 1;
            self.cells.add(id, cell);
        }
    }

    fn leave(&mut self, id: u32, cell: Cell) {
        if cell.level == WIDE {
            self.wide.retain(|wide| *wide != id);
        } else {
            self.count[cell.level as usize] -= 1;
            self.cells.remove(id);
        }
    }

    /// Chooses the side anew when the boxes have become twice or half as many.
    fn suit(&mut self) {
        let n = self.slots.len();
        let suits = n <= self.chosen * 2 && n * 2 >= self.chosen;
        if suits || self.sides != Sides::Automatic {
            return;
        }
        self.chosen = n;
        self.sample.clear();
        let room = self.slots.room();
        for at in 0..SAMPLE {
            if let Some(b) = self.slots.get((at * room / SAMPLE) as u32) {
                let size = b.max - b.min;
                let size = if size.x > size.y { size.x } else { size.y };
                if size > 0.0 && size.is_finite() {
                    self.sample.push(size.to_bits());
                }
            }
        }
        self.sample.sort_unstable();
        let Some(size) = self.sample.get(self.sample.len() / 2) else { return };
        self.side = f64::from(f32::from_bits(*size)) * 1.25;
        self.cells.clear();
        self.wide.clear();
        self.count = [0; LEVELS];
        for id in 0..self.slots.room() as u32 {
            if let Some(bounds) = self.slots.get(id) {
                self.enter(id, self.home(bounds));
            }
        }
    }

    /// The cells of a level that may hold what meets a box: first and last column, first and last row.
    ///
    /// A box that meets it has its middle within half a side of it; the rest is room for rounding.
    fn cover(&self, level: u32, b: Aabb) -> [i32; 4] {
        let side = self.side(level);
        let room = |v: f32| side * 0.5 + (f64::from(v).abs() + side) * 1e-15;
        [
            self.line(level, f64::from(b.min.x) - room(b.min.x)),
            self.line(level, f64::from(b.max.x) + room(b.max.x)),
            self.line(level, f64::from(b.min.y) - room(b.min.y)),
            self.line(level, f64::from(b.max.y) + room(b.max.y)),
        ]
    }

    fn levels(&self) -> impl Iterator<Item = u32> + '_ {
        (0..LEVELS as u32).filter(|level| self.count[*level as usize] > 0)
    }

    /// Calls `visit` with all ids whose box meets `bounds`, and their boxes.
    fn meet(
        &self,
        bounds: Aabb,
        mut visit: impl FnMut(u32, Aabb) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let cells = self.levels().map(|level| {
            let [x0, x1, y0, y1] = self.cover(level, bounds);
            let lines = |low: i32, high: i32| (f64::from(high) - f64::from(low)) + 1.0;
            lines(x0, x1) * lines(y0, y1)
        });
        if cells.sum::<f64>() > self.slots.len() as f64 {
            return self.slots.iter().try_for_each(|(id, own)| {
                if own.overlaps(bounds) { visit(id, own) } else { ControlFlow::Continue(()) }
            });
        }
        let mut check = |id: u32| match self.slots.get(id) {
            Some(own) if own.overlaps(bounds) => visit(id, own),
            _ => ControlFlow::Continue(()),
        };
        for level in self.levels() {
            let [x0, x1, y0, y1] = self.cover(level, bounds);
            for row in y0..=y1 {
                for column in x0..=x1 {
                    self.cells.ids(Cell { level, row, column }).try_for_each(&mut check)?;
                }
            }
        }
        self.wide.iter().copied().try_for_each(check)
    }
}

impl BroadPhase for Grid {
    fn name(&self) -> &'static str {
        "grid"
    }

    fn insert(&mut self, id: u32, bounds: Aabb) {
        if self.slots.get(id).is_some() || !holds(bounds) {
            self.set(id, bounds);
            return;
        }
        self.slots.put(id, bounds);
        self.enter(id, self.home(bounds));
        self.suit();
    }

    fn remove(&mut self, id: u32) {
        if let Some(old) = self.slots.get(id) {
            self.slots.take(id);
            self.leave(id, self.home(old));
        }
    }

    fn set(&mut self, id: u32, bounds: Aabb) {
        if !holds(bounds) {
            self.remove(id);
            return;
        }
        let Some(old) = self.slots.get(id) else { return };
        self.slots.put(id, bounds);
        let (from, to) = (self.home(old), self.home(bounds));
        if from != to {
            self.leave(id, from);
            self.enter(id, to);
        }
    }

    fn pairs(&mut self, moved: &[u32], out: &mut Vec<(u32, u32)>) {
        self.suit();
        let mut work = core::mem::take(&mut self.work);
        work.clear();
        for &id in moved {
            if let Some(bounds) = self.slots.get(id) {
                work.push((self.home(bounds), id));
            }
        }
        // Cell by cell, so that neighbours find their neighbours in the cache.
        work.sort_unstable();
        self.moved.set(moved);
        for &(_, id) in &work {
            let Some(own) = self.slots.get(id) else { continue };
            let _ = self.meet(own, |other, _| {
                if other > id {
                    out.push((id, other));
                } else if other < id && !self.moved.has(other) {
                    out.push((other, id));
                }
                ControlFlow::Continue(())
            });
        }
        self.moved.clear(moved);
        self.work = work;
    }

    fn overlapping(&self, bounds: Aabb, visit: &mut dyn FnMut(u32) -> ControlFlow<()>) {
        let _ = self.meet(bounds, |id, _| visit(id));
    }

    fn along(
        &self,
        origin: Vec2,
        translation: Vec2,
        radius: f32,
        visit: &mut dyn FnMut(u32) -> f32,
    ) {
        /// Cells on a piece of the way.
        const PIECE: f64 = 8.0;
        let way = Way::new(origin, translation, radius);
        let (from, by) = (D2::from(origin), D2::from(translation));
        let length = by.length();
        let pieces = (length / (self.side * PIECE)).clamp(1.0, 1.0 + self.slots.len() as f64);
        let mut end = 1.0;
        for piece in 0..pieces as usize {
            let begins = piece as f64 / pieces;
            let last = piece + 1 == pieces as usize;
            let ends = if last { f64::INFINITY } else { (piece + 1) as f64 / pieces };
            if begins > end {
                return;
            }
            let (a, b) = (from + by * begins, from + by * if last { 1.0 } else { ends });
            // Room for the rounding of the places and of the fraction at which a box is entered.
            let room = f64::from(radius) + (from.reach() + by.reach() + f64::from(radius)) * 1e-14;
            let low = D2::new(if a.x < b.x { a.x } else { b.x }, if a.y < b.y { a.y } else { b.y });
            let around = Aabb::outward(
                low - D2::new(room, room),
                D2::new(greater(a.x, b.x), greater(a.y, b.y)) + D2::new(room, room),
            );
            let stopped = self.meet(around, |id, own| {
                // Every box is entered within one piece.
                let entry = way.reaches(own, end).filter(|at| begins <= *at && *at < ends);
                if entry.is_some() {
                    end = f64::from(visit(id));
                }
                if end < 0.0 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            });
            if stopped.is_break() {
                return;
            }
        }
    }

    fn nearest(&self, from: Aabb, visit: &mut dyn FnMut(u32) -> f64) {
        let mut bound = f64::INFINITY;
        let mut inner = -1.0;
        let mut reach = self.side;
        loop {
            let (min, max) = (D2::from(from.min), D2::from(from.max));
            let around = Aabb::outward(min - D2::new(reach, reach), max + D2::new(reach, reach));
            let all = reach > RIM * self.side;
            let around = if all { Aabb::EVERYTHING } else { around };
            let outer = if all { f64::INFINITY } else { reach * reach * (1.0 - 1e-14) };
            let stopped = self.meet(around, |id, own| {
                let square = square_distance(from, own);
                if inner < square && square <= outer && square <= bound {
                    bound = visit(id);
                }
                if bound < 0.0 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            });
            if stopped.is_break() || all || bound <= outer {
                return;
            }
            inner = outer;
            reach *= 4.0;
        }
    }

    fn len(&self) -> usize {
        self.slots.len()
    }

    fn bytes(&self) -> usize {
        let work = self.work.capacity() * size_of::<(Cell, u32)>();
        let lists = (self.wide.capacity() + self.sample.capacity()) * 4;
        self.slots.bytes() + self.cells.bytes() + self.moved.bytes() + work + lists
    }

    fn nodes(&self, visit: &mut dyn FnMut(Aabb, u32)) {
        for cell in self.cells.full() {
            let side = self.side(cell.level);
            let min = D2::new(f64::from(cell.column) * side, f64::from(cell.row) * side);
            visit(Aabb::outward(min, min + D2::new(side, side)), LEVELS as u32 - 1 - cell.level);
        }
    }

    fn fresh(&self) -> Box<dyn BroadPhase> {
        Box::new(match self.sides {
            Sides::Automatic => Self::new(),
            Sides::Given(side) => Self::with_cell(side),
        })
    }
}

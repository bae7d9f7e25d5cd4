//! The cells of a placed grid near a box: as an outline, each as a body of its own with its number,
//! and as convex parts.
//!
//! What lies in the box sees no difference to the whole: the cells around it are all there, for an
//! outline one more on each side, so that where it is cut off is out of reach. Vertices are those of the
//! whole, to the bit. Cell (i, j) has the number j · columns + i. Cost: O(cells around the box).

use alloc::borrow::Cow;
use alloc::sync::Arc;
use alloc::vec::Vec;
use core::iter::from_fn;
use core::ops::Range;

use smallvec::SmallVec;

use crate::math::{Aabb, Affine, DVec2, Vec2, greater, lesser, min_max};
use crate::shape::Body;
use crate::shape::bvh::box_bvh::{DAabb, OUTWARD};
use crate::shape::kinds::tile_grid::lattice::Lattice;
use crate::shape::kinds::tile_grid::outline::Window;
use crate::shape::kinds::tile_grid::{Grid, Map, TileCell};
use crate::shape::outline::normalize::Outline;
use crate::shape::placing::region::Region;

/// Grids of fewer cells are used as a whole.
pub(crate) const WORTH_A_FIELD: usize = 100;

/// A placed grid whose cells can be looked at.
#[derive(Clone, Debug)]
pub(crate) struct PlacedGrid {
    pub(crate) map: Arc<Map>,
    pub(crate) lattice: Lattice,
}

impl PlacedGrid {
    /// The outline of the cells around a box, which is given relative to the origin, or the whole.
    /// `None` if none of these cells is solid.
    pub(crate) fn near<'a>(
        &self,
        whole: &'a Body,
        origin: DVec2,
        bounds: DAabb,
    ) -> Option<Cow<'a, Body>> {
        let Some(window) = self.window(bounds, 1.0) else { return Some(Cow::Borrowed(whole)) };
        let outline = Arc::new(self.map.outline(&window));
        let part = self.lattice.body(origin, &outline, Vec2::ZERO);
        // What was placed as a whole fits.
        (!outline.rings.is_empty()).then(|| part.map_or(Cow::Borrowed(whole), Cow::Owned))
    }

    /// The cell in which a place surely lies whose coordinates err by a slack; `None` on or outside of all.
    pub(crate) fn cell_at(&self, p: DVec2, slack: f64) -> Option<TileCell> {
        // An error of the place in cells is at most this; not finite where the grid is flat.
        let off = 2.0 * slack * self.lattice.cells_per_unit();
        let [i, j] = self.lattice.cell_of(p).map(|(at, error)| {
            let (low, high) = (at - error - off, at + error + off);
            (low >= 0.0 && low as usize == high as usize).then_some(low as usize)
        });
        let [columns, rows] = self.map.everything().to.map(|n| n as usize);
        let (i, j) = (i.filter(|i| *i < columns)?, j.filter(|j| *j < rows)?);
        self.map.cells.get(j * columns + i).copied()
    }

    /// The cells around a box and some more on each side, if they are not all.
    fn window(&self, bounds: DAabb, more: f64) -> Option<Window> {
        let (low, high) = (bounds.min, bounds.max);
        let cell_of = |x, y| self.lattice.cell_of(DVec2::new(x, y));
        let places = [
            cell_of(low.x, low.y),
            cell_of(high.x, low.y),
            cell_of(high.x, high.y),
            cell_of(low.x, high.y),
        ];
        let mut window = self.map.everything();
        for axis in [0, 1] {
            let ends = places.iter().map(|place| place[axis]);
            let [from, to] = min_max(ends.flat_map(|(at, slack)| [at - slack, at + slack]));
            // Not a number where the map is all but flat.
            if !from.is_finite() || !to.is_finite() {
                return None;
            }
            let clamp = |x: f64| lesser(greater(x, 0.0), window.to[axis].into()) as u32;
            let ends = [clamp(libm::floor(from) - more), clamp(libm::floor(to) + 1.0 + more)];
            [window.from[axis], window.to[axis]] = ends;
        }
        (window != self.map.everything()).then_some(window)
    }

    /// The numbers of the cells that are not empty and whose boxes overlap one in the world.
    pub(crate) fn numbers_near(&self, origin: DVec2, near: Aabb) -> SmallVec<[u32; 8]> {
        let bounds = DAabb::relative(near, origin);
        let window = self.window(bounds, 1.0).unwrap_or_else(|| self.map.everything());
        let Window { from, to } = window;
        let corners = self.map.corners();
        let is_near = |i: u32, j: u32| {
            let at = self.map.place(i, j);
            let around = DAabb::of_points(&corners.map(|p| self.lattice.offset(at + p)));
            around.grown(OUTWARD * (around.max.reach() + origin.reach())).overlaps(bounds)
        };
        let mut found = SmallVec::new();
        for (j, i) in (from[1]..to[1]).flat_map(|j| (from[0]..to[0]).map(move |i| (j, i))) {
            let number = j * self.map.columns + i;
            if self.map.cells[number as usize] != TileCell::Empty && is_near(i, j) {
                found.push(number);
            }
        }
        found
    }

    /// Calls `visit` with the offsets of convex parts that together are the grid: boxes of full
    /// cells next to each other, along rows and over rows alike, and the parts of tiles; only what
    /// lies around a box, if there is one. `false`, and nothing is visited, if that are more than `most` cells.
    pub(crate) fn parts(
        &self,
        near: Option<DAabb>,
        most: usize,
        visit: &mut dyn FnMut(&[DVec2]),
    ) -> bool {
        let window = near.and_then(|near| self.window(near, 0.0));
        let Window { from, to } = window.unwrap_or_else(|| self.map.everything());
        let [columns, rows] = [0, 1].map(|k| to[k].saturating_sub(from[k]) as usize);
        if columns * rows > most {
            return false;
        }
        let mut show = |ring: &mut [DVec2]| {
            if self.lattice.is_mirrored() {
                ring.reverse();
            }
            visit(ring);
        };
        let steps = self.map.steps as f32;
        let mut shown = |[left, right, top]: [u32; 3], bottom: u32| {
            let at = |i, j| self.lattice.offset(Vec2::new(i as f32 * steps, j as f32 * steps));
            show(&mut [at(left, top), at(right, top), at(right, bottom), at(left, bottom)]);
        };
        // Boxes that the row above left open: first column, end, first row. Perf: the lists stay where
        // they are, since to move them takes longer than to fill them.
        let [mut even, mut odd] = [(); 2].map(|()| SmallVec::<[[u32; 3]; 8]>::new());
        let (mut open, mut next) = (&mut even, &mut odd);
        for j in from[1]..=to[1] {
            let columns = if j < to[1] { from[0]..to[0] } else { 0..0 };
            let mut above = open.drain(..).peekable();
            for [left, right] in self.map.runs(j, columns) {
                while let Some(old) = above.next_if(|old| old[0] < left) {
                    shown(old, j);
                }
                let goes_on = above.next_if(|old| [old[0], old[1]] == [left, right]);
                next.push(goes_on.unwrap_or([left, right, j]));
            }
            above.for_each(|old| shown(old, j));
            core::mem::swap(&mut open, &mut next);
        }
        for (j, i) in (from[1]..to[1]).flat_map(|j| (from[0]..to[0]).map(move |i| (j, i))) {
            if let TileCell::Tile(tile) = self.map.cells[(j * self.map.columns + i) as usize] {
                let at = self.map.place(i, j);
                let outline = &self.map.tiles[usize::from(tile)].outline;
                let corners: Vec<Vec2> = outline.rings.iter().flatten().map(|p| *p + at).collect();
                for part in &outline.pieces(false).rings {
                    let offset = |i: &u32| self.lattice.offset(corners[*i as usize]);
                    show(&mut part.iter().map(offset).collect::<SmallVec<[DVec2; 8]>>());
                }
            }
        }
        true
    }
}

impl Map {
    /// The first corner of a cell, in steps.
    fn place(&self, i: u32, j: u32) -> Vec2 {
        Vec2::new((i * self.steps) as f32, (j * self.steps) as f32)
    }

    /// The corners of the first cell, in steps.
    fn corners(&self) -> [Vec2; 4] {
        let s = self.steps as f32;
        [(0.0, 0.0), (s, 0.0), (s, s), (0.0, s)].map(Vec2::from)
    }

    /// The runs of full cells in some columns of a row: first column and end.
    fn runs(&self, row: u32, columns: Range<u32>) -> impl Iterator<Item = [u32; 2]> {
        let is_full = move |i: u32| self.cells[(row * self.columns + i) as usize] == TileCell::Full;
        let mut rest = columns;
        from_fn(move || {
            let left = rest.find(|i| is_full(*i))?;
            let right = rest.find(|i| !is_full(*i)).unwrap_or(rest.end);
            Some([left, right])
        })
    }
}

impl Grid {
    /// The cells that are not empty and whose boxes overlap a box, by number.
    pub(crate) fn cells_near(&self, m: &Affine, near: Aabb) -> Vec<(u32, Body)> {
        let field = PlacedGrid { map: self.map.clone(), lattice: Lattice::new(m, &self.map) };
        let origin = m.origin();
        let full = Arc::new(Region::new(Outline::new([self.map.corners().into()].into(), true)));
        let numbers = field.numbers_near(origin, near).into_iter();
        let body = |number: u32| {
            let outline = match self.map.cells[number as usize] {
                TileCell::Tile(tile) => &self.map.tiles[usize::from(tile)].outline,
                _ => &full,
            };
            let at = self.map.place(number % self.map.columns, number / self.map.columns);
            // What was placed as a whole fits.
            let body = field.lattice.body(origin, outline, at).ok()?;
            body.bounds().overlaps(near).then_some((number, body))
        };
        numbers.filter_map(body).collect()
    }
}

//! The outline of some cells of a grid, and its convex parts, in steps.
//!
//! Method: along every line between two rows, and between two columns, a stretch that is covered
//! from one side only is an edge; stretches end at corners of tiles and of cells. With the inner
//! edges of tiles these are all edges of the union, cut wherever another vertex lies on them; they
//! are drawn as rings that touch but never cross (`face_tracing`),
//! and cut into parts (`Region`) where those are needed. Vertices that are straight and where nothing
//! else touches are left out.
//!
//! Sign: area on the left of every edge. Error: none; all numbers are whole and below 2^24. Cost:
//! O(cells + e log e) for e sides of cells and tiles on the outline.

use alloc::vec::Vec;
use core::cmp::Ordering;

use smallvec::SmallVec;

use crate::math::Vec2;
use crate::math::exact::orient2d::{lexicographic, orient2d};
use crate::math::sort::sort_points;
use crate::shape::kinds::tile_grid::{Map, TileCell};
use crate::shape::outline::arrangement::index_of;
use crate::shape::outline::face_tracing::{Arc, circuits};
use crate::shape::outline::normalize::Outline;
use crate::shape::placing::region::Region;

/// Cells from a column and row on, to others that are not part of it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Window {
    pub(crate) from: [u32; 2],
    pub(crate) to: [u32; 2],
}

impl Window {
    fn has(&self, cell: [i64; 2]) -> bool {
        (0..2).all(|i| (i64::from(self.from[i])..i64::from(self.to[i])).contains(&cell[i]))
    }
}

/// From one point to another, area on the left.
pub(crate) type Edge = [[u32; 2]; 2];

impl Map {
    pub(crate) fn everything(&self) -> Window {
        Window { from: [0; 2], to: [self.columns, self.rows] }
    }

    /// The outline of the cells in a window.
    pub(crate) fn outline(&self, window: &Window) -> Region {
        Region::new(traced(&self.edges(window)))
    }

    /// All edges of the union, with every vertex on them an end.
    fn edges(&self, window: &Window) -> Vec<Edge> {
        let Window { from, to } = *window;
        let mut edges = Vec::new();
        for axis in [0, 1] {
            for line in from[1 - axis]..=to[1 - axis] {
                self.line(axis, line, window, &mut edges);
            }
        }
        if !self.tiles.is_empty() {
            for (i, j) in (from[1]..to[1]).flat_map(|j| (from[0]..to[0]).map(move |i| (i, j))) {
                let TileCell::Tile(tile) = self.at([i.into(), j.into()], window) else { continue };
                let at = [i * self.steps, j * self.steps];
                let moved = |p: [u32; 2]| [p[0] + at[0], p[1] + at[1]];
                let inner = self.tiles[usize::from(tile)].edges.iter().filter(|e| {
                    let on = |axis: usize| e[0][axis] == e[1][axis] && e[0][axis] % self.steps == 0;
                    !on(0) && !on(1)
                });
                edges.extend(inner.map(|e| e.map(moved)));
            }
        }
        edges
    }

    /// What a cell is; nothing is outside the window.
    fn at(&self, cell: [i64; 2], window: &Window) -> TileCell {
        if !window.has(cell) {
            return TileCell::Empty;
        }
        self.cells[cell[1] as usize * self.columns as usize + cell[0] as usize]
    }

    /// The edges on one line between rows (axis 0, along x) or columns (axis 1).
    fn line(&self, axis: usize, line: u32, window: &Window, edges: &mut Vec<Edge>) {
        let steps = self.steps;
        let tile = |cell: TileCell| match cell {
            TileCell::Tile(tile) => &self.tiles[usize::from(tile)].edges[..],
            _ => &[],
        };
        for k in window.from[axis]..window.to[axis] {
            let cell = |line: i64| {
                self.at(if axis == 0 { [k.into(), line] } else { [line, k.into()] }, window)
            };
            // The line is the end of the cell before it and the start of the cell after it.
            let sides = [(cell(i64::from(line) - 1), steps), (cell(line.into()), 0)];
            if sides[0].0 == sides[1].0 && tile(sides[0].0).is_empty() {
                continue;
            }
            let mut marks: SmallVec<[u32; 8]> = [0, steps].into_iter().collect();
            for (cell, at) in sides {
                let ends = tile(cell).iter().flatten().filter(|p| p[1 - axis] == at);
                marks.extend(ends.map(|p| p[axis]));
            }
            marks.sort_unstable();
            marks.dedup();
            for ends in marks.windows(2) {
                let [from, to] = [ends[0], ends[1]];
                let covers = |edge: &Edge, at: u32| {
                    let [p, q] = edge.map(|p| p[axis]);
                    edge.iter().all(|p| p[1 - axis] == at) && p.min(q) <= from && to <= p.max(q)
                };
                let [before, after] = sides.map(|(cell, at)| {
                    cell == TileCell::Full || tile(cell).iter().any(|edge| covers(edge, at))
                });
                if before != after {
                    let ends = [from, to].map(|x| k * steps + x);
                    edges.push(directed(axis, line * steps, ends, after));
                }
            }
        }
    }
}

/// An edge on a line, with the area on the side after it or before it.
fn directed(axis: usize, line: u32, [from, to]: [u32; 2], after: bool) -> Edge {
    let ends = if (axis == 0) == after { [from, to] } else { [to, from] };
    ends.map(|k| if axis == 0 { [k, line] } else { [line, k] })
}

/// Rings from edges, without straight vertices where nothing else touches.
pub(crate) fn traced(edges: &[Edge]) -> Outline {
    let at = |[x, y]: [u32; 2]| Vec2::new(x as f32, y as f32);
    let mut points: Vec<Vec2> = edges.iter().flatten().copied().map(at).collect();
    sort_points(&mut points);
    points.dedup();
    let index = |p: [u32; 2]| index_of(&points, at(p)).unwrap_or_default();
    let arc = |edge: &Edge| {
        let [from, to] = edge.map(index);
        Arc { from, to, bare: false, source: 0 }
    };
    let arcs: Vec<Arc> = edges.iter().map(arc).collect();
    let mut leaving = alloc::vec![0_u8; points.len()];
    for arc in &arcs {
        let count = &mut leaving[arc.from as usize];
        *count = count.saturating_add(1);
    }
    let ring = |circuit: &Vec<Arc>| {
        let n = circuit.len();
        let bends = |i: &usize| {
            let [a, b] = [circuit[(i + n - 1) % n].from, circuit[*i].from];
            let [p, q, r] = [a, b, circuit[*i].to].map(|k| points[k as usize]);
            leaving[b as usize] > 1 || orient2d(p, q, r) != Ordering::Equal
        };
        let mut ring: Vec<Vec2> =
            (0..n).filter(bends).map(|i| points[circuit[i].from as usize]).collect();
        let least = (0..ring.len()).min_by(|i, j| lexicographic(ring[*i], ring[*j]));
        ring.rotate_left(least.unwrap_or_default());
        ring
    };
    Outline::new(circuits(&points, arcs).iter().map(ring).collect(), true)
}

//! The outline of some cells of a grid, and its convex parts, in steps.
//!
//! Method: along every line between two rows, and between two columns, a stretch that is covered
//! from one side only is an edge; stretches end at corners of tiles and of cells, and run on over
//! plain cells. With the inner edges of tiles these are all edges of the union, cut wherever
//! another vertex lies on them; they are drawn as rings that touch but never cross (`face_tracing`),
//! and cut into parts (`Region`) where those are needed. Vertices that are straight and where nothing
//! else touches are left out.
//!
//! Sign: area on the left of every edge. Error: none; all numbers are whole and below 2^24. Cost:
//! O(cells + c log c) for c corners; where nearly every place is a corner they are counted out
//! rather than sorted.

use alloc::vec::Vec;

use crate::math::Vec2;
use crate::math::exact::orient2d::lexicographic;
use crate::math::sort::sort_by;
use crate::shape::kinds::tile_grid::{Map, TileCell};
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

    /// The outline of all cells of a large grid, whose parts its field holds.
    pub(crate) fn large_outline(&self) -> Region {
        Region::uncut(traced(&self.edges(&self.everything())))
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
        let sides = |k: u32| {
            let (line, k) = (i64::from(line), i64::from(k));
            [line - 1, line].map(|l| self.at(if axis == 0 { [k, l] } else { [l, k] }, window))
        };
        // Where the stretch of plain cells started, and which of its sides is covered.
        let mut run: Option<(u32, bool)> = None;
        for k in window.from[axis]..=window.to[axis] {
            let now = sides(k);
            let side = match now {
                [TileCell::Full, TileCell::Empty] => Some(false),
                [TileCell::Empty, TileCell::Full] => Some(true),
                _ => None,
            };
            if run.map(|(_, after)| after) != side {
                if let Some((from, after)) = run {
                    let ends = [from, k].map(|k| k * self.steps);
                    edges.push(directed(axis, line * self.steps, ends, after));
                }
                run = side.map(|after| (k, after));
            }
            if now.iter().any(|cell| matches!(cell, TileCell::Tile(_))) {
                self.stretch(axis, [k, line], now, edges);
            }
        }
    }

    /// The edges at place `k` of a line, between two cells of which at least one is a tile.
    fn stretch(
        &self,
        axis: usize,
        [k, line]: [u32; 2],
        sides: [TileCell; 2],
        edges: &mut Vec<Edge>,
    ) {
        let steps = self.steps;
        // The line is the end of the cell before it and the start of the cell after it.
        let sides = [(sides[0], steps), (sides[1], 0)];
        let tile = |cell: TileCell| match cell {
            TileCell::Tile(tile) => &self.tiles[usize::from(tile)].edges[..],
            _ => &[],
        };
        let mut marks: Vec<u32> = [0, steps].into();
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
                edges.push(directed(axis, line * steps, [from, to].map(|x| k * steps + x), after));
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
    let (points, arcs) = numbered(edges);
    let mut leaving = alloc::vec![0_u8; points.len()];
    for arc in &arcs {
        let count = &mut leaving[arc.from as usize];
        *count = count.saturating_add(1);
    }
    let places: Vec<Vec2> = points.iter().copied().map(at).collect();
    let circuits = circuits(&places, arcs);
    let ring = |circuit: &Vec<Arc>| {
        let n = circuit.len();
        let bends = |i: &usize| {
            let [a, b] = [circuit[(i + n - 1) % n].from, circuit[*i].from];
            let [p, q, r] = [a, b, circuit[*i].to].map(|k| points[k as usize].map(i64::from));
            let cross = (q[0] - p[0]) * (r[1] - q[1]) - (q[1] - p[1]) * (r[0] - q[0]);
            cross != 0 || leaving[b as usize] > 1
        };
        let mut ring: Vec<Vec2> =
            (0..n).filter(bends).map(|i| places[circuit[i].from as usize]).collect();
        let least = (0..ring.len()).min_by(|i, j| lexicographic(ring[*i], ring[*j]));
        ring.rotate_left(least.unwrap_or_default());
        ring
    };
    let rings: Vec<Vec<Vec2>> = circuits.iter().map(ring).collect();
    Outline::new(rings, true)
}

/// The points of edges in lexicographic order, and the edges between their numbers.
fn numbered(edges: &[Edge]) -> (Vec<[u32; 2]>, Vec<Arc>) {
    let arc = |[from, to]: [u32; 2]| Arc { from, to, bare: false, source: 0 };
    let ends = || edges.iter().flatten();
    let low = ends().fold([u32::MAX; 2], |a, p| [a[0].min(p[0]), a[1].min(p[1])]);
    let high = ends().fold([0; 2], |a, p| [a[0].max(p[0]), a[1].max(p[1])]);
    let [width, height] = [0, 1].map(|i| high[i].saturating_sub(low[i]) as usize + 1);
    if width * height > TABLE * edges.len() {
        let mut points: Vec<[u32; 2]> = ends().copied().collect();
        sort_by(&mut points, Ord::cmp);
        points.dedup();
        let index = |p: [u32; 2]| points.binary_search(&p).unwrap_or_default() as u32;
        let arcs = edges.iter().map(|edge| arc(edge.map(index))).collect();
        return (points, arcs);
    }
    // If at least every other place has a point, a table is faster.
    let place = |p: [u32; 2]| (p[0] - low[0]) as usize * height + (p[1] - low[1]) as usize;
    let mut table = alloc::vec![0_u32; width * height];
    ends().for_each(|p| table[place(*p)] = 1);
    let mut points = Vec::with_capacity(edges.len());
    for (x, column) in (low[0]..).zip(table.chunks_mut(height)) {
        for (y, entry) in (low[1]..).zip(column).filter(|(_, entry)| **entry == 1) {
            *entry = points.len() as u32;
            points.push([x, y]);
        }
    }
    let arcs = edges.iter().map(|edge| arc(edge.map(|p| table[place(p)]))).collect();
    (points, arcs)
}

/// Places of a table for each edge, at most.
const TABLE: usize = 8;

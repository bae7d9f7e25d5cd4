//! The outline of some cells of a grid, and its convex parts, in steps.
//!
//! Method: along every line between two rows, and between two columns, a stretch that is covered
//! from one side only is an edge; stretches end at corners of tiles and of cells, and run on over
//! plain cells. With the inner edges of tiles these are all edges of the union, cut wherever
//! another vertex lies on them; they are drawn as rings that touch but never cross (`circuit`), and
//! cut into parts (`cut`) where those are asked for. Vertices that are straight and where nothing
//! else touches are left out.
//!
//! Sign: area on the left of every edge. Error: none; all numbers are whole and below 2^24. Cost:
//! O(cells + c log c) for c corners; where nearly every place is a corner they are counted out
//! rather than sorted.

use alloc::sync::Arc as Shared;
use alloc::vec::Vec;

use crate::math::Vec2;
use crate::math::exact::orient2d::lexicographic;
use crate::math::sort::sort_by;
use crate::shape::body::core::Pieces;
use crate::shape::decomposition::lazy_pieces::LazyPieces;
use crate::shape::kinds::tile_grid::tile::{Border, Cover};
use crate::shape::kinds::tile_grid::{Map, TileCell};
use crate::shape::outline::face_tracing::{Arc, circuits};
use crate::shape::outline::normalize::is_convex;

/// Rings in steps, and convex parts.
#[derive(Clone, Debug)]
pub(crate) struct Outline {
    cut: Shared<LazyPieces>,
    pub(crate) convex: bool,
    /// The edges, counted through all rings, in an order in which neighbors are near; for a large
    /// outline, whose field holds the parts.
    pub(crate) near: Vec<u32>,
}

impl Outline {
    pub(crate) fn rings(&self) -> &[Vec<Vec2>] {
        &self.cut.rings
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.rings().is_empty()
    }

    /// Calls `visit` with the corners of each convex part.
    pub(crate) fn parts(&self, visit: &mut dyn FnMut(&mut dyn Iterator<Item = Vec2>)) {
        let vertices: Vec<Vec2> = self.rings().iter().flatten().copied().collect();
        if self.convex {
            return visit(&mut vertices.iter().copied());
        }
        self.cut.each(false, &mut |part| visit(&mut part.iter().map(|i| vertices[*i as usize])));
    }

    /// The source of the parts of a placed outline.
    pub(crate) fn pieces(&self, mirrored: bool) -> Pieces {
        if self.near.is_empty() {
            Pieces::Lazy { cut: self.cut.clone(), mirrored }
        } else {
            Pieces::Cells
        }
    }
}

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
type Edge = [[u32; 2]; 2];

/// Along which axis a line between cells runs.
#[derive(Clone, Copy, PartialEq)]
enum Along {
    X,
    Y,
}

impl Map {
    pub(crate) fn everything(&self) -> Window {
        Window { from: [0; 2], to: [self.columns, self.rows] }
    }

    /// The outline of the cells in a window.
    pub(crate) fn outline(&self, window: &Window) -> Outline {
        let rings = rings(&self.edges(window));
        let convex = matches!(&rings[..], [ring] if is_convex(ring.len(), |i| ring[i]));
        let cut = if convex { LazyPieces::uncut(rings) } else { LazyPieces::new(rings) };
        Outline { cut, convex, near: Vec::new() }
    }

    /// The outline of all cells of a large grid, whose parts its field holds.
    pub(crate) fn large_outline(&self) -> Outline {
        let rings = rings(&self.edges(&self.everything()));
        let convex = matches!(&rings[..], [ring] if is_convex(ring.len(), |i| ring[i]));
        let near = near_order(&rings);
        Outline { cut: LazyPieces::uncut(rings), convex, near }
    }

    /// All edges of the union, with every vertex on them an end.
    fn edges(&self, window: &Window) -> Vec<Edge> {
        let Window { from, to } = *window;
        let mut edges = Vec::new();
        for j in from[1]..=to[1] {
            self.line(Along::X, j, window, &mut edges);
        }
        for i in from[0]..=to[0] {
            self.line(Along::Y, i, window, &mut edges);
        }
        if !self.tiles.is_empty() {
            for (i, j) in (from[1]..to[1]).flat_map(|j| (from[0]..to[0]).map(move |i| (i, j))) {
                let TileCell::Tile(tile) = self.at([i.into(), j.into()], window) else { continue };
                let at = [i * self.steps, j * self.steps];
                let moved = |p: [u32; 2]| [p[0] + at[0], p[1] + at[1]];
                edges.extend(self.tiles[usize::from(tile)].inner.iter().map(|e| e.map(moved)));
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

    /// The edges on one line between rows (or columns).
    fn line(&self, along: Along, line: u32, window: &Window, edges: &mut Vec<Edge>) {
        let axis = if along == Along::X { 0 } else { 1 };
        let (first, count) = (window.from[axis], window.to[axis]);
        let sides = |k: u32| {
            let (line, k) = (i64::from(line), i64::from(k));
            match along {
                Along::X => [[k, line - 1], [k, line]].map(|cell| self.at(cell, window)),
                Along::Y => [[line - 1, k], [line, k]].map(|cell| self.at(cell, window)),
            }
        };
        let steps = self.steps;
        // Where the stretch of plain cells started, and which of its sides is covered.
        let mut run: Option<(u32, bool)> = None;
        let mut before = [TileCell::Empty; 2];
        let mut end = |run: &mut Option<(u32, bool)>, at: u32| {
            if let Some((from, second)) = run.take() {
                edges.push(directed(along, line * steps, [from * steps, at * steps], second));
            }
        };
        let mut mixed: Vec<u32> = Vec::new();
        for k in first..count {
            let now = sides(k);
            let plain =
                |cells: [TileCell; 2]| cells.iter().all(|c| !matches!(c, TileCell::Tile(_)));
            if now != before || !plain(now) {
                end(&mut run, k);
            }
            before = now;
            match now {
                [TileCell::Full, TileCell::Empty] => {
                    run.get_or_insert((k, false));
                }
                [TileCell::Empty, TileCell::Full] => {
                    run.get_or_insert((k, true));
                }
                _ if plain(now) => {}
                _ => mixed.push(k),
            }
        }
        end(&mut run, count);
        for k in mixed {
            self.stretch(along, line, k, sides(k), edges);
        }
    }

    /// The edges between two cells of which at least one is a tile.
    fn stretch(
        &self,
        along: Along,
        line: u32,
        k: u32,
        sides: [TileCell; 2],
        edges: &mut Vec<Edge>,
    ) {
        let borders = match along {
            Along::X => [Border::Bottom, Border::Top],
            Along::Y => [Border::Right, Border::Left],
        };
        let cover = |cell: TileCell, border: Border| match cell {
            TileCell::Tile(tile) => Some(self.tiles[usize::from(tile)].side(border)),
            _ => None,
        };
        let covers = [cover(sides[0], borders[0]), cover(sides[1], borders[1])];
        let steps = self.steps;
        let mut marks: Vec<u32> = [0, steps].into();
        marks.extend(covers.iter().flatten().flat_map(|cover| &cover.marks));
        marks.sort_unstable();
        marks.dedup();
        for ends in marks.windows(2) {
            let [from, to] = [ends[0], ends[1]];
            let covered = |cell: TileCell, cover: Option<&Cover>| {
                cover.map_or(cell == TileCell::Full, |cover| cover.holds(from, to))
            };
            let both = [covered(sides[0], covers[0]), covered(sides[1], covers[1])];
            if both[0] != both[1] {
                let at = [from, to].map(|x| k * steps + x);
                edges.push(directed(along, line * steps, at, both[1]));
            }
        }
    }
}

/// An edge on a line, with the area on the side after it or before it.
fn directed(along: Along, line: u32, [from, to]: [u32; 2], after: bool) -> Edge {
    match (along, after) {
        (Along::X, true) => [[from, line], [to, line]],
        (Along::X, false) => [[to, line], [from, line]],
        (Along::Y, true) => [[line, to], [line, from]],
        (Along::Y, false) => [[line, from], [line, to]],
    }
}

/// Rings from edges, without straight vertices where nothing else touches.
fn rings(edges: &[Edge]) -> Vec<Vec<Vec2>> {
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
    circuits.iter().map(ring).collect()
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

/// The edges in the order of the Z-curve of their middles (G. M. Morton 1966).
fn near_order(rings: &[Vec<Vec2>]) -> Vec<u32> {
    let spread = |x: f32| {
        // Bits of a whole number below 2^25, one apart.
        let mut x = u64::from(x as u32);
        for (shift, mask) in [
            (16, 0x0000_ffff_0000_ffff_u64),
            (8, 0x00ff_00ff_00ff_00ff),
            (4, 0x0f0f_0f0f_0f0f_0f0f),
            (2, 0x3333_3333_3333_3333),
            (1, 0x5555_5555_5555_5555),
        ] {
            x = (x | x << shift) & mask;
        }
        x
    };
    let mut keys: Vec<(u64, u32)> = Vec::with_capacity(rings.iter().map(Vec::len).sum());
    for ring in rings {
        for (p, q) in ring.iter().zip(ring.iter().cycle().skip(1)) {
            let doubled = *p + *q;
            keys.push((spread(doubled.x) | spread(doubled.y) << 1, keys.len() as u32));
        }
    }
    keys.sort_unstable();
    keys.into_iter().map(|(_, edge)| edge).collect()
}

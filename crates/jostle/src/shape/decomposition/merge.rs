//! Convex decomposition of an outline.
//!
//! Method: the edges are cut where they touch (`arrangement`), and the area between them is
//! triangulated (`triangulate`). Then every diagonal is removed whose removal leaves both its ends
//! convex (S. Hertel and K. Mehlhorn, "Fast triangulation of simple polygons", 1983, section 4),
//! those that reflex corners need last. No vertex is added. Spikes and folds are parts of two vertices.
//!
//! Sign: parts turn x toward y. Error: none; every decision is exact. Each connected interior with
//! r reflex corners has at most `2·r + 1` parts. Cost: O(n log n).

use alloc::vec::Vec;
use core::cmp::Ordering;

use crate::math::{Vec2, exact::orient2d::orient2d};
use crate::shape::decomposition::triangulate::{Wall, triangulate};
use crate::shape::outline::arrangement::{arrange, index_of, links};

/// Returns the convex parts of normalized rings as indices into their vertices, ring after ring;
/// `None` if two edges cross properly, which a normalized outline never has.
///
/// Parts have positive order and area, disjoint interiors, and the closure of the interior (nonzero
/// winding) as their union. After them come the pieces of edges without area on either side, as two
/// vertices each. They fit edge to edge: every edge is the exact reverse of one edge
/// of another part, or lies on the outline. A vertex where others meet may therefore be straight.
pub(crate) fn decompose(rings: &[Vec<Vec2>]) -> Option<Vec<Vec<u32>>> {
    let graph = arrange(&links(rings)).ok()?;
    let points = graph.points;
    let walls = graph.pieces.iter().filter(|piece| (piece.below[0] != 0) != (piece.above[0] != 0));
    let walls =
        walls.map(|piece| Wall { lo: piece.lo, hi: piece.hi, filled_above: piece.above[0] != 0 });
    let triangles = triangulate(&points, walls.collect());
    let mut parts = merge(&points, &triangles);
    let thin = graph.pieces.iter().filter(|piece| piece.below[0] == 0 && piece.above[0] == 0);
    parts.extend(thin.map(|piece| Vec::from([piece.lo, piece.hi])));
    let mut first_use = alloc::vec![u32::MAX; points.len()];
    for (vertex, point) in rings.iter().flatten().enumerate() {
        if let Some(i) = index_of(&points, *point) {
            let first = &mut first_use[i as usize];
            *first = (*first).min(vertex as u32);
        }
    }
    for vertex in parts.iter_mut().flatten() {
        *vertex = first_use[*vertex as usize];
    }
    Some(parts)
}

const NONE: u32 = u32::MAX;

/// Half-edges of a planar subdivision, with counterclockwise faces.
struct Mesh {
    origin: Vec<u32>,
    next: Vec<u32>,
    prev: Vec<u32>,
    twin: Vec<u32>,
    removed: Vec<bool>,
}

/// Removes the diagonals that convexity does not need; returns the faces that remain.
fn merge(points: &[Vec2], triangles: &[[u32; 3]]) -> Vec<Vec<u32>> {
    let mut mesh = Mesh::new(triangles);
    let needs = mesh.needs(points);
    // By the number of corners that need one, then by the half-edge.
    let mut diagonals: Vec<(u64, u32)> = Vec::new();
    for h in 0..mesh.origin.len() {
        let twin = mesh.twin[h];
        if (h as u32) < twin && twin != NONE {
            let needed = u64::from(needs[h] + needs[twin as usize]);
            diagonals.push((needed << 32 | h as u64, twin));
        }
    }
    diagonals.sort_unstable();
    for (h, twin) in diagonals {
        mesh.remove_if_convex(points, h as u32 as usize, twin as usize);
    }
    mesh.faces()
}

impl Mesh {
    fn new(triangles: &[[u32; 3]]) -> Self {
        let origin: Vec<u32> = triangles.iter().flatten().copied().collect();
        let count = origin.len() as u32;
        let next: Vec<u32> = (0..count).map(|h| if h % 3 == 2 { h - 2 } else { h + 1 }).collect();
        let prev: Vec<u32> = (0..count).map(|h| if h % 3 == 0 { h + 2 } else { h - 1 }).collect();
        let mut twin = alloc::vec![NONE; origin.len()];
        let mut keys = Vec::with_capacity(origin.len());
        for h in 0..origin.len() {
            let ends = [origin[h], origin[next[h] as usize]].map(u64::from);
            let [a, b] = if ends[0] < ends[1] { ends } else { [ends[1], ends[0]] };
            keys.push((a << 32 | b, h as u32));
        }
        keys.sort_unstable();
        for pair in keys.windows(2) {
            let ((ends, h), (others, g)) = (pair[0], pair[1]);
            if ends == others && origin[h as usize] != origin[g as usize] {
                twin[h as usize] = g;
                twin[g as usize] = h;
            }
        }
        let removed = alloc::vec![false; origin.len()];
        Self { origin, next, prev, twin, removed }
    }

    /// Returns 1 for every diagonal that would make the reflex corner at its origin convex all
    /// alone.
    fn needs(&self, points: &[Vec2]) -> Vec<u8> {
        let mut needs = alloc::vec![0; self.origin.len()];
        let at = |half_edge: usize| points[self.origin[half_edge] as usize];
        let mut fan = Vec::new();
        for wall in (0..self.origin.len()).filter(|h| self.twin[*h] == NONE) {
            // Around the corner, from the wall that leaves it to the wall that enters it.
            fan.clear();
            let mut entering = self.prev[wall] as usize;
            while self.twin[entering] != NONE {
                fan.push(self.twin[entering] as usize);
                entering = self.prev[self.twin[entering] as usize] as usize;
            }
            let (corner, first, last) = (at(wall), at(self.next[wall] as usize), at(entering));
            if orient2d(last, corner, first) != Ordering::Less {
                continue;
            }
            for &h in &fan {
                let end = at(self.next[h] as usize);
                let halves = [orient2d(corner, first, end), orient2d(corner, end, last)];
                needs[h] = u8::from(!halves.contains(&Ordering::Less));
            }
        }
        needs
    }

    fn remove_if_convex(&mut self, points: &[Vec2], h: usize, twin: usize) {
        let (before_h, after_h) = (self.prev[h] as usize, self.next[h] as usize);
        let (before_twin, after_twin) = (self.prev[twin] as usize, self.next[twin] as usize);
        let at = |half_edge: usize| points[self.origin[half_edge] as usize];
        let end_of = |half_edge: usize| at(self.next[half_edge] as usize);
        let bends_in = |a, b, c| orient2d(a, b, c) == Ordering::Less;
        if bends_in(at(before_h), at(h), end_of(after_twin))
            || bends_in(at(before_twin), at(twin), end_of(after_h))
        {
            return;
        }
        self.removed[h] = true;
        self.removed[twin] = true;
        self.next[before_h] = after_twin as u32;
        self.prev[after_twin] = before_h as u32;
        self.next[before_twin] = after_h as u32;
        self.prev[after_h] = before_twin as u32;
    }

    /// Returns the vertices of every face, from its smallest.
    fn faces(mut self) -> Vec<Vec<u32>> {
        let mut faces = Vec::new();
        for start in 0..self.origin.len() {
            let mut face = Vec::new();
            let mut h = start;
            while !self.removed[h] {
                self.removed[h] = true;
                face.push(self.origin[h]);
                h = self.next[h] as usize;
            }
            if let Some(least) = (0..face.len()).min_by_key(|i| face[*i]) {
                face.rotate_left(least);
                faces.push(face);
            }
        }
        faces
    }
}

#[cfg(test)]
mod tests;

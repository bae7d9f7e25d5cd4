//! Into how few convex pieces does an outline fall?
//!
//! Method: each outer ring with its holes is cut into triangles by a sweep (`triangulate`), and these
//! are the first pieces. Then pieces are cut anew, window by window: as many neighbors as make a
//! ring of a bounded number of corners are replaced by the fewest pieces that diagonals cut it into
//! (`window`, `partition`). Passes over the whole outline with windows of other places and sizes
//! follow each other: what one leaves at the borders of its windows the next may join. After each,
//! cuts are taken back wherever two pieces are convex together.
//!
//! The first window holds the whole outline if it has at most 256 corners. So a ring without holes
//! gets the least number of pieces that diagonals can make, unless vertices in a line hide each
//! other. With holes, and above 256 corners, the least number is not known (with holes the problem
//! is NP-hard, A. Lingas 1982).
//!
//! Frame: 1/256 px, y down; pieces have positive area like outer rings. Error: none, all in
//! integers: areas sum exactly, and every vertex is one of the outline's. Cost: O(n log n) for the
//! triangles; each pass has O(n) windows of bounded size, and there are at most 64. Rejected: Hertel
//! and Mehlhorn's diagonals of a triangulation alone (7.1 pieces where 4.65 do, on the outlines of
//! 133 sprites; the core cuts its shapes so, on purpose); holes joined to the ring around them by the
//! best of several bridges and rings halved above 256 corners (2 % more pieces, and the cube of the
//! holes in time); Delaunay's triangulation for a start (0.1 % fewer).

mod mesh;
mod partition;
#[cfg(test)]
mod tests;
mod triangulate;
mod window;

use crate::{Outline, Point, Ring};
use mesh::Mesh;
use std::collections::BTreeMap;
use std::iter::once;
use triangulate::triangulate;
use window::Windows;

/// Outlines of as many corners are cut as one window.
const OPTIMAL: usize = 256;
/// The corners of windows of the passes after the first.
const WINDOWS: [usize; 4] = [16, 96, 32, 64];
/// Passes of the largest outlines and of the smallest, and vertices of all passes between.
const PASSES: [usize; 2] = [8, 64];
const EFFORT: usize = 6000;

/// Cuts an outline into convex pieces, as few as it can.
///
/// Pieces are rings of positive area with disjoint interiors whose union is the solid of the
/// outline. Corners of a piece may be straight where other pieces meet. `most_vertices`, at least
/// 3, bounds the vertices of each piece: Box2D takes 8. `None` for an outline whose rings cross.
///
/// ```
/// use jostle_trace::{Outline, Ring, pieces};
/// let px = |x: i32, y: i32| [256 * x, 256 * y];
/// let ell = vec![px(0, 0), px(1, 0), px(1, 1), px(2, 1), px(2, 2), px(0, 2)];
/// let outline = Outline { rings: vec![Ring { points: ell, hole: false, parent: None }] };
/// assert_eq!(pieces(&outline, None).unwrap().len(), 2);
/// ```
#[must_use]
pub fn pieces(outline: &Outline, most_vertices: Option<usize>) -> Option<Vec<Vec<Point>>> {
    let mut all = Vec::new();
    let mut holes: BTreeMap<usize, Vec<&Ring>> = BTreeMap::new();
    for hole in outline.rings.iter().filter(|ring| ring.hole) {
        if let Some(parent) = hole.parent {
            holes.entry(parent).or_default().push(hole);
        }
    }
    let passes = (EFFORT / outline.vertices().max(1)).clamp(PASSES[0], PASSES[1]);
    for (index, ring) in outline.rings.iter().enumerate().filter(|(_, ring)| !ring.hole) {
        let rings: Vec<&Ring> =
            once(ring).chain(holes.remove(&index).unwrap_or_default()).collect();
        all.extend(solid(&rings, passes)?);
    }
    if let Some(most) = most_vertices {
        all = all.into_iter().flat_map(|piece| of_at_most(piece, most.max(3))).collect();
    }
    Some(all)
}

/// The pieces of an outer ring with its holes.
fn solid(rings: &[&Ring], passes: usize) -> Option<Vec<Vec<Point>>> {
    let mut points: Vec<Point> = rings.iter().flat_map(|ring| &ring.points).copied().collect();
    points.sort_unstable();
    points.dedup();
    let index = |point: &Point| points.partition_point(|other| other < point) as u32;
    let mut edges = Vec::new();
    for ring in rings {
        let places: Vec<u32> = ring.points.iter().map(index).collect();
        let ends = places.iter().zip(places.iter().cycle().skip(1)).map(|(a, b)| [*a, *b]);
        edges.extend(ends.filter(|[a, b]| a != b));
    }
    let triangles = triangulate(&points, &edges)?;
    let mut mesh = Mesh::new(points, &triangles);
    let first = if triangles.len() + 2 <= OPTIMAL { OPTIMAL } else { WINDOWS[3] };
    Windows::new(&mut mesh).pass(first, 0, &|mesh, h| -mesh.square(h));
    let reflex = mesh.reflex_corners();
    for pass in 1..=passes {
        // A cut makes at most two corners convex.
        if 2 * mesh.cuts().count() <= reflex {
            break;
        }
        let seed = mix(pass as u64);
        // The same where `usize` has 32 bits.
        let start = (seed % triangles.len() as u64) as usize;
        let rank = |_: &Mesh, h| (mix(seed ^ u64::from(h)) >> 1) as i64;
        Windows::new(&mut mesh).pass(WINDOWS[(pass - 1) % WINDOWS.len()], start, &rank);
    }
    Some(mesh.pieces())
}

/// SplitMix64: bits that look random.
fn mix(number: u64) -> u64 {
    let z = number.wrapping_add(0x9E37_79B9_7F4A_7C15);
    let z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}

/// Twice the signed area of the triangle a, b, c; positive turns x toward y.
fn cross(a: Point, b: Point, c: Point) -> i64 {
    #[cfg(test)]
    tests::count();
    let [ax, ay] = a.map(i64::from);
    let [bx, by] = b.map(i64::from);
    let [cx, cy] = c.map(i64::from);
    (bx - ax) * (cy - ay) - (by - ay) * (cx - ax)
}

/// Cuts a convex piece into pieces of at most a given number of vertices.
fn of_at_most(mut piece: Vec<Point>, most: usize) -> Vec<Vec<Point>> {
    let mut all = Vec::new();
    while piece.len() > most {
        let n = piece.len();
        // Areas swept from the first corner along the ring, twice around.
        let mut swept = vec![0];
        for i in 0..n + most {
            let [a, b] = [piece[i % n], piece[(i + 1) % n]];
            swept.push(swept[i] + cross(piece[0], a, b));
        }
        // Corners first..first + most, cut off by a chord that is not along a straight side.
        let areas = |first: usize| {
            let last = first + most - 1;
            let chord = cross(piece[0], piece[last % n], piece[first]);
            let cut = swept[last] - swept[first] + chord;
            [cut, swept[n] - cut]
        };
        let smaller = |first: &usize| areas(*first).into_iter().min();
        let first = (0..n).max_by_key(smaller).unwrap_or(0);
        if areas(first).contains(&0) {
            break;
        }
        all.push((0..most).map(|i| piece[(first + i) % n]).collect());
        piece = (most - 1..=n).map(|i| piece[(first + i) % n]).collect();
    }
    all.push(piece);
    all
}

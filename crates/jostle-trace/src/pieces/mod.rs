//! Into how few convex pieces does an outline fall?
//!
//! Method: every outer ring is joined with its holes by bridges (`bridge`), which makes one ring
//! that runs along each bridge twice; that ring is cut by the fewest diagonals (`partition`: J. M.
//! Keil and J. Snoeyink, "On the time bound for convex decomposition of simple polygons", 2002); at
//! last cuts are taken back wherever the two pieces are convex together, bridges too. So a ring
//! without holes gets the least number of pieces that diagonals can make. With holes, where the
//! problem is NP-hard (A. Lingas 1982), the bridges are the best of several that were tried.
//!
//! A ring of more than 256 vertices is first halved by diagonals, and each part is optimal.
//! Vertices in a line with others may cost a piece.
//!
//! Frame: 1/256 px, y down; pieces have positive area like outer rings. Error: none, all in
//! integers: areas sum exactly, and every vertex is one of the outline's. Cost: O(n + r² min(r²,
//! n)) for the cuts of n vertices with r reflex ones, after O(r n²) for what sees what. Rejected:
//! Hertel and Mehlhorn's diagonals of a triangulation (7.1 pieces where 4.65 do, on the outlines of
//! 133 sprites). The core cuts its shapes so, on purpose: any outline at once in n log n.

mod bridge;
mod merge;
mod partition;
#[cfg(test)]
mod tests;
mod visible;

use crate::{Outline, Point, Ring};
use std::collections::BTreeMap;

/// Rings with more vertices are halved first: what sees what costs their cube.
const OPTIMAL: usize = 256;

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
    for (index, ring) in outline.rings.iter().enumerate() {
        if ring.hole {
            continue;
        }
        let mut rings = vec![ring.points.clone()];
        rings.extend(holes.get(&index).into_iter().flatten().map(|hole| hole.points.clone()));
        split_touched_edges(&mut rings);
        all.extend(bridge::solid(rings)?);
    }
    if let Some(most) = most_vertices {
        all = all.into_iter().flat_map(|piece| of_at_most(piece, most.max(3))).collect();
    }
    Some(all)
}

/// Twice the signed area of the triangle a, b, c; positive turns x toward y.
fn cross(a: Point, b: Point, c: Point) -> i64 {
    let [ax, ay] = a.map(i64::from);
    let [bx, by] = b.map(i64::from);
    let [cx, cy] = c.map(i64::from);
    (bx - ax) * (cy - ay) - (by - ay) * (cx - ax)
}

/// Returns `true` if p lies on the segment from a to b and is neither end.
fn strictly_between(p: Point, a: Point, b: Point) -> bool {
    let within = |p: i32, a: i32, b: i32| p >= a.min(b) && p <= a.max(b);
    p != a && p != b && within(p[0], a[0], b[0]) && within(p[1], a[1], b[1]) && cross(a, b, p) == 0
}

/// Puts a vertex wherever a vertex of one ring lies inside an edge, so that rings meet in vertices.
fn split_touched_edges(rings: &mut [Vec<Point>]) {
    let mut vertices: Vec<Point> = rings.iter().flatten().copied().collect();
    vertices.sort_unstable();
    vertices.dedup();
    for ring in rings {
        let mut cut = Vec::with_capacity(ring.len());
        for (i, a) in ring.iter().enumerate() {
            let b = ring[(i + 1) % ring.len()];
            cut.push(*a);
            let first = vertices.partition_point(|v| v[0] < a[0].min(b[0]));
            let last = vertices.partition_point(|v| v[0] <= a[0].max(b[0]));
            let between = vertices[first..last].iter().filter(|p| strictly_between(**p, *a, b));
            let mut on: Vec<Point> = between.copied().collect();
            let from_a = |p: &Point| (p[0] - a[0]).abs().max((p[1] - a[1]).abs());
            on.sort_unstable_by_key(from_a);
            cut.extend(on);
        }
        *ring = cut;
    }
}

/// Cuts a convex piece into pieces of at most a given number of vertices.
fn of_at_most(mut piece: Vec<Point>, most: usize) -> Vec<Vec<Point>> {
    let mut all = Vec::new();
    while piece.len() > most {
        // Corners first..first + most, cut off by a chord that is not along a straight side.
        let n = piece.len();
        let area = |first: usize| {
            let corners: Vec<Point> = (0..most).map(|i| piece[(first + i) % n]).collect();
            let rest: Vec<Point> = (most - 1..=n).map(|i| piece[(first + i) % n]).collect();
            (doubled_area(&corners), doubled_area(&rest))
        };
        let first = (0..n).max_by_key(|first| {
            let (cut, rest) = area(*first);
            cut.min(rest)
        });
        let first = first.unwrap_or(0);
        let (cut, rest) = area(first);
        if cut == 0 || rest == 0 {
            break;
        }
        all.push((0..most).map(|i| piece[(first + i) % n]).collect());
        piece = (most - 1..=n).map(|i| piece[(first + i) % n]).collect();
    }
    all.push(piece);
    all
}

fn doubled_area(ring: &[Point]) -> i64 {
    let Some((first, rest)) = ring.split_first() else { return 0 };
    rest.windows(2).map(|edge| cross(*first, edge[0], edge[1])).sum()
}

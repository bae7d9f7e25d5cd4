//! Which cuts can be taken back?
//!
//! Two pieces that share an edge become one if both ends of that edge stay convex, longest edge
//! first. Bridges between rings are cuts without need, and this removes them. Exact;
//! O(e · n) for e shared edges.

use super::cross;
use super::visible::edges_of;
use crate::Point;

/// Joins pieces as long as two of them are convex together.
pub(super) fn merge(mut pieces: Vec<Vec<Point>>) -> Vec<Vec<Point>> {
    // (length, edge from the smaller end, its piece), twice for a shared edge.
    let mut sides: Vec<([Point; 2], usize)> = Vec::new();
    for (index, piece) in pieces.iter().enumerate() {
        sides.extend(edges_of(piece).map(|[a, b]| (if a < b { [a, b] } else { [b, a] }, index)));
    }
    sides.sort_unstable();
    let shared = sides.windows(2).filter(|two| two[0].0 == two[1].0);
    let mut cuts: Vec<(i64, [Point; 2], [usize; 2])> =
        shared.map(|two| (-square(two[0].0), two[0].0, [two[0].1, two[1].1])).collect();
    cuts.sort_unstable();
    // Where a piece has gone to.
    let mut into: Vec<usize> = (0..pieces.len()).collect();
    for (_, edge, sides) in cuts {
        let [p, q] = sides.map(|mut side| {
            while into[side] != side {
                side = into[side];
            }
            side
        });
        if p == q {
            continue;
        }
        if let Some(joined) = joined(&pieces[p], &pieces[q], edge) {
            pieces[p] = joined;
            pieces[q].clear();
            into[q] = p;
        }
    }
    pieces.retain(|piece| !piece.is_empty());
    pieces
}

fn square([a, b]: [Point; 2]) -> i64 {
    let [dx, dy] = [0, 1].map(|k| i64::from(b[k]) - i64::from(a[k]));
    dx * dx + dy * dy
}

/// The union of two pieces over a shared edge, if it is convex.
fn joined(p: &[Point], q: &[Point], edge: [Point; 2]) -> Option<Vec<Point>> {
    let starts = |ring: &[Point]| {
        let n = ring.len();
        (0..n).find(|i| {
            let (a, b) = (ring[*i], ring[(i + 1) % n]);
            [a, b] == edge || [b, a] == edge
        })
    };
    let (i, j) = (starts(p)?, starts(q)?);
    // p and q without the edge, from its end around to its start.
    let mut ring: Vec<Point> = (1..=p.len()).map(|s| p[(i + s) % p.len()]).collect();
    let other: Vec<Point> = (1..=q.len()).map(|s| q[(j + s) % q.len()]).collect();
    let (first, last) = (ring[0], ring[ring.len() - 1]);
    let turns = |a, b, c| cross(a, b, c) >= 0;
    let convex = turns(ring[ring.len() - 2], last, other[1])
        && turns(other[other.len() - 2], first, ring[1]);
    if !convex {
        return None;
    }
    ring.extend(&other[1..other.len() - 1]);
    Some(ring)
}

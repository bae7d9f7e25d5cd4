//! Where would a vertex be if its two edges fitted their runs?
//!
//! Method: each edge turns about its far end until the squares of its run's heights are least,
//! weighted by the extent along the edge (the sum of squares about a fixed point has its least
//! where a ratio of two sums states). The vertex is where the two lines cross; where they hardly
//! turn, both edges are fitted together by a shift across the line between the far ends. The area
//! is not the sum of squares: what comes out are proposals, to be measured.
//!
//! Cost: O(points of the runs), without a branch. A search by steps costs ten times as many passes.

use super::chain::{Chain, P, cross, dist2, dot, sub};
use super::draft::whole;

/// A vertex that lands farther from where it was than this many units is left alone.
const FARTHEST: f64 = 512.0;

/// The sums of one edge.
struct Sums {
    /// How far the edge should turn, as the tangent of the angle.
    turn: f64,
    /// Heights times what they change by when the vertex shifts, and the latter squared.
    shift: [f64; 2],
}

/// Sums over the run of the edge from its fixed end `p` to `e`, whose shift is a share of `w`.
fn sums(run: &[P], p: P, e: P, w: P) -> Sums {
    let u = sub(e, p);
    let (mut ht, mut tt, mut hs, mut ss) = (0.0, 0.0, 0.0, 0.0);
    for pair in run.windows(2) {
        let extent = dot(u, sub(pair[1], pair[0])).abs();
        let middle = [(pair[0][0] + pair[1][0]) * 0.5, (pair[0][1] + pair[1][1]) * 0.5];
        let x = sub(middle, p);
        let (h, t, s) = (cross(u, x), dot(u, x), dot(w, x));
        ht += extent * h * t;
        tt += extent * t * t;
        hs += extent * h * s;
        ss += extent * s * s;
    }
    let uu = dot(u, u);
    // Heights and extents are |u| times too large.
    let norm = if uu > 0.0 { 1.0 / (uu * uu.sqrt()) } else { 0.0 };
    Sums { turn: if tt > 0.0 { ht / tt } else { 0.0 }, shift: [hs * norm, ss * norm] }
}

/// Two proposals for the vertex at `e` between `p` and `q`, `step` pieces into their run.
pub(super) fn fitted(
    chain: &Chain,
    (p, q): (P, P),
    (at, span): (u32, u32),
    (e, step): (P, u32),
) -> [P; 2] {
    let w = sub(q, p);
    let run = chain.run(at, span);
    let before = sums(&run[..=step as usize], p, e, w);
    let after = sums(&run[step as usize..], q, e, w);
    let squares = before.shift[1] + after.shift[1];
    let shift = if squares > 0.0 { (before.shift[0] + after.shift[0]) / squares } else { 0.0 };
    let shifted = whole([e[0] - w[1] * shift, e[1] + w[0] * shift]);
    let turned = |u: P, t: f64| [u[0] - u[1] * t, u[1] + u[0] * t];
    let (u, v) = (turned(sub(e, p), before.turn), turned(sub(e, q), after.turn));
    let turn = cross(u, v);
    // p + u s = q + v t
    let s = cross(w, v) / turn;
    let x = [p[0] + u[0] * s, p[1] + u[1] * s];
    let near = turn != 0.0 && dist2(x, e) <= FARTHEST * FARTHEST;
    [if near { whole(x) } else { shifted }, shifted]
}

//! Which edges of two cores may be within reach of each other.

use alloc::vec::Vec;

use super::predicates::{Pair, Side};
use crate::math::D2;
use crate::pair::gap::Raw;
use crate::pair::verdict::Verdict;
use crate::shape::Sided;
use crate::shape::core::{greater, lesser};

/// Calls `visit` with every pair of edges whose boxes, grown by the radii, share a point, until it
/// returns false. Boxes are compared with a margin for the rounding of `f64`.
///
/// Edges are first cut down to those near the other shape's box, so a large outline costs one pass.
pub(crate) fn near_edges(pair: Pair<'_>, mut visit: impl FnMut(usize, usize) -> bool) {
    let d = D2::from(pair.b.origin) - D2::from(pair.a.origin);
    let reach = d.reach() + pair.a.reach() + pair.b.reach();
    let margin = f64::from(pair.a.radius) + f64::from(pair.b.radius) + 8.0 * f64::EPSILON * reach;
    let (low, high) = (pair.a.min, pair.a.max);
    let near = |low: D2, high: D2, min: D2, max: D2| {
        low.x <= max.x + margin
            && min.x <= high.x + margin
            && low.y <= max.y + margin
            && min.y <= high.y + margin
    };
    let (b_low, b_high) = (d + pair.b.min, d + pair.b.max);
    for j in 0..pair.b.edge_count() {
        let (min, max) = edge_box(pair, Side::B, j);
        if !near(low, high, min, max) {
            continue;
        }
        for i in 0..pair.a.edge_count() {
            let (a_min, a_max) = edge_box(pair, Side::A, i);
            if near(a_min, a_max, min, max) && near(a_min, a_max, b_low, b_high) && !visit(i, j) {
                return;
            }
        }
    }
}

fn edge_box(pair: Pair<'_>, side: Side, i: usize) -> (D2, D2) {
    let [u, v] = pair.edge(side, i).map(|v| pair.near(v));
    (D2::new(lesser(u.x, v.x), lesser(u.y, v.y)), D2::new(greater(u.x, v.x), greater(u.y, v.y)))
}

/// The nearest points of two boundaries that are apart or touch, radii included; in `f64`.
pub(crate) fn edge_distance(pair: Pair<'_>) -> Raw {
    let mut best: Option<(f64, D2, D2, D2)> = None;
    let boxes: Vec<_> = (0..pair.a.edge_count()).map(|i| edge_box(pair, Side::A, i)).collect();
    for j in 0..pair.b.edge_count() {
        let (min, max) = edge_box(pair, Side::B, j);
        for (i, (low, high)) in boxes.iter().enumerate() {
            let gap = D2::new(
                greater(greater(low.x - max.x, min.x - high.x), 0.0),
                greater(greater(low.y - max.y, min.y - high.y), 0.0),
            );
            if best.as_ref().is_some_and(|(square, ..)| gap.dot(gap) >= *square) {
                continue;
            }
            let ea = pair.edge(Side::A, i).map(|v| pair.near(v));
            let eb = pair.edge(Side::B, j).map(|v| pair.near(v));
            for (on_edge, p, [u, v]) in [
                (Side::A, eb[0], ea),
                (Side::A, eb[1], ea),
                (Side::B, ea[0], eb),
                (Side::B, ea[1], eb),
            ] {
                let q = nearest_on_segment(p, u, v);
                let (pa, pb) = if on_edge == Side::A { (q, p) } else { (p, q) };
                let w = pb - pa;
                let square = w.dot(w);
                if best.as_ref().is_none_or(|(least, ..)| square < *least) {
                    best = Some((square, pa, pb, facing(pair, on_edge, (i, j), [u, v])));
                }
            }
        }
    }
    let (square, pa, pb, touching) = best.unwrap_or((0.0, D2::ZERO, D2::ZERO, D2::X));
    let distance = crate::math::sqrt(square);
    let reach = pair.a.reach() + pair.b.reach() + (pb - pa).reach();
    let normal = if distance > 8.0 * f64::EPSILON * reach {
        D2::new((pb.x - pa.x) / distance, (pb.y - pa.y) / distance)
    } else {
        touching
    };
    let (ra, rb) = (f64::from(pair.a.radius), f64::from(pair.b.radius));
    let o = D2::from(pair.a.origin);
    Raw {
        verdict: Verdict::Touching,
        separation: distance - ra - rb,
        normal,
        on_a: o + pa + normal * ra,
        on_b: o + pb - normal * rb,
    }
}

/// The normal from a to b of a contact on an edge: outward of a solid, else toward the other side.
fn facing(pair: Pair<'_>, side: Side, (i, j): (usize, usize), [u, v]: [D2; 2]) -> D2 {
    let right = -(v - u).left().unit().unwrap_or(D2::X.left());
    let core = pair.core(side);
    let outward = if core.is_solid() {
        right
    } else {
        // The side on which more of the other edge lies.
        let other = match side {
            Side::A => pair.edge(Side::B, j),
            Side::B => pair.edge(Side::A, i),
        };
        let [p, q] = other.map(|v| pair.near(v));
        let lean = right.dot((p + q) * 0.5 - u);
        let left = core.sided == Sided::Left;
        if left || lean < 0.0 { -right } else { right }
    };
    if side == Side::A { outward } else { -outward }
}

pub(crate) fn nearest_on_segment(p: D2, u: D2, v: D2) -> D2 {
    let e = v - u;
    let (along, square) = ((p - u).dot(e), e.dot(e));
    if along <= 0.0 {
        u
    } else if along >= square {
        v
    } else {
        u + e * (along / square)
    }
}

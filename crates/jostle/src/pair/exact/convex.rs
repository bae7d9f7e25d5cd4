//! Stage three for two convex cores: the exact verdict.

use core::cmp::Ordering;

use crate::math::exact::{Approx, ExactNum};
use crate::pair::answer::Verdict;
use crate::pair::exact::edge_pairs::near_edges;
use crate::pair::exact::predicates::{
    EdgeRelation, ExactPoint, Pair, RadiusComparison, Side, Vertex,
};
use crate::shape::{Core, Kind};

/// Returns the verdict on two axis-aligned rectangles or two discs. Both touch exactly in games
/// that use a grid, so they have closed forms. `None` for other cores, or if `f64` rounds.
pub(crate) fn closed_form(a: &Core, b: &Core) -> Option<Verdict> {
    upright_rects(a, b).or_else(|| discs(a, b))
}

/// Axis-aligned rectangles.
fn upright_rects(a: &Core, b: &Core) -> Option<Verdict> {
    let half = |core: &Core| {
        let frame = core.frame()?;
        match (frame.rot.cos.abs(), frame.rot.sin.abs()) {
            (1.0, 0.0) => Some([frame.half.x, frame.half.y]),
            (0.0, 1.0) => Some([frame.half.y, frame.half.x]),
            _ => None,
        }
    };
    if a.radius > 0.0 || b.radius > 0.0 || a.kind != Kind::Convex || b.kind != Kind::Convex {
        return None;
    }
    let (ha, hb) = (half(a)?, half(b)?);
    let axis = |p: f32, q: f32, r: f32, s: f32| {
        let n = |v: f32| Approx::of(f64::from(v));
        let d = n(q).minus(n(p));
        let d = if d.sign()? == Ordering::Less { n(0.0).minus(d) } else { d };
        d.minus(n(r).plus(n(s))).sign()
    };
    let x = axis(a.origin.x, b.origin.x, ha[0], hb[0])?;
    let y = axis(a.origin.y, b.origin.y, ha[1], hb[1])?;
    Some(Verdict::of_separation(if x > y { x } else { y }))
}

/// Two discs.
fn discs(a: &Core, b: &Core) -> Option<Verdict> {
    // Two points have no interiors, so equal points only touch.
    if a.kind != Kind::Point || b.kind != Kind::Point || a.radius + b.radius == 0.0 {
        return None;
    }
    let n = |v: f32| Approx::of(f64::from(v));
    let (x, y) = (n(b.origin.x).minus(n(a.origin.x)), n(b.origin.y).minus(n(a.origin.y)));
    let radius = n(a.radius).plus(n(b.radius));
    let gap = x.square().plus(y.square()).minus(radius.square());
    gap.sign().map(Verdict::of_separation)
}

/// Returns the verdict on two convex cores.
pub(crate) fn verdict(pair: Pair<'_>) -> Verdict {
    let verdict = convex_cores(pair);
    let radius = f64::from(pair.a.radius) + f64::from(pair.b.radius);
    if radius == 0.0 {
        return verdict;
    }
    if verdict != Verdict::Separated {
        return Verdict::Overlapping;
    }
    compare_distance(pair, RadiusComparison::Sum)
}

/// The verdict on the cores alone: by separating axes where the difference b − a has an interior.
#[inline(never)]
pub(crate) fn convex_cores(pair: Pair<'_>) -> Verdict {
    let thin = |core: &Core| core.kind != Kind::Convex;
    if thin(pair.a) && thin(pair.b) {
        return match pair.meet(pair.edge(Side::A, 0), pair.edge(Side::B, 0)) {
            EdgeRelation::Apart => Verdict::Separated,
            EdgeRelation::Touch => Verdict::Touching,
            EdgeRelation::Cross => Verdict::Overlapping,
        };
    }
    let mut worst = Ordering::Less;
    for (side, other) in [(Side::A, Side::B), (Side::B, Side::A)] {
        let core = pair.core(side);
        if core.kind == Kind::Point {
            continue;
        }
        let turns = if core.kind == Kind::Segment { 2 } else { 1 };
        for i in 0..core.edge_count() {
            let [u, v] = pair.edge(side, i);
            for edge in [[u, v], [v, u]].into_iter().take(turns) {
                let axis = axis_sign(pair, edge, other);
                if axis == Ordering::Greater {
                    return Verdict::Separated;
                }
                if axis > worst {
                    worst = axis;
                }
            }
        }
    }
    Verdict::of_separation(worst)
}

/// The sign of the smallest distance of the other core's vertices to the outside of an edge.
fn axis_sign(pair: Pair<'_>, [u, v]: [Vertex; 2], other: Side) -> Ordering {
    let mut smallest = Ordering::Greater;
    for j in 0..pair.core(other).vertex_count() {
        // Outside is the right of a positive edge: a negative turn.
        let sign =
            pair.orient(ExactPoint::At(u), ExactPoint::At(v), ExactPoint::At((other, j))).reverse();
        if sign == Ordering::Less {
            return sign;
        }
        if sign < smallest {
            smallest = sign;
        }
    }
    smallest
}

/// Compares the distance of two disjoint cores with a radius, over the pairs of features whose
/// `f64` distance cannot decide.
pub(crate) fn compare_distance(pair: Pair<'_>, reach: RadiusComparison) -> Verdict {
    let mut best = Ordering::Greater;
    near_edges(pair, |ea, eb| {
        let (ea, eb) = (pair.edge(Side::A, ea), pair.edge(Side::B, eb));
        for (p, edge) in [(ea[0], eb), (ea[1], eb), (eb[0], ea), (eb[1], ea)] {
            let sign = pair.distance(p, edge, reach);
            if sign < best {
                best = sign;
            }
        }
        best != Ordering::Less
    });
    Verdict::of_separation(best)
}

//! Stage three for two convex cores: the exact verdict.

use core::cmp::Ordering;

use crate::math::exact::{Approx, ExactNum};
use crate::pair::answer::Verdict;
use crate::pair::exact::edge_pairs::near_edges;
use crate::pair::exact::predicates::{
    EdgeRelation, distance, edge, edges, ends_and_edges, meet, orient, vertices,
};
use crate::shape::{Core, Kind};

/// Returns the verdict on two axis-aligned rectangles, which touch exactly in games that use a grid.
/// `None` for other cores, or if `f64` rounds.
pub(crate) fn closed_form(a: &Core, b: &Core) -> Option<Verdict> {
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
    let axis = |p: f64, q: f64, r: f32, s: f32| {
        let n = |v: f32| Approx::of(f64::from(v));
        let d = Approx::of(q).minus(Approx::of(p));
        let d = if d.sign()? == Ordering::Less { n(0.0).minus(d) } else { d };
        d.minus(n(r).plus(n(s))).sign()
    };
    let x = axis(a.origin.x, b.origin.x, ha[0], hb[0])?;
    let y = axis(a.origin.y, b.origin.y, ha[1], hb[1])?;
    Some(Verdict::of_separation(if x > y { x } else { y }))
}

pub(crate) fn verdict(a: &Core, b: &Core) -> Verdict {
    let verdict = convex_cores(a, b);
    if a.radius == 0.0 && b.radius == 0.0 {
        verdict
    } else if verdict != Verdict::Separated {
        Verdict::Overlapping
    } else {
        compare_distance(a, b)
    }
}

/// The verdict on the cores alone: by separating axes where the difference b − a has an interior.
#[inline(never)]
fn convex_cores(a: &Core, b: &Core) -> Verdict {
    if a.kind != Kind::Convex && b.kind != Kind::Convex {
        return match meet(edge(a, 0), edge(b, 0)) {
            EdgeRelation::Apart => Verdict::Separated,
            EdgeRelation::Touch => Verdict::Touching,
            EdgeRelation::Cross => Verdict::Overlapping,
        };
    }
    let mut worst = Ordering::Less;
    for (core, other) in [(a, b), (b, a)] {
        // A segment has two sides, a point none.
        let sides = match core.kind {
            Kind::Point => 0,
            Kind::Segment => 2,
            _ => 1,
        };
        for [u, v] in edges(core) {
            for [u, v] in [[u, v], [v, u]].into_iter().take(sides) {
                // Outside is the right of a positive edge: a negative turn.
                let signs = vertices(other).map(|p| orient(u, v, p).reverse());
                worst = worst.max(least(signs));
                if worst == Ordering::Greater {
                    return Verdict::Separated;
                }
            }
        }
    }
    Verdict::of_separation(worst)
}

fn least(signs: impl Iterator<Item = Ordering>) -> Ordering {
    let mut least = Ordering::Greater;
    for sign in signs {
        least = least.min(sign);
        if least == Ordering::Less {
            break;
        }
    }
    least
}

/// Compares the distance of two disjoint cores with the sum of their radii, over the pairs of
/// features whose `f64` distance cannot decide.
pub(crate) fn compare_distance(a: &Core, b: &Core) -> Verdict {
    let (mut best, radii) = (Ordering::Greater, [a.radius, b.radius]);
    near_edges(a, b, |i, j| {
        let ends = ends_and_edges(edge(a, i), edge(b, j)).into_iter();
        best = best.min(least(ends.map(|(p, edge)| distance(p, edge, radii))));
        best != Ordering::Less
    });
    Verdict::of_separation(best)
}

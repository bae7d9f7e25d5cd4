//! Half-planes against every other body, by the support of the body along the stored normal.
//!
//! {p : n·p ≤ o} and a core with radius r: the sign of min n·v − o against r·|n|, exact, as (n·v −
//! o)² against r²·n·n if both are positive.

use core::cmp::Ordering;

use crate::math::exact::{ExactNum, NVec2, two_sum};
use crate::math::{DVec2, sqrt};
use crate::pair::answer::Verdict;
use crate::pair::curved::separation::Bracket;
use crate::pair::exact::predicates::{compare_to_root, corner, decide, known};
use crate::shape::{Body, Core, Curved, HalfPlane};

pub(crate) fn verdict(plane: &HalfPlane, other: &Body) -> Verdict {
    match other {
        Body::Core(core) => core_verdict(plane, core),
        Body::Curved(curved) => curved_below(plane, curved).verdict(),
        Body::HalfPlane(second) => Verdict::of_separation(
            opposed(plane, second).map_or(Ordering::Less, |slack| slack.cmp(&0)),
        ),
        Body::Union(parts) => {
            parts.iter().map(|part| verdict(plane, part)).fold(Verdict::Separated, Ord::max)
        }
    }
}

/// Returns −1, 0 or 1 if two half-planes that face each other overlap, touch or are apart, or `None`
/// if the normals are not opposite, so that they overlap however far they are moved.
pub(crate) fn opposed(a: &HalfPlane, b: &HalfPlane) -> Option<i8> {
    let sign = decide!(|N| {
        let (na, nb) = (NVec2::<N>::of(a.normal), NVec2::<N>::of(b.normal));
        if na.cross(nb).sign()? != Ordering::Equal || na.dot(nb).sign()? != Ordering::Less {
            return Some(None);
        }
        // b's normal is −k times a's: a ends at o_a along n_a, b begins at −o_b / k.
        let along = |h: &HalfPlane| {
            let v = if a.normal.x.abs() > a.normal.y.abs() { h.normal.x } else { h.normal.y };
            N::of(f64::from(v.abs()))
        };
        let (oa, ob) = (N::of(f64::from(a.offset)), N::of(f64::from(b.offset)));
        let overlap = oa.times(along(b)).plus(ob.times(along(a)));
        Some(Some(overlap.sign()?.reverse()))
    });
    Some(sign.flatten()? as i8)
}

fn core_verdict(plane: &HalfPlane, core: &Core) -> Verdict {
    let verdict = core_below(plane, core).verdict();
    if verdict != Verdict::Touching {
        return verdict;
    }
    let signs = (0..core.vertex_count()).map(|i| disc_sign(plane, core, i, core.radius));
    Verdict::of_separation(signs.fold(Ordering::Greater, Ordering::min))
}

/// Returns the exact sign of n·v − o − r·|n| for a vertex v: `Greater` if the disc around it lies
/// outside the half-plane. With −r for r, not `Greater` if it lies inside.
pub(crate) fn disc_sign(plane: &HalfPlane, core: &Core, i: usize, radius: f32) -> Ordering {
    known(decide!(|N| {
        let n = NVec2::<N>::of(plane.normal);
        let out = n.dot(corner(core, i)).minus(N::of(f64::from(plane.offset)));
        compare_to_root(out, N::of(f64::from(radius)), n.dot(n))
    }))
}

/// Returns the separation along the normal, as computed, with its bounds.
pub(crate) fn core_below(plane: &HalfPlane, core: &Core) -> Bracket {
    let (n, o) = (DVec2::from(plane.normal), core.origin);
    let above = origin_above(plane, o);
    let mut best = (f64::INFINITY, DVec2::ZERO);
    for v in core.offsets().iter() {
        let height = above + n.dot(*v);
        best = if height < best.0 { (height, *v) } else { best };
    }
    below(plane, o, best, core.reach(), f64::from(core.radius))
}

pub(crate) fn curved_below(plane: &HalfPlane, curved: &Curved) -> Bracket {
    let (n, o) = (DVec2::from(plane.normal), curved.origin);
    let v = curved.support_offset(-n / sqrt(n.dot(n)));
    below(plane, o, (origin_above(plane, o) + n.dot(v), v), v.reach(), 0.0)
}

/// Returns the answer for a body at `o` whose deepest point is `v`, at a height times the normal's
/// length.
fn below(
    plane: &HalfPlane,
    o: DVec2,
    (height, v): (f64, DVec2),
    reach: f64,
    radius: f64,
) -> Bracket {
    let n = DVec2::from(plane.normal);
    let length = sqrt(n.dot(n));
    let normal = n / length;
    let separation = height / length - radius;
    let error = 32.0 * f64::EPSILON * (o.reach() + reach + f64::from(plane.offset).abs() / length);
    let on_b = o + v - normal * radius;
    let (lo, hi, on_a) = (separation - error, separation + error, on_b - normal * separation);
    Bracket { lo, hi, separation, normal, on_a, on_b }
}

/// Returns n·o − offset for an f32 point o, rounded once, so that a shape far from the world's
/// origin keeps its digits and an exact move changes none.
fn origin_above(plane: &HalfPlane, o: DVec2) -> f64 {
    let (x, y) = (f64::from(plane.normal.x) * o.x, f64::from(plane.normal.y) * o.y);
    let (sum, low) = two_sum(x, y);
    let (sum, lower) = two_sum(sum, -f64::from(plane.offset));
    sum + (low + lower)
}

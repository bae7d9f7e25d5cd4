//! The ladder: how two convex cores are decided.
//!
//! | stage | arithmetic | verdict | separation and contact |
//! | --- | --- | --- | --- |
//! | 1 | `f32`, error proven | [`single::classify`] | |
//! | 2 | `f64`, error bounded | [`polygons::separation`], [`minkowski::near`] | the same |
//! | 3 | exact | [`exact::closed_form`], [`exact::verdict`] | the sign of stage 2 |
//!
//! A stage returns a certain result or `None`, and `None` goes on to the next stage. Separations
//! skip the filter, because they need `f64` anyway. [`polygons`] serves up to eight vertices,
//! [`minkowski`] serves more. Batches and the step of a world run stages 1 and 2 for eight pairs at
//! a time ([`formulas`](crate::pair::filter::formulas), [`sat8`](crate::pair::sat8)), with the same
//! results, and bring what stays undecided to this file.

use core::cmp::Ordering;
use core::hint::select_unpredictable;

use crate::math::{DVec2, Vec2};
use crate::pair::answer::{GapF64, Verdict, Want};
use crate::pair::canonical_order;
use crate::pair::exact::convex as exact;
use crate::pair::exact::predicates::Pair;
use crate::pair::filter::single;
use crate::pair::sat::Separation;
use crate::pair::sat::{minkowski, polygons};
use crate::shape::{Body, Core, Placed};

/// Returns the exact verdict, or `None` if a core is concave.
#[inline]
pub(crate) fn verdict(a: &Core, b: &Core) -> Option<Verdict> {
    by_filter(a, b).or_else(|| without_filter(a, b))
}

/// Stage 1: returns the verdict that the filter proves, if any.
#[inline]
pub(crate) fn by_filter(a: &Core, b: &Core) -> Option<Verdict> {
    let certain = single::classify(a, b)?;
    let verdict = if certain.separated != 0 { Verdict::Separated } else { Verdict::Overlapping };
    (certain.separated | certain.overlapping != 0).then_some(verdict)
}

/// Stages 2 and 3 of the verdict.
#[inline(never)]
pub(crate) fn without_filter(a: &Core, b: &Core) -> Option<Verdict> {
    decide(a, b, Want::Contact).map(|(_, verdict)| verdict)
}

/// Stages 2 and 3 of the separation of two cores in canonical order, or `None` if one is concave.
#[inline]
pub(crate) fn gap(a: &Core, b: &Core) -> Option<GapF64> {
    let (near, verdict) = decide(a, b, Want::Gap)?;
    Some(with_radii(a.origin, [a.radius, b.radius], near, verdict))
}

/// Stages 2 and 3.
#[inline]
fn decide(a: &Core, b: &Core, want: Want) -> Option<(Separation, Verdict)> {
    let certain = |near: &Separation| verdict_if_certain(near.separation, near.error);
    let Some(mut near) = polygons::separation(a, b, want) else {
        return (a.is_convex() && b.is_convex()).then(|| many_vertices(a, b));
    };
    let verdict = certain(&near).unwrap_or_else(|| {
        near = polygons::clip_long_segment(a, b).unwrap_or(near);
        certain(&near).unwrap_or_else(|| exact_verdict(a, b))
    });
    Some((near, verdict))
}

/// Stages 2 and 3 for more than eight vertices.
#[inline(never)]
fn many_vertices(a: &Core, b: &Core) -> (Separation, Verdict) {
    let (near, _) = minkowski::near(a, b);
    let verdict = verdict_if_certain(near.separation, near.error);
    (near, verdict.unwrap_or_else(|| exact_verdict(a, b)))
}

/// Stage 3.
#[cold]
fn exact_verdict(a: &Core, b: &Core) -> Verdict {
    exact::closed_form(a, b).unwrap_or_else(|| exact::verdict(Pair { a, b }))
}

/// Returns the verdict of a separation that is larger than its error.
#[inline(always)]
pub(crate) fn verdict_if_certain(separation: f64, error: f64) -> Option<Verdict> {
    let apart = separation > 0.0;
    let verdict = select_unpredictable(apart, Verdict::Separated, Verdict::Overlapping);
    (separation.abs() > error).then_some(verdict)
}

/// Moves the witness points from the cores to the boundaries, and to the origin of a.
#[inline(always)]
pub(crate) fn with_radii(
    origin: Vec2,
    radii: [f32; 2],
    near: Separation,
    verdict: Verdict,
) -> GapF64 {
    let [a, b] = radii.map(f64::from);
    GapF64 {
        verdict,
        separation: near.separation,
        normal: near.normal,
        on_a: near.core_a + near.normal * a,
        on_b: near.core_b - near.normal * b,
    }
    .moved(DVec2::from(origin))
}

/// Stage 2 for two placed shapes in any order. Returns `None` if it is undecided, or if a shape is
/// not a convex core of at most eight vertices, or if both have the same bounds and may be equal.
/// There is no branch on the order.
#[inline(always)]
pub(crate) fn gap_if_certain(a: &Placed, b: &Placed, want: Want) -> Option<GapF64> {
    let (Body::Core(p), Body::Core(q)) = (&a.body, &b.body) else { return None };
    if a.bounds() == b.bounds() {
        return None;
    }
    if want != Want::Gap && !a.bounds().overlaps(b.bounds()) {
        return Some(GapF64::APART);
    }
    let flip = canonical_order::cores(p, q) == Ordering::Greater;
    let (first, second) = (select_unpredictable(flip, q, p), select_unpredictable(flip, p, q));
    let near = polygons::separation(first, second, want)?;
    let verdict = verdict_if_certain(near.separation, near.error)?;
    if verdict == Verdict::Separated && want != Want::Gap {
        return Some(GapF64::APART);
    }
    let radii = [first.radius, second.radius];
    Some(with_radii(first.origin, radii, near, verdict).flipped_if(flip))
}

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

use crate::math::simd::Four;
use crate::math::{DVec2, Vec2};
use crate::pair::answer::{GapF64, Verdict, Want};
use crate::pair::canonical_order;
use crate::pair::exact::convex as exact;
use crate::pair::exact::predicates::Pair;
use crate::pair::filter::{pair_in_lanes, single};
use crate::pair::sat::Separation;
use crate::pair::sat::{minkowski, polygons, rects};
use crate::shape::body::core::{RectFrame, Vertices};
use crate::shape::{Body, Core, Kind, Placed};

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
///
/// Rectangles and discs have arms of their own, because games test them most. All arms select the
/// order and the axis without branches.
#[inline(always)]
pub(crate) fn gap_if_certain(a: &Placed, b: &Placed, want: Want) -> Option<GapF64> {
    let (Body::Core(core_a), Body::Core(core_b)) = (&a.body, &b.body) else { return None };
    if a.bounds() == b.bounds() {
        return None;
    }
    let bounds = (a.bounds(), b.bounds());
    let (a, b) = (core_a, core_b);
    match (&a.vertices, &b.vertices) {
        (Vertices::Rect(f), Vertices::Rect(g)) if a.plain & b.plain => {
            sharp_rects((a, f), (b, g), want)
        }
        (Vertices::Rect(f), Vertices::Thin(..)) if a.plain & (b.kind == Kind::Point) => {
            disc_and_rect(b, (a, f), want).map(GapF64::flipped)
        }
        (Vertices::Thin(..), Vertices::Rect(g)) if b.plain & (a.kind == Kind::Point) => {
            disc_and_rect(a, (b, g), want)
        }
        _ if want != Want::Gap && !bounds.0.overlaps(bounds.1) => Some(GapF64::APART),
        _ => {
            let flip = canonical_order::cores(a, b) == Ordering::Greater;
            let (first, second) =
                (select_unpredictable(flip, b, a), select_unpredictable(flip, a, b));
            let near = polygons::separation(first, second, want)?;
            let verdict = verdict_if_certain(near.separation, near.error)?;
            if verdict == Verdict::Separated && want != Want::Gap {
                return Some(GapF64::APART);
            }
            let radii = [first.radius, second.radius];
            Some(with_radii(first.origin, radii, near, verdict).flipped_if(flip))
        }
    }
}

/// The gap of two sharp rectangles.
#[inline(always)]
fn sharp_rects(
    (a, f): (&Core, &RectFrame),
    (b, g): (&Core, &RectFrame),
    want: Want,
) -> Option<GapF64> {
    let flip = canonical_order::cores(a, b) == Ordering::Greater;
    let d = Vec2::new(b.origin.x - a.origin.x, b.origin.y - a.origin.y);
    let (apart, axis) = pair_in_lanes::best_rect_axis::<Four>((f, g), d, flip);
    if apart && want != Want::Gap {
        return Some(GapF64::APART);
    }
    let (near, corners) = rects::rects((a, f), (b, g), flip, axis);
    let verdict = verdict_if_certain(near.separation, near.error)?;
    if verdict == Verdict::Separated && want != Want::Gap {
        return Some(GapF64::APART);
    }
    if corners {
        return corner_gap(a, b, flip, near.separation + near.error);
    }
    let origin = [a, b][usize::from(flip)].origin;
    Some(with_radii(origin, [0.0; 2], near, verdict))
}

/// Returns the gap of two rectangles whose nearest features are two corners that are further apart
/// than `far`, the distance that the faces show.
#[inline(never)]
fn corner_gap(a: &Core, b: &Core, flip: bool, far: f64) -> Option<GapF64> {
    let (first, second) = if flip { (b, a) } else { (a, b) };
    let near = polygons::rect_corners(first, second)?;
    let gap = with_radii(first.origin, [0.0; 2], near, Verdict::Separated).flipped_if(flip);
    (near.separation > far).then_some(gap)
}

/// The gap of a disc and a sharp rectangle; the disc is a.
#[cfg_attr(target_arch = "wasm32", inline(never))]
#[cfg_attr(not(target_arch = "wasm32"), inline(always))]
fn disc_and_rect(disc: &Core, (rect, frame): (&Core, &RectFrame), want: Want) -> Option<GapF64> {
    let (center, radius) = (DVec2::from(disc.origin), f64::from(disc.radius));
    let near = rects::frame_and_point(frame, center - DVec2::from(rect.origin), radius);
    let verdict = verdict_if_certain(near.separation, near.error)?;
    if verdict == Verdict::Separated && want != Want::Gap {
        return Some(GapF64::APART);
    }
    let (separation, normal) = (near.separation, -near.normal);
    let d = DVec2::from(rect.origin) - center;
    let (on_a, on_b) = (normal * radius + center, near.core_a + d + center);
    Some(GapF64 { verdict, separation, normal, on_a, on_b })
}

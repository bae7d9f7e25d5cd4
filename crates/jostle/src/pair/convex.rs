//! The ladder: how two convex cores are decided.
//!
//! | stage | arithmetic | verdict | separation and contact |
//! | --- | --- | --- | --- |
//! | 1 | `f32`, error proven | [`classify`] | |
//! | 2 | `f64`, error bounded | [`polygons::separation`] | the same |
//! | 3 | exact | [`exact::closed_form`], [`exact::verdict`] | the sign of stage 2 |
//!
//! A stage returns a certain result or `None`, and `None` goes on to the next stage. Separations
//! skip the filter, because they need `f64` anyway; so do cores of more than eight vertices.
//! The step of a world runs stage 2 for eight pairs at a time ([`sat8`](crate::pair::sat8)), with
//! the same results, and brings what stays undecided to this file.

use core::cmp::Ordering;
use core::hint::select_unpredictable;

use crate::math::DVec2;
use crate::math::simd::{F32Lanes, F64Lanes, Four, Two, from_lanes, to_lanes};
use crate::pair::answer::{GapF64, Verdict, Want};
use crate::pair::canonical_order;
use crate::pair::exact::convex as exact;
use crate::pair::filter::single::classify;
use crate::pair::sat::Separation;
use crate::pair::sat::{polygons, rects};
use crate::shape::body::core::{RectFrame, Vertices};
use crate::shape::{Body, Core, Placed};

/// Returns the exact verdict, or `None` if a core is concave.
#[inline]
pub(crate) fn verdict(a: &Core, b: &Core) -> Option<Verdict> {
    classify(a, b).or_else(|| without_filter(a, b))
}

/// Stages 2 and 3 of the verdict.
#[inline(never)]
pub(crate) fn without_filter(a: &Core, b: &Core) -> Option<Verdict> {
    decide(a, b, Want::Verdict).map(|(_, verdict)| verdict)
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
    let mut near = polygons::separation(a, b, want)?;
    let verdict = certain(&near).unwrap_or_else(|| {
        if near.error == f64::INFINITY {
            near = polygons::between_edges(a, b).unwrap_or(near);
        }
        certain(&near).unwrap_or_else(|| exact_verdict(a, b))
    });
    Some((near, verdict))
}

/// Stage 3.
#[cold]
fn exact_verdict(a: &Core, b: &Core) -> Verdict {
    exact::closed_form(a, b).unwrap_or_else(|| exact::verdict(a, b))
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
    origin: DVec2,
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
    .moved(origin)
}

/// Stage 2 for two placed shapes in any order. Returns `None` if it is undecided, or if a shape is
/// not a convex core, or if both have the same bounds and may be equal.
///
/// Rectangles have an arm of their own, because games test them most. There is no branch on the
/// order.
#[inline(always)]
pub(crate) fn gap_if_certain(a: &Placed, b: &Placed, want: Want) -> Option<GapF64> {
    let (Body::Core(p), Body::Core(q)) = (&a.body, &b.body) else { return None };
    if a.bounds() == b.bounds() {
        return None;
    }
    if let (Vertices::Rect(f), Vertices::Rect(g)) = (&p.vertices, &q.vertices)
        && p.plain & q.plain
    {
        return rect_gap((p, f), (q, g), want);
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

/// Two sharp rectangles.
#[cfg_attr(target_arch = "wasm32", inline(never))]
#[cfg_attr(not(target_arch = "wasm32"), inline(always))]
fn rect_gap(
    (a, f): (&Core, &RectFrame),
    (b, g): (&Core, &RectFrame),
    want: Want,
) -> Option<GapF64> {
    let (f, g) = (rects::numbers(f), rects::numbers(g));
    // All bits if b comes first in canonical order.
    let flip = Two::splat(f64::from_bits(flip_mask((f, a.origin), (g, b.origin))?));
    let [p, q] = [a, b].map(lanes_of_origin);
    let axes = rects::plain_rects(f, g, q - p, flip);
    let verdict = verdict_if_certain(axes.separation, axes.error)?;
    if verdict == Verdict::Separated && want != Want::Gap {
        return Some(GapF64::APART);
    }
    let Some([normal, on_a, on_b]) = axes.in_order(flip) else {
        // The nearest features are two corners.
        return corner_gap(a, b, flip.mask() != 0, axes.separation + axes.error);
    };
    let origin = flip.select(q, p);
    let [normal, on_a, on_b] = [normal, on_a + origin, on_b + origin].map(from_lanes);
    Some(GapF64 { verdict, separation: axes.separation, normal, on_a, on_b })
}

#[inline(always)]
fn lanes_of_origin(core: &Core) -> Two {
    to_lanes(core.origin)
}

/// Returns all bits if the first number that differs is larger in a, else no bit. `None` if all are
/// equal. The mask is computed, because a selected one becomes a mispredicted branch.
#[inline(always)]
fn flip_mask((a, p): (Four, DVec2), (b, q): (Four, DVec2)) -> Option<u64> {
    let (same, above) = (a.eq(b).mask(), a.gt(b).mask());
    if same == 15 {
        // In scenes where all rectangles have one size, this is the common case.
        let order = canonical_order::numbers_in_turn([p.x, p.y], [q.x, q.y]);
        let flip = u64::from(order == Ordering::Greater).wrapping_neg();
        return (order != Ordering::Equal).then_some(flip);
    }
    let first = (same + 1) & !same;
    Some(((-i64::from(above & first)) >> 8) as u64)
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

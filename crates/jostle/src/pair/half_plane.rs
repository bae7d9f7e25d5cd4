//! Half-planes against every other body, by the support of the body along the stored normal.
//!
//! {p : n·p ≤ o} and a core with radius r: the sign of min n·v − o against r·|n|, exact, as (n·v −
//! o)² against r²·n·n if both are positive.

use core::cmp::Ordering;

use crate::math::exact::{Approx, Exact, ExactNum, NVec2, decide, two_sum};
use crate::math::{DVec2, Vec2, sqrt};
use crate::pair::answer::Verdict;
use crate::shape::{Body, Core, Curved, HalfPlane};

/// Signed separation along the normal, with its bound; the extreme point is relative to the world.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PlaneDistance {
    pub(crate) separation: f64,
    pub(crate) error: f64,
    /// Unit outward normal of the half-plane.
    pub(crate) normal: DVec2,
    /// The point of the other set that lies deepest.
    pub(crate) deepest: DVec2,
}

pub(crate) fn verdict(plane: &HalfPlane, other: &Body) -> Verdict {
    match other {
        Body::Core(core) => core_verdict(plane, core),
        Body::Curved(curved) => {
            let below = curved_below(plane, curved);
            if below.separation > below.error {
                Verdict::Separated
            } else if below.separation < -below.error {
                Verdict::Overlapping
            } else {
                Verdict::Touching
            }
        }
        Body::HalfPlane(second) => Verdict::of_separation(
            opposed(plane, second).map_or(Ordering::Less, |slack| slack.cmp(&0)),
        ),
        Body::Union(parts) => parts
            .iter()
            .map(|part| verdict(plane, part))
            .fold(Verdict::Separated, |best, v| if v > best { v } else { best }),
    }
}

/// Two half-planes that face each other: −1, 0 or 1 as they overlap, touch or are apart; `None`
/// where the normals are not opposite, so that they overlap however far they are moved.
pub(crate) fn opposed(a: &HalfPlane, b: &HalfPlane) -> Option<i8> {
    fn of<N: ExactNum>(a: &HalfPlane, b: &HalfPlane) -> Option<Option<Ordering>> {
        let n = |v: Vec2| NVec2 { x: N::of(f64::from(v.x)), y: N::of(f64::from(v.y)) };
        let (na, nb) = (n(a.normal), n(b.normal));
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
    }
    let sign = decide(|| of::<Approx>(a, b), || of::<Exact>(a, b)).flatten()?;
    Some(sign as i8)
}

fn core_verdict(plane: &HalfPlane, core: &Core) -> Verdict {
    let below = core_below(plane, core);
    if below.separation > below.error {
        return Verdict::Separated;
    }
    if below.separation < -below.error {
        return Verdict::Overlapping;
    }
    let signs = (0..core.vertex_count()).map(|i| disc_sign(plane, core, i));
    Verdict::of_separation(signs.min().unwrap_or(Ordering::Greater))
}

/// The exact sign of the separation of the half-plane and the disc around a vertex.
pub(crate) fn disc_sign(plane: &HalfPlane, core: &Core, i: usize) -> Ordering {
    decide(|| vertex_sign::<Approx>(plane, core, i), || vertex_sign::<Exact>(plane, core, i))
        .unwrap_or(Ordering::Equal)
}

fn vertex_sign<N: ExactNum>(plane: &HalfPlane, core: &Core, i: usize) -> Option<Ordering> {
    let out = outside::<N>(plane, core, i);
    let radius = N::of(f64::from(core.radius));
    let (so, sr) = (out.sign()?, radius.sign()?);
    if so != Ordering::Greater || sr != Ordering::Greater {
        return Some(if sr == Ordering::Equal { so } else { Ordering::Less });
    }
    let n = NVec2 { x: N::of(f64::from(plane.normal.x)), y: N::of(f64::from(plane.normal.y)) };
    out.square().minus(radius.square().times(n.dot(n))).sign()
}

/// n·v − o.
fn outside<N: ExactNum>(plane: &HalfPlane, core: &Core, i: usize) -> N {
    let n = |v: Vec2| NVec2 { x: N::of(f64::from(v.x)), y: N::of(f64::from(v.y)) };
    let v = n(core.origin).plus(core.exact_offset::<N>(i));
    n(plane.normal).dot(v).minus(N::of(f64::from(plane.offset)))
}

/// The exact sign of how far a vertex lies outside the half-plane grown or shrunk by the radius:
/// whether the whole disc around it lies inside is `Less` or `Equal`.
pub(crate) fn disc_outside(plane: &HalfPlane, core: &Core, i: usize) -> Ordering {
    fn of<N: ExactNum>(plane: &HalfPlane, core: &Core, i: usize) -> Option<Ordering> {
        let out = outside::<N>(plane, core, i);
        let radius = N::of(f64::from(core.radius));
        let (so, sr) = (out.sign()?, radius.sign()?);
        if so == Ordering::Greater || sr == Ordering::Equal {
            return Some(so);
        }
        if so == Ordering::Equal {
            return Some(Ordering::Greater);
        }
        let n = NVec2 { x: N::of(f64::from(plane.normal.x)), y: N::of(f64::from(plane.normal.y)) };
        radius.square().times(n.dot(n)).minus(out.square()).sign()
    }
    decide(|| of::<Approx>(plane, core, i), || of::<Exact>(plane, core, i))
        .unwrap_or(Ordering::Equal)
}

pub(crate) fn core_below(plane: &HalfPlane, core: &Core) -> PlaneDistance {
    let n = DVec2::from(plane.normal);
    let length = sqrt(n.dot(n));
    let o = DVec2::from(core.origin);
    let above = origin_above(plane, o);
    let mut best: Option<(f64, DVec2)> = None;
    for v in core.offsets().iter() {
        let s = above + n.dot(*v);
        if best.is_none_or(|(least, _)| s < least) {
            best = Some((s, o + *v));
        }
    }
    let (s, v) = best.unwrap_or((0.0, o));
    let normal = DVec2::new(n.x / length, n.y / length);
    let radius = f64::from(core.radius);
    let size = o.reach() + core.reach() + f64::from(plane.offset).abs() / length;
    PlaneDistance {
        separation: s / length - radius,
        error: 32.0 * f64::EPSILON * size,
        normal,
        deepest: v - normal * radius,
    }
}

/// n·o − offset for an f32 point o, rounded once: summed exactly, so that a shape far from the
/// world's origin keeps its digits and an exact move changes none.
fn origin_above(plane: &HalfPlane, o: DVec2) -> f64 {
    let (x, y) = (f64::from(plane.normal.x) * o.x, f64::from(plane.normal.y) * o.y);
    let (sum, low) = two_sum(x, y);
    let (sum, lower) = two_sum(sum, -f64::from(plane.offset));
    sum + (low + lower)
}

pub(crate) fn curved_below(plane: &HalfPlane, curved: &Curved) -> PlaneDistance {
    let n = DVec2::from(plane.normal);
    let length = sqrt(n.dot(n));
    let normal = DVec2::new(n.x / length, n.y / length);
    let o = DVec2::from(curved.origin);
    let v = curved.support_offset(-normal);
    let s = (origin_above(plane, o) + n.dot(v)) / length;
    let size = o.reach() + v.reach() + f64::from(plane.offset).abs() / length;
    PlaneDistance { separation: s, error: 32.0 * f64::EPSILON * size, normal, deepest: o + v }
}

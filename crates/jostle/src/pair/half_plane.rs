//! Half-planes against every other body, by the support of the body along the stored normal.
//!
//! {p : n·p ≤ o} and a core with radius r: the sign of min n·v − o against r·|n|, exact, as (n·v −
//! o)² against r²·n·n if both are positive.

use core::cmp::Ordering;

use crate::math::exact::{Approx, Exact, ExactNum, NVec2, decide, two_sum};
use crate::math::{DVec2, sqrt};
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

impl PlaneDistance {
    fn certain_verdict(&self) -> Option<Verdict> {
        let sign = self.separation.partial_cmp(&0.0)?;
        (self.separation.abs() > self.error).then(|| Verdict::of_separation(sign))
    }
}

pub(crate) fn verdict(plane: &HalfPlane, other: &Body) -> Verdict {
    match other {
        Body::Core(core) => core_verdict(plane, core),
        Body::Curved(curved) => {
            let below = curved_below(plane, curved);
            below.certain_verdict().unwrap_or(Verdict::Touching)
        }
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
    fn of<N: ExactNum>(a: &HalfPlane, b: &HalfPlane) -> Option<Option<Ordering>> {
        let (na, nb) = (NVec2::<N>::of(a.normal), NVec2::of(b.normal));
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
    if let Some(verdict) = below.certain_verdict() {
        return verdict;
    }
    let signs = (0..core.vertex_count()).map(|i| disc_sign(plane, core, i, false));
    Verdict::of_separation(signs.fold(Ordering::Greater, Ordering::min))
}

/// Returns the exact sign of n·v − o − r·|n| for a vertex v: `Greater` if the disc around it lies
/// outside the half-plane. With `farthest`, of n·v − o + r·|n|: not `Greater` if it lies inside.
pub(crate) fn disc_sign(plane: &HalfPlane, core: &Core, i: usize, farthest: bool) -> Ordering {
    fn of<N: ExactNum>(plane: &HalfPlane, core: &Core, i: usize, far: bool) -> Option<Ordering> {
        let n = NVec2::<N>::of(plane.normal);
        let v = NVec2::of(core.origin).plus(core.exact_offset::<N>(i));
        let out = n.dot(v).minus(N::of(f64::from(plane.offset)));
        let radius = N::of(f64::from(core.radius));
        // The farthest point of the disc is the nearest one of its mirror image.
        let mirrored = |sign: Ordering| if far { sign.reverse() } else { sign };
        let (side, round) = (mirrored(out.sign()?), radius.sign()?);
        if round != Ordering::Greater {
            return Some(mirrored(side));
        }
        if side != Ordering::Greater {
            return Some(mirrored(Ordering::Less));
        }
        out.square().minus(radius.square().times(n.dot(n))).sign().map(mirrored)
    }
    decide(|| of::<Approx>(plane, core, i, farthest), || of::<Exact>(plane, core, i, farthest))
        .unwrap_or(Ordering::Equal)
}

pub(crate) fn core_below(plane: &HalfPlane, core: &Core) -> PlaneDistance {
    let (n, o) = (DVec2::from(plane.normal), DVec2::from(core.origin));
    let above = origin_above(plane, o);
    let mut best = (f64::INFINITY, DVec2::ZERO);
    for v in core.offsets().iter() {
        let height = above + n.dot(*v);
        best = if height < best.0 { (height, *v) } else { best };
    }
    below(plane, o, best, core.reach(), f64::from(core.radius))
}

pub(crate) fn curved_below(plane: &HalfPlane, curved: &Curved) -> PlaneDistance {
    let (n, o) = (DVec2::from(plane.normal), DVec2::from(curved.origin));
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
) -> PlaneDistance {
    let n = DVec2::from(plane.normal);
    let length = sqrt(n.dot(n));
    let normal = n / length;
    let size = o.reach() + reach + f64::from(plane.offset).abs() / length;
    PlaneDistance {
        separation: height / length - radius,
        error: 32.0 * f64::EPSILON * size,
        normal,
        deepest: o + v - normal * radius,
    }
}

/// Returns n·o − offset for an f32 point o, rounded once, so that a shape far from the world's
/// origin keeps its digits and an exact move changes none.
fn origin_above(plane: &HalfPlane, o: DVec2) -> f64 {
    let (x, y) = (f64::from(plane.normal.x) * o.x, f64::from(plane.normal.y) * o.y);
    let (sum, low) = two_sum(x, y);
    let (sum, lower) = two_sum(sum, -f64::from(plane.offset));
    sum + (low + lower)
}

//! Exact tests of a point against a body, and vertices as sums of `f64` numbers.
//!
//! Exact for cores and half-planes. For curved sets `true` is certain, and `false` may be in doubt
//! within their bracket. Frame: world.

use core::cmp::Ordering;

use crate::math::DVec2;
use crate::math::exact::double_double::{Double, Double2};
use crate::math::exact::{ExactNum, NVec2};
use crate::pair::answer::Want;
use crate::pair::curved::separation::bracket;
use crate::pair::curved::support_map::View;
use crate::pair::exact::locate::in_core;
use crate::pair::exact::predicates::{ExactPoint, decide};
use crate::shape::{Body, Core, HalfPlane};

/// A vertex in the world as three numbers per coordinate, whose sum it is.
pub(crate) fn corner_sum(core: &Core, i: usize) -> [[f64; 3]; 2] {
    let o = core.origin;
    let Some(frame) = core.frame() else {
        let v = core.offset(i);
        return [[o.x, v.x, 0.0], [o.y, v.y, 0.0]];
    };
    let (c, s) = (f64::from(frame.rot.cos), f64::from(frame.rot.sin));
    let (sx, sy) = [(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)][i];
    // Products of two f32 are exact.
    let (x, y) = (sx * f64::from(frame.half.x), sy * f64::from(frame.half.y));
    [[o.x, x * c + 0.0, 0.0 - y * s], [o.y, x * s + 0.0, y * c + 0.0]]
}

/// A vertex as two numbers per coordinate, where that is exact.
pub(crate) fn corner_split(core: &Core, i: usize) -> Option<Double2> {
    let [x, y] = corner_sum(core, i);
    Some(Double2 { x: Double::exact_sum(x)?, y: Double::exact_sum(y)? })
}

pub(crate) fn holds(body: &Body, point: ExactPoint<'_>) -> bool {
    match body {
        Body::Core(core) => in_core(core, point),
        Body::HalfPlane(plane) => in_half_plane(plane, point),
        Body::Curved(curved) => {
            let (p, _) = point.near(curved.origin);
            let (set, point) = (View::of_curved(curved), View::rounded(&[], 0.0));
            bracket(&set, &point, p, Want::Verdict).hi <= 0.0
        }
        Body::Union(parts) => parts.iter().any(|part| holds(part, point)),
    }
}

fn in_half_plane(plane: &HalfPlane, point: ExactPoint<'_>) -> bool {
    let sign = decide!(|N| {
        let along = NVec2::<N>::of(plane.normal).dot(point.exact(DVec2::ZERO));
        along.minus(N::of(f64::from(plane.offset))).sign()
    });
    sign.is_some_and(|s| s != Ordering::Greater)
}

//! Contacts of a capsule with a disc or another capsule, eight pairs at a time; see
//! [`sat8`](crate::pair::sat8). Segments that cross or come within the error stay undecided.

use crate::math::simd::{F64Lanes, WidenToF64};
use crate::pair::sat::points_segments::{apart_segments, segment_and_point};
use crate::pair::sat8::polygons::{Point, Side, Two, clear};
use crate::pair::sat8::{Found, Touches, Touching, between, touches};

/// A disc, which comes first in canonical order, and a capsule.
pub(crate) struct PointAndTwo;

impl Touching<3, 9> for PointAndTwo {
    #[inline(always)]
    fn touches<L: WidenToF64>(a: &[L; 3], b: &[L; 9], _: bool) -> Touches<L> {
        let origin = [a[0], a[1]];
        let d = between(origin, [b[0], b[1]]);
        let (disc, capsule) = (Point::ring(a), Two::ring(b));
        let radius = disc.radius + capsule.radius;
        let near = segment_and_point(capsule.at, -d, radius).flipped(d);
        let size = d.reach() + capsule.reach + radius;
        touches(Found::new(near, [disc.radius, capsule.radius]), origin, clear(size, origin))
    }
}

/// Two capsules in canonical order.
pub(crate) struct Twos;

impl Touching<9, 9> for Twos {
    #[inline(always)]
    fn touches<L: WidenToF64>(a: &[L; 9], b: &[L; 9], _: bool) -> Touches<L> {
        let origin = [a[0], a[1]];
        let d = between(origin, [b[0], b[1]]);
        let (a, b) = (Two::ring(a), Two::ring(b));
        let radius = a.radius + b.radius;
        let (mut near, apart) = apart_segments(a.at, b.at.map(|v| v + d), radius);
        near.error = apart.select(near.error, L::F64Lanes::splat(f64::INFINITY));
        let size = d.reach() + a.reach + b.reach + radius;
        touches(Found::new(near, [a.radius, b.radius]), origin, clear(size, origin))
    }
}

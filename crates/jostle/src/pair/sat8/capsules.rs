//! Contacts of a capsule with a disc or another capsule, eight pairs at a time; see
//! [`sat8`](crate::pair::sat8). Segments that cross or come within the error stay undecided.

use crate::math::simd::{F64Lanes, WidenToF64};
use crate::pair::sat::points_segments::{apart_segments, segment_and_point};
use crate::pair::sat8::polygons::{Layout, PointLayout, SegmentLayout, clear};
use crate::pair::sat8::{CanonicalContact, ContactFormula, Contacts8, between, contacts};

/// A disc, which comes first in canonical order, and a capsule.
pub(crate) struct PointAndSegment;

impl ContactFormula<3, 9> for PointAndSegment {
    #[inline(always)]
    fn contacts<L: WidenToF64>(a: &[L; 3], b: &[L; 9], _: bool) -> Contacts8<L> {
        let origin = [a[0], a[1]];
        let d = between(origin, [b[0], b[1]]);
        let (disc, capsule) = (PointLayout::ring(a), SegmentLayout::ring(b));
        let radius = disc.radius + capsule.radius;
        let near = segment_and_point(capsule.at, -d, radius).flipped(d);
        let size = d.reach() + capsule.reach + radius;
        contacts(
            CanonicalContact::new(near, [disc.radius, capsule.radius]),
            origin,
            clear(size, origin),
        )
    }
}

/// Two capsules in canonical order.
pub(crate) struct Segments;

impl ContactFormula<9, 9> for Segments {
    #[inline(always)]
    fn contacts<L: WidenToF64>(a: &[L; 9], b: &[L; 9], _: bool) -> Contacts8<L> {
        let origin = [a[0], a[1]];
        let d = between(origin, [b[0], b[1]]);
        let (a, b) = (SegmentLayout::ring(a), SegmentLayout::ring(b));
        let radius = a.radius + b.radius;
        let (mut near, apart) = apart_segments(a.at, b.at.map(|v| v + d), radius);
        near.error = apart.select(near.error, L::F64Lanes::splat(f64::INFINITY));
        let size = d.reach() + a.reach + b.reach + radius;
        contacts(CanonicalContact::new(near, [a.radius, b.radius]), origin, clear(size, origin))
    }
}

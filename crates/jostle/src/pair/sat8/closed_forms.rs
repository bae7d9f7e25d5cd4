//! Contacts of discs, of a disc with a rectangle or a capsule, and of two capsules, eight pairs at a
//! time; see [`sat8`](crate::pair::sat8).

use crate::math::DVec2;
use crate::math::simd::{F64Lanes, WidenToF64};
use crate::pair::filter::formulas::PairFormula;
use crate::pair::sat::points_segments::{apart_segments, points, segment_and_point};
use crate::pair::sat::rects::{inverse_root_near_one, rect_and_point};
use crate::pair::sat8::polygons::{Layout, PointLayout, SegmentLayout, in_order};
use crate::pair::sat8::{
    CONTACT_NUMBERS, Contacts, between, comes_later, contacts, in_two_places, swap_where, widened,
};

/// A rectangle and a disc, which comes first in canonical order.
pub(crate) struct RectAndPoint;

impl PairFormula<6, 3, CONTACT_NUMBERS> for RectAndPoint {
    #[inline(always)]
    fn evaluate<L: WidenToF64>(a: &[L; 6], b: &[L; 3]) -> Contacts<L> {
        let zero = L::splat(0.0);
        let clear = in_two_places([a[0], a[1]], [b[0], b[1]], a[2] + a[3] + b[2]);
        let ([ax, ay, hx, hy, c, s], [px, py, radius]) = (widened(a), widened(b));
        let (frame, d) = ((DVec2::new(hx, hy), DVec2::new(c, s)), DVec2::new(px - ax, py - ay));
        let near = rect_and_point(frame, d, radius, inverse_root_near_one).flipped(-d);
        contacts(near, [radius, zero.to_f64()], [b[0], b[1]], (zero.eq(zero), clear))
    }
}

/// Two discs.
pub(crate) struct Points;

impl PairFormula<3, 3, CONTACT_NUMBERS> for Points {
    #[inline(always)]
    fn evaluate<L: WidenToF64>(a: &[L; 3], b: &[L; 3]) -> Contacts<L> {
        let flip = comes_later([a[2], a[0], a[1]], [b[2], b[0], b[1]]);
        let clear = in_two_places([a[0], a[1]], [b[0], b[1]], a[2] + b[2]);
        let (first, second) = swap_where(a, b, flip);
        let ([ax, ay, ar], [bx, by, br]) = (widened(&first), widened(&second));
        let near = points(DVec2::new(bx - ax, by - ay), ar + br);
        contacts(near, [ar, br], [first[0], first[1]], (flip, clear))
    }
}

/// A disc, which comes first in canonical order, and a capsule.
pub(crate) struct PointAndSegment;

impl PairFormula<3, 9, CONTACT_NUMBERS> for PointAndSegment {
    #[inline(always)]
    fn evaluate<L: WidenToF64>(a: &[L; 3], b: &[L; 9]) -> Contacts<L> {
        let origin = [a[0], a[1]];
        let d = between(origin, [b[0], b[1]]);
        let (disc, capsule) = (PointLayout::ring(a), SegmentLayout::ring(b));
        let radius = disc.radius + capsule.radius;
        let near = segment_and_point(capsule.at, -d, radius).flipped(d);
        let size = d.reach() + capsule.reach + radius;
        contacts(near, [disc.radius, capsule.radius], origin, in_order(size, origin))
    }
}

/// Two capsules in canonical order. Segments that cross or come within the error stay undecided.
pub(crate) struct Segments;

impl PairFormula<9, 9, CONTACT_NUMBERS> for Segments {
    #[inline(always)]
    fn evaluate<L: WidenToF64>(a: &[L; 9], b: &[L; 9]) -> Contacts<L> {
        let origin = [a[0], a[1]];
        let d = between(origin, [b[0], b[1]]);
        let (a, b) = (SegmentLayout::ring(a), SegmentLayout::ring(b));
        let radius = a.radius + b.radius;
        let (mut near, apart) = apart_segments(a.at, b.at.map(|v| v + d), radius);
        near.error = apart.select(near.error, L::F64Lanes::splat(f64::INFINITY));
        let size = d.reach() + a.reach + b.reach + radius;
        contacts(near, [a.radius, b.radius], origin, in_order(size, origin))
    }
}

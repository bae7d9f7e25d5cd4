//! Contacts of discs, rectangles and capsules, eight pairs at a time; see
//! [`sat8`](crate::pair::sat8).

use crate::math::DVec2;
use crate::math::simd::{F64Lanes, WidenToF64};
use crate::pair::sat::points_segments::{apart_segments, points, segment_and_point};
use crate::pair::sat::rects::{Rect, along_axis, best_axis, inverse_root_near_one, rect_and_point};
use crate::pair::sat8::polygons::{Layout, PointLayout, SegmentLayout, in_order};
use crate::pair::sat8::{
    ContactFormula, Contacts, between, comes_later, contacts, in_two_places, swap_where, widened,
};

/// A rectangle and a disc, which comes first in canonical order.
pub(crate) struct RectAndPoint;

impl ContactFormula<6, 3> for RectAndPoint {
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

impl ContactFormula<3, 3> for Points {
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

/// Two rectangles.
pub(crate) struct Rects;

impl ContactFormula<6, 6> for Rects {
    #[inline(always)]
    fn evaluate<L: WidenToF64>(a: &[L; 6], b: &[L; 6]) -> Contacts<L> {
        let flip =
            comes_later([a[2], a[3], a[4], a[5], a[0], a[1]], [b[2], b[3], b[4], b[5], b[0], b[1]]);
        let clear = in_two_places([a[0], a[1]], [b[0], b[1]], a[2] + a[3] + b[2] + b[3]);
        let (zero, one) = (L::splat(0.0), L::splat(1.0));
        let wide_flip = flip.and(one).to_f64().gt(zero.to_f64());
        let [of_b, y] = best_axis(&rect(a), &rect(b), wide_flip);
        let narrowed = |mask: L::F64Lanes| L::from_f64(mask.and(one.to_f64())).gt(zero);
        let (of_b, y) = (narrowed(of_b), narrowed(y));
        let first = [flip.select(b[0], a[0]), flip.select(b[1], a[1])];
        let ([x, w, hx, hy, c, s], other) = swap_where(a, b, of_b);
        let [ahead, aside] = [y.select(hy, hx), y.select(hx, hy)];
        let (own, other) =
            (rect(&[x, w, ahead, aside, y.select(zero - s, c), y.select(c, s)]), rect(&other));
        let shift = own.center - DVec2::new(first[0].to_f64(), first[1].to_f64());
        let near = along_axis(&own, &other, shift);
        contacts(near, [zero.to_f64(); 2], first, (of_b, clear))
    }
}

#[inline(always)]
fn rect<L: WidenToF64>(numbers: &[L; 6]) -> Rect<L::F64Lanes> {
    let [x, y, hx, hy, c, s] = widened(numbers);
    let (center, half, axis) = (DVec2::new(x, y), DVec2::new(hx, hy), DVec2::new(c, s));
    Rect { center, half, axis, inverse: inverse_root_near_one(axis.dot(axis)) }
}

/// A disc, which comes first in canonical order, and a capsule.
pub(crate) struct PointAndSegment;

impl ContactFormula<3, 9> for PointAndSegment {
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

impl ContactFormula<9, 9> for Segments {
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

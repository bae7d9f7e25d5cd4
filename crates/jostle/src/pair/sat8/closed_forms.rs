//! Contacts of discs, rectangles and capsules, eight pairs at a time; see
//! [`sat8`](crate::pair::sat8).

use crate::math::DVec2;
use crate::math::simd::{F64Lanes, WidenToF64};
use crate::pair::sat::points_segments::{apart_segments, points, segment_and_point};
use crate::pair::sat::rects::{Rect, inverse_root_near_one, rect_and_point, two_rects};
use crate::pair::sat8::polygons::{Layout, PointLayout, SegmentLayout};
use crate::pair::sat8::{ContactFormula, Contacts, between, contacts, widened};

pub(crate) struct PointAndRect;

impl ContactFormula<3, 6> for PointAndRect {
    #[inline(always)]
    fn evaluate<L: WidenToF64>(a: &[L; 3], b: &[L; 6]) -> Contacts<L> {
        let (origin, [_, _, hx, hy, c, s]) = ([a[0], a[1]], widened(b));
        let (d, radius) = (between(origin, [b[0], b[1]]), a[2].to_f64());
        let frame = (DVec2::new(hx, hy), DVec2::new(c, s));
        let near = rect_and_point(frame, -d, radius, inverse_root_near_one).flipped(d);
        contacts(near, [radius, L::F64Lanes::splat(0.0)], origin, d.reach() + hx + hy + radius)
    }
}

pub(crate) struct Points;

impl ContactFormula<3, 3> for Points {
    #[inline(always)]
    fn evaluate<L: WidenToF64>(a: &[L; 3], b: &[L; 3]) -> Contacts<L> {
        let origin = [a[0], a[1]];
        let d = between(origin, [b[0], b[1]]);
        let [ra, rb] = [a[2].to_f64(), b[2].to_f64()];
        contacts(points(d, ra + rb), [ra, rb], origin, d.reach() + ra + rb)
    }
}

pub(crate) struct Rects;

impl ContactFormula<6, 6> for Rects {
    #[inline(always)]
    fn evaluate<L: WidenToF64>(a: &[L; 6], b: &[L; 6]) -> Contacts<L> {
        let origin = [a[0], a[1]];
        let d = between(origin, [b[0], b[1]]);
        let near = two_rects(&rect(a), &rect(b), d);
        let size = d.reach() + (a[2] + a[3] + b[2] + b[3]).to_f64();
        contacts(near, [L::F64Lanes::splat(0.0); 2], origin, size)
    }
}

#[inline(always)]
fn rect<L: WidenToF64>(numbers: &[L; 6]) -> Rect<L::F64Lanes> {
    let [_, _, hx, hy, c, s] = widened(numbers);
    let axis = DVec2::new(c, s);
    Rect { half: DVec2::new(hx, hy), axis, inverse: inverse_root_near_one(axis.dot(axis)) }
}

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
        contacts(near, [disc.radius, capsule.radius], origin, size)
    }
}

/// Two capsules. Segments that cross or come within the error stay undecided.
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
        contacts(near, [a.radius, b.radius], origin, size)
    }
}

//! The formulas of pairs of classes, in canonical order
//! ([`canonical_order`](crate::pair::canonical_order)): closed forms for discs, rectangles and
//! capsules, and the SAT of [`polygons`](crate::pair::sat::polygons) for polygons of up to four
//! vertices.
//!
//! Perf: with polygons in groups, steps are a fifth shorter.

use core::marker::PhantomData;

use crate::math::DVec2;
use crate::math::simd::{F64Lanes, WidenToF64};
use crate::pair::answer::Want;
use crate::pair::sat::points_segments::{apart_segments, points, segment_and_point};
use crate::pair::sat::polygons::facing;
use crate::pair::sat::rects::{Rect, inverse_root_near_one, rect_and_point, two_rects};
use crate::pair::sat::ring::Ring;
use crate::pair::sat8::{ContactFormula, Contacts, between, contacts, widened};

/// The numbers of a core of up to N vertices; see [`rows`](crate::pair::batch).
pub(crate) trait Layout<const COLUMNS: usize, const N: usize> {
    fn ring<L: WidenToF64>(numbers: &[L; COLUMNS]) -> Ring<L::F64Lanes, N>;
}

pub(crate) struct PointLayout;
pub(crate) struct RectLayout;
pub(crate) struct SegmentLayout;
pub(crate) struct QuadLayout;

impl Layout<3, 1> for PointLayout {
    #[inline(always)]
    fn ring<L: WidenToF64>([_, _, radius]: &[L; 3]) -> Ring<L::F64Lanes, 1> {
        Ring::point(radius.to_f64())
    }
}

impl Layout<7, 2> for SegmentLayout {
    #[inline(always)]
    fn ring<L: WidenToF64>(numbers: &[L; 7]) -> Ring<L::F64Lanes, 2> {
        let [_, _, radius, vx, wx, vy, wy] = widened(numbers);
        Ring::segment([DVec2::new(vx, vy), DVec2::new(wx, wy)], radius)
    }
}

impl Layout<6, 4> for RectLayout {
    #[inline(always)]
    fn ring<L: WidenToF64>(numbers: &[L; 6]) -> Ring<L::F64Lanes, 4> {
        let [_, _, hx, hy, c, s] = widened(numbers);
        Ring::rect(DVec2::new(hx, hy), DVec2::new(c, s))
    }
}

impl Layout<11, 4> for QuadLayout {
    #[inline(always)]
    fn ring<L: WidenToF64>(numbers: &[L; 11]) -> Ring<L::F64Lanes, 4> {
        let [_, _, radius, a, b, c, d, e, f, g, h] = widened(numbers);
        let at = [DVec2::new(a, e), DVec2::new(b, f), DVec2::new(c, g), DVec2::new(d, h)];
        Ring::quad(at, radius)
    }
}

/// Cores of two kinds of up to N and M vertices.
pub(crate) struct PolygonFormula<P, Q, const N: usize, const M: usize>(PhantomData<(P, Q)>);

impl<P, Q, const A: usize, const B: usize, const N: usize, const M: usize> ContactFormula<A, B>
    for PolygonFormula<P, Q, N, M>
where
    P: Layout<A, N>,
    Q: Layout<B, M>,
{
    #[inline(always)]
    fn evaluate<L: WidenToF64>(a: &[L; A], b: &[L; B]) -> Contacts<L> {
        let origin = [a[0], a[1]];
        let d = between(origin, [b[0], b[1]]);
        let (p, q) = (P::ring(a), Q::ring(b).seen(d));
        let size = d.reach() + p.reach + q.reach;
        let near = facing(&p, &q, size, Want::Contact);
        contacts(near, [p.radius, q.radius], origin, size + p.radius + q.radius)
    }
}

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

impl ContactFormula<3, 7> for PointAndSegment {
    #[inline(always)]
    fn evaluate<L: WidenToF64>(a: &[L; 3], b: &[L; 7]) -> Contacts<L> {
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

impl ContactFormula<7, 7> for Segments {
    #[inline(always)]
    fn evaluate<L: WidenToF64>(a: &[L; 7], b: &[L; 7]) -> Contacts<L> {
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

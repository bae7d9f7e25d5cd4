//! Contacts of a convex polygon of up to four vertices, eight pairs at a time: the SAT of
//! [`polygons`](crate::pair::sat::polygons) with a pair a lane. Pairs come in canonical order
//! ([`canonical_order`](crate::pair::canonical_order)).
//!
//! Perf: steps that group pairs are a fifth shorter.

use core::marker::PhantomData;

use crate::math::DVec2;
use crate::math::simd::WidenToF64;
use crate::pair::answer::Want;
use crate::pair::sat::polygons::facing;
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

impl Layout<9, 2> for SegmentLayout {
    #[inline(always)]
    fn ring<L: WidenToF64>(numbers: &[L; 9]) -> Ring<L::F64Lanes, 2> {
        let [_, _, radius, vx, wx, vy, wy, rest_x, rest_y] = widened(numbers);
        Ring::segment([DVec2::new(vx, vy), DVec2::new(wx + rest_x, wy + rest_y)], radius)
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

/// Cores of two kinds of up to N and M vertices, in canonical order.
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

//! Contacts of discs, rectangles and capsules, eight pairs at a time; see
//! [`sat8`](crate::pair::sat8).

use crate::math::DVec2;
use crate::math::simd::{F32Lanes, F64Lanes, WidenToF64};
use crate::pair::filter::formulas::{ERROR, UNDERFLOW};
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

/// Two rectangles. `f32` finds the best axis of the four, with the formulas and the error of the
/// filter, and `f64` is spent on that axis alone. Only if the best two are within twice the error,
/// `f64` computes all axes.
pub(crate) struct Rects;

impl ContactFormula<6, 6> for Rects {
    #[inline(always)]
    fn evaluate<L: WidenToF64>(a: &[L; 6], b: &[L; 6]) -> Contacts<L> {
        let flip =
            comes_later([a[2], a[3], a[4], a[5], a[0], a[1]], [b[2], b[3], b[4], b[5], b[0], b[1]]);
        let clear = in_two_places([a[0], a[1]], [b[0], b[1]], a[2] + a[3] + b[2] + b[3]);
        let ([mut of_b, mut y], certain) = best_axis_in_f32(a, b, flip);
        let zero = L::splat(0.0);
        // Each pair's by itself, so that no result depends on its neighbors in the register.
        if certain.select(zero, L::splat(1.0)).gt(zero).mask() != 0 {
            let wide_flip = flip.select(L::splat(1.0), zero).to_f64().gt(zero.to_f64());
            let [exact_b, exact_y] = best_axis(&rect(a), &rect(b), wide_flip);
            let one = L::F64Lanes::splat(1.0);
            let narrowed = [exact_b.and(one), exact_y.and(one)];
            let exact_b = L::from_f64(narrowed[0]).gt(zero);
            let exact_y = L::from_f64(narrowed[1]).gt(zero);
            (of_b, y) = (certain.select(of_b, exact_b), certain.select(y, exact_y));
        }
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

/// The distances along the axes of two rectangles, of which the largest counts, and their error.
#[inline(always)]
fn along_axes<L: F32Lanes>(a: &[L; 6], b: &[L; 6]) -> ([[L; 2]; 2], L) {
    let [ax, ay, ahx, ahy, ac, az] = *a;
    let [bx, by, bhx, bhy, bc, bz] = *b;
    let (dx, dy) = (bx - ax, by - ay);
    let (cos, sin) = ((ac * bc + az * bz).abs(), (ac * bz - az * bc).abs());
    let of_b = [bhx * cos + bhy * sin, bhx * sin + bhy * cos];
    let of_a = [ahx * cos + ahy * sin, ahx * sin + ahy * cos];
    let own = along([ahx, ahy, ac, az], of_b, [dx, dy]);
    let other = along([bhx, bhy, bc, bz], of_a, [dx, dy]);
    let size = dx.abs() + dy.abs() + ahx + ahy + bhx + bhy;
    ([own, other], size * L::splat(ERROR) + L::splat(UNDERFLOW))
}

/// The distances along the axes of a rectangle from how far the other reaches along them.
#[inline(always)]
fn along<L: F32Lanes>([hx, hy, c, s]: [L; 4], [ox, oy]: [L; 2], [dx, dy]: [L; 2]) -> [L; 2] {
    [(c * dx + s * dy).abs() - (hx + ox), (c * dy - s * dx).abs() - (hy + oy)]
}

/// Returns two masks: the best axis is one of b's; it is a y axis. And a mask of the pairs whose
/// best axis is clear or does not matter, because they are certainly apart. If both rectangles have
/// one direction, their axes are the same, and those of the first count.
#[inline(always)]
fn best_axis_in_f32<L: F32Lanes>(a: &[L; 6], b: &[L; 6], flip: L) -> ([L; 2], L) {
    let ([of_a, of_b], error) = along_axes(a, b);
    let (best_a, best_b) = (of_a[0].max(of_a[1]), of_b[0].max(of_b[1]));
    let limit = error + error;
    let one_direction = a[4].eq(b[4]).and(a[5].eq(b[5]));
    let is_b = one_direction.select(flip, best_b.gt(best_a));
    let [x, y] = [is_b.select(of_b[0], of_a[0]), is_b.select(of_b[1], of_a[1])];
    let clear = one_direction.or((best_b - best_a).abs().gt(limit));
    let clear = clear.and((y - x).abs().gt(limit));
    ([is_b, y.gt(x)], clear.or(best_a.max(best_b).gt(error)))
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

//! Contacts of two rectangles, eight pairs at a time; see [`sat8`](crate::pair::sat8).
//!
//! `f32` finds the reference axis of the four, with the formulas and the error of
//! [`formulas`](crate::pair::filter::formulas), and `f64` is spent on that axis alone, in the frame
//! of its rectangle, so that nothing is computed for one order and exchanged for the other. If the
//! best two are within twice the error, `f64` computes the axes of all eight pairs; not if both
//! rectangles have one direction, because their axes are the same, and those of the first count.
//! Perf: 1.4 times as fast as all four axes in `f64`.

use crate::math::DVec2;
use crate::math::simd::{F32Lanes, F64Lanes, WidenToF64};
use crate::pair::filter::formulas::{PairFormula, along_axes};
use crate::pair::sat::rects::inverse_root_near_one;
use crate::pair::sat::{ERROR, Separation};
use crate::pair::sat8::{
    CONTACT_NUMBERS, Contacts, comes_later, contacts, in_two_places, swap_where, widened,
};

/// Two rectangles.
pub(crate) struct Rects;

impl PairFormula<6, 6, CONTACT_NUMBERS> for Rects {
    #[inline(always)]
    fn evaluate<L: WidenToF64>(a: &[L; 6], b: &[L; 6]) -> Contacts<L> {
        let turned =
            comes_later([a[2], a[3], a[4], a[5], a[0], a[1]], [b[2], b[3], b[4], b[5], b[0], b[1]]);
        let clear = in_two_places([a[0], a[1]], [b[0], b[1]], a[2] + a[3] + b[2] + b[3]);
        let (rough, told) = axis_in_f32(a, b, turned);
        let open = told.select(L::splat(0.0), L::splat(1.0)).gt(L::splat(0.0));
        // Each pair's by itself, so that no result depends on its neighbors in the register.
        let axis = if open.mask() == 0 {
            rough
        } else {
            let exact = axis_in_f64(a, b, turned);
            Axis { of_b: told.select(rough.of_b, exact.of_b), y: told.select(rough.y, exact.y) }
        };
        let first = [turned.select(b[0], a[0]), turned.select(b[1], a[1])];
        let (near, none) = (along(a, b, axis, first), L::splat(0.0).to_f64());
        contacts(near, [none; 2], first, (axis.of_b, clear))
    }
}

/// The axis that counts: whether it is one of b's, and whether it is the y axis.
#[derive(Clone, Copy)]
struct Axis<L> {
    of_b: L,
    y: L,
}

/// The axes that count, and for which pairs they are clear or do not matter, since these are surely
/// apart.
#[inline(always)]
fn axis_in_f32<L: F32Lanes>(a: &[L; 6], b: &[L; 6], turned: L) -> (Axis<L>, L) {
    let ([of_a, of_b], error) = along_axes(a, b);
    let (best_a, best_b) = (of_a[0].max(of_a[1]), of_b[0].max(of_b[1]));
    let limit = error + error;
    let one_direction = a[4].eq(b[4]).and(a[5].eq(b[5]));
    let is_b = one_direction.select(turned, best_b.gt(best_a));
    let [x, y] = [is_b.select(of_b[0], of_a[0]), is_b.select(of_b[1], of_a[1])];
    let clear = one_direction.or((best_b - best_a).abs().gt(limit));
    let clear = clear.and((y - x).abs().gt(limit));
    let apart = best_a.max(best_b).gt(error);
    (Axis { of_b: is_b, y: y.gt(x) }, clear.or(apart))
}

/// The signed distances along the two axes of `own`, times the length of its stored axis.
#[inline(always)]
fn beyond<W: F64Lanes>(
    along: [W; 2],
    (own, square): ([W; 2], W),
    other: [W; 2],
    [cos, sin]: [W; 2],
) -> DVec2<W> {
    DVec2::new(
        along[0].abs() - (own[0] * square + other[0] * cos + other[1] * sin),
        along[1].abs() - (own[1] * square + other[0] * sin + other[1] * cos),
    )
}

#[inline(always)]
fn axis_in_f64<L: WidenToF64>(a: &[L; 6], b: &[L; 6], turned: L) -> Axis<L> {
    let ([ax, ay, a_half @ .., ac, az], [bx, by, b_half @ .., bc, bz]) = (widened(a), widened(b));
    let d = DVec2::new(bx - ax, by - ay);
    let (a_axis, b_axis) = (DVec2::new(ac, az), DVec2::new(bc, bz));
    let (a_square, b_square) = (a_axis.dot(a_axis), b_axis.dot(b_axis));
    let steep = [a_axis.dot(b_axis).abs(), a_axis.cross(b_axis).abs()];
    let along_a = [a_axis.dot(d), a_axis.cross(d)];
    let along_b = [b_axis.dot(d), b_axis.cross(d)];
    let of_a = beyond(along_a, (a_half, a_square), b_half, steep) * inverse_root_near_one(a_square);
    let of_b = beyond(along_b, (b_half, b_square), a_half, steep) * inverse_root_near_one(b_square);
    // The first of equal ones, as for one pair.
    let (best_a, best_b) = (of_a.y.max(of_a.x), of_b.y.max(of_b.x));
    let y = [narrowed::<L>(of_a.y.gt(of_a.x)), narrowed::<L>(of_b.y.gt(of_b.x))];
    let [more, less] = [narrowed::<L>(best_b.gt(best_a)), narrowed::<L>(best_a.gt(best_b))];
    // Of equal ones the first in canonical order.
    let of_b = more.or(less.select(L::splat(0.0), turned));
    Axis { of_b, y: of_b.select(y[1], y[0]) }
}

/// Answers as they are beside numbers in `f32`.
#[inline(always)]
fn narrowed<L: WidenToF64>(answers: L::F64Lanes) -> L {
    L::from_f64(answers.and(L::F64Lanes::splat(1.0))).gt(L::splat(0.0))
}

/// The answer along an axis, which is that of the nearest features where it is the best; points of
/// the own rectangle and the other, relative to the first's center.
#[inline(always)]
fn along<L: WidenToF64>(
    a: &[L; 6],
    b: &[L; 6],
    Axis { of_b, y }: Axis<L>,
    first: [L; 2],
) -> Separation<L::F64Lanes> {
    let ([x, w, hx, hy, c, z], other) = swap_where(a, b, of_b);
    // A quarter turn on, where it is the y axis.
    let turned = [y.select(L::splat(0.0) - z, c), y.select(c, z)];
    let [ahead, aside] = [y.select(hy, hx), y.select(hx, hy)];
    let [x, w, ahead, aside] = widened(&[x, w, ahead, aside]);
    let [ox, oy, ohx, ohy, oc, oz] = widened(&other);
    let vector = |v: &[L; 2]| DVec2::new(v[0].to_f64(), v[1].to_f64());
    let (place, u, first) = (DVec2::new(x, w), vector(&turned), vector(&first));
    let zero = L::F64Lanes::splat(0.0);

    let d = DVec2::new(ox, oy) - place;
    let square = u.dot(u);
    let inverse = inverse_root_near_one(square);
    let size = d.reach() + ((ahead + aside) + (ohx + ohy));
    let error = L::F64Lanes::splat(ERROR) * size;
    // The other's center and axis as seen along the own one.
    let (p, q) = (u.dot(d), u.cross(d));
    let other = DVec2::new(oc, oz);
    let (cos, sin) = (u.dot(other), u.cross(other));
    let reaches = [ohx * cos.abs(), ohy * sin.abs()];
    let separation = (p.abs() - (ahead * square + reaches[0] + reaches[1])) * inverse;

    // The other's corner that is nearest along the face; of an edge that lies in the face's
    // direction the middle, and how far it goes on to both sides.
    let behind = zero.gt(p);
    let half_error = error * L::F64Lanes::splat(0.5);
    let sharp = [reaches[0].gt(half_error), reaches[1].gt(half_error)];
    let asides = [ohx * sin, ohy * cos];
    let spread = sharp[0].select(zero, asides[0].abs()) + sharp[1].select(zero, asides[1].abs());
    let middle = q.neg_where(behind) - sharp[0].and(asides[0].neg_where(zero.gt(cos)))
        + sharp[1].and(asides[1].neg_where(zero.gt(sin)));
    let end = aside * square;
    let t = (zero - end).max(middle - spread);
    let t = end.gt(t).select(t, end);

    let normal = u * inverse.neg_where(behind);
    let across = (t * (inverse * inverse)).neg_where(behind);
    let on_own = u * ahead.neg_where(behind) + u.left() * across;
    let on_other = on_own + normal * separation;
    // Nothing where the own one is the first.
    let shift = place - first;
    let (core_a, core_b) = (on_own + shift, on_other + shift);
    Separation { separation, error, normal, core_a, core_b }
}

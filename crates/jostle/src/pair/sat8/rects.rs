//! Contacts of two rectangles, eight pairs at a time; see [`sat8`](crate::pair::sat8).
//!
//! `f32` finds the reference axis of the four, with the formulas and the error of
//! [`formulas`](crate::pair::filter::formulas), and `f64` is spent on that axis alone, in the frame
//! of its rectangle, so that nothing is computed for one order and exchanged for the other. If the
//! best two are within twice the error, `f64` computes the axes of all eight pairs; not if both
//! rectangles have one direction, because their axes are the same, and those of the first count.
//! Perf: 1.4 times as fast as all four axes in `f64`.

use crate::math::simd::{F32Lanes, F64Lanes, WidenToF64};
use crate::pair::filter::formulas::along_axes;
use crate::pair::sat;
use crate::pair::sat8::{
    Found, Touches, Touching, Vector, comes_later, cross, dot, exchanged, greater, in_two_places,
    inverse_root, minus, plus, reach, times, touches, widened,
};

/// Two rectangles.
pub(crate) struct Rects;

impl Touching<6, 6> for Rects {
    #[inline(always)]
    fn touches<L: WidenToF64>(a: &[L; 6], b: &[L; 6], _: bool) -> Touches<L> {
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
        let found = along(a, b, axis, first);
        touches(found, first, (axis.of_b, clear))
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
    along: Vector<W>,
    (own, square): (Vector<W>, W),
    other: Vector<W>,
    [cos, sin]: Vector<W>,
) -> Vector<W> {
    [
        along[0].abs() - (own[0] * square + other[0] * cos + other[1] * sin),
        along[1].abs() - (own[1] * square + other[0] * sin + other[1] * cos),
    ]
}

#[inline(always)]
fn axis_in_f64<L: WidenToF64>(a: &[L; 6], b: &[L; 6], turned: L) -> Axis<L> {
    let ([ax, ay, a_half @ .., ac, az], [bx, by, b_half @ .., bc, bz]) = (widened(a), widened(b));
    let (d, a_axis, b_axis) = ([bx - ax, by - ay], [ac, az], [bc, bz]);
    let (a_square, b_square) = (dot(a_axis, a_axis), dot(b_axis, b_axis));
    let steep = [dot(a_axis, b_axis).abs(), cross(a_axis, b_axis).abs()];
    let along_a = [dot(a_axis, d), cross(a_axis, d)];
    let along_b = [dot(b_axis, d), cross(b_axis, d)];
    let of_a = times(beyond(along_a, (a_half, a_square), b_half, steep), inverse_root(a_square));
    let of_b = times(beyond(along_b, (b_half, b_square), a_half, steep), inverse_root(b_square));
    let (best_a, best_b) = (greater(of_a[0], of_a[1]), greater(of_b[0], of_b[1]));
    let y = [narrowed::<L>(of_a[1].gt(of_a[0])), narrowed::<L>(of_b[1].gt(of_b[0]))];
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
) -> Found<L::F64Lanes> {
    let ([x, w, hx, hy, c, z], other) = exchanged(a, b, of_b);
    // A quarter turn on, where it is the y axis.
    let turned = [y.select(L::splat(0.0) - z, c), y.select(c, z)];
    let [ahead, aside] = [y.select(hy, hx), y.select(hx, hy)];
    let [x, w, ahead, aside] = widened(&[x, w, ahead, aside]);
    let [ox, oy, o_half @ .., oc, oz] = widened(&other);
    let (place, u, first) = ([x, w], widened(&turned), widened(&first));
    let zero = L::F64Lanes::splat(0.0);

    let d = minus([ox, oy], place);
    let square = dot(u, u);
    let inverse = inverse_root(square);
    let size = reach(d) + ((ahead + aside) + (o_half[0] + o_half[1]));
    let error = L::F64Lanes::splat(sat::ERROR) * size;
    // The other's center and axis as seen along the own one.
    let (p, q) = (dot(u, d), cross(u, d));
    let (cos, sin) = (dot(u, [oc, oz]), cross(u, [oc, oz]));
    let reaches = [o_half[0] * cos.abs(), o_half[1] * sin.abs()];
    let separation = (p.abs() - (ahead * square + reaches[0] + reaches[1])) * inverse;

    // The other's corner that is nearest along the face; of an edge that lies in the face's
    // direction the middle, and how far it goes on to both sides.
    let behind = zero.gt(p);
    let half_error = error * L::F64Lanes::splat(0.5);
    let sharp = [reaches[0].gt(half_error), reaches[1].gt(half_error)];
    let asides = [o_half[0] * sin, o_half[1] * cos];
    let spread = sharp[0].select(zero, asides[0].abs()) + sharp[1].select(zero, asides[1].abs());
    let middle = q.neg_where(behind) - sharp[0].and(asides[0].neg_where(zero.gt(cos)))
        + sharp[1].and(asides[1].neg_where(zero.gt(sin)));
    let end = aside * square;
    let t = greater(middle - spread, zero - end);
    let t = end.gt(t).select(t, end);

    let normal = times(u, inverse.neg_where(behind));
    let across = (t * (inverse * inverse)).neg_where(behind);
    let on_own = plus(times(u, ahead.neg_where(behind)), times([zero - u[1], u[0]], across));
    let on_other = plus(on_own, times(normal, separation));
    // Nothing where the own one is the first.
    let shift = minus(place, first);
    let (on_first, on_second) = (plus(on_own, shift), plus(on_other, shift));
    Found { separation, error, normal, on_first, on_second }
}

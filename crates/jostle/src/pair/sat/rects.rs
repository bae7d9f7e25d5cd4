//! SAT for two rectangles, and the separation of a disc and a rectangle, without their corners.
//!
//! Two rectangles: the four axes of both frames, each a distance of centers less the two reaches
//! (Gottschalk, Lin and Manocha, "OBBTree", SIGGRAPH 1996, §5, in the plane). The answer follows
//! from the best axis alone, in the frame of its rectangle. A point: its coordinates in the
//! rectangle's frame (Ericson, "Real-Time Collision Detection", §5.1.4). The stored cosine and sine
//! need not have length 1: with N their squared length, lengths along an axis are multiplied by √N
//! and half extents by N, so the set is the stored one.
//!
//! One body serves a single pair, with `f64` for `W`, and a pair a lane. Masks replace branches.
//!
//! Frame: relative to a's center, positions subtracted first. Sign: above 0 apart.
//! Error: a projection of the centers errs by 3u of |dx| + |dy| with u = 2^-53, a reach by 4u of
//! the half extents; [`ERROR`] is four times that.

use crate::math::simd::F64Lanes;
use crate::math::{DVec2, sqrt};
use crate::pair::sat::{ERROR, Separation};
use crate::shape::Core;
use crate::shape::body::core::RectFrame;

/// 1 / √n, by its series where n is 1 but for the rounding of a cosine and a sine: the next term is
/// below 2^-60 there.
#[inline(always)]
pub(crate) fn inverse_root(n: f64) -> f64 {
    let x = n - 1.0;
    if x.abs() < 1e-5 { inverse_root_near_one(n) } else { 1.0 / sqrt(n) }
}

/// The series of [`inverse_root`].
#[inline(always)]
pub(crate) fn inverse_root_near_one<W: F64Lanes>(n: W) -> W {
    let (x, of) = (n - W::splat(1.0), W::splat);
    of(1.0) - x * (of(0.5) - x * (of(0.375) - x * of(0.3125)))
}

/// A rectangle: center, half extents, stored direction.
#[derive(Clone, Copy)]
pub(crate) struct Rect<W = f64> {
    pub(crate) center: DVec2<W>,
    pub(crate) half: DVec2<W>,
    pub(crate) axis: DVec2<W>,
}

impl Rect {
    #[inline(always)]
    fn new(core: &Core, frame: &RectFrame) -> Self {
        Self { center: core.origin.into(), half: frame.half.into(), axis: frame.axis() }
    }

    /// Returns the same rectangle with y as its first axis if `y`, without a branch.
    #[inline(always)]
    fn turned_if(&self, y: bool) -> Self {
        let (y, Self { center, half, axis }) = (usize::from(y), *self);
        let (halves, axes) = ([half.x, half.y, half.x], [axis.x, axis.y, -axis.y, axis.x]);
        let half = DVec2::new(halves[y], halves[y + 1]);
        Self { center, half, axis: DVec2::new(axes[2 * y], axes[2 * y + 1]) }
    }
}

/// The signed distances along the two axes of `own`.
#[inline(always)]
fn distances<W: F64Lanes>(
    own: &Rect<W>,
    other: &Rect<W>,
    d: DVec2<W>,
    inverse_root: impl Fn(W) -> W,
) -> DVec2<W> {
    let (u, square, reach) = (own.axis, own.axis.dot(own.axis), other.half);
    let (cos, sin) = (u.dot(other.axis).abs(), u.cross(other.axis).abs());
    let x = u.dot(d).abs() - (own.half.x * square + reach.x * cos + reach.y * sin);
    let y = u.cross(d).abs() - (own.half.y * square + reach.x * sin + reach.y * cos);
    DVec2::new(x, y) * inverse_root(square)
}

/// Returns two masks: the axis of the largest distance is one of b's; it is a y axis. Among equal
/// ones it is x, and of the rectangle that comes first, which is b where `flip` is set.
#[inline(always)]
pub(crate) fn best_axis<W: F64Lanes>(
    a: &Rect<W>,
    b: &Rect<W>,
    flip: W,
    inverse_root: impl Fn(W) -> W,
) -> [W; 2] {
    let d = b.center - a.center;
    let of_a = distances(a, b, d, &inverse_root);
    let of_b = distances(b, a, d, &inverse_root);
    let (best_a, best_b) = (of_a.y.max(of_a.x), of_b.y.max(of_b.x));
    let (more, less) = (best_b.gt(best_a), best_a.gt(best_b));
    let is_b = more.select(more, less.select(W::splat(0.0), flip));
    [is_b, is_b.select(of_b.y.gt(of_b.x), of_a.y.gt(of_a.x))]
}

/// Returns the answer along the first axis of `own`, which is taken for a, and a mask: the nearest
/// features are two corners instead. Points are relative to the center of `own`, and moved by
/// `shift`.
#[inline(always)]
pub(crate) fn along_axis<W: F64Lanes>(
    own: &Rect<W>,
    other: &Rect<W>,
    shift: DVec2<W>,
    inverse_root: impl Fn(W) -> W,
) -> (Separation<W>, W) {
    let zero = W::splat(0.0);
    let (u, d, half) = (own.axis, other.center - own.center, other.half);
    let square = u.dot(u);
    let inverse = inverse_root(square);
    let size = d.reach() + ((own.half.x + own.half.y) + (half.x + half.y));
    let error = W::splat(ERROR) * size;
    // The other's center and axis in the frame of the own one.
    let (p, q) = (u.dot(d), u.cross(d));
    let (cos, sin) = (u.dot(other.axis), u.cross(other.axis));
    let reaches = [half.x * cos.abs(), half.y * sin.abs()];
    let separation = (p.abs() - (own.half.x * square + reaches[0] + reaches[1])) * inverse;

    // The other's corner that is nearest along the face; of an edge that lies in the face's
    // direction the middle, and how far it goes on to both sides.
    let behind = zero.gt(p);
    let half_error = error * W::splat(0.5);
    let sharp = [reaches[0].gt(half_error), reaches[1].gt(half_error)];
    let asides = [half.x * sin, half.y * cos];
    let spread = sharp[0].select(zero, asides[0].abs()) + sharp[1].select(zero, asides[1].abs());
    let middle = q.neg_where(behind) - sharp[0].and(asides[0].neg_where(zero.gt(cos)))
        + sharp[1].and(asides[1].neg_where(zero.gt(sin)));
    let end = own.half.y * square;
    let (low, high) = (middle - spread, middle + spread);
    let past = low.gt(end);
    let corners = past.select(past, (zero - end).gt(high));
    let t = (zero - end).max(low);
    let t = end.gt(t).select(t, end);

    let normal = u * inverse.neg_where(behind);
    let across = (t * (inverse * inverse)).neg_where(behind);
    let on_own = u * own.half.x.neg_where(behind) + u.left() * across;
    let on_other = on_own + normal * separation;
    let (core_a, core_b) = (on_own + shift, on_other + shift);
    let apart = separation.gt(zero - error);
    (Separation { separation, error, normal, core_a, core_b }, corners.and(apart))
}

/// Returns the separation of two sharp rectangles in canonical order along the best axis, and
/// `true` if the nearest features are two corners instead. `axis` is the best axis if it is known:
/// if it is one of b's, and if it is a y axis.
#[inline(always)]
pub(crate) fn rects(
    (a, f): (&Core, &RectFrame),
    (b, g): (&Core, &RectFrame),
    axis: Option<[bool; 2]>,
) -> (Separation, bool) {
    let both = [Rect::new(a, f), Rect::new(b, g)];
    let [of_b, y] = axis.unwrap_or_else(|| {
        best_axis(&both[0], &both[1], 0.0, inverse_root).map(|mask| mask.mask() == 1)
    });
    let (own, other) = (both[usize::from(of_b)].turned_if(y), both[usize::from(!of_b)]);
    let (near, corners) = along_axis(&own, &other, own.center - both[0].center, inverse_root);
    (near.flipped_if(of_b), corners.mask() == 1)
}

/// A rectangle of a half extent and a stored direction, and a point `d` from its center.
#[inline(always)]
pub(crate) fn rect_and_point<W: F64Lanes>(
    (half, axis): (DVec2<W>, DVec2<W>),
    d: DVec2<W>,
    radius: W,
    inverse_root: impl Fn(W) -> W,
) -> Separation<W> {
    let (zero, one) = (W::splat(0.0), W::splat(1.0));
    let square = axis.dot(axis);
    let inverse = inverse_root(square);
    let (x, y) = (axis.dot(d), axis.cross(d));
    let out = DVec2::new(x.abs(), y.abs()) - half * square;
    let error = W::splat(ERROR) * (d.reach() + half.x + half.y + radius);
    // The first of equal ones.
    let face = out.y.max(out.x) * inverse;
    let length = out.dot(out).sqrt();
    let far = length * inverse;
    // Beyond the error only a corner is further away than the line of an edge.
    let corner = far.gt(face + error).and(out.x.gt(zero)).and(out.y.gt(zero));
    let distance = corner.select(far, face);
    let on_y = out.y.gt(out.x);
    let facing = DVec2::new(on_y.select(zero, one), on_y.and(one));
    let way = DVec2::select(corner, out.divided(length), facing);
    let way = DVec2::new(way.x.neg_where(zero.gt(x)), way.y.neg_where(zero.gt(y)));
    let u = axis * inverse;
    let normal = u * way.x + u.left() * way.y;
    let core_a = d - normal * distance;
    Separation { separation: distance - radius, error, normal, core_a, core_b: d }
}

/// A single rectangle and a point.
#[cfg_attr(target_arch = "wasm32", inline(never))]
#[cfg_attr(not(target_arch = "wasm32"), inline(always))]
pub(crate) fn frame_and_point(frame: &RectFrame, d: DVec2, radius: f64) -> Separation {
    rect_and_point((DVec2::from(frame.half), frame.axis()), d, radius, inverse_root)
}

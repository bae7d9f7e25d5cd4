//! Contacts of a capsule with a disc or another capsule, eight pairs at a time.
//!
//! The closed forms of [`points_segments`](crate::pair::sat::points_segments) with masks for
//! branches, so the results have the same bits except for the sign of a zero; see
//! [`sat8`](crate::pair::sat8). Segments that cross or come within the error, and points as near to
//! an end, stay undecided.

use crate::math::simd::{F64Lanes, WidenToF64};
use crate::pair::sat::ERROR;
use crate::pair::sat8::polygons::{Point, Ring, Side, Two, clear};
use crate::pair::sat8::{
    Found, Touches, Touching, Vector, choose, cross, dot, minus, negated, opposite, plus, reach,
    times, touches, widened,
};

/// A segment as a point sees it.
struct Seen<W> {
    distance: W,
    /// From the segment to the point.
    normal: Vector<W>,
    nearest: Vector<W>,
    /// True if the normal is certain.
    sure: W,
}

#[inline(always)]
fn seen<W: F64Lanes>([v, w]: [Vector<W>; 2], p: Vector<W>, error: W) -> Seen<W> {
    let zero = W::splat(0.0);
    let (e, q) = (minus(w, v), minus(p, v));
    let (along, square) = (dot(q, e), dot(e, e));
    let started = along.gt(zero);
    let within = started.and(square.gt(along));
    // Before the segment, or behind it.
    let length = square.sqrt();
    let height = cross(e, q) / length;
    let right = zero.gt(height);
    let left = [(zero - e[1]) / length, e[0] / length];
    let (beside, across) = (height.abs(), negated(left, right));
    let foot = minus(p, times(across, beside));
    // At one of its ends.
    let end = choose(started, w, v);
    let way = minus(p, end);
    let far = dot(way, way).sqrt();
    Seen {
        distance: within.select(beside, far),
        normal: choose(within, across, [way[0] / far, way[1] / far]),
        nearest: choose(within, foot, end),
        sure: within.select(within, far.gt(error)),
    }
}

/// The error where an answer is sure; else all numbers are within it.
#[inline(always)]
fn unless<W: F64Lanes>(sure: W, error: W) -> W {
    sure.select(error, W::splat(f64::INFINITY))
}

/// A disc, which comes first in canonical order, and a capsule.
pub(crate) struct PointAndTwo;

impl Touching<3, 9> for PointAndTwo {
    #[inline(always)]
    fn touches<L: WidenToF64>(a: &[L; 3], b: &[L; 9], _: bool) -> Touches<L> {
        let (zero, of) = (L::F64Lanes::splat(0.0), L::F64Lanes::splat);
        let origin = [a[0], a[1]];
        let d = minus(widened(&[b[0], b[1]]), widened(&origin));
        let (disc, capsule) = (Point::ring(a), Two::ring(b));
        let radius = disc.radius + capsule.radius;
        let ([v, w], p) = (capsule.at, opposite(d));
        let size = reach(v) + reach(w) + reach(p);
        let error = of(ERROR) * (size + radius);
        // Seen from the capsule.
        let Seen { distance, normal, nearest, sure } = seen([v, w], p, error);
        let found = Found {
            separation: distance - radius,
            error: unless(sure, error),
            normal: opposite(normal),
            on_first: times(normal, zero - disc.radius),
            on_second: plus(plus(nearest, d), times(normal, capsule.radius)),
        };
        touches(found, origin, clear(size + radius, origin))
    }
}

/// Two capsules in canonical order.
pub(crate) struct Twos;

impl Touching<9, 9> for Twos {
    #[inline(always)]
    fn touches<L: WidenToF64>(a: &[L; 9], b: &[L; 9], _: bool) -> Touches<L> {
        let origin = [a[0], a[1]];
        let d = minus(widened(&[b[0], b[1]]), widened(&origin));
        let (first, mut second) = (Two::ring(a), Two::ring(b));
        for v in &mut second.at {
            *v = plus(*v, d);
        }
        let ([v, w], [p, q]) = (first.at, second.at);
        let size = reach(v) + reach(w) + reach(p) + reach(q);
        let room = clear(size + first.radius + second.radius, origin);
        touches(twos(&first, &second, size), origin, room)
    }
}

/// From the line of an edge to an end: the cross product, and the squared distance from the
/// segment.
#[inline(always)]
fn side<W: F64Lanes>(edge: Vector<W>, end: Vector<W>) -> [W; 2] {
    let (zero, one) = (W::splat(0.0), W::splat(1.0));
    let t = dot(end, edge) / dot(edge, edge);
    let t = t.gt(zero).and(t);
    let t = one.gt(t).select(t, one);
    let way = minus(end, times(edge, t));
    [cross(edge, end), dot(way, way)]
}

#[inline(always)]
fn twos<W: F64Lanes>(a: &Ring<W, 2>, b: &Ring<W, 2>, size: W) -> Found<W> {
    let zero = W::splat(0.0);
    let radius = a.radius + b.radius;
    let error = W::splat(ERROR) * (size + radius);
    let ([v, w], [p, q]) = (a.at, b.at);
    let (e, f) = (minus(w, v), minus(q, p));
    let [side_p, far_p] = side(e, minus(p, v));
    let [side_q, far_q] = side(e, minus(q, v));
    let [side_v, far_v] = side(f, opposite(minus(p, v)));
    let [side_w, far_w] = side(f, minus(w, p));
    let (second, last) = (far_p.gt(far_q), far_v.gt(far_w));
    let (of_b, of_a) = (second.select(far_q, far_p), last.select(far_w, far_v));
    let crosses = zero.gt(side_p * side_q).and(zero.gt(side_v * side_w));
    // An end of a is the nearest, to a point of b.
    let on_b = of_b.gt(of_a);
    let least = on_b.select(of_a, of_b);
    let end = choose(on_b, choose(last, w, v), choose(second, q, p));
    let own = [choose(on_b, p, v), choose(on_b, q, w)];
    let Seen { distance, normal, nearest, sure } = seen(own, end, error);
    let sure = sure.and(least.gt(error * error));
    let sure = crosses.select(zero, sure);
    let normal = negated(normal, on_b);
    let (on_a, on_other) = (choose(on_b, end, nearest), choose(on_b, nearest, end));
    Found {
        separation: distance - radius,
        error: unless(sure, error),
        normal,
        on_first: plus(on_a, times(normal, a.radius)),
        on_second: minus(on_other, times(normal, b.radius)),
    }
}

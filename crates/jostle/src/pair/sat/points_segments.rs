//! Signed separation of discs and capsules, in closed form.
//!
//! Two points: their distance. Two segments that do not meet: the nearest points are an end of one
//! and a point of the other, and the four such pairs are compared at once (Ericson, "Real-Time
//! Collision Detection", §5.1.9, without its case distinctions). A foot inside a segment has the
//! segment's own normal, which keeps its digits where the distance loses them.
//!
//! One body serves a single pair, with `f64` for `W`, and a pair a lane. Masks replace branches.
//!
//! Frame: relative to a's origin, positions subtracted first. Sign: above 0 apart.
//! Error: [`ERROR`], a few roundings of `f64` in the coordinates that enter.

use crate::math::DVec2;
use crate::math::simd::F64Lanes;
use crate::pair::sat::{ERROR, Separation};

/// Two points, `d` from a to b. Points in one place have x as their normal.
#[inline(always)]
pub(crate) fn points<W: F64Lanes>(d: DVec2<W>, radius: W) -> Separation<W> {
    let zero = W::splat(0.0);
    let distance = d.dot(d).sqrt();
    let (way, some) = (d / distance, distance.gt(zero));
    let normal = DVec2::new(some.select(way.x, W::splat(1.0)), some.and(way.y));
    let error = W::splat(8.0 * f64::EPSILON) * (distance + radius);
    let core_a = DVec2::new(zero, zero);
    Separation { separation: distance - radius, error, normal, core_a, core_b: d }
}

/// A segment and a point. An end on the point has no direction, so the normal is across the
/// segment.
#[inline(always)]
pub(crate) fn segment_and_point<W: F64Lanes>(
    [v, w]: [DVec2<W>; 2],
    p: DVec2<W>,
    radius: W,
) -> Separation<W> {
    let zero = W::splat(0.0);
    let error = W::splat(ERROR) * (v.reach() + w.reach() + p.reach() + radius);
    let (e, q) = (w - v, p - v);
    let (along, square) = (q.dot(e), e.dot(e));
    let started = along.gt(zero);
    let beside = started.and(square.gt(along));
    // The nearest feature is the segment.
    let length = square.sqrt();
    let height = e.cross(q) / length;
    let left = e.left() / length;
    let across = left.neg_where(zero.gt(height));
    let foot = p - across * height.abs();
    // It is an end.
    let end = DVec2::select(started, w, v);
    let way = p - end;
    let far = way.dot(way).sqrt();
    let outward = DVec2::select(far.gt(error), way / far, left);
    Separation {
        separation: beside.select(height.abs(), far) - radius,
        error,
        normal: DVec2::select(beside, across, outward),
        core_a: DVec2::select(beside, foot, end),
        core_b: p,
    }
}

/// From the line of an edge to a point: the cross product, and the squared distance from the
/// segment.
#[inline(always)]
fn side_and_square<W: F64Lanes>(edge: DVec2<W>, point: DVec2<W>) -> (W, W) {
    let (zero, one) = (W::splat(0.0), W::splat(1.0));
    let t = point.dot(edge) / edge.dot(edge);
    let t = t.gt(zero).and(t);
    let t = one.gt(t).select(t, one);
    let way = point - edge * t;
    (edge.cross(point), way.dot(way))
}

/// Two segments that do not meet, and a mask of the pairs that certainly do not.
#[inline(always)]
pub(crate) fn apart_segments<W: F64Lanes>(
    [v, w]: [DVec2<W>; 2],
    [p, q]: [DVec2<W>; 2],
    radius: W,
) -> (Separation<W>, W) {
    let zero = W::splat(0.0);
    let error = W::splat(ERROR) * (v.reach() + w.reach() + p.reach() + q.reach() + radius);
    let (e, f) = (w - v, q - p);
    let (side_p, far_p) = side_and_square(e, p - v);
    let (side_q, far_q) = side_and_square(e, q - v);
    let (side_v, far_v) = side_and_square(f, v - p);
    let (side_w, far_w) = side_and_square(f, w - p);
    let (second, last) = (far_p.gt(far_q), far_v.gt(far_w));
    let (of_b, of_a) = (second.select(far_q, far_p), last.select(far_w, far_v));
    // An end of a is the nearest, to a point of b.
    let flip = of_b.gt(of_a);
    let least = flip.select(of_a, of_b);
    let end = DVec2::select(flip, DVec2::select(last, w, v), DVec2::select(second, q, p));
    let own = [DVec2::select(flip, p, v), DVec2::select(flip, q, w)];
    let near = segment_and_point(own, end, radius);
    let near = Separation {
        error,
        normal: near.normal.neg_where(flip),
        core_a: DVec2::select(flip, end, near.core_a),
        core_b: DVec2::select(flip, near.core_a, end),
        ..near
    };
    let crosses = zero.gt(side_p * side_q).and(zero.gt(side_v * side_w));
    (near, crosses.select(zero, least.gt(error * error)))
}

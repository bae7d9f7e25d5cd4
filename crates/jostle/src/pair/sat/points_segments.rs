//! Signed separation of discs and capsules, in closed form.
//!
//! Two points: their distance. Two segments: if they cross, the shortest way to separate them is
//! that of one end over the other's line (their difference is a parallelogram); else the nearest
//! points are an end of one and a point of the other, and the four such pairs are compared at once
//! (Ericson, "Real-Time Collision Detection", §5.1.9, without its case distinctions). A foot inside
//! a segment has the segment's own normal, which keeps its digits where the distance loses them.
//!
//! One body serves a single pair, with `f64` for `W`, and a pair a lane. Masks replace branches.
//!
//! Frame: relative to a's origin, positions subtracted first. Sign: above 0 apart.
//! Error: [`ERROR`], a few roundings of `f64` in the coordinates that enter.

use crate::math::simd::F64Lanes;
use crate::math::{DVec2, sqrt};
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

#[inline(always)]
pub(crate) fn segments(a: [DVec2; 2], b: [DVec2; 2], radius: f64) -> Separation {
    let (near, apart) = apart_segments(a, b, radius);
    if apart.mask() != 0 { near } else { meeting(a, b, radius, near.error) }
}

/// Two segments that cross or touch: by the four sides of their difference, of which the nearest to
/// the origin is the way out. Where they only touch it is the one that leaves each on its own side.
#[inline(never)]
fn meeting(a: [DVec2; 2], b: [DVec2; 2], radius: f64, error: f64) -> Separation {
    let (e, f) = (a[1] - a[0], b[1] - b[0]);
    let (le, lf) = (sqrt(e.dot(e)), sqrt(f.dot(f)));
    // On which sides of a the ends of b lie, and of b those of a.
    let side =
        [e.cross(b[0] - a[0]), e.cross(b[1] - a[0]), f.cross(a[0] - b[0]), f.cross(a[1] - b[0])];
    // b lies to the left of a from the lower of its two sides on, and to the right up to the
    // higher.
    let low = |i: usize| if side[i + 1] < side[i] { i + 1 } else { i };
    let high = |i: usize| if side[i + 1] > side[i] { i + 1 } else { i };
    let ways = [
        (low(0), side[low(0)] / le),
        (high(0), -side[high(0)] / le),
        (low(2), side[low(2)] / lf),
        (high(2), -side[high(2)] / lf),
    ];
    let mut best = 0;
    for way in 1..4 {
        best = if ways[way].1 > ways[best].1 { way } else { best };
    }
    let (end, separation) = ways[best];
    let left = |e: DVec2, l: f64| DVec2::new(-e.y / l, e.x / l);
    let (normal, core_a, core_b) = if best < 2 {
        let left = left(e, le);
        let normal = if best == 0 { left } else { -left };
        (normal, b[end] - normal * separation, b[end])
    } else {
        // a lies to the left of b, so b goes to the right of a.
        let left = left(f, lf);
        let normal = if best == 2 { -left } else { left };
        (normal, a[end - 2], a[end - 2] + normal * separation)
    };
    Separation { separation: separation - radius, error, normal, core_a, core_b }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bar_that_stands_on_another_leaves_to_its_own_side() {
        let floor = [DVec2::new(-1.0, 0.0), DVec2::new(1.0, 0.0)];
        for (x, y) in [(0.0, 2.0), (0.5, -2.0), (1.0, 2.0), (-1.0, 0.5)] {
            let foot = DVec2::new(x, 0.0);
            let bar = [foot, foot + DVec2::new(0.1, y)];
            for bar in [bar, [bar[1], bar[0]]] {
                for (a, b) in [(floor, bar), (bar, floor)] {
                    let found = segments(a, b, 0.25);
                    let moved = b.map(|v| v + found.normal * 0.25);
                    let left = segments(a, moved, 0.25).separation;
                    assert!(found.separation == -0.25 && left > -1e-12, "{bar:?} {found:?} {left}");
                }
            }
        }
    }
}

//! Signed separation of discs and capsules, in closed form.
//!
//! Two points: their distance. Two segments: if they cross, the shortest way to separate them is
//! that of one end over the other's line (their difference is a parallelogram); else the nearest
//! points are an end of one and a point of the other, and the four such pairs are compared at once
//! (Ericson, "Real-Time Collision Detection", §5.1.9, without its case distinctions). A foot inside
//! a segment has the segment's own normal, which keeps its digits where the distance loses them.
//!
//! Frame: relative to a's origin, positions subtracted first. Sign: above 0 apart.
//! Error: [`ERROR`], a few roundings of `f64` in the coordinates that
//! enter.

use crate::math::{D2, sqrt};
use crate::pair::sat::{ERROR, Separation};

/// Two points, `d` from a to b.
#[inline(always)]
pub(crate) fn points(d: D2, radius: f64) -> Separation {
    let distance = sqrt(d.x * d.x + d.y * d.y);
    let normal = if distance > 0.0 { D2::new(d.x / distance, d.y / distance) } else { D2::X };
    let error = 8.0 * f64::EPSILON * (distance + radius);
    Separation { separation: distance - radius, error, normal, core_a: D2::ZERO, core_b: d }
}

/// A point and a segment, which is taken for a.
#[inline(always)]
pub(crate) fn segment_and_point([v, w]: [D2; 2], p: D2, radius: f64) -> Separation {
    let (e, q) = (w - v, p - v);
    let size = v.reach() + w.reach() + p.reach();
    let (along, square) = (q.dot(e), e.dot(e));
    let error = ERROR * (size + radius);
    if along > 0.0 && along < square {
        let length = sqrt(square);
        let height = e.cross(q) / length;
        let left = D2::new(-e.y / length, e.x / length);
        let (distance, normal) = if height < 0.0 { (-height, -left) } else { (height, left) };
        let core_a = p - normal * distance;
        return Separation { separation: distance - radius, error, normal, core_a, core_b: p };
    }
    let core_a = if along > 0.0 { w } else { v };
    let way = p - core_a;
    let distance = sqrt(way.dot(way));
    // An end on a point has no direction; any across the segment will do.
    let normal = if distance > error {
        D2::new(way.x / distance, way.y / distance)
    } else {
        e.left().unit().unwrap_or(D2::X)
    };
    Separation { separation: distance - radius, error, normal, core_a, core_b: p }
}

/// Two segments.
#[inline(always)]
pub(crate) fn segments(a: [D2; 2], b: [D2; 2], radius: f64) -> Separation {
    let (e, f) = (a[1] - a[0], b[1] - b[0]);
    // The ends of each as seen from the other's start: b's two, then a's two.
    let (q, r) = (b[0] - a[0], b[1] - a[0]);
    let own = [[e.x, e.y], [e.x, e.y], [f.x, f.y], [f.x, f.y]];
    let end = [[q.x, q.y], [r.x, r.y], [-q.x, -q.y], [a[1].x - b[0].x, a[1].y - b[0].y]];
    let (mut side, mut squares) = ([0.0; 4], [0.0; 4]);
    for i in 0..4 {
        let ([ex, ey], [x, y]) = (own[i], end[i]);
        side[i] = ex * y - ey * x;
        let t = (x * ex + y * ey) / (ex * ex + ey * ey);
        let t = if t > 0.0 { t } else { 0.0 };
        let t = if t < 1.0 { t } else { 1.0 };
        let (x, y) = (x - ex * t, y - ey * t);
        squares[i] = x * x + y * y;
    }
    let first = if squares[1] < squares[0] { 1 } else { 0 };
    let second = if squares[3] < squares[2] { 3 } else { 2 };
    // Which of the four is the nearest is as uncertain as the least certain of them.
    let error = ERROR * (a[0].reach() + a[1].reach() + b[0].reach() + b[1].reach() + radius);
    let crosses = side[0] * side[1] < 0.0 && side[2] * side[3] < 0.0;
    let nearest = if squares[second] < squares[first] { second } else { first };
    if crosses || squares[nearest] <= error * error {
        return meeting([a, b], [e, f], side, radius, error);
    }
    if squares[second] < squares[first] {
        let of_b = segment_and_point(b, a[second - 2], radius);
        let (core_a, core_b) = (of_b.core_b, of_b.core_a);
        Separation { error, normal: -of_b.normal, core_a, core_b, ..of_b }
    } else {
        Separation { error, ..segment_and_point(a, b[first], radius) }
    }
}

/// Two segments that cross or touch, with the sides on which the ends of b lie of a, and of a of b:
/// by the four sides of their difference, of which the nearest to the origin is the way out. Where
/// they only touch it is the one that leaves each on its own side.
fn meeting(
    [a, b]: [[D2; 2]; 2],
    [e, f]: [D2; 2],
    side: [f64; 4],
    radius: f64,
    error: f64,
) -> Separation {
    let (le, lf) = (sqrt(e.dot(e)), sqrt(f.dot(f)));
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
    let left = |e: D2, l: f64| D2::new(-e.y / l, e.x / l);
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
        let floor = [D2::new(-1.0, 0.0), D2::new(1.0, 0.0)];
        for (x, y) in [(0.0, 2.0), (0.5, -2.0), (1.0, 2.0), (-1.0, 0.5)] {
            let foot = D2::new(x, 0.0);
            let bar = [foot, foot + D2::new(0.1, y)];
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

//! How far apart are two discs, or a disc and a rounded segment, or two of those?
//!
//! Two points: their distance. Two segments: where they cross, the shortest way to pull them apart is
//! that of one end over the other's line (their difference is a parallelogram); else the nearest points
//! are an end of one and a point of the other, and the four such pairs are compared at once (Ericson,
//! "Real-Time Collision Detection", §5.1.9, without its case distinctions). A foot inside a segment has
//! the segment's own normal, which keeps its digits where the distance loses them.
//!
//! Frame: relative to a's origin, positions subtracted first. Sign: above 0 apart. Error: see
//! [`super::separating`], whose bound holds here as well: a few roundings of `f64` in the coordinates
//! that enter. Some 5 ns for discs, 20 ns for capsules.

use super::separating::{ERROR, Separation};
use crate::math::{D2, sqrt};

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
    // An end on a point has no way; across the segment is as good as any.
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
    if side[0] * side[1] < 0.0 && side[2] * side[3] < 0.0 {
        return crossing(a, b, side, radius);
    }
    let first = if squares[1] < squares[0] { 1 } else { 0 };
    let second = if squares[3] < squares[2] { 3 } else { 2 };
    // Which of the four is the nearest is as uncertain as the least certain of them.
    let error = uncertainty(a, b, radius);
    if squares[second] < squares[first] {
        let of_b = segment_and_point(b, a[second - 2], radius);
        let (core_a, core_b) = (of_b.core_b, of_b.core_a);
        Separation { error, normal: -of_b.normal, core_a, core_b, ..of_b }
    } else {
        Separation { error, ..segment_and_point(a, b[first], radius) }
    }
}

#[inline(always)]
fn uncertainty(a: [D2; 2], b: [D2; 2], radius: f64) -> f64 {
    ERROR * (a[0].reach() + a[1].reach() + b[0].reach() + b[1].reach() + radius)
}

/// Two segments that cross, with the sides on which the ends of b lie of a, and of a of b.
fn crossing(a: [D2; 2], b: [D2; 2], side: [f64; 4], radius: f64) -> Separation {
    let (e, f) = (a[1] - a[0], b[1] - b[0]);
    let error = uncertainty(a, b, radius);
    let nearer = |i: usize| if side[i + 1].abs() < side[i].abs() { i + 1 } else { i };
    let (i, j) = (nearer(0), nearer(2));
    let (le, lf) = (sqrt(e.dot(e)), sqrt(f.dot(f)));
    let (over_a, over_b) = (side[i].abs() / le, side[j].abs() / lf);
    if over_a <= over_b {
        // b goes where its other end is.
        let left = D2::new(-e.y / le, e.x / le);
        let normal = if side[i] > 0.0 { -left } else { left };
        let core_b = b[i];
        let core_a = core_b + normal * over_a;
        Separation { separation: -over_a - radius, error, normal, core_a, core_b }
    } else {
        let left = D2::new(-f.y / lf, f.x / lf);
        let normal = if side[j] > 0.0 { left } else { -left };
        let core_a = a[j - 2];
        let core_b = core_a - normal * over_b;
        Separation { separation: -over_b - radius, error, normal, core_a, core_b }
    }
}

//! The way out for shapes that are not both convex: a translation that separates.
//!
//! Both shapes are unions of convex pieces. Moving b along a direction u, two pieces overlap over
//! one interval of the distance moved: a chord of their Minkowski difference. The union of the
//! intervals around 0 ends where the whole pair first comes apart, so the push is separating, and
//! none shorter along u is. Over candidate directions (edge normals and corners of the differences
//! of pieces that overlap now, the axes, and the line between the middles) the shortest is taken.
//! For concave pairs that is not the global minimum over all directions, which is not asked for.
//!
//! O(d · (p + q + k)·(n + m)) for d directions, p and q pieces and k pairs of them that are level
//! with each other across the direction; allocates.

use alloc::vec::Vec;

use super::minkowski::{Step, walk};
use super::pieces::{Hull, Piece};
use crate::math::{D2, sqrt};

/// A translation of b that takes it out of a; points relative to the pieces' base.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Push {
    /// Unit direction for b.
    pub(crate) normal: D2,
    /// Infinite when no translation along any candidate separates.
    pub(crate) depth: f64,
    /// Where the pair touches last, on a.
    pub(crate) on_a: D2,
}

/// More candidate directions than this bring little; so many are always tried.
const MOST_DIRECTIONS: usize = 160;
/// Pieces this close along the way count as joined: far below the accuracy asked of a push.
const JOINED: f64 = 1e-9;

/// Distances over which a pair overlaps, and the point on a where it ends.
#[derive(Clone, Copy)]
struct Interval {
    low: f64,
    high: f64,
    point: D2,
}

pub(crate) fn push(a: &[Piece], b: &[Piece]) -> Push {
    let meeting = meeting_pairs(a, b);
    let mut best = Push { normal: D2::X, depth: f64::INFINITY, on_a: D2::ZERO };
    let mut intervals = Vec::new();
    for u in directions(a, b, &meeting) {
        if blocked(a, b, &meeting, u) {
            continue;
        }
        intervals.clear();
        pairs_across(a, b, u.left(), |i, j| intervals.extend(overlap_along(&a[i], &b[j], u)));
        let (depth, point) = way_out(&mut intervals);
        if depth < best.depth {
            best = Push { normal: u, depth, on_a: point };
        }
    }
    best
}

/// Calls `visit` with the pairs of pieces whose spans along an axis overlap, by sweeping over them.
fn pairs_across(a: &[Piece], b: &[Piece], axis: D2, mut visit: impl FnMut(usize, usize)) {
    let spans = |pieces: &[Piece]| {
        let span = |p: &Piece| match p {
            Piece::Hull(h) => h.span(axis),
            Piece::HalfPlane(_) => (f64::NEG_INFINITY, f64::INFINITY),
        };
        let mut all: Vec<_> = pieces.iter().map(span).zip(0..).collect();
        all.sort_by(|((p, _), i), ((q, _), j)| p.total_cmp(q).then(i.cmp(j)));
        all
    };
    let (sa, sb) = (spans(a), spans(b));
    let (mut i, mut j) = (0, 0);
    while let (Some(((la, ha), ia)), Some(((lb, hb), ib))) = (sa.get(i), sb.get(j)) {
        if la <= lb {
            sb[j..].iter().take_while(|((l, _), _)| l < ha).for_each(|(_, k)| visit(*ia, *k));
            i += 1;
        } else {
            sa[i..].iter().take_while(|((l, _), _)| l < hb).for_each(|(_, k)| visit(*k, *ib));
            j += 1;
        }
    }
}

/// The pairs of pieces that overlap where they are.
fn meeting_pairs(a: &[Piece], b: &[Piece]) -> Vec<(usize, usize)> {
    let mut meeting = Vec::new();
    pairs_across(a, b, D2::X, |i, j| {
        if meets_now(&a[i], &b[j]) {
            meeting.push((i, j));
        }
    });
    meeting
}

/// One-sided chains let the other shape out on their left only.
fn blocked(a: &[Piece], b: &[Piece], meeting: &[(usize, usize)], u: D2) -> bool {
    let against = |piece: &Piece, u: D2| match piece {
        Piece::Hull(h) => h.only_left.is_some_and(|left| left.dot(u) < 0.0),
        Piece::HalfPlane(_) => false,
    };
    meeting.iter().any(|(i, j)| against(&a[*i], u) || against(&b[*j], -u))
}

fn meets_now(p: &Piece, q: &Piece) -> bool {
    [D2::X, D2::X.left()]
        .into_iter()
        .any(|u| overlap_along(p, q, u).is_some_and(|i| i.low < 0.0 && i.high > 0.0))
}

fn way_out(intervals: &mut [Interval]) -> (f64, D2) {
    intervals.sort_by(|p, q| p.low.total_cmp(&q.low));
    let (mut end, mut point) = (0.0, D2::ZERO);
    for i in intervals.iter() {
        let slack = JOINED * if i.high - i.low < 1e30 { i.high - i.low } else { 0.0 };
        if i.low > end - slack && (end > 0.0 || i.low > 0.0) {
            break;
        }
        if i.high > end {
            (end, point) = (i.high, i.point);
        }
    }
    (end, point)
}

fn directions(a: &[Piece], b: &[Piece], meeting: &[(usize, usize)]) -> Vec<D2> {
    let mut out: Vec<D2> = Vec::new();
    for sign in [1.0, -1.0] {
        out.push(D2::X * sign);
        out.push(D2::X.left() * sign);
    }
    let mut middles = (D2::ZERO, D2::ZERO);
    for (pieces, middle) in [(a, &mut middles.0), (b, &mut middles.1)] {
        let mut count = 0.0;
        for p in pieces {
            match p {
                Piece::Hull(h) => {
                    *middle += h.middle();
                    count += 1.0;
                }
                Piece::HalfPlane(plane) => {
                    out.extend(D2::from(plane.normal).unit().into_iter().flat_map(|n| [n, -n]));
                }
            }
        }
        if count > 0.0 {
            *middle = *middle * (1.0 / count);
        }
    }
    out.extend((middles.1 - middles.0).unit());
    for (i, j) in meeting {
        if let (Piece::Hull(ha), Piece::Hull(hb)) = (&a[*i], &b[*j])
            && out.len() < MOST_DIRECTIONS
        {
            difference_directions(ha, hb, &mut out);
        }
    }
    out.truncate(MOST_DIRECTIONS);
    out
}

/// The ways out of one difference: its normals, and with a radius its corners too.
fn difference_directions(a: &Hull, b: &Hull, out: &mut Vec<D2>) {
    let fine = a.vertices.len() + b.vertices.len() > 256;
    let mut skip = 0;
    walk_hulls(a, b, |step| {
        let e = step.to - step.from;
        skip += 1;
        // A flattened curve has far more edges than directions are worth trying.
        if fine && skip % 32 != 0 {
            return;
        }
        // b moves against the outward normal of b − a.
        out.extend(D2::new(-e.y, e.x).unit());
        if a.radius + b.radius > 0.0 {
            out.extend(step.from.unit().into_iter().flat_map(|v| [v, -v]));
        }
    });
}

fn walk_hulls(a: &Hull, b: &Hull, visit: impl FnMut(Step)) {
    walk((&a.vertices, a.highest), (&b.vertices, b.lowest), D2::ZERO, visit);
}

/// Over which distances of b along u the interiors of two pieces overlap.
fn overlap_along(a: &Piece, b: &Piece, u: D2) -> Option<Interval> {
    match (a, b) {
        (Piece::Hull(a), Piece::Hull(b)) => hulls_along(a, b, u),
        (Piece::HalfPlane(plane), Piece::Hull(hull)) => {
            let n = D2::from(plane.normal);
            let length = n.length();
            let (low, _) = hull.span(n * (1.0 / length));
            plane_along(low - f64::from(plane.offset) / length, n.dot(u) / length)
        }
        (Piece::Hull(hull), Piece::HalfPlane(plane)) => {
            let n = D2::from(plane.normal);
            let length = n.length();
            let (low, _) = hull.span(n * (1.0 / length));
            plane_along(low - f64::from(plane.offset) / length, -n.dot(u) / length)
        }
        (Piece::HalfPlane(p), Piece::HalfPlane(q)) => {
            let (n, m) = (D2::from(p.normal), D2::from(q.normal));
            let (ln, lm) = (n.length(), m.length());
            if super::half_plane::opposed(p, q).is_none() {
                let point = D2::ZERO;
                return Some(Interval { low: f64::NEG_INFINITY, high: f64::INFINITY, point });
            }
            let apart = -(f64::from(p.offset) / ln + f64::from(q.offset) / lm);
            plane_along(apart, n.dot(u) / ln)
        }
    }
}

/// The separation from a plane changes by `rate` for each unit moved.
fn plane_along(separation: f64, rate: f64) -> Option<Interval> {
    let point = D2::ZERO;
    let everything = (f64::NEG_INFINITY, f64::INFINITY);
    let (low, high) = if rate > 0.0 {
        (everything.0, -separation / rate)
    } else if rate < 0.0 {
        (-separation / rate, everything.1)
    } else if separation < 0.0 {
        everything
    } else {
        return None;
    };
    Some(Interval { low, high, point })
}

fn hulls_along(a: &Hull, b: &Hull, u: D2) -> Option<Interval> {
    let side = u.left();
    let ((a_low, a_high), (b_low, b_high)) = (a.span(side), b.span(side));
    if a_low >= b_high || b_low >= a_high {
        return None;
    }
    let radius = a.radius + b.radius;
    let found = if radius > 0.0 { round_chord(a, b, u, radius) } else { sharp_chord(a, b, u) };
    found.filter(|i| i.low < i.high)
}

/// The chord of a difference without radius, by clipping against its edges (Cyrus and Beck 1978).
fn sharp_chord(a: &Hull, b: &Hull, u: D2) -> Option<Interval> {
    let (mut low, mut high) = (f64::NEG_INFINITY, f64::INFINITY);
    let mut point = D2::ZERO;
    let mut area = 0.0;
    let mut outside = false;
    walk_hulls(a, b, |step| {
        let e = step.to - step.from;
        let out = D2::new(e.y, -e.x);
        area += step.from.cross(step.to);
        // −t·u is inside when out·(−t·u − from) ≤ 0.
        let (rate, limit) = (-out.dot(u), out.dot(step.from));
        if rate > 0.0 {
            let t = limit / rate;
            if t < high {
                high = t;
                point = touching_point(a, step, -(u * t));
            }
        } else if rate < 0.0 {
            let t = limit / rate;
            if t > low {
                low = t;
            }
        } else if limit <= 0.0 && e != D2::ZERO {
            outside = true;
        }
    });
    (area > 0.0 && !outside).then_some(Interval { low, high, point })
}

/// The chord of a difference with a radius: the outermost of its crossings with the edges moved
/// out by the radius and with the circles around the corners.
fn round_chord(a: &Hull, b: &Hull, u: D2, radius: f64) -> Option<Interval> {
    let mut found: Option<Interval> = None;
    let mut keep = |t: f64, point: D2| {
        let i = found.get_or_insert(Interval { low: t, high: t, point });
        if t < i.low {
            i.low = t;
        }
        if t > i.high {
            (i.high, i.point) = (t, point);
        }
    };
    walk_hulls(a, b, |step| {
        // |−t·u − from| = radius.
        let along = -u.dot(step.from);
        let square = along * along - step.from.dot(step.from) + radius * radius;
        if square >= 0.0 {
            let root = sqrt(square);
            for t in [along - root, along + root] {
                let at = a.vertices[step.i] + (u * t + step.from) * (a.radius / radius);
                keep(t, at);
            }
        }
        let e = step.to - step.from;
        let Some(along) = e.unit() else { return };
        let out = -along.left();
        let rate = -out.dot(u);
        if rate != 0.0 {
            let t = (out.dot(step.from) + radius) / rate;
            let p = -(u * t);
            let s = along.dot(p - step.from);
            if s >= 0.0 && s <= e.length() {
                keep(t, touching_point(a, step, p - out * radius) - out * a.radius);
            }
        }
    });
    found
}

/// The point of a's hull where the pair touches once the difference's edge passes through `p`.
fn touching_point(a: &Hull, step: Step, p: D2) -> D2 {
    let v = a.vertices[step.i];
    if !step.of_a {
        return v;
    }
    let e = step.to - step.from;
    let square = e.dot(e);
    let s = if square > 0.0 { (p - step.from).dot(e) / square } else { 0.0 };
    v + (a.vertices[step.next] - v) * s
}

/// The stretch of the way along u on which b overlaps a.
pub(crate) fn chord(a: &Piece, b: &Piece, u: D2) -> Option<(f64, f64)> {
    overlap_along(a, b, u).map(|i| (i.low, i.high))
}

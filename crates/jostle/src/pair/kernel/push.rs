//! The way out for shapes that are not both convex: a translation that separates.
//!
//! Both shapes are unions of convex pieces. Moving b along a direction u, two pieces overlap over
//! one interval of the distance moved: a chord of their Minkowski difference. Starting at 0, every
//! pair that overlaps there moves the distance on to the end of its interval, until no pair
//! overlaps any more: the push is separating, and none shorter along u is. Over candidate
//! directions (edge normals and corners of the differences of pieces that overlap now, the axes, and
//! the line between the middles) the shortest is taken; a direction is left as soon as it is longer
//! than the best. For concave pairs that is not the global minimum over all directions, which is
//! not asked for.
//!
//! O(d · s · p log q) for d directions, s steps on the way and p and q pieces; allocates.
//! Rejected: sorting the intervals of all pairs, 40 times slower for stars of 1,000 edges.

use alloc::vec::Vec;

use super::minkowski::{Step, walk};
use super::pieces::{Hull, Pieces};
use crate::math::{D2, sqrt};
use crate::shape::HalfPlane;

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

/// Directions tried for shapes of few pieces.
const MOST_DIRECTIONS: usize = 160;
/// Directions tried however many pieces there are: the axes, the middles, a few normals.
const FEWEST_DIRECTIONS: usize = 12;
/// Pieces times directions that a query may cost.
const BUDGET: usize = 100_000;
/// Overlap along the way that counts as none, relative to the chord: far below the accuracy asked
/// of a push.
const JOINED: f64 = 1e-9;

/// A chord's share that counts as grazing for one-sided chains.
const SHALLOW: f64 = 1e-5;

/// Distances over which a pair overlaps, and the point on a where it ends.
#[derive(Clone, Copy)]
struct Interval {
    low: f64,
    high: f64,
    point: D2,
}

pub(crate) fn push(a: &Pieces, b: &Pieces) -> Push {
    let count = a.hulls.len() + b.hulls.len() + 1;
    let most = (BUDGET / count).clamp(FEWEST_DIRECTIONS, MOST_DIRECTIONS);
    let meeting = meeting_pairs(a, b);
    let candidates = directions(a, b, &meeting, most);
    let shortest = |allowed: &dyn Fn(D2) -> bool| {
        let mut best = Push { normal: D2::X, depth: f64::INFINITY, on_a: D2::ZERO };
        for u in candidates.iter().copied().filter(|u| allowed(*u)) {
            if let Some((depth, on_a)) = way_out(a, b, u, best.depth) {
                best = Push { normal: u, depth, on_a };
            }
        }
        best
    };
    let best = shortest(&|u| !blocked(a, b, &meeting, u));
    // A shape wound into one-sided chains may have no way out to their left: then any will do.
    if best.depth.is_finite() { best } else { shortest(&|_| true) }
}

/// How far along the way everything that overlapped has been left behind.
struct Way {
    end: f64,
    /// Where the pair touches there, on a.
    point: D2,
}

impl Way {
    /// Moves on to the end of an interval that holds the present place inside.
    fn pass(&mut self, i: Interval) {
        let chord = i.high - i.low;
        // Rounding may leave the place just before the end of the interval that led to it.
        let slack = if self.end > 0.0 && chord.is_finite() { JOINED * chord } else { 0.0 };
        if i.low < self.end - slack && i.high > self.end + slack {
            (self.end, self.point) = (i.high, i.point);
        }
    }
}

/// The distance along u after which nothing overlaps, if it is below the limit.
fn way_out(a: &Pieces, b: &Pieces, u: D2, limit: f64) -> Option<(f64, D2)> {
    let mut way = Way { end: 0.0, point: D2::ZERO };
    loop {
        let before = way.end;
        for pa in &a.hulls {
            // The probe follows the way as it gets longer.
            loop {
                let at = way.end;
                let moved = pa.bounds.moved(-(u * at));
                let margin = f64::EPSILON * 64.0 * (moved.max - moved.min + u * at).reach();
                b.near(moved.grown(margin), &mut |j| {
                    if let Some(i) = hulls_along(pa, &b.hulls[j], u) {
                        way.pass(i);
                    }
                });
                if !(way.end > at && way.end < limit) {
                    break;
                }
            }
        }
        for plane in &a.planes {
            b.hulls.iter().filter_map(|h| plane_along(plane, h, u)).for_each(|i| way.pass(i));
        }
        for plane in &b.planes {
            a.hulls.iter().filter_map(|h| plane_along(plane, h, -u)).for_each(|i| way.pass(i));
            a.planes.iter().filter_map(|p| planes_along(p, plane, u)).for_each(|i| way.pass(i));
        }
        if way.end >= limit {
            return None;
        }
        if way.end == before {
            return Some((way.end, way.point));
        }
    }
}

/// The pairs of hulls that overlap where they are.
fn meeting_pairs(a: &Pieces, b: &Pieces) -> Vec<(usize, usize)> {
    let mut meeting = Vec::new();
    for (i, pa) in a.hulls.iter().enumerate() {
        b.near(pa.bounds, &mut |j| {
            let pb = &b.hulls[j];
            let meets = [D2::X, D2::X.left()]
                .into_iter()
                .any(|u| hulls_along(pa, pb, u).is_some_and(|i| i.low < 0.0 && i.high > 0.0));
            if meets {
                meeting.push((i, j));
            }
        });
    }
    meeting
}

/// One-sided chains let the other shape out on their left only; overlap that is over as soon as it
/// begins blocks nothing.
fn blocked(a: &Pieces, b: &Pieces, meeting: &[(usize, usize)], u: D2) -> bool {
    let against = |hull: &Hull, u: D2| hull.only_left.is_some_and(|left| left.dot(u) < 0.0);
    meeting.iter().any(|(i, j)| {
        let (pa, pb) = (&a.hulls[*i], &b.hulls[*j]);
        (against(pa, u) || against(pb, -u))
            && hulls_along(pa, pb, u).is_some_and(|i| i.high > SHALLOW * (i.high - i.low))
    })
}

fn directions(a: &Pieces, b: &Pieces, meeting: &[(usize, usize)], most: usize) -> Vec<D2> {
    let middle = |pieces: &Pieces| {
        let sum = pieces.hulls.iter().fold(D2::ZERO, |s, h| s + h.middle());
        sum * (1.0 / pieces.hulls.len().max(1) as f64)
    };
    // The likeliest way first: it bounds all others.
    let mut out: Vec<D2> = (middle(b) - middle(a)).unit().into_iter().collect();
    for sign in [1.0, -1.0] {
        out.push(D2::X * sign);
        out.push(D2::X.left() * sign);
    }
    for plane in a.planes.iter().chain(&b.planes) {
        out.extend(D2::from(plane.normal).unit().into_iter().flat_map(|n| [n, -n]));
    }
    for (i, j) in meeting {
        if out.len() >= most {
            break;
        }
        difference_directions(&a.hulls[*i], &b.hulls[*j], &mut out);
    }
    out.truncate(most);
    out
}

/// The ways out of one difference: its normals, and with a radius its corners too.
fn difference_directions(a: &Hull, b: &Hull, out: &mut Vec<D2>) {
    let fine = a.vertices.len() + b.vertices.len() > 256;
    let mut skip = 0;
    walk_hulls(a, b, |step| {
        let e = step.edge;
        skip += 1;
        // A flattened curve has far more edges than directions are worth trying.
        if fine && skip % 32 != 0 {
            return;
        }
        // b moves against the outward normal of b − a.
        out.extend(e.left().unit());
        if a.radius + b.radius > 0.0 {
            out.extend(step.from.unit().into_iter().flat_map(|v| [v, -v]));
        }
    });
}

fn walk_hulls(a: &Hull, b: &Hull, visit: impl FnMut(Step)) {
    walk(a.ring(), b.ring(), D2::ZERO, visit);
}

/// Over which distances along u a hull overlaps a half-plane.
fn plane_along(plane: &HalfPlane, hull: &Hull, u: D2) -> Option<Interval> {
    let n = D2::from(plane.normal);
    let length = n.length();
    let (low, _) = hull.span(n * (1.0 / length));
    receding(low - f64::from(plane.offset) / length, n.dot(u) / length)
}

/// Over which distances of q along u two half-planes overlap.
fn planes_along(p: &HalfPlane, q: &HalfPlane, u: D2) -> Option<Interval> {
    let (n, m) = (D2::from(p.normal), D2::from(q.normal));
    let (ln, lm) = (n.length(), m.length());
    if super::half_plane::opposed(p, q).is_none() {
        let point = D2::ZERO;
        return Some(Interval { low: f64::NEG_INFINITY, high: f64::INFINITY, point });
    }
    receding(-(f64::from(p.offset) / ln + f64::from(q.offset) / lm), n.dot(u) / ln)
}

/// The separation from a plane changes by `rate` for each unit moved.
fn receding(separation: f64, rate: f64) -> Option<Interval> {
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
        let e = step.edge;
        let out = D2::new(e.y, -e.x);
        area += step.from.cross(step.edge);
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
        let e = step.edge;
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
    let e = step.edge;
    let square = e.dot(e);
    let s = if square > 0.0 { (p - step.from).dot(e) / square } else { 0.0 };
    v + (a.vertices[step.next] - v) * s
}

/// The stretches of the way along u on which a point overlaps the pieces of a.
pub(crate) fn chords(a: &Pieces, from: D2, u: D2) -> Vec<(f64, f64)> {
    let start = Hull::new([from].into(), 0.0);
    let hulls = a.hulls.iter().filter_map(|h| hulls_along(h, &start, u));
    let planes = a.planes.iter().filter_map(|p| plane_along(p, &start, u));
    hulls.chain(planes).map(|i| (i.low, i.high)).collect()
}

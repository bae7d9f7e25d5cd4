//! SAT for two convex cores of up to eight vertices, in `f64`, several edges at a time.
//!
//! Method: the edges of one polygon are lanes. For each vertex w of the other, each lane keeps the
//! least n·w. That is the signed distance of the other polygon from the line of the edge, times the
//! edge's length (Gottschalk, Lin and Manocha, "OBBTree", SIGGRAPH 1996, §5; Ericson, "Real-Time
//! Collision Detection", §5.2.1). There is no branch, division or root until the axis is chosen.
//! The largest over both polygons is the separation if the cores overlap, or if the support vertex
//! lies in front of its edge; else the nearest features are two vertices, and all pairs of these
//! are compared. Pairs of simple classes have closed forms.
//!
//! Frame: relative to a's origin, positions subtracted first. Sign: above 0 apart.
//! Error: with u = 2^-53 and S the largest coordinate of both vertices that enter, a vertex errs by
//! 2uS, an edge by u of itself, the two products, their difference and that of the two offsets by
//! at most 8u·|e|₁·S together; |e|₁ is at most √2 lengths. [`ERROR`] is twice the sum and covers
//! the distance of two vertices, too. Separations within it are undecided.
//! Cost: 2(n + m)·max(n, m) products.
#![expect(clippy::needless_range_loop, reason = "lanes go by their number, several arrays at once")]

use crate::math::{DVec2, by_tree, greater, lesser, sqrt};
use crate::pair::answer::Want;
use crate::pair::sat::octagons::Eights;
use crate::pair::sat::soa::{Lanes, Loaded};
use crate::pair::sat::{ERROR, Separation, points_segments, rects};
use crate::shape::body::core::Vertices;
use crate::shape::{Core, Kind};

/// Returns the closed form of a pair of simple cores, or `None` if the pair needs lanes.
#[inline(always)]
fn closed_form(a: &Core, b: &Core, d: DVec2, radius: f64) -> Option<Separation> {
    if b.kind == Kind::Point {
        return to_point(a, d, radius);
    }
    if a.kind == Kind::Point {
        return to_point(b, -d, radius).map(|found| found.flipped(d));
    }
    if let (Vertices::Rect(f), Vertices::Rect(g)) = (&a.vertices, &b.vertices)
        && radius == 0.0
        && a.kind == Kind::Convex
        && b.kind == Kind::Convex
    {
        let (found, corners) = rects::rects((a, f), (b, g), false, None);
        return (!corners).then_some(found);
    }
    Some(points_segments::segments(ends(a)?, ends(b)?.map(|v| v + d), radius))
}

/// Returns the separation of a simple core and a point `d` from its origin.
#[inline(always)]
fn to_point(core: &Core, d: DVec2, radius: f64) -> Option<Separation> {
    match (&core.vertices, core.kind) {
        (_, Kind::Point) => Some(points_segments::points(d, radius)),
        (Vertices::Rect(frame), Kind::Convex) => Some(rects::frame_and_point(frame, d, radius)),
        _ => Some(points_segments::segment_and_point(ends(core)?, d, radius)),
    }
}

/// Returns the ends of a segment, which differ, relative to its origin.
#[inline(always)]
fn ends(core: &Core) -> Option<[DVec2; 2]> {
    match &core.vertices {
        _ if core.kind != Kind::Segment => None,
        Vertices::Thin([v, w]) if v != w => Some([*v, *w]),
        Vertices::Rect(frame) => {
            let [v, _, w, _] = frame.corners();
            Some([v, w])
        }
        _ => None,
    }
}

/// More than rounding takes from a sum.
const ROUND_UP: f32 = 1.0 + 4.0 * f32::EPSILON;

/// Returns the separation, or `None` if a core has more than eight vertices. For contacts, octagons
/// that are certainly apart may be [`Separation::FAR_APART`].
#[inline]
pub(crate) fn separation(a: &Core, b: &Core, want: Want) -> Option<Separation> {
    let (d, radius) = difference(a, b);
    if let Some(found) = closed_form(a, b, d, radius) {
        return Some(found);
    }
    // Not on web pages: it is 13 kB of code.
    if cfg!(not(target_arch = "wasm32"))
        && let (Vertices::Eight(p), Vertices::Eight(q)) = (&a.vertices, &b.vertices)
        && (a.kind, b.kind) == (Kind::Convex, Kind::Convex)
    {
        let limit = match want {
            Want::Gap => f32::INFINITY,
            Want::Contact => (a.radius + b.radius) * ROUND_UP,
        };
        let found = Eights { a: p, b: q, d, radius }.separation(limit);
        if found.is_some() {
            return found;
        }
    }
    in_lanes(a, b, d, radius)
}

/// A segment that goes on this many times further than all else, such as a flattened half-plane, is
/// cut.
const MAX_LENGTH_RATIO: f64 = (1 << 20) as f64;

/// Returns the separation if a segment is so long that its far end drowns the digits of the near
/// one, else `None`. What lies beyond the reach of the other is no nearest point and no way out, so
/// the part before it has the same answer.
pub(crate) fn clip_long_segment(a: &Core, b: &Core) -> Option<Separation> {
    match (near_part(a, b), near_part(b, a)) {
        (Some(a), _) => separation(&a, b, Want::Gap),
        (_, Some(b)) => separation(a, &b, Want::Gap),
        _ => None,
    }
}

/// Returns the part of a segment that may matter to the other, if it is a small part.
fn near_part(segment: &Core, other: &Core) -> Option<Core> {
    let (Vertices::Thin([v, w]), Kind::Segment) = (&segment.vertices, segment.kind) else {
        return None;
    };
    let (d, radius) = difference(segment, other);
    let last_is_far = (*w - d).reach() > (*v - d).reach();
    let (near, far) = if last_is_far { (*v, *w) } else { (*w, *v) };
    let along = far - near;
    let span = 4.0 * ((near - d).reach() + other.reach() + radius);
    if !(span > 0.0 && along.reach() > span * MAX_LENGTH_RATIO) {
        return None;
    }
    let cut = near + along * (span / along.reach());
    let [v, w] = if last_is_far { [near, cut] } else { [cut, near] };
    Some(Core::offset_segment(segment.origin, v, w, segment.radius))
}

/// From a's origin to b's, and the sum of the radii.
#[inline(always)]
fn difference(a: &Core, b: &Core) -> (DVec2, f64) {
    let d = DVec2::from(b.origin) - DVec2::from(a.origin);
    (d, f64::from(a.radius) + f64::from(b.radius))
}

#[inline(never)]
pub(crate) fn in_lanes(a: &Core, b: &Core, d: DVec2, radius: f64) -> Option<Separation> {
    match (Loaded::new(a)?, Loaded::new(b)?) {
        (Loaded::Four(a), Loaded::Four(b)) => of_lanes(&a, &b.seen(d), d, radius),
        (a, b) => of_lanes(&a.padded(), &b.padded().seen(d), d, radius),
    }
}

/// The signed distance from each edge's line to the nearest vertex of the other, times the edge's
/// length.
#[inline(always)]
fn heights<const N: usize, const M: usize>(own: &Lanes<N>, other: &Lanes<M>) -> [f64; N] {
    let mut low = [f64::INFINITY; N];
    for j in 0..M {
        for i in 0..N {
            let out = own.ey[i] * other.x[j] - own.ex[i] * other.y[j];
            low[i] = if out < low[i] { out } else { low[i] };
        }
    }
    for i in 0..N {
        low[i] -= own.ey[i] * own.x[i] - own.ex[i] * own.y[i];
    }
    low
}

/// The lane of the largest height over length, compared by signed squares.
#[inline(always)]
fn highest<const N: usize, const M: usize>(own: &Lanes<N>, other: &Lanes<M>) -> Option<Axis> {
    if !own.has_edges {
        return None;
    }
    let heights = heights(own, other);
    let mut keys = [0.0; N];
    for i in 0..N {
        let square = own.ex[i] * own.ex[i] + own.ey[i] * own.ey[i];
        keys[i] = heights[i] * heights[i].abs() / square;
    }
    let (lane, key) = first_of_largest(&keys);
    Some(Axis { lane, height: heights[lane], key })
}

/// The largest number by a tree, and its first lane by comparing all: going from one to the next,
/// each would wait for the one before, which took a sixth of the whole.
#[inline(always)]
pub(crate) fn first_of_largest<const N: usize>(numbers: &[f64; N]) -> (usize, f64) {
    let top = by_tree(*numbers, greater);
    let mut equal = 0;
    for i in 0..N {
        equal |= u32::from(numbers[i] == top) << i;
    }
    (equal.trailing_zeros() as usize % N, top)
}

#[derive(Clone, Copy)]
struct Axis {
    lane: usize,
    height: f64,
    key: f64,
}

fn of_lanes<const N: usize, const M: usize>(
    a: &Lanes<N>,
    b: &Lanes<M>,
    d: DVec2,
    radius: f64,
) -> Option<Separation> {
    let size = d.reach() + a.reach + b.reach;
    let error = ERROR * (size + radius);
    let face = match (highest(a, b), highest(b, a)) {
        (Some(of_a), Some(of_b)) if of_a.key >= of_b.key => on_face(a, of_a, b, error),
        (Some(of_a), None) => on_face(a, of_a, b, error),
        (_, Some(of_b)) => {
            let (face, in_front) = on_face(b, of_b, a, error);
            (face.flipped_if(true), in_front)
        }
        (None, None) => return None,
    };
    let (mut found, in_front) = face;
    if !in_front && found.separation > -error {
        let corners = between_corners(a, b);
        // Beyond the error only a corner is further away than the line of an edge.
        if corners.separation > found.separation + error {
            found = corners;
        }
    }
    Some(Separation { separation: found.separation - radius, error, ..found })
}

/// Returns the answer along the normal of one of the edges of `own`, which is taken for a, and
/// `true` if the other shape lies in front of the edge itself, not only of its line.
#[inline(always)]
fn on_face<const N: usize, const M: usize>(
    own: &Lanes<N>,
    axis: Axis,
    other: &Lanes<M>,
    error: f64,
) -> (Separation, bool) {
    let (v, e) = (own.at(axis.lane), own.edge(axis.lane));
    let square = e.dot(e);
    let length = sqrt(square);
    // The vertices that attain it, two where faces are parallel: what they span along the edge.
    let limit = axis.height + (e.y * v.x - e.x * v.y) + error * length;
    let (mut lows, mut highs) = ([0.0; M], [0.0; M]);
    for j in 0..M {
        let (x, y) = (other.x[j], other.y[j]);
        let along = (x - v.x) * e.x + (y - v.y) * e.y;
        let attains = e.y * x - e.x * y <= limit;
        lows[j] = if attains { along } else { f64::INFINITY };
        highs[j] = if attains { along } else { f64::NEG_INFINITY };
    }
    let (low, high) = (by_tree(lows, lesser), by_tree(highs, greater));
    let in_front = low <= square && high >= 0.0;
    let found = Separation::of_face(v, e, (square, length), low, axis.height / length);
    (Separation { error, ..found }, in_front)
}

/// The nearest two corners of two rectangles, which are apart; nothing else is known of them.
pub(crate) fn rect_corners(a: &Core, b: &Core) -> Option<Separation> {
    let (Vertices::Rect(f), Vertices::Rect(g)) = (&a.vertices, &b.vertices) else { return None };
    let (d, _) = difference(a, b);
    Some(between_corners(&Lanes::of_rect(f), &Lanes::of_rect(g).seen(d)))
}

/// The nearest two vertices.
#[inline(never)]
fn between_corners<const N: usize, const M: usize>(a: &Lanes<N>, b: &Lanes<M>) -> Separation {
    let mut best = (f64::INFINITY, 0, 0);
    for i in 0..N {
        let mut squares = [0.0; M];
        for j in 0..M {
            let (x, y) = (b.x[j] - a.x[i], b.y[j] - a.y[i]);
            squares[j] = x * x + y * y;
        }
        for j in 0..M {
            best = if squares[j] < best.0 { (squares[j], i, j) } else { best };
        }
    }
    Separation::of_corners((best.0, a.at(best.1), b.at(best.2)))
}

#[cfg(test)]
mod tests;

//! Penetration of shapes that are not both convex: a translation that separates them.
//!
//! Both shapes are unions of convex pieces. If b moves along a direction u, two pieces overlap over
//! one interval of the distance moved. Starting at 0, every pair that overlaps moves the distance
//! to the end of its interval, until none overlaps: the push separates, and none shorter along u
//! does. The shortest over the candidate directions is returned: edge normals and corners of the
//! differences of pieces that overlap now, the way out of all of them by their shallowest sides,
//! the axes, and the line between the middles. It is not the minimum over all directions.
//!
//! Cost: O(d · s · p log q) for d directions, s steps and p and q pieces; allocates.

pub(crate) mod overlap_interval;
pub(crate) mod sides;

#[cfg(test)]
mod tests;

use alloc::vec::Vec;

use crate::math::DVec2;
use crate::pair::boundary::convex_pieces::{COARSE, CURVED, Hull, Pieces, pieces};
use crate::pair::sat::minkowski::walk;
use crate::shape::Body;
pub(crate) use overlap_interval::chords;
use overlap_interval::{
    JOINED, OverlapInterval, ProjectedHull, chord, hulls_along, planes_along, point_along,
};
use sides::{corner_way, past_planes};

/// A translation of b along a direction; points relative to the pieces' base.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Push {
    /// Unit direction for b.
    pub(crate) normal: DVec2,
    /// The distance after which nothing overlaps; infinite if no candidate direction separates.
    pub(crate) depth: f64,
    /// The point on a where the pair touches last.
    pub(crate) on_a: DVec2,
    /// The sine between the normal and the boundary there.
    steep: f64,
}

impl Push {
    fn along(normal: DVec2, depth: f64) -> Self {
        Self { normal, depth, on_a: DVec2::ZERO, steep: 1.0 }
    }

    /// Moves on to the end of an interval that holds the present place inside.
    fn pass(&mut self, i: OverlapInterval) {
        let chord = i.high - i.low;
        // Rounding may leave the place just before the end of the interval that led to it.
        let scale = if chord.is_finite() { chord } else { self.depth };
        let slack = if self.depth > 0.0 { JOINED * scale } else { 0.0 };
        if i.low < self.depth - slack && i.high > self.depth + slack {
            *self = Self { depth: i.high, on_a: i.point, steep: i.steep, ..*self };
        }
    }
}

/// Directions tried for shapes of few pieces.
const MOST_DIRECTIONS: usize = 160;
/// Directions tried however many pieces there are: the axes, the middles, a few normals.
const FEWEST_DIRECTIONS: usize = 12;
/// The same where half-planes take part: half of them are for those.
const PLANE_DIRECTIONS: usize = 64;
/// Pieces times directions that a query may cost.
const BUDGET: usize = 100_000;
/// A way that leaves along a boundary turned by less than this is taken only if there is no other:
/// the rounding of the push would turn into a thousand times as much along it.
const FLAT: f64 = 1e-3;
/// Directions with a smaller sine between them are one: 4 roundings of `f32`.
const SAME: f64 = 4.0 * f32::EPSILON as f64;

/// A chord's share that counts as grazing for one-sided chains.
const SHALLOW: f64 = 1e-5;

/// A push for b out of a, relative to `base`. Curves are looked at coarsely first, and measured
/// closely along the way that was found.
pub(crate) fn push(a: &Body, b: &Body, base: DVec2) -> Push {
    let fine = || (pieces(a, base, CURVED), pieces(b, base, CURVED));
    let is_curve = |part: &Body| matches!(part, Body::Curved(_));
    if a.parts().iter().chain(b.parts()).any(is_curve) {
        let coarse = |body| pieces(body, base, COARSE);
        let first = search(&coarse(a), &coarse(b));
        if first.depth.is_finite() {
            let (a, b) = fine();
            if let Some(push) = way_out(&a, &b, DVec2::ZERO, first.normal, f64::INFINITY) {
                return push;
            }
        }
    }
    let (a, b) = fine();
    search(&a, &b)
}

fn search(a: &Pieces, b: &Pieces) -> Push {
    let count = a.hulls.len() + b.hulls.len() + 1;
    let fewest =
        if a.planes.len() + b.planes.len() > 0 { PLANE_DIRECTIONS } else { FEWEST_DIRECTIONS };
    let most = (BUDGET / count).clamp(fewest, MOST_DIRECTIONS);
    let meeting = meeting_pairs(a, b);
    let candidates = distinct(directions(a, b, &meeting, most));
    let none = Push::along(DVec2::X, f64::INFINITY);
    let shortest = |(sided, least): (bool, f64)| {
        let mut best = none;
        for u in candidates.iter().copied() {
            if !(sided && blocked(a, b, &meeting, u))
                && let Some(push) = way_out(a, b, DVec2::ZERO, u, best.depth)
                && push.steep >= least
            {
                best = push;
            }
        }
        best
    };
    // A shape wound into one-sided chains may have no way out to their left: then any will do.
    let choices = [(true, FLAT), (false, FLAT), (true, 0.0), (false, 0.0)];
    let mut found = choices.into_iter().map(shortest);
    found.find(|push| push.depth.is_finite()).unwrap_or(none)
}

/// The push along u after which nothing overlaps, b starting at `from`, if it is shorter than the
/// limit.
pub(crate) fn way_out(a: &Pieces, b: &Pieces, from: DVec2, u: DVec2, limit: f64) -> Option<Push> {
    let mut way = Push::along(u, 0.0);
    let [seen_a, seen_b] =
        [a, b].map(|p| p.hulls.iter().map(|h| ProjectedHull::new(h, u)).collect::<Vec<_>>());
    loop {
        let before = way.depth;
        for pa in &seen_a {
            // The probe follows the way as it gets longer.
            loop {
                let at = way.depth;
                let place = from + u * at;
                let moved = pa.hull.bounds.moved(-place);
                let margin = f64::EPSILON * 64.0 * (moved.max - moved.min + place).reach();
                b.near(moved.grown(margin), &mut |j| {
                    if let Some(i) = hulls_along(*pa, seen_b[j], from, u) {
                        way.pass(i);
                    }
                });
                if !(way.depth > at && way.depth < limit) {
                    break;
                }
            }
        }
        for plane in &a.planes {
            for hull in &b.hulls {
                let deepest = hull.least(plane.normal) + from;
                if let Some(i) = point_along(plane, deepest, u) {
                    way.pass(OverlapInterval { point: deepest + u * i.high, ..i });
                }
            }
        }
        for plane in &b.planes {
            for hull in &a.hulls {
                let deepest = hull.least(plane.normal);
                if let Some(i) = point_along(plane, deepest - from, -u) {
                    way.pass(OverlapInterval { point: deepest, ..i });
                }
            }
            let found = a.planes.iter().filter_map(|p| planes_along(p, plane, from, u));
            found.for_each(|i| way.pass(i));
        }
        if way.depth >= limit {
            return None;
        }
        if way.depth == before {
            return Some(way);
        }
    }
}

/// The pairs of hulls that overlap where they are.
fn meeting_pairs(a: &Pieces, b: &Pieces) -> Vec<(usize, usize)> {
    let mut meeting = Vec::new();
    for (i, pa) in a.hulls.iter().enumerate() {
        b.near(pa.bounds, &mut |j| {
            let pb = &b.hulls[j];
            let meets = [DVec2::X, DVec2::X.left()]
                .into_iter()
                .any(|u| chord(pa, pb, u).is_some_and(|i| i.low < 0.0 && i.high > 0.0));
            if meets {
                meeting.push((i, j));
            }
        });
    }
    meeting
}

/// One-sided chains let the other shape out on their left only; overlap that is over as soon as it
/// begins blocks nothing.
fn blocked(a: &Pieces, b: &Pieces, meeting: &[(usize, usize)], u: DVec2) -> bool {
    let against = |hull: &Hull, u: DVec2| hull.only_left.is_some_and(|left| left.dot(u) < 0.0);
    meeting.iter().any(|(i, j)| {
        let (pa, pb) = (&a.hulls[*i], &b.hulls[*j]);
        (against(pa, u) || against(pb, -u))
            && chord(pa, pb, u).is_some_and(|i| i.high > SHALLOW * (i.high - i.low))
    })
}

fn directions(a: &Pieces, b: &Pieces, meeting: &[(usize, usize)], most: usize) -> Vec<DVec2> {
    let middle = |pieces: &Pieces| {
        let sum = pieces.hulls.iter().fold(DVec2::ZERO, |s, h| s + h.middle());
        sum * (1.0 / pieces.hulls.len().max(1) as f64)
    };
    // The likeliest way first: it bounds all others.
    let mut out: Vec<DVec2> = (middle(b) - middle(a)).unit().into_iter().collect();
    for sign in [1.0, -1.0] {
        out.push(DVec2::X * sign);
        out.push(DVec2::X.left() * sign);
    }
    out.extend(corner_way(a, b, meeting, 2.0 * FLAT));
    past_planes(a, b, most / 2, &mut out);
    for (i, j) in meeting {
        if out.len() >= most {
            break;
        }
        difference_directions(&a.hulls[*i], &b.hulls[*j], &mut out);
    }
    out.truncate(most);
    out
}

/// The first of directions that are the same but for the rounding of placed corners: the sides of
/// pixels and tiles come up over and over, and what they would find is found.
fn distinct(all: Vec<DVec2>) -> Vec<DVec2> {
    let mut kept: Vec<DVec2> = Vec::with_capacity(all.len());
    for u in all {
        let same = |v: &DVec2| v.dot(u) > 0.0 && v.cross(u).abs() <= SAME;
        if !kept.iter().any(same) {
            kept.push(u);
        }
    }
    kept
}

/// The ways out of one difference: its normals, and with a radius its corners too.
fn difference_directions(a: &Hull, b: &Hull, out: &mut Vec<DVec2>) {
    let fine = a.vertices.len() + b.vertices.len() > 256;
    let mut skip = 0;
    walk(&a.ring(), &b.ring(), DVec2::ZERO, |step| {
        let e = step.edge;
        skip += 1;
        // A flattened curve has far more edges than directions are worth trying.
        if fine && skip % 32 != 0 {
            return;
        }
        // b moves against the outward normal of b − a.
        out.extend(e.left().unit());
        if a.radius + b.radius > 0.0
            && let Some(v) = step.from.unit()
        {
            out.extend([v, -v]);
        }
    });
}

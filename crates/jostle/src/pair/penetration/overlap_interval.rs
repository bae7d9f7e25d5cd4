//! The interval of distances over which two convex pieces overlap, if one moves along a line.
//!
//! The interval is the chord that the line cuts from the Minkowski difference b − a, moved out by
//! the sum of the radii. It ends where the boundary changes sides of the line, or, with a radius,
//! where the line meets the circle around a corner; the outermost places count. Distances are along
//! the unit vector `u`. Error: about 1e-15 of the coordinates. Cost: O(n + m).

use alloc::vec::Vec;

use crate::math::{DVec2, sqrt};
use crate::pair::boundary::convex_pieces::{Hull, Pieces, Plane};
use crate::pair::half_plane::opposed;
use crate::pair::sat::minkowski::{Step, walk};

/// Rounding in the distance from a line and in the rate at which it changes, relative.
pub(crate) const ROUNDING: f64 = 64.0 * f64::EPSILON;

/// Distances over which a pair overlaps, and the point on a where it ends.
#[derive(Clone, Copy)]
pub(crate) struct OverlapInterval {
    pub(crate) low: f64,
    pub(crate) high: f64,
    pub(crate) point: DVec2,
    /// The sine between the way and the boundary where it ends: how little a step aside matters.
    pub(crate) steep: f64,
}

/// Overlap along the way that counts as none, relative to the chord: far below the accuracy asked
/// of a push.
pub(crate) const JOINED: f64 = 1e-9;

/// A piece with its extent square to the way.
#[derive(Clone, Copy)]
pub(crate) struct ProjectedHull<'a> {
    pub(crate) hull: &'a Hull,
    pub(crate) low: f64,
    pub(crate) high: f64,
}

impl<'a> ProjectedHull<'a> {
    pub(crate) fn new(hull: &'a Hull, u: DVec2) -> Self {
        let (low, high) = hull.span(u.left());
        Self { hull, low, high }
    }
}

/// Over which distances along u two pieces overlap, b starting at `from`.
pub(crate) fn hulls_along(
    a: ProjectedHull<'_>,
    b: ProjectedHull<'_>,
    from: DVec2,
    u: DVec2,
) -> Option<OverlapInterval> {
    let shift = from.dot(u.left());
    let (first, last) = (b.high + shift - a.low, a.high - b.low - shift);
    let rounding =
        ROUNDING * (a.low.abs() + a.high.abs() + b.low.abs() + b.high.abs() + shift.abs());
    let radius = a.hull.radius + b.hull.radius;
    let is_line = |s: ProjectedHull<'_>| s.high - s.low <= rounding || s.hull.vertices.len() < 3;
    // A line may lie on the seam of two pieces, in the interior of neither and yet in the whole:
    // its pairs count with their boundary, sideways and at the start.
    let thin = radius == 0.0 && (is_line(a) || is_line(b));
    let least = if thin { -rounding } else { rounding };
    if first <= least || last <= least {
        return None;
    }
    let found = if radius > 0.0 {
        round_chord(a.hull, b.hull, from, u, radius)
    } else {
        sharp_chord(a.hull, b.hull, from, u, rounding, thin)
    };
    let joined =
        |i: OverlapInterval| if thin { i.low - 4.0 * JOINED * (i.high - i.low) } else { i.low };
    found.filter(|i| i.low < i.high).map(|i| OverlapInterval { low: joined(i), ..i })
}

/// The same for the hulls as they are.
pub(crate) fn chord(a: &Hull, b: &Hull, u: DVec2) -> Option<OverlapInterval> {
    hulls_along(ProjectedHull::new(a, u), ProjectedHull::new(b, u), DVec2::ZERO, u)
}

/// Widens an interval to hold t. `end` is the point on a and how steeply the way meets the boundary
/// there.
fn widen(found: &mut Option<OverlapInterval>, t: f64, end: impl FnOnce() -> (DVec2, f64)) {
    match found {
        Some(i) if t > i.high => (i.high, (i.point, i.steep)) = (t, end()),
        Some(i) if t < i.low => i.low = t,
        Some(_) => {}
        None => {
            let (point, steep) = end();
            *found = Some(OverlapInterval { low: t, high: t, point, steep });
        }
    }
}

/// The fraction of an edge at which it meets the line, from the sides on which its ends lie.
fn crossing(before: f64, after: f64) -> Option<f64> {
    if before == 0.0 {
        return Some(0.0);
    }
    ((before < 0.0) != (after < 0.0) && after != 0.0).then(|| before / (before - after))
}

/// Corners within rounding of the line lie on it. Where the boundary does not count the line has to
/// pass through the interior.
fn sharp_chord(
    a: &Hull,
    b: &Hull,
    from: DVec2,
    u: DVec2,
    rounding: f64,
    closed: bool,
) -> Option<OverlapInterval> {
    let mut found = None;
    let (mut area, mut left, mut right) = (0.0, false, false);
    let mut visit = |step: &Step, side: f64, next: f64| {
        area += step.from.cross(step.edge);
        (left, right) = (left || side > 0.0, right || side < 0.0);
        if let Some(s) = crossing(side, next) {
            let t = -u.dot(step.from + step.edge * s);
            let steep = || u.cross(unit_edge(a, b, step)).abs();
            widen(&mut found, t, || (touching_point(a, step, s), steep()));
        }
    };
    // Each edge ends where the next begins, also for rounding.
    let mut first = None;
    let mut last: Option<(Step, f64)> = None;
    walk(&a.ring(), &b.ring(), from, |step| {
        let side = u.cross(step.from);
        let side = if side.abs() <= rounding { 0.0 } else { side };
        first.get_or_insert(side);
        if let Some((step, before)) = &last {
            visit(step, *before, side);
        }
        last = Some((step, side));
    });
    if let (Some((step, before)), Some(side)) = (last, first) {
        visit(&step, before, side);
    }
    (area > 0.0 && (closed || left && right)).then_some(found).flatten()
}

/// The direction of an edge of the difference.
fn unit_edge(a: &Hull, b: &Hull, step: &Step) -> DVec2 {
    if step.of_a { -a.unit(step.i) } else { b.unit(step.j) }
}

fn round_chord(a: &Hull, b: &Hull, from: DVec2, u: DVec2, radius: f64) -> Option<OverlapInterval> {
    let mut found = None;
    let share = a.radius / radius;
    walk(&a.ring(), &b.ring(), from, |step| {
        let side = u.cross(step.from);
        // |−t·u − from| = radius.
        if side.abs() <= radius {
            let along = -u.dot(step.from);
            let root = sqrt((radius - side) * (radius + side));
            for t in [along - root, along + root] {
                let point = || a.vertices[step.i] + (u * t + step.from) * share;
                widen(&mut found, t, || (point(), root / radius));
            }
        }
        let unit = unit_edge(a, b, &step);
        let out = -unit.left();
        let moved = side + radius * u.cross(out);
        if unit != DVec2::ZERO
            && let Some(s) = crossing(moved, moved + u.cross(step.edge))
        {
            let t = -u.dot(step.from + step.edge * s + out * radius);
            let point = || touching_point(a, &step, s) - out * a.radius;
            widen(&mut found, t, || (point(), u.cross(unit).abs()));
        }
    });
    found
}

/// The point of a's hull where the pair touches at a fraction of the difference's edge.
fn touching_point(a: &Hull, step: &Step, s: f64) -> DVec2 {
    let v = a.vertices[step.i];
    if step.of_a { v + (a.vertices[step.next] - v) * s } else { v }
}

/// Over which distances of q along u two half-planes overlap.
pub(crate) fn planes_along(p: &Plane, q: &Plane, from: DVec2, u: DVec2) -> Option<OverlapInterval> {
    if opposed(&p.exact, &q.exact).is_none() {
        let (low, high) = (f64::NEG_INFINITY, f64::INFINITY);
        return Some(OverlapInterval { low, high, point: DVec2::ZERO, steep: 1.0 });
    }
    receding(p.normal.dot(from) - (p.offset + q.offset), p.normal.dot(u), 0.0)
}

/// Over which distances along u a point is in a half-plane.
pub(crate) fn point_along(plane: &Plane, point: DVec2, u: DVec2) -> Option<OverlapInterval> {
    let separation = plane.normal.dot(point) - plane.offset;
    let rounding = ROUNDING * (point.reach() + plane.offset.abs());
    receding(separation, plane.normal.dot(u), rounding)
}

/// The separation from a plane changes by `rate` for each unit moved.
fn receding(separation: f64, rate: f64, rounding: f64) -> Option<OverlapInterval> {
    let (mut low, mut high) = (f64::NEG_INFINITY, f64::INFINITY);
    if rate > ROUNDING {
        high = -separation / rate;
    } else if rate < -ROUNDING {
        low = -separation / rate;
    } else if separation >= -rounding {
        return None;
    }
    Some(OverlapInterval { low, high, point: DVec2::ZERO, steep: rate.abs() })
}

/// The stretches of the way along u on which a point overlaps the pieces of a.
pub(crate) fn chords(a: &Pieces, from: DVec2, u: DVec2) -> Vec<(f64, f64)> {
    let start = Hull::new([from].into(), 0.0);
    let hulls = a.hulls.iter().filter_map(|h| chord(h, &start, u));
    let planes = a.planes.iter().filter_map(|p| point_along(p, from, u));
    hulls.chain(planes).map(|i| (i.low, i.high)).collect()
}

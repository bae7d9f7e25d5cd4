//! The way out of a corner: the shortest translation that separates several pairs of pieces at
//! once.
//!
//! Each pair of pieces that overlaps has a shallowest side: a half-plane of translations that
//! separate it. The shortest translation in all these half-planes is found by adding one after the
//! other (Seidel, "Small-dimensional linear programming and convex hulls made easy", 1991). In a
//! notch, every single normal is a long way out, and this is short. Pairs that nearly touch bar the
//! way as well. Returns `None` if the sides exclude each other or one side decides alone, because
//! its normal is a candidate anyway. O(k²) for k pairs.

use alloc::vec::Vec;

use crate::math::sort::sort_by;
use crate::math::{DVec2, greater, lesser};
use crate::pair::boundary::convex_pieces::{Hull, Pieces};
use crate::pair::sat::minkowski::walk;

/// Pairs that are looked at: deep overlaps have more, and no corner to leave by.
const MOST: usize = 128;
/// Directions that are closer to parallel than this do not bound each other.
const PARALLEL: f64 = 1e-12;
/// How far a bound may be missed for rounding, relative.
const SLACK: f64 = 1e-12;

/// Shorter ways out of slivers, relative to the coordinates, are of the size of the rounding with
/// which chords are measured; and denormal pushes lose their direction.
const NARROW: f64 = 1e-11;

/// Ways out shorter than this, relative to the coordinates, must keep clear of what is
/// near.
const SHALLOW: f64 = 1e-5;
/// How far off that may be, in lengths of the way.
const NEAR: f64 = 4.0;

/// All translations t with normal · t ≥ depth.
#[derive(Clone, Copy)]
pub(super) struct Side {
    pub(super) normal: DVec2,
    pub(super) depth: f64,
}

/// The unit direction of the shortest translation out of all pairs, no flatter to any side that it
/// leaves by than the sine `flat`.
pub(crate) fn corner_way(
    a: &Pieces,
    b: &Pieces,
    meeting: &[(usize, usize)],
    flat: f64,
) -> Option<DVec2> {
    if meeting.is_empty() || meeting.len() > MOST {
        return None;
    }
    let deep = meeting.iter().filter_map(|(i, j)| shallowest(&a.hulls[*i], &b.hulls[*j]));
    let mut sides: Vec<Side> = deep.filter(|side| side.depth > 0.0).collect();
    sort(&mut sides);
    let length = shortest(&sides)?.length();
    let reach = meeting.iter().fold(0.0, |most, (i, j)| {
        let [p, q] =
            [a.hulls[*i].bounds, b.hulls[*j].bounds].map(|b| b.min.reach() + b.max.reach());
        greater(most, p + q)
    });
    if length < NARROW * reach || length < f64::from(f32::MIN_POSITIVE) {
        return None;
    }
    let steeper = flat * length;
    let raise = |sides: &mut [Side]| {
        let small = sides.iter_mut().filter(|s| s.depth.abs() < steeper);
        small.for_each(|s| s.depth = steeper);
    };
    let mut all = sides.clone();
    if length < SHALLOW * reach {
        all.extend(near_sides(a, b, NEAR * length));
        sort(&mut all);
    }
    raise(&mut all);
    raise(&mut sides);
    let way = shortest(&all).or_else(|| shortest(&sides))?.unit()?;
    let alone = all.iter().any(|s| s.normal.dot(way) > 1.0 - SLACK);
    (!alone).then_some(way)
}

/// Deepest first, so that most others are satisfied already; and the same for every order of the
/// pieces.
fn sort(sides: &mut [Side]) {
    sort_by(sides, |p, q| {
        let ties = || p.normal.x.total_cmp(&q.normal.x).then(p.normal.y.total_cmp(&q.normal.y));
        q.depth.total_cmp(&p.depth).then_with(ties)
    });
}

/// The sides of pairs that touch or are no further apart than a distance.
fn near_sides(a: &Pieces, b: &Pieces, distance: f64) -> Vec<Side> {
    let mut sides = Vec::new();
    for hull in &a.hulls {
        b.near(hull.bounds.grown(distance), &mut |j| {
            if sides.len() < MOST {
                let side = shallowest(hull, &b.hulls[j]);
                sides.extend(side.filter(|side| side.depth <= 0.0 && side.depth > -distance));
            }
        });
    }
    sides
}

/// The side by which b leaves a soonest, or is furthest away; none for points.
fn shallowest(a: &Hull, b: &Hull) -> Option<Side> {
    let radius = a.radius + b.radius;
    let mut best: Option<Side> = None;
    walk(&a.ring(), &b.ring(), DVec2::ZERO, |step| {
        let Some(normal) = step.edge.left().unit() else { return };
        let depth = radius - normal.dot(step.from);
        if best.is_none_or(|b| depth < b.depth) {
            best = Some(Side { normal, depth });
        }
    });
    best
}

/// The shortest translation that obeys all sides.
fn shortest(sides: &[Side]) -> Option<DVec2> {
    let mut t = DVec2::ZERO;
    for (k, side) in sides.iter().enumerate() {
        if side.normal.dot(t) >= side.depth * (1.0 - SLACK) {
            continue;
        }
        let (foot, along) = (side.normal * side.depth, side.normal.left());
        let (mut low, mut high) = (f64::NEG_INFINITY, f64::INFINITY);
        for other in &sides[..k] {
            let (rate, rest) = (other.normal.dot(along), other.depth - other.normal.dot(foot));
            if rate > PARALLEL {
                low = greater(low, rest / rate);
            } else if rate < -PARALLEL {
                high = lesser(high, rest / rate);
            } else if rest > SLACK * other.depth {
                return None;
            }
        }
        if low > high {
            return None;
        }
        let s = if low > 0.0 { low } else { lesser(high, 0.0) };
        t = foot + along * s;
    }
    Some(t)
}

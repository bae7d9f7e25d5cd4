//! Ways out of several overlaps at once, for a translation of b: a side of each overlap is a
//! half-plane of translations that separate it.
//!
//! Corner of pieces: each pair of pieces that overlaps has a shallowest side. The shortest
//! translation in all these half-planes is found by adding one after the other (Seidel,
//! "Small-dimensional linear programming and convex hulls made easy", 1991). In a notch, every
//! single normal is a long way out, and this is short. Pairs that nearly touch bar the way as well.
//!
//! Half-planes of the scene: they leave a convex polygon of translations free. The candidates are
//! its corners, the feet on its sides, and, if other pieces bar these, the ends of the ways that
//! lead on from there without coming back to a half-plane. In a bounded polygon a way that needs a
//! turn may be missed. O(k²) for k pairs, O(k³) for k half-planes.

use alloc::vec;
use alloc::vec::Vec;

use crate::math::sort::sort_by;
use crate::math::{DVec2, greater, lesser};
use crate::pair::boundary::convex_pieces::{Hull, Pieces, Plane};
use crate::pair::penetration::overlap_interval::ROUNDING;
use crate::pair::penetration::way_out;
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
struct Side {
    normal: DVec2,
    depth: f64,
}

/// The unit direction of the shortest translation out of all pairs, no flatter to any side that it
/// leaves by than the sine `flat`. `None` if the sides exclude each other, or if one decides alone,
/// because its normal is a candidate anyway.
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

/// The condition of each half-plane on a translation of b.
fn free_sides(a: &Pieces, b: &Pieces) -> Vec<Side> {
    let side = |plane: &Plane, hulls: &[Hull], normal: DVec2| {
        let n = plane.normal;
        let lowest = hulls.iter().map(|h| h.least(n).dot(n)).fold(f64::INFINITY, lesser);
        (!hulls.is_empty()).then_some(Side { normal, depth: plane.offset - lowest })
    };
    let of_a = a.planes.iter().filter_map(|p| side(p, &b.hulls, p.normal));
    of_a.chain(b.planes.iter().filter_map(|p| side(p, &a.hulls, -p.normal))).collect()
}

/// Ways out of half-planes: their normals, the ways between two, the corners and feet of the
/// polygon that they leave free, and from there past the other pieces.
pub(crate) fn past_planes(a: &Pieces, b: &Pieces, most: usize, out: &mut Vec<DVec2>) {
    let sides = free_sides(a, b);
    let Some(first) = sides.first() else { return };
    let size = sides.iter().map(|f| f.depth.abs()).fold(0.0, greater);
    let mut places = Vec::new();
    for (i, p) in sides.iter().enumerate() {
        out.extend([p.normal, -p.normal, p.normal.left(), -p.normal.left()]);
        places.push(p.normal * p.depth);
        for q in &sides[..i] {
            if let Some(between) = (p.normal - q.normal).left().unit() {
                out.extend([between, -between]);
            }
            let det = p.normal.cross(q.normal);
            if det != 0.0 {
                let n = q.normal * p.depth - p.normal * q.depth;
                places.push(-n.left() * (1.0 / det));
            }
        }
        if out.len() + places.len() > most {
            break;
        }
    }
    places.retain(|t| {
        let slack = ROUNDING * (size + t.reach());
        t.reach().is_finite() && sides.iter().all(|f| f.depth - f.normal.dot(*t) <= slack)
    });
    out.extend(places.iter().filter_map(|t| t.unit()));
    // On from there, never back to a half-plane.
    let mut onward = vec![first.normal];
    for (i, p) in sides.iter().enumerate() {
        onward.extend([p.normal.left(), -p.normal.left()]);
        onward.extend(sides[..i].iter().filter_map(|q| (p.normal + q.normal).unit()));
    }
    onward.retain(|u| sides.iter().all(|f| f.normal.dot(*u) >= -ROUNDING));
    for t in places {
        for u in &onward {
            if out.len() > most {
                return;
            }
            let way = way_out(a, b, t, *u, f64::INFINITY);
            out.extend(way.and_then(|way| (t + *u * way.depth).unit()));
        }
    }
}

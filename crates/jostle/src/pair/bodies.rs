//! Verdict and signed separation of two bodies of any class.

use core::cmp::Ordering;

use smallvec::SmallVec;

use crate::math::{DVec2, greater, lesser, min_max, sort::sort_by};
use crate::pair::answer::{GapF64, Verdict, Want};
use crate::pair::boundary::union_depth::winds_around;
use crate::pair::curved::separation::{Bracket, bracket};
use crate::pair::curved::support_map::{ConvexSet, View};
use crate::pair::exact::edge_pairs::sorted;
use crate::pair::exact::touching::joined_overlap;
use crate::pair::mesh::{self, distance::edge_distance};
use crate::pair::{canonical_order, convex, half_plane, penetration};
use crate::shape::bvh::box_bvh::DAabb;
use crate::shape::bvh::near_pairs::{Boxes, NearPairs};
use crate::shape::{Body, Core, HalfPlane, Placed};

pub(crate) fn verdict(a: &Body, b: &Body) -> Verdict {
    verdict_until(a, b, Verdict::Overlapping)
}

/// Returns `true` if the verdict is not separated. Of outlines the first pair of edges that touch is
/// enough.
pub(crate) fn share_point(a: &Body, b: &Body) -> bool {
    verdict_until(a, b, Verdict::Touching) != Verdict::Separated
}

/// Returns the verdict, or a lower one that is at least `enough`.
fn verdict_until(a: &Body, b: &Body, enough: Verdict) -> Verdict {
    match (a, b) {
        (Body::Core(a), Body::Core(b)) => core_verdict(a, b, enough),
        (Body::Union(parts), other) | (other, Body::Union(parts)) => {
            let bounds = other.bounds();
            let mut best = Verdict::Separated;
            for part in parts.iter().filter(|part| part.bounds().overlaps(bounds)) {
                best = best.max(verdict_until(part, other, enough));
                if best >= enough {
                    return best;
                }
            }
            if best == Verdict::Touching && joined_overlap(a, b) {
                Verdict::Overlapping
            } else {
                best
            }
        }
        (Body::HalfPlane(plane), other) | (other, Body::HalfPlane(plane)) => {
            half_plane::verdict(plane, other)
        }
        (Body::Curved(_), _) | (_, Body::Curved(_)) => curved_verdict(a, b),
    }
}

pub(crate) fn core_verdict(a: &Core, b: &Core, enough: Verdict) -> Verdict {
    convex::verdict(a, b).unwrap_or_else(|| mesh::verdict::verdict(a, b, enough))
}

#[inline(never)]
pub(crate) fn placed_gap(a: &Placed, b: &Placed, want: Want) -> GapF64 {
    if want == Want::Contact && !a.bounds().overlaps(b.bounds()) {
        return GapF64::APART;
    }
    let order = canonical_order::order(a, b);
    let same =
        order == Ordering::Equal || (a.bounds() == b.bounds() && a.contains(b) && b.contains(a));
    let mut raw = match order {
        Ordering::Greater => wanted_gap(&b.body, &a.body, want).flipped(),
        _ => wanted_gap(&a.body, &b.body, want),
    };
    if !a.bounds().overlaps(b.bounds()) {
        raw.verdict = Verdict::Separated;
    }
    if same { equal_sets(&a.body, raw) } else { raw }
}

/// Of more pairs of parts that touch, the normals of some are compared.
const MOST_TIES: usize = 16;

/// Bounds the rounding of a distance, relative to the coordinates.
const ROUNDING: f64 = 1e-12;

/// The turn within which a side of a set counts as straight up.
const STRAIGHT: f64 = 1e-9;

/// Neither of two equal sets comes first: the same normal both ways, along x where that is as short
/// a way out as any.
#[inline(never)]
fn equal_sets(body: &Body, raw: GapF64) -> GapF64 {
    if raw.verdict == Verdict::Touching || raw.separation == f64::NEG_INFINITY {
        return GapF64 { normal: DVec2::X, ..raw };
    }
    let n = raw.normal;
    if let Some(view) = View::of_body(body)
        && n != DVec2::X
    {
        let side = |u: DVec2| [1.0, -1.0].map(|s| view.support(u + u.left() * (s * STRAIGHT)));
        let ([p, q], [r, s]) = (side(DVec2::X), side(-DVec2::X));
        if view.support(DVec2::X).x - view.support(-DVec2::X).x <= -raw.separation * (1.0 + 1e-12) {
            // Where the set is narrowest its two sides lie opposite each other.
            let y = (greater(lesser(p.y, q.y), lesser(r.y, s.y))
                + lesser(greater(p.y, q.y), greater(r.y, s.y)))
                * 0.5;
            let [on_a, on_b] = [p, r].map(|end| body.anchor() + DVec2::new(end.x, y));
            return GapF64 { normal: DVec2::X, on_a, on_b, ..raw };
        }
    }
    let canonical = if (n.x, n.y) < (0.0, 0.0) { raw.flipped() } else { raw };
    GapF64 { verdict: raw.verdict, ..canonical }
}

pub(crate) fn gap(a: &Body, b: &Body) -> GapF64 {
    wanted_gap(a, b, Want::Gap)
}

fn wanted_gap(a: &Body, b: &Body, want: Want) -> GapF64 {
    if let (Body::Core(a), Body::Core(b)) = (a, b)
        && let Some(gap) = convex::gap(a, b)
    {
        return gap;
    }
    general_case(a, b, want)
}

#[inline(never)]
fn general_case(a: &Body, b: &Body, want: Want) -> GapF64 {
    let has_plane = [a, b].iter().any(|body| matches!(body, Body::HalfPlane(_)));
    if !has_plane && a.is_convex() && b.is_convex() {
        return curved_gap(a, b, want);
    }
    let verdict = verdict(a, b);
    if verdict == Verdict::Separated && want == Want::Contact {
        return GapF64::APART;
    }
    let gap = if has_plane {
        planes(a, b)
    } else if verdict == Verdict::Overlapping {
        penetration::push(a, b)
    } else {
        apart(a, b)
    };
    GapF64 { verdict, ..gap }
}

/// At least one half-plane; the other body, of any class, is measured along its normal.
fn planes(a: &Body, b: &Body) -> GapF64 {
    let (Body::HalfPlane(plane), other) = (a, b) else {
        return planes(b, a).flipped();
    };
    match other {
        Body::Core(core) => half_plane::core_below(plane, core).gap(),
        Body::Curved(curved) => half_plane::curved_below(plane, curved).gap(),
        Body::Union(parts) => least(parts.iter().map(|part| planes(a, part))),
        Body::HalfPlane(second) => {
            let normal = DVec2::from(plane.normal).unit().unwrap_or(DVec2::X);
            let on = |p: &HalfPlane| {
                let n = DVec2::from(p.normal);
                n * (f64::from(p.offset) / n.dot(n))
            };
            let (on_a, on_b) = (on(plane), on(second));
            let separation = match half_plane::opposed(plane, second) {
                Some(_) => (on_b - on_a).dot(normal),
                None => f64::NEG_INFINITY,
            };
            GapF64 { verdict: Verdict::Touching, separation, normal, on_a, on_b }
        }
    }
}

/// The gap of shapes that are apart or touch: of unions that of the nearest parts, the first of equal
/// ones. Of several pairs of parts that touch, the first along whose normal all of them do: where a seam
/// ends at a corner, its two parts touch there along any.
fn apart(a: &Body, b: &Body) -> GapF64 {
    match (a, b) {
        (Body::Core(a), Body::Core(b)) => return edge_distance(a, b),
        (Body::Union(_), _) | (_, Body::Union(_)) => {}
        _ => return curved_gap(a, b, Want::Gap),
    }
    let base = b.anchor();
    let boxes = [a, b].map(|body| {
        let of = |part: &Body| DAabb::relative(part.bounds(), base);
        body.parts().iter().map(of).collect::<Boxes>()
    });
    let mut pairs = NearPairs::new([&boxes[0], &boxes[1]], |p, q| Some(p.square_distance(q)));
    let mut best = (f64::INFINITY, (0, 0), GapF64::APART);
    let mut touching = SmallVec::<[((usize, usize), GapF64); MOST_TIES]>::new();
    loop {
        // Boxes carry the rounding of coordinates.
        let bound = greater(best.0, 0.0) * (1.0 + ROUNDING) + ROUNDING * best.2.on_b.reach();
        let Some((i, j)) = pairs.next(bound * bound, |_, _| Some(0.0)) else { break };
        let found = gap(&a.parts()[i], &b.parts()[j]);
        if found.verdict == Verdict::Touching && touching.len() < MOST_TIES {
            touching.push(((i, j), found));
        }
        if (found.separation, (i, j)) < (best.0, best.1) {
            best = (found.separation, (i, j), found);
        }
    }
    sort_by(&mut touching, |p, q| p.0.cmp(&q.0));
    let parts_all =
        |n: DVec2| touching.iter().all(|((i, j), _)| are_parted(&a.parts()[*i], &b.parts()[*j], n));
    let common =
        touching.iter().filter(|_| touching.len() > 1).find(|(_, gap)| parts_all(gap.normal));
    common.map_or(best.2, |(_, gap)| *gap)
}

/// Returns `true` if the second of two convex bodies lies beyond the first along a unit vector, but for
/// rounding; and for others.
fn are_parted(a: &Body, b: &Body, n: DVec2) -> bool {
    let (Some(p), Some(q)) = (View::of_body(a), View::of_body(b)) else { return true };
    let (p, q) = (p.support(n), q.support(-n) + (b.anchor() - a.anchor()));
    (q - p).dot(n) >= -ROUNDING * (p.reach() + q.reach() + b.anchor().reach())
}

/// A curved set and another body that is no union and no half-plane.
fn curved_verdict(a: &Body, b: &Body) -> Verdict {
    if canonical_order::bodies(a, b) == Ordering::Greater {
        return curved_verdict(b, a);
    }
    let (Body::Core(outline), Body::Curved(curved), false) = (a, b, a.is_convex()) else {
        return curved_gap(a, b, Want::Verdict).verdict;
    };
    // They share an edge's point, or the curved set lies inside.
    let offset = curved.origin - outline.origin;
    let set = View::of_curved(curved);
    let mut best = Verdict::Separated;
    outline.edges_near(around(&set, offset).grown(outline.radius.into()), &mut |i| {
        best = best.max(from_edge(outline, i, &set, offset, Want::Verdict).verdict());
        best != Verdict::Overlapping
    });
    if best != Verdict::Overlapping && outline.is_solid() {
        let ends = [DVec2::X, DVec2::X.left()].map(|u| set.support(u) + set.support(-u));
        if winds_around(outline, offset + (ends[0] + ends[1]) * 0.25) {
            return Verdict::Overlapping;
        }
    }
    best
}

/// A box around a convex set with all that its bracket leaves in doubt.
pub(crate) fn around(set: &View<'_>, offset: DVec2) -> DAabb {
    let extent = set.extent().moved(offset);
    let error = set.support_error() + 64.0 * f64::EPSILON;
    extent.grown(error * (extent.min.reach() + extent.max.reach() + offset.reach()))
}

/// The bracket from an edge to a convex set, both relative to the outline's origin.
pub(crate) fn from_edge(
    outline: &Core,
    i: usize,
    set: &View<'_>,
    offset: DVec2,
    want: Want,
) -> Bracket {
    let ends = sorted(outline.ends(i));
    bracket(&View::rounded(&ends, outline.radius.into()), set, offset, want)
}

/// The gap of a curved set and another body: of two convex sets as it is, else to the nearest edge,
/// of what is apart or touches. Two curved sets come in canonical order.
pub(crate) fn curved_gap(a: &Body, b: &Body, want: Want) -> GapF64 {
    let offset = b.anchor() - a.anchor();
    let found = match (a, b) {
        (Body::Curved(_), Body::Core(_)) => return curved_gap(b, a, want).flipped(),
        (Body::Core(outline), Body::Curved(set)) if !outline.is_convex() => {
            nearest_edge(outline, &View::of_curved(set), offset)
        }
        _ => match (View::of_body(a), View::of_body(b)) {
            (Some(a), Some(b)) => bracket(&a, &b, offset, want),
            _ => return GapF64::APART,
        },
    };
    found.gap().moved(a.anchor())
}

fn nearest_edge(outline: &Core, set: &View<'_>, offset: DVec2) -> Bracket {
    let mut best = from_edge(outline, 0, set, offset, Want::Gap);
    outline.edges_nearer(around(set, offset), f64::INFINITY, &mut |i| {
        let found = from_edge(outline, i, set, offset, Want::Gap);
        if found.separation < best.separation {
            best = found;
        }
        let distance = greater(best.separation + f64::from(outline.radius), 0.0);
        distance * distance
    });
    best
}

/// The gap with the least separation, the first of equal ones.
fn least(gaps: impl Iterator<Item = GapF64>) -> GapF64 {
    let lesser = |p: GapF64, q: GapF64| if q.separation < p.separation { q } else { p };
    gaps.reduce(lesser).unwrap_or(GapF64::APART)
}

/// Returns the smallest and the largest (p − base)·axis over the body.
pub(crate) fn span(body: &Body, base: DVec2, axis: DVec2) -> [f64; 2] {
    const ALL: [f64; 2] = [f64::NEG_INFINITY, f64::INFINITY];
    match body {
        Body::Core(core) => {
            let start = (core.origin - base).dot(axis);
            let [low, high] = min_max(core.offsets().iter().map(|v| v.dot(axis)));
            let r = f64::from(core.radius) * axis.length();
            [start + low - r, start + high + r]
        }
        Body::Curved(curved) => {
            let Some(u) = axis.unit() else { return [0.0; 2] };
            let start = (curved.origin - base).dot(axis);
            [-u, u].map(|u| start + curved.support_offset(u).dot(axis))
        }
        Body::HalfPlane(_) if axis == DVec2::ZERO => [0.0; 2],
        Body::HalfPlane(plane) => {
            let n = DVec2::from(plane.normal);
            // Products of two `f32` are exact in `f64`.
            if n.x * axis.y != n.y * axis.x {
                return ALL;
            }
            let along = n.dot(axis);
            let end = (f64::from(plane.offset) - n.dot(base)) * along / n.dot(n);
            if along > 0.0 { [ALL[0], end] } else { [end, ALL[1]] }
        }
        Body::Union(parts) => parts
            .iter()
            .map(|part| span(part, base, axis))
            .reduce(|p, q| [lesser(p[0], q[0]), greater(p[1], q[1])])
            .unwrap_or([0.0; 2]),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pair::boundary::pieces::Pieces;
    use crate::{Affine, Shape, shape::ChainEnds, shape::Sidedness};

    fn ellipse(x: f32, y: f32) -> Placed {
        Shape::ellipse((1.0, 0.5)).unwrap().place(Affine::at((x, y))).unwrap()
    }

    fn square(half: f32) -> [(f32, f32); 4] {
        [(-half, -half), (half, -half), (half, half), (-half, half)]
    }

    #[test]
    fn an_ellipse_inside_an_outline_overlaps_and_in_a_hole_it_does_not() {
        let frame = Shape::polygon_with_holes(square(8.0), [square(4.0)]).unwrap();
        let frame = frame.place(Affine::IDENTITY).unwrap();
        let line = Shape::chain(square(8.0), ChainEnds::Closed, Sidedness::Both).unwrap();
        let line = line.place(Affine::IDENTITY).unwrap();
        for (x, solid, thin) in [
            (0.0, Verdict::Separated, Verdict::Separated),
            (3.0, Verdict::Touching, Verdict::Separated),
            (3.5, Verdict::Overlapping, Verdict::Separated),
            (6.0, Verdict::Overlapping, Verdict::Separated),
            (7.0, Verdict::Overlapping, Verdict::Touching),
            (7.5, Verdict::Overlapping, Verdict::Overlapping),
            (9.0, Verdict::Touching, Verdict::Touching),
            (9.5, Verdict::Separated, Verdict::Separated),
        ] {
            let found = [frame.verdict(&ellipse(x, 0.25)), line.verdict(&ellipse(x, 0.25))];
            assert_eq!(found, [solid, thin], "{x}");
        }
        let gap = frame.gap(&ellipse(10.0, 0.25));
        assert_eq!((gap.separation, gap.normal), (1.0, crate::Vec2::X));
        assert_eq!(frame.gap(&ellipse(0.5, 0.25)).separation, 2.5);
    }

    #[test]
    fn an_outline_answers_by_its_edges_as_by_its_convex_pieces() {
        let corner = |i: u8| {
            let (s, c) = libm::sincosf(f32::from(i) * 0.448_798_96);
            let r = if i.is_multiple_of(2) { 2.0 } else { 0.8 };
            (r * c, r * s)
        };
        let star = Shape::polygon((0..14).map(corner)).unwrap();
        let mut state = 5;
        let mut unit = || (crate::math::splitmix(&mut state) >> 40) as f32 / (1 << 24) as f32;
        let mut seen = [0; 3];
        for i in 0..300 {
            let star =
                if i % 2 == 0 { star.clone() } else { star.clone().with_radius(0.2).unwrap() };
            let star = star.place(Affine::IDENTITY.rotated(unit())).unwrap();
            let (x, y) = (unit() * 6.0 - 3.0, unit() * 6.0 - 3.0);
            let at = Affine::at((x, y)).rotated(unit() * 6.0);
            let other = Shape::ellipse((0.6, 0.1)).unwrap().place(at).unwrap();
            let (Body::Core(core), Body::Curved(curved)) = (&star.body, &other.body) else {
                panic!("an outline and a curved set")
            };
            let mut pieces = Vec::new();
            let (all, set) = (Pieces::of_core(core, curved.origin), View::of_curved(curved));
            pieces.extend(all.views().map(|hull| bracket(&hull, &set, DVec2::ZERO, Want::Gap)));
            let verdict = pieces.iter().map(Bracket::verdict).max().unwrap();
            assert_eq!(verdict, super::verdict(&star.body, &other.body), "{i}");
            seen[verdict as usize] += 1;
            if verdict == Verdict::Separated {
                let least = pieces.iter().map(|p| p.separation).fold(f64::INFINITY, f64::min);
                let found = f64::from(star.gap(&other).separation);
                assert!((found - least).abs() <= 1e-6 * least, "{i} {found} {least}");
            }
        }
        assert!(seen[0] > 50 && seen[2] > 50, "{seen:?}");
    }
}

//! Containment: if all of b lies in a, exactly for convex cores and outlines without radius.
//!
//! Convex containers: every vertex of b with its disc, by Minkowski cancellation (X ⊕ r ⊂ Y ⊕ s
//! with Y convex holds if X ⊂ Y ⊕ (s − r), or X ⊕ (r − s) ⊂ Y). Other containers: no piece of b's
//! boundary leaves a, and no piece of a's boundary lies inside b; pieces are cut at contacts.
//! Concave containers with a radius: the same after the radii cancel, if that proves it, else within
//! a tolerance, [`by_clipping`].

pub(crate) mod by_clipping;

use alloc::vec::Vec;
use core::cmp::Ordering;

use crate::math::{DVec2, sort::sort_by, unit_turn};
use crate::pair::answer::Want;
use crate::pair::bodies::{around, from_edge};
use crate::pair::curved::separation::{bracket, closest};
use crate::pair::curved::support_map::{ConvexSet, View};
use crate::pair::exact::edge_pairs::{contacts, near_edges};
use crate::pair::exact::locate::{
    Location, both_ways, has_ring_inside, in_core, lies_left, locate,
};
use crate::pair::exact::predicates::{
    Edge, EdgeRelation, ExactPoint, Vertex, distance, edge, edges, ends_and_edges, meet, on_edge,
    orient, outside_line, vertices,
};
use crate::pair::exact::touching::{cuts_of, every_piece, flipped};
use crate::shape::{Body, Core, Kind};
use by_clipping::holds as holds_by_clipping;

pub(crate) fn of_core(a: &Core, b: &Core) -> bool {
    if a.is_convex() {
        vertices(b).all(|p| holds_disc(a, p))
    } else if a.radius > 0.0 {
        rounded_mesh_holds(a, b)
    } else if b.radius > 0.0 {
        mesh_holds_round(a, b, [b.radius, 0.0])
    } else {
        mesh_holds(a, b)
    }
}

/// A concave container with a radius.
///
/// What both have of the radius cancels, but only one way: if A ⊕ (r_a − r_b) holds B, or A holds
/// B ⊕ (r_b − r_a), then a holds b. Where b reaches into a notch that is narrower than b's radius,
/// or lies over several parts, clipping decides.
#[inline(never)]
fn rounded_mesh_holds(a: &Core, b: &Core) -> bool {
    if !vertices(b).all(|p| in_core(a, p)) {
        return false;
    }
    if b.kind == Kind::Point && b.radius == 0.0 {
        return true;
    }
    let cancelled = if b.radius <= a.radius {
        mesh_holds(a, b)
    } else {
        mesh_holds_round(a, b, [a.radius, -b.radius])
    };
    cancelled || holds_by_clipping(&Body::Core(a.clone()), &Body::Core(b.clone()))
}

/// Returns `true` if each vertex of a core lies in one of the parts of a union; a part that is no core
/// may hold any.
pub(crate) fn holds_vertices(parts: &[Body], b: &Body) -> bool {
    let Body::Core(b) = b else { return true };
    vertices(b).all(|p| {
        parts.iter().any(|part| match part {
            Body::Core(part) => in_core(part, p),
            _ => true,
        })
    })
}

/// Returns `true` if the disc around a vertex of another core lies in the convex a.
fn holds_disc(a: &Core, p: Vertex<'_>) -> bool {
    let (solid, radii) = (a.kind == Kind::Convex, [a.radius, -p.0.radius]);
    if a.radius < p.0.radius {
        return solid && edges(a).all(|e| outside_line(p, e, radii) != Ordering::Greater);
    }
    (solid && edges(a).all(|[u, v]| orient(u, v, p) != Ordering::Less))
        || edges(a).any(|e| distance(p, e, radii) != Ordering::Greater)
}

/// A rounded core in an outline without radius: the core keeps its distance from every edge.
fn mesh_holds_round(a: &Core, b: &Core, radii: [f32; 2]) -> bool {
    let mut clear = a.is_solid();
    let near = |(p, e)| distance(p, e, radii) == Ordering::Less;
    near_edges(a, b, |i, j| {
        let (ea, eb) = (edge(a, i), edge(b, j));
        clear &=
            meet(ea, eb) == EdgeRelation::Apart && !ends_and_edges(ea, eb).into_iter().any(near);
        clear
    });
    clear && rings_inside(a, b) && !has_ring_inside(a, b)
}

fn rings_inside(a: &Core, b: &Core) -> bool {
    b.ring_starts().all(|v| locate(a, (b, v)) != Location::Outside)
}

/// Both without radius (or with it left aside): b in the outline or line a.
fn mesh_holds(a: &Core, b: &Core) -> bool {
    if b.kind == Kind::Point {
        return locate(a, (b, 0)) != Location::Outside;
    }
    if !a.is_solid() {
        return !b.is_solid() && covered_by_line(a, b);
    }
    let Some(contacts) = contacts(a, b) else { return false };
    // Along a common stretch, a is solid wherever b is.
    let same_side = |ends: Edge<'_>, m: ExactPoint<'_>| {
        both_ways(ends).into_iter().all(|way| !lies_left(b, m, way) || lies_left(a, m, way))
    };
    rings_inside(a, b)
        && !has_ring_inside(a, b)
        && every_piece(b, a, &flipped(&contacts), |ends, m| match locate(a, m) {
            Location::Outside => false,
            Location::Inside => true,
            Location::Boundary => same_side(ends, m),
        })
        && (!b.is_solid()
            || every_piece(a, b, &contacts, |ends, m| match locate(b, m) {
                Location::Inside => both_ways(ends).into_iter().all(|way| lies_left(a, m, way)),
                Location::Outside => true,
                Location::Boundary => same_side(ends, m),
            }))
}

/// Returns `true` if every edge of the thin b is covered by edges of the thin a.
fn covered_by_line(a: &Core, b: &Core) -> bool {
    let mut near = Vec::new();
    near_edges(a, b, |i, j| {
        near.push((j, i));
        true
    });
    sort_by(&mut near, Ord::cmp);
    let mut rest = &near[..];
    (0..b.edge_count()).all(|j| {
        let near;
        (near, rest) = rest.split_at(rest.partition_point(|(k, _)| *k == j));
        cuts_of(b, a, j, near)
            .windows(2)
            .all(|piece| near.iter().any(|(_, i)| piece.iter().all(|p| on_edge(*p, edge(a, *i)))))
    })
}

/// At least one of the two is curved, none a union; doubt is `false`.
#[inline(never)]
pub(crate) fn of_curved(a: &Body, b: &Body) -> bool {
    let offset = b.anchor() - a.anchor();
    match (View::of_body(a), a, View::of_body(b)) {
        (Some(a), _, Some(b)) => holds_convex(&a, &b, offset),
        // It holds an outline if it holds all vertices.
        (Some(a), ..) => {
            matches!(b, Body::Core(b) if holds_convex(&a, &View::of_core(b), offset))
        }
        (None, Body::Core(a), Some(b)) if a.radius == 0.0 => outline_holds(a, &b, offset),
        _ => holds_by_clipping(a, b),
    }
}

/// A convex curved set in a polygon: it keeps off every edge, and one of its points is inside.
fn outline_holds(a: &Core, b: &View<'_>, offset: DVec2) -> bool {
    if !a.is_solid() {
        return false;
    }
    let clear = a
        .edges_near(around(b, offset), &mut |i| from_edge(a, i, b, offset, Want::Verdict).lo > 0.0);
    let point = Core::point((offset + b.support(DVec2::X)).round().into(), 0.0);
    clear && locate(&a.translated(DVec2::ZERO), (&point, 0)) == Location::Inside
}

/// Directions in which the support functions are compared before the worst is refined.
const DIRECTIONS: usize = 720;
/// What is left of doubt after refining, relative to the size.
const DOUBT: f64 = 1e-9;

/// Convex in convex: the support function of b exceeds that of a nowhere. A point of b is compared
/// by its certified distance.
fn holds_convex(a: &impl ConvexSet, b: &impl ConvexSet, offset: DVec2) -> bool {
    let excess = |u: DVec2| (offset + b.support(u) - a.support(u)).dot(u);
    let step = unit_turn(DIRECTIONS as u64);
    let turn = |u: DVec2, s: DVec2| DVec2::new(u.x * s.x - u.y * s.y, u.x * s.y + u.y * s.x);
    let (mut u, mut worst, mut at, mut size) = (DVec2::X, f64::NEG_INFINITY, DVec2::X, 0.0_f64);
    for _ in 0..DIRECTIONS {
        let e = excess(u);
        let reach = (offset + b.support(u)).reach();
        if reach > size {
            size = reach;
        }
        if e > worst {
            (worst, at) = (e, u);
        }
        // Corners of b stand out between directions: each support point is tested by itself.
        let point = offset + b.support(u);
        let outside = bracket(a, &View::rounded(&[], 0.0), point, Want::Verdict).lo > 0.0;
        if outside && closest(a, point).lo > DOUBT * size {
            return false;
        }
        u = turn(u, step).unit().unwrap_or(DVec2::X);
    }
    // Counted in 64 bits: `usize` is too narrow for it on 32-bit targets.
    let mut width = DIRECTIONS as u64;
    while width < 1_u64 << 40 {
        width *= 2;
        let s = unit_turn(width);
        for v in [turn(at, s), turn(at, DVec2::new(s.x, -s.y))] {
            let e = excess(v);
            if e > worst {
                (worst, at) = (e, v);
            }
        }
    }
    worst <= DOUBT * size
}

//! The depth of a constructed point in a body, with a test if it is on the boundary of the whole.
//!
//! All is computed in `f64`. A point within rounding of the boundary is on a seam if every probe
//! around it is covered: [`DIRECTIONS`] probes, and one between any two straight edges that meet
//! there, at [`CLOSE`] roundings and, if there are arcs, at [`AROUND`] of the size, which see the
//! cusp between two arcs. Narrower notches that end exactly there count as seams.
//!
//! Frame: a point is an offset from an `f32` point, so that positions are subtracted first. Cost:
//! O(n).

use alloc::vec::Vec;
use core::cmp::Ordering;

use crate::math::sort::sort_by;
use crate::math::winding::{crossing, sign};
use crate::math::{DVec2, greater, sqrt};
use crate::pair::boundary::pieces::directions;
use crate::pair::curved::separation::closest;
use crate::pair::curved::support_map::View;
use crate::pair::exact::edge_pairs::nearest_on_segment;
use crate::pair::exact::locate::WayOut;
use crate::shape::bvh::box_bvh::{BoxTree, DAabb};
use crate::shape::{Body, Core, Kind};

const DIRECTIONS: usize = 32;
/// Relative to the size.
const AROUND: f64 = 1e-6;
/// Relative to the coordinates: above the rounding of constructed points, far below the others.
pub(crate) const ROUNDING: f64 = 1e-14;
/// In roundings.
const CLOSE: f64 = 1e3;

/// Signed distance of base + q to the body, below 0 inside and in a union that of the deepest part,
/// with the outward unit normal at the nearest boundary point. Lines and points count as infinitely
/// far.
pub(crate) fn signed_distance(body: &Body, base: DVec2, q: DVec2) -> (f64, DVec2) {
    let from = |origin: DVec2| base - origin + q;
    match body {
        Body::Core(core) if core.is_area() => {
            let p = from(core.origin);
            let w = p - nearest_edge_point(core, p);
            let (distance, radius) = (w.length(), f64::from(core.radius));
            let inside = core.is_solid() && winds_around(core, p);
            let distance = if inside { -distance } else { distance };
            let normal = if distance != 0.0 {
                w / distance
            } else if core.kind == Kind::Segment {
                (core.offset(1) - core.offset(0)).left().unit().unwrap_or(DVec2::X)
            } else {
                DVec2::X
            };
            (distance - radius, normal)
        }
        Body::Core(_) => (f64::INFINITY, DVec2::X),
        Body::Curved(curved) => {
            let near = closest(&View::of_curved(curved), from(curved.origin));
            (near.separation, near.normal)
        }
        Body::HalfPlane(plane) => {
            let n = DVec2::from(plane.normal);
            let above = n.dot(base) - f64::from(plane.offset) + n.dot(q);
            (above / sqrt(n.dot(n)), n.unit().unwrap_or(DVec2::X))
        }
        Body::Union(parts) => {
            let all = parts.iter().map(|part| signed_distance(part, base, q));
            all.fold(
                (f64::INFINITY, DVec2::X),
                |best, next| if next.0 < best.0 { next } else { best },
            )
        }
    }
}

/// Returns `true` if the signed distance is above a bound. Where the nearest edge decides, the winding
/// number, which takes a walk across the outline, is not computed.
fn is_farther(body: &Body, base: DVec2, q: DVec2, bound: f64) -> bool {
    match body {
        Body::Core(core) if core.is_area() => {
            let (p, radius) = (base - core.origin + q, core.radius);
            let distance = (p - nearest_edge_point(core, p)).length();
            let is_inside = || core.is_solid() && winds_around(core, p);
            let is_beyond = |distance| distance - f64::from(radius) > bound;
            is_beyond(distance) && (is_beyond(-distance) || !is_inside())
        }
        _ => signed_distance(body, base, q).0 > bound,
    }
}

/// Returns `true` for a union or a rounded concave outline, of which parts of the boundary may run
/// inside.
pub(crate) fn has_inner_paths(body: &Body) -> bool {
    match body {
        Body::Core(core) => core.radius > 0.0 && !core.is_convex(),
        Body::Curved(_) | Body::HalfPlane(_) => false,
        Body::Union(_) => true,
    }
}

/// A half-plane's box.
const EVERYWHERE: DAabb = DAabb { min: DVec2::new(-1e300, -1e300), max: DVec2::new(1e300, 1e300) };

/// The boundary of a body made of parts, seen from a base.
pub(crate) struct Boundary<'a> {
    body: &'a Body,
    base: DVec2,
    tree: BoxTree,
    /// The extent of the whole; none if it is unbounded.
    size: Option<f64>,
    /// The largest coordinate, and the largest that a part is computed with.
    far: f64,
    farthest: f64,
    has_arcs: bool,
}

impl<'a> Boundary<'a> {
    pub(crate) fn new(body: &'a Body, base: DVec2) -> Self {
        let (bounds, from) = (body.bounds(), base);
        let extent = (DVec2::from(bounds.max) - DVec2::from(bounds.min)).reach();
        let size = extent.is_finite().then_some(extent);
        let middle = size.map_or(from.reach(), |_| (from - DVec2::from(bounds.min)).reach());
        let far = size.unwrap_or(0.0) + middle;
        // A part's coordinates are relative to its own origin, which may lie far away.
        let to_origin = |part: &Body| (from - part.anchor()).reach();
        let farthest = body.parts().iter().map(to_origin).fold(far, greater);
        let boxes = body.parts().iter().map(|part| {
            let bounds = DAabb::relative(part.bounds(), from);
            if bounds.is_finite() { bounds } else { EVERYWHERE }
        });
        let (tree, has_arcs) = (BoxTree::new(boxes), has_arcs(body));
        Self { body, base, tree, size, far, farthest, has_arcs }
    }

    /// Returns `true` if a point that lies on the boundary of some part lies on that of the whole.
    /// It may be off by `rounding`, relative to the coordinates.
    pub(crate) fn has(&self, q: DVec2, rounding: f64) -> bool {
        let Self { base, .. } = *self;
        let computed = ROUNDING * (self.farthest + q.reach());
        let rounding = greater(rounding * (self.far + q.reach()), computed);
        let close = CLOSE * rounding;
        let size = self.size.unwrap_or(1.0 + q.reach());
        let wide = if self.has_arcs { AROUND * size } else { 0.0 };
        // Other parts hold no probe.
        let around = DAabb::of([q, q]).grown(2.0 * greater(close, wide));
        let near = self.tree.overlapping(around).map(|i| &self.body.parts()[i]);
        let near: Vec<&Body> = near.collect();
        if !near.iter().all(|part| is_farther(part, base, q, -rounding)) {
            return false;
        }
        let is_outside = |q: DVec2| near.iter().all(|part| is_farther(part, base, q, rounding));
        let leaves = |u: DVec2| [close, wide].iter().any(|way| is_outside(q + u * *way));
        if directions(DVec2::X, DIRECTIONS).any(leaves) {
            return true;
        }
        let mut ways = Vec::new();
        near.iter().for_each(|part| edges_at(part, base, q, rounding, &mut ways));
        sort_by(&mut ways, |p, q| by_angle(*p, *q));
        ways.iter().zip(ways.iter().cycle().skip(1)).any(|(p, next)| {
            let between = (*p + *next).unit();
            between.is_some_and(|u| is_outside(q + u * close))
        })
    }
}

/// The directions, both ways, of straight edges on which a point lies.
fn edges_at(body: &Body, base: DVec2, q: DVec2, rounding: f64, out: &mut Vec<DVec2>) {
    match body {
        Body::Core(core) if core.is_solid() && core.radius == 0.0 => {
            let p = base - core.origin + q;
            core.edges_near(DAabb::of([p, p]).grown(rounding), &mut |i| {
                let [u, v] = core.ends(i);
                if (p - nearest_on_segment(p, u, v)).length() <= rounding
                    && let Some(along) = (v - u).unit()
                {
                    out.extend([along, -along]);
                }
                true
            });
        }
        Body::HalfPlane(plane) if signed_distance(body, base, q).0.abs() <= rounding => {
            if let Some(along) = DVec2::from(plane.normal).left().unit() {
                out.extend([along, -along]);
            }
        }
        Body::Union(parts) => {
            parts.iter().for_each(|part| edges_at(part, base, q, rounding, out));
        }
        _ => {}
    }
}

pub(crate) fn has_arcs(body: &Body) -> bool {
    let round = |part: &Body| matches!(part, Body::Core(core) if core.radius > 0.0);
    body.parts().iter().any(|part| round(part) || matches!(part, Body::Curved(_)))
}

fn nearest_edge_point(core: &Core, p: DVec2) -> DVec2 {
    let mut best = (f64::INFINITY, DVec2::ZERO);
    core.edges_nearer(DAabb::of([p, p]), f64::INFINITY, &mut |i| {
        let [u, v] = core.ends(i);
        let near = nearest_on_segment(p, u, v);
        let w = p - near;
        if w.dot(w) < best.0 {
            best = (w.dot(w), near);
        }
        best.0
    });
    best.1
}

/// Returns `true` if the rings of a solid wind around a point; either may be returned on the
/// boundary. Turns are measured from the nearer end, so that the other may lie decades away.
pub(crate) fn winds_around(core: &Core, p: DVec2) -> bool {
    let mut winding = 0_i32;
    let out = WayOut::new(core.whole(), p);
    core.edges_near(out.window(core.whole(), p), &mut |i| {
        let [u, v] = core.ends(i);
        let [from, to] = [u, v].map(|w| out.turned(w - p).y);
        winding += crossing(from <= 0.0, to > 0.0, || {
            let (to_u, to_v) = (p - u, p - v);
            let near = if to_u.dot(to_u) <= to_v.dot(to_v) { to_u } else { to_v };
            sign((v - u).cross(near))
        });
        true
    });
    winding != 0
}

/// The order of two directions by angle in [0, 2π).
fn by_angle(e: DVec2, f: DVec2) -> Ordering {
    let is_upward = |e: DVec2| e.y > 0.0 || (e.y == 0.0 && e.x > 0.0);
    match (is_upward(e), is_upward(f)) {
        (true, false) => Ordering::Less,
        (false, true) => Ordering::Greater,
        _ => 0.0_f64.partial_cmp(&e.cross(f)).unwrap_or(Ordering::Equal),
    }
}

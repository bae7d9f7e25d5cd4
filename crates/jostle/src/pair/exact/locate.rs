//! Exact tests of a point against a core.
//!
//! Solids use the winding number: the sides of the edges level with the point (Hormann and Agathos,
//! "The point in polygon problem for arbitrary polygons", 2001). Cost: O(n), or O(log n + k) with
//! the k edges that are level with the point and not wholly to its left.

use core::cmp::Ordering;

use crate::math::DVec2;
use crate::math::exact::ExactNum;
pub(crate) use crate::math::winding::Location;
use crate::math::winding::crossing;
use crate::pair::exact::predicates::{
    Edge, ExactPoint, along, decide, distance, edge, known, on_edge, orient,
};
use crate::shape::bvh::box_bvh::DAabb;
use crate::shape::{Core, TileCell};

/// Returns where a point lies in a core, the radius left aside.
pub(crate) fn locate<'a>(core: &'a Core, p: impl Into<ExactPoint<'a>>) -> Location {
    let p = p.into();
    if let (Some(grid), ExactPoint::At((other, i))) = (core.grid(), p) {
        // The corners of a turned rectangle are not quite their offsets.
        let v = other.frame().is_none().then(|| other.offset(i));
        if let Some(location) = v.and_then(|v| grid.at(core.origin, other.origin, v)) {
            return location;
        }
    }
    let (at, slack) = near(core, p);
    let (around, whole) = (DAabb { min: at, max: at }.grown(slack), core.whole());
    if !whole.overlaps(around) {
        return Location::Outside;
    }
    if !core.is_solid() {
        let missed = core.edges_near(around, &mut |i| !on_edge(p, edge(core, i)));
        return if missed { Location::Outside } else { Location::Boundary };
    }
    // Well inside a cell of a tile grid, the cell decides.
    match core.field().and_then(|field| field.cell_at(at, slack)) {
        Some(TileCell::Empty) => return Location::Outside,
        Some(TileCell::Full) => return Location::Inside,
        _ => {}
    }
    let mut winding = 0_i32;
    let mut boundary = false;
    core.edges_near(level(core, at, slack), &mut |i| {
        let [u, v] = edge(core, i);
        if let Some(clear) = clear_crossing([u, v].map(|w| core.offset(w.1) - at), slack) {
            winding += clear;
            return true;
        }
        let [from, to] = [u, v].map(|w| by_y(w.into(), p, core.origin));
        let (below, above) = (from != Ordering::Greater, to == Ordering::Greater);
        let level = from == Ordering::Equal || to == Ordering::Equal;
        boundary = below != above && level && on_edge(p, [u, v]);
        winding += crossing(below, above, || {
            let side = orient(u, v, p);
            boundary = side == Ordering::Equal;
            side
        });
        !boundary
    });
    match (boundary, winding) {
        (true, _) => Location::Boundary,
        (false, 0) => Location::Outside,
        _ => Location::Inside,
    }
}

/// Only edges level with a point and not wholly to its left count for its winding number.
fn level(core: &Core, at: DVec2, slack: f64) -> DAabb {
    DAabb { min: at, max: DVec2::new(core.whole().max.x, at.y) }.grown(slack)
}

/// What an edge whose ends are seen from a point adds to its winding number, where that is clear in
/// `f64`: edges wholly above or below, and those wholly to the right.
fn clear_crossing([from, to]: [DVec2; 2], slack: f64) -> Option<i32> {
    let (rises, falls) = (from.y < -slack && to.y > slack, from.y > slack && to.y < -slack);
    let passes = (from.y > slack && to.y > slack) || (from.y < -slack && to.y < -slack);
    let is_clear = passes || ((rises || falls) && from.x > slack && to.x > slack);
    is_clear.then(|| i32::from(rises) - i32::from(falls))
}

/// The point in `f64`, relative to the core's origin, and a bound of the rounding.
fn near(core: &Core, p: ExactPoint<'_>) -> (DVec2, f64) {
    let (at, size) = p.near(core.origin);
    (at, 16.0 * f64::EPSILON * (size + core.reach()))
}

fn by_y(p: ExactPoint<'_>, q: ExactPoint<'_>, frame: DVec2) -> Ordering {
    known(decide!(|N| p.exact::<N>(frame).y.minus(q.exact::<N>(frame).y).sign()))
}

/// Returns `true` if the core, radius and all, holds the point.
pub(crate) fn in_core<'a>(core: &'a Core, p: impl Into<ExactPoint<'a>>) -> bool {
    let p = p.into();
    if locate(core, p) != Location::Outside {
        return true;
    }
    let (at, slack) = near(core, p);
    let around = DAabb { min: at, max: at }.grown(f64::from(core.radius) + slack);
    let beyond = |i: usize| distance(p, edge(core, i), [core.radius, 0.0]) == Ordering::Greater;
    core.radius > 0.0 && !core.edges_near(around, &mut |i| beyond(i))
}

/// Returns `true` if some ring of a core runs through the interior of a solid. The boundaries do
/// not cross, so that one vertex of each ring decides.
pub(crate) fn has_ring_inside(core: &Core, solid: &Core) -> bool {
    let inside = |v: usize| locate(solid, (core, v)) == Location::Inside;
    solid.is_solid() && core.ring_starts().any(inside)
}

/// Returns `true` if a solid lies directly to the left of a direction at the point `m`, at which no
/// vertex of the solid lies: the winding number after an infinitesimal step to the left.
pub(crate) fn lies_left(solid: &Core, m: ExactPoint<'_>, way: Edge<'_>) -> bool {
    if !solid.is_solid() {
        return false;
    }
    let (at, slack) = near(solid, m);
    // The step goes up where the direction goes right.
    let step = || {
        known(decide!(|N| {
            let [u, v] = way.map(|w| ExactPoint::At(w).exact::<N>(solid.origin).x);
            u.minus(v).sign()
        }))
    };
    let mut winding = 0_i32;
    solid.edges_near(level(solid, at, slack), &mut |i| {
        let [u, v] = edge(solid, i);
        let ends = [u, v].map(|w| solid.offset(w.1) - at);
        winding += clear_crossing(ends, slack).unwrap_or_else(|| {
            let [from, to] = [u, v].map(|w| by_y(w.into(), m, solid.origin).then_with(step));
            let side = || orient(u, v, m).then_with(|| along(way, v, u));
            crossing(from != Ordering::Greater, to == Ordering::Greater, side)
        });
        true
    });
    winding != 0
}

/// Both directions of an edge: the left of the second is the right of the first.
pub(crate) fn both_ways([u, v]: Edge<'_>) -> [Edge<'_>; 2] {
    [[u, v], [v, u]]
}

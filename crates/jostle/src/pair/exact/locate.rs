//! Exact tests of a point against a core.
//!
//! Solids use the winding number: the sides of the edges level with the point (Hormann and Agathos,
//! "The point in polygon problem for arbitrary polygons", 2001). Cost: O(n), or O(log n + k) with
//! the k edges that are level with the point and not wholly to its left.

use core::cmp::Ordering;

use crate::math::exact::ExactNum;
pub(crate) use crate::math::winding::Location;
use crate::math::winding::crossing;
use crate::math::{DVec2, Vec2};
use crate::pair::exact::predicates::{
    Edge, ExactPoint, decide, distance, edge, edges, known, on_edge, orient,
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
    // Only edges level with the point and not wholly to its left can count.
    let level = DAabb { min: at, max: DVec2::new(whole.max.x, at.y) };
    let mut winding = 0_i32;
    let mut boundary = false;
    core.edges_near(level.grown(slack), &mut |i| {
        let [u, v] = edge(core, i);
        // What is clear in `f64`: edges wholly above or below, and those wholly to the right.
        let [from, to] = [u, v].map(|w| core.offset(w.1) - at);
        let (rises, falls) = (from.y < -slack && to.y > slack, from.y > slack && to.y < -slack);
        let passes = (from.y > slack && to.y > slack) || (from.y < -slack && to.y < -slack);
        if passes || ((rises || falls) && from.x > slack && to.x > slack) {
            winding += i32::from(rises) - i32::from(falls);
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

/// The point in `f64`, relative to the core's origin, and a bound of the rounding.
fn near(core: &Core, p: ExactPoint<'_>) -> (DVec2, f64) {
    let (at, size) = p.near(core.origin);
    (at, 16.0 * f64::EPSILON * (size + core.reach()))
}

fn by_y(p: ExactPoint<'_>, q: ExactPoint<'_>, frame: Vec2) -> Ordering {
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

/// Returns `true` if a solid lies directly to the left of the direction u→v at the point `m`, at
/// which no vertex of the solid lies: the winding number after an infinitesimal step to the left,
/// by a ray along the step.
pub(crate) fn lies_left(solid: &Core, m: ExactPoint<'_>, [u, v]: Edge<'_>) -> bool {
    let frame = u.0.origin;
    let turn = |[p, q]: Edge<'_>| {
        decide!(|N| {
            let [u, v, p, q] = [u, v, p, q].map(|w| ExactPoint::At(w).exact::<N>(frame));
            let (step, m) = (v.minus(u).left(), m.exact(frame));
            let (p, q) = (p.minus(m), q.minus(m));
            let below = step.cross(p).sign()? != Ordering::Greater;
            let above = step.cross(q).sign()? == Ordering::Greater;
            let side = if below == above { p.cross(q.minus(p)).sign()? } else { Ordering::Equal };
            Some(crossing(below, above, || side))
        })
    };
    let all = edges(solid).map(|edge| turn(edge).unwrap_or(0));
    solid.is_solid() && all.sum::<i32>() != 0
}

/// Both directions of an edge: the left of the second is the right of the first.
pub(crate) fn both_ways([u, v]: Edge<'_>) -> [Edge<'_>; 2] {
    [[u, v], [v, u]]
}

//! The cells of a large tile grid near the other shape: O(cells around) instead of O(all).
//!
//! A push out of these cells is a push out of the grid if it ends among them; otherwise the window
//! grows.

use crate::math::{Aabb, DVec2, Vec2};
use crate::shape::bvh::box_bvh::DAabb;
use crate::shape::kinds::tile_grid::Near;
use crate::shape::{Body, Core};

/// The least first reach of a push, relative to the larger size.
pub(crate) const FIRST: f64 = 1.0 / 1024.0;

/// The part of a body within `reach` of a box.
pub(crate) fn near(body: &Body, bounds: Aabb, reach: f64) -> Near<Body> {
    let Body::Core(core) = body else { return Near::Whole };
    if core.field().is_none() { Near::Whole } else { cut(core, bounds, reach) }
}

/// The part of a large tile grid.
#[inline(never)]
fn cut(core: &Core, bounds: Aabb, reach: f64) -> Near<Body> {
    let Some(field) = core.field().filter(|_| bounds.is_finite() && reach.is_finite()) else {
        return Near::Whole;
    };
    let o = DVec2::from(core.origin);
    let bounds = DAabb { min: DVec2::from(bounds.min) - o, max: DVec2::from(bounds.max) - o };
    field.near(core.origin, bounds.grown(reach))
}

/// Two cores, of which one is cut down to what is near the other.
pub(crate) fn cores(a: &Core, b: &Core) -> Option<[Body; 2]> {
    if a.field().is_none() && b.field().is_none() {
        return None;
    }
    let [a, b] = [a, b].map(|core| Body::Core(core.clone()));
    match (near(&a, b.bounds(), 0.0), near(&b, a.bounds(), 0.0)) {
        (Near::Part(one), Near::Part(other)) => Some([one, other]),
        (Near::Part(one), Near::Whole) => Some([one, b]),
        (Near::Whole, Near::Part(other)) => Some([a, other]),
        _ => None,
    }
}

/// Returns the result of `ask` on the cells around a point, if its distance, the second value, ends
/// among them, or `None` if nothing can be left out.
pub(crate) fn within<T>(body: &Body, point: Vec2, ask: impl Fn(&Body) -> (T, f64)) -> Option<T> {
    if !matches!(body, Body::Core(core) if core.field().is_some()) {
        return None;
    }
    let bounds = body.bounds();
    let mut reach = (DVec2::from(bounds.max) - DVec2::from(bounds.min)).reach() * FIRST;
    loop {
        match near(body, Aabb::new(point, point), reach) {
            Near::Part(part) => {
                let (answer, distance) = ask(&part);
                if distance <= reach {
                    return Some(answer);
                }
            }
            Near::Nothing => {}
            Near::Whole => return None,
        }
        reach *= 4.0;
    }
}

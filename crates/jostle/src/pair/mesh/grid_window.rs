//! The cells of a large tile grid near the other shape: O(cells around) instead of O(all).
//!
//! A push out of these cells is a push out of the grid if it ends among them; otherwise the window
//! grows.

use crate::math::{Aabb, DVec2, greater, lesser};
use crate::shape::bvh::box_bvh::DAabb;
use crate::shape::kinds::tile_grid::Near;
use crate::shape::{Body, Core};

/// The least first reach of a push, relative to the larger size.
const FIRST: f64 = 1.0 / 1024.0;

/// The part of a body within `reach` of a box.
pub(crate) fn near(body: &Body, bounds: Aabb, reach: f64) -> Near<Body> {
    let field = match body {
        Body::Core(core) if bounds.is_finite() && reach.is_finite() => core.field().zip(Some(core)),
        _ => None,
    };
    let Some((field, core)) = field else { return Near::Whole };
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

/// Returns the result of `ask` on the cells of both bodies near the other, if its distance, the
/// second value, ends among them, or `None` if nothing can be left out.
pub(crate) fn within<T>(a: &Body, b: &Body, ask: impl Fn(&Body, &Body) -> (T, f64)) -> Option<T> {
    let field = |body: &Body| matches!(body, Body::Core(core) if core.field().is_some());
    if !field(a) && !field(b) {
        return None;
    }
    let extent = |body: &Body| {
        let bounds = body.bounds();
        (DVec2::from(bounds.max) - DVec2::from(bounds.min)).reach()
    };
    let (p, q) = (extent(a), extent(b));
    // A point has no size: its first window is that of the grid's own cells.
    let mut reach = greater(lesser(p, q), greater(p, q) * FIRST);
    loop {
        let near = [near(a, b.bounds(), reach), near(b, a.bounds(), reach)];
        let parts = match &near {
            [Near::Whole, Near::Whole] => return None,
            [Near::Part(a), Near::Part(b)] => Some((a, b)),
            [Near::Part(a), Near::Whole] => Some((a, b)),
            [Near::Whole, Near::Part(b)] => Some((a, b)),
            _ => None,
        };
        if let Some((a, b)) = parts {
            let (answer, distance) = ask(a, b);
            if distance <= reach {
                return Some(answer);
            }
        }
        reach *= 4.0;
    }
}

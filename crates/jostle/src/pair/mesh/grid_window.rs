//! The cells of a large tile grid near the other shape: O(cells around) instead of O(all).

use crate::math::Aabb;
use crate::shape::bvh::box_bvh::DAabb;
use crate::shape::kinds::tile_grid::Near;
use crate::shape::{Body, Core};

/// The part of a body within `reach` of a box.
pub(crate) fn near(body: &Body, bounds: Aabb, reach: f64) -> Near<Body> {
    let field = match body {
        Body::Core(core) if bounds.is_finite() && reach.is_finite() => core.field().zip(Some(core)),
        _ => None,
    };
    let Some((field, core)) = field else { return Near::Whole };
    field.near(core.origin, DAabb::relative(bounds, core.origin.into()).grown(reach))
}

/// The parts of two cores that are near the other, or `None` if nothing can be left out.
pub(crate) fn cores(a: &Core, b: &Core) -> Option<[Body; 2]> {
    a.field().or(b.field())?;
    let [a, b] = [a, b].map(|core| Body::Core(core.clone()));
    match [near(&a, b.bounds(), 0.0), near(&b, a.bounds(), 0.0)] {
        [Near::Nothing, _] | [_, Near::Nothing] | [Near::Whole, Near::Whole] => None,
        [Near::Part(p), Near::Part(q)] => Some([p, q]),
        [Near::Part(p), Near::Whole] => Some([p, b]),
        [Near::Whole, Near::Part(q)] => Some([a, q]),
    }
}

//! The cells of a large tile grid near the other shape: O(cells around) instead of O(all).
//!
//! A push out of these cells is a push out of the grid if it ends among them; otherwise the window
//! grows.

use alloc::borrow::Cow;

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

/// The parts of two bodies within `reach` of the other, or `None` if one has none.
fn cut<'a>(a: &'a Body, b: &'a Body, reach: f64) -> Option<[Cow<'a, Body>; 2]> {
    let part = |body: &'a Body, other: &Body| match near(body, other.bounds(), reach) {
        Near::Part(part) => Some(Cow::Owned(part)),
        Near::Whole => Some(Cow::Borrowed(body)),
        Near::Nothing => None,
    };
    Some([part(a, b)?, part(b, a)?])
}

/// The parts of two cores that are near the other, or `None` if nothing can be left out.
pub(crate) fn cores(a: &Core, b: &Core) -> Option<[Body; 2]> {
    a.field().or(b.field())?;
    let [a, b] = [a, b].map(|core| Body::Core(core.clone()));
    match cut(&a, &b, 0.0)? {
        [Cow::Borrowed(_), Cow::Borrowed(_)] => None,
        parts => Some(parts.map(Cow::into_owned)),
    }
}

/// Returns the result of `ask` on the parts of both bodies near the other, if its distance, the
/// second value, ends among them, or `None` if nothing can be left out.
pub(crate) fn within<T>(a: &Body, b: &Body, ask: impl Fn(&Body, &Body) -> (T, f64)) -> Option<T> {
    let extent = |body: &Body| {
        let bounds = body.bounds();
        (DVec2::from(bounds.max) - DVec2::from(bounds.min)).reach()
    };
    let (p, q) = (extent(a), extent(b));
    // A point has no size: its first window is that of the grid's own cells.
    let mut reach = greater(lesser(p, q), greater(p, q) * FIRST);
    loop {
        match cut(a, b, reach) {
            Some([Cow::Borrowed(_), Cow::Borrowed(_)]) => return None,
            Some([a, b]) => {
                let (answer, distance) = ask(&a, &b);
                if distance <= reach {
                    return Some(answer);
                }
            }
            None => {}
        }
        reach *= 4.0;
    }
}

//! Placed outlines: the class of an outline after its vertices were rounded.

use alloc::sync::Arc;
use alloc::vec::Vec;

use crate::math::{DVec2, Vec2};
use crate::shape::body::core::Core;
use crate::shape::outline::hull;
use crate::shape::outline::normalize::{self, Outline};
use crate::shape::placing::region::Region;
use crate::shape::{Body, ShapeError, validate};

/// One ring of offsets (all of them `f32` numbers): convex, concave, or flat.
pub(crate) fn single(origin: Vec2, ring: &[DVec2], radius: f32) -> Result<Body, ShapeError> {
    if is_convex(ring) {
        return Ok(Body::Core(Core::convex(origin, ring, radius)));
    }
    normalised(origin, ring, radius)
}

/// One that is not convex.
#[inline(never)]
fn normalised(origin: Vec2, ring: &[DVec2], radius: f32) -> Result<Body, ShapeError> {
    let points: Vec<Vec2> = ring.iter().map(|v| v.round()).collect();
    let outline = normalize::normalise(&points, &[]).unwrap_or_else(|_| {
        // Only rounding can have made a convex outline cross itself; its hull is what is left.
        let hull = hull::hull(&points);
        let solid = hull.len() > 2;
        Outline { rings: [hull].into(), convex: solid, solid }
    });
    let region = Region::new(outline);
    let offsets = region.offsets(false, DVec2::from);
    match offsets[..] {
        [v] => point(origin, v, radius),
        [v, w] => Ok(Body::Core(Core::offset_segment(origin, v, w, radius))),
        _ if region.convex => Ok(Body::Core(Core::convex(origin, &offsets, radius))),
        _ => {
            let region = Arc::new(region.with_self_touches());
            Ok(Body::Core(region.core(origin, &offsets, false, radius)))
        }
    }
}

pub(crate) fn point(origin: Vec2, v: DVec2, radius: f32) -> Result<Body, ShapeError> {
    let o = DVec2::from(origin) + v;
    Ok(Body::Core(Core::point(validate::rounded(o.x, o.y)?, radius)))
}

/// Returns `true` if the rounded ring is strictly convex.
pub(crate) fn is_convex(ring: &[DVec2]) -> bool {
    normalize::is_convex(ring.len(), |i| ring[i].round())
}

//! Curved convex sets: ellipses, sheared capsules and users' shapes.

pub(crate) mod flatten;
pub(crate) mod line;
pub(crate) mod separation;
pub(crate) mod support_map;
#[cfg(test)]
mod tests;

use crate::math::DVec2;
use crate::pair::curved::support_map::{ConvexSet, RoundedHull};
use crate::shape::{Body, Core, Curved};

/// Unit roundoff times two: the spacing of `f64` at 1.
pub(crate) const EPSILON: f64 = f64::EPSILON;

/// A convex set as the bracket engine takes it, around its body's origin.
pub(crate) enum View<'a> {
    Hull(RoundedHull<'a>),
    Custom(&'a Curved),
}

impl ConvexSet for View<'_> {
    fn support(&self, direction: DVec2) -> DVec2 {
        match self {
            Self::Hull(hull) => hull.support(direction),
            Self::Custom(curved) => curved.support_offset(direction),
        }
    }

    fn roundness(&self, from: DVec2, to: DVec2) -> f64 {
        match self {
            Self::Hull(hull) => hull.roundness(from, to),
            Self::Custom(_) => 0.0,
        }
    }
}

impl View<'_> {
    /// Returns the error of support points relative to their coordinates.
    pub(crate) fn support_error(&self) -> f64 {
        match self {
            View::Hull(_) => 0.0,
            View::Custom(curved) => curved.support_error(),
        }
    }
}

/// A bounded convex body around its own origin.
pub(crate) fn view(body: &Body) -> Option<View<'_>> {
    match body {
        Body::Core(core) => core.is_convex().then(|| core_view(core)),
        Body::Curved(curved) => Some(curved_view(curved)),
        Body::HalfPlane(_) | Body::Union(_) => None,
    }
}

pub(crate) fn core_view(core: &Core) -> View<'_> {
    let r = f64::from(core.radius);
    View::Hull(RoundedHull::new(core.offsets(), [r, 0.0, 0.0, r]))
}

pub(crate) fn curved_view(curved: &Curved) -> View<'_> {
    match curved.hull_and_disc() {
        Some((vertices, disc)) => View::Hull(RoundedHull::new(vertices, disc)),
        None => View::Custom(curved),
    }
}

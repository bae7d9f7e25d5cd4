//! Convex sets represented by their support functions: ellipses, rounded polygons and capsules
//! under skew, and custom shapes.
//!
//! For a support function that is invalid (not a number, not convex) the results are unspecified
//! but finite: every loop is bounded, and every point is finite.

use crate::math::{DVec2, lesser};
use crate::shape::body::core::Offsets;
use crate::shape::body::curved::furthest;
use crate::shape::body::principal_axes::PrincipalAxes;
use crate::shape::bvh::box_bvh::DAabb;
use crate::shape::{Body, Core, Curved};

/// Allowance for rounding in one support value, in units of EPSILON times the coordinates that
/// went into it: at most 11 for the axes, the point and its product with the direction, and 8 for
/// what a turned direction moves the point along a curve no flatter than the size.
pub(crate) const ROUNDING: f64 = 24.0;

/// The error of a support function of the user's own, relative to the coordinates.
const SUPPORT_ERROR: f64 = 4.0 * f32::EPSILON as f64;

/// A convex compact set seen through its support function.
pub(crate) trait ConvexSet {
    /// Returns a point of the set furthest along `direction`, which may have any length > 0, and,
    /// for a unit vector, a lower bound of the radius of curvature there. 0 is always allowed; a
    /// good bound makes the bracket converge in a few steps.
    fn probe(&self, direction: DVec2) -> (DVec2, f64);

    /// Returns a lower bound of the radius of curvature where the outward normal lies between two
    /// unit vectors, counter-clockwise and less than half a turn, from the radii at these.
    fn roundness(&self, from: (DVec2, f64), to: (DVec2, f64)) -> f64 {
        let _ = (from, to);
        0.0
    }

    /// Returns the box of the set.
    fn extent(&self) -> DAabb {
        extent_of(|u| self.support(u))
    }

    /// Returns the least width of its round part, ∞ if none is known.
    fn width(&self) -> f64 {
        f64::INFINITY
    }

    /// Returns the largest coordinates that support points are differences of, beyond their own.
    fn reach(&self) -> f64 {
        0.0
    }

    /// Returns the error of support points relative to their coordinates, beyond `f64`.
    fn support_error(&self) -> f64 {
        0.0
    }

    fn support(&self, direction: DVec2) -> DVec2 {
        self.probe(direction).0
    }
}

fn extent_of(support: impl Fn(DVec2) -> DVec2) -> DAabb {
    let [e, n, w, s] = [DVec2::X, DVec2::X.left(), -DVec2::X, -DVec2::X.left()].map(support);
    DAabb { min: DVec2::new(w.x, s.y), max: DVec2::new(e.x, n.y) }
}

/// A convex set around its body's origin.
pub(crate) enum View<'a> {
    /// The hull of some points in any order, thickened; no points stand for the origin alone.
    Hull(Offsets<'a>, PrincipalAxes),
    Custom(&'a Curved),
}

impl<'a> View<'a> {
    /// Returns a bounded convex body, or `None` for others.
    pub(crate) fn of_body(body: &'a Body) -> Option<Self> {
        match body {
            Body::Core(core) => core.is_convex().then(|| Self::of_core(core)),
            Body::Curved(curved) => Some(Self::of_curved(curved)),
            Body::HalfPlane(_) | Body::Union(_) => None,
        }
    }

    pub(crate) fn of_core(core: &'a Core) -> Self {
        Self::Hull(core.offsets(), PrincipalAxes::circle(core.radius.into()))
    }

    pub(crate) fn of_curved(curved: &'a Curved) -> Self {
        match curved.rounded_hull() {
            Some(hull) => Self::Hull((&hull.vertices).into(), hull.rim),
            None => Self::Custom(curved),
        }
    }

    pub(crate) fn rounded(vertices: &'a [DVec2], radius: f64) -> Self {
        Self::Hull(vertices.into(), PrincipalAxes::circle(radius))
    }
}

impl ConvexSet for View<'_> {
    #[inline]
    fn probe(&self, direction: DVec2) -> (DVec2, f64) {
        match self {
            Self::Hull(vertices, rim) => {
                let (point, radius) = rim.support(direction);
                (furthest(vertices, direction) + point, radius)
            }
            Self::Custom(curved) => (curved.support_offset(direction), 0.0),
        }
    }

    #[inline]
    fn roundness(&self, from: (DVec2, f64), to: (DVec2, f64)) -> f64 {
        match self {
            Self::Hull(_, rim) => {
                rim.tip_between(from.0, to.0).unwrap_or_else(|| lesser(from.1, to.1))
            }
            Self::Custom(_) => 0.0,
        }
    }

    fn extent(&self) -> DAabb {
        match self {
            Self::Hull(vertices, rim) => DAabb::of_points(vertices).grown(rim.a),
            Self::Custom(curved) => extent_of(|u| curved.support_offset(u)),
        }
    }

    fn width(&self) -> f64 {
        match self {
            Self::Hull(_, rim) if rim.b > 0.0 => 2.0 * rim.b,
            _ => f64::INFINITY,
        }
    }

    fn support_error(&self) -> f64 {
        match self {
            Self::Hull(..) => 0.0,
            Self::Custom(_) => SUPPORT_ERROR,
        }
    }
}

/// Returns `true` if `direction` lies strictly between `from` and `to`, counter-clockwise and less
/// than half a turn apart.
pub(crate) fn strictly_between(direction: DVec2, from: DVec2, to: DVec2) -> bool {
    from.cross(direction) > 0.0 && direction.cross(to) > 0.0
}

/// The outward normal of a counter-clockwise edge.
pub(crate) fn right(edge: DVec2) -> DVec2 {
    DVec2::new(edge.y, -edge.x)
}

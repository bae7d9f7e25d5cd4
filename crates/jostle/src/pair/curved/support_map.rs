//! Convex sets represented by their support functions: ellipses, rounded polygons and capsules
//! under skew, and custom shapes.
//!
//! For a support function that is invalid (not a number, not convex) the results are unspecified
//! but finite: every loop is bounded, and [`finite_support`] replaces every value that is not
//! finite.

use crate::math::DVec2;
use crate::pair::curved::ellipse::Ellipse;
use crate::shape::body::core::Offsets;

/// Allowance for rounding in one support value, in units of EPSILON times the coordinates that
/// went into it: at most 11 for the axes, the point and its product with the direction, and 8 for
/// what a turned direction moves the point along a curve no flatter than the size.
pub(crate) const ROUNDING: f64 = 24.0;

/// Largest coordinate that is let in; far above any `f32`, far below overflow of a fourth power.
const LARGEST: f64 = 1e60;

/// A convex compact set seen through its support function.
pub(crate) trait ConvexSet {
    /// Returns a point of the set furthest along `direction`, which may have any length > 0.
    fn support(&self, direction: DVec2) -> DVec2;

    /// Returns a lower bound of the boundary's radius of curvature where the outward normal lies
    /// between the unit vectors `from` and `to`, counter-clockwise and less than half a turn.
    /// 0 is always allowed; a good bound makes the bracket converge in a few steps.
    fn roundness(&self, from: DVec2, to: DVec2) -> f64 {
        let _ = (from, to);
        0.0
    }
}

/// The hull of some points, thickened by the image of the unit disc under a matrix.
pub(crate) struct RoundedHull<'a> {
    vertices: Offsets<'a>,
    edge: Ellipse,
}

impl<'a> RoundedHull<'a> {
    /// Makes the set hull(`vertices`) ⊕ M · unit disc, M by columns, perhaps singular or zero.
    /// Vertices in any order; none stands for the origin alone.
    pub(crate) fn new(vertices: impl Into<Offsets<'a>>, disc: [f64; 4]) -> Self {
        Self { vertices: vertices.into(), edge: Ellipse::new(disc) }
    }
}

impl ConvexSet for RoundedHull<'_> {
    fn support(&self, direction: DVec2) -> DVec2 {
        let first = self.vertices.first().copied().unwrap_or_default();
        let further = |(best, reach): (DVec2, f64), vertex: &DVec2| {
            let along = vertex.dot(direction);
            if along > reach { (*vertex, along) } else { (best, reach) }
        };
        let (best, _) = self.vertices.iter().fold((first, first.dot(direction)), further);
        best + self.edge.support(direction)
    }

    fn roundness(&self, from: DVec2, to: DVec2) -> f64 {
        self.edge.roundness(from, to)
    }
}

/// Computes a support point and makes it finite.
pub(crate) fn finite_support(set: &impl ConvexSet, direction: DVec2) -> DVec2 {
    let point = set.support(direction);
    let tame = |x: f64| if x.is_nan() { 0.0 } else { x.clamp(-LARGEST, LARGEST) };
    DVec2::new(tame(point.x), tame(point.y))
}

/// Computes the radius of curvature and makes it finite and not negative.
pub(crate) fn tamed_roundness(set: &impl ConvexSet, from: DVec2, to: DVec2) -> f64 {
    let radius = set.roundness(from, to);
    if radius > 0.0 && radius < LARGEST * LARGEST { radius } else { 0.0 }
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

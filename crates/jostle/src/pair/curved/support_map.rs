//! Convex sets represented by their support functions: ellipses, rounded polygons and capsules
//! under skew, and custom shapes.
//!
//! For a support function that is invalid (not a number, not convex) the results are unspecified
//! but finite: every loop is bounded, and [`finite_support`] replaces every value that is not
//! finite.

use crate::math::{DVec2, greater, hypot, lesser, sqrt};
use crate::pair::curved::EPSILON;
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

/// M · unit disc in its principal axes: the closed form of the 2×2 singular value decomposition (J.
/// Blinn, "Consider the lowly 2 x 2 matrix", 1996). M itself would turn the direction by 10⁶ EPSILON
/// for an axis ratio of 10⁶. With (p, q) the direction in the axes, h(u) = |(a·p, b·q)|, the support
/// point is (a²p, b²q) / h and the radius of curvature a²b² / h³.
///
/// The axes are those of an ellipse within 4 EPSILON · a of the true one, and a support point of
/// that is exact for a direction turned by at most 4 EPSILON.
#[derive(Clone, Copy, Debug)]
struct Ellipse {
    /// Unit vector along the longer semi-axis.
    long: DVec2,
    /// Longer semi-axis.
    a: f64,
    /// Shorter semi-axis, 0 ≤ b ≤ a.
    b: f64,
}

impl Ellipse {
    /// Finds the axes of M · unit disc, M = [a, b, c, d] as in `Affine`; M may be singular or zero.
    fn new([a, b, c, d]: [f64; 4]) -> Self {
        let turn = DVec2::new((a + d) * 0.5, (b - c) * 0.5);
        let flip = DVec2::new((a - d) * 0.5, (b + c) * 0.5);
        let (kept, flipped) = (turn.length(), flip.length());
        let longer = kept + flipped;
        if !(kept > 0.0 && flipped > 0.0) {
            return Self { long: DVec2::X, a: longer, b: longer };
        }
        // The longer axis points half way between the two parts: the square root of their product
        // as complex numbers, which is the bisector of it and 1.
        let product =
            DVec2::new(turn.x * flip.x - turn.y * flip.y, turn.x * flip.y + turn.y * flip.x)
                * (1.0 / (kept * flipped));
        let half = if product.x >= 0.0 {
            DVec2::new(1.0 + product.x, product.y)
        } else {
            DVec2::new(product.y, 1.0 - product.x)
        };
        // The determinant of a matrix that came from f32 is rounded once, so the shorter axis keeps
        // its digits where the difference of the two lengths has lost them.
        let shorter = (a * d - b * c).abs() / longer;
        let shorter = lesser(longer, shorter);
        Self { long: half.unit().unwrap_or(DVec2::X), a: longer, b: shorter }
    }

    /// Returns the point furthest along `direction`; the center where every point is.
    fn support(&self, direction: DVec2) -> DVec2 {
        let (ap, bq) = (self.a * self.long.dot(direction), self.b * self.long.cross(direction));
        let reach = hypot(ap, bq);
        if reach > 0.0 {
            self.long * (self.a * ap / reach) + self.long.left() * (self.b * bq / reach)
        } else {
            DVec2::ZERO
        }
    }

    /// Returns a lower bound of the radius of curvature over the normals from `from` to `to`.
    fn roundness(&self, from: DVec2, to: DVec2) -> f64 {
        if self.b <= 0.0 {
            return 0.0;
        }
        if self.a <= self.b {
            return self.b;
        }
        let (begin, end) = (self.long.dot(from), self.long.dot(to));
        // The radius is least where the direction is nearest to the longer axis. An arc of less
        // than half a turn holds either end of that axis exactly if it changes sides of it.
        let holds_axis = (self.long.cross(from) < 0.0) != (self.long.cross(to) < 0.0);
        let nearest =
            if holds_axis { 1.0 } else { greater(begin.abs(), end.abs()) + 4.0 * EPSILON };
        let nearest = lesser(1.0, nearest);
        let (aa, bb) = (self.a * self.a, self.b * self.b);
        let square = bb + (aa - bb) * (nearest * nearest);
        aa * bb / (square * sqrt(square)) * (1.0 - 12.0 * EPSILON)
    }
}

//! An ellipse around the origin by its principal axes.
//!
//! Method: the closed form of the 2×2 singular value decomposition of M, for M · unit disc (J.
//! Blinn, "Consider the lowly 2 x 2 matrix", 1996). M itself would turn a direction by 10⁶ EPSILON
//! for an axis ratio of 10⁶. With (p, q) the direction in the axes, h(u) = |(a·p, b·q)|, the support
//! point is (a²p, b²q) / h and the radius of curvature a²b² / h³.
//!
//! Error: the axes are those of an ellipse within 4 EPSILON · a of the true one, and a support
//! point of that is exact for a direction turned by at most 4 EPSILON.

use crate::math::{DVec2, greater, hypot, lesser};

#[derive(Clone, Copy, Debug)]
pub(crate) struct PrincipalAxes {
    /// Unit vector along the longer semi-axis.
    pub(crate) long: DVec2,
    pub(crate) a: f64,
    /// Shorter semi-axis, 0 ≤ b ≤ a.
    pub(crate) b: f64,
    /// Radius of curvature at the ends of the longer axis.
    tip: f64,
}

impl PrincipalAxes {
    pub(crate) fn circle(radius: f64) -> Self {
        Self { long: DVec2::X, a: radius, b: radius, tip: radius }
    }

    /// Finds the axes of M · unit disc, M = [a, b, c, d] as in `Affine`; M may be singular or zero.
    pub(crate) fn of_matrix([a, b, c, d]: [f64; 4]) -> Self {
        let turn = DVec2::new((a + d) * 0.5, (b - c) * 0.5);
        let flip = DVec2::new((a - d) * 0.5, (b + c) * 0.5);
        let (kept, flipped) = (turn.length(), flip.length());
        let longer = kept + flipped;
        if !(kept > 0.0 && flipped > 0.0) {
            return Self::circle(longer);
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
        let shorter = lesser(longer, (a * d - b * c).abs() / longer);
        let long = half.unit().unwrap_or(DVec2::X);
        Self { long, a: longer, b: shorter, tip: shorter * (shorter / longer) }
    }

    /// Returns the point furthest along `direction`, of any length > 0, and, for a unit vector, a
    /// lower bound of the radius of curvature there. If every point is furthest, that is the center.
    #[inline]
    pub(crate) fn support(&self, direction: DVec2) -> (DVec2, f64) {
        let Self { long, a, b, tip } = *self;
        let along = DVec2::new(a * long.dot(direction), b * long.cross(direction));
        let reach = hypot(along.x, along.y);
        if reach <= 0.0 {
            return (DVec2::ZERO, 0.0);
        }
        let unit = along / reach;
        let inverse = 1.0 / reach;
        let square = a * b * inverse;
        // A direction that is off by 4 EPSILON changes h by that times a.
        let certain = 1.0 - 12.0 * f64::EPSILON * (1.0 + a * inverse);
        let radius = greater(square * square * inverse * certain, tip);
        (long * (a * unit.x) + long.left() * (b * unit.y), radius)
    }

    /// Returns the radius of curvature at the tips if an arc of directions, counter-clockwise and
    /// less than half a turn, holds one; else it is least at an end of the arc.
    pub(crate) fn tip_between(&self, from: DVec2, to: DVec2) -> Option<f64> {
        ((self.long.cross(from) < 0.0) != (self.long.cross(to) < 0.0)).then_some(self.tip)
    }
}

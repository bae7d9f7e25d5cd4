//! An ellipse about the origin: support points and radii of curvature.
//!
//! Method: the principal axes of M (closed form of the 2×2 singular value decomposition, J. Blinn,
//! "Consider the lowly 2 x 2 matrix", 1996), then h(u) = |(a·p, b·q)| with (p, q) the direction in
//! the axes, the support point (a²p, b²q) / h and the radius of curvature a²b² / h³. M itself would
//! turn the direction by 10⁶ EPSILON for an axis ratio of 10⁶. Error: the axes are those of an
//! ellipse within 4 EPSILON · a of the true one, and a support point of that ellipse is exact for a
//! direction turned by at most 4 EPSILON.

use crate::math::{DVec2, greater, hypot, lesser, sqrt};
use crate::pair::curved::EPSILON;

/// M · unit disc in its principal axes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Ellipse {
    /// Unit vector along the longer semi-axis.
    long: DVec2,
    /// Longer semi-axis.
    a: f64,
    /// Shorter semi-axis, 0 ≤ b ≤ a.
    b: f64,
}

impl Ellipse {
    /// Finds the axes of M · unit disc, M = [a, b, c, d] as in `Affine`; M may be singular or zero.
    pub(crate) fn new([a, b, c, d]: [f64; 4]) -> Self {
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
    pub(crate) fn support(&self, direction: DVec2) -> DVec2 {
        let (ap, bq) = (self.a * self.long.dot(direction), self.b * self.long.cross(direction));
        let reach = hypot(ap, bq);
        if reach > 0.0 {
            self.long * (self.a * ap / reach) + self.long.left() * (self.b * bq / reach)
        } else {
            DVec2::ZERO
        }
    }

    /// Returns a lower bound of the radius of curvature over the normals from `from` to `to`.
    pub(crate) fn roundness(&self, from: DVec2, to: DVec2) -> f64 {
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

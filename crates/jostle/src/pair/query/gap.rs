//! The signed separation of two shapes, with normal and witness points.

use crate::math::{Vec2, round_finite};
use crate::pair::answer::{GapF64, Want};
use crate::pair::{bodies::placed_gap, convex};
use crate::shape::Placed;

/// The signed distance between two shapes; world frame.
///
/// ```
/// use jostle::{Affine, Shape, Vec2};
/// let a = Shape::circle(1.0)?.place(Affine::IDENTITY)?;
/// let b = Shape::rect_half((1.0, 1.0))?.place(Affine::at((5.0, 0.0)))?;
/// let gap = a.gap(&b);
/// assert_eq!((gap.separation, gap.normal), (3.0, Vec2::X));
/// assert_eq!((gap.on_a, gap.on_b), (Vec2::new(1.0, 0.0), Vec2::new(4.0, 0.0)));
/// # Ok::<(), jostle::ShapeError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Gap {
    /// Above 0 apart, 0 touching, below 0 overlapping; −∞ where no translation separates.
    #[cfg_attr(feature = "serde", serde(with = "crate::math::infinite_as_null::separation"))]
    pub separation: f32,
    /// Unit vector from a to b.
    pub normal: Vec2,
    /// The witness point on a: nearest to b, or deepest inside it.
    pub on_a: Vec2,
    /// The witness point on b.
    pub on_b: Vec2,
}

impl Gap {
    pub(crate) const NOWHERE: Self =
        Self { separation: 0.0, normal: Vec2::ZERO, on_a: Vec2::ZERO, on_b: Vec2::ZERO };

    /// Returns the distance: 0 where the shapes touch or overlap.
    ///
    /// ```
    /// use jostle::{Affine, Shape};
    /// let a = Shape::circle(1.0)?.place(Affine::IDENTITY)?;
    /// assert_eq!(a.gap(&a).distance(), 0.0);
    /// # Ok::<(), jostle::ShapeError>(())
    /// ```
    #[must_use]
    pub fn distance(self) -> f32 {
        if self.separation > 0.0 { self.separation } else { 0.0 }
    }

    /// Returns the depth: 0 where the shapes touch or are apart.
    #[must_use]
    pub fn depth(self) -> f32 {
        if self.separation < 0.0 { -self.separation } else { 0.0 }
    }
}

impl Placed {
    /// Measures the signed separation of two shapes, with normal and witness points.
    ///
    /// For convex pairs the depth is the shortest separating translation; where a concave shape
    /// takes part it is the length of a push that separates, none shorter along the same direction.
    /// The sign is exact; numbers are computed in `f64` and rounded once.
    ///
    /// ```
    /// use jostle::{Affine, Shape};
    /// let a = Shape::rect_half((2.0, 2.0))?.place(Affine::IDENTITY)?;
    /// let b = Shape::circle(1.0)?.place(Affine::at((2.5, 0.0)))?;
    /// assert_eq!(a.gap(&b).separation, -0.5);
    /// # Ok::<(), jostle::ShapeError>(())
    /// ```
    #[must_use]
    pub fn gap(&self, other: &Self) -> Gap {
        let certain = convex::gap_if_certain(self, other, Want::Gap);
        certain.map_or_else(|| rounded(self, other), GapF64::rounded)
    }
}

/// Out of line, so that the fast path keeps its numbers in registers.
#[inline(never)]
fn rounded(a: &Placed, b: &Placed) -> Gap {
    placed_gap(a, b, Want::Gap).rounded()
}

pub(crate) fn raw(a: &Placed, b: &Placed) -> GapF64 {
    convex::gap_if_certain(a, b, Want::Gap).unwrap_or_else(|| placed_gap(a, b, Want::Gap))
}

impl GapF64 {
    /// Rounds once and makes the sign agree with the exact verdict.
    #[inline(always)]
    pub(crate) fn rounded(self) -> Gap {
        let s = self.separation;
        let finite = if s == f64::NEG_INFINITY { f32::NEG_INFINITY } else { round_finite(s) };
        // A table, because a branch would be mispredicted.
        const SIGNS: &[f32; 3] = &[1.0, 0.0, -1.0];
        let sign = SIGNS[self.verdict as usize];
        let size = finite * sign;
        let separation = if size > 0.0 { size } else { f32::from_bits(1) } * sign;
        Gap {
            separation,
            normal: self.normal.round(),
            on_a: self.on_a.round(),
            on_b: self.on_b.round(),
        }
    }
}

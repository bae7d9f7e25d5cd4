//! What every stage returns: a verdict, and a signed separation with normal and witness points.

use core::cmp::Ordering;

use crate::math::DVec2;

/// The sign of the exact separation of two closed sets.
///
/// ```
/// use jostle::{Affine, Shape, Verdict};
/// let a = Shape::rect_half((1.0, 1.0))?.place(Affine::IDENTITY)?;
/// let b = Shape::rect_half((1.0, 1.0))?.place(Affine::at((2.0, 0.0)))?;
/// assert_eq!(a.verdict(&b), Verdict::Touching);
/// # Ok::<(), jostle::ShapeError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
pub enum Verdict {
    /// The sets share no point.
    Separated,
    /// They share points, but only of their boundaries.
    Touching,
    /// Their interiors share a point; for lines and points: they still meet after every small
    /// enough translation.
    Overlapping,
}

impl Verdict {
    pub(crate) fn of_separation(sign: Ordering) -> Self {
        match sign {
            Ordering::Greater => Self::Separated,
            Ordering::Equal => Self::Touching,
            Ordering::Less => Self::Overlapping,
        }
    }
}

/// A gap before rounding, with the verdict that the sign of its separation follows.
#[derive(Clone, Copy, Debug)]
pub(crate) struct GapF64 {
    pub(crate) verdict: Verdict,
    pub(crate) separation: f64,
    pub(crate) normal: DVec2,
    pub(crate) on_a: DVec2,
    pub(crate) on_b: DVec2,
}

impl GapF64 {
    pub(crate) const APART: Self = Self {
        verdict: Verdict::Separated,
        separation: f64::INFINITY,
        normal: DVec2::X,
        on_a: DVec2::ZERO,
        on_b: DVec2::ZERO,
    };

    /// A translation of b by a depth that separates it from a, which it touches last at a point. The
    /// depth is infinite if no translation separates.
    pub(crate) fn of_push(normal: DVec2, depth: f64, on_a: DVec2) -> Self {
        let on_b = if depth.is_finite() { on_a - normal * depth } else { on_a };
        Self { verdict: Verdict::Overlapping, separation: -depth, normal, on_a, on_b }
    }

    /// Exchanges a and b if `flip`, without a branch.
    #[inline(always)]
    pub(crate) fn flipped_if(self, flip: bool) -> Self {
        let (points, sign) = ([self.on_a, self.on_b], [1.0, -1.0][usize::from(flip)]);
        let (on_a, on_b) = (points[usize::from(flip)], points[usize::from(!flip)]);
        Self { normal: self.normal * sign, on_a, on_b, ..self }
    }

    pub(crate) fn flipped(self) -> Self {
        Self { normal: -self.normal, on_a: self.on_b, on_b: self.on_a, ..self }
    }

    pub(crate) fn moved(self, by: DVec2) -> Self {
        Self { on_a: self.on_a + by, on_b: self.on_b + by, ..self }
    }
}

/// What a caller needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Want {
    /// All numbers.
    Gap,
    /// Only the verdict if the shapes are apart.
    Contact,
    /// Only the verdict.
    Verdict,
}

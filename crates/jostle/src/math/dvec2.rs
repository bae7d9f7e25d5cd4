//! Vectors in `f64`, for one number or several lanes a coordinate.

use crate::math::simd::F64Lanes;
use crate::math::vec2::{Vec2, round_finite, vector_operators};

/// A vector in `f64`. Constructed numbers are computed in it and rounded once at the end. With
/// lanes for `W` it is a vector of each of several pairs of shapes.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(crate) struct DVec2<W = f64> {
    pub(crate) x: W,
    pub(crate) y: W,
}

impl<W> DVec2<W> {
    #[inline(always)]
    pub(crate) const fn new(x: W, y: W) -> Self {
        Self { x, y }
    }
}

impl<W: F64Lanes> DVec2<W> {
    #[inline(always)]
    pub(crate) fn dot(self, o: Self) -> W {
        self.x * o.x + self.y * o.y
    }

    #[inline(always)]
    pub(crate) fn cross(self, o: Self) -> W {
        self.x * o.y - self.y * o.x
    }

    /// Returns the vector rotated by a quarter turn, x toward y.
    #[inline(always)]
    pub(crate) fn left(self) -> Self {
        Self { x: self.y.neg(), y: self.x }
    }

    /// Returns the largest absolute coordinate.
    #[inline(always)]
    pub(crate) fn reach(self) -> W {
        self.x.abs().max(self.y.abs())
    }

    /// Returns `yes` where the mask is set, else `no`.
    #[inline(always)]
    pub(crate) fn select(at: W, yes: Self, no: Self) -> Self {
        Self { x: at.select(yes.x, no.x), y: at.select(yes.y, no.y) }
    }

    /// Negates the vectors where the mask is set.
    #[inline(always)]
    pub(crate) fn neg_where(self, at: W) -> Self {
        Self { x: self.x.neg_where(at), y: self.y.neg_where(at) }
    }
}

impl DVec2 {
    pub(crate) const ZERO: Self = Self { x: 0.0, y: 0.0 };
    pub(crate) const X: Self = Self { x: 1.0, y: 0.0 };

    pub(crate) fn length(self) -> f64 {
        crate::math::hypot(self.x, self.y)
    }

    /// Returns the unit vector, or `None` for the zero vector.
    pub(crate) fn unit(self) -> Option<Self> {
        let length = self.length();
        (length > 0.0).then(|| self / length)
    }

    /// Rounds to `f32`, saturating at the largest finite value, with no negative zero.
    pub(crate) fn round(self) -> Vec2 {
        Vec2 { x: round_finite(self.x), y: round_finite(self.y) }
    }
}

impl From<Vec2> for DVec2 {
    #[inline(always)]
    fn from(v: Vec2) -> Self {
        Self { x: f64::from(v.x), y: f64::from(v.y) }
    }
}

vector_operators!([W: F64Lanes] DVec2<W>, W);

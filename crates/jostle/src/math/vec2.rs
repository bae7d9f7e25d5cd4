//! Vectors: the public one of `f32` numbers, and one in `f64` of one number or several lanes a
//! coordinate.

use core::fmt;
use core::iter::Sum;
use core::ops::{Add, Mul};

use crate::math::simd::F64Lanes;
use crate::math::{Rot, atan2, convert::from, greater, lesser};

/// A point or a direction in the plane, in the caller's unit.
///
/// ```
/// use jostle::Vec2;
/// let v: Vec2 = (3.0, 4.0).into();
/// assert_eq!(v.length(), 5.0);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(from = "[f32; 2]", into = "[f32; 2]"))]
#[repr(C)]
pub struct Vec2 {
    /// Horizontal coordinate.
    pub x: f32,
    /// Vertical coordinate; up or down is the caller's choice.
    pub y: f32,
}

impl Vec2 {
    /// The origin.
    pub const ZERO: Self = Self { x: 0.0, y: 0.0 };
    /// The unit vector along x.
    pub const X: Self = Self { x: 1.0, y: 0.0 };
    /// The unit vector along y.
    pub const Y: Self = Self { x: 0.0, y: 1.0 };

    /// Makes a vector from its coordinates.
    #[must_use]
    pub const fn new(x: f32, y: f32) -> Self {
        Self { x, y }
    }

    /// Returns the dot product, rounded once.
    #[must_use]
    pub fn dot(self, other: impl Into<Self>) -> f32 {
        DVec2::from(self).dot(DVec2::from(other.into())) as f32
    }

    /// Returns the z component of the cross product; positive when `other` lies from `self` toward
    /// +y as seen from +x.
    #[must_use]
    pub fn cross(self, other: impl Into<Self>) -> f32 {
        DVec2::from(self).cross(DVec2::from(other.into())) as f32
    }

    /// Returns the length; 0 for the zero vector.
    #[must_use]
    pub fn length(self) -> f32 {
        DVec2::from(self).length() as f32
    }

    /// Returns the square of the length, rounded once.
    #[must_use]
    pub fn length_squared(self) -> f32 {
        self.dot(self)
    }

    /// Returns the distance to another point.
    #[must_use]
    pub fn distance(self, other: impl Into<Self>) -> f32 {
        (DVec2::from(other.into()) - DVec2::from(self)).length() as f32
    }

    /// Returns the vector of length 1 in the same direction; the zero vector has none and stays.
    #[must_use]
    pub fn normalize(self) -> Self {
        DVec2::from(self).unit().map_or(Self::ZERO, DVec2::round)
    }

    /// Returns the vector turned by a quarter, x toward y.
    #[must_use]
    pub fn perp(self) -> Self {
        Self::new(0.0 - self.y, self.x)
    }

    /// Returns the point at a share of the way to another: 0 is this point, 1 the other.
    #[must_use]
    pub fn lerp(self, other: impl Into<Self>, share: f32) -> Self {
        let (from, to, t) = (DVec2::from(self), DVec2::from(other.into()), f64::from(share));
        (from * (1.0 - t) + to * t).round()
    }

    /// Returns the vector of length 1 at an angle in radians from x toward y.
    #[must_use]
    pub fn from_angle(radians: f32) -> Self {
        let Rot { cos, sin } = Rot::from_radians(radians);
        Self::new(cos, sin)
    }

    /// Returns the angle from x toward the vector in radians, above −π and at most π; 0 for the
    /// zero vector.
    #[must_use]
    pub fn to_angle(self) -> f32 {
        let (x, y) = (positive_zero(self.x), positive_zero(self.y));
        positive_zero(atan2(y.into(), x.into()) as f32)
    }

    /// Returns the smaller of each coordinate.
    #[must_use]
    pub fn min(self, other: impl Into<Self>) -> Self {
        let other = other.into();
        Self::new(lesser(self.x, other.x), lesser(self.y, other.y))
    }

    /// Returns the larger of each coordinate.
    #[must_use]
    pub fn max(self, other: impl Into<Self>) -> Self {
        let other = other.into();
        Self::new(greater(self.x, other.x), greater(self.y, other.y))
    }

    /// Projects onto the line through the origin along `axis`; the zero vector for a zero axis.
    ///
    /// ```
    /// use jostle::Vec2;
    /// assert_eq!(Vec2::new(12.0, 5.0).project_onto((5.0, 6.0)), Vec2::new(450.0 / 61.0, 540.0 / 61.0));
    /// ```
    #[must_use]
    pub fn project_onto(self, axis: impl Into<Self>) -> Self {
        let axis = DVec2::from(axis.into());
        let square = axis.dot(axis);
        if square == 0.0 {
            return Self::ZERO;
        }
        (axis * (DVec2::from(self).dot(axis) / square)).round()
    }

    /// Returns [x, y], which `Vec2::from` takes back.
    #[must_use]
    pub const fn to_array(self) -> [f32; 2] {
        [self.x, self.y]
    }

    /// Returns `true` if both coordinates are finite.
    #[must_use]
    pub fn is_finite(self) -> bool {
        self.x.is_finite() && self.y.is_finite()
    }
}

from! {
    [f32; 2] => Vec2: |[x, y]| Self { x, y };
    (f32, f32) => Vec2: |(x, y)| Self { x, y };
    Vec2 => [f32; 2]: |v| [v.x, v.y];
    Vec2 => (f32, f32): |v| (v.x, v.y);
}

macro_rules! vector_operators {
    ([$($generic:tt)*] $vector:ty, $scalar:ty) => {
        vector_operators!([$($generic)*] $vector, $vector, o, o.x, o.y; Add add AddAssign add_assign);
        vector_operators!([$($generic)*] $vector, $vector, o, o.x, o.y; Sub sub SubAssign sub_assign);
        vector_operators!([$($generic)*] $vector, $scalar, k, k, k; Mul mul MulAssign mul_assign);
        vector_operators!([$($generic)*] $vector, $scalar, k, k, k; Div div DivAssign div_assign);

        impl<$($generic)*> core::ops::Neg for $vector {
            type Output = Self;

            #[inline(always)]
            fn neg(self) -> Self {
                Self { x: self.x.neg(), y: self.y.neg() }
            }
        }
    };
    ([$($generic:tt)*] $vector:ty, $other:ty, $o:ident, $x:expr, $y:expr;
        $name:ident $method:ident $assign:ident $assign_method:ident) => {
        impl<$($generic)*> core::ops::$name<$other> for $vector {
            type Output = Self;

            #[inline(always)]
            fn $method(self, $o: $other) -> Self {
                use core::ops::$name;
                Self { x: $name::$method(self.x, $x), y: $name::$method(self.y, $y) }
            }
        }

        impl<$($generic)*> core::ops::$assign<$other> for $vector {
            #[inline(always)]
            fn $assign_method(&mut self, other: $other) {
                *self = core::ops::$name::$method(*self, other);
            }
        }
    };
}

vector_operators!([] Vec2, f32);

impl Mul<Vec2> for f32 {
    type Output = Vec2;
    fn mul(self, v: Vec2) -> Vec2 {
        v * self
    }
}
impl Sum for Vec2 {
    fn sum<I: Iterator<Item = Self>>(vectors: I) -> Self {
        vectors.fold(Self::ZERO, Add::add)
    }
}
impl<'a> Sum<&'a Self> for Vec2 {
    fn sum<I: Iterator<Item = &'a Self>>(vectors: I) -> Self {
        vectors.copied().sum()
    }
}
/// As in "(1, -0.5)"; a precision counts for both coordinates.
impl fmt::Display for Vec2 {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("(")?;
        self.x.fmt(f)?;
        f.write_str(", ")?;
        self.y.fmt(f)?;
        f.write_str(")")
    }
}
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

    #[inline(always)]
    pub(crate) fn select(at: W, yes: Self, no: Self) -> Self {
        Self { x: at.select(yes.x, no.x), y: at.select(yes.y, no.y) }
    }

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

/// Rounds to the nearest finite `f32`, with no negative zero.
pub(crate) fn round_finite(x: f64) -> f32 {
    const MOST: f64 = f32::MAX as f64;
    // Cut off before rounding, which two instructions do where asking what became of it takes ten.
    let x = if x > MOST { MOST } else { x };
    let x = if x < -MOST { -MOST } else { x };
    positive_zero(x as f32)
}

/// Turns −0.0 into +0.0, so that the sign of zero is never seen.
pub(crate) fn positive_zero(x: f32) -> f32 {
    x + 0.0
}

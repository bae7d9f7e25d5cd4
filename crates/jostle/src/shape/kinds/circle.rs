//! A disc.

use crate::math::simd::{F32Lanes, F32x4, Four};
use crate::math::{Aabb, Affine, DVec2, Vec2};
use crate::shape::placing::similarity::Similarity;
use crate::shape::{Core, Shape, ShapeError, ValuePath, validate};

/// A solid disc; see [`Shape::circle`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Circle {
    pub(crate) center: Vec2,
    pub(crate) radius: f32,
}

impl Shape {
    /// Makes a disc around the local origin; radius 0 makes a point.
    ///
    /// Under non-uniform scale or skew it becomes a true ellipse.
    ///
    /// # Errors
    /// The radius is negative or not finite.
    ///
    /// ```
    /// use jostle::{Affine, Shape};
    /// let a = Shape::circle(1.0)?.place(Affine::IDENTITY)?;
    /// let b = Shape::circle(2.0)?.place(Affine::at((3.0, 0.0)))?;
    /// assert!(a.overlaps(&b) && !a.overlaps_interior(&b));
    /// # Ok::<(), jostle::ShapeError>(())
    /// ```
    pub fn circle(radius: f32) -> Result<Self, ShapeError> {
        Self::circle_at(Vec2::ZERO, radius)
    }

    /// Makes a disc around a local point.
    ///
    /// # Errors
    /// The radius is negative, or a number is not finite.
    ///
    /// ```
    /// use jostle::{Aabb, Affine, Shape};
    /// let a = Shape::circle_at((2.0, 0.0), 1.0)?.place(Affine::IDENTITY)?;
    /// assert_eq!(a.bounds(), Aabb::new((1.0, -1.0), (3.0, 1.0)));
    /// # Ok::<(), jostle::ShapeError>(())
    /// ```
    pub fn circle_at(center: impl Into<Vec2>, radius: f32) -> Result<Self, ShapeError> {
        Ok(Self::Circle(Circle {
            center: validate::point(center.into(), ValuePath::field("center"))?,
            radius: validate::extent(radius, ValuePath::field("radius"))?,
        }))
    }
}

impl Circle {
    /// Under a similarity with a finite result.
    #[inline(always)]
    pub(crate) fn at_once(&self, m: &Affine) -> Option<(Core, Aabb)> {
        let center = validate::at_once(m, self.center);
        let radius = Similarity::of(m)?.scaled(self.radius);
        let (core, x, y) = (Core::point(center, radius), center.x as f32, center.y as f32);
        let bounds = if center == DVec2::from(Vec2 { x, y }) {
            Aabb::reaching_sums(Four::load([-x, -y, x, y]), Four::splat(radius))?
        } else {
            Some(core.bounds()).filter(|bounds| bounds.is_finite())?
        };
        Some((core, bounds))
    }
}

//! An ellipse: the exact image of a disc, not a polygon.

use crate::math::{Affine, DVec2, Rot, Vec2};
use crate::shape::body::curved;
use crate::shape::placing::similarity::Similarity;
use crate::shape::{Body, Core, Shape, ShapeError, ValuePath, validate};

/// A solid ellipse; see [`Shape::ellipse`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ellipse {
    pub(crate) center: Vec2,
    pub(crate) radii: Vec2,
    pub(crate) rot: Rot,
}

impl Shape {
    /// Makes an ellipse around the local origin from its two radii.
    ///
    /// Equal radii make a disc, a zero radius a segment.
    ///
    /// # Errors
    /// A radius is negative or not finite.
    ///
    /// ```
    /// use jostle::{Affine, Shape};
    /// let e = Shape::ellipse((3.0, 1.0))?.place(Affine::IDENTITY)?;
    /// assert!(e.contains_point((2.9, 0.0)) && !e.contains_point((2.0, 0.9)));
    /// # Ok::<(), jostle::ShapeError>(())
    /// ```
    pub fn ellipse(radii: impl Into<Vec2>) -> Result<Self, ShapeError> {
        Self::ellipse_at(Vec2::ZERO, radii, Rot::IDENTITY)
    }

    /// Makes an ellipse around a local point, turned.
    ///
    /// # Errors
    /// A radius is negative, the rotation is (0, 0), or a number is not finite.
    ///
    /// ```
    /// use jostle::{Affine, Rot, Shape};
    /// let e = Shape::ellipse_at((0.0, 0.0), (3.0, 1.0), Rot::from_degrees(90.0))?;
    /// assert!(e.place(Affine::IDENTITY)?.contains_point((0.0, 2.9)));
    /// # Ok::<(), jostle::ShapeError>(())
    /// ```
    pub fn ellipse_at(
        center: impl Into<Vec2>,
        radii: impl Into<Vec2>,
        rot: Rot,
    ) -> Result<Self, ShapeError> {
        Ok(Self::Ellipse(Ellipse {
            center: validate::point(center.into(), ValuePath::field("center"))?,
            radii: validate::extents(radii.into(), ValuePath::field("radii"))?,
            rot: validate::rotation(rot)?,
        }))
    }
}

impl Ellipse {
    #[inline(never)]
    pub(crate) fn lower(&self, m: &Affine) -> Result<Body, ShapeError> {
        let center = validate::placed(m, self.center)?;
        if let (true, Some(s)) = (self.radii.x == self.radii.y, Similarity::of(m)) {
            return Ok(Body::Core(Core::point(center, s.radius(self.radii.x)?)));
        }
        let x = m.linear(Vec2::new(self.rot.cos, self.rot.sin)) * f64::from(self.radii.x);
        let y = m.linear(Vec2::new(-self.rot.sin, self.rot.cos)) * f64::from(self.radii.y);
        let (x, y) = (validate::rounded(x)?, validate::rounded(y)?);
        curved::rounded(center, &[DVec2::ZERO], [x.x, x.y, y.x, y.y].map(f64::from))
    }
}

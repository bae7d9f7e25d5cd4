//! A single point.

use crate::math::Vec2;
use crate::shape::{Shape, ShapeError, ValuePath, validate};

/// A shape of one point; see [`Shape::point`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Point {
    pub(crate) at: Vec2,
}

impl Shape {
    /// Makes a point at `at`, in local units.
    ///
    /// # Errors
    /// A coordinate is not finite.
    ///
    /// ```
    /// use jostle::{Affine, Shape};
    /// let p = Shape::point((1.0, 2.0))?.place(Affine::IDENTITY)?;
    /// assert!(p.overlaps(&Shape::circle(3.0)?.place(Affine::IDENTITY)?));
    /// # Ok::<(), jostle::ShapeError>(())
    /// ```
    pub fn point(at: impl Into<Vec2>) -> Result<Self, ShapeError> {
        Ok(Self::Point(Point { at: validate::point(at.into(), ValuePath::field("at"))? }))
    }
}

//! A straight piece of a line.

use crate::math::Vec2;
use crate::shape::{Shape, ShapeError, ValuePath, validate};

/// A closed segment; see [`Shape::segment`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Segment {
    pub(crate) a: Vec2,
    pub(crate) b: Vec2,
}

impl Shape {
    /// Makes the closed segment from `a` to `b`; equal ends make a point.
    ///
    /// # Errors
    /// A coordinate is not finite.
    ///
    /// ```
    /// use jostle::{Affine, Shape};
    /// let a = Shape::segment((0.0, 0.0), (4.0, 0.0))?.place(Affine::IDENTITY)?;
    /// let b = Shape::segment((2.0, -1.0), (2.0, 1.0))?.place(Affine::IDENTITY)?;
    /// assert!(a.overlaps_interior(&b));
    /// # Ok::<(), jostle::ShapeError>(())
    /// ```
    pub fn segment(a: impl Into<Vec2>, b: impl Into<Vec2>) -> Result<Self, ShapeError> {
        Ok(Self::Segment(Segment {
            a: validate::point(a.into(), ValuePath::field("a"))?,
            b: validate::point(b.into(), ValuePath::field("b"))?,
        }))
    }
}

//! Do two shapes share a point, or an interior point?

use crate::pair::answer::Verdict;
use crate::shape::Placed;

impl Placed {
    /// Returns `true` if two shapes share a point; touching counts.
    ///
    /// ```
    /// use jostle::{Affine, Shape};
    /// let tile = Shape::rect_half((0.5, 0.5))?;
    /// let (a, b) = (tile.place(Affine::IDENTITY)?, tile.place(Affine::at(1.0, 0.0))?);
    /// assert!(a.overlaps(&b));
    /// # Ok::<(), jostle::ShapeError>(())
    /// ```
    #[must_use]
    pub fn overlaps(&self, other: &Self) -> bool {
        self.verdict(other) != Verdict::Separated
    }

    /// Returns `true` if two shapes share more than boundary; touching does not count.
    ///
    /// Areas: their interiors share a point. A line or point against an area: a point of it lies in
    /// the interior. Lines against lines: they still meet after every small enough translation, so
    /// crossing segments overlap while collinear and end contacts only touch.
    ///
    /// ```
    /// use jostle::{Affine, Shape};
    /// let tile = Shape::rect_half((0.5, 0.5))?;
    /// let (a, b) = (tile.place(Affine::IDENTITY)?, tile.place(Affine::at(1.0, 0.0))?);
    /// assert!(!a.overlaps_interior(&b));
    /// # Ok::<(), jostle::ShapeError>(())
    /// ```
    #[must_use]
    pub fn overlaps_interior(&self, other: &Self) -> bool {
        self.verdict(other) == Verdict::Overlapping
    }
}

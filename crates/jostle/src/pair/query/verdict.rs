//! Separated, touching or overlapping: the exact answer that every boolean derives from.

use crate::pair::{answer::Verdict, bodies, filter::single::classify};
use crate::shape::{Body, Placed};

impl Placed {
    /// Returns the exact verdict: separated, touching or overlapping.
    ///
    /// Ellipses, sheared capsules and custom shapes carry a certified bracket of the separation;
    /// inside it, a few ulp wide, the answer is `Touching`.
    #[must_use]
    pub fn verdict(&self, other: &Self) -> Verdict {
        self.filtered(other).unwrap_or_else(|| bodies::verdict(&self.body, &other.body))
    }

    /// The verdict, where the filter or the boxes decide.
    #[inline(always)]
    fn filtered(&self, other: &Self) -> Option<Verdict> {
        if !self.bounds().overlaps(other.bounds()) {
            return Some(Verdict::Separated);
        }
        if let (Body::Core(a), Body::Core(b)) = (&self.body, &other.body) {
            return classify(a, b);
        }
        None
    }

    /// Returns `true` if two shapes share a point; touching counts.
    ///
    /// ```
    /// use jostle::{Affine, Shape};
    /// let tile = Shape::rect_half((0.5, 0.5))?;
    /// let (a, b) = (tile.place(Affine::IDENTITY)?, tile.place(Affine::at((1.0, 0.0)))?);
    /// assert!(a.overlaps(&b));
    /// # Ok::<(), jostle::ShapeError>(())
    /// ```
    #[must_use]
    pub fn overlaps(&self, other: &Self) -> bool {
        self.filtered(other).map_or_else(
            || bodies::share_point(&self.body, &other.body),
            |verdict| verdict != Verdict::Separated,
        )
    }

    /// Returns `true` if two shapes share more than boundary; touching does not count.
    ///
    /// Areas: their interiors share a point. A line or point against an area: a point of it lies in
    /// the interior. Lines against lines: they still meet after every small enough translation, so
    /// crossing segments overlap while collinear and end contacts only touch.
    #[must_use]
    pub fn overlaps_interior(&self, other: &Self) -> bool {
        self.verdict(other) == Verdict::Overlapping
    }
}

//! Separated, touching or overlapping: the exact answer that every boolean derives from.

use crate::pair::answer::Verdict;
use crate::pair::bodies;
use crate::pair::convex::by_filter;
use crate::shape::{Body, Placed};

impl Placed {
    /// Returns the exact verdict: separated, touching or overlapping.
    ///
    /// Ellipses, sheared capsules and custom shapes carry a certified bracket of the separation;
    /// inside it, a few ulp wide, the answer is `Touching`.
    ///
    /// ```
    /// use jostle::{Affine, Shape, Verdict};
    /// let a = Shape::circle(1.0)?.place(Affine::IDENTITY)?;
    /// let b = Shape::circle(1.0)?.place(Affine::at(0.0, 2.5))?;
    /// assert_eq!(a.verdict(&b), Verdict::Separated);
    /// # Ok::<(), jostle::ShapeError>(())
    /// ```
    #[must_use]
    pub fn verdict(&self, other: &Self) -> Verdict {
        // The filter is faster than a comparison of boxes.
        if let (Body::Core(a), Body::Core(b)) = (&self.body, &other.body)
            && let Some(verdict) = by_filter(a, b)
        {
            return verdict;
        }
        if !self.bounds().overlaps(other.bounds()) {
            return Verdict::Separated;
        }
        bodies::verdict(&self.body, &other.body)
    }
}

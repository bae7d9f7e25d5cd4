//! The relation of two shapes, in one word.

use crate::pair::answer::Verdict;
use crate::shape::Placed;

/// The first that holds of these, from the top.
///
/// ```
/// use jostle::{Affine, Relation, Shape};
/// let coin = Shape::circle(1.0)?.place(Affine::IDENTITY)?;
/// let purse = Shape::rect_half((3.0, 3.0))?.place(Affine::IDENTITY)?;
/// assert_eq!(coin.relation(&purse), Relation::AInB);
/// assert_eq!(purse.relation(&coin), Relation::BInA);
/// # Ok::<(), jostle::ShapeError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
pub enum Relation {
    /// Equal sets of points, of any kinds.
    Same,
    /// a is a subset of b; boundary contact is allowed.
    AInB,
    /// b is a subset of a; boundary contact is allowed.
    BInA,
    /// They overlap, neither holds the other.
    Overlapping,
    /// They share boundary points only.
    Touching,
    /// They share no point.
    Apart,
}

impl Relation {
    /// Returns the relation of b to a.
    ///
    /// ```
    /// use jostle::Relation;
    /// assert_eq!(Relation::AInB.flipped(), Relation::BInA);
    /// ```
    #[must_use]
    pub fn flipped(self) -> Self {
        match self {
            Self::AInB => Self::BInA,
            Self::BInA => Self::AInB,
            other => other,
        }
    }
}

impl Placed {
    /// Returns how two shapes lie to each other.
    ///
    /// As exact as [`Placed::contains`] both ways. Where ellipses and custom shapes meet something, a
    /// containment in doubt gives `Overlapping`.
    ///
    /// ```
    /// use jostle::{Affine, Relation, Shape};
    /// let a = Shape::rect_half((1.0, 1.0))?.place(Affine::IDENTITY)?;
    /// let b = Shape::polygon([(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)])?;
    /// assert_eq!(a.relation(&b.place(Affine::IDENTITY)?), Relation::Same);
    /// # Ok::<(), jostle::ShapeError>(())
    /// ```
    #[must_use]
    pub fn relation(&self, other: &Self) -> Relation {
        let verdict = self.verdict(other);
        if verdict == Verdict::Separated {
            return Relation::Apart;
        }
        match (other.contains(self), self.contains(other)) {
            (true, true) => Relation::Same,
            (true, false) => Relation::AInB,
            (false, true) => Relation::BInA,
            (false, false) if verdict == Verdict::Overlapping => Relation::Overlapping,
            (false, false) => Relation::Touching,
        }
    }
}

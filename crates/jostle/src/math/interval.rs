//! Closed intervals of numbers, such as the projection of a shape on an axis.

use crate::math::{greater, lesser};

/// A closed interval, `min ≤ max` once [`sorted`](Interval::sorted).
///
/// ```
/// use jostle::Interval;
/// assert!(Interval::new(0.0, 2.0).overlaps(Interval::new(2.0, 3.0)));
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[repr(C)]
pub struct Interval {
    /// Lower end.
    pub min: f32,
    /// Upper end.
    pub max: f32,
}

impl Interval {
    /// Makes a range from its ends, in the order given.
    #[must_use]
    pub const fn new(min: f32, max: f32) -> Self {
        Self { min, max }
    }

    /// Returns the range with its ends in order.
    #[must_use]
    pub fn sorted(self) -> Self {
        if self.max < self.min { Self { min: self.max, max: self.min } } else { self }
    }

    /// Returns `true` if two ranges share a number; touching counts.
    #[must_use]
    pub fn overlaps(self, other: Self) -> bool {
        self.min <= other.max && other.min <= self.max
    }

    /// Returns the smallest range that holds both.
    #[must_use]
    pub fn union(self, other: Self) -> Self {
        Self { min: lesser(self.min, other.min), max: greater(self.max, other.max) }
    }

    /// Returns the smallest range that holds this one and `value`.
    #[must_use]
    pub fn extend(self, value: f32) -> Self {
        self.union(Self { min: value, max: value })
    }

    /// Returns the number of this range that is nearest to `value`.
    #[must_use]
    pub fn clamp(self, value: f32) -> f32 {
        lesser(greater(value, self.min), self.max)
    }

    /// Returns the common part of two ranges, or `None` when they are apart; a shared end gives a
    /// range of length 0.
    ///
    /// ```
    /// use jostle::Interval;
    /// assert_eq!(Interval::new(0.0, 2.0).intersection(Interval::new(1.0, 4.0)), Some(Interval::new(1.0, 2.0)));
    /// ```
    #[must_use]
    pub fn intersection(self, other: Self) -> Option<Self> {
        self.overlaps(other)
            .then_some(Self { min: greater(self.min, other.min), max: lesser(self.max, other.max) })
    }

    /// Returns the length, `max − min`.
    #[must_use]
    pub fn length(self) -> f32 {
        self.max - self.min
    }
}

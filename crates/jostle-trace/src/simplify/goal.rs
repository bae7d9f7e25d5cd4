//! What a simplified outline must reach, as the caller states it and as the simplifier compares it.

use super::draft::Draft;

/// Which side of the exact outline a simplified one may be on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Side {
    /// Either.
    #[default]
    Free,
    /// Outside or on it: no solid pixel is left out.
    Cover,
    /// Inside or on it: no empty pixel is taken in.
    Inside,
}

/// How much time may be spent on having few vertices.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Effort {
    /// Collapses edges once, cheapest first, and shifts the vertices that are left.
    Fast,
    /// Searches on from there: vertices are taken out, put in and shifted while that pays.
    #[default]
    Best,
}

/// The levels of detail by name, as SFMLCollision's documentation has them: shares of the area.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Detail {
    /// At most 15 % of the area may differ.
    Less,
    /// At most 7.5 %.
    More,
    /// At most 1 %.
    Optimal,
    /// Nothing may differ: the exact outline.
    Exact,
}

/// What to reach with as few vertices as possible. All that is set must hold; a goal with nothing
/// set needs the exact outline.
///
/// ```
/// use jostle_trace::{Goal, Side};
/// let goal = Goal { max_deviation: Some(1.5), side: Side::Cover, ..Goal::iou(0.97) };
/// assert_eq!(goal.min_iou, Some(0.97));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Goal {
    /// The largest distance in pixels from a point of the simplified region to the mask's region
    /// and back. No ring is dropped under it.
    pub max_deviation: Option<f64>,
    /// The least share of the area covered by either region that both cover.
    pub min_iou: Option<f64>,
    /// The largest area where the regions differ, as a share of the mask's area.
    pub max_area_error: Option<f64>,
    /// The most vertices, over all rings. Alone, it is used up for as little error as possible;
    /// beside other bounds, those come first and the result returns whether this one was kept.
    pub max_vertices: Option<usize>,
    /// Which side of the exact outline is allowed.
    pub side: Side,
}

impl Goal {
    /// Needs an intersection over union of at least `share`.
    #[must_use]
    pub fn iou(share: f64) -> Self {
        Self { min_iou: Some(share), ..Self::default() }
    }

    /// Needs a deviation of at most `pixels`.
    #[must_use]
    pub fn deviation(pixels: f64) -> Self {
        Self { max_deviation: Some(pixels), ..Self::default() }
    }

    /// Needs at most `count` vertices and as little error as they allow.
    #[must_use]
    pub fn vertices(count: usize) -> Self {
        Self { max_vertices: Some(count), ..Self::default() }
    }

    /// Needs a level of detail by name.
    #[must_use]
    pub fn detail(detail: Detail) -> Self {
        let share = match detail {
            Detail::Less => 0.15,
            Detail::More => 0.075,
            Detail::Optimal => 0.01,
            Detail::Exact => return Self::default(),
        };
        Self { max_area_error: Some(share), ..Self::default() }
    }
}

/// A goal in the simplifier's units.
#[derive(Clone, Copy, Debug)]
pub(super) struct Target {
    /// Twice the mask's area.
    pub(super) mask: f64,
    /// The factor of (mask + draft) that the error may reach for the IoU.
    pub(super) share_of_both: Option<f64>,
    /// The largest error for the area error.
    pub(super) most: Option<f64>,
    /// Vertices at which to stop; 0 to go on.
    pub(super) enough: usize,
    /// By how much areas were found to be larger than the draft's sum.
    pub(super) hidden: f64,
}

impl Target {
    pub(super) fn new(goal: &Goal, mask: f64) -> Self {
        // IoU = (M + D - X) / (M + D + X) for the areas M and D and the area X where they differ.
        let share_of_both = goal.min_iou.map(|t| (1.0 - t) / (1.0 + t));
        let most = goal.max_area_error.map(|s| s * mask);
        let alone = goal.max_deviation.is_none() && share_of_both.is_none() && most.is_none();
        let enough = if alone { goal.max_vertices.unwrap_or(0) } else { 0 };
        Self { mask, share_of_both, most, enough, hidden: 0.0 }
    }

    /// The largest error that a draft of the solid area it has may have.
    pub(super) fn most(&self, draft: &Draft<'_>) -> f64 {
        self.most_at(draft.solid)
    }

    /// The largest error that a draft of twice this solid area may have.
    pub(super) fn most_at(&self, solid: f64) -> f64 {
        let mut most = f64::INFINITY;
        if let Some(share) = self.share_of_both {
            most = share * (self.mask + solid);
        }
        match self.most {
            // A bound that is no number allows nothing.
            Some(m) if m.is_nan() || m < most => m,
            _ => most,
        }
    }

    /// Returns `true` if there is room for `delta` more error.
    pub(super) fn allows(&self, draft: &Draft<'_>, delta: f64) -> bool {
        let most = self.most(draft);
        most == f64::INFINITY || draft.error + self.hidden + delta <= most - 1e-9 * most
    }

    /// More than the error of a draft may grow by in one step.
    pub(super) fn room(&self, draft: &Draft<'_>) -> f64 {
        let most = self.most(draft);
        // A quarter more, for a step may add to the solid area, and so to what is allowed; a few
        // hundredths of what it changes.
        if most == f64::INFINITY { most } else { 1.25 * (most - draft.error) }
    }

    /// Returns `true` if an error is bounded at all.
    pub(super) fn bounds_error(&self) -> bool {
        self.share_of_both.is_some() || self.most.is_some()
    }

    /// Returns `true` if the draft could do with fewer vertices.
    pub(super) fn wants_fewer(&self, draft: &Draft<'_>) -> bool {
        draft.vertices > self.enough
    }
}

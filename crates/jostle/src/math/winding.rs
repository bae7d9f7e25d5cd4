//! Winding numbers, and where a point lies.

use core::cmp::Ordering;

/// The location of a point in a set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Location {
    Outside,
    Boundary,
    Inside,
}

/// Returns what a directed edge from u to v adds to the winding number of a closed boundary around
/// a point: a ray from the point, to the right, crosses the edge upward or downward or not at all.
///
/// `below` is `true` if u is not above the point, `above` if v is. `side` is on which side of the
/// edge the point lies; `Greater` is its left. Source: Hormann and Agathos, "The point in polygon
/// problem for arbitrary polygons", 2001.
#[inline(always)]
pub(crate) fn crossing(below: bool, above: bool, side: impl FnOnce() -> Ordering) -> i32 {
    if below != above {
        return 0;
    }
    match (below, side()) {
        (true, Ordering::Greater) => 1,
        (false, Ordering::Less) => -1,
        _ => 0,
    }
}

/// Returns the side of a cross product.
#[inline(always)]
pub(crate) fn sign(cross: f64) -> Ordering {
    cross.partial_cmp(&0.0).unwrap_or(Ordering::Equal)
}

//! The outline of a curved convex set as a polygon.
//!
//! Method: a chord between two support points is as far from the boundary as the support point
//! square to it, so one evaluation measures the error exactly and supplies the vertex that halves
//! it.
//! Frame: the set's own; counter-clockwise, inside the set, vertices on its boundary.
//! Error: every chord is within the tolerance of the boundary.
//! Cost: two support points a vertex. A convex outline of perimeter P needs at most √(2πP / 8t)
//! chords for tolerance t, so the floor on t below bounds the count.

use alloc::vec::Vec;

use crate::math::DVec2;
use crate::shape::bvh::box_bvh::DAabb;

use crate::math::{greater, lesser};
use crate::pair::curved::support_map::{ConvexSet, finite_support, right, strictly_between};

/// Most vertices that an outline gets.
const MOST: usize = 100_000;

/// Least tolerance, as a part of the set's size or the window's; finer wishes are read as this.
const FINEST: f64 = 4e-9;

/// Returns the outline with chords within `tolerance` of the boundary.
///
/// The vertices are distinct, so a point gives one and a segment two.
pub(crate) fn flatten<S: ConvexSet + ?Sized>(set: &S, tolerance: f64) -> Vec<DVec2> {
    flatten_near(set, tolerance, None)
}

/// Returns an outline whose chords are within `tolerance` of the boundary where either reaches into
/// the window, and somewhere outside of it elsewhere.
///
/// Between two axes the boundary is monotone along both, so it stays in the box of its chord.
pub(crate) fn flatten_near<S: ConvexSet + ?Sized>(
    set: &S,
    tolerance: f64,
    window: Option<DAabb>,
) -> Vec<DVec2> {
    let axes = [DVec2::X, DVec2::new(0.0, 1.0), DVec2::new(-1.0, 0.0), DVec2::new(0.0, -1.0)];
    let corners = axes.map(|u| (u, finite_support(set, u)));
    let size = greater(corners[0].1.x - corners[2].1.x, corners[1].1.y - corners[3].1.y);
    let shown = window.map_or(size, |w| lesser(size, (w.max - w.min).reach()));
    let finest = FINEST * shown;
    let tolerance = if tolerance > finest { tolerance } else { finest };

    let mut outline = Vec::new();
    let mut waiting = Vec::new();
    for i in (0..4).rev() {
        waiting.push((corners[i], corners[(i + 1) % 4]));
    }
    while let Some((from, to)) = waiting.pop() {
        // What waits will each give a vertex, so the sum is what the outline cannot fall below.
        if outline.len() + waiting.len() + 2 < MOST
            && let Some(u) = right(to.1 - from.1).unit()
            && strictly_between(u, from.0, to.0)
            && window.is_none_or(|w| DAabb::of([from.1, to.1]).grown(tolerance).overlaps(w))
        {
            let middle = (u, finite_support(set, u));
            if (middle.1 - from.1).dot(u) > tolerance {
                waiting.push((middle, to));
                waiting.push((from, middle));
                continue;
            }
        }
        if outline.last() != Some(&from.1) {
            outline.push(from.1);
        }
    }
    while outline.len() > 1 && outline.last() == outline.first() {
        outline.pop();
    }
    outline
}

//! The outline of a curved convex set as a polygon, inside the set or around it.
//!
//! Method: a chord between two support points is as far from the boundary as the support point
//! square to it, so one evaluation measures the error exactly and supplies the vertex that halves
//! it. Around the set, the support line there cuts off the corner between the support lines at the
//! chord's ends (G. Rote, "The convergence rate of the sandwich algorithm for approximating convex
//! functions", 1992). Frame: the set's own; counter-clockwise. Error: every chord is within the
//! tolerance. Cost: two support points a vertex, at most √(2πP / 8t) vertices for perimeter P and
//! tolerance t.

use alloc::vec::Vec;

use crate::math::{DVec2, greater, lesser};
use crate::pair::curved::support_map::{ConvexSet, right, strictly_between};
use crate::shape::bvh::box_bvh::DAabb;

/// Most vertices that an outline gets.
const MOST: usize = 100_000;

/// Most chords that wait: a chord that is split 60 times is finer than any tolerance.
const MOST_WAITING: usize = 64;

/// Least tolerance, as a part of the set's size, of its round part's, or of the window's; finer wishes
/// are read as this.
const FINEST: f64 = 4e-9;

/// A direction and the support point in it.
type Support = (DVec2, DVec2);

/// The support points along the axes, counter-clockwise from +x, and the longer side of the box.
fn extremes(set: &impl ConvexSet) -> ([Support; 4], f64) {
    let axes = [DVec2::X, DVec2::new(0.0, 1.0), DVec2::new(-1.0, 0.0), DVec2::new(0.0, -1.0)];
    let points = axes.map(|u| (u, set.support(u)));
    let [east, north, west, south] = points.map(|(_, p)| p);
    (points, greater(east.x - west.x, north.y - south.y))
}

/// Calls `visit` with the ends of chords, counter-clockwise, within `tolerance` of the boundary where
/// either reaches into the window, and somewhere outside of it elsewhere; allocates nothing.
///
/// Between two axes the boundary is monotone along both, so it stays in the box of its chord.
pub(crate) fn visit_chords(
    set: &impl ConvexSet,
    tolerance: f64,
    window: Option<DAabb>,
    mut visit: impl FnMut(DVec2, DVec2),
) {
    let ([east, north, west, south], size) = extremes(set);
    let shown = window.map_or(size, |w| lesser(size, (w.max - w.min).reach()));
    let shown = lesser(shown, set.width());
    let tolerance = greater(FINEST * shown, tolerance);
    let in_window =
        |chord: [DVec2; 2]| window.is_none_or(|w| DAabb::of(chord).grown(tolerance).overlaps(w));
    // The ends of the chords that wait, the next one last.
    let mut waiting = [east; MOST_WAITING];
    waiting[1..4].copy_from_slice(&[south, west, north]);
    let (mut from, mut count, mut visited) = (east, 4, 0);
    while count > 0 {
        count -= 1;
        let to = waiting[count];
        let across = right(to.1 - from.1).unit().filter(|u| strictly_between(*u, from.0, to.0));
        let middle = across.filter(|_| in_window([from.1, to.1])).map(|u| (u, set.support(u)));
        // What waits will each give a chord, so the sum is what their number cannot fall below.
        if let Some(middle) = middle
            && (middle.1 - from.1).dot(middle.0) > tolerance
            && visited + count + 2 < MOST
            && count + 1 < MOST_WAITING
        {
            waiting[count + 1] = middle;
            count += 2;
        } else {
            visited += 1;
            visit(from.1, to.1);
            from = to;
        }
    }
}

/// Returns the outline by [`visit_chords`]. The vertices are distinct, so a point gives one and a
/// segment two.
pub(crate) fn flatten(set: &impl ConvexSet, tolerance: f64, window: Option<DAabb>) -> Vec<DVec2> {
    let mut outline: Vec<DVec2> = Vec::new();
    visit_chords(set, tolerance, window, |from, _| outline.push(from));
    outline.dedup();
    while outline.len() > 1 && outline.last() == outline.first() {
        outline.pop();
    }
    outline
}

//! The length of an outline along gaps that rounding has opened between parts.
//!
//! Parts that share a seam are rounded one by one when placed, so the seam may become a gap or a
//! sliver of common area, a few roundings wide. A stretch of a side is a bank of such a gap if
//! another side is close by on its outside and faces it. Only measures close these gaps; verdicts,
//! rays and distances are exact and see them.
//!
//! Frame: that of the sides, area on their left. Error: real gaps no wider than the given width are
//! closed. Cost: O(n log n) and the pairs of sides near each other.

use alloc::vec::Vec;

use crate::math::{DVec2, greater, lesser, sort::sort_by};
use crate::shape::bvh::box_bvh::{BoxTree, DAabb};

/// The largest width, relative to the coordinates: in either part an origin, two products and an
/// offset are rounded along each axis.
pub(crate) const WIDTH: f64 = 8.0 * f32::EPSILON as f64;

/// The length of the banks of slits up to a width.
pub(crate) fn banks(sides: &[[DVec2; 2]], width: f64) -> f64 {
    let tree = BoxTree::new(sides.iter().map(|side| DAabb::of(*side)));
    let mut stretches = Vec::new();
    let mut sum = 0.0;
    for (number, side) in sides.iter().enumerate() {
        let Some(along) = (side[1] - side[0]).unit() else { continue };
        let length = (side[1] - side[0]).length();
        stretches.clear();
        let near = tree.overlapping(DAabb::of(*side).grown(width)).filter(|i| *i != number);
        let near = near.map(|i| facing(side[0], along, length, sides[i], width));
        stretches.extend(near.flatten());
        sum += covered(&mut stretches);
    }
    sum
}

/// From where to where along a side another faces it from outside, no further away than the width.
fn facing(
    start: DVec2,
    along: DVec2,
    length: f64,
    other: [DVec2; 2],
    width: f64,
) -> Option<(f64, f64)> {
    // The other way round, the one that is further along comes first.
    let [high, low] = other.map(|v| v - start);
    let (from, to) = (low.dot(along), high.dot(along));
    let (first, last) = (greater(from, 0.0), lesser(to, length));
    if last - first <= width {
        return None;
    }
    let off = |at: f64| {
        let share = (at - from) / (to - from);
        -along.cross(low + (high - low) * share)
    };
    let near = |at: f64| (-width..=width).contains(&off(at));
    // On the whole outside; where two banks cross they change sides.
    let outside = off(first) + off(last) >= 0.0;
    (outside && near(first) && near(last)).then_some((first, last))
}

fn covered(stretches: &mut [(f64, f64)]) -> f64 {
    sort_by(stretches, |p, q| p.0.total_cmp(&q.0));
    let (mut sum, mut reached) = (0.0, f64::NEG_INFINITY);
    for (from, to) in stretches.iter().copied() {
        let from = greater(from, reached);
        if to > from {
            sum += to - from;
            reached = to;
        }
    }
    sum
}

#[cfg(test)]
mod tests {
    use super::*;

    fn side(p: [f64; 2], q: [f64; 2]) -> [DVec2; 2] {
        [p, q].map(|[x, y]| DVec2::new(x, y))
    }

    #[test]
    fn both_banks_of_a_slit_count_as_far_as_they_face_each_other() {
        // Area below the first, above the others; the slit is 0.01 wide and open from 1 to 3.
        let slit = [
            side([4.0, 0.0], [0.0, 0.0]),
            side([1.0, 0.01], [2.0, 0.01]),
            side([2.0, 0.01], [3.0, 0.0]),
        ];
        assert!((banks(&slit, 0.02) - 4.0).abs() < 1e-3);
        assert_eq!(banks(&slit, 0.005), 0.0);
    }

    #[test]
    fn two_sides_of_a_thin_solid_are_no_slit() {
        let plank = [side([0.0, 0.0], [4.0, 0.0]), side([4.0, 0.01], [0.0, 0.01])];
        assert_eq!(banks(&plank, 0.02), 0.0);
    }
}

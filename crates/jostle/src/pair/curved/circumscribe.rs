//! A polygon around a curved convex set.
//!
//! Method: support lines only, so the set lies inside. Between two known support points the line
//! with the normal of their chord is added until it lies within the tolerance of the chord (G.
//! Rote, "The convergence rate of the sandwich algorithm for approximating convex functions",
//! Computing 48, 1992). A set that is a polygon is returned as it is, because its edges are chords.
//! Frame: the set's own; counter-clockwise and convex, in `f64`.
//! Error: the polygon is nowhere further out than the tolerance. Support points that rounding has
//! left nearer to each other than [`NOISE`] of the size count as one, so that no edge between them
//! has a random direction.
//! Cost: two support points and at most two vertices a chord.

use alloc::vec::Vec;

use crate::math::DVec2;
use crate::pair::curved::flatten::{extremes, for_each_chord};
use crate::pair::curved::support_map::ConvexSet;
use crate::shape::outline::hull::hull_f64;

/// Most chords that are drawn.
const MOST: usize = 8_192;

/// Relative to the size: above what rounding in a support function of the user's own leaves.
const NOISE: f64 = 1e-9;

/// Returns a convex polygon around the set, nowhere further from it than `tolerance` of its size.
pub(crate) fn surround<S: ConvexSet + ?Sized>(set: &S, tolerance: f64) -> Vec<DVec2> {
    let (points, size) = extremes(set);
    let (tolerance, noise) = (tolerance * size, NOISE * size);
    let mut ring = Vec::new();
    for_each_chord(
        set,
        points,
        (tolerance, MOST),
        |_| true,
        |from, to, middle| {
            ring.push(from.1);
            if let Some((u, height)) = middle
                && height > noise
            {
                // The corners that the new line cuts off between the two that it lies between.
                let (at, back) = (from.0.left(), -to.0.left());
                let first = at * (height / at.dot(u));
                let last = back * (height / back.dot(u));
                let chord = to.1 - from.1;
                ring.push(from.1 + first);
                if (chord + last - first).dot(chord) > 0.0 {
                    ring.push(to.1 + last);
                }
            }
        },
    );
    ring.dedup_by(|p, q| (*p - *q).reach() <= noise);
    hull_f64(&ring).into_iter().map(|i| ring[i]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::math::greater;
    use crate::pair::curved::support_map::{RoundedHull, finite_support};

    #[test]
    fn a_polygon_is_surrounded_by_itself() {
        let corners = [(-3.0, 1.0), (0.5, -2.0), (4.0, -1.5), (4.0, 0.25), (1.0, 3.0)];
        let corners = corners.map(|(x, y)| DVec2::new(x, y));
        let around = surround(&RoundedHull::new(&corners, [0.0; 4]), 1e-5);
        assert_eq!(around.len(), 5);
        assert!(corners.iter().all(|c| around.contains(c)));
        for n in [1, 2] {
            assert_eq!(surround(&RoundedHull::new(&corners[..n], [0.0; 4]), 1e-5).len(), n);
        }
    }

    #[test]
    fn a_surrounding_polygon_stands_off_by_no_more_than_the_tolerance() {
        let ends = [DVec2::new(-2.0, 0.5), DVec2::new(3.0, 1.0)];
        for (vertices, disc) in [
            (&ends[..1], [1.0, 0.0, 0.0, 1.0]),
            (&ends[..1], [1.0, 0.3, -0.2, 1e-4]),
            (&ends[..], [0.7, 0.1, 0.4, -0.5]),
        ] {
            let set = RoundedHull::new(vertices, disc);
            for tolerance in [1e-2, 1e-5] {
                let around = surround(&set, tolerance);
                let step = crate::math::unit_turn(997);
                let mut u = DVec2::X;
                for _ in 0..997 {
                    let reach = around.iter().map(|p| p.dot(u)).fold(f64::NEG_INFINITY, greater);
                    let off = reach - finite_support(&set, u).dot(u);
                    assert!(off >= -1e-8 && off <= tolerance * 8.0, "{off:e} {tolerance:e}");
                    u = DVec2::new(u.x * step.x - u.y * step.y, u.x * step.y + u.y * step.x);
                }
            }
        }
    }
}

//! Crossings of two segments, or of the lines through them.
//!
//! Exact orientations decide if there is a crossing. The place is Cramer's rule in `f64` on
//! differences from the first point of a. Frame: world; fractions from the first point of each.
//! Error: a few 1e-16 of the coordinates' size, over the sine of the angle between the two.

use core::cmp::Ordering;

use crate::math::exact::{Exact, ExactNum};
use crate::math::{DVec2, Vec2};
use crate::pair::casting::ray_body::{clamp, crossing_hand};
use crate::pair::exact::predicates::{EdgeRelation, corner, edge, meet, on_edge};
use crate::shape::Core;

/// A point common to two segments or lines.
///
/// ```
/// use jostle::{Vec2, query::intersect_segments};
/// let a = [Vec2::new(0.0, 0.0), Vec2::new(4.0, 4.0)];
/// let b = [Vec2::new(0.0, 2.0), Vec2::new(8.0, 2.0)];
/// let c = intersect_segments(a, b).unwrap();
/// assert_eq!((c.point, c.on_a, c.on_b), (Vec2::new(2.0, 2.0), 0.5, 0.25));
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct LineCrossing {
    /// The crossing.
    pub point: Vec2,
    /// The place on a as a fraction from its first point to its second.
    pub on_a: f32,
    /// The place on b, as a fraction.
    pub on_b: f32,
}

/// Finds a point that two closed segments share, with the fractions along both, or `None`.
///
/// Exact in whether there is one: touching ends count. Of a shared stretch it is the first point
/// along a. A segment may be a point, at fraction 0. Numbers that are not finite share nothing.
///
/// ```
/// use jostle::{Vec2, query::intersect_segments};
/// let a = [Vec2::new(0.0, 0.0), Vec2::new(4.0, 0.0)];
/// let b = [Vec2::new(6.0, 0.0), Vec2::new(2.0, 0.0)];
/// let shared = intersect_segments(a, b).unwrap();
/// assert_eq!((shared.point, shared.on_a, shared.on_b), (Vec2::new(2.0, 0.0), 0.5, 1.0));
/// assert_eq!(intersect_segments(a, [Vec2::new(2.0, 0.1), Vec2::new(2.0, 5.0)]), None);
/// ```
#[must_use]
pub fn intersect_segments(a: [Vec2; 2], b: [Vec2; 2]) -> Option<LineCrossing> {
    let cores = cores(a, b)?;
    let (ea, eb) = (edge(&cores[0], 0), edge(&cores[1], 0));
    if meet(ea, eb) == EdgeRelation::Apart {
        return None;
    }
    if crossing_hand(ea, eb) != Ordering::Equal {
        let (on_a, on_b) = cross(a, b);
        return Some(built(a, clamp(on_a), clamp(on_b)));
    }
    // Parallel, or one of them a point: the first shared point is an end of one of them.
    if on_edge(ea[0], eb) {
        return Some(built(a, 0.0, fraction(b, a[0])));
    }
    let along = |q: Vec2| fraction(a, q);
    let ends = [(0, 0.0), (1, 1.0)].into_iter().filter(|(i, _)| on_edge(eb[*i], ea));
    // `Core::segment` keeps the order of the ends, and a point has but one.
    let first = ends.min_by(|(i, _), (j, _)| along(b[*i]).total_cmp(&along(b[*j])))?;
    let on_b = if b[0] == b[1] { 0.0 } else { first.1 };
    Some(LineCrossing {
        point: DVec2::from(b[first.0]).round(),
        ..built(a, along(b[first.0]), on_b)
    })
}

/// Finds where the infinite lines through two pairs of points cross, with the fractions along
/// both, or `None` when they are parallel (exactly), or a pair is one point or not finite.
///
/// Fractions and points beyond the largest finite number saturate there.
///
/// ```
/// use jostle::{Vec2, query::intersect_lines};
/// let a = [Vec2::new(0.0, 0.0), Vec2::new(1.0, 0.0)];
/// let c = intersect_lines(a, [Vec2::new(3.0, 3.0), Vec2::new(3.0, 2.0)]).unwrap();
/// assert_eq!((c.point, c.on_a, c.on_b), (Vec2::new(3.0, 0.0), 3.0, 3.0));
/// assert_eq!(intersect_lines(a, [Vec2::new(0.0, 1.0), Vec2::new(5.0, 1.0)]), None);
/// ```
#[must_use]
pub fn intersect_lines(a: [Vec2; 2], b: [Vec2; 2]) -> Option<LineCrossing> {
    let [u, v] = cores(a, b)?.map(|core| {
        let [p, q] = core.edge(0).map(|i| corner::<Exact>(&core, i));
        q.minus(p)
    });
    if u.cross(v).sign() == Some(Ordering::Equal) {
        return None;
    }
    let (on_a, on_b) = cross(a, b);
    Some(built(a, on_a, on_b))
}

fn cores(a: [Vec2; 2], b: [Vec2; 2]) -> Option<[Core; 2]> {
    let finite = a.iter().chain(&b).all(|v| v.is_finite());
    finite.then(|| [a, b].map(|[u, v]| Core::offset_segment(DVec2::ZERO, u.into(), v.into(), 0.0)))
}

/// The fractions at which two lines that are not parallel cross.
fn cross(a: [Vec2; 2], b: [Vec2; 2]) -> (f64, f64) {
    let [p, q, r, s] = [a[0], a[1], b[0], b[1]].map(DVec2::from);
    let (u, v, w) = (q - p, s - r, r - p);
    let det = u.cross(v);
    let (on_a, on_b) = (w.cross(v) / det, w.cross(u) / det);
    // Lines that `f64` cannot distinguish from parallel ones cross at no certain place.
    let tame = |x: f64| if x.is_nan() { 0.0 } else { x };
    (tame(on_a), tame(on_b))
}

fn built(a: [Vec2; 2], on_a: f64, on_b: f64) -> LineCrossing {
    let (p, u) = (DVec2::from(a[0]), DVec2::from(a[1]) - DVec2::from(a[0]));
    let fractions = DVec2::new(on_a, on_b).round();
    LineCrossing { point: (p + u * on_a).round(), on_a: fractions.x, on_b: fractions.y }
}

/// The fraction of a segment nearest to a point; 0 where the segment is one.
fn fraction(edge: [Vec2; 2], p: Vec2) -> f64 {
    let (o, e) = (DVec2::from(edge[0]), DVec2::from(edge[1]) - DVec2::from(edge[0]));
    let square = e.dot(e);
    if square > 0.0 { clamp((DVec2::from(p) - o).dot(e) / square) } else { 0.0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn v(x: f32, y: f32) -> Vec2 {
        Vec2::new(x, y)
    }

    #[test]
    fn segments_that_share_an_end_cross_there() {
        let c = intersect_segments([v(0., 0.), v(1., 1.)], [v(3., 0.), v(1., 1.)]).unwrap();
        assert_eq!((c.point, c.on_a, c.on_b), (v(1., 1.), 1.0, 1.0));
    }

    #[test]
    fn an_end_one_ulp_short_of_a_segment_does_not_touch_it() {
        let a = [v(0., 0.), v(4., 0.)];
        assert!(intersect_segments(a, [v(2., 0.), v(2., 5.)]).is_some());
        assert!(intersect_segments(a, [v(2., f32::from_bits(1)), v(2., 5.)]).is_none());
    }

    #[test]
    fn a_point_crosses_what_it_lies_on() {
        let a = [v(0., 0.), v(4., 2.)];
        let c = intersect_segments(a, [v(2., 1.); 2]).unwrap();
        assert_eq!((c.point, c.on_a, c.on_b), (v(2., 1.), 0.5, 0.0));
        let c = intersect_segments([v(2., 1.); 2], a).unwrap();
        assert_eq!((c.point, c.on_a, c.on_b), (v(2., 1.), 0.0, 0.5));
        assert!(intersect_segments([v(2., 1.); 2], [v(2., 1.); 2]).is_some());
        assert!(intersect_segments([v(2., 1.); 2], [v(2., 1.5); 2]).is_none());
    }

    #[test]
    fn of_a_shared_stretch_the_first_point_along_a_counts() {
        let b = [v(1., 1.), v(3., 3.)];
        let c = intersect_segments([v(0., 0.), v(2., 2.)], b).unwrap();
        assert_eq!((c.point, c.on_a, c.on_b), (v(1., 1.), 0.5, 0.0));
        let c = intersect_segments([v(4., 4.), v(0., 0.)], b).unwrap();
        assert_eq!((c.point, c.on_a, c.on_b), (v(3., 3.), 0.25, 1.0));
        let c = intersect_segments([v(2., 2.), v(9., 9.)], b).unwrap();
        assert_eq!((c.point, c.on_a, c.on_b), (v(2., 2.), 0.0, 0.5));
        assert!(intersect_segments([v(0., 0.), v(0.5, 0.5)], b).is_none());
    }

    #[test]
    fn parallel_lines_do_not_cross_and_numbers_that_are_not_finite_neither() {
        let a = [v(0., 0.), v(3., 1.)];
        assert!(intersect_lines(a, [v(0., 1.), v(3., 2.)]).is_none());
        assert!(intersect_lines(a, [v(0., 1.), v(3., 2f32.next_up())]).is_some());
        assert!(intersect_lines(a, [v(5., 5.); 2]).is_none());
        assert!(intersect_segments(a, [v(f32::NAN, 0.), v(1., 1.)]).is_none());
        assert!(intersect_lines(a, [v(f32::INFINITY, 0.), v(1., 1.)]).is_none());
    }
}

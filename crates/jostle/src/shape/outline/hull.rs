//! The convex hull of points.
//!
//! Method: the monotone chain (A. M. Andrew, "Another efficient algorithm for convex hulls in two
//! dimensions", Information Processing Letters 9(5), 1979) with exact orientation for
//! `f32` points. Sign: the corners turn x toward y. Cost: O(n log n).

use alloc::vec::Vec;
use core::cmp::Ordering;

use crate::math::sort::{sort_by, sort_points};
use crate::math::{DVec2, Vec2, exact::orient2d::orient2d};

/// Returns the corners of the convex hull in positive order, from the lexicographically smallest,
/// without collinear ones: one point when all are equal, two when all are collinear, none for none.
pub(crate) fn hull(points: &[Vec2]) -> Vec<Vec2> {
    let mut sorted = points.to_vec();
    sort_points(&mut sorted);
    sorted.dedup();
    corners(&sorted, |a, b, c| orient2d(a, b, c) == Ordering::Greater)
}

/// The same in `f64`: rounding may move a point that is nearly collinear to the wrong side. Returns
/// the places of the corners.
pub(crate) fn hull_f64(points: &[DVec2]) -> Vec<usize> {
    let mut sorted: Vec<usize> = (0..points.len()).collect();
    let key = |i: &usize| points[*i];
    sort_by(&mut sorted, |i, j| key(i).x.total_cmp(&key(j).x).then(key(i).y.total_cmp(&key(j).y)));
    sorted.dedup_by(|i, j| points[*i] == points[*j]);
    let points = |i: usize| points[i];
    corners(&sorted, |a, b, c| (points(b) - points(a)).cross(points(c) - points(b)) > 0.0)
}

/// The two chains of left turns over sorted points, there and back.
fn corners<T: Copy>(sorted: &[T], is_left_turn: impl Fn(T, T, T) -> bool) -> Vec<T> {
    if sorted.len() < 3 {
        return sorted.to_vec();
    }
    let mut corners = Vec::new();
    let mut add_chain = |points: &mut dyn Iterator<Item = T>| {
        let start = corners.len();
        for point in points {
            while let [.., a, b] = corners[start..] {
                if is_left_turn(a, b, point) {
                    break;
                }
                corners.pop();
            }
            corners.push(point);
        }
        corners.pop();
    };
    add_chain(&mut sorted.iter().copied());
    add_chain(&mut sorted.iter().rev().copied());
    corners
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::math::exact::orient2d::lexicographic;
    use alloc::vec;

    fn v(x: f32, y: f32) -> Vec2 {
        Vec2::new(x, y)
    }

    #[test]
    fn a_square_keeps_its_corners_and_loses_everything_else() {
        let mut points = Vec::new();
        for x in 0..5 {
            for y in (0..5).rev() {
                points.push(v(x as f32, y as f32));
                points.push(v(x as f32, y as f32));
            }
        }
        assert_eq!(hull(&points), vec![v(0., 0.), v(4., 0.), v(4., 4.), v(0., 4.)]);
    }

    #[test]
    fn degenerate_input_gives_one_or_two_points() {
        assert_eq!(hull(&[]), vec![]);
        assert_eq!(hull(&[v(2., 3.); 5]), vec![v(2., 3.)]);
        assert_eq!(hull(&[v(1., 1.), v(3., 3.), v(2., 2.)]), vec![v(1., 1.), v(3., 3.)]);
        let zero = hull(&[v(-0.0, 0.0), v(0.0, -0.0)]);
        assert_eq!(zero.len(), 1);
        assert!(zero[0].x.is_sign_positive() && zero[0].y.is_sign_positive());
    }

    #[test]
    fn a_bulge_of_one_denormal_is_a_corner() {
        let tiny = f32::from_bits(1);
        let points = [v(-1e30, 0.), v(1e30, 0.), v(0., tiny)];
        assert_eq!(hull(&points).len(), 3);
        assert_eq!(hull(&[points[0], points[1], v(7., 0.)]).len(), 2);
    }

    #[test]
    fn every_point_lies_inside_and_every_turn_is_strict() {
        let mut state = 7_u64;
        for _ in 0..2000 {
            let mut points = Vec::new();
            for _ in 0..12 {
                state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                points.push(v(((state >> 40) % 9) as f32, ((state >> 50) % 9) as f32));
            }
            let corners = hull(&points);
            let n = corners.len();
            for i in 0..n {
                let (a, b, c) = (corners[i], corners[(i + 1) % n], corners[(i + 2) % n]);
                assert!(n < 3 || orient2d(a, b, c) == Ordering::Greater);
                assert!(points.iter().all(|p| orient2d(a, b, *p) != Ordering::Less));
                assert!(points.contains(&a));
            }
            assert!(points.iter().all(|p| lexicographic(corners[0], *p) != Ordering::Greater));
        }
    }
}

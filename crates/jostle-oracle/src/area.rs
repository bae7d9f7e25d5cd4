//! The exact area that two straight-edged sets have in common, in rationals.
//!
//! Almost everywhere a polygon's indicator is the signed sum of those of the triangles (o, v_i,
//! v_{i+1}) over all its edges, so the common area is the signed sum of the areas that the
//! triangles of both have in common; two triangles are clipped by half-planes (Sutherland and
//! Hodgman, 1974). Cost: the product of the edge counts, a few rational clips each. Slow and
//! without a special case.

use core::cmp::Ordering;

use num_bigint::BigInt;
use num_rational::Ratio;
use num_traits::{Signed, ToPrimitive, Zero};

use crate::lower::{Exact, grid_of, lower_big};
use crate::outline::Outline;
use crate::set::Set;

type Number = Ratio<BigInt>;
type Corner = [Number; 2];

/// Returns the exact area of a ∩ b, rounded once to `f64`; `None` if a radius is not zero.
///
/// ```
/// use jostle_oracle::{Set, overlap_area};
/// let square = |x| Set::Rect { center: [x, 0.0], half: [1.0; 2], rot: [1.0, 0.0], radius: 0.0 };
/// assert_eq!(overlap_area(&square(0.0), &square(0.5)), Some(3.0));
/// ```
#[must_use]
pub fn overlap_area(a: &Set, b: &Set) -> Option<f64> {
    let (a, b) = (Exact::new(a), Exact::new(b));
    let grid = grid_of(&a, &b, &[]);
    let (a, b, _) = lower_big(&a, &b, &[], 0);
    if !a.radius.is_zero() || !b.radius.is_zero() {
        return None;
    }
    let mut sum = Number::zero();
    if a.area && b.area {
        let (fan_a, fan_b) = (fan(&a), fan(&b));
        for (sign_a, t) in &fan_a {
            for (sign_b, u) in &fan_b {
                let area = common(t, u);
                if sign_a == sign_b { sum += area } else { sum -= area }
            }
        }
    }
    let step = Number::from(BigInt::from(2)).pow(2 * grid);
    (sum * step).to_f64()
}

/// The signed triangles of an outline, each turned counterclockwise.
fn fan(outline: &Outline<BigInt>) -> Vec<(Ordering, [Corner; 3])> {
    let o = &outline.edges[0].p;
    let corner =
        |p: &crate::outline::Point<BigInt>| [Number::from(p.x.clone()), Number::from(p.y.clone())];
    let mut fan = Vec::new();
    for e in &outline.edges {
        match crate::outline::side(o, &e.p, &e.q) {
            Ordering::Equal => {}
            Ordering::Greater => {
                fan.push((Ordering::Greater, [corner(o), corner(&e.p), corner(&e.q)]))
            }
            Ordering::Less => fan.push((Ordering::Less, [corner(o), corner(&e.q), corner(&e.p)])),
        }
    }
    fan
}

fn cross(a: &Corner, b: &Corner, p: &Corner) -> Number {
    (&b[0] - &a[0]) * (&p[1] - &a[1]) - (&b[1] - &a[1]) * (&p[0] - &a[0])
}

/// The area that two counterclockwise triangles share.
fn common(t: &[Corner; 3], u: &[Corner; 3]) -> Number {
    let apart = |i: usize| {
        let most = |t: &[Corner; 3]| t.iter().map(|p| p[i].clone()).max();
        let least = |t: &[Corner; 3]| t.iter().map(|p| p[i].clone()).min();
        most(t) <= least(u) || most(u) <= least(t)
    };
    if apart(0) || apart(1) {
        return Number::zero();
    }
    let mut shape: Vec<Corner> = t.to_vec();
    for i in 0..3 {
        shape = clip(&shape, &u[i], &u[(i + 1) % 3]);
    }
    let mut double = Number::zero();
    for i in 1..shape.len().saturating_sub(1) {
        double += cross(&shape[0], &shape[i], &shape[i + 1]);
    }
    double / Number::from(BigInt::from(2))
}

/// Keeps the part to the left of the line from a to b.
fn clip(shape: &[Corner], a: &Corner, b: &Corner) -> Vec<Corner> {
    let heights: Vec<Number> = shape.iter().map(|p| cross(a, b, p)).collect();
    let mut kept = Vec::new();
    for i in 0..shape.len() {
        let j = (i + 1) % shape.len();
        if !heights[i].is_negative() {
            kept.push(shape[i].clone());
        }
        if heights[i].is_positive() && heights[j].is_negative()
            || heights[i].is_negative() && heights[j].is_positive()
        {
            let t = &heights[i] / (&heights[i] - &heights[j]);
            kept.push([0, 1].map(|k| &shape[i][k] + (&shape[j][k] - &shape[i][k]) * &t));
        }
    }
    kept
}

#[cfg(test)]
mod tests {
    use super::*;

    fn polygon(rings: &[&[[f32; 2]]]) -> Set {
        let rings = rings.iter().map(|r| r.to_vec()).collect();
        Set::Polygon { origin: [0.0; 2], rings, radius: 0.0 }
    }

    const SQUARE: [[f32; 2]; 4] = [[0.0, 0.0], [4.0, 0.0], [4.0, 4.0], [0.0, 4.0]];
    const HOLE: [[f32; 2]; 4] = [[1.0, 1.0], [3.0, 1.0], [3.0, 3.0], [1.0, 3.0]];

    #[test]
    fn a_hole_is_not_counted() {
        let ring = polygon(&[&SQUARE, &HOLE]);
        assert_eq!(overlap_area(&ring, &ring), Some(12.0));
        assert_eq!(overlap_area(&ring, &polygon(&[&HOLE])), Some(0.0));
        assert_eq!(overlap_area(&ring, &polygon(&[&SQUARE])), Some(12.0));
    }

    #[test]
    fn two_triangles_that_make_a_star_share_its_hexagon() {
        let up = polygon(&[&[[0.0, 0.0], [6.0, 0.0], [3.0, 6.0]]]);
        let down = polygon(&[&[[0.0, 4.0], [3.0, -2.0], [6.0, 4.0]]]);
        // Each has area 18; the other cuts three corners of 2 from it.
        assert_eq!(overlap_area(&up, &down), Some(12.0));
    }

    #[test]
    fn areas_that_only_touch_share_none() {
        let left = polygon(&[&SQUARE]);
        let right = Set::Rect { center: [6.0, 2.0], half: [2.0; 2], rot: [0.0, 1.0], radius: 0.0 };
        assert_eq!(overlap_area(&left, &right), Some(0.0));
    }
}

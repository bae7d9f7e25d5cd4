//! The exact orientation of three points, and the crossing of two segments.
//!
//! Method: a filter in `f64` with the error bound of Shewchuk ("Adaptive Precision Floating-Point
//! Arithmetic and Fast Robust Geometric Predicates", 1997, section 4.2, `ccwerrboundA`), then exact
//! numbers (`exact`).
//!
//! Sign: positive if `a → b → c` turns x toward y. Range: every finite `f32`. Error: none. Cost:
//! seven operations for the filter, no allocation.

use core::cmp::Ordering;

use crate::math::Vec2;
use crate::math::exact::{Exact, ExactNum, NVec2};

/// `(3 + 16ε)ε` with ε = 2⁻⁵³: the filter's relative error, from the paper named above.
const FILTER: f64 = (3.0 + 8.0 * f64::EPSILON) * (0.5 * f64::EPSILON);

/// Returns where `c` lies as seen along `a → b`: `Greater` on the positive (left, x toward y) side,
/// `Less` on the other, `Equal` exactly on the line.
#[inline]
pub(crate) fn orient2d(a: Vec2, b: Vec2, c: Vec2) -> Ordering {
    let [ax, ay, bx, by, cx, cy] = [a.x, a.y, b.x, b.y, c.x, c.y].map(f64::from);
    let left = (ax - cx) * (by - cy);
    let right = (ay - cy) * (bx - cx);
    let det = left - right;
    let bound = FILTER * (left.abs() + right.abs());
    if det > bound {
        return Ordering::Greater;
    }
    if -det > bound {
        return Ordering::Less;
    }
    // Neither differences nor products underflow, so these zeros are true ones: of shared ends.
    if left == 0.0 && right == 0.0 { Ordering::Equal } else { exact_sign(a, b, c) }
}

#[cold]
fn exact_sign(a: Vec2, b: Vec2, c: Vec2) -> Ordering {
    let [a, b, c] = [a, b, c].map(NVec2::<Exact>::of);
    let turn = b.minus(a).cross(c.minus(a));
    turn.sign().unwrap_or(Ordering::Equal)
}

/// Orders points by x, then by y; the two zeros are one.
#[inline]
pub(crate) fn lexicographic(a: Vec2, b: Vec2) -> Ordering {
    let by_x = a.x.partial_cmp(&b.x).unwrap_or(Ordering::Equal);
    by_x.then(a.y.partial_cmp(&b.y).unwrap_or(Ordering::Equal))
}

/// Returns `true` if the segments share a point that is an end of neither and where they are not
/// collinear.
pub(crate) fn cross_properly(a: Vec2, b: Vec2, c: Vec2, d: Vec2) -> bool {
    opposite(orient2d(a, b, c), orient2d(a, b, d)) && opposite(orient2d(c, d, a), orient2d(c, d, b))
}

fn opposite(a: Ordering, b: Ordering) -> bool {
    a != Ordering::Equal && a == b.reverse()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn v(x: f32, y: f32) -> Vec2 {
        Vec2::new(x, y)
    }

    fn next(state: &mut u64) -> u64 {
        crate::math::splitmix(state)
    }

    /// The determinant of points given as integers, which `i128` holds.
    fn by_integers(p: [i128; 6]) -> Ordering {
        ((p[0] - p[4]) * (p[3] - p[5])).cmp(&((p[1] - p[5]) * (p[2] - p[4])))
    }

    #[test]
    fn turning_x_toward_y_is_greater() {
        assert_eq!(orient2d(v(0., 0.), v(1., 0.), v(0., 1.)), Ordering::Greater);
        assert_eq!(orient2d(v(0., 0.), v(0., 1.), v(1., 0.)), Ordering::Less);
        assert_eq!(orient2d(v(-1., -2.), v(0., 0.), v(2., 4.)), Ordering::Equal);
    }

    #[test]
    fn the_exact_branch_decides_what_differences_round_away() {
        // In f64, 2¹⁰⁰ − 2⁻¹⁴⁹ rounds to 2¹⁰⁰, so the filter sees a determinant of exactly zero.
        let far = 2.0_f32.powi(100);
        let tiny = f32::from_bits(1);
        let (a, b) = (v(far, far), v(-far, -far));
        assert_eq!(orient2d(a, b, v(0., 0.)), Ordering::Equal);
        assert_eq!(orient2d(a, b, v(0., tiny)), Ordering::Less);
        assert_eq!(orient2d(a, b, v(tiny, 0.)), Ordering::Greater);
        assert_eq!(orient2d(b, a, v(tiny, 0.)), Ordering::Less);
        assert_eq!(orient2d(v(tiny, 0.), a, b), Ordering::Greater);
    }

    #[test]
    fn the_ends_of_the_range_neither_overflow_nor_underflow() {
        let (max, tiny) = (f32::MAX, f32::from_bits(1));
        assert_eq!(orient2d(v(-max, -max), v(max, -max), v(max, max)), Ordering::Greater);
        assert_eq!(orient2d(v(-max, -max), v(max, max), v(0., 0.)), Ordering::Equal);
        assert_eq!(orient2d(v(0., 0.), v(tiny, 0.), v(0., tiny)), Ordering::Greater);
        assert_eq!(orient2d(v(tiny, tiny), v(0., 0.), v(-tiny, -tiny)), Ordering::Equal);
    }

    #[test]
    fn random_orientations_agree_with_integers_and_reach_the_exact_branch() {
        let mut state = 1;
        let (mut zero, mut nonzero) = (0, 0);
        for _ in 0..200_000 {
            // Mantissas of a few bits times powers of two up to 2³⁶: half of all are nearly flat.
            let mut p = [0_i128; 6];
            for value in &mut p {
                let r = next(&mut state);
                *value = (((r & 0xff_ffff) >> ((r >> 24) % 24)) as i128) << ((r >> 32) % 37);
                if r >> 63 == 1 {
                    *value = -*value;
                }
            }
            if next(&mut state).is_multiple_of(2) {
                (p[4], p[5]) = (p[2], p[3]);
                if next(&mut state).is_multiple_of(2) {
                    p[4] = ((p[2] as f32).next_up()) as i128;
                }
                (p[0], p[1]) = (0, 0);
            }
            let [a, b, c] = [0, 2, 4].map(|i| v(p[i] as f32, p[i + 1] as f32));
            let expected = by_integers(p.map(|value| value as f32 as i128));
            assert_eq!(orient2d(a, b, c), expected, "{p:?}");
            assert_eq!(orient2d(c, a, b), expected);
            assert_eq!(orient2d(b, a, c), expected.reverse());
            if expected.is_eq() { zero += 1 } else { nonzero += 1 }
        }
        assert!(zero > 10_000 && nonzero > 100_000, "{zero} {nonzero}");
    }

    #[test]
    fn touching_segments_do_not_cross_properly() {
        let (a, b) = (v(0., 0.), v(4., 0.));
        assert!(cross_properly(a, b, v(1., -1.), v(2., 1.)));
        assert!(!cross_properly(a, b, v(1., 0.), v(2., 1.)));
        assert!(!cross_properly(a, b, v(0., -1.), v(0., 1.)));
        assert!(!cross_properly(a, b, v(1., 0.), v(9., 0.)));
        assert!(!cross_properly(a, b, v(5., -1.), v(6., 1.)));
    }
}

//! The roots of a + b·cos t + c·sin t + d·cos 2t + e·sin 2t: the angles at which one ellipse
//! crosses another.
//!
//! Method: the turn is cut at evenly spaced angles and where the slope changes its sign between two
//! of them. A change of sign between two cuts is bisected, and a cut at which the value is 0 within
//! rounding is a root. Error: simple and double roots to a few ulp of their condition. Roots that
//! lie in one step with two turning points between them are found as one; the value stays below a
//! millionth of the coefficients between them. Cost: some 1,000 evaluations, and 50 for each root and
//! each turning point.

use alloc::vec::Vec;
use core::f64::consts::TAU;

use crate::math::{DVec2, atan2, direction};

/// Evenly spaced cuts of the turn.
const STEPS: u32 = 512;

/// Rounding of one value, relative to the sum of the coefficients.
const VALUE_ROUNDING: f64 = 16.0 * f64::EPSILON;

/// A trigonometric polynomial of degree two.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Trig {
    pub(crate) constant: f64,
    pub(crate) first: [f64; 2],
    pub(crate) second: [f64; 2],
}

impl Trig {
    /// A bound of the value; the coefficients' sum.
    pub(crate) fn largest(&self) -> f64 {
        let all = [self.first, self.second].into_iter().flatten();
        self.constant.abs() + all.map(f64::abs).sum::<f64>()
    }

    fn value(&self, t: f64) -> f64 {
        let DVec2 { x: c, y: s } = direction(t);
        let ([p, q], [u, v]) = (self.first, self.second);
        self.constant + p * c + q * s + u * ((c - s) * (c + s)) + v * (2.0 * s * c)
    }

    fn slope(&self) -> Self {
        let ([p, q], [u, v]) = (self.first, self.second);
        Self { constant: 0.0, first: [q, -p], second: [2.0 * v, -2.0 * u] }
    }

    /// Returns the roots in [0, 2π), ascending; those of even order once.
    pub(crate) fn roots(&self) -> Vec<f64> {
        let (rounding, slope) = (VALUE_ROUNDING * self.largest(), self.slope());
        let step = |i| f64::from(i) * (TAU / f64::from(STEPS));
        let slopes: Vec<_> = (0..=STEPS).map(|i| (step(i), slope.value(step(i)))).collect();
        let turning = |ends: &[(f64, f64)]| [Some(ends[0].0), slope.sign_change(ends, 0.0)];
        let cuts = slopes.windows(2).flat_map(turning).flatten().chain([TAU]);
        let cuts: Vec<_> = cuts.map(|t| (t, self.value(t))).collect();
        let is_root = |(_, value): (f64, f64)| value.abs() <= rounding;
        let mut roots = Vec::new();
        // The last cut is the first again.
        let mut was_root = is_root(cuts[0]) && is_root(cuts[cuts.len() - 2]);
        for ends in cuts.windows(2) {
            let is = is_root(ends[0]);
            roots.extend((is && !was_root).then_some(ends[0].0));
            roots.extend(self.sign_change(ends, rounding));
            was_root = is;
        }
        roots
    }

    /// Returns where the value changes its sign between two angles, by bisection; `None` if it has one
    /// sign at both, or is 0 within rounding at one. Each end is an angle and its value.
    fn sign_change(&self, ends: &[(f64, f64)], rounding: f64) -> Option<f64> {
        let [(mut low, first), (mut high, last)] = [ends[0], ends[1]];
        if first.abs() <= rounding || last.abs() <= rounding || (first < 0.0) == (last < 0.0) {
            return None;
        }
        loop {
            let middle = (low + high) * 0.5;
            if middle <= low || middle >= high {
                return Some(middle);
            }
            let is_low = (self.value(middle) < 0.0) == (first < 0.0);
            *if is_low { &mut low } else { &mut high } = middle;
        }
    }
}

/// The angle from one direction on to another, x toward y, in [0, 2π).
pub(crate) fn angle_from(from: DVec2, to: DVec2) -> f64 {
    let t = atan2(from.cross(to), from.dot(to));
    if t < 0.0 { t + TAU } else { t }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn simple_roots_are_found_once_each() {
        let cosine_of_two = Trig { constant: 0.0, first: [0.0; 2], second: [1.0, 0.0] };
        let roots = cosine_of_two.roots();
        assert_eq!(roots.len(), 4);
        for (i, t) in roots.iter().enumerate() {
            assert!((t - (0.25 + 0.5 * i as f64) * core::f64::consts::PI).abs() < 1e-14);
        }
    }

    #[test]
    fn roots_of_even_order_are_found_once() {
        let touching = Trig { constant: -1.0, first: [1.0, 0.0], second: [0.0; 2] };
        assert_eq!(touching.roots().len(), 1);
        // (1 − cos t)² = 3/2 − 2·cos t + cos 2t / 2, of order four at 0.
        let osculating = Trig { constant: 1.5, first: [-2.0, 0.0], second: [0.5, 0.0] };
        let roots = osculating.roots();
        assert!(roots.iter().all(|t| t.min(TAU - t) < 1e-3), "{roots:?}");
        assert!(!roots.is_empty());
    }

    #[test]
    fn three_simple_roots_close_to_each_other_are_three() {
        // sin t · (cos δ − cos t) has its roots at 0, δ, −δ and half a turn; its slope is δ² there.
        for near in [2e-4, 4e-4, 1e-3, 1e-2, 0.1] {
            let close = Trig { constant: 0.0, first: [0.0, libm::cos(near)], second: [0.0, -0.5] };
            let roots = close.roots();
            let want = [0.0, near, core::f64::consts::PI, TAU - near];
            assert_eq!(roots.len(), want.len(), "{near}: {roots:?}");
            for (t, want) in roots.iter().zip(want) {
                assert!((t - want).abs() < 1e-14 / (near * near), "{near}: {roots:?}");
            }
        }
    }

    #[test]
    fn a_polynomial_above_zero_has_no_roots() {
        let above = Trig { constant: 2.000_001, first: [1.0, 0.0], second: [0.0, -1.0] };
        assert!(above.roots().is_empty());
    }
}

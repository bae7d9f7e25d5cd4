//! The roots of a + b·cos t + c·sin t + d·cos 2t + e·sin 2t: the angles at which one ellipse
//! crosses another.
//!
//! Method: the turn is halved until a piece has no root or is monotone, by Taylor bounds of second
//! order (R. E. Moore, "Interval Analysis", 1966). A monotone piece is bisected. No root is missed
//! or found twice. A piece that is neither at [`NARROW`] is a root of even order if the value is 0
//! within rounding. Error: simple and double roots to a few ulp of their condition, roots of order
//! four to 1e-3. Cost: some 50 evaluations a simple root.

use alloc::vec::Vec;
use core::f64::consts::TAU;

use crate::math::sort::sort_by;
use crate::math::{DVec2, atan2, direction};

/// Width at which a piece counts as a single angle.
const NARROW: f64 = 1e-7;

/// Rounding of one value, relative to the sum of the coefficients.
const ROUNDING: f64 = 16.0 * f64::EPSILON;

/// Pieces that are looked at before the search gives up; far above what any input needs.
const BUDGET: usize = 200_000;

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
        self.constant.abs() + self.bound(0)
    }

    /// A bound of the n-th derivative, without the constant.
    fn bound(&self, n: i32) -> f64 {
        let growth = f64::from(1 << n);
        let [b, c] = self.first;
        let [d, e] = self.second;
        b.abs() + c.abs() + growth * (d.abs() + e.abs())
    }

    /// Value, first and second derivative.
    fn at(&self, t: f64) -> [f64; 3] {
        let DVec2 { x: c, y: s } = direction(t);
        let (s2, c2) = (2.0 * s * c, (c - s) * (c + s));
        let ([p, q], [u, v]) = (self.first, self.second);
        [
            self.constant + p * c + q * s + u * c2 + v * s2,
            q * c - p * s + 2.0 * (v * c2 - u * s2),
            -(p * c + q * s) - 4.0 * (u * c2 + v * s2),
        ]
    }

    /// Returns the roots in [0, 2π), ascending; those of even order once.
    pub(crate) fn roots(&self) -> Vec<f64> {
        let rounding = ROUNDING * self.largest();
        let (second, third) = (self.bound(2), self.bound(3));
        let mut found: Vec<(f64, bool)> = Vec::new();
        let mut waiting: Vec<(f64, f64)> = (0..8)
            .rev()
            .map(|i| (f64::from(i) * TAU / 8.0, f64::from(i + 1) * TAU / 8.0))
            .collect();
        for _ in 0..BUDGET {
            let Some((low, high)) = waiting.pop() else { break };
            let (middle, half) = ((low + high) * 0.5, (high - low) * 0.5);
            let [value, slope, bend] = self.at(middle);
            if value.abs() > slope.abs() * half + second * (0.5 * half * half) + rounding {
                continue;
            }
            if slope.abs() > bend.abs() * half + third * (0.5 * half * half) + rounding {
                found.extend(self.bisect(low, high).map(|t| (t, false)));
            } else if half <= NARROW * 0.5 {
                if value.abs() <= second * half * half + rounding {
                    found.push((self.polished(middle), true));
                }
            } else {
                waiting.push((middle, high));
                waiting.push((low, middle));
            }
        }
        sort_by(&mut found, |p, q| p.0.total_cmp(&q.0));
        let mut roots: Vec<(f64, bool)> = Vec::new();
        for (t, even) in found {
            match roots.last() {
                Some((last, was_even)) if (even || *was_even) && t - last <= 4.0 * NARROW => {}
                _ => roots.push((t, even)),
            }
        }
        // The first and the last may be one.
        if let [(first, even), .., (last, was_even)] = roots[..]
            && (even || was_even)
            && first + TAU - last <= 4.0 * NARROW
        {
            roots.pop();
        }
        roots.into_iter().map(|(t, _)| t).collect()
    }

    /// The zero of the slope near a root of even order (Newton), if it is near.
    fn polished(&self, start: f64) -> f64 {
        let mut t = start;
        for _ in 0..4 {
            let [_, slope, bend] = self.at(t);
            let next = t - slope / bend;
            // A flat place, where the quotient means nothing, stays as it is.
            if (next - start).abs() <= 2.0 * NARROW {
                t = next;
            }
        }
        t
    }

    /// The root in [low, high), where the polynomial is monotone.
    fn bisect(&self, mut low: f64, mut high: f64) -> Option<f64> {
        let (first, last) = (self.at(low)[0], self.at(high)[0]);
        if first == 0.0 {
            return Some(low);
        }
        if (first < 0.0) == (last < 0.0) || last == 0.0 {
            return None;
        }
        for _ in 0..60 {
            let middle = (low + high) * 0.5;
            if middle <= low || middle >= high {
                break;
            }
            if (self.at(middle)[0] < 0.0) == (first < 0.0) {
                low = middle;
            } else {
                high = middle;
            }
        }
        Some((low + high) * 0.5)
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

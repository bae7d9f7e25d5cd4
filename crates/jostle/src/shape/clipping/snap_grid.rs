//! The integer grid of an overlay, and exact predicates on it.
//!
//! The steps are powers of two, one for each axis, and the origin is a whole number of steps, so
//! numbers with few digits stay exact and every grid point is an `f64`. Coordinates stay within
//! ±(2^50 + 1): differences have at most 52 bits, cross products at most 105, so nothing overflows
//! an `i128`.

use crate::math::DVec2;
use crate::shape::bvh::box_bvh::DAabb;
use core::ops::Sub;

/// Binary digits of the window's extent.
const DIGITS: i32 = 51;

/// A grid point. The order is by x, then y: the order in which the sweep meets them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct P {
    pub(crate) x: i64,
    pub(crate) y: i64,
}

impl Sub for P {
    type Output = Self;
    fn sub(self, o: Self) -> Self {
        Self { x: self.x - o.x, y: self.y - o.y }
    }
}

impl From<P> for DVec2 {
    /// Exact.
    fn from(p: P) -> Self {
        Self::new(p.x as f64, p.y as f64)
    }
}

impl P {
    pub(crate) fn cross(self, o: Self) -> i128 {
        i128::from(self.x) * i128::from(o.y) - i128::from(self.y) * i128::from(o.x)
    }
}

/// Positive when `p` lies to the left of the way from `a` to `b`.
pub(crate) fn orient(a: P, b: P, p: P) -> i128 {
    (b - a).cross(p - a)
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct SnapGrid {
    origin: DVec2,
    /// Width and height of a cell.
    pub(crate) step: DVec2,
}

impl SnapGrid {
    /// Chooses the grid; `None` when the window has no area or is not finite.
    pub(crate) fn over(window: DAabb) -> Option<Self> {
        let (x, step_x) = axis(window.min.x, window.max.x)?;
        let (y, step_y) = axis(window.min.y, window.max.y)?;
        Some(Self { origin: DVec2::new(x, y), step: DVec2::new(step_x, step_y) })
    }

    /// The nearest grid point of a point of the window.
    pub(crate) fn snap(&self, p: DVec2) -> P {
        let q = p - self.origin;
        P { x: libm::rint(q.x / self.step.x) as i64, y: libm::rint(q.y / self.step.y) as i64 }
    }

    /// The point of the plane that a grid point stands for, exactly.
    pub(crate) fn point(&self, p: P) -> DVec2 {
        self.origin + DVec2::new(p.x as f64 * self.step.x, p.y as f64 * self.step.y)
    }
}

fn axis(min: f64, max: f64) -> Option<(f64, f64)> {
    let extent = max - min;
    if !(extent > 0.0 && extent.is_finite()) {
        return None;
    }
    let largest = if max > -min { max } else { -min };
    let (fine, representable) = (libm::ilogb(extent) + 1 - DIGITS, libm::ilogb(largest) - 52);
    let step = libm::ldexp(1.0, fine.max(representable).max(-1022));
    Some((libm::rint((min + extent * 0.5) / step) * step, step))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_window_takes_51_digits_around_the_origin_of_its_grid() {
        for (low, extent) in [(-1.0, 2.0), (0.0, 1.0), (-3.0, 1e-3), (-1e9, 1e9), (1e-30, 1e-30)] {
            let min = DVec2::new(low, -low - extent);
            let window = DAabb { min, max: min + DVec2::new(extent, extent) };
            let grid = SnapGrid::over(window).unwrap();
            for corner in [window.min, window.max] {
                let p = grid.snap(corner);
                let most = (1_i64 << 50) + 1;
                assert!(p.x.abs() <= most && p.y.abs() <= most, "{window:?} {p:?}");
                let off = grid.point(p) - corner;
                assert!(off.reach() <= 0.5 * grid.step.x.max(grid.step.y), "{window:?} {off:?}");
            }
        }
    }
}

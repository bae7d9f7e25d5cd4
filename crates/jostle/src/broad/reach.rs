//! When a segment or a distance may reach a box: the two tests that round.
//!
//! Both are computed in `f64` from `f32` numbers and err to the side of reaching, with u = 2⁻⁵³:
//!
//! - [`Way`]: the slab test of Kay and Kajiya (Ray tracing complex scenes, 1986). A side is
//!   d = `min − radius − origin`: two subtractions, together off by at most 2u(1 + u) times the sum of
//!   the three absolute values, which is at most |d| + 2 (radius + |origin|); so it is pushed out by 4u
//!   times that. Written so, a box within another one is never met without it, rounding included. The
//!   quotient by the translation is a product with a reciprocal, relative error below 3u, and the two
//!   ends of the common interval are compared with 8u of room. No number here over- or underflows:
//!   `f32` spans 10⁻⁴⁵ to 10³⁸.
//! - [`square_distance`]: each coordinate is one subtraction, squared and added, relative error below
//!   5u; the result is taken down by 8u.
//!
//! Along an axis on which nothing moves a slab is met always or never, as the origin is in it or not.

use crate::math::{Aabb, Vec2, greater};

const U: f64 = f64::EPSILON / 2.0;
/// Stands for the reciprocal of zero.
const STILL: f64 = f64::INFINITY;

/// A segment to be followed, thickened by a radius.
#[derive(Clone, Copy, Debug)]
pub(super) struct Way {
    origin: [f64; 2],
    inverse: [f64; 2],
    radius: f64,
    /// The part of the room for rounding that no box changes.
    room: [f64; 2],
}

impl Way {
    pub(super) fn new(origin: Vec2, translation: Vec2, radius: f32) -> Self {
        let inverse = |t: f32| if t == 0.0 { STILL } else { 1.0 / f64::from(t) };
        let (origin, radius) = ([f64::from(origin.x), f64::from(origin.y)], f64::from(radius));
        Self {
            origin,
            inverse: [inverse(translation.x), inverse(translation.y)],
            radius,
            room: origin.map(|o| 8.0 * U * (radius + o.abs())),
        }
    }

    /// The fractions between which one coordinate is within a side's range.
    fn slab(&self, axis: usize, min: f32, max: f32) -> (f64, f64) {
        let (o, r, room) = (self.origin[axis], self.radius, self.room[axis]);
        let (low, high) = (f64::from(min) - r - o, f64::from(max) + r - o);
        let low = low - low.abs() * (4.0 * U) - room;
        let high = high + high.abs() * (4.0 * U) + room;
        if self.inverse[axis] == STILL {
            let always = low <= 0.0 && 0.0 <= high;
            return if always { (-STILL, STILL) } else { (STILL, -STILL) };
        }
        let (low, high) = (low * self.inverse[axis], high * self.inverse[axis]);
        if low <= high { (low, high) } else { (high, low) }
    }

    /// A fraction not above the one at which the box is reached, if it may be reached by `end`.
    pub(super) fn reaches(&self, bounds: Aabb, end: f64) -> Option<f64> {
        let (x0, x1) = self.slab(0, bounds.min.x, bounds.max.x);
        let (y0, y1) = self.slab(1, bounds.min.y, bounds.max.y);
        let start = greater(greater(x0, y0), 0.0) * (1.0 - 8.0 * U);
        let stop = if x1 < y1 { x1 } else { y1 };
        (start <= end && start <= stop * (1.0 + 8.0 * U)).then_some(start)
    }
}

/// A number not above the squared distance between two boxes; 0 where they share a point.
pub(super) fn square_distance(a: Aabb, b: Aabb) -> f64 {
    let apart = |a0: f32, a1: f32, b0: f32, b1: f32| {
        greater(greater(f64::from(b0) - f64::from(a1), f64::from(a0) - f64::from(b1)), 0.0)
    };
    let x = apart(a.min.x, a.max.x, b.min.x, b.max.x);
    let y = apart(a.min.y, a.max.y, b.min.y, b.max.y);
    (x * x + y * y) * (1.0 - 8.0 * U)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_level_ray_reaches_a_flat_box_that_lies_on_it() {
        let way = Way::new(Vec2::new(5.0, 0.0), Vec2::new(-4.0, 0.0), 0.0);
        let flat = |x: f32, y: f32| Aabb::new((x, y), (x, y));
        assert!(way.reaches(flat(3.0, 0.0), 1.0).is_some_and(|start| start <= 0.5));
        assert!(way.reaches(flat(3.0, 1e-30), 1.0).is_none());
        assert!(way.reaches(flat(0.5, 0.0), 1.0).is_none());
    }
}

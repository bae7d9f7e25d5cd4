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
//! Both have a first look at eight boxes at once, in `f32` with the same steps and u = 2⁻²⁴: what it
//! leaves out is surely not reached, what it lets pass is asked in `f64`. It stands aside where
//! numbers are so large or small that `f32` could overflow.
//!
//! Along an axis on which nothing moves a slab is met always or never, as the origin is in it or not.

use super::lanes::Lanes;
use crate::math::simd::{Kernel, Lane, narrow};
use crate::math::{Aabb, Vec2, greater};

/// 2⁻²⁴, for the tests of eight boxes at once.
const U32: f32 = f32::EPSILON / 2.0;
/// Products of what lies between this and one over it neither over- nor underflow to a wrong answer.
const PLAIN: f32 = 1e-15;
/// What a fraction may lose below the normal range, and more.
const DUST: f32 = 1e-30;

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
    translation: [f32; 2],
    /// Origin and radius.
    small: [f32; 3],
}

impl Way {
    pub(super) fn new(origin: Vec2, translation: Vec2, radius: f32) -> Self {
        let inverse = |t: f32| if t == 0.0 { STILL } else { 1.0 / f64::from(t) };
        let small = [origin.x, origin.y, radius];
        let (origin, radius) = ([f64::from(origin.x), f64::from(origin.y)], f64::from(radius));
        Self {
            small,
            translation: [translation.x, translation.y],
            origin,
            inverse: [inverse(translation.x), inverse(translation.y)],
            radius,
            room: origin.map(|o| 8.0 * U * (radius + o.abs())),
        }
    }

    /// A bit for each of eight boxes that may be reached by `end`; lanes without a box have none.
    #[inline]
    pub(super) fn may_reach(&self, lanes: &Lanes, end: f64) -> u8 {
        let plain = |v: f32| v == 0.0 || (v.abs() > PLAIN && v.abs() < 1.0 / PLAIN);
        if !self.translation.into_iter().chain(self.small).all(plain) {
            return u8::MAX;
        }
        let [[x0, x1], [y0, y1]] = lanes.sides();
        narrow(Slabs { way: self, x: [x0, x1], y: [y0, y1], end: end as f32 })
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

/// The sides of eight boxes along a way, in `f32`.
struct Slabs<'a> {
    way: &'a Way,
    x: [&'a [f32; 8]; 2],
    y: [&'a [f32; 8]; 2],
    end: f32,
}

impl Kernel for Slabs<'_> {
    type Answer = u8;

    #[inline(always)]
    fn run<L: Lane>(self) -> u8 {
        let ([tx, ty], [ox, oy, r]) = (self.way.translation, self.way.small);
        let (in_x, out_x) = slab::<L>(self.x, [ox, r, tx]);
        let (in_y, out_y) = slab::<L>(self.y, [oy, r, ty]);
        let start = in_x.greater(in_y).greater(L::splat(0.0)) * L::splat(1.0 - 16.0 * U32);
        let stop = out_x.lesser(out_y) * L::splat(1.0 + 16.0 * U32) + L::splat(DUST);
        let end = L::splat(self.end * (1.0 + 4.0 * U32) + DUST);
        // Strictly, which the room for rounding makes enough; an empty lane fails both.
        stop.above(start).and(end.above(start)).bits()
    }
}

/// The fractions between which one coordinate of eight boxes is in reach.
#[inline(always)]
fn slab<L: Lane>([min, max]: [&[f32; 8]; 2], [o, r, t]: [f32; 3]) -> (L, L) {
    let (origin, radius) = (L::splat(o), L::splat(r));
    let (low, high) = (L::load(min) - radius - origin, L::load(max) + radius - origin);
    let (part, room) = (L::splat(4.0 * U32), L::splat(8.0 * U32 * (r + o.abs()) + DUST));
    let low = low - low.abs() * part - room;
    let high = high + high.abs() * part + room;
    if t == 0.0 {
        // Where it is in the range it always is: from below any fraction to above it.
        let (zero, far) = (L::splat(0.0), L::splat(f32::INFINITY));
        let never = low.above(zero).or(zero.above(high));
        return (never.and(far), far);
    }
    let inverse = L::splat(1.0 / t);
    let (low, high) = (low * inverse, high * inverse);
    (low.lesser(high), low.greater(high))
}

/// From a box to eight others, in `f32`.
struct Apart<'a> {
    from: Aabb,
    x: [&'a [f32; 8]; 2],
    y: [&'a [f32; 8]; 2],
    bound: f32,
}

impl Kernel for Apart<'_> {
    type Answer = u8;

    #[inline(always)]
    fn run<L: Lane>(self) -> u8 {
        let Self { from, x, y, bound } = self;
        let zero = L::splat(0.0);
        let [x0, x1] = x.map(
            #[inline(always)]
            |side| L::load(side),
        );
        let [y0, y1] = y.map(
            #[inline(always)]
            |side| L::load(side),
        );
        let dx = (x0 - L::splat(from.max.x)).greater(L::splat(from.min.x) - x1).greater(zero);
        let dy = (y0 - L::splat(from.max.y)).greater(L::splat(from.min.y) - y1).greater(zero);
        let square = (dx * dx + dy * dy) * L::splat(1.0 - 16.0 * U32);
        // An empty lane is as near as can be here; its sides tell it apart.
        L::splat(bound).above(square).and(x0.equals(x0)).bits()
    }
}

/// A bit for each of eight boxes that may lie within a squared distance; none for empty lanes.
#[inline]
pub(super) fn may_be_near(from: Aabb, lanes: &Lanes, bound: f64) -> u8 {
    if bound >= 1e30 {
        return u8::MAX;
    }
    let [x, y] = lanes.sides();
    narrow(Apart { from, x, y, bound: bound as f32 * (1.0 + 8.0 * U32) + DUST })
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

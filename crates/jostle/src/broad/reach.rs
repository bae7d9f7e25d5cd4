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
//! Trees look at eight boxes at once, in `f32` with the same steps and u = 2⁻²⁴: what that leaves out is
//! surely not reached, and the numbers that it sorts by are surely not too large. It stands aside where
//! numbers are so large or small that `f32` could overflow.
//!
//! Along an axis on which nothing moves a slab is met always or never, as the origin is in it or not.

use super::lanes::{Keyed, Lanes, WIDTH};
use super::slots::holds;
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
    /// The same for eight boxes at once, where `f32` has the range for it.
    small: Option<[Small; 2]>,
}

/// One coordinate of a way in `f32`.
#[derive(Clone, Copy, Debug)]
struct Small {
    origin: f32,
    radius: f32,
    /// 0 where nothing moves.
    inverse: f32,
    room: f32,
}

impl Way {
    pub(super) fn new(origin: Vec2, translation: Vec2, radius: f32) -> Self {
        let inverse = |t: f32| if t == 0.0 { STILL } else { 1.0 / f64::from(t) };
        let [o, t] = [[origin.x, origin.y], [translation.x, translation.y]];
        let plain = |v: f32| v == 0.0 || (v.abs() > PLAIN && v.abs() < 1.0 / PLAIN);
        let small = |axis: usize| Small {
            origin: o[axis],
            radius,
            inverse: if t[axis] == 0.0 { 0.0 } else { 1.0 / t[axis] },
            room: 8.0 * U32 * (radius + o[axis].abs()) + DUST,
        };
        let fits = o.into_iter().chain(t).all(plain) && plain(radius);
        let (origin, radius) = (o.map(f64::from), f64::from(radius));
        Self {
            small: fits.then(|| [small(0), small(1)]),
            origin,
            inverse: t.map(inverse),
            radius,
            room: origin.map(|o| 8.0 * U * (radius + o.abs())),
        }
    }

    /// Of eight boxes those that may be reached by `end`, and fractions before which they are not;
    /// lanes without a box never are.
    #[inline]
    pub(super) fn may_reach(&self, lanes: &Lanes, end: f64) -> Keyed {
        match &self.small {
            Some([x, y]) => narrow(Slabs { lanes, x, y, end: end as f32 }),
            None => self.reach_each(lanes, end),
        }
    }

    /// The same one by one.
    #[cold]
    fn reach_each(&self, lanes: &Lanes, end: f64) -> Keyed {
        let (mut some, mut keys) = (0, [0.0; WIDTH]);
        for (lane, key) in keys.iter_mut().enumerate() {
            let bounds = lanes.get(lane);
            if holds(bounds)
                && let Some(start) = self.reaches(bounds, end)
            {
                some |= 1 << lane;
                *key = (start as f32).next_down();
            }
        }
        (some, keys)
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

/// The slab test in `f32`, along x and y.
struct Slabs<'a> {
    lanes: &'a Lanes,
    x: &'a Small,
    y: &'a Small,
    end: f32,
}

impl Kernel for Slabs<'_> {
    type Answer = Keyed;

    #[inline(always)]
    fn run<L: Lane>(self) -> Keyed {
        let [x, y] = self.lanes.sides();
        let (in_x, out_x) = slab::<L>(x, self.x);
        let (in_y, out_y) = slab::<L>(y, self.y);
        let zero = L::splat(0.0);
        let start = in_x.greater(in_y).greater(zero) * L::splat(1.0 - 16.0 * U32);
        let stop = out_x.lesser(out_y) * L::splat(1.0 + 16.0 * U32) + L::splat(DUST);
        let end = L::splat(self.end * (1.0 + 4.0 * U32) + DUST);
        let mut keys = [0.0; WIDTH];
        (start - L::splat(DUST)).greater(zero).store(&mut keys);
        // Strictly, which the room for rounding makes enough. Where nothing moves an empty lane is met
        // always; its sides tell it apart.
        let filled = L::load(x[0]);
        let met = stop.above(start).and(end.above(start)).and(filled.equals(filled));
        (met.bits(), keys)
    }
}

#[inline(always)]
fn slab<L: Lane>([min, max]: [&[f32; WIDTH]; 2], way: &Small) -> (L, L) {
    let (origin, radius) = (L::splat(way.origin), L::splat(way.radius));
    let (low, high) = (L::load(min) - radius - origin, L::load(max) + radius - origin);
    let (part, room) = (L::splat(4.0 * U32), L::splat(way.room));
    let low = low - low.abs() * part - room;
    let high = high + high.abs() * part + room;
    if way.inverse == 0.0 {
        // Where it is in the range it always is: from below any fraction to above it.
        let (zero, far) = (L::splat(0.0), L::splat(f32::INFINITY));
        let never = low.above(zero).or(zero.above(high));
        return (never.and(far), far);
    }
    let inverse = L::splat(way.inverse);
    let (low, high) = (low * inverse, high * inverse);
    (low.lesser(high), low.greater(high))
}

/// The square of the distance from a box, in `f32`.
struct Apart<'a> {
    from: Aabb,
    lanes: &'a Lanes,
    bound: f32,
}

impl Kernel for Apart<'_> {
    type Answer = Keyed;

    #[inline(always)]
    fn run<L: Lane>(self) -> Keyed {
        let Self { from, lanes, bound } = self;
        let [[x0, x1], [y0, y1]] = lanes.sides();
        let zero = L::splat(0.0);
        let (x0, x1, y0, y1) = (L::load(x0), L::load(x1), L::load(y0), L::load(y1));
        let dx = (x0 - L::splat(from.max.x)).greater(L::splat(from.min.x) - x1).greater(zero);
        let dy = (y0 - L::splat(from.max.y)).greater(L::splat(from.min.y) - y1).greater(zero);
        let square = (dx * dx + dy * dy) * L::splat(1.0 - 16.0 * U32);
        let mut keys = [0.0; WIDTH];
        // What overflows lies beyond half of all `f32`.
        square.lesser(L::splat(f32::MAX / 2.0)).store(&mut keys);
        // It is further away than any bound that does not overflow. An empty lane is as near as can be
        // here; its sides tell it apart.
        let (far, filled) = (square.above(L::splat(bound)).bits(), x0.equals(x0).bits());
        (filled & !far, keys)
    }
}

/// Of eight boxes those that may lie within the squared distance `bound` of a box, and squares that
/// they are not nearer than; lanes without a box never do.
#[inline]
pub(super) fn may_be_near(from: Aabb, lanes: &Lanes, bound: f64) -> Keyed {
    narrow(Apart { from, lanes, bound: bound as f32 * (1.0 + 8.0 * U32) + DUST })
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

//! Lower bounds of the fraction or the distance at which a segment or a point reaches a box.
//!
//! The bounds in `f64` come from `f32` numbers and err toward reaching, with u = 2⁻⁵³:
//!
//! - [`SweptSegment`]: the slab test of Kay and Kajiya (Ray tracing complex scenes, 1986). A side
//!   is d = `min − half − origin`: two subtractions, together off by at most 2u(1 + u) times the
//!   sum of the three absolute values, which is at most |d| + 2 (half + |origin|); it is moved
//!   out by 4u times that. The quotient by the translation is a product with a reciprocal, relative
//!   error below 3u; the ends of the common interval are compared with 8u of slack. No number here
//!   over- or underflows: `f32` spans 10⁻⁴⁵ to 10³⁸.
//! - [`square_distance`]: each coordinate is one subtraction, squared and added, relative error
//!   below 5u; the result is lowered by 8u.
//!
//! Trees test eight boxes at once in `f32`, with u = 2⁻²⁴, if no number is so large or small that
//! `f32` could overflow. A box that this test skips is certainly not reached, and its keys are
//! certainly not too large. The last three bits of a key hold the lane, which makes it larger by
//! 14u at most; limits have slack for more. The side of entry comes first, by the sign of the
//! translation; the half extents are added to the origin, rounded toward reaching. One subtraction, one
//! product and the reciprocal are off by less than 4u of the fraction, and the reciprocals have 8u
//! of slack. Numbers below the normal range lose less than [`UNDERFLOW`]. So a box that is hit is
//! entered before it is left.
//!
//! Along an axis without motion a slab is hit always or never, by the place of the origin. In `f32`
//! the origin is moved outward by [`UNDERFLOW`] and more there, which times the largest number is
//! past any fraction.

use crate::broad::SweptBox;
use crate::broad::box_table::holds;
use crate::broad::bvh::boxes8::{Lanes, WIDTH};
use crate::math::simd::{F32Lanes, F32x4, F32x8, Four};
use crate::math::{Aabb, Vec2, greater};

/// 2⁻²⁴, for the tests of eight boxes at once.
const U32: f32 = f32::EPSILON / 2.0;
/// Products of what lies between this and one over it neither over- nor underflow to a wrong
/// answer.
const PLAIN: f32 = 1e-15;
/// What a fraction may lose below the normal range, and more.
const UNDERFLOW: f32 = 1e-30;

/// The key of what is out of question: the largest number that has zeros where keys are marked with
/// their lanes.
pub(crate) const NEVER: f32 = f32::from_bits(f32::MAX.to_bits() & !7);
/// The largest key of all others, and with its last three bits changed the largest limit.
const FARTHEST: f32 = f32::from_bits(NEVER.to_bits() - 8);
const NO_LIMIT: f32 = f32::from_bits(NEVER.to_bits() - 1);

/// Zeros where a key has its lane.
const ROOM: [f32; WIDTH] = [f32::from_bits(!7); WIDTH];
const LANES: [f32; WIDTH] = {
    let mut lanes = [0.0; WIDTH];
    let mut lane = 0;
    while lane < WIDTH {
        lanes[lane] = f32::from_bits(lane as u32);
        lane += 1;
    }
    lanes
};

/// Keys with their lanes for the last three bits.
#[inline(always)]
fn marked<L: F32x8>(keys: L) -> L {
    keys.and(L::load(&ROOM)).or(L::load(&LANES))
}

/// The test of a walk on the boxes of a node.
pub(crate) trait TraversalQuery {
    /// A finite key above 0 for each of eight boxes, with which the nearer ones come first, and
    /// with the lane for its last three bits; [`NEVER`] or more for those that are not within any
    /// bound, and in lanes without a box.
    fn keys<L: F32x8>(&self, lanes: &Lanes) -> L;

    /// Keys of what may lie within the bound are not above this, which is below [`NEVER`], not even
    /// when their last three bits are changed.
    fn limit(&self, bound: f64) -> f32;
}

const U: f64 = f64::EPSILON / 2.0;
/// Stands for the reciprocal of zero.
const STILL: f64 = f64::INFINITY;

/// A segment that the middle of a box follows.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SweptSegment {
    origin: [f64; 2],
    inverse: [f64; 2],
    half: [f64; 2],
    /// The part of the room for rounding that no box changes.
    room: [f64; 2],
}

/// A segment for the test of eight boxes at once; one cache line.
#[derive(Clone, Copy, Debug)]
#[repr(align(64))]
pub(crate) struct SlabTest8 {
    segment: SweptBox,
    /// The slabs in `f32`, if that has the range for them.
    slabs: Option<[Slab; 2]>,
}

/// One coordinate of a segment in `f32`.
#[derive(Clone, Copy, Debug)]
struct Slab {
    /// From where the side at which the segment enters is measured, and the other.
    from: [f32; 2],
    /// The reciprocal of the translation with room for rounding, in the same order.
    inverse: [f32; 2],
    /// Set if these are the high sides; an index, because a branch would be mispredicted.
    high: [bool; 2],
}

impl Slab {
    #[inline(always)]
    fn new(origin: f32, translation: f32, half: f32) -> Self {
        let still = translation == 0.0;
        let room = if still { half + UNDERFLOW } else { half };
        // The higher end first.
        let ends = if room == 0.0 {
            [origin; 2]
        } else {
            [(origin + room).next_up(), (origin - room).next_down()]
        };
        let inverse = if still { f32::MAX / 2.0 } else { 1.0 / translation };
        let high = [translation < 0.0, translation >= 0.0];
        let inverse = [inverse * (1.0 - 8.0 * U32), inverse * (1.0 + 8.0 * U32)];
        let from = high.map(|side| ends[usize::from(side)]);
        Self { from, inverse, high }
    }

    /// The fractions at which eight sides are entered and left.
    #[inline(always)]
    fn slab<L: F32x8>(&self, sides: &[[f32; WIDTH]; 2]) -> [L; 2] {
        // No closures here: they would not be inlined into the registers' functions.
        let [first, last] = self.high;
        let (first, last) = (&sides[usize::from(first)], &sides[usize::from(last)]);
        let start = (L::load(first) - L::splat(self.from[0])) * L::splat(self.inverse[0]);
        let stop = (L::load(last) - L::splat(self.from[1])) * L::splat(self.inverse[1]);
        [start, stop]
    }
}

impl SweptSegment {
    pub(crate) fn new(SweptBox { origin, translation, half }: SweptBox) -> Self {
        let inverse = |t: f32| if t == 0.0 { STILL } else { 1.0 / f64::from(t) };
        let [o, t] = [[origin.x, origin.y], [translation.x, translation.y]];
        let (origin, half) = (o.map(f64::from), [half.x, half.y].map(f64::from));
        let room = [0, 1].map(|i| 8.0 * U * (half[i] + origin[i].abs()));
        Self { origin, inverse: t.map(inverse), half, room }
    }

    /// The fractions between which one coordinate is within a side's range.
    fn slab(&self, axis: usize, min: f32, max: f32) -> (f64, f64) {
        let (o, r, room) = (self.origin[axis], self.half[axis], self.room[axis]);
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
    pub(crate) fn entry_fraction(&self, bounds: Aabb, end: f64) -> Option<f64> {
        let (x0, x1) = self.slab(0, bounds.min.x, bounds.max.x);
        let (y0, y1) = self.slab(1, bounds.min.y, bounds.max.y);
        let start = greater(greater(x0, y0), 0.0) * (1.0 - 8.0 * U);
        let stop = if x1 < y1 { x1 } else { y1 };
        (start <= end && start <= stop * (1.0 + 8.0 * U)).then_some(start)
    }
}

impl SlabTest8 {
    #[inline]
    fn new(segment: SweptBox) -> Self {
        let SweptBox { origin, translation, half } = segment;
        let numbers = Four::load([origin.x, origin.y, translation.x, translation.y]);
        let size = numbers.abs();
        let plain = size.gt(Four::splat(PLAIN)).and(Four::splat(1.0 / PLAIN).gt(size));
        let zero = numbers.eq(Four::splat(0.0));
        let fits = |half: f32| (half == 0.0) | ((half.abs() > PLAIN) & (half.abs() < 1.0 / PLAIN));
        let thick = fits(half.x) & fits(half.y);
        let slabs = ((plain.or(zero).mask() == 15) & thick).then(|| {
            let along = |origin, by, half| Slab::new(origin, by, half);
            [along(origin.x, translation.x, half.x), along(origin.y, translation.y, half.y)]
        });
        Self { segment, slabs }
    }

    #[cold]
    fn one_by_one(&self, lanes: &Lanes) -> [f32; WIDTH] {
        let segment = SweptSegment::new(self.segment);
        let mut keys = [NEVER; WIDTH];
        for (lane, key) in keys.iter_mut().enumerate() {
            let bounds = lanes.get(lane);
            if holds(bounds)
                && let Some(start) = segment.entry_fraction(bounds, 1.0)
            {
                *key = greater(start, f64::from(f32::MIN_POSITIVE)) as f32;
            }
        }
        keys
    }
}

impl TraversalQuery for SlabTest8 {
    #[inline(always)]
    fn keys<L: F32x8>(&self, lanes: &Lanes) -> L {
        let Some([x, y]) = &self.slabs else { return marked(L::load(&self.one_by_one(lanes))) };
        let [across, up] = &lanes.0;
        let ([in_x, out_x], [in_y, out_y]) = (x.slab::<L>(across), y.slab::<L>(up));
        // In this order NaN, from a lane without a box, stays, and is not below anything.
        let start = L::splat(f32::MIN_POSITIVE).max(in_x).max(in_y);
        let stop = out_x.min(out_y) + L::splat(UNDERFLOW);
        stop.gt(start).select(marked(start), L::splat(NEVER))
    }

    #[inline(always)]
    fn limit(&self, end: f64) -> f32 {
        end as f32 * (1.0 + 24.0 * U32) + UNDERFLOW
    }
}

impl TraversalQuery for Aabb {
    #[inline(always)]
    fn keys<L: F32x8>(&self, lanes: &Lanes) -> L {
        let [[x0, x1], [y0, y1]] = &lanes.0;
        let (x0, x1, y0, y1) = (L::load(x0), L::load(x1), L::load(y0), L::load(y1));
        // In this order NaN, from a lane without a box, stays.
        let zero = L::splat(0.0);
        let dx = zero.max((x0 - L::splat(self.max.x)).max(L::splat(self.min.x) - x1));
        let dy = zero.max((y0 - L::splat(self.max.y)).max(L::splat(self.min.y) - y1));
        let square = L::splat(f32::MIN_POSITIVE).max(dx * dx + dy * dy);
        let key = square.min(L::splat(FARTHEST));
        square.eq(square).select(marked(key), L::splat(NEVER))
    }

    #[inline(always)]
    fn limit(&self, bound: f64) -> f32 {
        let limit = bound as f32 * (1.0 + 32.0 * U32) + UNDERFLOW;
        // A square that overflows lies beyond half of all `f32`.
        if limit < f32::MAX / 2.0 { limit } else { NO_LIMIT }
    }
}

/// A query that broad phases answer in the order of distance.
pub(crate) trait DistanceQuery: Copy {
    type Test: TraversalQuery;
    const START: f64;

    fn test(&self) -> Self::Test;

    /// Returns a query that reaches every box whose sides are off by at most `slack`.
    fn enlarged(&self, slack: f32) -> Self;

    /// Returns the test of one box: true if the box may lie within a bound.
    fn reaches(&self) -> impl Fn(Aabb, f64) -> bool;
}

impl DistanceQuery for SweptBox {
    type Test = SlabTest8;
    const START: f64 = 1.0;

    #[inline]
    fn test(&self) -> SlabTest8 {
        SlabTest8::new(*self)
    }

    fn enlarged(&self, slack: f32) -> Self {
        let wider = |half: f32| (half + slack.next_up()).next_up();
        Self { half: Vec2::new(wider(self.half.x), wider(self.half.y)), ..*self }
    }

    fn reaches(&self) -> impl Fn(Aabb, f64) -> bool {
        let segment = SweptSegment::new(*self);
        move |bounds, end| segment.entry_fraction(bounds, end).is_some()
    }
}

impl DistanceQuery for Aabb {
    type Test = Self;
    const START: f64 = f64::INFINITY;

    #[inline]
    fn test(&self) -> Self {
        *self
    }

    fn enlarged(&self, slack: f32) -> Self {
        let (Self { min, max }, slack) = (*self, slack.next_up());
        Self {
            min: Vec2 { x: (min.x - slack).next_down(), y: (min.y - slack).next_down() },
            max: Vec2 { x: (max.x + slack).next_up(), y: (max.y + slack).next_up() },
        }
    }

    fn reaches(&self) -> impl Fn(Aabb, f64) -> bool {
        let from = *self;
        move |bounds, bound| square_distance(from, bounds) <= bound
    }
}

/// A number not above the squared distance between two boxes; 0 where they share a point.
pub(crate) fn square_distance(a: Aabb, b: Aabb) -> f64 {
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
        let (origin, translation) = (Vec2::new(5.0, 0.0), Vec2::new(-4.0, 0.0));
        let way = SweptSegment::new(SweptBox { origin, translation, half: Vec2::ZERO });
        let flat = |x: f32, y: f32| Aabb::new((x, y), (x, y));
        assert!(way.entry_fraction(flat(3.0, 0.0), 1.0).is_some_and(|start| start <= 0.5));
        assert!(way.entry_fraction(flat(3.0, 1e-30), 1.0).is_none());
        assert!(way.entry_fraction(flat(0.5, 0.0), 1.0).is_none());
    }
}

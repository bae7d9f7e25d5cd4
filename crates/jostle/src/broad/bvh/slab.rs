//! Lower bounds of the fraction or the distance at which a segment or a point reaches a box: the slab
//! test of Kay and Kajiya (Ray tracing complex scenes, 1986), and the squared distance.
//!
//! Eight boxes at once in `f32`, erring toward reaching, with u = 2⁻²⁴. A box that the test skips is
//! certainly not reached, and its keys are certainly not too large. The last three bits of a key hold
//! the lane, which makes it larger by 14u at most; limits have slack for more. The side of entry comes
//! first, by the sign of the translation; the half extents are added to the origin, rounded toward
//! reaching. One subtraction, one product and the reciprocal are off by less than 4u of the fraction,
//! and the reciprocals have 8u of slack. Numbers below the normal range lose less than [`UNDERFLOW`].
//! So a box that is hit is entered before it is left.
//!
//! Along an axis without motion a slab is hit always or never, by the place of the origin: that is
//! moved outward by [`UNDERFLOW`] and more, which times the largest number is past any fraction. A
//! motion below [`PLAIN`], whose reciprocal is too large, counts as none of a box that is as much
//! larger. Numbers from one over it on, whose differences overflow, are scaled by [`SMALLER`].

use crate::broad::SweptBox;
use crate::broad::bvh::nodes::Lanes;
use crate::math::simd::{Eight, F32Lanes, F32x4, F32x8, Four, WIDTH};
use crate::math::{Aabb, Vec2};

/// 2⁻²⁴, for the tests of eight boxes at once.
const U32: f32 = f32::EPSILON / 2.0;
/// Products with what lies between this and one over it neither over- nor underflow to a wrong
/// answer.
const PLAIN: f32 = 1e-15;
/// 2⁻⁸⁰: the largest number times this is below one over [`PLAIN`].
const SMALLER: f32 = 1.0 / (1_u128 << 80) as f32;
/// What a fraction may lose below the normal range, and more.
const UNDERFLOW: f32 = 1e-30;

/// A key above all that can be reached: the largest number whose last three bits, which hold the lane
/// of a key, are 0.
pub(crate) const NEVER: f32 = f32::from_bits(f32::MAX.to_bits() & !7);
/// The largest key of all others, and with its last three bits changed the largest limit.
const FARTHEST: f32 = f32::from_bits(NEVER.to_bits() - 8);
const NO_LIMIT: f32 = f32::from_bits(NEVER.to_bits() - 1);

/// A mask that clears the lane of a key.
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

/// A segment for the test of eight boxes at once; one cache line.
#[derive(Clone, Copy, Debug)]
#[repr(align(64))]
pub(crate) struct SlabTest8 {
    slabs: [Slab; 2],
    /// What boxes are multiplied with.
    scale: f32,
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
        let still = translation.abs() < PLAIN;
        let room = if still { (half + translation.abs() + UNDERFLOW).next_up() } else { half };
        // The higher end first.
        let ends = if room == 0.0 {
            [origin; 2]
        } else {
            [(origin + room).next_up(), (origin - room).next_down()]
        };
        let inverse = if still { f32::MAX / 2.0 } else { 1.0 / translation };
        let backward = !still & (translation < 0.0);
        let high = [backward, !backward];
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

impl SlabTest8 {
    #[inline]
    fn new(segment: SweptBox) -> Self {
        let SweptBox { origin, translation, half } = segment;
        let numbers = Four::load([origin.x, origin.y, translation.x, translation.y]);
        let plain = Four::splat(1.0 / PLAIN).gt(numbers.abs()).mask() == 15;
        if plain & (half.x < 1.0 / PLAIN) & (half.y < 1.0 / PLAIN) {
            Self::scaled(segment, 1.0)
        } else {
            Self::far(segment)
        }
    }

    #[cold]
    fn far(SweptBox { origin, translation, half }: SweptBox) -> Self {
        // An underflow loses less than the smallest positive number.
        let half = half * SMALLER + Vec2::new(UNDERFLOW, UNDERFLOW);
        let (origin, translation) = (origin * SMALLER, translation * SMALLER);
        Self::scaled(SweptBox { origin, translation, half }, SMALLER)
    }

    #[inline(always)]
    fn scaled(SweptBox { origin, translation, half }: SweptBox, scale: f32) -> Self {
        let x = Slab::new(origin.x, translation.x, half.x);
        let y = Slab::new(origin.y, translation.y, half.y);
        Self { slabs: [x, y], scale }
    }
}

impl TraversalQuery for SlabTest8 {
    #[inline(always)]
    fn keys<L: F32x8>(&self, lanes: &Lanes) -> L {
        let scaled;
        let [across, up] = if self.scale == 1.0 {
            &lanes.0
        } else {
            scaled = lanes.scaled(self.scale);
            &scaled.0
        };
        let [x, y] = &self.slabs;
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
    fn reaches(&self) -> impl Fn(Aabb, f64) -> bool {
        let test = self.test();
        move |bounds, bound| {
            let mut lanes = Lanes::EMPTY;
            lanes.put(0, bounds);
            test.keys::<Eight>(&lanes).reduce_min() <= test.limit(bound)
        }
    }
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
}

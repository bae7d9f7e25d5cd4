//! Axis-aligned boxes: closed, and rounded outward if they bound a shape.

use crate::math::simd::{F32Lanes, F32x4, Four};
use crate::math::{DVec2, Interval, Vec2};

/// A closed axis-aligned box.
///
/// ```
/// use jostle::Aabb;
/// let a = Aabb::new((0.0, 0.0), (4.0, 4.0));
/// let b = Aabb::new((3.0, 1.0), (9.0, 2.0));
/// assert_eq!(a.intersection(b), Some(Aabb::new((3.0, 1.0), (4.0, 2.0))));
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[repr(C)]
#[doc(alias = "BoundingRectangle")]
pub struct Aabb {
    /// Corner with the smallest coordinates.
    pub min: Vec2,
    /// Corner with the largest coordinates.
    pub max: Vec2,
}

impl Aabb {
    /// The whole plane: the bounds of a half-plane.
    pub const UNBOUNDED: Self = Self {
        min: Vec2 { x: f32::NEG_INFINITY, y: f32::NEG_INFINITY },
        max: Vec2 { x: f32::INFINITY, y: f32::INFINITY },
    };

    /// Makes the box that has the two points as opposite corners, whichever they are.
    ///
    /// ```
    /// use jostle::Aabb;
    /// assert_eq!(Aabb::new((5.0, 0.0), (0.0, 3.0)), Aabb::new((0.0, 0.0), (5.0, 3.0)));
    /// ```
    #[must_use]
    pub fn new(a: impl Into<Vec2>, b: impl Into<Vec2>) -> Self {
        let (a, b) = (a.into(), b.into());
        Self::from_ranges(Interval::new(a.x, b.x).sorted(), Interval::new(a.y, b.y).sorted())
    }

    /// Makes the box from its corner with the smallest coordinates, its width and its height.
    #[must_use]
    pub fn xywh(x: f32, y: f32, width: f32, height: f32) -> Self {
        Self::new((x, y), (x + width, y + height))
    }

    /// Makes the box of a width and a height around a point.
    #[must_use]
    pub fn around(center: impl Into<Vec2>, size: impl Into<Vec2>) -> Self {
        let (center, half) = (center.into(), size.into() * 0.5);
        Self::new(center - half, center + half)
    }

    /// Makes a box from its ranges along x and y.
    #[must_use]
    pub fn from_ranges(x: Interval, y: Interval) -> Self {
        Self { min: Vec2::new(x.min, y.min), max: Vec2::new(x.max, y.max) }
    }

    /// Returns the range along x.
    #[must_use]
    pub fn x_range(self) -> Interval {
        Interval::new(self.min.x, self.max.x)
    }

    /// Returns the range along y.
    #[must_use]
    pub fn y_range(self) -> Interval {
        Interval::new(self.min.y, self.max.y)
    }

    /// Returns the longer side, which may exceed the largest `f32`.
    pub(crate) fn longest_side(self) -> f64 {
        (DVec2::from(self.max) - DVec2::from(self.min)).reach()
    }

    /// Returns `true` if the boxes share a point; touching counts.
    #[must_use]
    pub fn overlaps(self, other: Self) -> bool {
        self.x_range().overlaps(other.x_range()) && self.y_range().overlaps(other.y_range())
    }

    /// Returns `true` if the interiors share a point: the strict test of SFML and PixiJS, where
    /// touching is no hit.
    #[must_use]
    pub fn overlaps_interior(self, other: Self) -> bool {
        self.intersection(other).is_some_and(|b| b.min.x < b.max.x && b.min.y < b.max.y)
    }

    /// Returns the overlap rectangle, or `None` when the boxes are apart; boxes that only touch
    /// give one of zero width or height.
    #[must_use]
    pub fn intersection(self, other: Self) -> Option<Self> {
        Some(Self::from_ranges(
            self.x_range().intersection(other.x_range())?,
            self.y_range().intersection(other.y_range())?,
        ))
    }

    /// Returns the smallest box that holds both.
    #[must_use]
    pub fn union(self, other: Self) -> Self {
        Self::from_ranges(
            self.x_range().union(other.x_range()),
            self.y_range().union(other.y_range()),
        )
    }

    /// Returns `true` if the point lies in the closed box.
    #[must_use]
    pub fn contains(self, point: impl Into<Vec2>) -> bool {
        let p = point.into();
        self.x_range().overlaps(Interval::new(p.x, p.x))
            && self.y_range().overlaps(Interval::new(p.y, p.y))
    }

    /// Returns the middle of the box.
    #[must_use]
    pub fn center(self) -> Vec2 {
        ((DVec2::from(self.min) + DVec2::from(self.max)) * 0.5).round()
    }

    /// Returns half the width and half the height.
    #[must_use]
    pub fn half_extents(self) -> Vec2 {
        ((DVec2::from(self.max) - DVec2::from(self.min)) * 0.5).round()
    }

    /// Returns the width and the height.
    #[must_use]
    pub fn size(self) -> Vec2 {
        (DVec2::from(self.max) - DVec2::from(self.min)).round()
    }

    /// Returns the four corners: the smallest, and then the others from x toward y.
    #[must_use]
    pub fn corners(self) -> [Vec2; 4] {
        let Self { min, max } = self;
        [min, Vec2::new(max.x, min.y), max, Vec2::new(min.x, max.y)]
    }

    /// Returns the box with its sides moved out by a distance, or in by a negative one; sides that
    /// would pass each other meet in the middle.
    #[must_use]
    pub fn grown(self, by: f32) -> Self {
        let (by, center) = (Vec2::new(by, by), self.center());
        Self { min: (self.min - by).min(center), max: (self.max + by).max(center) }
    }

    /// Returns `true` if the box ends on all sides.
    #[must_use]
    #[inline(always)]
    pub fn is_finite(self) -> bool {
        // Zero times a number is zero for finite numbers only.
        let zero = |v: Vec2| v.x * 0.0 + v.y * 0.0;
        zero(self.min) + zero(self.max) == 0.0
    }

    /// The box of two `f64` corners, rounded outward.
    pub(crate) fn outward(min: DVec2, max: DVec2) -> Self {
        Self::reaching([-min.x, -min.y, max.x, max.y])
    }

    /// Rounds inward. Boxes of `f32` numbers overlap it exactly if they overlap that of the corners.
    pub(crate) fn inward(min: DVec2, max: DVec2) -> Self {
        Self {
            min: Vec2::new(above(min.x), above(min.y)),
            max: Vec2::new(0.0 - above(-max.x), 0.0 - above(-max.y)),
        }
    }

    /// The box that extends by `reach` along −x, −y, x and y, rounded outward.
    #[inline(always)]
    pub(crate) fn reaching(reach: [f64; 4]) -> Self {
        // Not by `map`, which is a call where the library is built for a small size.
        let [left, down, right, up] = reach;
        Self {
            min: Vec2::new(0.0 - above(left), 0.0 - above(down)),
            max: Vec2::new(above(right), above(up)),
        }
    }

    /// Like [`Self::reaching`] for sums of two numbers: in `f32`, with the rounding error known by
    /// Knuth's two-sum. `None` if a sum may be too long for `f64`, or a number is too large.
    #[inline(always)]
    pub(crate) fn reaching_sums(a: Four, b: Four) -> Option<Self> {
        let zero = Four::splat(0.0);
        let (p, q) = (a.abs(), b.abs());
        let (small, large) = (p.min(q), p.max(q));
        let far = large.gt(small * Four::splat(NEAR)).and(small.gt(zero));
        // By the numbers and not by the sums, for which it would have to wait.
        let most = Four::splat(MAX_TERM);
        let finite = most.gt(p).and(most.gt(q));
        let sum = a + b;
        let of_b = sum - a;
        let lost = (a - (sum - of_b)) + (b - of_b);
        let reach = lost.gt(zero).select(sum.next(), sum) + zero;
        let [left, down, right, up] = reach.numbers();
        let bounds = Self { min: Vec2::new(0.0 - left, 0.0 - down), max: Vec2::new(right, up) };
        (far.mask() | (finite.mask() ^ 15) == 0).then_some(bounds)
    }
}

/// Sums of two smaller numbers are finite.
pub(crate) const MAX_TERM: f32 = f32::MAX * 0.49;

/// How many times one number may be the other for `f64` to hold the sum of two that are `f32`: it
/// has 53 digits, each of them 24.
const NEAR: f32 = (1 << 28) as f32;

/// The smallest `f32` that is not below `x`, without a branch; no NaN.
#[inline(always)]
fn above(x: f64) -> f32 {
    let r = x as f32 + 0.0;
    let bits = r.to_bits() as i32;
    // One step up: away from 0 above it, toward 0 below.
    let next = f32::from_bits(bits.wrapping_add(1 | (bits >> 31)) as u32) + 0.0;
    if f64::from(r) < x { next } else { r }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rounding_up_is_the_next_number_that_is_not_below() {
        let tiny = f64::from(f32::from_bits(1));
        let max = f64::from(f32::MAX);
        for x in [0.0, -0.0, 1.0, -1.0, tiny, -tiny, max, -max] {
            assert_eq!(above(x).to_bits(), (x as f32 + 0.0).to_bits());
            for by in [-0.25, 0.25, -1e-9, 1e-9] {
                let y = x + tiny * by;
                if y != x {
                    let r = y as f32 + 0.0;
                    let want = if f64::from(r) < y { r.next_up() + 0.0 } else { r };
                    assert_eq!(above(y).to_bits(), want.to_bits(), "{y}");
                }
            }
        }
        assert_eq!(above(max * 1.000_000_01), f32::INFINITY);
        assert_eq!(above(-max * 1.000_000_01), -f32::MAX);
        let around = Aabb::outward(DVec2::new(0.0, 0.1), DVec2::new(0.0, 0.3));
        assert_eq!(around.min.x.to_bits(), 0);
        assert!(f64::from(around.min.y) <= 0.1 && f64::from(around.max.y) >= 0.3);
        let within = Aabb::inward(DVec2::new(0.0, 0.1), DVec2::new(0.0, 0.3));
        assert_eq!((within.min.x, within.max.x), (0.0, 0.0));
        let steps = [around.min.y.next_up(), around.max.y.next_down()];
        assert_eq!([within.min.y, within.max.y], steps);
    }

    #[test]
    fn sums_are_rounded_as_in_doubles() {
        let mut random = crate::math::Random(3);
        let mut told = 0;
        for turn in 0..20_000 {
            let scale = [1e-44, 1e-3, 1.0, 1e9, 1e38][turn % 5];
            let mut number = || (random.next() as i32 as f32 / i32::MAX as f32) * scale;
            let [a, b] = [(); 2].map(|()| [number(), number(), number(), number()]);
            let sums = [0, 1, 2, 3].map(|i| f64::from(a[i]) + f64::from(b[i]));
            if let Some(bounds) = Aabb::reaching_sums(Four::load(a), Four::load(b)) {
                assert_eq!(bounds, Aabb::reaching(sums), "{a:?} {b:?}");
                assert!(
                    [0, 1, 2, 3].iter().all(|i| sums[*i] - f64::from(a[*i]) == f64::from(b[*i]))
                );
                told += 1;
            }
        }
        assert!(told > 15_000, "{told}");
        for far in [1e-9, f32::NAN, f32::INFINITY, f32::MAX] {
            let sums = (Four::splat(f32::MAX), Four::load([far, 0.0, 0.0, 0.0]));
            assert_eq!(Aabb::reaching_sums(sums.0, sums.1), None);
        }
    }
}

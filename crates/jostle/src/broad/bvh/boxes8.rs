//! Eight boxes as a structure of arrays, for tests of all eight at once.
//!
//! An empty lane holds NaN, and every comparison with NaN is false.

use crate::broad::box_table::NOTHING;
use crate::math::simd::{Eight, F32Lanes, F32x8};
use crate::math::{Aabb, Vec2};

pub(crate) use crate::math::simd::WIDTH;

/// The low and high sides along x, then along y. Aligned so that no register's load crosses a cache
/// line.
#[derive(Clone, Copy, Debug)]
#[repr(align(32))]
pub(crate) struct Lanes(pub(crate) [[[f32; WIDTH]; 2]; 2]);

impl Lanes {
    pub(crate) const EMPTY: Self = Self([[[f32::NAN; WIDTH]; 2]; 2]);

    pub(crate) fn put(&mut self, lane: usize, bounds: Aabb) {
        let Aabb { min, max } = bounds;
        let Self([[x0, x1], [y0, y1]]) = self;
        (x0[lane], x1[lane], y0[lane], y1[lane]) = (min.x, max.x, min.y, max.y);
    }

    pub(crate) fn get(&self, lane: usize) -> Aabb {
        let Self([[x0, x1], [y0, y1]]) = self;
        let (min, max) = ((x0[lane], y0[lane]), (x1[lane], y1[lane]));
        Aabb { min: Vec2 { x: min.0, y: min.1 }, max: Vec2 { x: max.0, y: max.1 } }
    }

    /// Returns the smallest box that holds all lanes that are not empty; NaN when all are.
    pub(crate) fn bounds(&self) -> Aabb {
        let Self([[x0, x1], [y0, y1]]) = self;
        let least = |side: &[f32; WIDTH]| {
            side.iter().fold(f32::INFINITY, |a, b| if *b < a { *b } else { a })
        };
        let most = |side: &[f32; WIDTH]| {
            side.iter().fold(f32::NEG_INFINITY, |a, b| if *b > a { *b } else { a })
        };
        let (min, max) = (Vec2 { x: least(x0), y: least(y0) }, Vec2 { x: most(x1), y: most(y1) });
        if min.x <= max.x { Aabb { min, max } } else { NOTHING }
    }

    /// Returns one bit for each lane whose closed box shares a point with `bounds`.
    #[inline(always)]
    pub(crate) fn meeting(&self, bounds: Aabb) -> u32 {
        let Self([[x0, x1], [y0, y1]]) = self;
        let (x0, x1, y0, y1) = (Eight::load(x0), Eight::load(x1), Eight::load(y0), Eight::load(y1));
        let Aabb { min, max } = bounds;
        let beside = x0.gt(Eight::splat(max.x)).or(Eight::splat(min.x).gt(x1));
        let across = y0.gt(Eight::splat(max.y)).or(Eight::splat(min.y).gt(y1));
        u32::from(x0.eq(x0).mask() & !beside.or(across).mask())
    }
}

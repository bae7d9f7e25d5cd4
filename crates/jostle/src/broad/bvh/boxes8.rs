//! Eight boxes as a structure of arrays, for tests of all eight at once.
//!
//! Every loop over the eight lanes is branchless, so that the compiler vectorizes it. An empty lane
//! holds NaN, and every comparison with NaN is false.

use crate::math::{Aabb, Vec2};

/// The number of boxes.
pub(crate) const WIDTH: usize = 8;

/// All ones where something holds, else 0.
pub(crate) type Mask = [u32; WIDTH];

#[inline(always)]
fn mask(holds: impl Fn(usize) -> bool) -> Mask {
    let mut out = [0; WIDTH];
    for (lane, out) in out.iter_mut().enumerate() {
        *out = if holds(lane) { u32::MAX } else { 0 };
    }
    out
}

#[inline(always)]
pub(crate) fn at_most(a: &[f32; WIDTH], b: f32) -> Mask {
    mask(|lane| a[lane] <= b)
}

#[inline(always)]
pub(crate) fn at_least(a: &[f32; WIDTH], b: f32) -> Mask {
    mask(|lane| a[lane] >= b)
}

#[inline(always)]
pub(crate) fn both(a: Mask, b: Mask) -> Mask {
    let mut out = a;
    for (out, b) in out.iter_mut().zip(&b) {
        *out &= b;
    }
    out
}

/// One bit for each lane, for [`ones`]. The lowest lane has the second bit: with the first, the
/// compiler treats it apart from the others, and none of this becomes vectors.
#[inline(always)]
pub(crate) fn bits(mask: Mask) -> u32 {
    both(mask, [2, 4, 8, 16, 32, 64, 128, 256]).iter().fold(0, |all, bit| all | bit)
}

/// Aligned so that no register's load crosses a line of the cache.
#[derive(Clone, Copy, Debug)]
#[repr(align(32))]
pub(crate) struct Lanes([[[f32; WIDTH]; 2]; 2]);

impl Lanes {
    pub(crate) const EMPTY: Self = Self([[[f32::NAN; WIDTH]; 2]; 2]);

    pub(crate) fn put(&mut self, lane: usize, bounds: Aabb) {
        let Aabb { min, max } = bounds;
        let Self([[x0, x1], [y0, y1]]) = self;
        (x0[lane], x1[lane], y0[lane], y1[lane]) = (min.x, max.x, min.y, max.y);
    }

    pub(crate) fn clear(&mut self, lane: usize) {
        self.put(lane, crate::broad::box_table::NOTHING);
    }

    pub(crate) fn get(&self, lane: usize) -> Aabb {
        let Self([[x0, x1], [y0, y1]]) = self;
        let (min, max) = ((x0[lane], y0[lane]), (x1[lane], y1[lane]));
        Aabb { min: Vec2 { x: min.0, y: min.1 }, max: Vec2 { x: max.0, y: max.1 } }
    }

    /// The smallest box that holds all lanes that are not empty; NaN when all are.
    pub(crate) fn bounds(&self) -> Aabb {
        let (mut x0, mut y0) = (f32::INFINITY, f32::INFINITY);
        let (mut x1, mut y1) = (f32::NEG_INFINITY, f32::NEG_INFINITY);
        let mut any = false;
        for lane in 0..WIDTH {
            let Aabb { min, max } = self.get(lane);
            x0 = if min.x < x0 { min.x } else { x0 };
            y0 = if min.y < y0 { min.y } else { y0 };
            x1 = if max.x > x1 { max.x } else { x1 };
            y1 = if max.y > y1 { max.y } else { y1 };
            any |= min.x <= max.x;
        }
        if any {
            Aabb { min: Vec2 { x: x0, y: y0 }, max: Vec2 { x: x1, y: y1 } }
        } else {
            crate::broad::box_table::NOTHING
        }
    }

    /// The [`bits`] of the lanes whose closed box shares a point with `bounds`.
    #[inline]
    pub(crate) fn meeting(&self, bounds: Aabb) -> u32 {
        let Self([[x0, x1], [y0, y1]]) = self;
        bits(both(
            both(at_most(x0, bounds.max.x), at_least(x1, bounds.min.x)),
            both(at_most(y0, bounds.max.y), at_least(y1, bounds.min.y)),
        ))
    }

    /// The low and high sides along x, then along y.
    #[inline(always)]
    pub(crate) fn sides(&self) -> &[[[f32; WIDTH]; 2]; 2] {
        &self.0
    }
}

/// The lanes of what [`bits`] makes, ascending.
#[inline(always)]
pub(crate) fn ones(mut bits: u32) -> impl Iterator<Item = usize> {
    core::iter::from_fn(move || {
        if bits == 0 {
            return None;
        }
        let lane = bits.trailing_zeros() as usize - 1;
        bits &= bits - 1;
        Some(lane)
    })
}

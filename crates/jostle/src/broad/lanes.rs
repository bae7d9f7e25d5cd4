//! Eight boxes side by side, for tests that take them all at once.
//!
//! Structure of arrays in plain Rust: every loop over the eight lanes is branchless, so that the
//! compiler turns it into vector instructions of whatever width there is. An empty lane holds NaN,
//! which every comparison refuses.

use crate::math::{Aabb, Vec2};

/// How many boxes stand side by side.
pub(super) const WIDTH: usize = 8;

/// All ones where something holds, else 0.
pub(super) type Mask = [u32; WIDTH];

#[inline(always)]
fn mask(holds: impl Fn(usize) -> bool) -> Mask {
    let mut out = [0; WIDTH];
    for (lane, out) in out.iter_mut().enumerate() {
        *out = if holds(lane) { u32::MAX } else { 0 };
    }
    out
}

#[inline(always)]
pub(super) fn at_most(a: &[f32; WIDTH], b: f32) -> Mask {
    mask(|lane| a[lane] <= b)
}

#[inline(always)]
pub(super) fn at_least(a: &[f32; WIDTH], b: f32) -> Mask {
    mask(|lane| a[lane] >= b)
}

#[inline(always)]
pub(super) fn both(a: Mask, b: Mask) -> Mask {
    let mut out = a;
    for (out, b) in out.iter_mut().zip(&b) {
        *out &= b;
    }
    out
}

/// One bit for each lane, for [`ones`]. The lowest lane has the second bit: with the first, the
/// compiler treats it apart from the others, and none of this becomes vectors.
#[inline(always)]
pub(super) fn bits(mask: Mask) -> u32 {
    both(mask, [2, 4, 8, 16, 32, 64, 128, 256]).iter().fold(0, |all, bit| all | bit)
}

/// Aligned so that no register's load crosses a line of the cache.
#[derive(Clone, Copy, Debug)]
#[repr(align(32))]
pub(super) struct Lanes {
    min_x: [f32; WIDTH],
    max_x: [f32; WIDTH],
    min_y: [f32; WIDTH],
    max_y: [f32; WIDTH],
}

impl Lanes {
    pub(super) const EMPTY: Self = Self {
        min_x: [f32::NAN; WIDTH],
        max_x: [f32::NAN; WIDTH],
        min_y: [f32::NAN; WIDTH],
        max_y: [f32::NAN; WIDTH],
    };

    pub(super) fn put(&mut self, lane: usize, bounds: Aabb) {
        self.min_x[lane] = bounds.min.x;
        self.max_x[lane] = bounds.max.x;
        self.min_y[lane] = bounds.min.y;
        self.max_y[lane] = bounds.max.y;
    }

    pub(super) fn clear(&mut self, lane: usize) {
        self.put(lane, super::slots::NOTHING);
    }

    pub(super) fn get(&self, lane: usize) -> Aabb {
        Aabb {
            min: Vec2 { x: self.min_x[lane], y: self.min_y[lane] },
            max: Vec2 { x: self.max_x[lane], y: self.max_y[lane] },
        }
    }

    /// The smallest box that holds all lanes that are not empty; NaN when all are.
    pub(super) fn bounds(&self) -> Aabb {
        let (mut x0, mut y0) = (f32::INFINITY, f32::INFINITY);
        let (mut x1, mut y1) = (f32::NEG_INFINITY, f32::NEG_INFINITY);
        let mut any = false;
        for lane in 0..WIDTH {
            x0 = if self.min_x[lane] < x0 { self.min_x[lane] } else { x0 };
            y0 = if self.min_y[lane] < y0 { self.min_y[lane] } else { y0 };
            x1 = if self.max_x[lane] > x1 { self.max_x[lane] } else { x1 };
            y1 = if self.max_y[lane] > y1 { self.max_y[lane] } else { y1 };
            any |= self.min_x[lane] <= self.max_x[lane];
        }
        if any {
            Aabb { min: Vec2 { x: x0, y: y0 }, max: Vec2 { x: x1, y: y1 } }
        } else {
            super::slots::NOTHING
        }
    }

    /// The [`bits`] of the lanes whose closed box shares a point with `bounds`.
    #[inline]
    pub(super) fn meeting(&self, bounds: Aabb) -> u32 {
        bits(both(
            both(at_most(&self.min_x, bounds.max.x), at_least(&self.max_x, bounds.min.x)),
            both(at_most(&self.min_y, bounds.max.y), at_least(&self.max_y, bounds.min.y)),
        ))
    }

    /// The low and high sides along x, then along y.
    pub(super) fn sides(&self) -> [[&[f32; WIDTH]; 2]; 2] {
        [[&self.min_x, &self.max_x], [&self.min_y, &self.max_y]]
    }
}

/// The lanes of what [`bits`] makes, ascending.
#[inline(always)]
pub(super) fn ones(mut bits: u32) -> impl Iterator<Item = usize> {
    core::iter::from_fn(move || {
        if bits == 0 {
            return None;
        }
        let lane = bits.trailing_zeros() as usize - 1;
        bits &= bits - 1;
        Some(lane)
    })
}

//! One number: the algorithms of lanes for a single pair, without registers to fill.

use core::ops::{Add, Div, Mul, Sub};

use crate::math::simd::Lane;
use crate::math::sqrt;

#[derive(Clone, Copy, Debug)]
pub(crate) struct One(pub(crate) f32);

#[inline(always)]
fn answer(holds: bool) -> One {
    One(f32::from_bits(if holds { u32::MAX } else { 0 }))
}

impl Add for One {
    type Output = Self;

    #[inline(always)]
    fn add(self, other: Self) -> Self {
        Self(self.0 + other.0)
    }
}

impl Sub for One {
    type Output = Self;

    #[inline(always)]
    fn sub(self, other: Self) -> Self {
        Self(self.0 - other.0)
    }
}

impl Mul for One {
    type Output = Self;

    #[inline(always)]
    fn mul(self, other: Self) -> Self {
        Self(self.0 * other.0)
    }
}

impl Div for One {
    type Output = Self;

    #[inline(always)]
    fn div(self, other: Self) -> Self {
        Self(self.0 / other.0)
    }
}

impl Lane for One {
    #[inline(always)]
    fn splat(value: f32) -> Self {
        Self(value)
    }

    #[inline(always)]
    fn abs(self) -> Self {
        Self(self.0.abs())
    }

    #[inline(always)]
    fn sqrt(self) -> Self {
        Self(sqrt(f64::from(self.0)) as f32)
    }

    #[inline(always)]
    fn tagged(self, tag: u32) -> Self {
        Self(f32::from_bits(self.0.to_bits() & !15 | tag))
    }

    #[inline(always)]
    fn lesser(self, other: Self) -> Self {
        if self.0 < other.0 { self } else { other }
    }

    #[inline(always)]
    fn greater(self, other: Self) -> Self {
        if self.0 > other.0 { self } else { other }
    }

    #[inline(always)]
    fn above(self, other: Self) -> Self {
        answer(self.0 > other.0)
    }

    #[inline(always)]
    fn equals(self, other: Self) -> Self {
        answer(self.0 == other.0)
    }

    #[inline(always)]
    fn and(self, other: Self) -> Self {
        Self(f32::from_bits(self.0.to_bits() & other.0.to_bits()))
    }

    #[inline(always)]
    fn or(self, other: Self) -> Self {
        Self(f32::from_bits(self.0.to_bits() | other.0.to_bits()))
    }

    #[inline(always)]
    fn choose(self, yes: Self, no: Self) -> Self {
        if self.bits() == 1 { yes } else { no }
    }

    #[inline(always)]
    fn bits(self) -> u8 {
        (self.0.to_bits() >> 31) as u8
    }
}

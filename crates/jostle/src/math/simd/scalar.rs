//! One number: the algorithms of lanes for a single pair, without registers to fill.

use core::ops::{Add, Div, Mul, Sub};

use crate::math::simd::F32Lanes;
use crate::math::sqrt;

#[derive(Clone, Copy, Debug)]
pub(crate) struct Scalar(pub(crate) f32);

#[inline(always)]
fn answer(holds: bool) -> Scalar {
    Scalar(f32::from_bits(if holds { u32::MAX } else { 0 }))
}

impl Add for Scalar {
    type Output = Self;

    #[inline(always)]
    fn add(self, other: Self) -> Self {
        Self(self.0 + other.0)
    }
}

impl Sub for Scalar {
    type Output = Self;

    #[inline(always)]
    fn sub(self, other: Self) -> Self {
        Self(self.0 - other.0)
    }
}

impl Mul for Scalar {
    type Output = Self;

    #[inline(always)]
    fn mul(self, other: Self) -> Self {
        Self(self.0 * other.0)
    }
}

impl Div for Scalar {
    type Output = Self;

    #[inline(always)]
    fn div(self, other: Self) -> Self {
        Self(self.0 / other.0)
    }
}

impl F32Lanes for Scalar {
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
    fn with_low_bits(self, tag: u32) -> Self {
        Self(f32::from_bits(self.0.to_bits() & !15 | tag))
    }

    #[inline(always)]
    fn min(self, other: Self) -> Self {
        if self.0 < other.0 { self } else { other }
    }

    #[inline(always)]
    fn max(self, other: Self) -> Self {
        if self.0 > other.0 { self } else { other }
    }

    #[inline(always)]
    fn gt(self, other: Self) -> Self {
        answer(self.0 > other.0)
    }

    #[inline(always)]
    fn eq(self, other: Self) -> Self {
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
    fn select(self, yes: Self, no: Self) -> Self {
        if self.mask() == 1 { yes } else { no }
    }

    #[inline(always)]
    fn mask(self) -> u8 {
        (self.0.to_bits() >> 31) as u8
    }
}

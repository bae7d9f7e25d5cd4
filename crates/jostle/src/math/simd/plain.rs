//! Arrays, which the compiler turns into vectors where it can.

use core::ops::{Add, Div, Mul, Sub};

use super::{Lane, Quad};

#[derive(Clone, Copy, Debug)]
pub(crate) struct Four([f32; 4]);

const YES: f32 = f32::from_bits(u32::MAX);

impl Four {
    #[inline(always)]
    fn each(self, other: Self, of: impl Fn(f32, f32) -> f32) -> Self {
        let mut out = [0.0; 4];
        for (i, out) in out.iter_mut().enumerate() {
            *out = of(self.0[i], other.0[i]);
        }
        Self(out)
    }

    #[inline(always)]
    fn holds(self, other: Self, of: impl Fn(f32, f32) -> bool) -> Self {
        self.each(other, |a, b| if of(a, b) { YES } else { 0.0 })
    }

    #[inline(always)]
    fn bitwise(self, other: Self, of: impl Fn(u32, u32) -> u32) -> Self {
        self.each(other, |a, b| f32::from_bits(of(a.to_bits(), b.to_bits())))
    }
}

impl Add for Four {
    type Output = Self;

    #[inline(always)]
    fn add(self, other: Self) -> Self {
        self.each(other, |a, b| a + b)
    }
}

impl Sub for Four {
    type Output = Self;

    #[inline(always)]
    fn sub(self, other: Self) -> Self {
        self.each(other, |a, b| a - b)
    }
}

impl Mul for Four {
    type Output = Self;

    #[inline(always)]
    fn mul(self, other: Self) -> Self {
        self.each(other, |a, b| a * b)
    }
}

impl Div for Four {
    type Output = Self;

    #[inline(always)]
    fn div(self, other: Self) -> Self {
        self.each(other, |a, b| a / b)
    }
}

impl Quad for Four {
    #[inline(always)]
    fn load(from: [f32; 4]) -> Self {
        Self(from)
    }

    #[inline(always)]
    fn numbers(self) -> [f32; 4] {
        self.0
    }
}

impl Lane for Four {
    #[inline(always)]
    fn splat(value: f32) -> Self {
        Self([value; 4])
    }

    #[inline(always)]
    fn abs(self) -> Self {
        Self(self.0.map(f32::abs))
    }

    #[inline(always)]
    fn lesser(self, other: Self) -> Self {
        self.each(other, |a, b| if a < b { a } else { b })
    }

    #[inline(always)]
    fn greater(self, other: Self) -> Self {
        self.each(other, |a, b| if a > b { a } else { b })
    }

    #[inline(always)]
    fn above(self, other: Self) -> Self {
        self.holds(other, |a, b| a > b)
    }

    #[inline(always)]
    fn equals(self, other: Self) -> Self {
        self.holds(other, |a, b| a == b)
    }

    #[inline(always)]
    fn and(self, other: Self) -> Self {
        self.bitwise(other, |a, b| a & b)
    }

    #[inline(always)]
    fn or(self, other: Self) -> Self {
        self.bitwise(other, |a, b| a | b)
    }

    #[inline(always)]
    fn bits(self) -> u8 {
        (0..4).fold(0, |all, i| all | (u8::from(self.0[i].to_bits() >> 31 == 1) << i))
    }
}

//! Arrays, which the compiler turns into vectors where it can.

use core::ops::{Add, Div, Mul, Sub};

use crate::math::simd::paired::Twice;
use crate::math::simd::{Dual, Full, Lane, Quad, Wide};
use crate::math::sqrt;

#[derive(Clone, Copy, Debug)]
pub(crate) struct Four([f32; 4]);

const YES: f32 = f32::from_bits(u32::MAX);

#[derive(Clone, Copy, Debug)]
pub(crate) struct Two([f64; 2]);

const SURELY: f64 = f64::from_bits(u64::MAX);

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

    #[inline(always)]
    fn beside(self, other: Self) -> [Self; 2] {
        let ([a, b, c, d], [e, f, g, h]) = (self.0, other.0);
        [Self([a, e, b, f]), Self([c, g, d, h])]
    }

    #[inline(always)]
    fn next(self) -> Self {
        Self(self.0.map(|v| {
            let bits = v.to_bits() as i32;
            f32::from_bits(bits.wrapping_add(1 | (bits >> 31)) as u32)
        }))
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
    fn sqrt(self) -> Self {
        // Rounding twice is rounding once where one has more than twice the digits.
        Self(self.0.map(|v| sqrt(f64::from(v)) as f32))
    }

    #[inline(always)]
    fn tagged(self, tag: u32) -> Self {
        Self(self.0.map(|v| f32::from_bits(v.to_bits() & !15 | tag)))
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
    fn choose(self, yes: Self, no: Self) -> Self {
        yes.and(self).or(no.bitwise(self, |a, b| a & !b))
    }

    #[inline(always)]
    fn bits(self) -> u8 {
        (0..4).fold(0, |all, i| all | (u8::from(self.0[i].to_bits() >> 31 == 1) << i))
    }
}

impl Full for Four {
    type Wide = Twice<Two>;

    #[inline(always)]
    fn widened(self) -> Twice<Two> {
        let [a, b, c, d] = self.0.map(f64::from);
        Twice::new(Two([a, b]), Two([c, d]))
    }

    #[inline(always)]
    fn narrowed(wide: Twice<Two>) -> Self {
        let [Two([a, b]), Two([c, d])] = wide.halves();
        Self([a as f32, b as f32, c as f32, d as f32])
    }
}

impl Two {
    #[inline(always)]
    fn each(self, other: Self, of: impl Fn(f64, f64) -> f64) -> Self {
        let ([a, b], [c, d]) = (self.0, other.0);
        Self([of(a, c), of(b, d)])
    }

    #[inline(always)]
    fn bitwise(self, other: Self, of: impl Fn(u64, u64) -> u64) -> Self {
        self.each(other, |a, b| f64::from_bits(of(a.to_bits(), b.to_bits())))
    }
}

impl Add for Two {
    type Output = Self;

    #[inline(always)]
    fn add(self, other: Self) -> Self {
        self.each(other, |a, b| a + b)
    }
}

impl Sub for Two {
    type Output = Self;

    #[inline(always)]
    fn sub(self, other: Self) -> Self {
        self.each(other, |a, b| a - b)
    }
}

impl Mul for Two {
    type Output = Self;

    #[inline(always)]
    fn mul(self, other: Self) -> Self {
        self.each(other, |a, b| a * b)
    }
}

impl Div for Two {
    type Output = Self;

    #[inline(always)]
    fn div(self, other: Self) -> Self {
        self.each(other, |a, b| a / b)
    }
}

impl Wide for Two {
    const LANES: u32 = 2;

    #[inline(always)]
    fn splat(value: f64) -> Self {
        Self([value; 2])
    }

    #[inline(always)]
    fn abs(self) -> Self {
        Self(self.0.map(f64::abs))
    }

    #[inline(always)]
    fn sqrt(self) -> Self {
        Self(self.0.map(sqrt))
    }

    #[inline(always)]
    fn greater(self, other: Self) -> Self {
        self.each(other, |a, b| if a > b { a } else { b })
    }

    #[inline(always)]
    fn above(self, other: Self) -> Self {
        self.each(other, |a, b| if a > b { SURELY } else { 0.0 })
    }

    #[inline(always)]
    fn and(self, other: Self) -> Self {
        self.bitwise(other, |a, b| a & b)
    }

    #[inline(always)]
    fn choose(self, yes: Self, no: Self) -> Self {
        let no = no.bitwise(self, |a, b| a & !b);
        yes.and(self).bitwise(no, |a, b| a | b)
    }

    #[inline(always)]
    fn negated(self, at: Self) -> Self {
        self.bitwise(at.and(Self::splat(-0.0)), |a, b| a ^ b)
    }

    #[inline(always)]
    fn bits(self) -> u8 {
        let [a, b] = self.0.map(|x| u8::from(x.to_bits() >> 63 == 1));
        a | (b << 1)
    }
}

impl Dual for Two {
    const YES: Self = Self([SURELY; 2]);

    #[inline(always)]
    fn load(from: [f64; 2]) -> Self {
        Self(from)
    }

    #[inline(always)]
    fn numbers(self) -> [f64; 2] {
        self.0
    }

    #[inline(always)]
    fn swapped(self) -> Self {
        Self([self.0[1], self.0[0]])
    }

    #[inline(always)]
    fn differs(self, other: Self) -> Self {
        self.bitwise(other, |a, b| a ^ b)
    }

    #[inline(always)]
    fn firsts(self, other: Self) -> Self {
        Self([self.0[0], other.0[0]])
    }

    #[inline(always)]
    fn seconds(self, other: Self) -> Self {
        Self([self.0[1], other.0[1]])
    }
}

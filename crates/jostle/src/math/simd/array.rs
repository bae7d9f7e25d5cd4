//! The backend of arrays, for targets without SIMD. Compilers may vectorize it.

use core::ops::{Add, Div, Mul, Sub};

use crate::math::simd::paired::Paired;
use crate::math::simd::{F32Lanes, F32x4, F64Lanes, F64x2, WidenToF64};
use crate::math::sqrt;

#[derive(Clone, Copy, Debug)]
pub(crate) struct Four([f32; 4]);

const YES: f32 = f32::from_bits(u32::MAX);

#[derive(Clone, Copy, Debug)]
pub(crate) struct Two([f64; 2]);

const SURELY: f64 = f64::from_bits(u64::MAX);

/// The four operators, number by number.
macro_rules! operators {
    ($type:ident) => {
        operators!($type, Add add, Sub sub, Mul mul, Div div);
    };
    ($type:ident, $($name:ident $method:ident),*) => {
        $(impl $name for $type {
            type Output = Self;

            #[inline(always)]
            fn $method(self, other: Self) -> Self {
                self.each(other, $name::$method)
            }
        })*
    };
}

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

operators!(Four);

lanes! { safe:
    impl F32x4 for Four {
        fn load(from: [f32; 4]) -> Self { Self(from) }
        fn numbers(self) -> [f32; 4] { self.0 }
        fn zip(self, other: Self) -> [Self; 2] {
            let ([a, b, c, d], [e, f, g, h]) = (self.0, other.0);
            [Self([a, e, b, f]), Self([c, g, d, h])]
        }
        fn next(self) -> Self {
            Self(self.0.map(|v| {
                let bits = v.to_bits() as i32;
                f32::from_bits(bits.wrapping_add(1 | (bits >> 31)) as u32)
            }))
        }
    }

    impl F32Lanes for Four {
        fn splat(value: f32) -> Self { Self([value; 4]) }
        fn abs(self) -> Self { Self(self.0.map(f32::abs)) }
        fn sqrt(self) -> Self {
            // Rounding twice is rounding once where one has more than twice the digits.
            Self(self.0.map(|v| sqrt(f64::from(v)) as f32))
        }
        fn with_low_bits(self, tag: u32) -> Self {
            Self(self.0.map(|v| f32::from_bits(v.to_bits() & !15 | tag)))
        }
        fn min(self, other: Self) -> Self { self.each(other, |a, b| if a < b { a } else { b }) }
        fn max(self, other: Self) -> Self { self.each(other, |a, b| if a > b { a } else { b }) }
        fn gt(self, other: Self) -> Self { self.holds(other, |a, b| a > b) }
        fn eq(self, other: Self) -> Self { self.holds(other, |a, b| a == b) }
        fn and(self, other: Self) -> Self { self.bitwise(other, |a, b| a & b) }
        fn or(self, other: Self) -> Self { self.bitwise(other, |a, b| a | b) }
        fn select(self, yes: Self, no: Self) -> Self {
            yes.and(self).or(no.bitwise(self, |a, b| a & !b))
        }
        fn mask(self) -> u8 {
            (0..4).fold(0, |all, i| all | (u8::from(self.0[i].to_bits() >> 31 == 1) << i))
        }
    }

    impl WidenToF64 for Four {
        type F64Lanes = Paired<Two>;

        fn to_f64(self) -> Paired<Two> {
            let [a, b, c, d] = self.0.map(f64::from);
            Paired::new(Two([a, b]), Two([c, d]))
        }
        fn from_f64(wide: Paired<Two>) -> Self {
            let [Two([a, b]), Two([c, d])] = wide.halves();
            Self([a as f32, b as f32, c as f32, d as f32])
        }
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

operators!(Two);

lanes! { safe:
    impl F64Lanes for Two {
        const LANES: u32 = 2;

        fn splat(value: f64) -> Self { Self([value; 2]) }
        fn abs(self) -> Self { Self(self.0.map(f64::abs)) }
        fn sqrt(self) -> Self { Self(self.0.map(sqrt)) }
        fn max(self, other: Self) -> Self { self.each(other, |a, b| if a > b { a } else { b }) }
        fn gt(self, other: Self) -> Self { self.each(other, |a, b| if a > b { SURELY } else { 0.0 }) }
        fn and(self, other: Self) -> Self { self.bitwise(other, |a, b| a & b) }
        fn select(self, yes: Self, no: Self) -> Self {
            let no = no.bitwise(self, |a, b| a & !b);
            yes.and(self).bitwise(no, |a, b| a | b)
        }
        fn neg_where(self, at: Self) -> Self { self.bitwise(at.and(Self::splat(-0.0)), |a, b| a ^ b) }
        fn mask(self) -> u8 {
            let [a, b] = self.0.map(|x| u8::from(x.to_bits() >> 63 == 1));
            a | (b << 1)
        }
    }

    impl F64x2 for Two {
        const YES: Self = Self([SURELY; 2]);

        fn load(from: [f64; 2]) -> Self { Self(from) }
        fn numbers(self) -> [f64; 2] { self.0 }
        fn rev(self) -> Self { Self([self.0[1], self.0[0]]) }
        fn xor(self, other: Self) -> Self { self.bitwise(other, |a, b| a ^ b) }
        fn unzip_lo(self, other: Self) -> Self { Self([self.0[0], other.0[0]]) }
        fn unzip_hi(self, other: Self) -> Self { Self([self.0[1], other.0[1]]) }
    }
}

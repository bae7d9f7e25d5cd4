//! A register of one lane, for algorithms of lanes on a single pair: [`Scalar`] and `f64`.

use core::ops::{Add, Div, Mul, Sub};

use crate::math::simd::{F32Lanes, F64Lanes};
use crate::math::sqrt;

#[derive(Clone, Copy, Debug)]
pub(crate) struct Scalar(pub(crate) f32);

#[inline(always)]
fn answer(holds: bool) -> Scalar {
    Scalar(f32::from_bits(if holds { u32::MAX } else { 0 }))
}

/// The four operators.
macro_rules! operators {
    ($($name:ident $method:ident),*) => {
        $(impl $name for Scalar {
            type Output = Self;

            #[inline(always)]
            fn $method(self, other: Self) -> Self {
                Self(self.0.$method(other.0))
            }
        })*
    };
}

operators!(Add add, Sub sub, Mul mul, Div div);

lanes! { safe:
    impl F32Lanes for Scalar {
        fn splat(value: f32) -> Self { Self(value) }
        fn abs(self) -> Self { Self(self.0.abs()) }
        fn sqrt(self) -> Self { Self(sqrt(f64::from(self.0)) as f32) }
        fn with_low_bits(self, tag: u32) -> Self { Self(f32::from_bits(self.0.to_bits() & !15 | tag)) }
        fn min(self, other: Self) -> Self { if self.0 < other.0 { self } else { other } }
        fn max(self, other: Self) -> Self { if self.0 > other.0 { self } else { other } }
        fn gt(self, other: Self) -> Self { answer(self.0 > other.0) }
        fn eq(self, other: Self) -> Self { answer(self.0 == other.0) }
        fn and(self, other: Self) -> Self { Self(f32::from_bits(self.0.to_bits() & other.0.to_bits())) }
        fn or(self, other: Self) -> Self { Self(f32::from_bits(self.0.to_bits() | other.0.to_bits())) }
        fn select(self, yes: Self, no: Self) -> Self { if self.mask() == 1 { yes } else { no } }
        fn mask(self) -> u8 { (self.0.to_bits() >> 31) as u8 }
    }

    impl F64Lanes for f64 {
        const LANES: u32 = 1;
        fn splat(value: f64) -> Self { value }
        fn abs(self) -> Self { self.abs() }
        fn sqrt(self) -> Self { sqrt(self) }
        fn neg(self) -> Self { -self }
        fn max(self, other: Self) -> Self { if self > other { self } else { other } }
        fn gt(self, other: Self) -> Self { f64::from_bits(if self > other { u64::MAX } else { 0 }) }
        fn and(self, other: Self) -> Self { f64::from_bits(self.to_bits() & other.to_bits()) }
        fn select(self, yes: Self, no: Self) -> Self { if self.mask() == 1 { yes } else { no } }
        fn neg_where(self, at: Self) -> Self {
            f64::from_bits(self.to_bits() ^ at.to_bits() & (1 << 63))
        }
        fn mask(self) -> u8 { (self.to_bits() >> 63) as u8 }
    }
}

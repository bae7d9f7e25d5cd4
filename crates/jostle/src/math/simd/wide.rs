//! wasm's simd128, which a module has or has not as a whole, so that its intrinsics are safe to call.
//!
//! Its `pmin` and `pmax` are a comparison and a choice, as elsewhere here, but with the arguments the
//! other way round.

use core::arch::wasm32 as isa;
use core::ops::{Add, Div, Mul, Sub};

use super::{Lane, Quad};

#[derive(Clone, Copy, Debug)]
pub(crate) struct Four(isa::v128);

/// An operator on both registers.
macro_rules! operator {
    ($name:ident, $method:ident, $intrinsic:ident) => {
        impl $name for Four {
            type Output = Self;

            #[inline(always)]
            fn $method(self, other: Self) -> Self {
                Self(isa::$intrinsic(self.0, other.0))
            }
        }
    };
}

operator!(Add, add, f32x4_add);
operator!(Sub, sub, f32x4_sub);
operator!(Mul, mul, f32x4_mul);
operator!(Div, div, f32x4_div);

impl Quad for Four {
    #[inline(always)]
    fn load([a, b, c, d]: [f32; 4]) -> Self {
        Self(isa::f32x4(a, b, c, d))
    }

    #[inline(always)]
    fn numbers(self) -> [f32; 4] {
        [
            isa::f32x4_extract_lane::<0>(self.0),
            isa::f32x4_extract_lane::<1>(self.0),
            isa::f32x4_extract_lane::<2>(self.0),
            isa::f32x4_extract_lane::<3>(self.0),
        ]
    }
}

impl Lane for Four {
    #[inline(always)]
    fn splat(value: f32) -> Self {
        Self(isa::f32x4_splat(value))
    }

    #[inline(always)]
    fn abs(self) -> Self {
        Self(isa::f32x4_abs(self.0))
    }

    #[inline(always)]
    fn lesser(self, other: Self) -> Self {
        Self(isa::f32x4_pmin(other.0, self.0))
    }

    #[inline(always)]
    fn greater(self, other: Self) -> Self {
        Self(isa::f32x4_pmax(other.0, self.0))
    }

    #[inline(always)]
    fn above(self, other: Self) -> Self {
        Self(isa::f32x4_gt(self.0, other.0))
    }

    #[inline(always)]
    fn equals(self, other: Self) -> Self {
        Self(isa::f32x4_eq(self.0, other.0))
    }

    #[inline(always)]
    fn and(self, other: Self) -> Self {
        Self(isa::v128_and(self.0, other.0))
    }

    #[inline(always)]
    fn or(self, other: Self) -> Self {
        Self(isa::v128_or(self.0, other.0))
    }

    #[inline(always)]
    fn bits(self) -> u8 {
        isa::i32x4_bitmask(self.0)
    }
}

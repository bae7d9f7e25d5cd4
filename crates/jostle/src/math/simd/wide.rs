//! wasm's simd128, which a module has or has not as a whole, so that its intrinsics are safe to call.
//!
//! Its `pmin` and `pmax` are a comparison and a choice, as elsewhere here, but with the arguments the
//! other way round.

use core::arch::wasm32 as isa;
use core::ops::{Add, Div, Mul, Sub};

use super::{Lane, WIDTH};

type Four = isa::v128;

/// Two registers of four numbers.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Eight([Four; 2]);

impl Eight {
    #[inline(always)]
    fn both(self, other: Self, of: impl Fn(Four, Four) -> Four) -> Self {
        let ([a, b], [c, d]) = (self.0, other.0);
        Self([of(a, c), of(b, d)])
    }
}

/// An operator on both registers.
macro_rules! operator {
    ($name:ident, $method:ident, $intrinsic:ident) => {
        impl $name for Eight {
            type Output = Self;

            #[inline(always)]
            fn $method(self, other: Self) -> Self {
                self.both(
                    other,
                    #[inline(always)]
                    |a, b| isa::$intrinsic(a, b),
                )
            }
        }
    };
}

operator!(Add, add, f32x4_add);
operator!(Sub, sub, f32x4_sub);
operator!(Mul, mul, f32x4_mul);
operator!(Div, div, f32x4_div);

impl Lane for Eight {
    #[inline(always)]
    fn load(from: &[f32; WIDTH]) -> Self {
        let [a, b, c, d, e, f, g, h] = *from;
        Self([isa::f32x4(a, b, c, d), isa::f32x4(e, f, g, h)])
    }

    #[inline(always)]
    fn store(self, to: &mut [f32; WIDTH]) {
        let [p, q] = self.0;
        *to = [
            isa::f32x4_extract_lane::<0>(p),
            isa::f32x4_extract_lane::<1>(p),
            isa::f32x4_extract_lane::<2>(p),
            isa::f32x4_extract_lane::<3>(p),
            isa::f32x4_extract_lane::<0>(q),
            isa::f32x4_extract_lane::<1>(q),
            isa::f32x4_extract_lane::<2>(q),
            isa::f32x4_extract_lane::<3>(q),
        ];
    }

    #[inline(always)]
    fn splat(value: f32) -> Self {
        Self([isa::f32x4_splat(value); 2])
    }

    #[inline(always)]
    fn abs(self) -> Self {
        let [a, b] = self.0;
        Self([isa::f32x4_abs(a), isa::f32x4_abs(b)])
    }

    #[inline(always)]
    fn lesser(self, other: Self) -> Self {
        self.both(
            other,
            #[inline(always)]
            |a, b| isa::f32x4_pmin(b, a),
        )
    }

    #[inline(always)]
    fn greater(self, other: Self) -> Self {
        self.both(
            other,
            #[inline(always)]
            |a, b| isa::f32x4_pmax(b, a),
        )
    }

    #[inline(always)]
    fn above(self, other: Self) -> Self {
        self.both(
            other,
            #[inline(always)]
            |a, b| isa::f32x4_gt(a, b),
        )
    }

    #[inline(always)]
    fn equals(self, other: Self) -> Self {
        self.both(
            other,
            #[inline(always)]
            |a, b| isa::f32x4_eq(a, b),
        )
    }

    #[inline(always)]
    fn and(self, other: Self) -> Self {
        self.both(
            other,
            #[inline(always)]
            |a, b| isa::v128_and(a, b),
        )
    }

    #[inline(always)]
    fn or(self, other: Self) -> Self {
        self.both(
            other,
            #[inline(always)]
            |a, b| isa::v128_or(a, b),
        )
    }

    #[inline(always)]
    fn bits(self) -> u8 {
        let [low, high] = self.0.map(
            #[inline(always)]
            |four| u32::from(isa::i32x4_bitmask(four)),
        );
        (low | (high << 4)) as u8
    }
}

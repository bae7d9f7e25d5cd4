//! The backend of wasm simd128. A module has the feature or not as a whole, so its intrinsics are
//! safe.
//!
//! `pmin` and `pmax` are a comparison and a selection with the arguments in the other order.

use core::arch::wasm32 as isa;

use crate::math::simd::paired::Paired;
use crate::math::simd::{F32Lanes, F32x4, F64Lanes, F64x2, WidenToF64};

#[derive(Clone, Copy, Debug)]
pub(crate) struct Four(isa::v128);

#[derive(Clone, Copy, Debug)]
pub(crate) struct Two(isa::v128);

operators!(safe: Four, f32x4_add, f32x4_sub, f32x4_mul, f32x4_div);
operators!(safe: Two, f64x2_add, f64x2_sub, f64x2_mul, f64x2_div);

lanes! { safe:
    impl F32x4 for Four {
        fn load([a, b, c, d]: [f32; 4]) -> Self { Self(isa::f32x4(a, b, c, d)) }
        fn numbers(self) -> [f32; 4] {
            [
                isa::f32x4_extract_lane::<0>(self.0),
                isa::f32x4_extract_lane::<1>(self.0),
                isa::f32x4_extract_lane::<2>(self.0),
                isa::f32x4_extract_lane::<3>(self.0),
            ]
        }
        fn zip(self, other: Self) -> [Self; 2] {
            [
                Self(isa::i32x4_shuffle::<0, 4, 1, 5>(self.0, other.0)),
                Self(isa::i32x4_shuffle::<2, 6, 3, 7>(self.0, other.0)),
            ]
        }
        fn next(self) -> Self {
            let step = isa::v128_or(isa::i32x4_shr(self.0, 31), isa::i32x4_splat(1));
            Self(isa::i32x4_add(self.0, step))
        }
    }

    impl F32Lanes for Four {
        fn splat(value: f32) -> Self { Self(isa::f32x4_splat(value)) }
        fn abs(self) -> Self { Self(isa::f32x4_abs(self.0)) }
        fn sqrt(self) -> Self { Self(isa::f32x4_sqrt(self.0)) }
        fn min(self, other: Self) -> Self { Self(isa::f32x4_pmin(other.0, self.0)) }
        fn max(self, other: Self) -> Self { Self(isa::f32x4_pmax(other.0, self.0)) }
        fn gt(self, other: Self) -> Self { Self(isa::f32x4_gt(self.0, other.0)) }
        fn eq(self, other: Self) -> Self { Self(isa::f32x4_eq(self.0, other.0)) }
        fn and(self, other: Self) -> Self { Self(isa::v128_and(self.0, other.0)) }
        fn or(self, other: Self) -> Self { Self(isa::v128_or(self.0, other.0)) }
        fn select(self, yes: Self, no: Self) -> Self { Self(isa::v128_bitselect(yes.0, no.0, self.0)) }
        fn mask(self) -> u8 { isa::i32x4_bitmask(self.0) }
    }

    impl WidenToF64 for Four {
        type F64Lanes = Paired<Two>;

        fn to_f64(self) -> Paired<Two> {
            let high = isa::i64x2_shuffle::<1, 1>(self.0, self.0);
            let (low, high) =
                (isa::f64x2_promote_low_f32x4(self.0), isa::f64x2_promote_low_f32x4(high));
            Paired::new(Two(low), Two(high))
        }
        fn from_f64(wide: Paired<Two>) -> Self {
            let [Two(low), Two(high)] = wide.halves();
            let (low, high) = (isa::f32x4_demote_f64x2_zero(low), isa::f32x4_demote_f64x2_zero(high));
            Self(isa::i64x2_shuffle::<0, 2>(low, high))
        }
    }

    impl F64Lanes for Two {
        fn splat(value: f64) -> Self { Self(isa::f64x2_splat(value)) }
        fn abs(self) -> Self { Self(isa::f64x2_abs(self.0)) }
        fn sqrt(self) -> Self { Self(isa::f64x2_sqrt(self.0)) }
        fn max(self, other: Self) -> Self { Self(isa::f64x2_pmax(other.0, self.0)) }
        fn gt(self, other: Self) -> Self { Self(isa::f64x2_gt(self.0, other.0)) }
        fn and(self, other: Self) -> Self { Self(isa::v128_and(self.0, other.0)) }
        fn select(self, yes: Self, no: Self) -> Self { Self(isa::v128_bitselect(yes.0, no.0, self.0)) }
        fn neg_where(self, at: Self) -> Self {
            Self(isa::v128_xor(self.0, isa::v128_and(at.0, isa::f64x2_splat(-0.0))))
        }
        fn mask(self) -> u8 { isa::i64x2_bitmask(self.0) }
    }

    impl F64x2 for Two {
        fn load([a, b]: [f64; 2]) -> Self { Self(isa::f64x2(a, b)) }
        fn numbers(self) -> [f64; 2] {
            [isa::f64x2_extract_lane::<0>(self.0), isa::f64x2_extract_lane::<1>(self.0)]
        }
        fn rev(self) -> Self { Self(isa::i64x2_shuffle::<1, 0>(self.0, self.0)) }
        fn xor(self, other: Self) -> Self { Self(isa::v128_xor(self.0, other.0)) }
        fn unzip_lo(self, other: Self) -> Self { Self(isa::i64x2_shuffle::<0, 2>(self.0, other.0)) }
        fn unzip_hi(self, other: Self) -> Self { Self(isa::i64x2_shuffle::<1, 3>(self.0, other.0)) }
    }
}

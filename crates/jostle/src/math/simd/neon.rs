//! The NEON backend. Every aarch64 has the features of these intrinsics.
//!
//! `vminq` and `vmaxq` return NaN if one argument is NaN and order the zeros. The facade defines
//! minima as a comparison and a selection, so this file does the same.
#![expect(unsafe_code, reason = "intrinsics of a feature that every aarch64 has")]

use core::arch::aarch64 as isa;

use crate::math::simd::paired::Paired;
use crate::math::simd::{F32Lanes, F32x4, F64Lanes, F64x2, WidenToF64};

#[derive(Clone, Copy, Debug)]
pub(crate) struct Four(isa::float32x4_t);

#[derive(Clone, Copy, Debug)]
pub(crate) struct Two(isa::float64x2_t);

operators!(unsafe: Four, vaddq_f32, vsubq_f32, vmulq_f32, vdivq_f32);
operators!(unsafe: Two, vaddq_f64, vsubq_f64, vmulq_f64, vdivq_f64);

impl Four {
    #[inline(always)]
    fn as_bits(self) -> isa::uint32x4_t {
        unsafe { isa::vreinterpretq_u32_f32(self.0) }
    }

    #[inline(always)]
    fn of_bits(bits: isa::uint32x4_t) -> Self {
        Self(unsafe { isa::vreinterpretq_f32_u32(bits) })
    }
}

impl Two {
    #[inline(always)]
    fn as_bits(self) -> isa::uint64x2_t {
        unsafe { isa::vreinterpretq_u64_f64(self.0) }
    }

    #[inline(always)]
    fn of_bits(bits: isa::uint64x2_t) -> Self {
        Self(unsafe { isa::vreinterpretq_f64_u64(bits) })
    }
}

lanes! { unsafe:
    impl F32x4 for Four {
        fn load(from: [f32; 4]) -> Self { Self(isa::vld1q_f32(from.as_ptr())) }
        fn numbers(self) -> [f32; 4] {
            let mut to = [0.0; 4];
            isa::vst1q_f32(to.as_mut_ptr(), self.0);
            to
        }
        fn zip(self, other: Self) -> [Self; 2] {
            [Self(isa::vzip1q_f32(self.0, other.0)), Self(isa::vzip2q_f32(self.0, other.0))]
        }
        fn next(self) -> Self {
            Self({
                let bits = isa::vreinterpretq_s32_f32(self.0);
                let step = isa::vorrq_s32(isa::vshrq_n_s32::<31>(bits), isa::vdupq_n_s32(1));
                isa::vreinterpretq_f32_s32(isa::vaddq_s32(bits, step))
            })
        }
    }

    impl F32Lanes for Four {
        fn splat(value: f32) -> Self { Self(isa::vdupq_n_f32(value)) }
        fn abs(self) -> Self { Self(isa::vabsq_f32(self.0)) }
        fn sqrt(self) -> Self { Self(isa::vsqrtq_f32(self.0)) }
        fn min(self, other: Self) -> Self { other.gt(self).select(self, other) }
        fn max(self, other: Self) -> Self { self.gt(other).select(self, other) }
        fn gt(self, other: Self) -> Self { Self::of_bits(isa::vcgtq_f32(self.0, other.0)) }
        fn eq(self, other: Self) -> Self { Self::of_bits(isa::vceqq_f32(self.0, other.0)) }
        fn and(self, other: Self) -> Self {
            Self::of_bits(isa::vandq_u32(self.as_bits(), other.as_bits()))
        }
        fn or(self, other: Self) -> Self {
            Self::of_bits(isa::vorrq_u32(self.as_bits(), other.as_bits()))
        }
        fn select(self, yes: Self, no: Self) -> Self {
            Self(isa::vbslq_f32(self.as_bits(), yes.0, no.0))
        }
        fn mask(self) -> u8 {
            const PLACES: [u32; 4] = [1, 2, 4, 8];
            {
                let signs = isa::vshrq_n_s32::<31>(isa::vreinterpretq_s32_f32(self.0));
                let places = isa::vld1q_u32(PLACES.as_ptr());
                isa::vaddvq_u32(isa::vandq_u32(isa::vreinterpretq_u32_s32(signs), places)) as u8
            }
        }
    }

    impl WidenToF64 for Four {
        type F64Lanes = Paired<Two>;

        fn to_f64(self) -> Paired<Two> {
            let (low, high) = (isa::vcvt_f64_f32(isa::vget_low_f32(self.0)), isa::vcvt_high_f64_f32(self.0));
            Paired::new(Two(low), Two(high))
        }
        fn from_f64(wide: Paired<Two>) -> Self {
            let [Two(low), Two(high)] = wide.halves();
            Self(isa::vcvt_high_f32_f64(isa::vcvt_f32_f64(low), high))
        }
    }

    impl F64Lanes for Two {
        fn splat(value: f64) -> Self { Self(isa::vdupq_n_f64(value)) }
        fn abs(self) -> Self { Self(isa::vabsq_f64(self.0)) }
        fn sqrt(self) -> Self { Self(isa::vsqrtq_f64(self.0)) }
        fn max(self, other: Self) -> Self { self.gt(other).select(self, other) }
        fn gt(self, other: Self) -> Self { Self::of_bits(isa::vcgtq_f64(self.0, other.0)) }
        fn and(self, other: Self) -> Self {
            Self::of_bits(isa::vandq_u64(self.as_bits(), other.as_bits()))
        }
        fn select(self, yes: Self, no: Self) -> Self {
            Self(isa::vbslq_f64(self.as_bits(), yes.0, no.0))
        }
        fn neg_where(self, at: Self) -> Self {
            let sign = isa::vdupq_n_f64(-0.0);
            self.xor(at.and(Self(sign)))
        }
        fn mask(self) -> u8 {
            let signs = isa::vshrq_n_u64::<63>(self.as_bits());
            (isa::vgetq_lane_u64::<0>(signs) | isa::vgetq_lane_u64::<1>(signs) << 1) as u8
        }
    }

    impl F64x2 for Two {
        fn load(from: [f64; 2]) -> Self { Self(isa::vld1q_f64(from.as_ptr())) }
        fn numbers(self) -> [f64; 2] {
            let mut to = [0.0; 2];
            isa::vst1q_f64(to.as_mut_ptr(), self.0);
            to
        }
        fn rev(self) -> Self { Self(isa::vextq_f64::<1>(self.0, self.0)) }
        fn xor(self, other: Self) -> Self {
            Self::of_bits(isa::veorq_u64(self.as_bits(), other.as_bits()))
        }
        fn unzip_lo(self, other: Self) -> Self { Self(isa::vzip1q_f64(self.0, other.0)) }
        fn unzip_hi(self, other: Self) -> Self { Self(isa::vzip2q_f64(self.0, other.0)) }
    }
}

//! NEON, which every aarch64 has: the features of these intrinsics are always there.
//!
//! Its `vminq` and `vmaxq` answer NaN where one of two is, and its lesser zero is the negative one; here it is a
//! comparison and a choice, as elsewhere.
#![expect(unsafe_code, reason = "intrinsics of a feature that every aarch64 has")]

use core::arch::aarch64 as isa;
use core::ops::{Add, Div, Mul, Sub};

use crate::math::simd::paired::Paired;
use crate::math::simd::{F32Lanes, F32x4, F64Lanes, F64x2, WidenToF64};

#[derive(Clone, Copy, Debug)]
pub(crate) struct Four(isa::float32x4_t);

#[derive(Clone, Copy, Debug)]
pub(crate) struct Two(isa::float64x2_t);

/// An operator on registers.
macro_rules! operator {
    ($type:ident, $name:ident, $method:ident, $intrinsic:ident) => {
        impl $name for $type {
            type Output = Self;

            #[inline(always)]
            fn $method(self, other: Self) -> Self {
                // SAFETY: see the file's head.
                Self(unsafe { isa::$intrinsic(self.0, other.0) })
            }
        }
    };
}

operator!(Four, Add, add, vaddq_f32);
operator!(Two, Add, add, vaddq_f64);
operator!(Four, Sub, sub, vsubq_f32);
operator!(Two, Sub, sub, vsubq_f64);
operator!(Four, Mul, mul, vmulq_f32);
operator!(Two, Mul, mul, vmulq_f64);
operator!(Four, Div, div, vdivq_f32);
operator!(Two, Div, div, vdivq_f64);

impl Four {
    #[inline(always)]
    fn as_bits(self) -> isa::uint32x4_t {
        // SAFETY: see the file's head.
        unsafe { isa::vreinterpretq_u32_f32(self.0) }
    }

    #[inline(always)]
    fn of_bits(bits: isa::uint32x4_t) -> Self {
        // SAFETY: see the file's head.
        Self(unsafe { isa::vreinterpretq_f32_u32(bits) })
    }
}

impl Two {
    #[inline(always)]
    fn as_bits(self) -> isa::uint64x2_t {
        // SAFETY: see the file's head.
        unsafe { isa::vreinterpretq_u64_f64(self.0) }
    }

    #[inline(always)]
    fn of_bits(bits: isa::uint64x2_t) -> Self {
        // SAFETY: see the file's head.
        Self(unsafe { isa::vreinterpretq_f64_u64(bits) })
    }
}

impl F32x4 for Four {
    #[inline(always)]
    fn load(from: [f32; 4]) -> Self {
        // SAFETY: see the file's head; there are the four numbers that are read.
        Self(unsafe { isa::vld1q_f32(from.as_ptr()) })
    }

    #[inline(always)]
    fn numbers(self) -> [f32; 4] {
        let mut to = [0.0; 4];
        // SAFETY: see the file's head; there is room for the four numbers that are written.
        unsafe { isa::vst1q_f32(to.as_mut_ptr(), self.0) };
        to
    }

    #[inline(always)]
    fn zip(self, other: Self) -> [Self; 2] {
        // SAFETY: see the file's head.
        unsafe { [Self(isa::vzip1q_f32(self.0, other.0)), Self(isa::vzip2q_f32(self.0, other.0))] }
    }

    #[inline(always)]
    fn next(self) -> Self {
        // SAFETY: see the file's head.
        Self(unsafe {
            let bits = isa::vreinterpretq_s32_f32(self.0);
            let step = isa::vorrq_s32(isa::vshrq_n_s32::<31>(bits), isa::vdupq_n_s32(1));
            isa::vreinterpretq_f32_s32(isa::vaddq_s32(bits, step))
        })
    }
}

impl F32Lanes for Four {
    #[inline(always)]
    fn splat(value: f32) -> Self {
        // SAFETY: see the file's head.
        Self(unsafe { isa::vdupq_n_f32(value) })
    }

    #[inline(always)]
    fn abs(self) -> Self {
        // SAFETY: see the file's head.
        Self(unsafe { isa::vabsq_f32(self.0) })
    }

    #[inline(always)]
    fn sqrt(self) -> Self {
        // SAFETY: see the file's head.
        Self(unsafe { isa::vsqrtq_f32(self.0) })
    }

    #[inline(always)]
    fn with_low_bits(self, tag: u32) -> Self {
        // SAFETY: see the file's head.
        Self::of_bits(unsafe {
            let kept = isa::vandq_u32(self.as_bits(), isa::vdupq_n_u32(!15));
            isa::vorrq_u32(kept, isa::vdupq_n_u32(tag))
        })
    }

    #[inline(always)]
    fn min(self, other: Self) -> Self {
        other.gt(self).select(self, other)
    }

    #[inline(always)]
    fn max(self, other: Self) -> Self {
        self.gt(other).select(self, other)
    }

    #[inline(always)]
    fn gt(self, other: Self) -> Self {
        // SAFETY: see the file's head.
        Self::of_bits(unsafe { isa::vcgtq_f32(self.0, other.0) })
    }

    #[inline(always)]
    fn eq(self, other: Self) -> Self {
        // SAFETY: see the file's head.
        Self::of_bits(unsafe { isa::vceqq_f32(self.0, other.0) })
    }

    #[inline(always)]
    fn and(self, other: Self) -> Self {
        // SAFETY: see the file's head.
        Self::of_bits(unsafe { isa::vandq_u32(self.as_bits(), other.as_bits()) })
    }

    #[inline(always)]
    fn or(self, other: Self) -> Self {
        // SAFETY: see the file's head.
        Self::of_bits(unsafe { isa::vorrq_u32(self.as_bits(), other.as_bits()) })
    }

    #[inline(always)]
    fn select(self, yes: Self, no: Self) -> Self {
        // SAFETY: see the file's head.
        Self(unsafe { isa::vbslq_f32(self.as_bits(), yes.0, no.0) })
    }

    #[inline(always)]
    fn mask(self) -> u8 {
        const PLACES: [u32; 4] = [1, 2, 4, 8];
        // SAFETY: see the file's head; there are the four numbers that are read.
        unsafe {
            let signs = isa::vshrq_n_s32::<31>(isa::vreinterpretq_s32_f32(self.0));
            let places = isa::vld1q_u32(PLACES.as_ptr());
            isa::vaddvq_u32(isa::vandq_u32(isa::vreinterpretq_u32_s32(signs), places)) as u8
        }
    }
}

impl WidenToF64 for Four {
    type F64Lanes = Paired<Two>;

    #[inline(always)]
    fn to_f64(self) -> Paired<Two> {
        // SAFETY: see the file's head.
        let (low, high) = unsafe {
            (isa::vcvt_f64_f32(isa::vget_low_f32(self.0)), isa::vcvt_high_f64_f32(self.0))
        };
        Paired::new(Two(low), Two(high))
    }

    #[inline(always)]
    fn from_f64(wide: Paired<Two>) -> Self {
        let [Two(low), Two(high)] = wide.halves();
        // SAFETY: see the file's head.
        Self(unsafe { isa::vcvt_high_f32_f64(isa::vcvt_f32_f64(low), high) })
    }
}

impl F64Lanes for Two {
    const LANES: u32 = 2;

    #[inline(always)]
    fn splat(value: f64) -> Self {
        // SAFETY: see the file's head.
        Self(unsafe { isa::vdupq_n_f64(value) })
    }

    #[inline(always)]
    fn abs(self) -> Self {
        // SAFETY: see the file's head.
        Self(unsafe { isa::vabsq_f64(self.0) })
    }

    #[inline(always)]
    fn sqrt(self) -> Self {
        // SAFETY: see the file's head.
        Self(unsafe { isa::vsqrtq_f64(self.0) })
    }

    #[inline(always)]
    fn max(self, other: Self) -> Self {
        self.gt(other).select(self, other)
    }

    #[inline(always)]
    fn gt(self, other: Self) -> Self {
        // SAFETY: see the file's head.
        Self::of_bits(unsafe { isa::vcgtq_f64(self.0, other.0) })
    }

    #[inline(always)]
    fn and(self, other: Self) -> Self {
        // SAFETY: see the file's head.
        Self::of_bits(unsafe { isa::vandq_u64(self.as_bits(), other.as_bits()) })
    }

    #[inline(always)]
    fn select(self, yes: Self, no: Self) -> Self {
        // SAFETY: see the file's head.
        Self(unsafe { isa::vbslq_f64(self.as_bits(), yes.0, no.0) })
    }

    #[inline(always)]
    fn neg_where(self, at: Self) -> Self {
        // SAFETY: see the file's head.
        let sign = unsafe { isa::vdupq_n_f64(-0.0) };
        self.xor(at.and(Self(sign)))
    }

    #[inline(always)]
    fn mask(self) -> u8 {
        // SAFETY: see the file's head.
        unsafe {
            let signs = isa::vshrq_n_u64::<63>(self.as_bits());
            (isa::vgetq_lane_u64::<0>(signs) | isa::vgetq_lane_u64::<1>(signs) << 1) as u8
        }
    }
}

impl F64x2 for Two {
    // SAFETY: two numbers side by side, of whatever bits, are what a register holds.
    const YES: Self =
        Self(unsafe { core::mem::transmute::<[u64; 2], isa::float64x2_t>([u64::MAX; 2]) });

    #[inline(always)]
    fn load(from: [f64; 2]) -> Self {
        // SAFETY: see the file's head; there are the two numbers that are read.
        Self(unsafe { isa::vld1q_f64(from.as_ptr()) })
    }

    #[inline(always)]
    fn numbers(self) -> [f64; 2] {
        let mut to = [0.0; 2];
        // SAFETY: see the file's head; there is room for the two numbers that are written.
        unsafe { isa::vst1q_f64(to.as_mut_ptr(), self.0) };
        to
    }

    #[inline(always)]
    fn rev(self) -> Self {
        // SAFETY: see the file's head.
        Self(unsafe { isa::vextq_f64::<1>(self.0, self.0) })
    }

    #[inline(always)]
    fn xor(self, other: Self) -> Self {
        // SAFETY: see the file's head.
        Self::of_bits(unsafe { isa::veorq_u64(self.as_bits(), other.as_bits()) })
    }

    #[inline(always)]
    fn unzip_lo(self, other: Self) -> Self {
        // SAFETY: see the file's head.
        Self(unsafe { isa::vzip1q_f64(self.0, other.0) })
    }

    #[inline(always)]
    fn unzip_hi(self, other: Self) -> Self {
        // SAFETY: see the file's head.
        Self(unsafe { isa::vzip2q_f64(self.0, other.0) })
    }
}

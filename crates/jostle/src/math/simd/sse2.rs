//! SSE2, which every x86-64 has: the features of these intrinsics are always there.
#![expect(unsafe_code, reason = "intrinsics of a feature that every x86-64 has")]

use core::arch::x86_64 as isa;
use core::ops::{Add, Div, Mul, Sub};

use crate::math::simd::paired::Paired;
use crate::math::simd::{F32Lanes, F32x4, F64Lanes, F64x2, WidenToF64};

#[derive(Clone, Copy, Debug)]
pub(crate) struct Four(isa::__m128);

#[derive(Clone, Copy, Debug)]
pub(crate) struct Two(isa::__m128d);

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

operator!(Four, Add, add, _mm_add_ps);
operator!(Two, Add, add, _mm_add_pd);
operator!(Four, Sub, sub, _mm_sub_ps);
operator!(Two, Sub, sub, _mm_sub_pd);
operator!(Four, Mul, mul, _mm_mul_ps);
operator!(Two, Mul, mul, _mm_mul_pd);
operator!(Four, Div, div, _mm_div_ps);
operator!(Two, Div, div, _mm_div_pd);

impl F32x4 for Four {
    #[inline(always)]
    fn load([a, b, c, d]: [f32; 4]) -> Self {
        // SAFETY: see the file's head.
        Self(unsafe { isa::_mm_setr_ps(a, b, c, d) })
    }

    #[inline(always)]
    fn numbers(self) -> [f32; 4] {
        let mut to = [0.0; 4];
        // SAFETY: see the file's head; there is room for the four numbers that are written.
        unsafe { isa::_mm_storeu_ps(to.as_mut_ptr(), self.0) };
        to
    }

    #[inline(always)]
    fn zip(self, other: Self) -> [Self; 2] {
        // SAFETY: see the file's head.
        unsafe {
            [isa::_mm_unpacklo_ps(self.0, other.0), isa::_mm_unpackhi_ps(self.0, other.0)].map(Self)
        }
    }

    #[inline(always)]
    fn next(self) -> Self {
        // SAFETY: see the file's head.
        unsafe {
            let bits = isa::_mm_castps_si128(self.0);
            let step = isa::_mm_or_si128(isa::_mm_srai_epi32::<31>(bits), isa::_mm_set1_epi32(1));
            Self(isa::_mm_castsi128_ps(isa::_mm_add_epi32(bits, step)))
        }
    }
}

impl F32Lanes for Four {
    #[inline(always)]
    fn splat(value: f32) -> Self {
        // SAFETY: see the file's head.
        Self(unsafe { isa::_mm_set1_ps(value) })
    }

    #[inline(always)]
    fn abs(self) -> Self {
        // SAFETY: see the file's head.
        Self(unsafe { isa::_mm_andnot_ps(isa::_mm_set1_ps(-0.0), self.0) })
    }

    #[inline(always)]
    fn sqrt(self) -> Self {
        // SAFETY: see the file's head.
        Self(unsafe { isa::_mm_sqrt_ps(self.0) })
    }

    #[inline(always)]
    fn with_low_bits(self, tag: u32) -> Self {
        // SAFETY: see the file's head.
        unsafe {
            let rest = isa::_mm_castsi128_ps(isa::_mm_set1_epi32(!15));
            let tag = isa::_mm_castsi128_ps(isa::_mm_set1_epi32(tag as i32));
            Self(isa::_mm_or_ps(isa::_mm_and_ps(self.0, rest), tag))
        }
    }

    #[inline(always)]
    fn min(self, other: Self) -> Self {
        // SAFETY: see the file's head.
        Self(unsafe { isa::_mm_min_ps(self.0, other.0) })
    }

    #[inline(always)]
    fn max(self, other: Self) -> Self {
        // SAFETY: see the file's head.
        Self(unsafe { isa::_mm_max_ps(self.0, other.0) })
    }

    #[inline(always)]
    fn gt(self, other: Self) -> Self {
        // SAFETY: see the file's head.
        Self(unsafe { isa::_mm_cmpgt_ps(self.0, other.0) })
    }

    #[inline(always)]
    fn eq(self, other: Self) -> Self {
        // SAFETY: see the file's head.
        Self(unsafe { isa::_mm_cmpeq_ps(self.0, other.0) })
    }

    #[inline(always)]
    fn and(self, other: Self) -> Self {
        // SAFETY: see the file's head.
        Self(unsafe { isa::_mm_and_ps(self.0, other.0) })
    }

    #[inline(always)]
    fn or(self, other: Self) -> Self {
        // SAFETY: see the file's head.
        Self(unsafe { isa::_mm_or_ps(self.0, other.0) })
    }

    #[inline(always)]
    fn select(self, yes: Self, no: Self) -> Self {
        // SAFETY: see the file's head.
        unsafe {
            let (yes, no) = (isa::_mm_and_ps(self.0, yes.0), isa::_mm_andnot_ps(self.0, no.0));
            Self(isa::_mm_or_ps(yes, no))
        }
    }

    #[inline(always)]
    fn mask(self) -> u8 {
        // SAFETY: see the file's head.
        unsafe { isa::_mm_movemask_ps(self.0) as u8 }
    }
}

impl WidenToF64 for Four {
    type F64Lanes = Paired<Two>;

    #[inline(always)]
    fn to_f64(self) -> Paired<Two> {
        // SAFETY: see the file's head.
        unsafe {
            let high = isa::_mm_movehl_ps(self.0, self.0);
            Paired::new(Two(isa::_mm_cvtps_pd(self.0)), Two(isa::_mm_cvtps_pd(high)))
        }
    }

    #[inline(always)]
    fn from_f64(wide: Paired<Two>) -> Self {
        let [Two(low), Two(high)] = wide.halves();
        // SAFETY: see the file's head.
        Self(unsafe { isa::_mm_movelh_ps(isa::_mm_cvtpd_ps(low), isa::_mm_cvtpd_ps(high)) })
    }
}

impl F64Lanes for Two {
    const LANES: u32 = 2;

    #[inline(always)]
    fn splat(value: f64) -> Self {
        // SAFETY: see the file's head.
        Self(unsafe { isa::_mm_set1_pd(value) })
    }

    #[inline(always)]
    fn abs(self) -> Self {
        // SAFETY: see the file's head.
        Self(unsafe { isa::_mm_andnot_pd(isa::_mm_set1_pd(-0.0), self.0) })
    }

    #[inline(always)]
    fn sqrt(self) -> Self {
        // SAFETY: see the file's head.
        Self(unsafe { isa::_mm_sqrt_pd(self.0) })
    }

    #[inline(always)]
    fn max(self, other: Self) -> Self {
        // SAFETY: see the file's head.
        Self(unsafe { isa::_mm_max_pd(self.0, other.0) })
    }

    #[inline(always)]
    fn gt(self, other: Self) -> Self {
        // SAFETY: see the file's head.
        Self(unsafe { isa::_mm_cmpgt_pd(self.0, other.0) })
    }

    #[inline(always)]
    fn and(self, other: Self) -> Self {
        // SAFETY: see the file's head.
        Self(unsafe { isa::_mm_and_pd(self.0, other.0) })
    }

    #[inline(always)]
    fn select(self, yes: Self, no: Self) -> Self {
        // SAFETY: see the file's head.
        unsafe {
            let (yes, no) = (isa::_mm_and_pd(self.0, yes.0), isa::_mm_andnot_pd(self.0, no.0));
            Self(isa::_mm_or_pd(yes, no))
        }
    }

    #[inline(always)]
    fn neg_where(self, at: Self) -> Self {
        // SAFETY: see the file's head.
        Self(unsafe { isa::_mm_xor_pd(self.0, isa::_mm_and_pd(at.0, isa::_mm_set1_pd(-0.0))) })
    }

    #[inline(always)]
    fn mask(self) -> u8 {
        // SAFETY: see the file's head.
        unsafe { isa::_mm_movemask_pd(self.0) as u8 }
    }
}

impl F64x2 for Two {
    // SAFETY: all bits may be set in a register.
    const YES: Self =
        Self(unsafe { core::mem::transmute::<[u64; 2], isa::__m128d>([u64::MAX; 2]) });

    #[inline(always)]
    fn load([a, b]: [f64; 2]) -> Self {
        // SAFETY: see the file's head.
        Self(unsafe { isa::_mm_setr_pd(a, b) })
    }

    #[inline(always)]
    fn numbers(self) -> [f64; 2] {
        // SAFETY: see the file's head.
        unsafe { [isa::_mm_cvtsd_f64(self.0), isa::_mm_cvtsd_f64(self.unzip_hi(self).0)] }
    }

    #[inline(always)]
    fn rev(self) -> Self {
        // SAFETY: see the file's head.
        Self(unsafe { isa::_mm_shuffle_pd::<1>(self.0, self.0) })
    }

    #[inline(always)]
    fn xor(self, other: Self) -> Self {
        // SAFETY: see the file's head.
        Self(unsafe { isa::_mm_xor_pd(self.0, other.0) })
    }

    #[inline(always)]
    fn unzip_lo(self, other: Self) -> Self {
        // SAFETY: see the file's head.
        Self(unsafe { isa::_mm_unpacklo_pd(self.0, other.0) })
    }

    #[inline(always)]
    fn unzip_hi(self, other: Self) -> Self {
        // SAFETY: see the file's head.
        Self(unsafe { isa::_mm_unpackhi_pd(self.0, other.0) })
    }
}

/// Bytes of a line of the cache.
const LINE: usize = 64;

/// Asks for the memory behind a reference without waiting for it.
#[inline(always)]
pub(crate) fn prefetch<T>(value: &T) {
    let start = core::ptr::from_ref(value).cast::<i8>();
    // As many lines as it may lie on.
    for line in 0..(LINE - align_of::<T>() + size_of::<T>()).div_ceil(LINE) {
        let at = if line * LINE < size_of::<T>() { line * LINE } else { size_of::<T>() - 1 };
        // SAFETY: a hint, which cannot fault; SSE is there on every x86-64.
        unsafe { isa::_mm_prefetch::<{ isa::_MM_HINT_T0 }>(start.wrapping_add(at)) };
    }
}

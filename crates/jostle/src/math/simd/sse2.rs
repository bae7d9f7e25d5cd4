//! The SSE2 backend. Every x86-64 has the features of these intrinsics.
#![expect(unsafe_code, reason = "intrinsics of a feature that every x86-64 has")]

use core::arch::x86_64 as isa;

use crate::math::simd::paired::Paired;
use crate::math::simd::{F32Lanes, F32x4, F64Lanes, F64x2, WidenToF64};

#[derive(Clone, Copy, Debug)]
pub(crate) struct Four(isa::__m128);

#[derive(Clone, Copy, Debug)]
pub(crate) struct Two(isa::__m128d);

operators!(unsafe: Four, _mm_add_ps, _mm_sub_ps, _mm_mul_ps, _mm_div_ps);
operators!(unsafe: Two, _mm_add_pd, _mm_sub_pd, _mm_mul_pd, _mm_div_pd);

lanes! { unsafe:
    impl F32x4 for Four {
        fn load([a, b, c, d]: [f32; 4]) -> Self { Self(isa::_mm_setr_ps(a, b, c, d)) }
        fn numbers(self) -> [f32; 4] {
            let mut to = [0.0; 4];
            isa::_mm_storeu_ps(to.as_mut_ptr(), self.0);
            to
        }
        fn zip(self, other: Self) -> [Self; 2] {
            [Self(isa::_mm_unpacklo_ps(self.0, other.0)), Self(isa::_mm_unpackhi_ps(self.0, other.0))]
        }
        fn next(self) -> Self {
            let bits = isa::_mm_castps_si128(self.0);
            let step = isa::_mm_or_si128(isa::_mm_srai_epi32::<31>(bits), isa::_mm_set1_epi32(1));
            Self(isa::_mm_castsi128_ps(isa::_mm_add_epi32(bits, step)))
        }
    }

    impl F32Lanes for Four {
        fn splat(value: f32) -> Self { Self(isa::_mm_set1_ps(value)) }
        fn abs(self) -> Self { Self(isa::_mm_andnot_ps(isa::_mm_set1_ps(-0.0), self.0)) }
        fn sqrt(self) -> Self { Self(isa::_mm_sqrt_ps(self.0)) }
        fn min(self, other: Self) -> Self { Self(isa::_mm_min_ps(self.0, other.0)) }
        fn max(self, other: Self) -> Self { Self(isa::_mm_max_ps(self.0, other.0)) }
        fn gt(self, other: Self) -> Self { Self(isa::_mm_cmpgt_ps(self.0, other.0)) }
        fn eq(self, other: Self) -> Self { Self(isa::_mm_cmpeq_ps(self.0, other.0)) }
        fn and(self, other: Self) -> Self { Self(isa::_mm_and_ps(self.0, other.0)) }
        fn or(self, other: Self) -> Self { Self(isa::_mm_or_ps(self.0, other.0)) }
        fn select(self, yes: Self, no: Self) -> Self {
            let (yes, no) = (isa::_mm_and_ps(self.0, yes.0), isa::_mm_andnot_ps(self.0, no.0));
            Self(isa::_mm_or_ps(yes, no))
        }
        fn mask(self) -> u8 { isa::_mm_movemask_ps(self.0) as u8 }
    }

    impl WidenToF64 for Four {
        type F64Lanes = Paired<Two>;

        fn to_f64(self) -> Paired<Two> {
            let high = isa::_mm_movehl_ps(self.0, self.0);
            Paired::new(Two(isa::_mm_cvtps_pd(self.0)), Two(isa::_mm_cvtps_pd(high)))
        }
        fn from_f64(wide: Paired<Two>) -> Self {
            let [Two(low), Two(high)] = wide.halves();
            Self(isa::_mm_movelh_ps(isa::_mm_cvtpd_ps(low), isa::_mm_cvtpd_ps(high)))
        }
    }

    impl F64Lanes for Two {
        fn splat(value: f64) -> Self { Self(isa::_mm_set1_pd(value)) }
        fn abs(self) -> Self { Self(isa::_mm_andnot_pd(isa::_mm_set1_pd(-0.0), self.0)) }
        fn sqrt(self) -> Self { Self(isa::_mm_sqrt_pd(self.0)) }
        fn max(self, other: Self) -> Self { Self(isa::_mm_max_pd(self.0, other.0)) }
        fn gt(self, other: Self) -> Self { Self(isa::_mm_cmpgt_pd(self.0, other.0)) }
        fn and(self, other: Self) -> Self { Self(isa::_mm_and_pd(self.0, other.0)) }
        fn select(self, yes: Self, no: Self) -> Self {
            let (yes, no) = (isa::_mm_and_pd(self.0, yes.0), isa::_mm_andnot_pd(self.0, no.0));
            Self(isa::_mm_or_pd(yes, no))
        }
        fn neg_where(self, at: Self) -> Self {
            Self(isa::_mm_xor_pd(self.0, isa::_mm_and_pd(at.0, isa::_mm_set1_pd(-0.0))))
        }
        fn mask(self) -> u8 { isa::_mm_movemask_pd(self.0) as u8 }
    }

    impl F64x2 for Two {
        fn load([a, b]: [f64; 2]) -> Self { Self(isa::_mm_setr_pd(a, b)) }
        fn numbers(self) -> [f64; 2] {
            [isa::_mm_cvtsd_f64(self.0), isa::_mm_cvtsd_f64(self.unzip_hi(self).0)]
        }
        fn rev(self) -> Self { Self(isa::_mm_shuffle_pd::<1>(self.0, self.0)) }
        fn xor(self, other: Self) -> Self { Self(isa::_mm_xor_pd(self.0, other.0)) }
        fn unzip_lo(self, other: Self) -> Self { Self(isa::_mm_unpacklo_pd(self.0, other.0)) }
        fn unzip_hi(self, other: Self) -> Self { Self(isa::_mm_unpackhi_pd(self.0, other.0)) }
    }
}

const LINE: usize = 64;

/// Prefetches the memory behind a reference.
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

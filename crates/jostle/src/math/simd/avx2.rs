//! The AVX2 backend.
//!
//! Its intrinsics may run only on a machine with AVX2. [`Token::run`] is the only entry, and a
//! token exists only if the machine has AVX2. The types do not leave this folder, and kernels
//! cannot name them.
#![expect(unsafe_code, reason = "intrinsics of a feature that was asked for at run time")]

use core::arch::x86_64 as isa;

use crate::math::simd::paired::Paired;
use crate::math::simd::{F32Chunk, F32Lanes, F32x8, F64Lanes, Kernel, WIDTH, WidenToF64};

#[derive(Clone, Copy, Debug)]
pub(crate) struct Eight(isa::__m256);

#[derive(Clone, Copy, Debug)]
pub(crate) struct Four(isa::__m256d);

/// The word of the machine that it has AVX2.
pub(super) struct Token(());

impl Token {
    #[inline]
    pub(super) fn here() -> Option<Self> {
        std::arch::is_x86_feature_detected!("avx2").then_some(Self(()))
    }

    #[inline]
    pub(super) fn run<K: Kernel>(self, kernel: K) -> K::Answer {
        // SAFETY: the machine has said that it has the feature.
        unsafe { enabled(kernel) }
    }
}

#[target_feature(enable = "avx2")]
fn enabled<K: Kernel>(kernel: K) -> K::Answer {
    kernel.run::<Eight>()
}

operators!(unsafe: Eight, _mm256_add_ps, _mm256_sub_ps, _mm256_mul_ps, _mm256_div_ps);
operators!(unsafe: Four, _mm256_add_pd, _mm256_sub_pd, _mm256_mul_pd, _mm256_div_pd);

lanes! { unsafe:
    impl F32Chunk for Eight {
        fn read(from: &[f32; WIDTH], _: usize) -> Self { Self::load(from) }
        fn write(self, to: &mut [f32; WIDTH], _: usize) {
            self.store(to);
        }
    }

    impl F32x8 for Eight {
        type F32Chunk = Self;

        fn load(from: &[f32; WIDTH]) -> Self { Self(isa::_mm256_loadu_ps(from.as_ptr())) }
        fn store(self, to: &mut [f32; WIDTH]) { isa::_mm256_storeu_ps(to.as_mut_ptr(), self.0) }
        fn reduce_min(self) -> f32 {
            let four = isa::_mm_min_ps(
                isa::_mm256_castps256_ps128(self.0),
                isa::_mm256_extractf128_ps::<1>(self.0),
            );
            let two = isa::_mm_min_ps(four, isa::_mm_movehl_ps(four, four));
            isa::_mm_cvtss_f32(isa::_mm_min_ss(two, isa::_mm_shuffle_ps::<1>(two, two)))
        }
    }

    impl F32Lanes for Eight {
        fn splat(value: f32) -> Self { Self(isa::_mm256_set1_ps(value)) }
        fn abs(self) -> Self { Self(isa::_mm256_andnot_ps(isa::_mm256_set1_ps(-0.0), self.0)) }
        fn sqrt(self) -> Self { Self(isa::_mm256_sqrt_ps(self.0)) }
        fn min(self, other: Self) -> Self { Self(isa::_mm256_min_ps(self.0, other.0)) }
        fn max(self, other: Self) -> Self { Self(isa::_mm256_max_ps(self.0, other.0)) }
        fn gt(self, other: Self) -> Self {
            Self(isa::_mm256_cmp_ps::<{ isa::_CMP_GT_OQ }>(self.0, other.0))
        }
        fn eq(self, other: Self) -> Self {
            Self(isa::_mm256_cmp_ps::<{ isa::_CMP_EQ_OQ }>(self.0, other.0))
        }
        fn and(self, other: Self) -> Self { Self(isa::_mm256_and_ps(self.0, other.0)) }
        fn or(self, other: Self) -> Self { Self(isa::_mm256_or_ps(self.0, other.0)) }
        fn select(self, yes: Self, no: Self) -> Self {
            Self(isa::_mm256_blendv_ps(no.0, yes.0, self.0))
        }
        fn mask(self) -> u8 { isa::_mm256_movemask_ps(self.0) as u8 }
    }

    impl WidenToF64 for Eight {
        type F64Lanes = Paired<Four>;

        fn to_f64(self) -> Paired<Four> {
            let high = isa::_mm256_extractf128_ps::<1>(self.0);
            let low = isa::_mm256_castps256_ps128(self.0);
            Paired::new(Four(isa::_mm256_cvtps_pd(low)), Four(isa::_mm256_cvtps_pd(high)))
        }
        fn from_f64(wide: Paired<Four>) -> Self {
            let [Four(low), Four(high)] = wide.halves();
            Self(isa::_mm256_set_m128(isa::_mm256_cvtpd_ps(high), isa::_mm256_cvtpd_ps(low)))
        }
    }

    impl F64Lanes for Four {
        fn splat(value: f64) -> Self { Self(isa::_mm256_set1_pd(value)) }
        fn abs(self) -> Self { Self(isa::_mm256_andnot_pd(isa::_mm256_set1_pd(-0.0), self.0)) }
        fn sqrt(self) -> Self { Self(isa::_mm256_sqrt_pd(self.0)) }
        fn max(self, other: Self) -> Self { Self(isa::_mm256_max_pd(self.0, other.0)) }
        fn gt(self, other: Self) -> Self {
            Self(isa::_mm256_cmp_pd::<{ isa::_CMP_GT_OQ }>(self.0, other.0))
        }
        fn and(self, other: Self) -> Self { Self(isa::_mm256_and_pd(self.0, other.0)) }
        fn select(self, yes: Self, no: Self) -> Self {
            Self(isa::_mm256_blendv_pd(no.0, yes.0, self.0))
        }
        fn neg_where(self, at: Self) -> Self {
            let signs = isa::_mm256_and_pd(at.0, isa::_mm256_set1_pd(-0.0));
            Self(isa::_mm256_xor_pd(self.0, signs))
        }
        fn mask(self) -> u8 { isa::_mm256_movemask_pd(self.0) as u8 }
    }
}

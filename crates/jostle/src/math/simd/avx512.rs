//! AVX-512, where the machine has it: `f32` as with [AVX2](crate::math::simd::avx2), eight numbers in `f64` in one register.
//!
//! Twice as many registers hold what AVX2 has to put aside, and half as many instructions do the same in `f64`: on
//! an AMD EPYC (Zen 4, whose units are 256 bits wide) rows of triangles and contacts of rectangles take four
//! fifths of the time, and manifolds of octagons that meet four fifths. Answers are numbers here, too: kept
//! in masks, rows of triangles took a tenth longer. Walks through trees and the broad phase gain nothing.
//!
//! What is said of intrinsics in the file of AVX2 holds here, too.
#![expect(unsafe_code, reason = "intrinsics of a feature that was asked for at run time")]

use core::arch::x86_64 as isa;
use core::ops::{Add, Div, Mul, Sub};

use crate::math::simd::avx2;
use crate::math::simd::{Full, Kernel, Wide};

type Eight = avx2::Eight<All>;

/// Eight numbers in `f64`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct All(isa::__m512d);

/// The word of the machine that it has AVX-512, and for shorter registers.
pub(super) struct Granted(());

impl Granted {
    #[inline]
    pub(super) fn here() -> Option<Self> {
        std::arch::is_x86_feature_detected!("avx512vl").then_some(Self(()))
    }

    #[inline]
    pub(super) fn run<K: Kernel>(self, kernel: K) -> K::Answer {
        // SAFETY: the machine has said that it has the feature, which implies the others.
        unsafe { enabled(kernel) }
    }
}

#[target_feature(enable = "avx2,avx512f,avx512vl")]
fn enabled<K: Kernel>(kernel: K) -> K::Answer {
    kernel.run::<Eight>()
}

/// The operators on registers.
macro_rules! operators {
    ($($name:ident, $method:ident, $intrinsic:ident;)*) => {
        $(impl $name for All {
            type Output = Self;

            #[inline(always)]
            fn $method(self, other: Self) -> Self {
                // SAFETY: see the file's head.
                Self(unsafe { isa::$intrinsic(self.0, other.0) })
            }
        })*
    };
}

operators! {
    Add, add, _mm512_add_pd;
    Sub, sub, _mm512_sub_pd;
    Mul, mul, _mm512_mul_pd;
    Div, div, _mm512_div_pd;
}

impl Full for Eight {
    type Wide = All;

    #[inline(always)]
    fn widened(self) -> All {
        // SAFETY: see the file's head.
        All(unsafe { isa::_mm512_cvtps_pd(self.register()) })
    }

    #[inline(always)]
    fn narrowed(wide: All) -> Self {
        // SAFETY: see the file's head.
        Self::of(unsafe { isa::_mm512_cvtpd_ps(wide.0) })
    }
}

/// Answers, which are all bits or none, as one bit each.
#[inline(always)]
fn mask(answers: All) -> isa::__mmask8 {
    // SAFETY: see the file's head.
    unsafe {
        let answers = isa::_mm512_castpd_si512(answers.0);
        isa::_mm512_cmplt_epi64_mask(answers, isa::_mm512_setzero_si512())
    }
}

/// An operation on bits.
macro_rules! bitwise {
    ($a:expr, $b:expr, $intrinsic:ident) => {{
        let (a, b) = (isa::_mm512_castpd_si512($a), isa::_mm512_castpd_si512($b));
        isa::_mm512_castsi512_pd(isa::$intrinsic(a, b))
    }};
}

impl Wide for All {
    const LANES: u32 = 8;

    #[inline(always)]
    fn splat(value: f64) -> Self {
        // SAFETY: see the file's head.
        Self(unsafe { isa::_mm512_set1_pd(value) })
    }

    #[inline(always)]
    fn abs(self) -> Self {
        // SAFETY: see the file's head.
        Self(unsafe { bitwise!(isa::_mm512_set1_pd(-0.0), self.0, _mm512_andnot_si512) })
    }

    #[inline(always)]
    fn sqrt(self) -> Self {
        // SAFETY: see the file's head.
        Self(unsafe { isa::_mm512_sqrt_pd(self.0) })
    }

    #[inline(always)]
    fn greater(self, other: Self) -> Self {
        // SAFETY: see the file's head.
        Self(unsafe { isa::_mm512_max_pd(self.0, other.0) })
    }

    #[inline(always)]
    fn above(self, other: Self) -> Self {
        // SAFETY: see the file's head.
        unsafe {
            let above = isa::_mm512_cmp_pd_mask::<{ isa::_CMP_GT_OQ }>(self.0, other.0);
            Self(isa::_mm512_castsi512_pd(isa::_mm512_maskz_set1_epi64(above, -1)))
        }
    }

    #[inline(always)]
    fn and(self, other: Self) -> Self {
        // SAFETY: see the file's head.
        Self(unsafe { bitwise!(self.0, other.0, _mm512_and_si512) })
    }

    #[inline(always)]
    fn choose(self, yes: Self, no: Self) -> Self {
        // SAFETY: see the file's head.
        Self(unsafe { isa::_mm512_mask_blend_pd(mask(self), no.0, yes.0) })
    }

    #[inline(always)]
    fn negated(self, at: Self) -> Self {
        let signs = at.and(Self::splat(-0.0));
        // SAFETY: see the file's head.
        Self(unsafe { bitwise!(self.0, signs.0, _mm512_xor_si512) })
    }

    #[inline(always)]
    fn bits(self) -> u8 {
        mask(self)
    }
}

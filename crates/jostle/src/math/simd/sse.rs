//! SSE2, which every x86-64 has: the features of these intrinsics are always there.
#![expect(unsafe_code, reason = "intrinsics of a feature that every x86-64 has")]

use core::arch::x86_64 as isa;
use core::ops::{Add, Div, Mul, Sub};

use super::{Lane, Quad};

#[derive(Clone, Copy, Debug)]
pub(crate) struct Four(isa::__m128);

/// An operator on both registers.
macro_rules! operator {
    ($name:ident, $method:ident, $intrinsic:ident) => {
        impl $name for Four {
            type Output = Self;

            #[inline(always)]
            fn $method(self, other: Self) -> Self {
                // SAFETY: see the file's head.
                Self(unsafe { isa::$intrinsic(self.0, other.0) })
            }
        }
    };
}

operator!(Add, add, _mm_add_ps);
operator!(Sub, sub, _mm_sub_ps);
operator!(Mul, mul, _mm_mul_ps);
operator!(Div, div, _mm_div_ps);

impl Quad for Four {
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
}

impl Lane for Four {
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
    fn lesser(self, other: Self) -> Self {
        // SAFETY: see the file's head.
        Self(unsafe { isa::_mm_min_ps(self.0, other.0) })
    }

    #[inline(always)]
    fn greater(self, other: Self) -> Self {
        // SAFETY: see the file's head.
        Self(unsafe { isa::_mm_max_ps(self.0, other.0) })
    }

    #[inline(always)]
    fn above(self, other: Self) -> Self {
        // SAFETY: see the file's head.
        Self(unsafe { isa::_mm_cmpgt_ps(self.0, other.0) })
    }

    #[inline(always)]
    fn equals(self, other: Self) -> Self {
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
    fn bits(self) -> u8 {
        // SAFETY: see the file's head.
        unsafe { isa::_mm_movemask_ps(self.0) as u8 }
    }
}

/// Asks for the memory behind a reference without waiting for it.
#[inline(always)]
pub(crate) fn fetch<T>(value: &T) {
    let start = core::ptr::from_ref(value).cast::<i8>();
    for line in (0..size_of::<T>()).step_by(64) {
        // SAFETY: a hint, which cannot fault; SSE is there on every x86-64.
        unsafe { isa::_mm_prefetch::<{ isa::_MM_HINT_T0 }>(start.wrapping_add(line)) };
    }
}

//! SSE2, which every x86-64 has: the features of these intrinsics are always there.
#![expect(unsafe_code, reason = "intrinsics of a feature that every x86-64 has")]

use core::arch::x86_64 as isa;
use core::ops::{Add, Div, Mul, Sub};

use super::{Lane, WIDTH};

type Four = isa::__m128;

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
                    |a, b| {
                        // SAFETY: see the file's head.
                        unsafe { isa::$intrinsic(a, b) }
                    },
                )
            }
        }
    };
}

operator!(Add, add, _mm_add_ps);
operator!(Sub, sub, _mm_sub_ps);
operator!(Mul, mul, _mm_mul_ps);
operator!(Div, div, _mm_div_ps);

impl Lane for Eight {
    #[inline(always)]
    fn load(from: &[f32; WIDTH]) -> Self {
        let [a, b, c, d, e, f, g, h] = *from;
        // SAFETY: see the file's head.
        unsafe { Self([isa::_mm_setr_ps(a, b, c, d), isa::_mm_setr_ps(e, f, g, h)]) }
    }

    #[inline(always)]
    fn store(self, to: &mut [f32; WIDTH]) {
        let (low, high) = to.split_at_mut(WIDTH / 2);
        // SAFETY: see the file's head; each half has room for the four numbers that are written.
        unsafe {
            isa::_mm_storeu_ps(low.as_mut_ptr(), self.0[0]);
            isa::_mm_storeu_ps(high.as_mut_ptr(), self.0[1]);
        }
    }

    #[inline(always)]
    fn splat(value: f32) -> Self {
        // SAFETY: see the file's head.
        unsafe { Self([isa::_mm_set1_ps(value); 2]) }
    }

    #[inline(always)]
    fn abs(self) -> Self {
        let [a, b] = self.0;
        // SAFETY: see the file's head.
        unsafe {
            let sign = isa::_mm_set1_ps(-0.0);
            Self([isa::_mm_andnot_ps(sign, a), isa::_mm_andnot_ps(sign, b)])
        }
    }

    #[inline(always)]
    fn lesser(self, other: Self) -> Self {
        self.both(
            other,
            #[inline(always)]
            |a, b| {
                // SAFETY: see the file's head.
                unsafe { isa::_mm_min_ps(a, b) }
            },
        )
    }

    #[inline(always)]
    fn greater(self, other: Self) -> Self {
        self.both(
            other,
            #[inline(always)]
            |a, b| {
                // SAFETY: see the file's head.
                unsafe { isa::_mm_max_ps(a, b) }
            },
        )
    }

    #[inline(always)]
    fn above(self, other: Self) -> Self {
        self.both(
            other,
            #[inline(always)]
            |a, b| {
                // SAFETY: see the file's head.
                unsafe { isa::_mm_cmpgt_ps(a, b) }
            },
        )
    }

    #[inline(always)]
    fn equals(self, other: Self) -> Self {
        self.both(
            other,
            #[inline(always)]
            |a, b| {
                // SAFETY: see the file's head.
                unsafe { isa::_mm_cmpeq_ps(a, b) }
            },
        )
    }

    #[inline(always)]
    fn and(self, other: Self) -> Self {
        self.both(
            other,
            #[inline(always)]
            |a, b| {
                // SAFETY: see the file's head.
                unsafe { isa::_mm_and_ps(a, b) }
            },
        )
    }

    #[inline(always)]
    fn or(self, other: Self) -> Self {
        self.both(
            other,
            #[inline(always)]
            |a, b| {
                // SAFETY: see the file's head.
                unsafe { isa::_mm_or_ps(a, b) }
            },
        )
    }

    #[inline(always)]
    fn bits(self) -> u8 {
        let [low, high] = self.0.map(
            #[inline(always)]
            |four| {
                // SAFETY: see the file's head.
                unsafe { isa::_mm_movemask_ps(four) }
            },
        );
        (low | (high << 4)) as u8
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

//! SIMD lanes: eight or four `f32` numbers, or two to eight `f64` numbers, in vector registers.
//!
//! An algorithm is written once over [`F32x8`] and compiled once for each backend: two `sse2::Four`
//! for the SSE2 that every x86-64 has, `avx2::Eight` if run-time detection finds AVX2, two
//! `neon::Four` on aarch64, two `wasm128::Four` for the simd128 of wasm, and pairs of `f32`
//! everywhere else. Code that evaluates four tests of one pair uses [`F32x4`], which fits one
//! register on every machine. All backends do the same IEEE operations in the same order, and none
//! contracts a product and a sum, so they return the same bits. Tests compare them.
//!
//! [`F64Lanes`] computes in `f64` what a filter in `f32` leaves undecided.
//!
//! Every function is `inline(always)`: an intrinsic that is not inlined into a function with its
//! target feature becomes a call.

/// Implements traits of lanes. Every function is `inline(always)`. The bodies of an `unsafe`
/// backend may call intrinsics; its module docs state why the features are there.
macro_rules! lanes {
    ($kind:tt: $(impl $(<$p:ident: $bound:ident>)? $trait:ident for $type:ty {
        $(type $assoc:ident = $assoc_type:ty;)*
        $(fn $name:ident($($arg:tt)*) $(-> $out:ty)? $body:block)*
    })*) => {
        $(impl $(<$p: $bound>)? $trait for $type {
            $(type $assoc = $assoc_type;)*
            $(#[inline(always)]
            #[allow(unused_unsafe, reason = "some bodies call no intrinsic")]
            fn $name($($arg)*) $(-> $out)? {
                body!($kind $body)
            })*
        })*
    };
}

/// The body of a function of a backend.
macro_rules! body {
    (safe $body:block) => {
        $body
    };
    (unsafe $body:block) => {
        // SAFETY: the features of these intrinsics are there; see the module docs of the backend.
        // Where memory is read or written, an array of the same length is.
        unsafe { $body }
    };
}

/// Implements the four operators of a register by intrinsics.
#[cfg(any(
    target_arch = "x86_64",
    target_arch = "aarch64",
    all(target_arch = "wasm32", target_feature = "simd128")
))]
macro_rules! operators {
    ($kind:tt: $type:ident, $add:ident, $sub:ident, $mul:ident, $div:ident) => {
        operators!($kind: $type, Add add $add, Sub sub $sub, Mul mul $mul, Div div $div);
    };
    ($kind:tt: $type:ident, $($name:ident $method:ident $intrinsic:ident),*) => {
        $(impl core::ops::$name for $type {
            type Output = Self;

            #[inline(always)]
            fn $method(self, other: Self) -> Self {
                body!($kind { Self(isa::$intrinsic(self.0, other.0)) })
            }
        })*
    };
}

#[cfg(all(target_arch = "x86_64", feature = "std"))]
mod avx2;
#[cfg(target_arch = "aarch64")]
mod neon;
mod paired;
mod scalar;
#[cfg(target_arch = "x86_64")]
mod sse2;
#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
mod wasm128;

use core::ops::{Add, Div, Mul, Sub};

use paired::Paired;

/// The number of lanes of [`F32x8`].
pub(crate) const WIDTH: usize = 8;

/// The baseline registers of the target: four `f32` numbers, two `f64` numbers.
#[cfg(target_arch = "aarch64")]
pub(crate) use neon::{Four, Two};
#[cfg(target_arch = "x86_64")]
pub(crate) use sse2::{Four, Two};
#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
pub(crate) use wasm128::{Four, Two};

#[cfg(not(any(
    target_arch = "x86_64",
    target_arch = "aarch64",
    all(target_arch = "wasm32", target_feature = "simd128")
)))]
pub(crate) use scalar::{Four, Two};

/// Eight `f32` numbers in baseline registers.
pub(crate) type Eight = Paired<Four>;

/// Lanes of `f32` numbers or of masks. A mask has all bits set if a condition holds, else none.
pub(crate) trait F32Lanes:
    Copy + Add<Output = Self> + Sub<Output = Self> + Mul<Output = Self> + Div<Output = Self>
{
    fn splat(value: f32) -> Self;
    fn abs(self) -> Self;
    fn sqrt(self) -> Self;
    /// Returns `self` where it is less, else `other`, also if one is NaN.
    fn min(self, other: Self) -> Self;
    /// Returns `self` where it is greater, else `other`, also if one is NaN.
    fn max(self, other: Self) -> Self;
    /// Replaces the last four bits of each number.
    #[inline(always)]
    fn with_low_bits(self, tag: u32) -> Self {
        self.and(Self::splat(f32::from_bits(!15))).or(Self::splat(f32::from_bits(tag)))
    }
    fn gt(self, other: Self) -> Self;
    fn eq(self, other: Self) -> Self;
    fn and(self, other: Self) -> Self;
    fn or(self, other: Self) -> Self;
    /// Returns `yes` where this mask is set, else `no`.
    fn select(self, yes: Self, no: Self) -> Self;
    /// Returns one bit a lane; the first lane is the lowest bit.
    fn mask(self) -> u8;
}

/// Lanes of `f64` numbers or of masks.
pub(crate) trait F64Lanes:
    Copy + Add<Output = Self> + Sub<Output = Self> + Mul<Output = Self> + Div<Output = Self>
{
    fn splat(value: f64) -> Self;
    fn abs(self) -> Self;
    fn sqrt(self) -> Self;
    /// Returns the negative; that of zero may be either zero.
    #[inline(always)]
    fn neg(self) -> Self {
        Self::splat(0.0) - self
    }
    fn max(self, other: Self) -> Self;
    fn gt(self, other: Self) -> Self;
    fn and(self, other: Self) -> Self;
    fn select(self, yes: Self, no: Self) -> Self;
    /// Negates the numbers where the mask is set.
    fn neg_where(self, at: Self) -> Self;
    fn mask(self) -> u8;
}

/// Two `f64` numbers, such as the coordinates of a vector.
pub(crate) trait F64x2: F64Lanes {
    fn load(from: [f64; 2]) -> Self;
    fn numbers(self) -> [f64; 2];
    fn rev(self) -> Self;
    fn xor(self, other: Self) -> Self;
    /// Returns the first lanes of both.
    fn unzip_lo(self, other: Self) -> Self;
    /// Returns the second lanes of both.
    fn unzip_hi(self, other: Self) -> Self;

    /// Returns a mask with both lanes set.
    #[inline(always)]
    fn yes() -> Self {
        Self::splat(f64::from_bits(u64::MAX))
    }

    /// Swaps two numbers where the mask is set.
    #[inline(always)]
    fn swap_where(self, [a, b]: [Self; 2]) -> [Self; 2] {
        let change = a.xor(b).and(self);
        [a.xor(change), b.xor(change)]
    }
}

/// Lanes that convert to `f64` and back.
pub(crate) trait WidenToF64: F32Lanes {
    type F64Lanes: F64Lanes;

    /// Converts to `f64`, exactly.
    fn to_f64(self) -> Self::F64Lanes;
    /// Rounds to the nearest `f32`; what exceeds the largest becomes infinite.
    fn from_f64(wide: Self::F64Lanes) -> Self;
}

/// One register of eight numbers.
pub(crate) trait F32Chunk: WidenToF64 {
    fn read(from: &[f32; WIDTH], part: usize) -> Self;
    fn write(self, to: &mut [f32; WIDTH], part: usize);
}

/// Eight numbers.
pub(crate) trait F32x8: WidenToF64 {
    /// One register. Kernels without operations across lanes loop over registers, which halves
    /// their code.
    type F32Chunk: F32Chunk;

    fn load(from: &[f32; WIDTH]) -> Self;
    fn store(self, to: &mut [f32; WIDTH]);
    /// Returns the least of eight numbers; none may be NaN or zero.
    fn reduce_min(self) -> f32;
}

/// Four `f32` numbers.
pub(crate) trait F32x4: WidenToF64 {
    fn load(from: [f32; 4]) -> Self;
    fn numbers(self) -> [f32; 4];
    /// Interleaves both: the first two numbers of each, then the last two.
    fn zip(self, other: Self) -> [Self; 2];
    /// Returns the next larger numbers; none may be −0 or NaN.
    fn next(self) -> Self;
}

/// An algorithm over the lanes of any backend.
pub(crate) trait Kernel {
    type Answer;

    /// Must be `inline(always)`, with every function on lanes that it calls.
    fn run<L: F32x8>(self) -> Self::Answer;
}

/// Runs a kernel with AVX2 if the machine has it, else with the baseline.
#[inline]
pub(crate) fn dispatch<K: Kernel>(kernel: K) -> K::Answer {
    #[cfg(all(target_arch = "x86_64", feature = "std"))]
    if let Some(avx2) = avx2::Token::here() {
        return avx2.run(kernel);
    }
    dispatch_baseline(kernel)
}

/// Prefetches the cache line of a reference on x86-64.
#[inline(always)]
pub(crate) fn prefetch<T>(value: &T) {
    #[cfg(target_arch = "x86_64")]
    sse2::prefetch(value);
    #[cfg(not(target_arch = "x86_64"))]
    let _ = value;
}

/// Runs a kernel with the baseline registers of the target.
#[inline]
pub(crate) fn dispatch_baseline<K: Kernel>(kernel: K) -> K::Answer {
    kernel.run::<Eight>()
}

/// Runs a kernel on every backend of this build, for tests that compare them.
#[cfg(test)]
pub(crate) fn for_each_backend<K: Kernel>(
    mut kernel: impl FnMut() -> K,
) -> alloc::vec::Vec<K::Answer> {
    let answers = [dispatch_baseline(kernel()), kernel().run::<Paired<scalar::Four>>()].into_iter();
    #[cfg(all(target_arch = "x86_64", feature = "std"))]
    let answers = answers.chain(avx2::Token::here().map(|avx2| avx2.run(kernel())));
    answers.collect()
}

#[inline(always)]
pub(crate) fn to_lanes(v: crate::math::DVec2) -> Two {
    Two::load([v.x, v.y])
}

#[inline(always)]
pub(crate) fn from_lanes(v: Two) -> crate::math::DVec2 {
    let [x, y] = v.numbers();
    crate::math::DVec2::new(x, y)
}

#[cfg(test)]
mod tests;

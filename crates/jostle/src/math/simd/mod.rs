//! Eight `f32` numbers side by side, in whatever registers the machine has.
//!
//! One algorithm is written over [`Lane`] and compiled once for each facade: [`sse::Eight`] for the
//! SSE2 that every x86-64 has, [`avx::Eight`] where run-time detection finds AVX2, [`wide::Eight`] for
//! wasm's simd128, and plain arrays ([`plain::Eight`]) everywhere else. All do the same IEEE operations
//! in the same order and none contracts a product and a sum, so the bits are the same; tests compare
//! them. AVX-512 was not taken: the study of the machine at hand found no gain (its vector units are
//! 256 bits wide).
//!
//! Everything is inlined by force: an intrinsic that is not inlined into a function with its feature
//! becomes a call, which costs fifty times what it does.

#[cfg(all(target_arch = "x86_64", feature = "std"))]
mod avx;
mod one;
#[cfg(any(
    test,
    not(any(target_arch = "x86_64", all(target_arch = "wasm32", target_feature = "simd128")))
))]
mod plain;
#[cfg(target_arch = "x86_64")]
mod sse;
#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
mod wide;

pub(crate) use one::One;

use core::ops::{Add, Div, Mul, Sub};

/// How many numbers stand side by side.
pub(crate) const WIDTH: usize = 8;

/// Eight numbers, or eight answers: all bits one where something holds, none where it does not.
pub(crate) trait Lane:
    Copy + Add<Output = Self> + Sub<Output = Self> + Mul<Output = Self> + Div<Output = Self>
{
    fn load(from: &[f32; WIDTH]) -> Self;
    fn store(self, to: &mut [f32; WIDTH]);
    fn splat(value: f32) -> Self;
    fn abs(self) -> Self;
    /// The first where it is less, else the second, also where one is NaN.
    fn lesser(self, other: Self) -> Self;
    /// The first where it is greater, else the second, also where one is NaN.
    fn greater(self, other: Self) -> Self;
    fn above(self, other: Self) -> Self;
    fn equals(self, other: Self) -> Self;
    fn and(self, other: Self) -> Self;
    fn or(self, other: Self) -> Self;
    /// One bit for each answer, the first lane's the lowest.
    fn bits(self) -> u8;
}

/// What can be done with lanes of any facade.
pub(crate) trait Kernel {
    type Answer;

    /// Must be inlined by force, with all that it calls on lanes.
    fn run<L: Lane>(self) -> Self::Answer;
}

/// Runs a kernel in the widest registers of this machine.
#[inline]
pub(crate) fn widest<K: Kernel>(kernel: K) -> K::Answer {
    #[cfg(all(target_arch = "x86_64", feature = "std"))]
    let kernel = match avx::run(kernel) {
        Ok(answer) => return answer,
        Err(kernel) => kernel,
    };
    narrow(kernel)
}

/// Asks for the memory behind a reference without waiting for it, where the machine can be asked.
#[inline(always)]
pub(crate) fn fetch<T>(value: &T) {
    #[cfg(target_arch = "x86_64")]
    sse::fetch(value);
    #[cfg(not(target_arch = "x86_64"))]
    let _ = value;
}

/// Runs a kernel in the registers that every machine of this kind has.
#[inline]
pub(crate) fn narrow<K: Kernel>(kernel: K) -> K::Answer {
    #[cfg(target_arch = "x86_64")]
    return kernel.run::<sse::Eight>();
    #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
    return kernel.run::<wide::Eight>();
    #[cfg(not(any(
        target_arch = "x86_64",
        all(target_arch = "wasm32", target_feature = "simd128")
    )))]
    return kernel.run::<plain::Eight>();
}

/// Runs a kernel in every way that this build has, for tests that compare them.
#[cfg(test)]
pub(crate) fn every_way<K: Kernel>(kernel: impl Fn() -> K) -> alloc::vec::Vec<K::Answer> {
    let mut answers = alloc::vec![narrow(kernel()), kernel().run::<plain::Eight>()];
    #[cfg(all(target_arch = "x86_64", feature = "std"))]
    answers.extend(avx::run(kernel()).ok());
    answers
}

#[cfg(test)]
mod tests;

//! Eight or four `f32` numbers side by side, in whatever registers the machine has.
//!
//! One algorithm is written over [`Octet`] and compiled once for each facade: two of `sse2::Four` for the SSE2
//! that every x86-64 has, `avx2::Eight` where run-time detection finds AVX2, two of `neon::Four` for the
//! NEON that every aarch64 has, two of `wasm128::Four` for wasm's simd128, and of plain arrays
//! (`array::Four`) everywhere else. What one pair asks four times at once is written over [`Quad`], which
//! one register holds everywhere. All do the same IEEE operations in the same order and none contracts a
//! product and a sum, so the bits are the same; tests compare them.
//!
//! What a filter in `f32` does not answer is computed in `f64`, as many numbers in twice the registers
//! ([`Wide`]): each operation is done to all of them before the next, so that none waits for the one before it.
//!
//! Everything is inlined by force: an intrinsic that is not inlined into a function with its feature
//! becomes a call, which costs fifty times what it does.
//!
//! Tried and rejected: crates. `fearless_simd` 1.2, which is asked at run time as this is, in the place of `avx`
//! made batches of triangles 15 % and of octagons 9 % longer (others 5 % shorter to 4 % longer, the same bits), and
//! takes 5.3 s of processor time to build (the library with it 32.4 instead of 26.5); what its `min` and `max`
//! make of NaN is open, and answers depend on it. `pulp` 0.22 takes 7.4 s. `wide` 1.7 takes 5.4 s and is chosen
//! when it is compiled: default builds would have SSE2.

#[cfg(any(
    test,
    not(any(
        target_arch = "x86_64",
        target_arch = "aarch64",
        all(target_arch = "wasm32", target_feature = "simd128")
    ))
))]
mod array;
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

pub(crate) use scalar::One;

use core::ops::{Add, Div, Mul, Sub};

/// How many numbers stand side by side in an octet.
pub(crate) const WIDTH: usize = 8;

/// Four numbers in the register that every machine of this kind has.
#[cfg(target_arch = "x86_64")]
pub(crate) type Four = sse2::Four;
#[cfg(target_arch = "aarch64")]
pub(crate) type Four = neon::Four;
#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
pub(crate) type Four = wasm128::Four;
#[cfg(not(any(
    target_arch = "x86_64",
    target_arch = "aarch64",
    all(target_arch = "wasm32", target_feature = "simd128")
)))]
pub(crate) type Four = array::Four;

/// Two numbers in `f64`, likewise.
#[cfg(target_arch = "x86_64")]
pub(crate) type Two = sse2::Two;
#[cfg(target_arch = "aarch64")]
pub(crate) type Two = neon::Two;
#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
pub(crate) type Two = wasm128::Two;
#[cfg(not(any(
    target_arch = "x86_64",
    target_arch = "aarch64",
    all(target_arch = "wasm32", target_feature = "simd128")
)))]
pub(crate) type Two = array::Two;

/// Eight numbers in registers that every machine of this kind has.
type Eight = paired::Twice<Four>;

/// Some numbers side by side, or as many answers: all bits one where something holds, none where it
/// does not.
pub(crate) trait Lane:
    Copy + Add<Output = Self> + Sub<Output = Self> + Mul<Output = Self> + Div<Output = Self>
{
    fn splat(value: f32) -> Self;
    fn abs(self) -> Self;
    fn sqrt(self) -> Self;
    /// The first where it is less, else the second, also where one is NaN.
    fn lesser(self, other: Self) -> Self;
    /// The first where it is greater, else the second, also where one is NaN.
    fn greater(self, other: Self) -> Self;
    /// The numbers with their last four bits replaced.
    fn tagged(self, tag: u32) -> Self;
    fn above(self, other: Self) -> Self;
    fn equals(self, other: Self) -> Self;
    fn and(self, other: Self) -> Self;
    fn or(self, other: Self) -> Self;
    /// Of two numbers the first where these answers are yes, else the second.
    fn choose(self, yes: Self, no: Self) -> Self;
    /// One bit for each answer, the first lane's the lowest.
    fn bits(self) -> u8;
}

/// Some numbers in `f64`, or as many answers.
pub(crate) trait Wide:
    Copy + Add<Output = Self> + Sub<Output = Self> + Mul<Output = Self> + Div<Output = Self>
{
    /// How many they are.
    const LANES: u32;

    fn splat(value: f64) -> Self;
    fn abs(self) -> Self;
    fn sqrt(self) -> Self;
    /// The first where it is greater, else the second, also where one is NaN.
    fn greater(self, other: Self) -> Self;
    fn above(self, other: Self) -> Self;
    fn and(self, other: Self) -> Self;
    /// Of two numbers the first where these answers are yes, else the second.
    fn choose(self, yes: Self, no: Self) -> Self;
    /// Minus these numbers where answers are yes.
    fn negated(self, at: Self) -> Self;
    /// One bit for each answer, the first lane's the lowest.
    fn bits(self) -> u8;
}

/// Two numbers in `f64`, such as the coordinates of a vector.
pub(crate) trait Dual: Wide {
    /// Twice yes.
    const YES: Self;

    fn load(from: [f64; 2]) -> Self;
    fn numbers(self) -> [f64; 2];
    fn swapped(self) -> Self;
    /// The bits that are not the same, of answers whether they are not.
    fn differs(self, other: Self) -> Self;
    /// The first of this and the first of the other.
    fn firsts(self, other: Self) -> Self;
    /// The second of both.
    fn seconds(self, other: Self) -> Self;

    /// Two numbers exchanged with each other where these answers are yes.
    #[inline(always)]
    fn exchanged(self, [a, b]: [Self; 2]) -> [Self; 2] {
        let change = a.differs(b).and(self);
        [a.differs(change), b.differs(change)]
    }

    /// Turned by a quarter turn, x toward y.
    #[inline(always)]
    fn left(self) -> Self {
        self.swapped().negated(Self::load([f64::from_bits(u64::MAX), 0.0]))
    }

    /// How far a vector goes along this one and across: the dot product and the cross product.
    #[inline(always)]
    fn seen(self, vector: Self) -> Self {
        let across = self.seconds(self) * vector.swapped();
        self.firsts(self) * vector + across.negated(Self::load([0.0, f64::from_bits(u64::MAX)]))
    }
}

/// Numbers that can be computed with in `f64`.
pub(crate) trait Full: Lane {
    type Wide: Wide;

    /// The numbers as they are.
    fn widened(self) -> Self::Wide;
    /// The numbers rounded to the nearest `f32`, beyond the largest to infinity.
    fn narrowed(wide: Self::Wide) -> Self;
}

/// Some of eight numbers.
pub(crate) trait Part: Full {
    /// How many parts there are.
    const PARTS: usize;

    fn read(from: &[f32; WIDTH], part: usize) -> Self;
    fn write(self, to: &mut [f32; WIDTH], part: usize);
}

/// Eight numbers.
pub(crate) trait Octet: Full {
    /// What fills one register. Kernels that look at each number by itself take the eight in parts: of two
    /// registers they would be twice the code, and no faster.
    type Part: Part;

    fn load(from: &[f32; WIDTH]) -> Self;
    fn store(self, to: &mut [f32; WIDTH]);
    /// The least of eight numbers, none of which is NaN or zero.
    fn least(self) -> f32;
}

/// Four numbers.
///
/// What is loaded from the numbers of others is put in order within registers.
pub(crate) trait Quad: Full {
    fn load(from: [f32; 4]) -> Self;
    fn numbers(self) -> [f32; 4];
    /// Each number beside the other's: the first two of both, and the last two.
    fn beside(self, other: Self) -> [Self; 2];
    /// The next numbers above these, none of which is −0 or NaN.
    fn next(self) -> Self;
}

/// What can be done with lanes of any facade.
pub(crate) trait Kernel {
    type Answer;

    /// Must be inlined by force, with all that it calls on lanes.
    fn run<L: Octet>(self) -> Self::Answer;
}

/// Runs a kernel in registers of eight `f32`, where this machine has them.
#[inline]
pub(crate) fn wide<K: Kernel>(kernel: K) -> K::Answer {
    #[cfg(all(target_arch = "x86_64", feature = "std"))]
    if let Some(avx2) = avx2::Granted::here() {
        return avx2.run(kernel);
    }
    narrow(kernel)
}

/// Asks for the memory behind a reference without waiting for it, where the machine can be asked.
#[inline(always)]
pub(crate) fn fetch<T>(value: &T) {
    #[cfg(target_arch = "x86_64")]
    sse2::fetch(value);
    #[cfg(not(target_arch = "x86_64"))]
    let _ = value;
}

/// Runs a kernel in the registers that every machine of this kind has.
#[inline]
pub(crate) fn narrow<K: Kernel>(kernel: K) -> K::Answer {
    kernel.run::<Eight>()
}

/// Runs a kernel in every way that this build has, for tests that compare them.
#[cfg(test)]
pub(crate) fn every_way<K: Kernel>(mut kernel: impl FnMut() -> K) -> alloc::vec::Vec<K::Answer> {
    let answers = [narrow(kernel()), kernel().run::<paired::Twice<array::Four>>()].into_iter();
    #[cfg(all(target_arch = "x86_64", feature = "std"))]
    let answers = answers.chain(avx2::Granted::here().map(|avx2| avx2.run(kernel())));
    answers.collect()
}

#[cfg(test)]
mod tests;

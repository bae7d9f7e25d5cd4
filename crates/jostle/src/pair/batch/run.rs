//! Forms of the filter, and of contacts, over eight pairs at a time.

use core::hint::black_box;
use core::marker::PhantomData;

use crate::math::simd::{F32Chunk, F32x8, Kernel, WIDTH, dispatch};
use crate::pair::batch::soa::Block;
use crate::pair::filter::formulas::{Certain, FilterFormula};
use crate::pair::sat8::ContactFormula;

/// Pairs that are sorted at a time.
pub(super) const CHUNK: usize = 256;
pub(super) const WORDS: usize = CHUNK / 64;

/// The certain results of a chunk, a bit a pair.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct ChunkResult {
    pub(super) separated: [u64; WORDS],
    pub(super) overlapping: [u64; WORDS],
}

impl ChunkResult {
    /// Notes some of eight pairs, from `first` on.
    #[inline(always)]
    pub(super) fn set_some(&mut self, first: usize, Certain { separated, overlapping }: Certain) {
        self.separated[first / 64 % WORDS] |= u64::from(separated) << (first % 64);
        self.overlapping[first / 64 % WORDS] |= u64::from(overlapping) << (first % 64);
    }

    /// Notes what others say of their pair `from` of the pair `to`.
    #[inline(always)]
    pub(super) fn copy(&mut self, to: usize, others: &Self, from: usize) {
        let bit = |words: &[u64; WORDS]| words[from / 64] >> (from % 64) & 1;
        self.separated[to / 64] |= bit(&others.separated) << (to % 64);
        self.overlapping[to / 64] |= bit(&others.overlapping) << (to % 64);
    }
}

/// A part of the stack that begins with half a page; all that is put aside beside it does so, too.
#[repr(align(2048))]
struct StackAligned;

/// Keeps what a kernel puts aside, which is less than half a page, on one page of memory. Where it
/// lies on two is a matter of how many words the program was started with; on an AMD EPYC (Zen 4)
/// contacts of rectangles took 1.8 times as long then with AVX2, and capsules 2.7 times.
#[inline(always)]
fn pin_stack_alignment() {
    if cfg!(target_arch = "x86_64") {
        black_box(&mut StackAligned);
    }
}

/// One form over rows of blocks. A kernel of its own, so that each form is compiled once a facade.
pub(super) struct Rows<'s, F, const A: usize, const B: usize> {
    pub(super) a: &'s [Block<A>],
    pub(super) b: &'s [Block<B>],
    pub(super) form: PhantomData<F>,
}

impl<F: FilterFormula<A, B>, const A: usize, const B: usize> Kernel for Rows<'_, F, A, B> {
    type Answer = ChunkResult;

    #[inline(always)]
    fn run<L: F32x8>(self) -> ChunkResult {
        pin_stack_alignment();
        let mut out = ChunkResult::default();
        for (eight, (a, b)) in self.a.iter().zip(self.b).enumerate() {
            for part in 0..L::F32Chunk::PARTS {
                let sure = F::classify(&a.read::<L::F32Chunk>(part), &b.read(part));
                out.set_some(eight * WIDTH + part * (WIDTH / L::F32Chunk::PARTS), sure);
            }
        }
        out
    }
}

/// Looks at the pairs of rows of blocks.
#[inline(never)]
pub(super) fn look<F: FilterFormula<A, B>, const A: usize, const B: usize>(
    a: &[Block<A>],
    b: &[Block<B>],
) -> ChunkResult {
    dispatch(Rows::<F, A, B> { a, b, form: PhantomData })
}

/// The numbers of eight contacts: normal, depth, middle, the points on a and on b.
pub(super) type Numbers = Block<9>;

/// The same for contacts, whose numbers are written for the pairs that surely meet.
pub(super) struct ContactKernel<'s, F, const A: usize, const B: usize> {
    pub(super) a: &'s [Block<A>],
    pub(super) b: &'s [Block<B>],
    pub(super) numbers: &'s mut [Numbers],
    pub(super) swapped: bool,
    pub(super) form: PhantomData<F>,
}

impl<F: ContactFormula<A, B>, const A: usize, const B: usize> Kernel
    for ContactKernel<'_, F, A, B>
{
    type Answer = ChunkResult;

    #[inline(always)]
    fn run<L: F32x8>(self) -> ChunkResult {
        pin_stack_alignment();
        let mut out = ChunkResult::default();
        let pairs = self.a.iter().zip(self.b).zip(self.numbers);
        for (eight, ((a, b), numbers)) in pairs.enumerate() {
            for part in 0..L::F32Chunk::PARTS {
                let (a, b) = (a.read::<L::F32Chunk>(part), b.read(part));
                let found = F::contacts(&a, &b, self.swapped);
                out.set_some(eight * WIDTH + part * (WIDTH / L::F32Chunk::PARTS), found.sure);
                for (to, from) in numbers.0.iter_mut().zip(found.numbers) {
                    from.write(to, part);
                }
            }
        }
        out
    }
}

/// Finds the contacts of rows of blocks.
#[inline(never)]
pub(super) fn touch<F: ContactFormula<A, B>, const A: usize, const B: usize>(
    a: &[Block<A>],
    b: &[Block<B>],
    numbers: &mut [Numbers],
    swapped: bool,
) -> ChunkResult {
    dispatch(ContactKernel::<F, A, B> { a, b, numbers, swapped, form: PhantomData })
}

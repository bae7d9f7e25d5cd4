//! The formula of a pair of classes, run over eight pairs.

use core::hint::black_box;
use core::marker::PhantomData;

use crate::math::simd::{F32Chunk, F32x8, Kernel, WIDTH, dispatch};
use crate::pair::batch::rows::Row;
use crate::pair::sat8::{CONTACT_NUMBERS, Certain, ContactFormula};

/// A part of the stack that begins with half a page, and so does what is spilled beside it.
#[repr(align(2048))]
struct StackAligned;

/// Keeps the spilled registers of a kernel, which are less than half a page, on one page of memory.
/// If they cross a page, which depends on the size of the environment, contacts of rectangles take
/// 1.8 times as long on an AMD EPYC (Zen 4) with AVX2, and capsules 2.7 times.
#[inline(always)]
fn pin_stack_alignment() {
    if cfg!(target_arch = "x86_64") {
        black_box(&mut StackAligned);
    }
}

/// One formula over the rows of two blocks of eight shapes. A kernel of its own, so that each
/// formula is compiled once a backend.
pub(super) struct FormulaKernel<'s, F, const A: usize, const B: usize> {
    pub(super) a: &'s [Row; A],
    pub(super) b: &'s [Row; B],
    pub(super) out: &'s mut [Row; CONTACT_NUMBERS],
    pub(super) formula: PhantomData<F>,
}

impl<F: ContactFormula<A, B>, const A: usize, const B: usize> Kernel
    for FormulaKernel<'_, F, A, B>
{
    type Answer = Certain;

    #[inline(always)]
    fn run<L: F32x8>(self) -> Certain {
        pin_stack_alignment();
        let mut result = Certain { separated: 0, overlapping: 0 };
        let width = size_of::<L::F32Chunk>() / size_of::<f32>();
        for part in 0..WIDTH / width {
            let (certain, numbers) =
                F::evaluate::<L::F32Chunk>(&read(self.a, part), &read(self.b, part));
            let first = part * width;
            result.separated |= certain.separated << first;
            result.overlapping |= certain.overlapping << first;
            for (to, from) in self.out.iter_mut().zip(numbers) {
                from.write(&mut to.0, part);
            }
        }
        result
    }
}

/// Reads each column into a register; `each_ref` would go through memory.
#[inline(always)]
fn read<P: F32Chunk, const COLUMNS: usize>(block: &[Row; COLUMNS], part: usize) -> [P; COLUMNS] {
    core::array::from_fn(
        #[inline(always)]
        |i| P::read(&block[i].0, part),
    )
}

/// Computes the contacts of the blocks of two classes, of which the rows of each come first.
pub(super) type Evaluate = fn(&[Row], &[Row], &mut [Row; CONTACT_NUMBERS]) -> Certain;

#[inline(never)]
pub(super) fn evaluate<F, const A: usize, const B: usize>(
    a: &[Row],
    b: &[Row],
    out: &mut [Row; CONTACT_NUMBERS],
) -> Certain
where
    F: ContactFormula<A, B>,
{
    match (a.first_chunk(), b.first_chunk()) {
        (Some(a), Some(b)) => {
            dispatch(FormulaKernel::<F, A, B> { a, b, out, formula: PhantomData })
        }
        _ => Certain { separated: 0, overlapping: 0 },
    }
}

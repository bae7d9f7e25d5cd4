//! A form of the filter over eight pairs at a time.

use core::marker::PhantomData;

use super::columns::Block;
use super::survey::Surveyed;
use crate::math::simd::{Kernel, Octet, WIDTH, widest};
use crate::pair::kernel::filter::Form;

/// One form over rows of blocks. A kernel of its own, so that each form is compiled once a facade.
pub(super) struct Rows<'s, F, const A: usize, const B: usize> {
    pub(super) a: &'s [Block<A>],
    pub(super) b: &'s [Block<B>],
    pub(super) form: PhantomData<F>,
}

impl<F: Form<A, B>, const A: usize, const B: usize> Kernel for Rows<'_, F, A, B> {
    type Answer = Surveyed;

    #[inline(always)]
    fn run<L: Octet>(self) -> Surveyed {
        let mut out = Surveyed::default();
        for (eight, (a, b)) in self.a.iter().zip(self.b).enumerate() {
            out.set_eight(
                eight * WIDTH,
                F::sure(&a.each_ref().map(L::load), &b.each_ref().map(L::load)),
            );
        }
        out
    }
}

/// Looks at the pairs of rows of blocks.
#[inline(never)]
pub(super) fn look<F: Form<A, B>, const A: usize, const B: usize>(
    a: &[Block<A>],
    b: &[Block<B>],
) -> Surveyed {
    widest(Rows::<F, A, B> { a, b, form: PhantomData })
}

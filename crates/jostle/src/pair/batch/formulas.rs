//! The formula of each pair of classes, run over eight pairs at a time.

use core::hint::black_box;
use core::marker::PhantomData;

use crate::math::simd::{F32Chunk, F32x8, Kernel, WIDTH, dispatch};
use crate::pair::batch::columns::Row;
use crate::pair::class::CoreClass;
use crate::pair::filter::formulas::{
    Certain, OctagonLayout, PairFormula, PointLayout, Points, Polygons, QuadLayout, RectAndPoint,
    RectLayout, Rects, SegmentLayout,
};

/// Pairs that are decided at a time.
pub(super) const CHUNK: usize = 256;
pub(super) const WORDS: usize = CHUNK / 64;

/// The certain results of a chunk, a bit a pair.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct ChunkResult {
    pub(super) separated: [u64; WORDS],
    pub(super) overlapping: [u64; WORDS],
}

impl ChunkResult {
    /// Adds some of eight pairs, from `first` on.
    #[inline(always)]
    fn set_some(&mut self, first: usize, Certain { separated, overlapping }: Certain) {
        self.separated[first / 64 % WORDS] |= u64::from(separated) << (first % 64);
        self.overlapping[first / 64 % WORDS] |= u64::from(overlapping) << (first % 64);
    }

    /// Adds what others contain about their pair `from` as pair `to`.
    #[inline(always)]
    pub(super) fn copy(&mut self, to: usize, others: &Self, from: usize) {
        let bit = |words: &[u64; WORDS]| words[from / 64] >> (from % 64) & 1;
        self.separated[to / 64] |= bit(&others.separated) << (to % 64);
        self.overlapping[to / 64] |= bit(&others.overlapping) << (to % 64);
    }
}

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

/// One formula over the rows of blocks of eight shapes; writes OUT rows for each block. A kernel of
/// its own, so that each formula is compiled once a backend.
pub(super) struct FormulaKernel<'s, F, const A: usize, const B: usize, const OUT: usize> {
    pub(super) a: &'s [Row],
    pub(super) b: &'s [Row],
    pub(super) out: &'s mut [Row],
    pub(super) formula: PhantomData<F>,
}

impl<F: PairFormula<A, B, OUT>, const A: usize, const B: usize, const OUT: usize> Kernel
    for FormulaKernel<'_, F, A, B, OUT>
{
    type Answer = ChunkResult;

    #[inline(always)]
    fn run<L: F32x8>(self) -> ChunkResult {
        pin_stack_alignment();
        let mut result = ChunkResult::default();
        let blocks = self.a.as_chunks::<A>().0.iter().zip(self.b.as_chunks::<B>().0);
        for (eight, (a, b)) in blocks.enumerate() {
            for part in 0..L::F32Chunk::PARTS {
                let (certain, numbers) = F::evaluate::<L::F32Chunk>(&read(a, part), &read(b, part));
                result.set_some(eight * WIDTH + part * (WIDTH / L::F32Chunk::PARTS), certain);
                for (to, from) in self.out[eight * OUT..][..OUT].iter_mut().zip(numbers) {
                    from.write(&mut to.0, part);
                }
            }
        }
        result
    }
}

/// Perf: 13 ns for two octagons, 23 with `each_ref`, which goes through memory.
#[inline(always)]
fn read<P: F32Chunk, const COLUMNS: usize>(block: &[Row; COLUMNS], part: usize) -> [P; COLUMNS] {
    core::array::from_fn(
        #[inline(always)]
        |i| P::read(&block[i].0, part),
    )
}

/// Evaluates a formula for the blocks of two classes.
pub(super) type Evaluate = fn(a: &[Row], b: &[Row], out: &mut [Row]) -> ChunkResult;

#[inline(never)]
pub(super) fn evaluate<F, const A: usize, const B: usize, const OUT: usize>(
    a: &[Row],
    b: &[Row],
    out: &mut [Row],
) -> ChunkResult
where
    F: PairFormula<A, B, OUT>,
{
    dispatch(FormulaKernel::<F, A, B, OUT> { a, b, out, formula: PhantomData })
}

/// Returns the filter of two classes, the later class first.
pub(super) fn filter(a: CoreClass, b: CoreClass) -> Option<Evaluate> {
    use CoreClass::{Octagon, Other, Point, Quad, Rect, Segment};
    Some(match (a, b) {
        (Point, _) => evaluate::<Points, _, _, _>,
        (Rect, Point) => evaluate::<RectAndPoint, _, _, _>,
        (Rect, _) => evaluate::<Rects, _, _, _>,
        (Segment, Point) => evaluate::<Polygons<SegmentLayout, PointLayout, 2, 1>, _, _, _>,
        (Segment, Rect) => evaluate::<Polygons<SegmentLayout, RectLayout, 2, 4>, _, _, _>,
        (Segment, _) => evaluate::<Polygons<SegmentLayout, SegmentLayout, 2, 2>, _, _, _>,
        (Quad, Point) => evaluate::<Polygons<QuadLayout, PointLayout, 4, 1>, _, _, _>,
        (Quad, Rect) => evaluate::<Polygons<QuadLayout, RectLayout, 4, 4>, _, _, _>,
        (Quad, Segment) => evaluate::<Polygons<QuadLayout, SegmentLayout, 4, 2>, _, _, _>,
        (Quad, _) => evaluate::<Polygons<QuadLayout, QuadLayout, 4, 4>, _, _, _>,
        (Octagon, Point) => evaluate::<Polygons<OctagonLayout, PointLayout, 8, 1>, _, _, _>,
        (Octagon, Rect) => evaluate::<Polygons<OctagonLayout, RectLayout, 8, 4>, _, _, _>,
        (Octagon, Segment) => evaluate::<Polygons<OctagonLayout, SegmentLayout, 8, 2>, _, _, _>,
        (Octagon, Quad) => evaluate::<Polygons<OctagonLayout, QuadLayout, 8, 4>, _, _, _>,
        (Octagon, _) => evaluate::<Polygons<OctagonLayout, OctagonLayout, 8, 8>, _, _, _>,
        (Other, _) => return None,
    })
}

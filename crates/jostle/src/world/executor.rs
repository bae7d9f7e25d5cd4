//! Two ways to run pieces of work: one after the other, or on the threads of a `rayon` pool.
//!
//! Results are put together in the order of the pieces, so both give the same bits.

/// Decides into how many pieces work is cut.
pub(crate) trait Executor {
    const IS_PARALLEL: bool;

    /// Returns the number of pieces for `count` things, if fewer than `few` are not worth a piece.
    fn piece_count(count: usize, few: usize) -> usize {
        #[cfg(feature = "rayon")]
        if Self::IS_PARALLEL {
            return crate::broad::parallel::Threads::Pool.pieces(count, few);
        }
        let _ = (count, few);
        1
    }
}

/// Runs pieces that do not depend on each other. A trait of its own, because only threads need
/// `Send`.
pub(crate) trait Run<P>: Executor {
    fn run(pieces: impl IntoIterator<Item = P>, each: fn(P));
}

/// One piece, on the thread of the caller.
pub(crate) struct Serial;

impl Executor for Serial {
    const IS_PARALLEL: bool = false;
}

impl<P> Run<P> for Serial {
    fn run(pieces: impl IntoIterator<Item = P>, each: fn(P)) {
        pieces.into_iter().for_each(each);
    }
}

/// The threads of the current `rayon` pool.
#[cfg(feature = "rayon")]
pub(crate) struct Threads;

#[cfg(feature = "rayon")]
impl Executor for Threads {
    const IS_PARALLEL: bool = true;
}

#[cfg(feature = "rayon")]
impl<P: Send> Run<P> for Threads {
    fn run(pieces: impl IntoIterator<Item = P>, each: fn(P)) {
        crate::broad::parallel::Threads::Pool.share(pieces, each);
    }
}

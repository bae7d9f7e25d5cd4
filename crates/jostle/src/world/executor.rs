//! Two ways to run the pieces of a step: one after the other, or on the threads of a `rayon` pool.
//!
//! The algorithm of the step is the same for both, and pieces are put together in their order, so
//! the events are the same bit for bit.

/// Work that no other piece depends on.
pub(crate) trait Piece {
    fn run(self);
}

/// The number of pieces.
pub(crate) trait Executor {
    #[cfg(feature = "rayon")]
    const IS_PARALLEL: bool;

    /// Returns into how many pieces to cut the work on `count` things, if fewer than `few` are not
    /// worth a piece.
    fn piece_count(count: usize, few: usize) -> usize;
}

/// Runs pieces. A trait of its own, because only threads need `Send`.
pub(crate) trait Run<P: Piece>: Executor {
    fn run(pieces: impl IntoIterator<Item = P>);
}

/// One piece, on the thread of the caller.
pub(crate) struct Serial;

impl Executor for Serial {
    #[cfg(feature = "rayon")]
    const IS_PARALLEL: bool = false;

    fn piece_count(_: usize, _: usize) -> usize {
        1
    }
}

impl<P: Piece> Run<P> for Serial {
    fn run(pieces: impl IntoIterator<Item = P>) {
        pieces.into_iter().for_each(P::run);
    }
}

/// The threads of the current `rayon` pool.
#[cfg(feature = "rayon")]
pub(crate) struct Threads;

#[cfg(feature = "rayon")]
impl Executor for Threads {
    const IS_PARALLEL: bool = true;

    fn piece_count(count: usize, few: usize) -> usize {
        crate::broad::parallel::Threads::Pool.pieces(count, few)
    }
}

#[cfg(feature = "rayon")]
impl<P: Piece + Send> Run<P> for Threads {
    fn run(pieces: impl IntoIterator<Item = P>) {
        crate::broad::parallel::Threads::Pool.share(pieces, P::run);
    }
}

//! Work in pieces, on the caller's thread or on the threads of a `rayon` pool.
//!
//! Memory that another core wrote is slow to read, so every thread starts with its own share of the
//! pieces, which is the same from step to step, and then takes pieces of the others. No thread
//! waits for a busy one.

#[cfg(feature = "rayon")]
use {
    alloc::vec::Vec,
    std::sync::{Mutex, PoisonError},
};

/// Pieces a thread, so that a slow thread gets help.
#[cfg(feature = "rayon")]
const PIECES: usize = 4;

#[derive(Clone, Copy)]
pub(crate) enum Threads {
    One,
    #[cfg(feature = "rayon")]
    Pool,
}

impl Threads {
    /// Returns into how many pieces to cut `things`, if fewer than `few` are not worth a piece.
    pub(crate) fn pieces(self, things: usize, few: usize) -> usize {
        let most = match self {
            Self::One => 1,
            #[cfg(feature = "rayon")]
            Self::Pool => rayon::current_num_threads() * PIECES,
        };
        (things / few).clamp(1, most)
    }

    pub(crate) fn share<W: Send>(
        self,
        pieces: impl IntoIterator<Item = W>,
        each: impl Fn(W) + Sync,
    ) {
        match self {
            Self::One => pieces.into_iter().for_each(each),
            #[cfg(feature = "rayon")]
            Self::Pool => share(pieces, each),
        }
    }
}

#[cfg(feature = "rayon")]
fn share<W: Send>(pieces: impl IntoIterator<Item = W>, each: impl Fn(W) + Sync) {
    let cells: Vec<Mutex<Option<W>>> = pieces.into_iter().map(|w| Mutex::new(Some(w))).collect();
    let (count, threads) = (cells.len(), rayon::current_num_threads());
    let work = || {
        let own = rayon::current_thread_index().unwrap_or_default() % threads;
        for at in 0..count {
            let cell = &cells[(own * count / threads + at) % count];
            let piece = cell.lock().unwrap_or_else(PoisonError::into_inner).take();
            if let Some(piece) = piece {
                each(piece);
            }
        }
    };
    if count <= 1 {
        return work();
    }
    rayon::scope(|scope| {
        for _ in 1..threads.min(count) {
            scope.spawn(|_| work());
        }
        work();
    });
}

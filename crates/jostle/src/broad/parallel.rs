//! Work on the threads of a `rayon` pool in pieces (feature `rayon`).
//!
//! Memory that another core wrote is slow to read, so every thread starts with its own share of the
//! pieces, which is the same from step to step, and then takes pieces of the others. No thread
//! waits for a busy one.

use alloc::vec::Vec;
use std::sync::{Mutex, PoisonError};

/// Pieces a thread, so that a slow thread gets help.
const PIECES: usize = 4;

/// Returns into how many pieces to cut `things`, if fewer than `few` are not worth a piece.
pub(crate) fn pieces(things: usize, few: usize) -> usize {
    (things / few).clamp(1, rayon::current_num_threads() * PIECES)
}

/// Does all pieces on the threads of the current `rayon` pool.
pub(crate) fn share<W: Send>(pieces: impl IntoIterator<Item = W>, each: impl Fn(W) + Sync) {
    let cells: Vec<Mutex<Option<W>>> = pieces.into_iter().map(|w| Mutex::new(Some(w))).collect();
    let (count, threads) = (cells.len(), rayon::current_num_threads());
    let hand = || {
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
        return hand();
    }
    rayon::scope(|scope| {
        for _ in 1..threads.min(count) {
            scope.spawn(|_| hand());
        }
        hand();
    });
}

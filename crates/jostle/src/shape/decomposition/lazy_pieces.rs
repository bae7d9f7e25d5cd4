//! Rings and their convex pieces, which the first caller cuts.
//!
//! Only depths, manifolds and unions read pieces, and cutting takes several times as long as
//! everything else about an outline. All placings of a shape share one cut; a mirrored placing
//! reverses its rings.

use alloc::sync::Arc;
use alloc::vec::Vec;
use core::fmt;

use crate::math::{Vec2, lazy::Lazy};
use crate::shape::decomposition::merge::decompose;

/// See the module docs.
pub(crate) struct LazyPieces {
    pub(crate) rings: Vec<Vec<Vec2>>,
    pieces: Lazy<Vec<Vec<u32>>>,
}

impl LazyPieces {
    /// Of rings in normal form.
    pub(crate) fn new(rings: Vec<Vec<Vec2>>) -> Arc<Self> {
        let pieces = Lazy::new(|| cut(&rings));
        Arc::new(Self { rings, pieces })
    }

    /// Rings whose pieces come from elsewhere.
    pub(crate) fn uncut(rings: Vec<Vec<Vec2>>) -> Arc<Self> {
        Arc::new(Self { rings, pieces: Lazy::new(Vec::new) })
    }

    /// Calls `visit` with the vertices of each piece in positive order, counted through all rings
    /// as they are, or as they are once each was reversed.
    pub(crate) fn each(&self, mirrored: bool, visit: &mut dyn FnMut(&[u32])) {
        let pieces = self.pieces.get(|| cut(&self.rings));
        if !mirrored {
            pieces.iter().for_each(|piece| visit(piece));
            return;
        }
        let places = self.reversed();
        let mut turned = Vec::new();
        for piece in pieces {
            turned.clear();
            turned.extend(piece.iter().rev().map(|i| places[*i as usize]));
            visit(&turned);
        }
    }

    /// Where each vertex stands after every ring was reversed.
    pub(crate) fn reversed(&self) -> Vec<u32> {
        let mut places = Vec::new();
        let mut first = 0;
        for ring in &self.rings {
            let len = ring.len() as u32;
            places.extend((0..len).rev().map(|i| first + i));
            first += len;
        }
        places
    }
}

/// Rings in normal form have no proper crossing, the one thing that cannot be cut up.
fn cut(rings: &[Vec<Vec2>]) -> Vec<Vec<u32>> {
    decompose(rings).unwrap_or_default()
}

impl PartialEq for LazyPieces {
    fn eq(&self, other: &Self) -> bool {
        self.rings == other.rings
    }
}

/// Without the pieces, which follow from the rings and may not be there yet.
impl fmt::Debug for LazyPieces {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.rings.fmt(f)
    }
}

//! The open pairs of a collider, as lists threaded through one array.
//!
//! Open pairs are sorted, so the pairs of which a collider is a are consecutive. The pairs of which
//! it is b are chained, each to the one before. The first call after a step builds the chains.
//! Perf: building them at every step would make frames 5 % longer, and most frames need none.

use alloc::vec;
use alloc::vec::Vec;

use crate::world::hierarchy::NONE;
use crate::world::open_pairs::Pairs;

/// See the module docs.
#[derive(Debug, Default)]
pub(crate) struct PairIndex {
    /// By slot: the last open pair in which it is b.
    last: Vec<u32>,
    /// By open pair: the one before it with the same b.
    before: Vec<u32>,
}

impl PairIndex {
    /// Builds the chains of all open pairs of `slots` slots.
    pub(crate) fn new(open: &Pairs, slots: usize) -> Self {
        let (mut last, mut before) = (vec![NONE; slots], Vec::with_capacity(open.len()));
        for (place, (_, pair)) in (0..).zip(open.iter()) {
            before.push(core::mem::replace(&mut last[pair.b as usize], place));
        }
        Self { last, before }
    }

    /// The open pairs in which a slot is b, last first.
    pub(crate) fn as_b(&self, slot: usize) -> impl Iterator<Item = usize> + '_ {
        let mut next = self.last.get(slot).copied().unwrap_or(NONE);
        core::iter::from_fn(move || {
            let place = (next != NONE).then_some(next as usize)?;
            next = self.before[place];
            Some(place)
        })
    }

    pub(crate) fn bytes(&self) -> usize {
        (self.last.capacity() + self.before.capacity()) * size_of::<u32>()
    }
}

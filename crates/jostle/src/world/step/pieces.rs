//! The pieces of a step: the narrow phase of some candidates, and the merge of a range of keys.

use alloc::vec::Vec;

use crate::world::Core;
use crate::world::open_pairs::{PairStore, PairWriter, Pairs, SortedPair, sort};

/// The pairs that one piece of the narrow phase found.
#[derive(Debug, Default)]
pub(super) struct FoundPairs {
    /// By ranges of keys.
    pub(super) ranges: Vec<Vec<SortedPair>>,
    /// Room for all, if there are several ranges.
    pub(super) undivided: Vec<SortedPair>,
    pub(super) tested: usize,
}

/// The pairs of a range of keys.
#[derive(Debug, Default)]
pub(super) struct Range {
    /// The pairs that were found.
    pub(super) sorted: Vec<SortedPair>,
    /// Room for the sort.
    pub(super) ends: Vec<u32>,
    /// The pairs that touch now.
    pub(super) listed: Vec<SortedPair>,
    /// The pairs that ended.
    pub(super) ended: Vec<SortedPair>,
    /// The numbers of pairs that touch now, and of those that began.
    pub(super) touching: usize,
    pub(super) entered: usize,
}

impl FoundPairs {
    /// Decides candidates, given the first serial number of each range of keys but the first.
    pub(super) fn decide(
        &mut self,
        core: &Core,
        candidates: &[(u32, u32)],
        borders: &[u32],
        store: &mut PairStore,
    ) {
        let Self { ranges, undivided, tested } = self;
        ranges.resize_with(ranges.len().max(borders.len() + 1), Vec::new);
        ranges.iter_mut().for_each(Vec::clear);
        undivided.clear();
        let listed = if borders.is_empty() { &mut ranges[0] } else { &mut *undivided };
        *tested = core.decide(candidates, &mut PairWriter { store, listed });
        for pair in undivided {
            let number = borders.partition_point(|border| *border <= pair.serials()[0]);
            ranges[number].push(*pair);
        }
    }
}

impl Range {
    /// Merges the pairs that were found with those of `open` that are `old`, both of this range.
    pub(super) fn merge<'a>(
        &mut self,
        core: &Core,
        found: impl Iterator<Item = &'a [SortedPair]> + Clone,
        open: &Pairs,
        old: &[SortedPair],
        store: &mut PairStore,
    ) {
        let Self { sorted, ends, listed, ended, touching, entered } = self;
        sort(found, sorted, ends);
        listed.clear();
        ended.clear();
        *entered = core.merge(sorted, open, old, &mut PairWriter { store, listed }, ended);
        *touching = listed.len();
    }
}

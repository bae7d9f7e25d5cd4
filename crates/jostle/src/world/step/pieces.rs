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

pub(super) enum StepPiece<'a> {
    Decide {
        core: &'a Core,
        candidates: &'a [(u32, u32)],
        /// The first serial number of each range of keys but the first.
        borders: &'a [u32],
        found: &'a mut FoundPairs,
        store: &'a mut PairStore,
    },
    Merge {
        core: &'a Core,
        found: &'a [FoundPairs],
        /// The number of the range.
        number: usize,
        range: &'a mut Range,
        open: &'a Pairs,
        /// The open pairs of the range.
        old: &'a [SortedPair],
        store: &'a mut PairStore,
    },
}

impl StepPiece<'_> {
    pub(super) fn run(self) {
        match self {
            Self::Decide { core, candidates, borders, found, store } => {
                let FoundPairs { ranges, undivided, tested } = found;
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
            Self::Merge { core, found, number, range, open, old, store } => {
                let Range { sorted, ends, listed, ended, touching, entered } = range;
                sort(found.iter().map(|found| &found.ranges[number][..]), sorted, ends);
                listed.clear();
                ended.clear();
                let mut writer = PairWriter { store, listed };
                *entered = core.merge(sorted, open, old, &mut writer, ended);
                *touching = listed.len();
            }
        }
    }
}

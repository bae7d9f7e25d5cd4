//! The pieces of a step: the narrow phase of some candidates, the merge of a range of keys, and
//! its events.

use alloc::vec::Vec;

use crate::world::open_pairs::{PairStore, PairWriter, Pairs, SortedPair, sort};
use crate::world::{Event, World, diff::StepDiff};

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
    pub(super) diff: StepDiff,
}

pub(super) enum StepPiece<'a, T> {
    Decide {
        world: &'a World<T>,
        candidates: &'a [(u32, u32)],
        /// The first serial number of each range of keys but the first.
        borders: &'a [u32],
        found: &'a mut FoundPairs,
        store: &'a mut PairStore,
    },
    Merge {
        world: &'a World<T>,
        found: &'a [FoundPairs],
        /// The number of the range.
        number: usize,
        range: &'a mut Range,
        open: &'a Pairs,
        /// The open pairs of the range.
        old: &'a [SortedPair],
        store: &'a mut PairStore,
    },
    Events {
        world: &'a World<T>,
        diff: &'a StepDiff,
        /// The pairs of the last step and of this one.
        pairs: [&'a Pairs; 2],
        /// The pairs of the range that touch now.
        listed: &'a [SortedPair],
        events: &'a mut [Event<T>],
    },
}

impl<T: Clone> StepPiece<'_, T> {
    pub(super) fn run(self) {
        match self {
            Self::Decide { world, candidates, borders, found, store } => {
                let FoundPairs { ranges, undivided, tested } = found;
                ranges.resize_with(ranges.len().max(borders.len() + 1), Vec::new);
                ranges.iter_mut().for_each(Vec::clear);
                undivided.clear();
                let listed = if borders.is_empty() { &mut ranges[0] } else { &mut *undivided };
                *tested = world.decide(candidates, &mut PairWriter { store, listed });
                for pair in undivided {
                    let number = borders.partition_point(|border| *border <= pair.serials()[0]);
                    ranges[number].push(*pair);
                }
            }
            Self::Merge { world, found, number, range, open, old, store } => {
                let Range { sorted, ends, listed, diff } = range;
                sort(found.iter().map(|found| &found.ranges[number][..]), sorted, ends);
                listed.clear();
                world.merge(sorted, open, old, &mut PairWriter { store, listed }, diff);
            }
            Self::Events { world, diff, pairs, listed, events } => {
                world.write_events(diff, pairs, listed, events);
            }
        }
    }
}

//! The pieces of a step: the narrow phase of some candidates, the merge of a range of keys, and its
//! events.

use alloc::vec::Vec;

use crate::world::diff::{Previous, StepDiff};
use crate::world::executor::Piece;
use crate::world::open_pairs::{PairStore, PairWriter, Pairs, SortScratch, SortedPair, sort};
use crate::world::{Event, World};

/// The pairs that one piece of the narrow phase found.
#[derive(Debug, Default)]
pub(super) struct ThreadPairs {
    pub(super) listed: Vec<SortedPair>,
    /// The same pairs by ranges of keys, if there are several.
    pub(super) ranges: Vec<Vec<SortedPair>>,
    pub(super) tested: usize,
}

impl ThreadPairs {
    /// Sorts the pairs into ranges, given the first serial number of each range but the first.
    fn divide(&mut self, borders: &[u32]) {
        self.ranges.iter_mut().for_each(Vec::clear);
        if self.ranges.len() <= borders.len() {
            self.ranges.resize_with(borders.len() + 1, Vec::new);
        }
        for listed in &self.listed {
            let range = borders.partition_point(|border| *border <= listed.serials()[0]);
            self.ranges[range].push(*listed);
        }
    }
}

/// The pairs of a range of keys.
#[derive(Debug)]
pub(super) struct Range<T> {
    pub(super) found: Vec<SortedPair>,
    pub(super) room: SortScratch,
    pub(super) listed: Vec<SortedPair>,
    pub(super) merged: StepDiff<T>,
}

impl<T> Default for Range<T> {
    fn default() -> Self {
        let (found, listed) = (Vec::new(), Vec::new());
        Self { found, room: SortScratch::default(), listed, merged: StepDiff::default() }
    }
}

/// The narrow phase of some candidates.
pub(super) struct DecidePiece<'a, T> {
    pub(super) world: &'a World<T>,
    pub(super) candidates: &'a [(u32, u32)],
    pub(super) borders: &'a [u32],
    pub(super) finding: &'a mut ThreadPairs,
    pub(super) store: &'a mut PairStore,
    pub(super) number: u32,
    pub(super) bits: u32,
}

impl<T> Piece for DecidePiece<'_, T> {
    fn run(self) {
        let Self { world, candidates, borders, finding, store, number, bits } = self;
        finding.listed.clear();
        let mut writer = PairWriter { store, listed: &mut finding.listed, number, bits };
        finding.tested = world.decide(candidates, &mut writer);
        if HAS_THREADS && !borders.is_empty() {
            finding.divide(borders);
        }
    }
}

/// The merge of a range of keys.
pub(super) struct MergePiece<'a, T> {
    pub(super) world: &'a World<T>,
    pub(super) before: &'a Previous<'a, T>,
    pub(super) findings: &'a [ThreadPairs],
    pub(super) at: usize,
    pub(super) old: &'a [SortedPair],
    pub(super) range: &'a mut Range<T>,
    pub(super) store: &'a mut PairStore,
    pub(super) number: u32,
    pub(super) bits: u32,
}

impl<T: Clone> Piece for MergePiece<'_, T> {
    fn run(self) {
        let Range { found, room, listed, merged } = self.range;
        if HAS_THREADS {
            for finding in self.findings {
                found.extend_from_slice(&finding.ranges[self.at]);
            }
        }
        sort(found, room);
        listed.clear();
        let Self { store, number, bits, .. } = self;
        let mut writer = PairWriter { store, listed, number, bits };
        self.world.merge(found, self.old, self.before, &mut writer, merged);
    }
}

/// The events of a range of keys.
pub(super) struct EventPiece<'a, T> {
    pub(super) world: u8,
    pub(super) pairs: &'a Pairs,
    pub(super) listed: &'a [SortedPair],
    pub(super) merged: &'a mut StepDiff<T>,
    pub(super) events: &'a mut [Event<T>],
}

impl<T> Piece for EventPiece<'_, T> {
    fn run(self) {
        self.merged.write_events(self.world, self.pairs, self.listed, self.events);
    }
}

/// Without threads there is one piece of each stage, and the code for several is not compiled.
pub(super) const HAS_THREADS: bool = cfg!(feature = "rayon");

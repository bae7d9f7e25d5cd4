//! The pieces of a step: the narrow phase of some candidates, and the merge of a range of keys.

use alloc::vec::Vec;

use crate::world::Core;
use crate::world::open_pairs::{Pair, Pairs};

/// The pairs that one piece of the narrow phase found.
#[derive(Debug, Default)]
pub(super) struct FoundPairs {
    pub(super) all: Pairs,
    /// By ranges of keys, if there are several.
    pub(super) ranges: Vec<Vec<Pair>>,
    pub(super) tested: usize,
}

/// The pairs of a range of keys.
#[derive(Debug, Default)]
pub(super) struct Range {
    /// The pairs that were found.
    pub(super) sorted: Vec<Pair>,
    /// Room for the sort.
    pub(super) ends: Vec<u32>,
    /// The pairs that touch now.
    pub(super) list: Vec<Pair>,
    /// The numbers of pairs that touch now, that began and that ended.
    pub(super) touching: usize,
    pub(super) entered: usize,
    pub(super) ended: usize,
}

impl FoundPairs {
    /// Decides candidates, given the first serial number of each range of keys but the first.
    pub(super) fn decide(&mut self, core: &Core, candidates: &[(u32, u32)], borders: &[u32]) {
        let Self { all, ranges, tested } = self;
        all.clear();
        *tested = core.decide(candidates, all);
        ranges.iter_mut().for_each(Vec::clear);
        if borders.is_empty() {
            return;
        }
        ranges.resize_with(ranges.len().max(borders.len() + 1), Vec::new);
        for pair in &all.list {
            ranges[borders.partition_point(|border| *border <= pair.serials[0])].push(*pair);
        }
    }

    /// Returns the pairs of one of `count` ranges.
    pub(super) fn of(&self, range: usize, count: usize) -> &[Pair] {
        if count == 1 { &self.all.list } else { &self.ranges[range] }
    }
}

impl Range {
    /// Merges the sorted pairs that were found with those that were open, both of this range.
    pub(super) fn merge(&mut self, core: &Core, open: &[Pair]) {
        (self.entered, self.ended) = core.merge(&self.sorted, open, &mut self.list);
        self.touching = self.list.len();
    }
}

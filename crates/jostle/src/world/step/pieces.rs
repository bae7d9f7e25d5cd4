//! The pieces of a step: the narrow phase of some candidates, and the merge of a range of keys.

use alloc::vec::Vec;
use core::mem::swap;

use crate::math::sort::sort_in_buckets;
use crate::world::Core;
use crate::world::open_pairs::{Pair, Pairs};

/// The pairs that one piece of the narrow phase found.
#[derive(Debug, Default)]
pub(super) struct FoundPairs {
    /// By ranges of keys.
    pub(super) ranges: Vec<Vec<Pair>>,
    /// All of them if there are several ranges, and all parts.
    pub(super) all: Pairs,
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
        let Self { ranges, all, tested } = self;
        ranges.resize_with(ranges.len().max(borders.len() + 1), Vec::new);
        ranges.iter_mut().for_each(Vec::clear);
        all.clear();
        *tested = core.decide(candidates, all);
        if borders.is_empty() {
            swap(&mut ranges[0], &mut all.list);
            return;
        }
        for pair in &all.list {
            ranges[borders.partition_point(|border| *border <= pair.serials[0])].push(*pair);
        }
    }
}

impl Range {
    /// Merges the pairs that were found with those that were open, both of this range.
    pub(super) fn merge<'a>(
        &mut self,
        core: &Core,
        found: impl Iterator<Item = &'a [Pair]> + Clone,
        open: &[Pair],
    ) {
        sort_in_buckets(found, Pair::order, &mut self.sorted, &mut self.ends);
        (self.entered, self.ended) = core.merge(&self.sorted, open, &mut self.list);
        self.touching = self.list.len();
    }
}

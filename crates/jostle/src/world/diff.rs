//! The difference of two steps: one merge of the pairs found with those that were open, then an
//! event of each.
//!
//! The merge reads two lists in order and stores one byte a pair. Other data of pairs that ended,
//! and of pairs that events are made of, lies elsewhere in memory; it is prefetched and read in a
//! second pass.

use alloc::vec::Vec;

use crate::math::simd::prefetch;
use crate::world::open_pairs::{Pair, PairWriter, Pairs, SortedPair};
use crate::world::storage::{ENABLED, MOVED, RESHAPED};
use crate::world::{Event, Exit, ExitReason, Key, TouchPair, World};

/// A pair is prefetched this number of pairs ahead.
const AHEAD: usize = 16;

/// The change of a pair in a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Change {
    Enter,
    Stay,
    Exit,
}

/// The result of a merge, in order.
#[derive(Debug, Default)]
pub(crate) struct StepDiff {
    changes: Vec<Change>,
    /// The pairs that ended.
    ended: Vec<SortedPair>,
    /// The number of pairs that began.
    pub(crate) entered: usize,
}

impl StepDiff {
    /// Returns the number of events.
    pub(crate) fn len(&self) -> usize {
        self.changes.len()
    }

    /// Returns the number of pairs that ended.
    pub(crate) fn exited(&self) -> usize {
        self.ended.len()
    }

    /// Sets a number of pairs that all stay.
    pub(crate) fn all_stay(&mut self, count: usize) {
        self.changes.clear();
        self.changes.resize(count, Change::Stay);
        self.ended.clear();
        self.entered = 0;
    }

    /// Lists those whose pairs began or ended, given the pairs that were open, those that are, and
    /// the list of these from its first on; once for each pair.
    pub(crate) fn changed(
        &self,
        world: u8,
        [before, now]: [&Pairs; 2],
        listed: &mut core::slice::Iter<'_, SortedPair>,
        keys: &mut Vec<Key>,
    ) {
        for change in self.changes.iter().filter(|change| **change != Change::Exit) {
            let listed = listed.next();
            if let Some(listed) = listed.filter(|_| *change == Change::Enter) {
                keys.extend(now.keys(world, listed));
            }
        }
        keys.extend(self.ended.iter().flat_map(|listed| before.keys(world, listed)));
    }

    pub(crate) fn bytes(&self) -> usize {
        self.changes.capacity() * size_of::<Change>()
            + self.ended.capacity() * size_of::<SortedPair>()
    }
}

impl<T> World<T> {
    /// Merges the pairs that were found with those of `open` that are `old`, both in order.
    /// `writer` lists the pairs that touch now, and copies those of which nothing changed.
    pub(crate) fn merge(
        &self,
        found: &[SortedPair],
        open: &Pairs,
        old: &[SortedPair],
        writer: &mut PairWriter<'_>,
        diff: &mut StepDiff,
    ) {
        diff.all_stay(0);
        let mut next = 0;
        let stay_or_end = |at: usize, writer: &mut PairWriter<'_>, diff: &mut StepDiff| {
            if let Some(listed) = old.get(at + AHEAD) {
                prefetch(open.of(listed));
            }
            if self.is_still(open, &old[at]) {
                writer.copy_from(open, &old[at]);
                diff.changes.push(Change::Stay);
            } else {
                diff.ended.push(old[at]);
                diff.changes.push(Change::Exit);
            }
        };
        for listed in found {
            let order = listed.order();
            while next < old.len() && old[next].order() < order {
                stay_or_end(next, writer, diff);
                next += 1;
            }
            let stays = next < old.len() && old[next].order() == order;
            next += usize::from(stays);
            diff.entered += usize::from(!stays);
            diff.changes.push(if stays { Change::Stay } else { Change::Enter });
            writer.list_again(*listed);
        }
        (next..old.len()).for_each(|at| stay_or_end(at, writer, diff));
    }

    /// Returns `true` if nothing of an open pair changed.
    fn is_still(&self, open: &Pairs, listed: &SortedPair) -> bool {
        let Pair { a, b, .. } = *open.of(listed);
        [a, b].into_iter().zip(listed.serials()).all(|(slot, serial)| {
            let meta = &self.slots.metas[slot as usize];
            meta.serial == serial && !meta.has(MOVED)
        })
    }
}

impl<T: Clone> World<T> {
    /// Writes the events of a merge, given the pairs of the last step and of this one, and the part
    /// of these that the merge listed. Touches are written in place of what is there, because
    /// copies would stall on store forwarding.
    pub(crate) fn write_events(
        &self,
        diff: &StepDiff,
        [before, now]: [&Pairs; 2],
        listed: &[SortedPair],
        events: &mut [Event<T>],
    ) {
        let (mut touches, mut exits) = (0, 0);
        for (change, event) in diff.changes.iter().zip(events) {
            match (change, &*event) {
                (Change::Exit, _) => {
                    self.prefetch_exits(before, &diff.ended[exits..]);
                    if let Some(exit) = self.exit(before, &diff.ended[exits]) {
                        *event = Event::Exit(exit);
                    }
                    exits += 1;
                    continue;
                }
                (Change::Enter, Event::Enter(_)) | (Change::Stay, Event::Stay(_)) => {}
                (Change::Enter, _) => *event = Event::Enter(TouchPair::EMPTY),
                (Change::Stay, _) => *event = Event::Stay(TouchPair::EMPTY),
            }
            if let Some(next) = listed.get(touches + AHEAD) {
                prefetch(now.of(next));
            }
            if let Event::Enter(touch) | Event::Stay(touch) = event {
                now.write_touch(self.id, &listed[touches], touch);
            }
            touches += 1;
        }
    }

    /// Prefetches what later exits need.
    fn prefetch_exits(&self, before: &Pairs, ended: &[SortedPair]) {
        if let Some(later) = ended.get(2 * AHEAD) {
            prefetch(before.of(later));
        }
        if let Some(later) = ended.get(AHEAD) {
            let Pair { a, b, .. } = *before.of(later);
            for slot in [a as usize, b as usize] {
                prefetch(&self.slots.metas[slot]);
                prefetch(&self.slots.data[slot]);
            }
        }
    }

    /// Returns the exit of a pair; the data of a removed collider is among the departed.
    fn exit(&self, before: &Pairs, listed: &SortedPair) -> Option<Exit<T>> {
        let (pair, [a, b]) = (before.of(listed), before.keys(self.id, listed));
        let departed = &self.slots.departed;
        let data = |key: Key| match departed.binary_search_by_key(&key, |(key, _)| *key) {
            Ok(found) => Some(departed[found].1.clone()),
            Err(_) => self.data(key).cloned(),
        };
        let [ma, mb] = [pair.a, pair.b].map(|slot| &self.slots.metas[slot as usize]);
        let reason = if !ma.is_of(a) || !mb.is_of(b) {
            ExitReason::Removed
        } else if !ma.has(ENABLED) || !mb.has(ENABLED) {
            ExitReason::Disabled
        } else if self.seen(pair.a, pair.b).is_none() {
            ExitReason::Filtered
        } else if ma.has(RESHAPED) || mb.has(RESHAPED) {
            ExitReason::Reshaped
        } else {
            ExitReason::Separated
        };
        let Pair { seen_by, sensor, .. } = *pair;
        Some(Exit { a, b, seen_by, sensor, reason, data_a: data(a)?, data_b: data(b)? })
    }
}

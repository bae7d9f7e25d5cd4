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
#[derive(Debug)]
pub(crate) struct StepDiff<T> {
    changes: Vec<Change>,
    ended: Vec<SortedPair>,
    exits: Vec<Exit<T>>,
    /// The number of those that began.
    pub(crate) entered: usize,
}

impl<T> Default for StepDiff<T> {
    fn default() -> Self {
        let (changes, ended, exits) = (Vec::new(), Vec::new(), Vec::new());
        Self { changes, ended, exits, entered: 0 }
    }
}

impl<T> StepDiff<T> {
    /// Returns the number of events.
    pub(crate) fn len(&self) -> usize {
        self.changes.len()
    }

    /// The number of pairs that ended.
    pub(crate) fn exited(&self) -> usize {
        self.ended.len()
    }

    pub(crate) fn clear(&mut self) {
        self.changes.clear();
        self.ended.clear();
        self.exits.clear();
        self.entered = 0;
    }

    /// Sets a number of pairs that all stay.
    pub(crate) fn all_stay(&mut self, count: usize) {
        self.clear();
        self.changes.resize(count, Change::Stay);
    }

    /// Reports the events, given the pairs of the world and the part of their list that is meant,
    /// and as many places as there are events, whatever is in them. Touches are written where they
    /// stay: a copy of what was written number by number waits until all of it is there (a tenth of
    /// telling).
    pub(crate) fn write_events(
        &mut self,
        world: u8,
        pairs: &Pairs,
        listed: &[SortedPair],
        events: &mut [Event<T>],
    ) {
        let (mut exits, mut at) = (self.exits.drain(..), 0);
        for (change, event) in self.changes.iter().zip(events) {
            if *change == Change::Exit {
                if let Some(exit) = exits.next() {
                    *event = Event::Exit(exit);
                }
                continue;
            }
            if let Some(next) = listed.get(at + AHEAD) {
                prefetch(pairs.of(next));
            }
            match (change, &*event) {
                (Change::Enter, Event::Enter(_)) | (Change::Stay, Event::Stay(_)) => {}
                (Change::Enter, _) => *event = Event::Enter(TouchPair::EMPTY),
                _ => *event = Event::Stay(TouchPair::EMPTY),
            }
            if let Event::Enter(touch) | Event::Stay(touch) = event {
                pairs.write_touch(world, &listed[at], touch);
            }
            at += 1;
        }
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
            + self.exits.capacity() * size_of::<Exit<T>>()
    }
}

/// The pairs that were open, and their colliders that departed.
pub(crate) struct Previous<'a, T> {
    pub(crate) open: &'a Pairs,
    /// Removed since, while in open pairs; sorted.
    pub(crate) departed: &'a [(Key, T)],
    /// True if everything that lives moved.
    pub(crate) all_moved: bool,
}

impl<T: Clone> World<T> {
    /// Merges the pairs that were found with some that were open, both in order. `writer` lists
    /// those that touch now, and copies those of which nothing changed.
    pub(crate) fn merge(
        &self,
        found: &[SortedPair],
        old: &[SortedPair],
        before: &Previous<'_, T>,
        writer: &mut PairWriter<'_>,
        merged: &mut StepDiff<T>,
    ) {
        merged.clear();
        let mut next = 0;
        let go_on_or_end = |at: usize, writer: &mut PairWriter<'_>, merged: &mut StepDiff<T>| {
            if !before.all_moved {
                if let Some(listed) = old.get(at + AHEAD) {
                    prefetch(before.open.of(listed));
                }
                if self.is_still(before.open, &old[at]) {
                    writer.copy_from(before.open, &old[at]);
                    merged.changes.push(Change::Stay);
                    return;
                }
            }
            merged.ended.push(old[at]);
            merged.changes.push(Change::Exit);
        };
        for listed in found {
            let order = listed.order();
            while next < old.len() && old[next].order() < order {
                go_on_or_end(next, writer, merged);
                next += 1;
            }
            let stays = next < old.len() && old[next].order() == order;
            next += usize::from(stays);
            merged.entered += usize::from(!stays);
            merged.changes.push(if stays { Change::Stay } else { Change::Enter });
            writer.list_again(*listed);
        }
        (next..old.len()).for_each(|at| go_on_or_end(at, writer, merged));
        self.list_exits(before, merged);
    }

    /// Returns `true` if nothing of an open pair changed.
    fn is_still(&self, open: &Pairs, listed: &SortedPair) -> bool {
        let Pair { a, b, .. } = *open.of(listed);
        [a, b].into_iter().zip(listed.serials()).all(|(slot, serial)| {
            let meta = &self.slots.metas[slot as usize];
            meta.serial == serial && !meta.has(MOVED)
        })
    }

    /// Lists what the ends of pairs say.
    fn list_exits(&self, before: &Previous<'_, T>, merged: &mut StepDiff<T>) {
        let StepDiff { ended, exits, .. } = merged;
        for (at, listed) in ended.iter().enumerate() {
            if let Some(later) = ended.get(at + 2 * AHEAD) {
                prefetch(before.open.of(later));
            }
            if let Some(later) = ended.get(at + AHEAD) {
                let Pair { a, b, .. } = *before.open.of(later);
                for slot in [a as usize, b as usize] {
                    prefetch(&self.slots.metas[slot]);
                    prefetch(&self.slots.data[slot]);
                }
            }
            exits.extend(self.exit(before, listed));
        }
    }

    /// Returns the exit of a pair; the data of a removed collider is among the departed.
    fn exit(&self, before: &Previous<'_, T>, listed: &SortedPair) -> Option<Exit<T>> {
        let Previous { open, departed, .. } = before;
        let (pair, [a, b]) = (open.of(listed), open.keys(self.id, listed));
        let lost = |key: Key| self.slot(key).is_none();
        let data = |key: Key| match departed.binary_search_by_key(&key, |(key, _)| *key) {
            Ok(found) => Some(departed[found].1.clone()),
            Err(_) => self.data(key).cloned(),
        };
        let [ma, mb] = [pair.a, pair.b].map(|slot| &self.slots.metas[slot as usize]);
        let reason = if lost(a) || lost(b) {
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

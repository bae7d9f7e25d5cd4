//! The difference of two steps: one merge of the pairs found with those that were open, and an
//! event of each.
//!
//! The data of pairs is not stored in their order. It is prefetched when events are written, and
//! that of pairs that ended is read only then.

use alloc::vec::Vec;

use crate::math::simd::prefetch;
use crate::world::open_pairs::{Pair, PairWriter, Pairs, SortedPair};
use crate::world::storage::{ENABLED, MOVED, RESHAPED};
use crate::world::{Event, Exit, ExitReason, Key, TouchPair, World};

/// A pair is prefetched this number of pairs ahead.
const AHEAD: usize = 16;

/// Some pairs of two steps in their order: those that touched, and those that touch.
#[derive(Clone, Copy)]
pub(crate) struct StepPairs<'a> {
    pub(crate) before: &'a Pairs,
    pub(crate) old: &'a [SortedPair],
    pub(crate) now: &'a Pairs,
    pub(crate) new: &'a [SortedPair],
}

impl<T> World<T> {
    /// Merges the pairs that were found with those of `open` that are `old`, both in order.
    /// `writer` lists the pairs that touch now, and copies those of which nothing changed. `ended`
    /// gets the others. Returns the number of pairs that began.
    pub(crate) fn merge(
        &self,
        found: &[SortedPair],
        open: &Pairs,
        old: &[SortedPair],
        writer: &mut PairWriter<'_>,
        ended: &mut Vec<SortedPair>,
    ) -> usize {
        let (mut next, mut entered) = (0, 0);
        let mut stay_or_end = |at: usize, writer: &mut PairWriter<'_>| {
            if let Some(listed) = old.get(at + AHEAD) {
                prefetch(open.of(listed));
            }
            if self.is_still(open, &old[at]) {
                writer.copy_from(open, &old[at]);
            } else {
                ended.push(old[at]);
            }
        };
        for listed in found {
            let order = listed.order();
            while next < old.len() && old[next].order() < order {
                stay_or_end(next, writer);
                next += 1;
            }
            let stays = next < old.len() && old[next].order() == order;
            next += usize::from(stays);
            entered += usize::from(!stays);
            writer.list_again(*listed);
        }
        (next..old.len()).for_each(|at| stay_or_end(at, writer));
        entered
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
    /// Writes the events of some pairs, of which `ended` did not stay, without stays if the options
    /// leave them out. Touches are written in place of what is there, because copies would stall on
    /// store forwarding.
    pub(crate) fn write_events(
        &self,
        StepPairs { before, old, now, new }: StepPairs<'_>,
        mut ended: &[SortedPair],
        events: &mut [Event<T>],
    ) {
        let order = |pair: Option<&SortedPair>| pair.map_or(u64::MAX, SortedPair::order);
        let (mut old_at, mut new_at) = (0, 0);
        let skips_stays = !self.pairing.options.stays;
        for event in events {
            while skips_stays
                && new.get(new_at).is_some_and(|pair| order(old.get(old_at)) == pair.order())
            {
                old_at += 1;
                new_at += 1;
            }
            let (old_order, new_order) = (order(old.get(old_at)), order(new.get(new_at)));
            if old_order < new_order {
                self.prefetch_exits(before, ended);
                ended = ended.get(1..).unwrap_or_default();
                if let Some(exit) = self.exit(before, &old[old_at]) {
                    *event = Event::Exit(exit);
                }
                old_at += 1;
                continue;
            }
            let stays = old_order == new_order;
            match event {
                Event::Stay(_) if stays => {}
                Event::Enter(_) if !stays => {}
                _ if stays => *event = Event::Stay(TouchPair::EMPTY),
                _ => *event = Event::Enter(TouchPair::EMPTY),
            }
            if let Some(next) = new.get(new_at + AHEAD) {
                prefetch(now.of(next));
            }
            if let Event::Enter(touch) | Event::Stay(touch) = event {
                now.write_touch(self.id, &new[new_at], touch);
            }
            old_at += usize::from(stays);
            new_at += 1;
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

//! The difference of two steps: one merge of the pairs found with those that were open, and an
//! event of each.
//!
//! The data of pairs is not stored in their order. It is prefetched when events are written, and
//! that of pairs that ended is read only then.

use alloc::vec::Vec;
use core::cmp::Ordering::{self, Equal, Greater, Less};

use crate::math::simd::prefetch;
use crate::world::open_pairs::{Pair, PairWriter, Pairs, SortedPair};
use crate::world::storage::{ENABLED, MOVED, RESHAPED};
use crate::world::{Core, Event, Exit, ExitReason, Key, TouchPair, World};

/// A pair is prefetched this number of pairs ahead.
const AHEAD: usize = 16;

/// Some pairs of two steps in their order: those that touched, and those that touch.
#[derive(Clone, Copy)]
pub(crate) struct StepPairs<'a> {
    pub(crate) before: &'a Pairs,
    pub(crate) old: &'a [SortedPair],
    /// Those of them that did not stay.
    pub(crate) ended: &'a [SortedPair],
    pub(crate) now: &'a Pairs,
    pub(crate) new: &'a [SortedPair],
}

impl Core {
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

    /// Calls `next` with the events of some pairs in their order: less for exits, equal for stays,
    /// which the options may leave out, and greater for enters. It returns the touch, which is
    /// written in place, because copies would stall on store forwarding.
    fn visit_events<'e>(
        &self,
        StepPairs { before, old, mut ended, now, new }: StepPairs<'_>,
        next: &mut dyn FnMut(Ordering, &SortedPair) -> Option<&'e mut TouchPair>,
    ) {
        let order = |pair: Option<&SortedPair>| pair.map_or(u64::MAX, SortedPair::order);
        let (mut old_at, mut new_at) = (0, 0);
        loop {
            let change = order(old.get(old_at)).cmp(&order(new.get(new_at)));
            if change.is_lt() {
                self.prefetch_exits(before, ended);
                ended = ended.get(1..).unwrap_or_default();
                next(change, &old[old_at]);
                old_at += 1;
                continue;
            }
            let Some(listed) = new.get(new_at) else { return };
            if let Some(later) = new.get(new_at + AHEAD) {
                prefetch(now.of(later));
            }
            old_at += usize::from(change.is_eq());
            new_at += 1;
            if change.is_eq() && !self.pairing.options.stays {
                continue;
            }
            if let Some(touch) = next(change, listed) {
                now.write_touch(self.id, listed, touch);
            }
        }
    }

    /// Prefetches what later exits need.
    fn prefetch_exits(&self, before: &Pairs, ended: &[SortedPair]) {
        if let Some(later) = ended.get(2 * AHEAD) {
            prefetch(before.of(later));
        }
        if let Some(later) = ended.get(AHEAD) {
            let Pair { a, b, .. } = *before.of(later);
            [a, b].iter().for_each(|slot| prefetch(&self.slots.metas[*slot as usize]));
        }
    }

    /// Returns why a pair ended, but for the pair filter.
    fn exit_reason(&self, pair: &Pair, [a, b]: [Key; 2]) -> ExitReason {
        let [ma, mb] = [pair.a, pair.b].map(|slot| &self.slots.metas[slot as usize]);
        if !ma.is_of(a) || !mb.is_of(b) {
            ExitReason::Removed
        } else if !ma.has(ENABLED) || !mb.has(ENABLED) {
            ExitReason::Disabled
        } else if self.seen(pair.a, pair.b).is_none() {
            ExitReason::Filtered
        } else if ma.has(RESHAPED) || mb.has(RESHAPED) {
            ExitReason::Reshaped
        } else {
            ExitReason::Separated
        }
    }
}

impl<T: Clone> World<T> {
    /// Writes the events of some pairs over those that are there.
    pub(crate) fn write_events(&self, (pairs, events): (StepPairs<'_>, &mut [Event<T>])) {
        let mut events = events.iter_mut();
        self.core.visit_events(pairs, &mut |change, listed| {
            let event = events.next()?;
            match (change, &mut *event) {
                (Equal, Event::Stay(_)) | (Greater, Event::Enter(_)) => {}
                (Equal, _) => *event = Event::Stay(TouchPair::EMPTY),
                (Greater, _) => *event = Event::Enter(TouchPair::EMPTY),
                (Less, _) => *event = Event::Exit(self.exit(pairs.before, listed)?),
            }
            match event {
                Event::Enter(touch) | Event::Stay(touch) => Some(touch),
                Event::Exit(_) => None,
            }
        });
    }

    /// Returns the exit of a pair; the data of a removed collider is among the departed.
    fn exit(&self, before: &Pairs, listed: &SortedPair) -> Option<Exit<T>> {
        let (pair, [a, b]) = (before.of(listed), before.keys(self.core.id, listed));
        let departed = &self.user.departed;
        let data = |key: Key| match departed.binary_search_by_key(&key, |(key, _)| *key) {
            Ok(found) => Some(departed[found].1.clone()),
            Err(_) => self.data(key).cloned(),
        };
        let reason = self.core.exit_reason(pair, [a, b]);
        let filtered = reason > ExitReason::Filtered && !self.user.allows(a, b);
        let reason = if filtered { ExitReason::Filtered } else { reason };
        let Pair { seen_by, sensor, .. } = *pair;
        Some(Exit { a, b, seen_by, sensor, reason, data_a: data(a)?, data_b: data(b)? })
    }
}

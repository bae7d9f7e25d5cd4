//! The difference of two steps: one merge of the pairs found with those that were open, then an
//! event of each.
//!
//! The merge reads two lists in order and stores one byte a pair. Other data of pairs that ended,
//! and of pairs that events are made of, lies elsewhere in memory; it is prefetched and read in a
//! second pass.

use alloc::vec::Vec;

use crate::math::simd::prefetch;
use crate::world::open_pairs::{Hand, Listed, Pair, Pairs};
use crate::world::storage::{ENABLED, MOVED, RESHAPED};
use crate::world::{Event, Exit, ExitReason, Key, TouchPair, World};

/// So many pairs before its turn the memory of a pair is asked for.
const AHEAD: usize = 16;

/// What a step says of a pair.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum News {
    Enter,
    Stay,
    Exit,
}

/// What a merge found, in order.
#[derive(Debug)]
pub(crate) struct Merged<T> {
    news: Vec<News>,
    ended: Vec<Listed>,
    partings: Vec<Exit<T>>,
    /// The number of those that began.
    pub(crate) entered: usize,
}

impl<T> Default for Merged<T> {
    fn default() -> Self {
        let (news, ended, partings) = (Vec::new(), Vec::new(), Vec::new());
        Self { news, ended, partings, entered: 0 }
    }
}

impl<T> Merged<T> {
    /// The number of events to be told.
    pub(crate) fn len(&self) -> usize {
        self.news.len()
    }

    /// The number of pairs that ended.
    pub(crate) fn exited(&self) -> usize {
        self.ended.len()
    }

    pub(crate) fn clear(&mut self) {
        self.news.clear();
        self.ended.clear();
        self.partings.clear();
        self.entered = 0;
    }

    /// All of so many pairs stay.
    pub(crate) fn all_stay(&mut self, count: usize) {
        self.clear();
        self.news.resize(count, News::Stay);
    }

    /// Tells the events, given the pairs of the world and the part of their list that is meant, and
    /// as many places as there are events, whatever is in them. Touches are written where they
    /// stay: a copy of what was written number by number waits until all of it is there (a tenth of
    /// telling).
    pub(crate) fn tell(
        &mut self,
        world: u8,
        pairs: &Pairs,
        listed: &[Listed],
        told: &mut [Event<T>],
    ) {
        let (mut partings, mut at) = (self.partings.drain(..), 0);
        for (news, event) in self.news.iter().zip(told) {
            if *news == News::Exit {
                if let Some(parting) = partings.next() {
                    *event = Event::Exit(parting);
                }
                continue;
            }
            if let Some(next) = listed.get(at + AHEAD) {
                prefetch(pairs.of(next));
            }
            match (news, &*event) {
                (News::Enter, Event::Enter(_)) | (News::Stay, Event::Stay(_)) => {}
                (News::Enter, _) => *event = Event::Enter(TouchPair::UNTOLD),
                _ => *event = Event::Stay(TouchPair::UNTOLD),
            }
            if let Event::Enter(touch) | Event::Stay(touch) = event {
                pairs.tell(world, &listed[at], touch);
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
        listed: &mut core::slice::Iter<'_, Listed>,
        keys: &mut Vec<Key>,
    ) {
        for news in self.news.iter().filter(|news| **news != News::Exit) {
            let listed = listed.next();
            if let Some(listed) = listed.filter(|_| *news == News::Enter) {
                keys.extend(now.keys(world, listed));
            }
        }
        keys.extend(self.ended.iter().flat_map(|listed| before.keys(world, listed)));
    }

    pub(crate) fn bytes(&self) -> usize {
        self.news.capacity() * size_of::<News>()
            + self.ended.capacity() * size_of::<Listed>()
            + self.partings.capacity() * size_of::<Exit<T>>()
    }
}

/// What was open, and what became of those in it.
pub(crate) struct Before<'a, T> {
    pub(crate) open: &'a Pairs,
    /// Removed since, while in open pairs; sorted.
    pub(crate) departed: &'a [(Key, T)],
    /// Whether everything that lives moved.
    pub(crate) all_moved: bool,
}

impl<T: Clone> World<T> {
    /// Merges the pairs that were found with some that were open, both in order. `hand` lists those
    /// that touch now, and knows those that nothing changed of.
    pub(crate) fn merge(
        &self,
        found: &[Listed],
        old: &[Listed],
        before: &Before<'_, T>,
        hand: &mut Hand<'_>,
        merged: &mut Merged<T>,
    ) {
        merged.clear();
        let mut next = 0;
        let go_on_or_end = |at: usize, hand: &mut Hand<'_>, merged: &mut Merged<T>| {
            if !before.all_moved {
                if let Some(listed) = old.get(at + AHEAD) {
                    prefetch(before.open.of(listed));
                }
                if self.is_still(before.open, &old[at]) {
                    hand.keep_of(before.open, &old[at]);
                    merged.news.push(News::Stay);
                    return;
                }
            }
            merged.ended.push(old[at]);
            merged.news.push(News::Exit);
        };
        for listed in found {
            let order = listed.order();
            while next < old.len() && old[next].order() < order {
                go_on_or_end(next, hand, merged);
                next += 1;
            }
            let stays = next < old.len() && old[next].order() == order;
            next += usize::from(stays);
            merged.entered += usize::from(!stays);
            merged.news.push(if stays { News::Stay } else { News::Enter });
            hand.keep(*listed);
        }
        (next..old.len()).for_each(|at| go_on_or_end(at, hand, merged));
        self.part(before, merged);
    }

    /// Whether nothing of an open pair changed.
    fn is_still(&self, open: &Pairs, listed: &Listed) -> bool {
        let Pair { a, b, .. } = *open.of(listed);
        [a, b].into_iter().zip(listed.serials()).all(|(slot, serial)| {
            let meta = &self.slots.metas[slot as usize];
            meta.serial == serial && !meta.has(MOVED)
        })
    }

    /// Lists what the ends of pairs say.
    fn part(&self, before: &Before<'_, T>, merged: &mut Merged<T>) {
        let Merged { ended, partings, .. } = merged;
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
            partings.extend(self.parting(before, listed));
        }
    }

    /// What the end of a pair says; the data of what left is among the departed.
    fn parting(&self, before: &Before<'_, T>, listed: &Listed) -> Option<Exit<T>> {
        let Before { open, departed, .. } = before;
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

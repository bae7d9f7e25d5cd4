//! The difference of two steps: one merge of the pairs found with those that were open, and an
//! event of each.

use core::cmp::Ordering::{Equal, Greater, Less};

use crate::math::reserve_eighth;
use crate::world::narrow_phase::seen_of;
use crate::world::open_pairs::{Pair, Pairs};
use crate::world::storage::{ENABLED, MOVED, RESHAPED};
use crate::world::{Core, Event, Exit, ExitReason, Key, World};
use alloc::vec::Vec;

impl Core {
    /// Merges the pairs that were found with those that were open, both in order, into `touching`:
    /// those that touch now. Returns the numbers of pairs that began and that ended.
    pub(crate) fn merge(
        &self,
        found: &[Pair],
        open: &[Pair],
        touching: &mut Vec<Pair>,
    ) -> (usize, usize) {
        touching.clear();
        reserve_eighth(touching, found.len());
        let (mut next, mut entered, mut ended) = (0, 0, 0);
        for pair in found {
            let rest = &open[next..];
            let before = rest.iter().take_while(|old| old.order() < pair.order()).count();
            ended += self.keep_still(&rest[..before], touching);
            next += before;
            let stays = open.get(next).is_some_and(|old| old.order() == pair.order());
            next += usize::from(stays);
            entered += usize::from(!stays);
            touching.push(*pair);
        }
        (entered, ended + self.keep_still(&open[next..], touching))
    }

    /// Adds the open pairs of which nothing changed; returns the number of the others.
    #[inline]
    fn keep_still(&self, open: &[Pair], touching: &mut Vec<Pair>) -> usize {
        let before = touching.len();
        touching.extend(open.iter().filter(|pair| self.is_still(pair)));
        open.len() + before - touching.len()
    }

    pub(crate) fn is_still(&self, pair: &Pair) -> bool {
        pair.slots.into_iter().zip(pair.serials).all(|(slot, serial)| {
            let meta = &self.slots.metas[slot as usize];
            meta.serial == serial && !meta.has(MOVED)
        })
    }

    /// Returns why a pair ended, but for the pair filter.
    fn exit_reason(&self, pair: &Pair) -> ExitReason {
        let [ma, mb] = pair.slots.map(|slot| &self.slots.metas[slot as usize]);
        if [ma.serial, mb.serial] != pair.serials {
            ExitReason::Removed
        } else if !ma.has(ENABLED) || !mb.has(ENABLED) {
            ExitReason::Disabled
        } else if seen_of(ma, mb).is_none() {
            ExitReason::Filtered
        } else if ma.has(RESHAPED) || mb.has(RESHAPED) {
            ExitReason::Reshaped
        } else {
            ExitReason::Separated
        }
    }
}

impl<T: Clone> World<T> {
    /// Adds the events of the pairs that touched, `old`, and those that touch, in their order.
    pub(crate) fn list_changes(&self, mut old: &[Pair], now: &Pairs, events: &mut Vec<Event<T>>) {
        let (id, stays) = (self.core.id, self.core.pairing.options.stays);
        let mut new = &now.list[..];
        let order = |pairs: &[Pair]| pairs.first().map_or(u64::MAX, Pair::order);
        loop {
            let change = order(old).cmp(&order(new));
            let ended = if change.is_le() { old.split_off_first() } else { None };
            let touching = if change.is_ge() { new.split_off_first() } else { None };
            let Some(pair) = touching.or(ended) else { return };
            match change {
                Less => events.extend(self.exit(pair).map(Event::Exit)),
                Equal if stays => events.push(Event::Stay(now.touch(id, pair))),
                Equal => {}
                Greater => events.push(Event::Enter(now.touch(id, pair))),
            }
        }
    }

    /// Returns the exit of a pair; the data of a removed collider is among the departed.
    fn exit(&self, pair: &Pair) -> Option<Exit<T>> {
        let [a, b] = pair.keys(self.core.id);
        let departed = &self.user.departed;
        let data = |key: Key| match departed.binary_search_by_key(&key, |(key, _)| *key) {
            Ok(found) => Some(departed[found].1.clone()),
            Err(_) => self.data(key).cloned(),
        };
        let reason = self.core.exit_reason(pair);
        let filtered = reason > ExitReason::Filtered && !self.user.allows(a, b);
        let reason = if filtered { ExitReason::Filtered } else { reason };
        let Pair { seen_by, sensor, .. } = *pair;
        Some(Exit { a, b, seen_by, sensor, reason, data_a: data(a)?, data_b: data(b)? })
    }
}

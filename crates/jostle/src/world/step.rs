//! The step: which pairs began, go on and ended since the last one.
//!
//! Stateless where things moved: the broad phase lists the pairs of what moved, each is filtered and
//! decided anew, the touching ones are sorted, and one merge with the sorted pairs of the last step
//! tells enter, stay and exit. Pairs of which nothing moved are carried over with their contacts.
//! There is no map of pairs to keep in step with anything, so no exit can be lost: a pair that was
//! open and is not found again has ended, whatever the cause.
//!
//! Cost: O(moved · broad phase + candidates + open pairs · log).

use alloc::vec::Vec;
use core::mem::take;

use super::journal::Op;
use super::links::Links;
use super::pairs::{Listed, Pair, Pairs, Room};
use super::slots::{ENABLED, MOVED, RESHAPED};
use super::{Event, Key, Parting, Reason, Totals, Touch, World};
use crate::math::simd::fetch;
use crate::math::sort::sort_by;

/// So many pairs before its turn the memory of a pair is asked for.
const AHEAD: usize = 16;

/// What a world remembers from step to step, and what a step works with.
#[derive(Debug)]
pub(crate) struct Steps<T> {
    /// The pairs of the last step.
    pub(crate) open: Pairs,
    /// Removed since the last step while in open pairs.
    pub(crate) departed: Vec<(Key, T)>,
    pub(crate) changed: Vec<Key>,
    pub(crate) totals: Totals,
    moved: Vec<u32>,
    candidates: Vec<(u32, u32)>,
    /// The pairs of this step.
    fresh: Pairs,
    room: Room,
    pub(crate) links: Links,
}

impl<T> Default for Steps<T> {
    fn default() -> Self {
        Self {
            open: Pairs::default(),
            departed: Vec::new(),
            changed: Vec::new(),
            totals: Totals::default(),
            moved: Vec::new(),
            candidates: Vec::new(),
            fresh: Pairs::default(),
            room: Room::default(),
            links: Links::default(),
        }
    }
}

impl<T> Steps<T> {
    pub(crate) fn bytes(&self) -> usize {
        self.open.bytes()
            + self.fresh.bytes()
            + self.room.bytes()
            + self.departed.capacity() * size_of::<(Key, T)>()
            + self.changed.capacity() * size_of::<Key>()
            + self.moved.capacity() * size_of::<u32>()
            + self.candidates.capacity() * size_of::<(u32, u32)>()
            + self.links.bytes()
    }
}

impl<T: Clone> World<T> {
    /// Says which pairs began to touch, still touch and let go since the last step, sorted by keys.
    ///
    /// State is sampled here: away and back between two steps is a stay, in and out is nothing. The
    /// events are plain data; the world can be edited while they are read.
    ///
    /// ```
    /// use jostle::{Affine, Collider, Event, Shape, World};
    /// let mut world = World::new();
    /// let a = world.add(Collider::new((), Shape::circle(1.0)?))?;
    /// world.add(Collider::new((), Shape::circle(1.0)?).at(1.0, 0.0))?;
    /// for event in world.step() {
    ///     if let Event::Enter(touch) = event {
    ///         let push = touch.push_a();
    ///         world.compose(touch.a, &Affine::at(push.x, push.y))?;
    ///     }
    /// }
    /// assert_eq!(world.transform(a), Some(Affine::at(-1.0, 0.0)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use = "exits are said once"]
    pub fn step(&mut self) -> Vec<Event<T>> {
        let mut events = Vec::new();
        self.step_into(&mut events);
        events
    }

    /// Does as [`World::step`], into a list whose room is used again.
    ///
    /// ```
    /// use jostle::{Collider, Shape, World};
    /// let mut world = World::new();
    /// for _ in 0..2 {
    ///     world.add(Collider::new((), Shape::circle(1.0)?))?;
    /// }
    /// let mut events = Vec::new();
    /// world.step_into(&mut events);
    /// assert_eq!(events.len(), 1);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn step_into(&mut self, events: &mut Vec<Event<T>>) {
        self.step_by(events, Self::decide);
    }

    /// The step, with a way to decide candidates: in one go or by many hands.
    pub(crate) fn step_by(
        &mut self,
        events: &mut Vec<Event<T>>,
        decide: impl Fn(&Self, &[(u32, u32)], &mut Pairs) -> usize,
    ) {
        events.clear();
        let mut work = take(&mut self.steps);
        work.changed.clear();
        self.list_moved(&mut work);
        self.list_candidates(&mut work);
        work.fresh.clear();
        work.totals.tested = decide(self, &work.candidates, &mut work.fresh);
        work.fresh.sort(&mut work.room);
        sort_by(&mut work.departed, |a, b| a.0.cmp(&b.0));
        let still = work.moved.is_empty() && work.departed.is_empty();
        self.merge(&mut work, still, events);
        work.departed.clear();
        // Mostly they are in order, which not every standard library's sort sees.
        if !work.changed.is_sorted() {
            work.changed.sort_unstable();
        }
        work.changed.dedup();
        work.totals.steps += 1;
        self.steps = work;
        self.settle();
        self.note(|| Op::Step);
    }

    /// What changed and still lives, ascending.
    fn list_moved(&mut self, work: &mut Steps<T>) {
        work.moved.clear();
        work.moved.extend_from_slice(&self.slots.moved);
        if !work.moved.is_sorted() {
            work.moved.sort_unstable();
        }
        work.moved.retain(|slot| self.slots.metas[*slot as usize].has(MOVED));
        work.totals.moved = work.moved.len();
    }

    /// Pairs of what moved whose boxes meet; those without bounds meet everything.
    fn list_candidates(&mut self, work: &mut Steps<T>) {
        let pairs = &mut work.candidates;
        pairs.clear();
        if work.moved.is_empty() {
            work.totals.candidates = 0;
            return;
        }
        self.broad.pairs(&work.moved, pairs);
        for &plane in &self.slots.unbounded {
            let moved = self.slots.metas[plane as usize].has(MOVED);
            let all = 0..self.slots.len() as u32;
            let others = if moved { None } else { Some(work.moved.iter().copied()) };
            let each = |other: u32| {
                // Of two without bounds the one that moved lists the pair, or the lower slot.
                let meta = &self.slots.metas[other as usize];
                let both = self.slots.unbounded.binary_search(&other).is_ok();
                let theirs = both && (!moved || (meta.has(MOVED) && other < plane));
                let twice = other == plane || theirs;
                (meta.has(ENABLED) && self.slots.placed(other as usize).is_some() && !twice)
                    .then_some((plane, other))
            };
            match others {
                Some(others) => pairs.extend(others.filter_map(each)),
                None => pairs.extend(all.filter_map(each)),
            }
        }
        work.totals.candidates = pairs.len();
    }

    fn merge(&mut self, work: &mut Steps<T>, still: bool, events: &mut Vec<Event<T>>) {
        (work.totals.entered, work.totals.exited) = (0, 0);
        if still {
            events.extend(
                work.open.listed().iter().map(|l| Event::Stay(work.open.touch(self.id, l))),
            );
            return;
        }
        work.links.begin(self.slots.len());
        let (open, mut found) = (take(&mut work.open), take(&mut work.room.spare));
        work.fresh.relist(&mut found);
        let mut old = open.listed().iter().peekable();
        for (at, listed) in found.iter().enumerate() {
            if let Some(next) = found.get(at + AHEAD) {
                fetch(work.fresh.of(next));
            }
            while let Some(before) = old.next_if(|before| before.order < listed.order) {
                self.go_on_or_end(&open, before, work, events);
            }
            let touch = work.fresh.touch(self.id, listed);
            if old.next_if(|before| before.order == listed.order).is_some() {
                events.push(Event::Stay(touch));
            } else {
                work.totals.entered += 1;
                work.changed.extend([touch.a, touch.b]);
                events.push(Event::Enter(touch));
            }
            work.fresh.keep(*listed, &mut work.links);
        }
        old.for_each(|before| self.go_on_or_end(&open, before, work, events));
        work.room.spare = found;
        work.open = core::mem::replace(&mut work.fresh, open);
    }

    /// An open pair that was not found anew: nothing of it changed, or it has ended.
    fn go_on_or_end(
        &self,
        open: &Pairs,
        listed: &Listed,
        work: &mut Steps<T>,
        events: &mut Vec<Event<T>>,
    ) {
        if self.is_still(open, listed) {
            events.push(Event::Stay(open.touch(self.id, listed)));
            work.fresh.keep_of(open, *listed, &mut work.links);
            return;
        }
        work.totals.exited += 1;
        if let Some(parting) = self.part(open, listed, &work.departed) {
            work.changed.extend([parting.a, parting.b]);
            events.push(Event::Exit(parting));
        }
    }

    /// Whether nothing of an open pair changed.
    fn is_still(&self, open: &Pairs, listed: &Listed) -> bool {
        let Pair { a, b, .. } = *open.of(listed);
        [a, b].into_iter().zip(listed.serials()).all(|(slot, serial)| {
            let meta = &self.slots.metas[slot as usize];
            meta.serial == serial && !meta.has(MOVED)
        })
    }

    /// What the end of a pair says; the data of what left is among the departed.
    fn part(&self, open: &Pairs, listed: &Listed, departed: &[(Key, T)]) -> Option<Parting<T>> {
        let (pair, [a, b]) = (open.of(listed), open.keys(self.id, listed));
        let lost = |key: Key| self.slot(key).is_none();
        let data = |key: Key| match departed.binary_search_by_key(&key, |(key, _)| *key) {
            Ok(found) => Some(departed[found].1.clone()),
            Err(_) => self.data(key).cloned(),
        };
        let [ma, mb] = [pair.a, pair.b].map(|slot| &self.slots.metas[slot as usize]);
        let reason = if lost(a) || lost(b) {
            Reason::Removed
        } else if !ma.has(ENABLED) || !mb.has(ENABLED) {
            Reason::Disabled
        } else if self.seen(pair.a, pair.b).is_none() {
            Reason::Filtered
        } else if ma.has(RESHAPED) || mb.has(RESHAPED) {
            Reason::Reshaped
        } else {
            Reason::Separated
        };
        let Pair { seen_by, sensor, .. } = *pair;
        Some(Parting { a, b, seen_by, sensor, reason, data_a: data(a)?, data_b: data(b)? })
    }
}

impl<T> World<T> {
    /// The open pairs of a slot, sorted by the key of the other.
    pub(crate) fn touches_of(&self, slot: usize) -> Vec<Touch> {
        let Some(mut next) = self.steps.links.last_as_b(slot) else { return Vec::new() };
        let (open, mut found) = (&self.steps.open, Vec::new());
        while let Some(listed) = open.listed().get(next as usize) {
            found.push(open.touch(self.id, listed));
            next = listed.before_of_b;
        }
        found.reverse();
        let serial = self.slots.metas[slot].serial;
        let start = open.listed().partition_point(|listed| listed.serials()[0] < serial);
        let as_a = open.listed()[start..].iter().take_while(|listed| listed.serials()[0] == serial);
        found.extend(as_a.map(|listed| open.touch(self.id, listed)));
        found
    }
}

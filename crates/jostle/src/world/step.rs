//! The step: which pairs began, go on and ended since the last one.
//!
//! Stateless where things moved: the broad phase lists the pairs of what moved, each is filtered and
//! decided anew, the touching ones are sorted, and one merge with the sorted pairs of the last step
//! tells enter, stay and exit. Pairs of which nothing moved are carried over with their contacts.
//! There is no map of pairs to keep in step with anything, so no exit can be lost: a pair that was
//! open and is not found again has ended, whatever the cause.
//!
//! Cost: O(moved · broad phase + candidates + open pairs · log).

use alloc::sync::Arc;
use alloc::vec::Vec;

use super::journal::Op;
use super::slots::{ENABLED, MOVED, NONE, PARTS, RESHAPED, SENSOR};
use super::{Event, Key, Member, Parting, Reason, SeenBy, Totals, Touch, Touching, World};
use crate::pair::Contact;
use crate::shape::Placed;

/// A pair that touches. It is sorted by the serial numbers of a, in the upper half, and b.
#[derive(Clone, Debug)]
pub(crate) struct Pair {
    pub(crate) order: u64,
    pub(crate) a: u32,
    pub(crate) b: u32,
    /// The next open pair with the same b.
    next_of_b: u32,
    pub(crate) seen_by: SeenBy,
    pub(crate) sensor: bool,
    pub(crate) contact: Option<Contact>,
    pub(crate) parts: Option<Arc<[[u32; 2]]>>,
}

impl Pair {
    pub(crate) fn new(order: u64, a: u32, b: u32, seen_by: SeenBy) -> Self {
        Self { order, a, b, next_of_b: NONE, seen_by, sensor: false, contact: None, parts: None }
    }
}

/// What a world remembers from step to step, and what a step works with.
#[derive(Debug)]
pub(crate) struct Steps<T> {
    /// Sorted by `order`.
    pub(crate) open: Vec<Pair>,
    /// Removed since the last step while in open pairs.
    pub(crate) departed: Vec<(Key, T)>,
    pub(crate) changed: Vec<Key>,
    pub(crate) totals: Totals,
    moved: Vec<u32>,
    candidates: Vec<(u32, u32)>,
    /// In the order of the candidates, which is good for memory.
    fresh: Vec<Pair>,
    /// Their orders and places in `fresh`, sorted.
    sorted: Vec<(u64, u32)>,
    next: Vec<Pair>,
}

impl<T> Default for Steps<T> {
    fn default() -> Self {
        Self {
            open: Vec::new(),
            departed: Vec::new(),
            changed: Vec::new(),
            totals: Totals::default(),
            moved: Vec::new(),
            candidates: Vec::new(),
            fresh: Vec::new(),
            sorted: Vec::new(),
            next: Vec::new(),
        }
    }
}

impl<T> Steps<T> {
    pub(crate) fn bytes(&self) -> usize {
        (self.open.capacity() + self.fresh.capacity() + self.next.capacity()) * size_of::<Pair>()
            + self.departed.capacity() * size_of::<(Key, T)>()
            + self.changed.capacity() * size_of::<Key>()
            + self.moved.capacity() * size_of::<u32>()
            + self.candidates.capacity() * size_of::<(u32, u32)>()
            + self.sorted.capacity() * size_of::<(u64, u32)>()
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
        decide: impl Fn(&Self, &[(u32, u32)], &mut Vec<Pair>) -> usize,
    ) {
        events.clear();
        let mut work = core::mem::take(&mut self.steps);
        work.changed.clear();
        self.list_moved(&mut work);
        self.list_candidates(&mut work);
        work.fresh.clear();
        work.totals.tested = decide(self, &work.candidates, &mut work.fresh);
        work.sorted.clear();
        work.sorted.extend(work.fresh.iter().map(|pair| pair.order).zip(0_u32..));
        work.sorted.sort_unstable();
        work.departed.sort_unstable_by_key(|(key, _)| *key);
        let still = work.moved.is_empty() && work.departed.is_empty();
        self.merge(&mut work, still, events);
        work.departed.clear();
        work.changed.sort_unstable();
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
        work.moved.sort_unstable();
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

    /// Filters candidates and asks their shapes; returns how many were asked.
    pub(crate) fn decide(&self, candidates: &[(u32, u32)], found: &mut Vec<Pair>) -> usize {
        let mut tested = 0;
        for &(a, b) in candidates {
            let Some((order, a, b, seen_by)) = self.meet(a, b) else { continue };
            tested += 1;
            found.extend(self.touch_pair(order, a, b, seen_by));
        }
        tested
    }

    fn merge(&mut self, work: &mut Steps<T>, still: bool, events: &mut Vec<Event<T>>) {
        (work.totals.entered, work.totals.exited) = (0, 0);
        if still {
            events.extend(work.open.iter().map(|pair| Event::Stay(self.touch_of(pair))));
            return;
        }
        self.unlink(&work.open);
        let (next, fresh) = (&mut work.next, &mut work.fresh);
        next.clear();
        let mut sorted = work.sorted.iter().peekable();
        let (changed, totals) = (&mut work.changed, &mut work.totals);
        let enter = |place: u32, next: &mut Vec<Pair>, events: &mut Vec<Event<T>>| {
            let pair = fresh[place as usize].clone();
            events.push(Event::Enter(self.touch_of(&pair)));
            next.push(pair);
        };
        for old in work.open.drain(..) {
            while let Some((_, place)) = sorted.next_if(|(order, _)| *order < old.order) {
                enter(*place, next, events);
                totals.entered += 1;
            }
            if let Some((_, place)) = sorted.next_if(|(order, _)| *order == old.order) {
                let pair = &fresh[*place as usize];
                events.push(Event::Stay(self.touch_of(pair)));
                next.push(pair.clone());
            } else if self.is_still(&old) {
                events.push(Event::Stay(self.touch_of(&old)));
                next.push(old);
            } else {
                totals.exited += 1;
                if let Some(parting) = self.part(&old, &work.departed) {
                    changed.extend([parting.a, parting.b]);
                    events.push(Event::Exit(parting));
                }
            }
        }
        for (_, place) in sorted {
            enter(*place, next, events);
            totals.entered += 1;
        }
        let entered = events.iter().filter(|event| event.is_enter());
        changed.extend(entered.flat_map(Event::keys));
        core::mem::swap(&mut work.open, next);
        self.link(&mut work.open);
    }

    /// Whether nothing of an open pair changed.
    fn is_still(&self, pair: &Pair) -> bool {
        let [a, b] = [(pair.a, pair.order >> 32), (pair.b, pair.order & u64::from(u32::MAX))];
        [a, b].into_iter().all(|(slot, serial)| {
            let meta = &self.slots.metas[slot as usize];
            u64::from(meta.serial) == serial && !meta.has(MOVED)
        })
    }

    /// What the end of a pair says; the data of what left is among the departed.
    fn part(&self, pair: &Pair, departed: &[(Key, T)]) -> Option<Parting<T>> {
        let [a, b] = self.keys_of_pair(pair);
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
    /// Undoes `link`; slots that have a new collider since lose nothing by it.
    fn unlink(&mut self, open: &[Pair]) {
        for slot in open.iter().flat_map(|pair| [pair.a, pair.b]) {
            let meta = &mut self.slots.metas[slot as usize];
            (meta.open, meta.first_as_b) = (0, NONE);
        }
    }

    /// Counts the open pairs of each collider, and links those in which it is b.
    pub(crate) fn link(&mut self, open: &mut [Pair]) {
        for (index, pair) in (0..open.len() as u32).zip(open.iter_mut()).rev() {
            self.slots.metas[pair.a as usize].open += 1;
            let meta = &mut self.slots.metas[pair.b as usize];
            meta.open += 1;
            pair.next_of_b = meta.first_as_b;
            meta.first_as_b = index;
        }
    }

    /// A candidate in the order of its keys, if it may meet at all.
    fn meet(&self, a: u32, b: u32) -> Option<(u64, u32, u32, SeenBy)> {
        let serial = |slot: u32| u64::from(self.slots.metas[slot as usize].serial);
        let (a, b) = if serial(a) < serial(b) { (a, b) } else { (b, a) };
        let seen_by = self.seen(a, b)?;
        Some(((serial(a) << 32) | serial(b), a, b, seen_by))
    }

    /// Which of two live slots sees the other; `None` where a rule keeps them apart. Whether they
    /// are enabled is not asked.
    pub(crate) fn seen(&self, a: u32, b: u32) -> Option<SeenBy> {
        let [ma, mb] = [a, b].map(|slot| &self.slots.metas[slot as usize]);
        if ma.team != 0 && ma.team == mb.team {
            return None;
        }
        let seen = SeenBy::of(ma.sees.sees(mb.layer), mb.sees.sees(ma.layer))?;
        let Some(allows) = &self.pairing.filter else { return Some(seen) };
        let member = |slot: u32| {
            let data = self.slots.data[slot as usize].as_ref()?;
            Some(Member { key: self.key(slot as usize)?, data })
        };
        allows(&member(a)?, &member(b)?).then_some(seen)
    }

    /// The pair, if the shapes touch in the sense of this world.
    fn touch_pair(&self, order: u64, a: u32, b: u32, seen_by: SeenBy) -> Option<Pair> {
        let (pa, pb) = (self.slots.placed(a as usize)?, self.slots.placed(b as usize)?);
        let contact = self.touches(pa, pb)?;
        let flags = self.slots.metas[a as usize].flags | self.slots.metas[b as usize].flags;
        let parts = if flags & PARTS != 0 { self.touching_parts(a, b) } else { None };
        let sensor = flags & SENSOR != 0;
        Some(Pair { sensor, contact, parts, ..Pair::new(order, a, b, seen_by) })
    }

    fn touching_parts(&self, a: u32, b: u32) -> Option<Arc<[[u32; 2]]>> {
        let owners = |slot: u32| {
            let world = &self.slots.nodes[slot as usize].world;
            Some(self.slots.shapes[slot as usize].as_deref()?.owners(world))
        };
        let (own, their) = (owners(a)?, owners(b)?);
        let (pa, pb) = (self.slots.placed(a as usize)?, self.slots.placed(b as usize)?);
        Some(pa.touching_parts(pb, (&own, &their)).into())
    }

    /// Whether two shapes touch in the sense of this world, with their contact.
    #[expect(clippy::option_option, reason = "they may meet by the method and have no contact")]
    pub(crate) fn touches(&self, a: &Placed, b: &Placed) -> Option<Option<Contact>> {
        match (&self.pairing.method, self.pairing.touching) {
            (Some(method), _) => method.hit(a, b).then(|| a.contact(b)),
            (None, Touching::Counts) => a.contact(b).map(Some),
            (None, Touching::Ignored) => a.overlaps_interior(b).then(|| a.contact(b)),
        }
    }

    pub(crate) fn keys_of_pair(&self, pair: &Pair) -> [Key; 2] {
        let key = |serial: u64, slot| Key::new(self.id, serial as u32, slot);
        [key(pair.order >> 32, pair.a), key(pair.order, pair.b)]
    }

    pub(crate) fn touch_of(&self, pair: &Pair) -> Touch {
        let [a, b] = self.keys_of_pair(pair);
        let Pair { seen_by, sensor, contact, .. } = *pair;
        Touch { a, b, seen_by, sensor, contact, parts: pair.parts.clone() }
    }

    /// The open pairs of a slot, sorted by the key of the other.
    pub(crate) fn touches_of(&self, slot: usize) -> Vec<Touch> {
        let meta = &self.slots.metas[slot];
        let mut found = Vec::with_capacity(meta.open as usize);
        let mut next = meta.first_as_b;
        while let Some(pair) = self.steps.open.get(next as usize) {
            found.push(self.touch_of(pair));
            next = pair.next_of_b;
        }
        let first = u64::from(meta.serial) << 32;
        let start = self.steps.open.partition_point(|pair| pair.order < first);
        let as_a = self.steps.open[start..].iter().take_while(|p| p.a as usize == slot);
        found.extend(as_a.map(|pair| self.touch_of(pair)));
        found
    }
}

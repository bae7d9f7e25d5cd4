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
use super::slots::{ENABLED, LISTED, MOVED, RESHAPED};
use super::{Event, Key, Parting, Reason, Totals, Touch, World};
use crate::math::Each;
use crate::math::simd::fetch;
use crate::math::sort::sort_by;
use crate::shape::Later;

/// So many pairs before its turn the memory of a pair is asked for.
pub(crate) const AHEAD: usize = 16;

/// What a step says of a pair, before it is an event.
#[derive(Clone, Copy, Debug)]
pub(crate) enum News<P> {
    /// The pair at a place of the list began.
    Enter(u32),
    /// It goes on.
    Stay(u32),
    /// It ended, with this parting.
    Exit(P),
}

impl<P> News<P> {
    /// With something else for the parting.
    #[cfg(feature = "rayon")]
    pub(crate) fn map<Q>(self, exit: impl FnOnce(P) -> Q) -> News<Q> {
        match self {
            Self::Enter(place) => News::Enter(place),
            Self::Stay(place) => News::Stay(place),
            Self::Exit(parting) => News::Exit(exit(parting)),
        }
    }
}

impl<T> News<Parting<T>> {
    /// The event of the world, given the list.
    #[inline]
    pub(crate) fn event(self, pairs: &Pairs, world: u8) -> Event<T> {
        match self {
            Self::Enter(place) => Event::Enter(pairs.touch_at(world, place)),
            Self::Stay(place) => Event::Stay(pairs.touch_at(world, place)),
            Self::Exit(parting) => Event::Exit(parting),
        }
    }
}

/// What a world remembers from step to step, and what a step works with.
#[derive(Debug)]
pub(crate) struct Steps<T> {
    /// The pairs of the last step.
    pub(crate) open: Pairs,
    /// Removed since the last step while in open pairs.
    pub(crate) departed: Vec<(Key, T)>,
    pub(crate) changed: Vec<Key>,
    pub(crate) totals: Totals,
    /// What changed and still lives, in the room of the slots' list while a step lasts.
    moved: Vec<u32>,
    pub(crate) candidates: Vec<(u32, u32)>,
    /// The pairs of this step.
    pub(crate) fresh: Pairs,
    room: Room,
    /// Of the open pairs.
    links: Later<Links>,
    #[cfg(feature = "rayon")]
    pub(crate) hands: super::threads::Hands<T>,
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
            links: Later::new(Links::default),
            #[cfg(feature = "rayon")]
            hands: Default::default(),
        }
    }
}

impl<T> Steps<T> {
    pub(crate) fn bytes(&self) -> usize {
        #[cfg(feature = "rayon")]
        let hands = self.hands.bytes();
        #[cfg(not(feature = "rayon"))]
        let hands = 0;
        hands
            + self.open.bytes()
            + self.fresh.bytes()
            + self.room.bytes()
            + self.departed.capacity() * size_of::<(Key, T)>()
            + self.changed.capacity() * size_of::<Key>()
            + self.moved.capacity() * size_of::<u32>()
            + self.candidates.capacity() * size_of::<(u32, u32)>()
            + self.links.made().map_or(0, Links::bytes)
    }

    /// Forgets the chains of pairs that were open before, given the number of slots.
    pub(crate) fn unlink(&mut self, slots: usize) {
        self.links = Later::new(|| Links::new(&self.open, slots));
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
        let decide =
            |world: &Self, work: &mut Steps<T>| world.decide(&work.candidates, &mut work.fresh);
        self.step_by(events, decide, Self::tell);
    }

    /// Merges and makes an event of each piece of news.
    fn tell(&self, work: &mut Steps<T>, events: &mut Vec<Event<T>>) {
        self.merge(work, fetch, |pairs, news| events.push(news.event(pairs, self.id)));
    }

    /// The step, with ways to decide candidates and to tell what is new: in one go or by many hands.
    pub(crate) fn step_by(
        &mut self,
        events: &mut Vec<Event<T>>,
        decide: impl Fn(&Self, &mut Steps<T>) -> usize,
        tell: impl Fn(&Self, &mut Steps<T>, &mut Vec<Event<T>>),
    ) {
        events.clear();
        let mut work = take(&mut self.steps);
        work.changed.clear();
        self.list_moved(&mut work);
        self.list_candidates(&mut work);
        work.fresh.clear();
        work.totals.tested = decide(self, &mut work);
        work.fresh.sort(&mut work.room);
        sort_by(&mut work.departed, |a, b| a.0.cmp(&b.0));
        tell(self, &mut work, events);
        work.departed.clear();
        // Mostly they are in order, which not every standard library's sort sees.
        if !work.changed.is_sorted() {
            work.changed.sort_unstable();
        }
        work.changed.dedup();
        work.totals.steps += 1;
        self.settle(&mut work);
        self.steps = work;
        self.note(|| Op::Step);
    }

    /// What changed and still lives, ascending.
    fn list_moved(&mut self, work: &mut Steps<T>) {
        core::mem::swap(&mut work.moved, &mut self.slots.moved);
        if !work.moved.is_sorted() {
            work.moved.sort_unstable();
        }
        work.moved.retain(|slot| {
            let meta = &mut self.slots.metas[*slot as usize];
            meta.flags &= if meta.has(MOVED) { u32::MAX } else { !LISTED };
            meta.has(MOVED)
        });
        work.totals.moved = work.moved.len();
    }

    /// Forgets what changed.
    fn settle(&mut self, work: &mut Steps<T>) {
        for slot in work.moved.drain(..) {
            self.slots.metas[slot as usize].flags &= !(MOVED | RESHAPED | LISTED);
        }
        core::mem::swap(&mut work.moved, &mut self.slots.moved);
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
        if !self.slots.unbounded.is_empty() {
            self.list_unbounded(&work.moved, pairs);
        }
        work.totals.candidates = pairs.len();
    }

    #[cold]
    fn list_unbounded(&self, movers: &[u32], pairs: &mut Vec<(u32, u32)>) {
        for &plane in &self.slots.unbounded {
            let moved = self.slots.metas[plane as usize].has(MOVED);
            let all = 0..self.slots.len() as u32;
            let others = if moved { None } else { Some(movers.iter().copied()) };
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
    }

    /// Merges what was found with what was open, and tells the news in order; each is about a pair of
    /// the list that it comes with. `ahead` gets pairs some time before their turn.
    pub(crate) fn merge(
        &self,
        work: &mut Steps<T>,
        ahead: impl Fn(&Pair),
        mut tell: impl FnMut(&Pairs, News<Parting<T>>),
    ) {
        (work.totals.entered, work.totals.exited) = (0, 0);
        if work.moved.is_empty() && work.departed.is_empty() {
            (0..work.open.len() as u32).for_each(|place| tell(&work.open, News::Stay(place)));
            return;
        }
        let (open, mut found) = (take(&mut work.open), take(&mut work.room.spare));
        work.fresh.relist(&mut found);
        let mut old = open.listed().iter().peekable();
        for (at, listed) in found.iter().enumerate() {
            if let Some(next) = found.get(at + AHEAD) {
                ahead(work.fresh.of(next));
            }
            while let Some(before) = old.next_if(|before| before.order() < listed.order()) {
                self.go_on_or_end(&open, before, work, &mut tell);
            }
            let place = work.fresh.len() as u32;
            work.fresh.keep(*listed);
            if old.next_if(|before| before.order() == listed.order()).is_some() {
                tell(&work.fresh, News::Stay(place));
            } else {
                work.totals.entered += 1;
                work.changed.extend(work.fresh.keys(self.id, listed));
                tell(&work.fresh, News::Enter(place));
            }
        }
        old.for_each(|before| self.go_on_or_end(&open, before, work, &mut tell));
        work.room.spare = found;
        work.open = core::mem::replace(&mut work.fresh, open);
        work.unlink(self.slots.len());
    }

    /// An open pair that was not found anew: nothing of it changed, or it has ended.
    fn go_on_or_end(
        &self,
        open: &Pairs,
        listed: &Listed,
        work: &mut Steps<T>,
        tell: &mut impl FnMut(&Pairs, News<Parting<T>>),
    ) {
        if self.is_still(open, listed) {
            let place = work.fresh.len() as u32;
            work.fresh.keep_of(open, *listed);
            tell(&work.fresh, News::Stay(place));
            return;
        }
        work.totals.exited += 1;
        if let Some(parting) = self.part(open, listed, &work.departed) {
            work.changed.extend([parting.a, parting.b]);
            tell(&work.fresh, News::Exit(parting));
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
        let [ma, mb] = [pair.a, pair.b].each(|slot| &self.slots.metas[slot as usize]);
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
        let open = &self.steps.open;
        let mut found: Vec<Touch> = self.open_as_b(slot).map(|l| open.touch(self.id, l)).collect();
        found.reverse();
        found.extend(self.open_as_a(slot).iter().map(|listed| open.touch(self.id, listed)));
        found
    }

    /// Whether a slot is in an open pair.
    pub(crate) fn is_in_open_pair(&self, slot: usize) -> bool {
        !self.open_as_a(slot).is_empty() || self.open_as_b(slot).next().is_some()
    }

    /// The open pairs of which a slot is a.
    fn open_as_a(&self, slot: usize) -> &[Listed] {
        let (open, serial) = (self.steps.open.listed(), self.slots.metas[slot].serial);
        let start = open.partition_point(|listed| listed.serials()[0] < serial);
        let count = open[start..].iter().take_while(|listed| listed.serials()[0] == serial).count();
        &open[start..start + count]
    }

    /// The open pairs of which a slot is b, last first.
    fn open_as_b(&self, slot: usize) -> impl Iterator<Item = &Listed> {
        let (open, serial) = (&self.steps.open, self.slots.metas[slot].serial);
        let links = self.steps.links.get(|| Links::new(open, self.slots.len()));
        // Who is in the slot now may have come since.
        let chain = links.as_b(slot).map(|place| &open.listed()[place]);
        chain.filter(move |listed| listed.serials()[1] == serial)
    }
}

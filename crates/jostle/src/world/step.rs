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

use crate::math::reserve_eighth;
use crate::math::sort::sort_by;
use crate::shape::Later;
use crate::world::diff::{Before, Merged};
use crate::world::journal::Op;
use crate::world::open_pairs::{Listed, Pairs, Room, sort};
use crate::world::pairs_of_collider::Links;
use crate::world::storage::{ENABLED, LISTED, MOVED, RESHAPED};
use crate::world::{Event, Key, TouchPair, World, WorldStats};

/// What a world remembers from step to step, and what a step works with.
#[derive(Debug)]
pub(crate) struct Steps<T> {
    /// The pairs of the last step.
    pub(crate) open: Pairs,
    /// Removed since the last step while in open pairs.
    pub(crate) departed: Vec<(Key, T)>,
    /// Whose pairs began or ended at the last step, sorted, each once: most do not ask.
    pub(crate) changed: Later<Vec<Key>>,
    pub(crate) totals: WorldStats,
    /// What changed and still lives, in the room of the slots' list while a step lasts.
    pub(crate) moved: Vec<u32>,
    pub(crate) candidates: Vec<(u32, u32)>,
    /// The pairs of this step.
    pub(crate) fresh: Pairs,
    room: Room,
    pub(super) merged: Merged<T>,
    /// Of the open pairs.
    links: Later<Links>,
    #[cfg(feature = "rayon")]
    pub(crate) hands: crate::world::step_parallel::Hands<T>,
}

impl<T> Default for Steps<T> {
    fn default() -> Self {
        Self {
            open: Pairs::default(),
            departed: Vec::new(),
            changed: Later::new(Vec::new),
            totals: WorldStats::default(),
            moved: Vec::new(),
            candidates: Vec::new(),
            fresh: Pairs::default(),
            room: Room::default(),
            merged: Merged::default(),
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
            + self.changed.made().map_or(0, Vec::capacity) * size_of::<Key>()
            + self.merged.bytes()
            + self.moved.capacity() * size_of::<u32>()
            + self.candidates.capacity() * size_of::<(u32, u32)>()
            + self.links.made().map_or(0, Links::bytes)
    }

    /// Whether nothing changed that pairs could tell of.
    pub(crate) fn is_still(&self) -> bool {
        self.moved.is_empty() && self.departed.is_empty()
    }

    /// Whose pairs began or ended at the last step, given the number of the world.
    pub(crate) fn changed(&self, world: u8) -> &[Key] {
        self.changed.get(|| self.changed_keys(world))
    }

    fn changed_keys(&self, world: u8) -> Vec<Key> {
        // What was open before the step is where the next one begins.
        let (pairs, mut listed) = ([&self.fresh, &self.open], self.open.listed().iter());
        let mut keys = Vec::new();
        self.merged.changed(world, pairs, &mut listed, &mut keys);
        #[cfg(feature = "rayon")]
        for merged in self.hands.merged() {
            merged.changed(world, pairs, &mut listed, &mut keys);
        }
        keys.sort_unstable();
        keys.dedup();
        keys
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
    ///         world.apply_transform(touch.a, &Affine::at(push.x, push.y))?;
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
        let mut work = self.begin();
        #[cfg(feature = "rayon")]
        work.hands.forget();
        self.list_candidates(&mut work);
        work.fresh.clear(1);
        let still = work.is_still();
        if !still {
            // About as many as at the last step: lists that grow leave holes in memory.
            work.fresh.reserve_eighth(work.open.len());
        }
        work.totals.tested = self.decide(&work.candidates, &mut work.fresh.hand());
        sort(&mut work.fresh.listed, &mut work.room);
        let Steps { fresh, open, room, merged, moved, departed, .. } = &mut work;
        if still {
            merged.all_stay(open.len());
        } else {
            let all_moved = moved.len() == self.slots.live();
            let before = Before { open, departed, all_moved };
            let found = take(&mut fresh.listed);
            fresh.listed = take(&mut room.spare);
            fresh.listed.clear();
            self.merge(&found, open.listed(), &before, &mut fresh.hand(), merged);
            room.spare = found;
            core::mem::swap(open, fresh);
        }
        reserve_eighth(events, merged.len());
        events.resize_with(merged.len(), || Event::Stay(TouchPair::UNTOLD));
        merged.tell(self.id, open, open.listed(), events);
        (work.totals.entered, work.totals.exited) = (merged.entered, merged.exited());
        if !still {
            work.unlink(self.slots.len());
        }
        self.finish(work);
    }

    /// Begins a step: takes what it works with, and lists what moved.
    pub(crate) fn begin(&mut self) -> Steps<T> {
        let mut work = take(&mut self.steps);
        self.list_moved(&mut work);
        sort_by(&mut work.departed, |a, b| a.0.cmp(&b.0));
        work
    }

    /// Ends it.
    pub(crate) fn finish(&mut self, mut work: Steps<T>) {
        work.changed = Later::new(|| work.changed_keys(self.id));
        work.departed.clear();
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
        let metas = &mut self.slots.metas;
        // Mostly nobody left since.
        if !work.moved.iter().all(|slot| metas[*slot as usize].has(MOVED)) {
            work.moved.retain(|slot| {
                let meta = &mut metas[*slot as usize];
                meta.flags &= if meta.has(MOVED) { u32::MAX } else { !LISTED };
                meta.has(MOVED)
            });
        }
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
    pub(crate) fn list_unbounded(&self, movers: &[u32], pairs: &mut Vec<(u32, u32)>) {
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
}

impl<T> World<T> {
    /// The open pairs of a slot, sorted by the key of the other.
    pub(crate) fn touches_of(&self, slot: usize) -> Vec<TouchPair> {
        let open = &self.steps.open;
        let mut found: Vec<TouchPair> =
            self.open_as_b(slot).map(|l| open.touch(self.id, l)).collect();
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

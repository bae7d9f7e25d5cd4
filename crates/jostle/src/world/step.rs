//! The step: which pairs began, go on and ended since the last one.
//!
//! 1. The broad phase lists the pairs of what moved (candidates).
//! 2. The narrow phase filters and decides them ([`World::decide`]).
//! 3. The touching pairs are sorted by keys and merged with the sorted pairs of the last step,
//!    which yields enter, stay and exit. Pairs of which nothing moved are carried over with their
//!    contacts.
//! 4. Events are written.
//!
//! A pair that was open and is not found again has ended, whatever the cause, so no exit can be
//! lost.
//!
//! Steps 2 to 4 run in pieces, by an [`Executor`]: candidates are cut by their number, the merge
//! and the events by ranges of keys. [`World::step`] makes one piece of each. The lists of pieces
//! are kept from step to step, because threads would fetch new memory page by page.
//!
//! Cost: O(moved · broad phase + candidates + open pairs · log).

mod pieces;

use alloc::vec::Vec;
use core::mem::{swap, take};

use crate::math::reserve_eighth;
use crate::math::sort::sort_by;
use crate::shape::Lazy;
use crate::world::diff::{Previous, StepDiff};
use crate::world::executor::{Executor, Run, Serial};
use crate::world::journal::Op;
use crate::world::open_pairs::{Pairs, SortedPair};
use crate::world::pairs_of_collider::PairIndex;
use crate::world::storage::{ENABLED, LISTED, MOVED, RESHAPED};
use crate::world::{Event, Key, TouchPair, World, WorldStats};
use pieces::{DecidePiece, EventPiece, HAS_THREADS, MergePiece, Range, ThreadPairs};

/// What a world keeps from step to step.
#[derive(Debug)]
pub(crate) struct StepState<T> {
    /// The pairs of the last step.
    pub(crate) open: Pairs,
    /// Removed since the last step while in open pairs.
    pub(crate) departed: Vec<(Key, T)>,
    /// The colliders whose pairs began or ended at the last step, sorted, each once.
    pub(crate) changed: Lazy<Vec<Key>>,
    pub(crate) totals: WorldStats,
    /// What changed and still lives, in the room of the slots' list while a step lasts.
    moved: Vec<u32>,
    /// Lists of candidates: one, or one for each part of the plane.
    candidates: Vec<Vec<(u32, u32)>>,
    findings: Vec<ThreadPairs>,
    /// The pairs of this step; those of the step before when it is done.
    fresh: Pairs,
    ranges: Vec<Range<T>>,
    /// Of the open pairs.
    links: Lazy<PairIndex>,
    #[cfg(feature = "rayon")]
    pub(crate) move_results: Vec<crate::world::set_transforms::MoveResult>,
}

impl<T> Default for StepState<T> {
    fn default() -> Self {
        Self {
            open: Pairs::default(),
            departed: Vec::new(),
            changed: Lazy::new(Vec::new),
            totals: WorldStats::default(),
            moved: Vec::new(),
            candidates: Vec::new(),
            findings: Vec::new(),
            fresh: Pairs::default(),
            ranges: Vec::new(),
            links: Lazy::new(PairIndex::default),
            #[cfg(feature = "rayon")]
            move_results: Vec::new(),
        }
    }
}

impl<T> StepState<T> {
    pub(crate) fn bytes(&self) -> usize {
        #[cfg(feature = "rayon")]
        let move_results = self.move_results.iter().map(|result| result.bytes()).sum::<usize>();
        #[cfg(not(feature = "rayon"))]
        let move_results = 0;
        let findings = self.findings.iter().flat_map(|f| f.ranges.iter().chain([&f.listed]));
        let ranges = self.ranges.iter().flat_map(|range| [&range.found, &range.listed]);
        let listed = findings.chain(ranges).map(Vec::capacity).sum::<usize>();
        move_results
            + self.open.bytes()
            + self.fresh.bytes()
            + self.departed.capacity() * size_of::<(Key, T)>()
            + self.changed.made().map_or(0, Vec::capacity) * size_of::<Key>()
            + self.moved.capacity() * size_of::<u32>()
            + self.candidates.iter().map(Vec::capacity).sum::<usize>() * size_of::<(u32, u32)>()
            + listed * size_of::<SortedPair>()
            + self.ranges.iter().map(|r| r.room.bytes() + r.merged.bytes()).sum::<usize>()
            + self.links.made().map_or(0, PairIndex::bytes)
    }

    /// Returns the colliders whose pairs began or ended at the last step, given the id of the
    /// world.
    pub(crate) fn changed(&self, world: u8) -> &[Key] {
        self.changed.get(|| self.changed_keys(world))
    }

    fn changed_keys(&self, world: u8) -> Vec<Key> {
        let (pairs, mut listed) = ([&self.fresh, &self.open], self.open.listed().iter());
        let mut keys = Vec::new();
        for range in &self.ranges {
            range.merged.changed(world, pairs, &mut listed, &mut keys);
        }
        keys.sort_unstable();
        keys.dedup();
        keys
    }

    /// Forgets the chains of pairs that were open before, given the number of slots.
    pub(crate) fn unlink(&mut self, slots: usize) {
        self.links = Lazy::new(|| PairIndex::new(&self.open, slots));
    }
}

/// Fewer candidates or pairs are not worth a piece.
const FEW: usize = 512;

#[inline(never)]
fn resize<P: Default>(list: &mut Vec<P>, count: usize) {
    list.resize_with(count, P::default);
}

/// Returns the first serial numbers of all ranges of keys but the first. Every range had the same
/// number of pairs at the last step.
fn borders(open: &[SortedPair], serial: u32, ranges: usize) -> Vec<u32> {
    let even = |at: usize| (u64::from(serial) * at as u64 / ranges as u64) as u32;
    let first = |at: usize| open.get(open.len() * at / ranges).map_or(0, |l| l.serials()[0]);
    let worth = open.len() >= FEW;
    let count = if HAS_THREADS { ranges } else { 1 };
    (1..count).map(|at| if worth { first(at) } else { even(at) }).collect()
}

impl<T: Clone> World<T> {
    /// Returns the pairs that began to touch, still touch and ended since the last step, sorted by
    /// keys.
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

    /// Steps like [`World::step`], and writes the events into a list whose memory is used again.
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
        self.step_by::<Serial>(events);
    }

    /// The algorithm of the step.
    fn step_by<E>(&mut self, events: &mut Vec<Event<T>>)
    where
        E: for<'a> Run<DecidePiece<'a, T>>
            + for<'a> Run<MergePiece<'a, T>>
            + for<'a> Run<EventPiece<'a, T>>,
    {
        let mut work = take(&mut self.steps);
        self.list_moved(&mut work);
        sort_by(&mut work.departed, |a, b| a.0.cmp(&b.0));
        let is_still = work.moved.is_empty() && work.departed.is_empty();
        self.list_candidates::<E>(&mut work);
        if is_still {
            work.totals.tested = 0;
            resize(&mut work.ranges, 1);
            work.ranges[0].merged.all_stay(work.open.len());
        } else {
            let used = self.decide_candidates::<E>(&mut work);
            self.merge_ranges::<E>(&mut work, used);
            swap(&mut work.open, &mut work.fresh);
            work.unlink(self.slots.len());
        }
        self.write_events::<E>(&mut work, events);
        work.changed = Lazy::new(|| work.changed_keys(self.id));
        work.departed.clear();
        work.totals.steps += 1;
        self.settle(&mut work);
        self.steps = work;
        self.note(|| Op::Step);
    }

    /// Runs the narrow phase. Returns the number of findings.
    fn decide_candidates<E>(&self, work: &mut StepState<T>) -> usize
    where
        E: for<'a> Run<DecidePiece<'a, T>>,
    {
        let StepState { candidates, findings, fresh, open, ranges, .. } = work;
        let count = E::piece_count(work.totals.candidates, FEW);
        let most = work.totals.candidates.div_ceil(count).max(1);
        let used = candidates.iter().map(|list| list.len().div_ceil(most)).sum();
        resize(findings, findings.len().max(used));
        resize(ranges, count);
        let bits = fresh.clear(used + count);
        let findings = &mut findings[..used];
        if let [finding] = findings {
            // Lists that grow leave holes in memory.
            fresh.stores[0].reserve(open.len());
            reserve_eighth(&mut finding.listed, open.len());
        }
        let borders = &borders(open.listed(), self.slots.serial, count)[..];
        let lists = candidates.iter().flat_map(|list| list.chunks(most));
        let all = (0..).zip(lists).zip(&mut *findings).zip(&mut fresh.stores);
        E::run(all.map(|(((number, candidates), finding), store)| DecidePiece {
            world: self,
            candidates,
            borders,
            finding,
            store,
            number,
            bits,
        }));
        work.totals.tested = findings.iter().map(|finding| finding.tested).sum();
        used
    }

    /// Sorts the pairs of each range of keys and merges them with those that were open.
    fn merge_ranges<E>(&self, work: &mut StepState<T>, used: usize)
    where
        E: for<'a> Run<MergePiece<'a, T>>,
    {
        let StepState { open, fresh, departed, moved, findings, ranges, .. } = work;
        let before = &Previous { open, departed, all_moved: moved.len() == self.slots.live() };
        let mut findings = &mut findings[..used];
        let mut old = open.listed();
        let borders = borders(old, self.slots.serial, ranges.len());
        ranges.iter_mut().for_each(|range| range.found.clear());
        if let [range] = &mut ranges[..] {
            swap(&mut range.listed, &mut fresh.listed);
            for finding in take(&mut findings) {
                if range.found.is_empty() {
                    swap(&mut range.found, &mut finding.listed);
                } else {
                    range.found.extend_from_slice(&finding.listed);
                }
            }
        }
        let findings = &*findings;
        let (bits, store) = (fresh.bits(), fresh.stores[used..].iter_mut());
        E::run((0..).zip(&mut *ranges).zip(store).map(|((at, range), store)| {
            let ends = |border: &u32| old.partition_point(|l| l.serials()[0] < *border);
            let own;
            (own, old) = old.split_at(borders.get(at).map_or(old.len(), ends));
            let number = (used + at) as u32;
            MergePiece { world: self, before, findings, at, old: own, range, store, number, bits }
        }));
        match &mut ranges[..] {
            [range] => swap(&mut fresh.listed, &mut range.listed),
            ranges if HAS_THREADS => {
                ranges.iter().for_each(|range| fresh.listed.extend_from_slice(&range.listed));
            }
            _ => {}
        }
    }

    fn write_events<E>(&self, work: &mut StepState<T>, events: &mut Vec<Event<T>>)
    where
        E: for<'a> Run<EventPiece<'a, T>>,
    {
        let StepState { open, ranges, totals, .. } = work;
        let merged = || ranges.iter().map(|range| &range.merged);
        let count = merged().map(StepDiff::len).sum();
        totals.entered = merged().map(|merged| merged.entered).sum();
        totals.exited = merged().map(StepDiff::exited).sum();
        reserve_eighth(events, count);
        events.resize_with(count, || Event::Stay(TouchPair::EMPTY));
        let (mut listed, mut events) = (open.listed(), &mut events[..]);
        E::run(ranges.iter_mut().map(|Range { merged, .. }| {
            let (own, own_events);
            (own, listed) = listed.split_at(merged.len() - merged.exited());
            (own_events, events) = take(&mut events).split_at_mut(merged.len());
            EventPiece { world: self.id, pairs: open, listed: own, merged, events: own_events }
        }));
    }

    /// What changed and still lives, ascending.
    fn list_moved(&mut self, work: &mut StepState<T>) {
        core::mem::swap(&mut work.moved, &mut self.slots.moved);
        if !work.moved.is_sorted() {
            work.moved.sort_unstable();
        }
        let metas = &mut self.slots.metas;
        // Usually all of them still live.
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
    fn settle(&mut self, work: &mut StepState<T>) {
        for slot in work.moved.drain(..) {
            self.slots.metas[slot as usize].flags &= !(MOVED | RESHAPED | LISTED);
        }
        core::mem::swap(&mut work.moved, &mut self.slots.moved);
    }

    /// Lists the pairs of what moved whose boxes meet. Shapes without bounds meet everything.
    fn list_candidates<E: Executor>(&mut self, work: &mut StepState<T>) {
        let StepState { moved, candidates, .. } = work;
        candidates.iter_mut().for_each(Vec::clear);
        if candidates.is_empty() {
            candidates.push(Vec::new());
        }
        if !moved.is_empty() {
            match &mut candidates[..] {
                #[cfg(feature = "rayon")]
                _ if E::IS_PARALLEL => self.broad.pairs_parallel(moved, candidates),
                [first, ..] => self.broad.pairs(moved, first),
                [] => {}
            }
            if let (Some(last), false) = (candidates.last_mut(), self.slots.unbounded.is_empty()) {
                self.list_unbounded(moved, last);
            }
        }
        work.totals.candidates = candidates.iter().map(Vec::len).sum();
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
}

#[cfg(feature = "rayon")]
impl<T: Clone + Send + Sync> World<T> {
    /// Steps like [`World::step`], on the threads of the current `rayon` pool; the events are the
    /// same.
    ///
    /// ```
    /// use jostle::{Collider, Shape, World};
    /// let mut world = World::new();
    /// for _ in 0..2 {
    ///     world.add(Collider::new((), Shape::circle(1.0)?))?;
    /// }
    /// assert!(world.step_parallel()[0].is_enter());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use = "exits are said once"]
    pub fn step_parallel(&mut self) -> Vec<Event<T>> {
        let mut events = Vec::new();
        self.step_parallel_into(&mut events);
        events
    }

    /// Steps like [`World::step_parallel`], and writes into a list whose memory is used again.
    ///
    /// ```
    /// use jostle::{Collider, Shape, World};
    /// let mut world = World::new();
    /// for _ in 0..2 {
    ///     world.add(Collider::new((), Shape::circle(1.0)?))?;
    /// }
    /// let mut events = Vec::new();
    /// world.step_parallel_into(&mut events);
    /// assert_eq!(events.len(), 1);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn step_parallel_into(&mut self, events: &mut Vec<Event<T>>) {
        self.step_by::<crate::world::executor::Threads>(events);
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

    /// Returns `true` if a slot is in an open pair.
    pub(crate) fn is_in_open_pair(&self, slot: usize) -> bool {
        !self.open_as_a(slot).is_empty() || self.open_as_b(slot).next().is_some()
    }

    /// The open pairs of which a slot is a.
    fn open_as_a(&self, slot: usize) -> &[SortedPair] {
        let (open, serial) = (self.steps.open.listed(), self.slots.metas[slot].serial);
        let start = open.partition_point(|listed| listed.serials()[0] < serial);
        let count = open[start..].iter().take_while(|listed| listed.serials()[0] == serial).count();
        &open[start..start + count]
    }

    /// The open pairs of which a slot is b, last first.
    fn open_as_b(&self, slot: usize) -> impl Iterator<Item = &SortedPair> {
        let (open, serial) = (&self.steps.open, self.slots.metas[slot].serial);
        let links = self.steps.links.get(|| PairIndex::new(open, self.slots.len()));
        // The slot may have a new collider since.
        let chain = links.as_b(slot).map(|place| &open.listed()[place]);
        chain.filter(move |listed| listed.serials()[1] == serial)
    }
}

#[cfg(test)]
#[cfg(feature = "rayon")]
mod tests;

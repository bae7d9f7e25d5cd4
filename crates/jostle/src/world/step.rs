//! The step: which pairs began, go on and ended since the last one.
//!
//! 1. The broad phase lists the pairs of what moved (candidates).
//! 2. The narrow phase filters and decides them ([`World::decide`]).
//! 3. The touching pairs are sorted by keys and merged with the sorted pairs of the last step,
//!    which yields enter, stay and exit. A pair of which nothing moved is carried over. A pair that
//!    was open and is not found again has ended, whatever the cause, so no exit can be lost.
//! 4. Events are written.
//!
//! Step 2 runs in pieces of candidates, one after the other or on threads, with the same results. The
//! lists are kept from step to step, because new memory would be fetched page by page.
//!
//! Cost: O(moved · broad phase + candidates + open pairs · log).

use alloc::vec::Vec;
use core::mem::{swap, take};

use crate::broad::parallel::Threads;
use crate::math::sort::{sort_by, sort_in_buckets};
use crate::math::{lazy::Lazy, reserve_eighth};
use crate::world::narrow_phase::seen_of;
use crate::world::open_pairs::{Pair, Pairs};
use crate::world::storage::{ENABLED, LISTED, MOVED, RESHAPED};
use crate::world::{Core, Event, Key, World, WorldStats, journal::Op, transforms::MoveResult};

/// The pairs that one piece of the narrow phase found, and the number of candidates that it tested.
#[derive(Debug, Default)]
struct FoundPairs {
    pairs: Pairs,
    tested: usize,
}

/// What a world keeps from step to step.
#[derive(Debug, Default)]
pub(crate) struct StepState {
    /// The pairs of the last step.
    pub(crate) open: Pairs,
    /// The colliders whose pairs began or ended at the last step, sorted, each once.
    pub(crate) changed: Lazy<Vec<Key>>,
    pub(crate) totals: WorldStats,
    /// Lists of candidates: one, or one for each part of the plane.
    candidates: Vec<Vec<(u32, u32)>>,
    found: Vec<FoundPairs>,
    /// The pairs of this step; those of the step before when it is done.
    fresh: Pairs,
    /// The pairs that were found, and room for their sort.
    sorted: Vec<Pair>,
    ends: Vec<u32>,
    /// The serial number of b of each open pair, with the index of the pair, sorted. Most steps do
    /// without.
    by_b: Lazy<Vec<u64>>,
    /// By slot: the serial number of its collider that is in an open pair. Only removals read it.
    paired: Lazy<Vec<u32>>,
    pub(crate) move_results: Vec<MoveResult>,
    /// While a step runs, the slots that changed and still live, ascending.
    moved: Vec<u32>,
}

impl StepState {
    pub(crate) fn bytes(&self) -> usize {
        self.sorted.capacity() * size_of::<Pair>()
            + self.ends.capacity() * size_of::<u32>()
            + self.found.iter().map(|found| found.pairs.bytes()).sum::<usize>()
            + self.open.bytes()
            + self.fresh.bytes()
            + self.changed.made().map_or(0, Vec::capacity) * size_of::<Key>()
            + self.candidates.iter().map(Vec::capacity).sum::<usize>() * size_of::<(u32, u32)>()
            + self.by_b.made().map_or(0, Vec::capacity) * size_of::<u64>()
            + self.paired.made().map_or(0, Vec::capacity) * size_of::<u32>()
            + self.move_results.iter().map(MoveResult::bytes).sum::<usize>()
    }

    /// Returns the colliders whose pairs began or ended at the last step, given the id of the
    /// world.
    pub(crate) fn changed(&self, world: u8) -> &[Key] {
        self.changed.get(|| self.changed_keys(world))
    }

    fn changed_keys(&self, world: u8) -> Vec<Key> {
        let mut keys = Vec::new();
        if self.totals.entered + self.totals.exited == 0 {
            return keys;
        }
        let mut before = self.fresh.list.iter().peekable();
        for pair in &self.open.list {
            while let Some(ended) = before.next_if(|old| old.order() < pair.order()) {
                keys.extend(ended.keys(world));
            }
            if before.next_if(|old| old.order() == pair.order()).is_none() {
                keys.extend(pair.keys(world));
            }
        }
        keys.extend(before.flat_map(|ended| ended.keys(world)));
        keys.sort_unstable();
        keys.dedup();
        keys
    }

    fn sorted_by_b(&self) -> Vec<u64> {
        let pairs = (0..).zip(&self.open.list);
        let mut sorted: Vec<u64> = pairs.map(|(i, p)| u64::from(p.serials[1]) << 32 | i).collect();
        sorted.sort_unstable();
        sorted
    }

    fn serials_of_paired(&self) -> Vec<u32> {
        let slots = self.open.list.iter().flat_map(|pair| pair.slots);
        let mut serials = alloc::vec![0; slots.max().map_or(0, |last| last as usize + 1)];
        for pair in &self.open.list {
            for (slot, serial) in pair.slots.into_iter().zip(pair.serials) {
                serials[slot as usize] = serial;
            }
        }
        serials
    }

    /// Forgets what was derived from the pairs that were open before.
    pub(crate) fn forget_order(&mut self) {
        self.by_b = Lazy::new(|| self.sorted_by_b());
        self.paired = Lazy::new(|| self.serials_of_paired());
    }
}

/// Fewer candidates or pairs are not worth a piece.
const FEW: usize = 512;

/// # Step
impl<T: Clone> World<T> {
    /// Returns the pairs that began to touch, still touch and ended since the last step, sorted by
    /// keys.
    ///
    /// State is sampled here: away and back between two steps is a stay, in and out is nothing. The
    /// events are plain data; the world can be edited while they are read.
    /// [`set_step_options`](Self::set_step_options) chooses what is computed and reported.
    ///
    /// ```
    /// use jostle::{Collider, Shape, Vec2, World};
    /// let mut world = World::new();
    /// let hero = world.add(Collider::new((), Shape::circle(1.0)?))?;
    /// world.add(Collider::new((), Shape::circle(1.0)?).at((1.0, 0.0)))?;
    /// for touch in world.step().iter().filter_map(|event| event.touch()) {
    ///     world.move_by(hero, touch.push(hero))?;
    /// }
    /// assert_eq!(world.position(hero), Some(Vec2::new(-1.0, 0.0)));
    /// # Ok::<(), jostle::Error>(())
    /// ```
    #[must_use = "exits are reported only once"]
    pub fn step(&mut self) -> Vec<Event<T>> {
        let mut events = Vec::new();
        self.step_into(&mut events);
        events
    }

    /// Steps like [`World::step`], and writes the events into a list whose memory is used again.
    pub fn step_into(&mut self, events: &mut Vec<Event<T>>) {
        self.step_on(Threads::One, events);
    }

    /// Steps like [`World::step`], with the broad and the narrow phase on the threads of the current
    /// `rayon` pool; the events are the same.
    #[cfg(feature = "rayon")]
    #[must_use = "exits are reported only once"]
    pub fn step_parallel(&mut self) -> Vec<Event<T>> {
        let mut events = Vec::new();
        self.step_parallel_into(&mut events);
        events
    }

    /// Steps like [`World::step_parallel`], and writes into a list whose memory is used again.
    #[cfg(feature = "rayon")]
    pub fn step_parallel_into(&mut self, events: &mut Vec<Event<T>>) {
        self.step_on(Threads::Pool, events);
    }

    fn step_on(&mut self, threads: Threads, events: &mut Vec<Event<T>>) {
        let (mut work, Self { core, user }) = (self.core.list_candidates(threads), &mut *self);
        sort_by(&mut user.departed, |a, b| a.0.cmp(&b.0));
        if user.pair_filter.is_some() {
            let keys = |a, b| core.key(a as usize).zip(core.key(b as usize));
            let allows = |(a, b): (Key, Key)| user.allows(a.min(b), a.max(b));
            let meta = |slot: u32| &core.slots.metas[slot as usize];
            let is_seen = |a, b| seen_of(meta(a), meta(b)).is_some();
            let lists = &mut work.candidates;
            lists.iter_mut().for_each(|list| list.retain(|&(a, b)| is_seen(a, b)));
            work.totals.candidates = lists.iter().map(Vec::len).sum();
            let passes = |a, b| keys(a, b).is_some_and(allows);
            lists.iter_mut().for_each(|list| list.retain(|&(a, b)| passes(a, b)));
        }
        core.update_pairs(threads, &mut work, user.departed.is_empty());
        if user.pair_filter.is_none() {
            // A broad phase may list some that layers and teams forbid.
            work.totals.candidates = work.totals.tested;
        }
        self.write_events(&work, events);
        self.core.end_step(work);
        self.user.departed.clear();
    }

    /// Lists the events.
    fn write_events(&self, work: &StepState, events: &mut Vec<Event<T>>) {
        let StepState { open, fresh, totals: WorldStats { entered, exited, .. }, .. } = work;
        let stays = self.core.pairing.options.stays;
        let count = exited + if stays { open.list.len() } else { *entered };
        events.clear();
        reserve_eighth(events, count);
        // A step without changes leaves the pairs of an earlier one in `fresh`.
        let before = if entered + exited == 0 { open } else { fresh };
        self.list_changes(&before.list, open, events);
    }
}

impl Core {
    /// Keeps what a step worked with, and marks what changed as unchanged.
    fn end_step(&mut self, mut work: StepState) {
        work.changed = Lazy::new(|| work.changed_keys(self.id));
        work.totals.moved = work.moved.len();
        // A snapshot may hold any number.
        work.totals.steps = work.totals.steps.wrapping_add(1);
        for slot in work.moved.drain(..) {
            self.slots.metas[slot as usize].flags &= !(MOVED | RESHAPED | LISTED);
        }
        swap(&mut work.moved, &mut self.slots.moved);
        self.slots.platforms.step(&self.slots.worlds);
        self.steps = work;
        self.note(|| Op::Step);
    }

    /// Decides the candidates, and merges the pairs that touch with those that were open; nothing to
    /// do if nothing moved and all pairs stay.
    fn update_pairs(&self, threads: Threads, work: &mut StepState, all_stay: bool) {
        let StepState { totals, candidates, found, fresh, open, sorted, ends, .. } = work;
        (totals.entered, totals.exited) = (0, 0);
        if work.moved.is_empty() && all_stay {
            totals.tested = 0;
            return;
        }
        let most = totals.candidates.div_ceil(threads.pieces(totals.candidates, FEW)).max(1);
        let used = candidates.iter().map(|list| list.len().div_ceil(most)).sum::<usize>().max(1);
        found.resize_with(found.len().max(used), FoundPairs::default);
        let found = &mut found[..used];
        // One list after the other holds what is found, what touches, and what touched before.
        swap(&mut found[0].pairs, fresh);
        found[0].pairs.clear();
        found[0].tested = 0;
        let lists = candidates.iter().flat_map(|list| list.chunks(most));
        threads.share(lists.zip(&mut *found), |(candidates, found)| {
            found.pairs.clear();
            found.tested = self.decide(candidates, &mut found.pairs);
        });
        totals.tested = found.iter().map(|found| found.tested).sum();
        sort_in_buckets(found.iter().map(|f| &f.pairs.list[..]), Pair::order, sorted, ends);
        swap(&mut found[0].pairs.list, &mut fresh.list);
        (totals.entered, totals.exited) = self.merge(sorted, &open.list, &mut fresh.list);
        fresh.parts.clear();
        fresh.parts.extend(found.iter().flat_map(|found| &found.pairs.parts).cloned());
        let is_still = |(order, _): &&(u64, _)| {
            let found = open.list.binary_search_by_key(order, Pair::order);
            found.is_ok_and(|at| self.is_still(&open.list[at]))
        };
        fresh.parts.extend(open.parts.iter().filter(is_still).cloned());
        sort_by(&mut fresh.parts, |p, q| p.0.cmp(&q.0));
        swap(open, fresh);
        work.forget_order();
    }

    /// Takes what a step works with, and lists the pairs of what moved whose boxes meet. Shapes
    /// without bounds meet everything.
    fn list_candidates(&mut self, threads: Threads) -> StepState {
        let mut work = take(&mut self.steps);
        swap(&mut work.moved, &mut self.slots.moved);
        let StepState { candidates, totals, moved, .. } = &mut work;
        moved.sort_unstable();
        moved.retain(|slot| {
            let meta = &mut self.slots.metas[*slot as usize];
            meta.flags &= if meta.has(MOVED) { u32::MAX } else { !LISTED };
            meta.has(MOVED)
        });
        candidates.iter_mut().for_each(Vec::clear);
        if candidates.is_empty() {
            candidates.push(Vec::new());
        }
        if !moved.is_empty() {
            match threads {
                Threads::One => self.broad.pairs(moved, &mut candidates[0]),
                #[cfg(feature = "rayon")]
                Threads::Pool => self.broad.pairs_parallel(moved, candidates),
            }
            if let (Some(last), false) = (candidates.last_mut(), self.slots.unbounded.is_empty()) {
                self.list_unbounded(moved, last);
            }
        }
        totals.candidates = candidates.iter().map(Vec::len).sum();
        work
    }

    #[cold]
    fn list_unbounded(&self, moved: &[u32], pairs: &mut Vec<(u32, u32)>) {
        let has_moved = |slot: u32| self.slots.metas[slot as usize].has(MOVED);
        for &plane in &self.slots.unbounded {
            let pair = |other: u32| {
                // Of two without bounds the one that moved lists the pair, or the lower slot.
                let both = self.slots.unbounded.binary_search(&other).is_ok();
                let theirs = both && (!has_moved(plane) || (has_moved(other) && other < plane));
                let enabled = self.slots.metas[other as usize].has(ENABLED);
                let counts = other != plane && !theirs && enabled;
                (counts && self.slots.placed(other as usize).is_some()).then_some((plane, other))
            };
            if has_moved(plane) {
                pairs.extend((0..self.slots.len() as u32).filter_map(pair));
            } else {
                pairs.extend(moved.iter().copied().filter_map(pair));
            }
        }
    }
}

impl Core {
    pub(crate) fn is_in_open_pair(&self, slot: usize) -> bool {
        let paired = self.steps.paired.get(|| self.steps.serials_of_paired());
        paired.get(slot).is_some_and(|serial| *serial == self.slots.metas[slot].serial)
    }

    /// Returns the open pairs of a live collider, sorted by the key of the other.
    pub(crate) fn open_pairs_of(&self, slot: usize) -> impl Iterator<Item = &Pair> {
        let (serial, list) = (self.slots.metas[slot].serial, &self.steps.open.list);
        let by_b = self.steps.by_b.get(|| self.steps.sorted_by_b());
        let of_b = move |at: &u64| (at >> 32) as u32;
        let as_b = by_b[by_b.partition_point(|at| of_b(at) < serial)..].iter();
        let as_b =
            as_b.take_while(move |at| of_b(at) == serial).map(|at| &list[*at as u32 as usize]);
        let as_a = list[list.partition_point(|pair| pair.serials[0] < serial)..].iter();
        as_b.chain(as_a.take_while(move |pair| pair.serials[0] == serial))
    }
}

#[cfg(test)]
#[cfg(feature = "rayon")]
mod tests;

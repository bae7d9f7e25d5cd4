//! The narrow phase of a step: which candidates touch, and their contacts.
//!
//! Candidates come in the order of the broad phase, but colliders lie in the order in which they
//! were added, so reading one misses the cache. So candidates are processed in blocks, in passes
//! that prefetch for the next pass: the data of the filters one block ahead, the shapes while
//! filtering, and contacts last.
//! Perf: prefetching makes steps of 100,000 an eighth shorter.
//!
//! Pairs wait in groups of the same two classes ([`PairClass`]), whose contacts are computed eight
//! at a time. The group of a pair is an index and no branch, because a branch on random classes
//! would be mispredicted.
//! Perf: groups make frames a fifth shorter.

use crate::math::simd::prefetch;
use crate::pair::batch::{GroupResult, PairClass};
use crate::pair::query::Gap;
use crate::pair::query::touching_parts::Named;
use crate::shape::Placed;
use crate::world::open_pairs::{Pair, PairWriter, Parts};
use crate::world::storage::{Meta, PARTS, SENSOR, TEAM};
use crate::world::{PairMember, SeenBy, TouchPolicy, World};

/// Candidates of a block: enough for many reads at once, and few enough that what was read is still
/// near. With 32, steps of 10,000 and 100,000 were a thirtieth longer.
const BLOCK: usize = 8;

/// A candidate that no rule keeps apart, a being the one that was added first.
#[derive(Clone, Copy)]
struct Candidate {
    order: u64,
    a: u32,
    b: u32,
    seen_by: SeenBy,
    /// Flags of either collider that pairs need.
    flags: u8,
}

const _: () = assert!(SENSOR | PARTS <= u8::MAX as u32);

impl Candidate {
    #[inline(always)]
    fn has(&self, flag: u32) -> bool {
        u32::from(self.flags) & flag != 0
    }

    /// Returns the pair without its contact.
    #[inline(always)]
    fn pair(&self) -> Pair {
        Pair::new([self.a, self.b], self.seen_by, self.has(SENSOR))
    }
}

/// Pairs that are decided at once.
const GROUP: usize = 8;
/// Up to this number of pairs are computed one by one.
const FEW: usize = 2;

const NO_CANDIDATE: Candidate = Candidate { order: 0, a: 0, b: 0, seen_by: SeenBy::Both, flags: 0 };

/// Pairs that wait in their groups.
struct Groups {
    slots: [[Candidate; GROUP]; PairClass::COUNT],
    counts: [usize; PairClass::COUNT],
    /// The results of the last group.
    answers: GroupResult,
}

impl Groups {
    const NONE: Self = Self {
        slots: [[NO_CANDIDATE; GROUP]; PairClass::COUNT],
        counts: [0; PairClass::COUNT],
        answers: GroupResult::NONE,
    };

    /// Adds a pair if `counts`. Returns `true` if its group is full. There is no branch to
    /// mispredict.
    #[inline(always)]
    fn put(&mut self, group: PairClass, candidate: Candidate, counts: bool) -> bool {
        let count = &mut self.counts[group.index()];
        self.slots[group.index()][*count % GROUP] = candidate;
        *count += usize::from(counts);
        *count == GROUP
    }

    /// Empties a group. Returns its pairs, and room for results.
    fn take(&mut self, group: PairClass) -> (&[Candidate], &mut GroupResult) {
        let count = core::mem::take(&mut self.counts[group.index()]);
        self.answers.forget();
        (&self.slots[group.index()][..count], &mut self.answers)
    }
}

impl<T> World<T> {
    /// Filters candidates and tests their shapes; returns how many were tested.
    pub(crate) fn decide(&self, candidates: &[(u32, u32)], found: &mut PairWriter<'_>) -> usize {
        let mut blocks = candidates.chunks(BLOCK);
        let mut ahead = candidates.chunks(BLOCK).skip(1);
        // Rooms change places, what is in them does not: copies would wait for what was just
        // written.
        let (mut passed, mut later) = (&mut [NO_CANDIDATE; BLOCK], &mut [NO_CANDIDATE; BLOCK]);
        let mut tested = 0;
        let mut groups = Groups::NONE;
        let mut count = self.filter(blocks.next(), ahead.next(), passed);
        while count != usize::MAX {
            // The shapes of the next block are prefetched while these are decided.
            let next = match blocks.next() {
                Some(block) => self.filter(Some(block), ahead.next(), later),
                None => usize::MAX,
            };
            tested += count;
            for candidate in &passed[..count] {
                let [pa, pb] =
                    [candidate.a, candidate.b].map(|slot| self.slots.placed(slot as usize));
                let Some((pa, pb)) = pa.zip(pb) else { continue };
                let group = PairClass::of(pa, pb);
                if groups.put(group, *candidate, pa.bounds().overlaps(pb.bounds())) {
                    self.compute_group(group, &mut groups, found);
                }
            }
            core::mem::swap(&mut passed, &mut later);
            count = next;
        }
        for group in PairClass::all() {
            if groups.counts[group.index()] != 0 {
                self.compute_group(group, &mut groups, found);
            }
        }
        tested
    }

    /// Lists the candidates of a block that pass the filters and prefetches their shapes, and
    /// filters look at in the next block.
    #[inline]
    fn filter(
        &self,
        block: Option<&[(u32, u32)]>,
        ahead: Option<&[(u32, u32)]>,
        passed: &mut [Candidate; BLOCK],
    ) -> usize {
        // Slices of one length, so that a place in one is a place in the other.
        let (metas, placed) = (&self.slots.metas[..], &self.slots.placed[..self.slots.len()]);
        for &(a, b) in ahead.unwrap_or_default() {
            prefetch(&metas[a as usize]);
            prefetch(&metas[b as usize]);
        }
        let mut count = 0;
        for &(a, b) in block.unwrap_or_default() {
            let (ma, mb) = (&metas[a as usize], &metas[b as usize]);
            // In the order of their keys.
            let (a, b, ma, mb) =
                if ma.serial < mb.serial { (a, b, ma, mb) } else { (b, a, mb, ma) };
            if let Some(seen_by) = self.seen_of([a, b], [ma, mb]) {
                prefetch(&placed[a as usize]);
                prefetch(&placed[b as usize]);
                let order = u64::from(ma.serial) << 32 | u64::from(mb.serial);
                let flags = (ma.flags | mb.flags) as u8;
                passed[count] = Candidate { order, a, b, seen_by, flags };
                count += 1;
            }
        }
        count
    }

    /// Which of two live slots sees the other; `None` where a rule keeps them apart. Whether they
    /// are enabled is not asked.
    pub(crate) fn seen(&self, a: u32, b: u32) -> Option<SeenBy> {
        self.seen_of([a, b], [a, b].map(|slot| &self.slots.metas[slot as usize]))
    }

    /// Like `seen`, given the data of the filters.
    #[inline(always)]
    fn seen_of(&self, [a, b]: [u32; 2], [ma, mb]: [&Meta; 2]) -> Option<SeenBy> {
        let teams = ma.flags & mb.flags & TEAM != 0;
        if teams && self.slots.team(a as usize) == self.slots.team(b as usize) {
            return None;
        }
        let seen = SeenBy::of(ma.sees.sees(mb.layer), mb.sees.sees(ma.layer))?;
        (self.pairing.filter.is_none() || self.allowed(a, b)).then_some(seen)
    }

    /// Returns `true` if the user's filter lets two live slots meet.
    #[inline(never)]
    fn allowed(&self, a: u32, b: u32) -> bool {
        let Some(allows) = &self.pairing.filter else { return true };
        let member = |slot: u32| {
            let data = self.slots.data[slot as usize].as_ref()?;
            Some(PairMember { key: self.key(slot as usize)?, data })
        };
        member(a).zip(member(b)).is_some_and(|(a, b)| allows(&a, &b))
    }

    /// Returns `true` if pairs touch by the exact method, where touching counts.
    fn is_exact(&self) -> bool {
        self.pairing.method.is_none() && self.pairing.touching == TouchPolicy::Counts
    }

    /// Computes all pairs of a group.
    #[inline(never)]
    fn compute_group(&self, group: PairClass, groups: &mut Groups, found: &mut PairWriter<'_>) {
        let (passed, answers) = groups.take(group);
        if group != PairClass::OTHERS && passed.len() > FEW && self.is_exact() {
            let mut pairs = [None; GROUP];
            for (pair, candidate) in pairs.iter_mut().zip(passed) {
                let [pa, pb] =
                    [candidate.a, candidate.b].map(|slot| self.slots.placed(slot as usize));
                *pair = pa.zip(pb).map(|(a, b)| [a, b]);
            }
            group.compute(&pairs[..passed.len()], answers);
        }
        // The loop runs over set bits, without a branch on each lane.
        for (lane, gap) in answers.overlapping() {
            let candidate = &passed[lane];
            *found.push(candidate.pair()).gap() = gap;
            self.list(candidate, found);
        }
        for lane in answers.unsure(passed.len()) {
            self.touch_pair(&passed[lane], found);
        }
    }

    /// Lists the pair, if the shapes touch in the sense of this world.
    #[inline]
    fn touch_pair(&self, candidate: &Candidate, found: &mut PairWriter<'_>) {
        let [pa, pb] = [candidate.a, candidate.b].map(|slot| self.slots.placed(slot as usize));
        let Some((pa, pb)) = pa.zip(pb) else { return };
        let exact = self.is_exact();
        let pair = found.push(candidate.pair());
        let touch = if exact {
            pa.gap_if_touching(pb, pair.gap())
        } else {
            self.touches(pa, pb).map(|gap| pair.set_gap(gap)).is_some()
        };
        if !touch {
            return found.pop();
        }
        self.list(candidate, found);
    }

    /// Lists the last pair that was pushed.
    #[inline(always)]
    fn list(&self, candidate: &Candidate, found: &mut PairWriter<'_>) {
        let &Candidate { order, a, b, .. } = candidate;
        let parts = if candidate.has(PARTS) { self.touching_parts(a, b) } else { None };
        found.list(order, parts);
    }

    #[inline(never)]
    fn touching_parts(&self, a: u32, b: u32) -> Option<Parts> {
        let named = |slot: u32| {
            let world = &self.slots.worlds[slot as usize];
            let shape = self.slots.shapes[slot as usize].as_deref()?;
            Some(Named::new(shape, world, self.slots.placed(slot as usize)?))
        };
        Some(named(a)?.touching_parts(&named(b)?).into())
    }

    /// Returns `true` if two shapes touch in the sense of this world, with the gap of which their
    /// contact is made.
    #[expect(clippy::option_option, reason = "they may meet by the method and have no contact")]
    pub(crate) fn touches(&self, a: &Placed, b: &Placed) -> Option<Option<Gap>> {
        let gap = || {
            let mut gap = Gap::NOWHERE;
            a.gap_if_touching(b, &mut gap).then_some(gap)
        };
        match (&self.pairing.method, self.pairing.touching) {
            (Some(method), _) => method.hit(a, b).then(gap),
            (None, TouchPolicy::Counts) => gap().map(Some),
            (None, TouchPolicy::Ignored) => a.overlaps_interior(b).then(gap),
        }
    }
}

//! The narrow phase of a step: which candidates touch, and their contacts.
//!
//! Colliders lie in the order in which they were added, so reading those of a candidate misses the
//! cache. Candidates are processed in blocks, in passes that prefetch for the next pass: the data
//! of the filters one block ahead, the shapes while filtering, and contacts last.
//! Perf: prefetching makes steps of 100,000 an eighth shorter.
//!
//! Pairs wait in groups of the same two classes ([`PairClass`]), whose contacts are computed eight
//! at a time. The group is an index and no branch, which random classes would mispredict.
//! Perf: groups make frames a fifth shorter.

use core::array::from_fn;
use core::mem::{swap, take};

use alloc::vec::Vec;

use crate::broad::CLASSES;
use crate::math::simd::prefetch;
use crate::pair::batch::{GroupResult, PairClass};
use crate::pair::{query::Gap, query::touching_parts::Named};
use crate::shape::Placed;
use crate::world::open_pairs::{Pair, Pairs, Parts};
use crate::world::storage::{Meta, PARTS, SENSOR};
use crate::world::{Core, Detail, SeenBy, StepOptions, TouchPolicy};

/// Candidates of a block: enough for many reads at once, and few enough to stay in cache.
const BLOCK: usize = 8;
const GROUP: usize = 8;
/// Up to this number of pairs are computed one by one.
const FEW: usize = 2;

/// A candidate that no rule keeps apart, a being the one that was added first.
#[derive(Clone, Copy)]
struct Candidate {
    serials: [u32; 2],
    slots: [u32; 2],
    seen_by: SeenBy,
    /// Flags of either collider that pairs need.
    flags: u8,
    detail: Detail,
}

const _: () = assert!(SENSOR | PARTS <= u8::MAX as u32);

impl Candidate {
    const NONE: Self = Self {
        serials: [0; 2],
        slots: [0; 2],
        seen_by: SeenBy::Both,
        flags: 0,
        detail: Detail::Touch,
    };

    #[inline(always)]
    fn has(&self, flag: u32) -> bool {
        u32::from(self.flags) & flag != 0
    }

    #[inline(always)]
    fn pair(&self) -> Pair {
        let &Self { serials, slots, seen_by, .. } = self;
        Pair { serials, slots, seen_by, sensor: self.has(SENSOR), gap: None }
    }
}

struct Groups {
    waiting: [[Candidate; GROUP]; PairClass::COUNT],
    counts: [usize; PairClass::COUNT],
    /// The results of the last group.
    results: GroupResult,
}

impl Core {
    /// Filters candidates and lists those that touch; returns how many passed the filters.
    pub(crate) fn decide(&self, candidates: &[(u32, u32)], found: &mut Pairs) -> usize {
        let mut groups = Groups {
            waiting: [[Candidate::NONE; GROUP]; PairClass::COUNT],
            counts: [0; PairClass::COUNT],
            results: GroupResult::NONE,
        };
        let block = |number| candidates.chunks(BLOCK).nth(number).unwrap_or_default();
        // References are swapped, because copies would stall on store forwarding.
        let (mut passed, mut next) = (&mut [Candidate::NONE; BLOCK], &mut [Candidate::NONE; BLOCK]);
        let (mut count, mut tested) = (0, 0);
        for number in 0..=candidates.len().div_ceil(BLOCK) {
            // This prefetches the shapes of the next block while those of the last are decided.
            let next_count = self.filter(block(number), block(number + 1), next);
            for candidate in &passed[..count] {
                let Some([a, b]) = self.placed_pair(candidate) else { continue };
                // Whether two touch is decided one by one.
                let class = match candidate.detail {
                    Detail::Touch => PairClass::OTHERS,
                    Detail::Near | Detail::Push => PairClass::of(a, b),
                };
                let waiting = &mut groups.counts[class.index()];
                groups.waiting[class.index()][*waiting % GROUP] = *candidate;
                *waiting += usize::from(a.bounds().overlaps(b.bounds()));
                if *waiting == GROUP {
                    self.compute_group(class, &mut groups, found);
                }
            }
            swap(&mut passed, &mut next);
            tested += next_count;
            count = next_count;
        }
        for class in PairClass::all() {
            self.compute_group(class, &mut groups, found);
        }
        tested
    }

    /// Lists the candidates of a block that pass the filters, and returns their number. Prefetches
    /// their shapes, and the data of filters of the block ahead.
    #[inline]
    fn filter(
        &self,
        block: &[(u32, u32)],
        ahead: &[(u32, u32)],
        passed: &mut [Candidate; BLOCK],
    ) -> usize {
        // Slices of one length, so that an index into one is an index into the other.
        let (metas, placed) = (&self.slots.metas[..], &self.slots.placed[..self.slots.len()]);
        for &(a, b) in ahead {
            prefetch(&metas[a as usize]);
            prefetch(&metas[b as usize]);
        }
        let mut count = 0;
        for &(a, b) in block {
            let (ma, mb) = (&metas[a as usize], &metas[b as usize]);
            // In the order of their keys.
            let (a, b, ma, mb) =
                if ma.serial < mb.serial { (a, b, ma, mb) } else { (b, a, mb, ma) };
            if let Some(seen_by) = seen_of(ma, mb) {
                prefetch(&placed[a as usize]);
                prefetch(&placed[b as usize]);
                let serials = [ma.serial, mb.serial];
                let flags = (ma.flags | mb.flags) as u8;
                let detail = self.detail_of(ma, mb);
                passed[count] = Candidate { serials, slots: [a, b], seen_by, flags, detail };
                count += 1;
            }
        }
        count
    }

    /// Returns how much of a pair is computed: no contact by a method of the user's own.
    #[inline(always)]
    fn detail_of(&self, a: &Meta, b: &Meta) -> Detail {
        let StepOptions { solids, sensors, .. } = self.pairing.options;
        let general = if (a.flags | b.flags) & SENSOR == 0 { solids } else { sensors };
        let own = if (a.detail, b.detail) == (None, None) { None } else { a.detail.max(b.detail) };
        if self.pairing.method.is_some() { Detail::Touch } else { own.unwrap_or(general) }
    }

    #[inline(always)]
    fn placed_pair(&self, candidate: &Candidate) -> Option<[&Placed; 2]> {
        let [a, b] = candidate.slots.map(|slot| self.slots.placed(slot as usize));
        Some([a?, b?])
    }

    #[inline(never)]
    fn compute_group(&self, class: PairClass, groups: &mut Groups, found: &mut Pairs) {
        let count = take(&mut groups.counts[class.index()]);
        let (waiting, results) = (&groups.waiting[class.index()][..count], &mut groups.results);
        results.forget();
        if class != PairClass::OTHERS && count > FEW && self.touching_counts() {
            let pairs: [_; GROUP] = from_fn(|lane| self.placed_pair(waiting.get(lane)?));
            class.compute(&pairs[..count], results);
        }
        for (lane, gap) in results.overlapping() {
            found.push(waiting[lane].pair()).gap = Some(gap);
            self.add_parts(&waiting[lane], found);
        }
        for lane in results.unsure(count) {
            self.decide_pair(&waiting[lane], found);
        }
    }

    /// Lists the pair, if the shapes touch in the sense of this world.
    #[inline]
    fn decide_pair(&self, candidate: &Candidate, found: &mut Pairs) {
        let Some([a, b]) = self.placed_pair(candidate) else { return };
        let pair = found.push(candidate.pair());
        let touches = match candidate.detail {
            Detail::Touch => self.touches(a, b),
            _ if !self.touching_counts() && !self.touches(a, b) => false,
            Detail::Near => a.near_gap_if_touching(b, pair.gap.insert(Gap::NOWHERE)),
            Detail::Push => a.gap_if_touching(b, pair.gap.insert(Gap::NOWHERE)),
        };
        if touches {
            self.add_parts(candidate, found);
        } else {
            found.list.pop();
        }
    }

    /// Adds the parts of a pair that touch, if it has any.
    #[inline(always)]
    fn add_parts(&self, candidate: &Candidate, found: &mut Pairs) {
        if candidate.has(PARTS)
            && let Some(parts) = self.touching_parts(candidate.slots)
        {
            found.parts.push((candidate.pair().order(), parts));
        }
    }

    #[inline(never)]
    fn touching_parts(&self, [a, b]: [u32; 2]) -> Option<Parts> {
        let named = |slot: u32| {
            let world = &self.slots.worlds[slot as usize];
            let shape = self.slots.shapes[slot as usize].as_deref()?;
            Some(Named::new(shape, world, self.slots.placed(slot as usize)?))
        };
        Some(named(a)?.touching_parts(&named(b)?).into())
    }

    /// Returns `true` if two shapes touch in the sense of this world.
    pub(crate) fn touches(&self, a: &Placed, b: &Placed) -> bool {
        match &self.pairing.method {
            Some(method) => method.hit(a, b),
            None if self.touching_counts() => a.overlaps(b),
            None => a.overlaps_interior(b),
        }
    }

    fn touching_counts(&self) -> bool {
        self.pairing.touching == TouchPolicy::Counts
    }
}

/// The layers and teams of colliders that never meet their own kind, by class from 1 on.
#[derive(Debug, Default)]
pub(crate) struct ForbiddenKinds(Vec<Meta>);

impl ForbiddenKinds {
    /// Returns the class of a collider for the broad phase, 0 for none, and the bits of the classes
    /// that it never meets.
    pub(crate) fn of(&mut self, meta: &Meta) -> (u32, u32) {
        if seen_of(meta, meta).is_some() {
            return (0, 0);
        }
        let rules = |meta: &Meta| (meta.layer, meta.sees, meta.team);
        let known = self.0.iter().position(|other| rules(other) == rules(meta));
        if known.is_none() && self.0.len() == CLASSES as usize {
            return (0, 0);
        }
        let at = known.unwrap_or(self.0.len());
        if known.is_none() {
            self.0.push(*meta);
        }
        let apart = (1..).zip(&self.0).filter(|(_, other)| seen_of(meta, other).is_none());
        (at as u32 + 1, apart.fold(0, |bits, (class, _)| bits | 1 << class))
    }
}

/// Returns which of two sees the other; `None` if layers or teams keep them apart.
#[inline(always)]
pub(crate) fn seen_of(a: &Meta, b: &Meta) -> Option<SeenBy> {
    SeenBy::of([a.layer, a.sees], [b.layer, b.sees]).filter(|_| !a.is_in_team_of(b))
}

//! Which of the candidates of a step touch, and how.
//!
//! Candidates come in an order that is good for memory, but colliders lie in the order in which they
//! were added, so looking at one waits for memory, and what waits behind a branch waits alone. So
//! candidates are taken by the block, in passes that ask for what the next one reads: what filters
//! need is asked for a block before, where the shapes are while filtering, and contacts come last. Asking
//! ahead made steps of 100,000 an eighth shorter.
//!
//! Pairs wait for others of the same lot ([`Lot`]), whose contacts are found at once: which kernel a pair is for
//! is what no branch guesses, so it is a place in memory here. Frames of 1,000 to 100,000 mixed colliders became a
//! fifth shorter; with the numbers of each pair put beside those of the others when it came, half of that was lost
//! to branches on its kind.

use super::pairs::{Hand, Pair, Parts};
use super::slots::{PARTS, SENSOR};
use super::{Member, SeenBy, Touching, World};
use crate::math::Each;
use crate::math::simd::fetch;
use crate::pair::{Answers, Gap, Lot, Named, Told};
use crate::shape::Placed;

/// Candidates of a block: enough for many reads at once, and few enough that what was read is still
/// near.
const BLOCK: usize = 32;

/// A candidate that no rule keeps apart, a being the one that was added first.
#[derive(Clone, Copy)]
struct Meeting {
    order: u64,
    a: u32,
    b: u32,
    seen_by: SeenBy,
}

/// Pairs that are decided at once.
const LOT: usize = 8;
/// As many are decided sooner one by one.
const FEW: usize = 2;

const NOBODY: Meeting = Meeting { order: 0, a: 0, b: 0, seen_by: SeenBy::Both };

/// Pairs that wait for others of the same lot.
struct Waiting {
    lots: [[Meeting; LOT]; Lot::ALL.len()],
    counts: [usize; Lot::ALL.len()],
}

impl Waiting {
    const NONE: Self = Self { lots: [[NOBODY; LOT]; Lot::ALL.len()], counts: [0; Lot::ALL.len()] };

    /// Adds a pair, if it counts; whether its lot is full now. No branch guesses whether and where.
    #[inline(always)]
    fn put(&mut self, lot: Lot, meeting: Meeting, counts: bool) -> bool {
        let count = &mut self.counts[lot as usize];
        self.lots[lot as usize][*count % LOT] = meeting;
        *count += usize::from(counts);
        *count == LOT
    }

    /// Those of a lot, which is empty then.
    fn take(&mut self, lot: Lot) -> &[Meeting] {
        let count = core::mem::take(&mut self.counts[lot as usize]);
        &self.lots[lot as usize][..count]
    }
}

impl<T> World<T> {
    /// Filters candidates and asks their shapes; returns how many were asked.
    pub(crate) fn decide(&self, candidates: &[(u32, u32)], found: &mut Hand<'_>) -> usize {
        let mut blocks = candidates.chunks(BLOCK);
        let mut ahead = candidates.chunks(BLOCK).skip(1);
        // Rooms change places, what is in them does not: copies would wait for what was just written.
        let (mut meetings, mut later) = (&mut [NOBODY; BLOCK], &mut [NOBODY; BLOCK]);
        let mut tested = 0;
        let mut waiting = Waiting::NONE;
        let mut count = self.filter(blocks.next(), ahead.next(), meetings);
        while count != usize::MAX {
            // The shapes of the next block are asked for while these are decided.
            let next = match blocks.next() {
                Some(block) => self.filter(Some(block), ahead.next(), later),
                None => usize::MAX,
            };
            tested += count;
            for meeting in &meetings[..count] {
                let [pa, pb] = [meeting.a, meeting.b].each(|slot| self.slots.placed(slot as usize));
                let Some((pa, pb)) = pa.zip(pb) else { continue };
                let lot = Lot::of(pa, pb);
                if waiting.put(lot, *meeting, pa.bounds().overlaps(pb.bounds())) {
                    self.touch_lot(lot, &mut waiting, found);
                }
            }
            core::mem::swap(&mut meetings, &mut later);
            count = next;
        }
        for lot in Lot::ALL {
            if waiting.counts[*lot as usize] != 0 {
                self.touch_lot(*lot, &mut waiting, found);
            }
        }
        tested
    }

    /// Lists those of a block that no rule keeps apart and asks for their shapes, and for what filters look
    /// at in the next block.
    #[inline]
    fn filter(
        &self,
        block: Option<&[(u32, u32)]>,
        ahead: Option<&[(u32, u32)]>,
        meetings: &mut [Meeting; BLOCK],
    ) -> usize {
        for &(a, b) in ahead.unwrap_or_default() {
            fetch(&self.slots.metas[a as usize]);
            fetch(&self.slots.metas[b as usize]);
        }
        let mut count = 0;
        for &(a, b) in block.unwrap_or_default() {
            if let Some(meeting) = self.meet(a, b) {
                fetch(&self.slots.placed[a as usize]);
                fetch(&self.slots.placed[b as usize]);
                meetings[count] = meeting;
                count += 1;
            }
        }
        count
    }

    /// A candidate in the order of its keys, if it may meet at all.
    fn meet(&self, a: u32, b: u32) -> Option<Meeting> {
        let serial = |slot: u32| u64::from(self.slots.metas[slot as usize].serial);
        let (a, b) = if serial(a) < serial(b) { (a, b) } else { (b, a) };
        let seen_by = self.seen(a, b)?;
        Some(Meeting { order: (serial(a) << 32) | serial(b), a, b, seen_by })
    }

    /// Which of two live slots sees the other; `None` where a rule keeps them apart. Whether they
    /// are enabled is not asked.
    #[inline]
    pub(crate) fn seen(&self, a: u32, b: u32) -> Option<SeenBy> {
        let [ma, mb] = [a, b].each(|slot| &self.slots.metas[slot as usize]);
        if self.slots.are_one_team(a as usize, b as usize) {
            return None;
        }
        let seen = SeenBy::of(ma.sees.sees(mb.layer), mb.sees.sees(ma.layer))?;
        (self.pairing.filter.is_none() || self.allowed(a, b)).then_some(seen)
    }

    /// Whether the user's filter lets two live slots meet.
    #[inline(never)]
    fn allowed(&self, a: u32, b: u32) -> bool {
        let Some(allows) = &self.pairing.filter else { return true };
        let member = |slot: u32| {
            let data = self.slots.data[slot as usize].as_ref()?;
            Some(Member { key: self.key(slot as usize)?, data })
        };
        member(a).zip(member(b)).is_some_and(|(a, b)| allows(&a, &b))
    }

    /// Whether pairs touch by the exact method, where touching counts.
    fn is_exact(&self) -> bool {
        self.pairing.method.is_none() && self.pairing.touching == Touching::Counts
    }

    /// Decides all that wait in a lot.
    #[inline(never)]
    fn touch_lot(&self, lot: Lot, waiting: &mut Waiting, found: &mut Hand<'_>) {
        let meetings = waiting.take(lot);
        let mut answers = Answers::NONE;
        if lot != Lot::Others && meetings.len() > FEW && self.is_exact() {
            let mut pairs = [None; LOT];
            for (pair, meeting) in pairs.iter_mut().zip(meetings) {
                let [pa, pb] = [meeting.a, meeting.b].each(|slot| self.slots.placed(slot as usize));
                *pair = pa.zip(pb).map(|(a, b)| [a, b]);
            }
            lot.ask(&pairs[..meetings.len()], &mut answers);
        }
        for (lane, meeting) in meetings.iter().enumerate() {
            match answers.of(lane) {
                Told::Apart => {}
                Told::Meet(gap) => {
                    let (mut pair, flags) = self.pair(meeting);
                    *pair.gap() = gap;
                    found.know(pair);
                    self.list(meeting, flags, found);
                }
                Told::Unsure => self.touch_pair(meeting, found),
            }
        }
    }

    /// Lists the pair, if the shapes touch in the sense of this world.
    #[inline]
    fn touch_pair(&self, meeting: &Meeting, found: &mut Hand<'_>) {
        let [pa, pb] = [meeting.a, meeting.b].each(|slot| self.slots.placed(slot as usize));
        let Some((pa, pb)) = pa.zip(pb) else { return };
        let exact = self.is_exact();
        let (pair, flags) = self.pair(meeting);
        let pair = found.know(pair);
        let touch = if exact {
            pa.gap_if_touching(pb, pair.gap())
        } else {
            self.touches(pa, pb).map(|gap| pair.set_gap(gap)).is_some()
        };
        if !touch {
            return found.let_go();
        }
        self.list(meeting, flags, found);
    }

    /// What is known of a pair before its contact, and the flags of either.
    #[inline(always)]
    fn pair(&self, &Meeting { a, b, seen_by, .. }: &Meeting) -> (Pair, u32) {
        let flags = self.slots.metas[a as usize].flags | self.slots.metas[b as usize].flags;
        (Pair::new([a, b], seen_by, flags & SENSOR != 0), flags)
    }

    /// Lists the last pair that is known.
    #[inline(always)]
    fn list(&self, &Meeting { order, a, b, .. }: &Meeting, flags: u32, found: &mut Hand<'_>) {
        let parts = if flags & PARTS != 0 { self.touching_parts(a, b) } else { None };
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

    /// Whether two shapes touch in the sense of this world, with the gap of which their contact is made.
    #[expect(clippy::option_option, reason = "they may meet by the method and have no contact")]
    pub(crate) fn touches(&self, a: &Placed, b: &Placed) -> Option<Option<Gap>> {
        let gap = || {
            let mut gap = Gap::NOWHERE;
            a.gap_if_touching(b, &mut gap).then_some(gap)
        };
        match (&self.pairing.method, self.pairing.touching) {
            (Some(method), _) => method.hit(a, b).then(gap),
            (None, Touching::Counts) => gap().map(Some),
            (None, Touching::Ignored) => a.overlaps_interior(b).then(gap),
        }
    }
}

//! The step by many hands (feature `rayon`).
//!
//! Work is cut into pieces, each done by one thread, and put together in the order of the pieces. So the
//! events are those of [`World::step`], bit for bit. The broad phase hands out parts of the plane,
//! candidates are decided by the list, and pairs sorted, merged and made events of by ranges of keys.
//!
//! Pieces and what they find keep their room from step to step: given back, it would have to be asked
//! of the system anew by each thread, page by page.

use alloc::vec::Vec;
use core::mem::{swap, take};

use crate::broad::parallel::{pieces, share};
use crate::world::diff::{Before, Merged};
use crate::world::open_pairs::{Hand, Listed, Room, sort};
use crate::world::set_transforms::Telling;
use crate::world::step::Steps;
use crate::world::{Event, TouchPair, World};

/// Fewer candidates or pairs are not worth handing out.
const FEW: usize = 512;

/// Pairs that one hand found.
#[derive(Debug, Default)]
struct Finding {
    listed: Vec<Listed>,
    /// The same by ranges of keys.
    ranges: Vec<Vec<Listed>>,
    asked: usize,
}

impl Finding {
    /// Divides what was found into ranges, given where each but the first begins.
    fn divide(&mut self, borders: &[u32]) {
        self.ranges.iter_mut().for_each(Vec::clear);
        if self.ranges.len() <= borders.len() {
            self.ranges.resize_with(borders.len() + 1, Vec::new);
        }
        for listed in &self.listed {
            let range = borders.partition_point(|border| *border <= listed.serials()[0]);
            self.ranges[range].push(*listed);
        }
    }
}

/// Pairs of a range of keys.
#[derive(Debug)]
struct Range<T> {
    found: Vec<Listed>,
    room: Room,
    listed: Vec<Listed>,
    merged: Merged<T>,
}

impl<T> Default for Range<T> {
    fn default() -> Self {
        let (found, listed) = (Vec::new(), Vec::new());
        Self { found, room: Room::default(), listed, merged: Merged::default() }
    }
}

/// The room of many hands.
#[derive(Debug)]
pub(crate) struct Hands<T> {
    candidates: Vec<Vec<(u32, u32)>>,
    findings: Vec<Finding>,
    ranges: Vec<Range<T>>,
    pub(crate) tellings: Vec<Telling>,
}

impl<T> Default for Hands<T> {
    fn default() -> Self {
        let (candidates, findings) = (Vec::new(), Vec::new());
        Self { candidates, findings, ranges: Vec::new(), tellings: Vec::new() }
    }
}

impl<T> Hands<T> {
    /// What they found at the last step, in order.
    pub(crate) fn merged(&self) -> impl Iterator<Item = &Merged<T>> {
        self.ranges.iter().map(|range| &range.merged)
    }

    /// Forgets what they found, since one alone works.
    pub(crate) fn forget(&mut self) {
        self.ranges.iter_mut().for_each(|range| range.merged.clear());
    }

    pub(crate) fn bytes(&self) -> usize {
        let lists = |lists: &[Vec<Listed>]| lists.iter().map(Vec::capacity).sum::<usize>();
        let found = self.findings.iter().map(|f| f.listed.capacity() + lists(&f.ranges));
        let merged = self.ranges.iter().map(|r| {
            let listed = r.found.capacity() + r.listed.capacity();
            listed * size_of::<Listed>() + r.room.bytes() + r.merged.bytes()
        });
        self.candidates.iter().map(Vec::capacity).sum::<usize>() * size_of::<(u32, u32)>()
            + found.sum::<usize>() * size_of::<Listed>()
            + merged.sum::<usize>()
            + self.tellings.iter().map(Telling::bytes).sum::<usize>()
    }
}

/// Where ranges of keys begin, but for the first: so that each had as many pairs at the last step.
fn borders(open: &[Listed], serial: u32, ranges: usize) -> Vec<u32> {
    let even = |at: usize| (u64::from(serial) * at as u64 / ranges as u64) as u32;
    let first = |at: usize| open.get(open.len() * at / ranges).map_or(0, |l| l.serials()[0]);
    let worth = open.len() >= FEW;
    (1..ranges).map(|at| if worth { first(at) } else { even(at) }).collect()
}

impl<T: Clone + Send + Sync> World<T> {
    /// Does as [`World::step`] on the threads of the current `rayon` pool; the events are the same.
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

    /// Does as [`World::step_parallel`], into a list whose room is used again.
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
        let mut work = self.begin();
        if work.is_still() {
            self.steps = work;
            return self.step_into(events);
        }
        work.merged.clear();
        let mut hands = take(&mut work.hands);
        self.list_by_hands(&mut work, &mut hands.candidates);
        let used = self.decide_by_hands(&mut work, &mut hands);
        self.merge_by_hands(&mut work, &mut hands, used);
        self.tell_by_hands(&mut work, &mut hands, events);
        work.unlink(self.slots.len());
        work.hands = hands;
        self.finish(work);
    }

    fn list_by_hands(&mut self, work: &mut Steps<T>, lists: &mut Vec<Vec<(u32, u32)>>) {
        lists.iter_mut().for_each(Vec::clear);
        if lists.is_empty() {
            lists.push(Vec::new());
        }
        if !work.moved.is_empty() {
            self.broad.pairs_parallel(&work.moved, lists);
            if let Some(last) = lists.last_mut() {
                self.list_unbounded(&work.moved, last);
            }
        }
        work.totals.candidates = lists.iter().map(Vec::len).sum();
    }

    /// Returns how many findings there are.
    fn decide_by_hands(&self, work: &mut Steps<T>, hands: &mut Hands<T>) -> usize {
        let Hands { candidates, findings, ranges, .. } = hands;
        let many = pieces(work.totals.candidates, FEW);
        let most = work.totals.candidates.div_ceil(many).max(1);
        let lists: Vec<&[(u32, u32)]> = candidates.iter().flat_map(|l| l.chunks(most)).collect();
        let used = lists.len();
        findings.resize_with(findings.len().max(used), Finding::default);
        ranges.resize_with(many, Range::default);
        let borders = borders(work.open.listed(), self.slots.serial, many);
        let bits = work.fresh.clear(used + many);
        let findings = &mut findings[..used];
        let known = work.fresh.known.iter_mut();
        let all = (0..).zip(lists).zip(&mut *findings).zip(known);
        share(all, |(((number, list), finding), known)| {
            finding.listed.clear();
            let mut hand = Hand { known, listed: &mut finding.listed, number, bits };
            finding.asked = self.decide(list, &mut hand);
            finding.divide(&borders);
        });
        work.totals.tested = findings.iter().map(|finding| finding.asked).sum();
        used
    }

    fn merge_by_hands(&self, work: &mut Steps<T>, hands: &mut Hands<T>, used: usize) {
        let Hands { findings, ranges, .. } = hands;
        let Steps { open, fresh, departed, moved, .. } = work;
        let before = Before { open, departed, all_moved: moved.len() == self.slots.live() };
        let mut old = open.listed();
        let borders = borders(old, self.slots.serial, ranges.len());
        let olds: Vec<&[Listed]> = (0..ranges.len())
            .map(|at| {
                let ends = |border: &u32| old.partition_point(|l| l.serials()[0] < *border);
                let own;
                (own, old) = old.split_at(borders.get(at).map_or(old.len(), ends));
                own
            })
            .collect();
        let bits = fresh.bits();
        let known = fresh.known[used..].iter_mut();
        let all = (0..).zip(ranges).zip(olds).zip(known);
        share(all, |(((at, range), old), known)| {
            let Range { found, room, listed, merged } = range;
            found.clear();
            for finding in &findings[..used] {
                found.extend_from_slice(&finding.ranges[at]);
            }
            sort(found, room);
            listed.clear();
            let mut hand = Hand { known, listed, number: (used + at) as u32, bits };
            self.merge(found, old, &before, &mut hand, merged);
        });
    }

    fn tell_by_hands(&self, work: &mut Steps<T>, hands: &mut Hands<T>, events: &mut Vec<Event<T>>) {
        let ranges = &mut hands.ranges;
        let mut all = take(&mut work.fresh.listed);
        all.resize(ranges.iter().map(|range| range.listed.len()).sum(), Listed::default());
        events.resize_with(ranges.iter().map(|range| range.merged.len()).sum(), || {
            Event::Stay(TouchPair::UNTOLD)
        });
        let (mut rest, mut untold) = (&mut all[..], &mut events[..]);
        let mut parts = Vec::new();
        for range in &mut *ranges {
            let (own, told);
            (own, rest) = take(&mut rest).split_at_mut(range.listed.len());
            (told, untold) = take(&mut untold).split_at_mut(range.merged.len());
            parts.push((range, own, told));
        }
        let fresh = &work.fresh;
        share(parts, |(range, own, told)| {
            let Range { listed, merged, .. } = range;
            own.copy_from_slice(listed);
            merged.tell(self.id, fresh, listed, told);
        });
        work.fresh.listed = all;
        swap(&mut work.open, &mut work.fresh);
        (work.totals.entered, work.totals.exited) = (0, 0);
        for Range { merged, .. } in ranges {
            work.totals.entered += merged.entered;
            work.totals.exited += merged.exited();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Affine, Collider, Shape};
    use alloc::format;

    #[test]
    fn what_a_list_held_before_does_not_matter() {
        let two = Shape::circle(0.4).unwrap();
        let two = Shape::compound([(two.clone(), Affine::IDENTITY), (two, Affine::at(0.7, 0.0))]);
        let shapes = [Shape::circle(0.5), two, Shape::rect_half((0.5, 0.3))];
        let shapes = shapes.map(|shape| alloc::sync::Arc::new(shape.unwrap()));
        let mut worlds = [World::new(), World::new(), World::new()];
        let place = |i: u32, frame: u32| {
            let (x, y) = ((i % 40) as f32, (i / 40) as f32);
            Affine::at(x + ((i * 7 + frame * 13) % 11) as f32 * 0.1, y).rotated(frame as f32)
        };
        for world in &mut worlds {
            let all = (0..1600_u32)
                .map(|i| Collider::new(i, shapes[i as usize % 3].clone()).transform(place(i, 0)));
            world.add_all(all).unwrap();
        }
        let (mut own, mut theirs) = (Vec::new(), Vec::new());
        for frame in 1..9 {
            for world in &mut worlds {
                for (i, key) in (0..).zip(world.keys()) {
                    world.set_transform(key, place(i, frame)).unwrap();
                }
            }
            let [one, many, fresh] = &mut worlds;
            one.step_into(&mut own);
            many.step_parallel_into(&mut theirs);
            let new = fresh.step();
            let told = |events: &[Event<u32>]| format!("{events:?}");
            assert!([told(&own), told(&theirs)].iter().all(|t| *t == told(&new)), "{frame}");
            let serials = |world: &World<u32>| -> Vec<u32> {
                world.changed().iter().map(|key| key.serial()).collect()
            };
            assert_eq!(serials(one), serials(many));
            if frame % 3 == 0 {
                // One alone, between steps by many.
                one.step_into(&mut own);
                many.step_into(&mut theirs);
                assert!(many.changed().is_empty());
            }
        }
    }
}

//! The step by many hands (feature `rayon`).
//!
//! Work is cut into pieces of a fixed length, done in any order on any number of threads, and put
//! together in the order of the pieces. So the events are those of [`World::step`], bit for bit.
//! Candidates are decided and events made like that; the broad phase, sorting and merging, of which only
//! the orders of pairs are read, are on one thread.
//!
//! Pieces and what they find keep their room from step to step: given back, it would have to be asked
//! of the system anew by each thread, page by page.

use alloc::vec::Vec;
use core::mem::take;
use rayon::prelude::*;

use super::pairs::Pairs;
use super::step::{AHEAD, News, Steps};
use super::{Event, Parting, World};
use crate::math::simd::fetch;

/// Candidates a piece: enough to be worth handing out.
const CANDIDATES: usize = 512;
/// Events a piece.
const EVENTS: usize = 1024;

/// The room of many hands.
#[derive(Debug)]
pub(crate) struct Hands<T> {
    /// What was found, by piece.
    found: Vec<Pairs>,
    /// What is left to be made an event of; of a parting its place.
    plan: Vec<News<u32>>,
    partings: Vec<Parting<T>>,
}

impl<T> Default for Hands<T> {
    fn default() -> Self {
        Self { found: Vec::new(), plan: Vec::new(), partings: Vec::new() }
    }
}

impl<T> Hands<T> {
    pub(crate) fn bytes(&self) -> usize {
        self.found.iter().map(Pairs::bytes).sum::<usize>()
            + self.found.capacity() * size_of::<Pairs>()
            + self.plan.capacity() * size_of::<News<u32>>()
            + self.partings.capacity() * size_of::<Parting<T>>()
    }
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
    /// assert!(world.step_in_parallel()[0].is_enter());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use = "exits are said once"]
    pub fn step_in_parallel(&mut self) -> Vec<Event<T>> {
        let mut events = Vec::new();
        self.step_in_parallel_into(&mut events);
        events
    }

    /// Does as [`World::step_in_parallel`], into a list whose room is used again.
    ///
    /// ```
    /// use jostle::{Collider, Shape, World};
    /// let mut world = World::new();
    /// for _ in 0..2 {
    ///     world.add(Collider::new((), Shape::circle(1.0)?))?;
    /// }
    /// let mut events = Vec::new();
    /// world.step_in_parallel_into(&mut events);
    /// assert_eq!(events.len(), 1);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn step_in_parallel_into(&mut self, events: &mut Vec<Event<T>>) {
        self.step_by(events, Self::decide_in_parallel, Self::tell_in_parallel);
    }

    fn decide_in_parallel(&self, work: &mut Steps<T>) -> usize {
        let Steps { candidates, fresh, hands: Hands { found, .. }, .. } = work;
        let count = candidates.len().div_ceil(CANDIDATES);
        if found.len() < count {
            found.resize_with(count, Pairs::default);
        }
        let pieces = found[..count].par_iter_mut().zip(candidates.par_chunks(CANDIDATES));
        let asked = pieces.map(|(own, piece)| {
            own.clear();
            self.decide(piece, own)
        });
        let tested = asked.sum();
        found[..count].iter().for_each(|own| fresh.append(own));
        tested
    }

    fn tell_in_parallel(&self, work: &mut Steps<T>, events: &mut Vec<Event<T>>) {
        let Hands { mut plan, mut partings, found } = take(&mut work.hands);
        plan.clear();
        partings.clear();
        // No pair is looked at here but those that begin or end.
        self.merge(
            work,
            |_| (),
            |_, news| {
                plan.push(news.map(|parting| {
                    partings.push(parting);
                    partings.len() as u32 - 1
                }));
            },
        );
        let open = &work.open;
        let event = |at: usize| {
            if let Some(News::Enter(place) | News::Stay(place)) = plan.get(at + AHEAD) {
                fetch(open.of(&open.listed()[*place as usize]));
            }
            plan[at].map(|place| partings[place as usize].clone()).event(open, self.id)
        };
        let all = (0..plan.len()).into_par_iter().with_min_len(EVENTS);
        all.map(event).collect_into_vec(events);
        work.hands = Hands { found, plan, partings };
    }
}

//! The step by many hands (feature `rayon`).
//!
//! Candidates are cut into pieces of a fixed length, decided in any order on any number of threads,
//! and put together in the order of the pieces; sorting and merging follow on one thread. So the
//! events are those of [`World::step`], bit for bit.

use alloc::vec::Vec;
use rayon::prelude::*;

use super::pairs::Pairs;
use super::{Event, World};

/// Candidates a piece: enough to be worth handing out.
const PIECE: usize = 512;

impl<T: Clone + Sync> World<T> {
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
        self.step_by(
            events,
            |world, candidates, found| {
                let pieces: Vec<_> = candidates
                    .par_chunks(PIECE)
                    .map(|piece| {
                        let mut own = Pairs::with_room(PIECE);
                        (world.decide(piece, &mut own), own)
                    })
                    .collect();
                let mut tested = 0;
                for (asked, own) in pieces {
                    tested += asked;
                    found.append(&own);
                }
                tested
            },
            |world, work, events| world.tell(work, events),
        );
    }
}

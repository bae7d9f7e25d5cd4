//! Worlds of colliders: events, queries, snapshots and journals.
//!
//! [`World`] and the types of everyday use are at the root of the crate. This module also holds the
//! types of journals, snapshots, batched queries and pair filters.

// In the order in which the page of `World` shows their methods, which rustdoc takes from here.
mod setup;

mod edit;

mod collection;

mod positions;

mod transforms;

mod step;

mod query;

mod slide;

mod inspect;

mod why_not;

mod detail;

pub(crate) mod debug_draw;

mod snapshot;

mod journal;

mod state_hash;

mod weld;

mod collider;
mod diff;
mod error;
mod error_kind;
mod event;
mod filter;
mod hierarchy;
mod key;
mod layers;
mod narrow_phase;
mod open_pairs;
mod pair_rules;
mod platform;
mod storage;

use alloc::boxed::Box;
use alloc::vec::Vec;

pub use collider::Collider;
pub use detail::{Detail, StepOptions};
pub use edit::Children;
pub use error::WorldError;
pub use event::{Event, Exit, ExitReason, TouchPair};
pub use filter::Filter;
pub use inspect::WorldStats;
pub use journal::{Op, Replay, ReplayError};
pub use key::Key;
pub use layers::{Layers, SeenBy};
pub use pair_rules::{PairMember, TouchPolicy};
pub use query::{Cast, CastFound, Nearest, NearestPair, Ray, ResultLists, WorldRayHit};
pub use slide::{Footing, Pace, Response, Slid, Slide, SlideEnd, SlideTouch};
pub use snapshot::SnapshotError;
pub use snapshot::data::Pack;
pub use why_not::WhyNot;

// An edit (`edit.rs`) places the shape, updates the broad phase and marks the collider as moved, so
// every query (`query/`) is current without a step. A step (`step.rs`) gets the pairs of what moved
// from the broad phase, decides them (`narrow_phase.rs`) and merges them with the open pairs
// (`diff.rs`): two sorted lists, no map. Colliders live in slots of parallel arrays (`storage.rs`).
// A key holds the slot and a serial number that is never used again.

use crate::broad::BroadPhase;
use crate::shape::Placed;
use narrow_phase::ForbiddenKinds;
use pair_rules::Pairing;
use step::StepState;
use storage::{BOUNDED, Slots, UserData};

/// Colliders that live, and the pairs of them that touch.
///
/// `T` is the user's own data of a collider; exits carry copies of it. Every pair of colliders that
/// may meet reports: there are no body types and no flags. The next query sees every edit;
/// [`World::step`] returns what changed between pairs since the last step.
///
/// # Guarantees
/// The same calls give the same events, answers and [`hash`](World::hash), bit for bit, on every
/// machine, with any number of threads and any broad phase. Results are sorted by key. Nothing panics on a stale or foreign key but
/// `world[key]`, which borrows the data.
///
/// ```
/// use jostle::{Collider, Event, Shape, World};
/// let mut world = World::new();
/// world.add(Collider::new("hero", Shape::circle(8.0)?))?;
/// world.add(Collider::new("coin", Shape::circle(4.0)?).at((10.0, 0.0)).sensor())?;
/// for event in world.step() {
///     if let Event::Enter(touch) = event {
///         world.remove(touch.b);
///     }
/// }
/// assert!(world.step()[0].exit().is_some_and(|exit| exit.data_b == "coin"));
/// # Ok::<(), jostle::Error>(())
/// ```
#[derive(Debug)]
pub struct World<T = ()> {
    core: Core,
    user: UserData<T>,
}

/// A world without the user's data. It is not generic, so it is compiled with the library.
#[derive(Debug)]
pub(crate) struct Core {
    id: u8,
    slots: Slots,
    broad: Box<dyn BroadPhase>,
    forbidden: ForbiddenKinds,
    pairing: Pairing,
    steps: StepState,
    journal: Option<Vec<Op>>,
}

impl Core {
    fn new(id: u8, broad: Box<dyn BroadPhase>) -> Self {
        let (slots, pairing) = (Slots::default(), Pairing::default());
        let forbidden = ForbiddenKinds::default();
        Self { id, slots, broad, forbidden, pairing, steps: StepState::default(), journal: None }
    }

    /// Makes the broad phase hold the boxes of this world and nothing else.
    fn fill_broad_phase(&mut self) {
        self.broad.clear();
        self.forbidden = ForbiddenKinds::default();
        let mut boxes = Vec::new();
        for slot in 0..self.slots.len() {
            let bounds = self.slots.placed(slot).map(Placed::bounds);
            if let Some(bounds) = bounds.filter(|_| self.slots.metas[slot].has(BOUNDED)) {
                self.classify(slot);
                boxes.push((slot as u32, bounds));
            }
        }
        self.broad.insert_all(&boxes);
    }

    /// Tells the broad phase whom a collider never meets.
    fn classify(&mut self, slot: usize) {
        let (class, apart) = self.forbidden.of(&self.slots.metas[slot]);
        self.broad.set_class(slot as u32, class, apart);
    }

    /// Makes the next step decide every pair again.
    fn move_everything(&mut self) {
        for slot in 0..self.slots.len() {
            self.slots.touch(slot);
        }
    }

    /// The keys of live slots, in the order in which they were added.
    fn keys_of(&self, slots: impl Iterator<Item = usize>) -> Vec<Key> {
        let mut keys: Vec<Key> = slots.filter_map(|slot| self.key(slot)).collect();
        keys.sort_unstable();
        keys
    }

    fn key(&self, slot: usize) -> Option<Key> {
        let serial = self.slots.meta(slot)?.serial;
        (serial != 0).then(|| Key::new(self.id, serial, slot as u32))
    }

    /// The slot of a key; `None` for stale and foreign ones.
    fn slot(&self, key: Key) -> Option<usize> {
        let slot = key.slot();
        let meta = self.slots.meta(slot)?;
        (key.world() == self.id && meta.is_of(key)).then_some(slot)
    }

    fn known(&self, key: Key) -> Result<usize, WorldError> {
        self.slot(key).ok_or(WorldError::Unknown { key })
    }
}

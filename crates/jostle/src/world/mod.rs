//! Worlds of colliders: events, queries, snapshots and journals.
//!
//! [`World`] and the types of everyday use are at the root of the crate. This module also holds the
//! types of journals, snapshots, batched queries and pair filters.
//!
//! ```
//! use jostle::{Collider, Shape, World, world::Replay};
//! let mut world = World::new();
//! world.record();
//! world.add(Collider::new(7, Shape::circle(1.0)?))?;
//! let mut replay = Replay::new();
//! for op in &world.take_journal() {
//!     replay.apply(op)?;
//! }
//! assert_eq!(replay.world().len(), world.len());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod collection;
mod collider;
pub(crate) mod debug_draw;
mod detail;
mod diff;
mod edit;
mod error;
mod event;
mod filter;
mod hierarchy;
mod inspect;
mod journal;
mod key;
mod layers;
mod narrow_phase;
mod open_pairs;
mod pair_rules;
mod platform;
mod positions;
mod query;
mod slide;
mod snapshot;
mod state_hash;
mod step;
mod storage;
mod transforms;
mod weld;
mod why_not;

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
#[cfg(feature = "testing")]
pub(crate) use snapshot::sealed;
pub use why_not::WhyNot;

// An edit (`edit.rs`) places the shape, updates the broad phase and marks the collider as moved, so
// every query (`query/`) is current without a step. A step (`step.rs`) gets the pairs of what moved
// from the broad phase, decides them (`narrow_phase.rs`) and merges them with the open pairs
// (`diff.rs`): two sorted lists, no map. Colliders live in slots of parallel arrays (`storage.rs`).
// A key holds the slot and a serial number that is never used again.

use crate::broad::{Auto, BroadPhase};
use crate::pair::query::OverlapMethod;
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
/// The same calls give the same events, answers and [`hash`](World::hash), bit for bit, on
/// the broad phase. Results are sorted by key. Nothing panics on a stale or foreign key but
/// `world[key]`, which borrows the data.
///
/// ```
/// use jostle::{Affine, Collider, Event, Filter, Shape, World};
/// let mut world = World::new();
/// let hero = world.add(Collider::new("hero", Shape::circle(8.0)?).at((0.0, 0.0)))?;
/// let coin = world.add(Collider::new("coin", Shape::circle(4.0)?).at((10.0, 0.0)).sensor())?;
/// for event in world.step() {
///     if let Event::Enter(touch) = event {
///         assert_eq!([touch.a, touch.b], [hero, coin]);
///         world.remove(coin);
///     }
/// }
/// assert!(world.step()[0].exit().is_some_and(|p| p.data_b == "coin"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
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
    pairing: Pairing,
    steps: StepState,
    /// The journal, while the world records.
    journal: Option<Vec<Op>>,
}

impl<T> Default for World<T> {
    fn default() -> Self {
        Self::new()
    }
}

impl<T> World<T> {
    /// Makes an empty world with the broad phase that needs no tuning.
    ///
    /// ```
    /// let world = jostle::World::<()>::new();
    /// assert!(world.is_empty());
    /// ```
    #[must_use]
    pub fn new() -> Self {
        Self::with_broad_phase(Auto::new())
    }

    /// Makes an empty world with a broad phase of the caller's choice, or own.
    ///
    /// ```
    /// use jostle::{World, broad::Brute};
    /// let world = World::<()>::with_broad_phase(Brute::new());
    /// assert_eq!(world.broad_phase().name(), "brute");
    /// ```
    #[must_use]
    pub fn with_broad_phase(broad: impl BroadPhase + 'static) -> Self {
        Self { core: Core::new(key::next_world(), Box::new(broad)), user: UserData::NONE }
    }

    /// Sets whether two colliders that only touch are a pair. Queries do not change.
    ///
    /// ```
    /// use jostle::{TouchPolicy, World};
    /// let strict = World::<()>::new().with_touch_policy(TouchPolicy::Ignored);
    /// assert_eq!(strict.touch_policy(), TouchPolicy::Ignored);
    /// ```
    #[must_use]
    pub fn with_touch_policy(mut self, touching: TouchPolicy) -> Self {
        self.set_touch_policy(touching);
        self
    }

    /// Decides about pairs by another method than the exact one: boxes, circles, a stage, or a
    /// function of the user's own. It is called for pairs whose boxes overlap. Touches have no
    /// contacts then; [`World::contact`] computes one on demand. The next step decides all pairs
    /// again. [`BuiltinMethod::Exact`](crate::query::BuiltinMethod::Exact) restores the world's own.
    ///
    /// ```
    /// use jostle::{Collider, Shape, World, query::BuiltinMethod};
    /// let mut world = World::new();
    /// world.set_method(BuiltinMethod::Bounds);
    /// for x in [0.0, 1.9] {
    ///     world.add(Collider::new((), Shape::circle(1.0)?).at((x, x)))?;
    /// }
    /// assert!(world.step()[0].is_enter());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn set_method(&mut self, method: impl OverlapMethod + Send + Sync + 'static) {
        self.core.pairing.method = if method.is_exact() { None } else { Some(Box::new(method)) };
        self.core.move_everything();
    }

    /// Filters pairs by a function of the user's own, after layers and teams.
    ///
    /// The function has to be symmetric and to give the same answer until it is set again or one of
    /// the data changes through [`World::data_mut`].
    ///
    /// ```
    /// use jostle::{Collider, Shape, World};
    /// let mut world = World::new();
    /// for owner in [1, 1, 2] {
    ///     world.add(Collider::new(owner, Shape::circle(1.0)?))?;
    /// }
    /// world.set_pair_filter(|a, b| a.data != b.data);
    /// assert_eq!(world.step().len(), 2);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn set_pair_filter(
        &mut self,
        allows: impl Fn(&PairMember<'_, T>, &PairMember<'_, T>) -> bool + Send + Sync + 'static,
    ) {
        self.user.pair_filter = Some(Box::new(allows));
        self.core.move_everything();
    }

    /// Takes the pair filter away.
    ///
    /// ```
    /// let mut world = jostle::World::<()>::new();
    /// world.clear_pair_filter();
    /// assert!(world.step().is_empty());
    /// ```
    pub fn clear_pair_filter(&mut self) {
        self.user.pair_filter = None;
        self.core.move_everything();
    }

    pub(crate) fn set_touch_policy(&mut self, touching: TouchPolicy) {
        self.core.pairing.touching = touching;
        self.core.move_everything();
    }

    /// Returns the broad phase.
    ///
    /// ```
    /// assert_eq!(jostle::World::<()>::new().broad_phase().name(), "auto");
    /// ```
    #[must_use]
    pub fn broad_phase(&self) -> &dyn BroadPhase {
        &*self.core.broad
    }

    /// Exchanges the broad phase while the world lives; nothing else changes. O(n log n).
    ///
    /// ```
    /// let mut world = jostle::World::<()>::new();
    /// world.set_broad_phase(jostle::broad::Sweep::new());
    /// assert_eq!(world.broad_phase().name(), "sweep");
    /// ```
    pub fn set_broad_phase(&mut self, broad: impl BroadPhase + 'static) {
        self.core.broad = Box::new(broad);
        self.core.fill_broad_phase();
    }
}

impl Core {
    fn new(id: u8, broad: Box<dyn BroadPhase>) -> Self {
        let (slots, pairing) = (Slots::default(), Pairing::default());
        Self { id, slots, broad, pairing, steps: StepState::default(), journal: None }
    }

    /// Makes the broad phase hold the boxes of this world and nothing else.
    fn fill_broad_phase(&mut self) {
        self.broad.clear();
        for slot in 0..self.slots.len() {
            if self.slots.metas[slot].has(BOUNDED)
                && let Some(placed) = self.slots.placed(slot)
            {
                self.broad.insert(slot as u32, placed.bounds());
            }
        }
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

//! Making worlds, and the rules of their pairs.

use alloc::boxed::Box;

use crate::analysis::OverlapMethod;
use crate::broad::{Auto, BroadPhase};
use crate::world::storage::UserData;
use crate::world::{Core, PairMember, TouchPolicy, World, key};

impl<T> Default for World<T> {
    fn default() -> Self {
        Self::new()
    }
}

/// # Make a world and set its rules
impl<T> World<T> {
    /// Makes an empty world with the broad phase that needs no tuning.
    #[must_use]
    pub fn new() -> Self {
        Self::with_broad_phase(Auto::new())
    }

    /// Makes an empty world with a broad phase of the caller's choice, or own.
    #[must_use]
    pub fn with_broad_phase(broad: impl Into<Box<dyn BroadPhase>>) -> Self {
        Self { core: Core::new(key::next_world(), broad.into()), user: UserData::NONE }
    }

    /// Sets whether two colliders that only touch are a pair. Queries do not change.
    ///
    /// ```
    /// use jostle::{Collider, Shape, TouchPolicy, World};
    /// let mut world = World::new().with_touch_policy(TouchPolicy::Ignored);
    /// let ball = Collider::new((), Shape::circle(1.0).unwrap());
    /// world.add_all([ball.clone(), ball.at((2.0, 0.0))]).unwrap();
    /// assert!(world.step().is_empty());
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
    pub fn set_method(&mut self, method: impl OverlapMethod + Send + Sync + 'static) {
        self.core.pairing.method = if method.is_exact() { None } else { Some(Box::new(method)) };
        self.core.move_everything();
    }

    /// Filters pairs by a function of the user's own, after layers and teams.
    ///
    /// The function has to be symmetric and to give the same answer until it is set again or one of
    /// the data changes through [`World::data_mut`].
    pub fn set_pair_filter(
        &mut self,
        allows: impl Fn(&PairMember<'_, T>, &PairMember<'_, T>) -> bool + Send + Sync + 'static,
    ) {
        self.user.pair_filter = Some(Box::new(allows));
        self.core.move_everything();
    }

    /// Takes the pair filter away.
    pub fn clear_pair_filter(&mut self) {
        self.user.pair_filter = None;
        self.core.move_everything();
    }

    pub(crate) fn set_touch_policy(&mut self, touching: TouchPolicy) {
        self.core.pairing.touching = touching;
        self.core.move_everything();
    }

    /// Returns the broad phase.
    #[must_use]
    pub fn broad_phase(&self) -> &dyn BroadPhase {
        &*self.core.broad
    }

    /// Exchanges the broad phase while the world lives; nothing else changes. O(n log n).
    pub fn set_broad_phase(&mut self, broad: impl Into<Box<dyn BroadPhase>>) {
        self.core.broad = broad.into();
        self.core.fill_broad_phase();
    }
}

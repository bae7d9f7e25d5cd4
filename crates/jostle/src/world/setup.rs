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
    ///
    /// ```
    /// use jostle::{Collider, Shape, World, query::BuiltinMethod};
    /// let (mut world, ball) = (World::new(), Collider::new((), Shape::circle(1.0)?));
    /// world.set_method(BuiltinMethod::Bounds);
    /// world.add_all([ball.clone(), ball.at((1.9, 1.9))])?;
    /// assert!(world.step()[0].is_enter());
    /// # Ok::<(), jostle::Error>(())
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
    /// world.add_all([1, 1, 2].map(|owner| Collider::new(owner, Shape::circle(1.0).unwrap())))?;
    /// world.set_pair_filter(|a, b| a.data != b.data);
    /// assert_eq!(world.step().len(), 2);
    /// # Ok::<(), jostle::WorldError>(())
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
    /// world.set_broad_phase(jostle::broad::Auto::sweeping_all());
    /// assert_eq!(world.broad_phase().name(), "sweep");
    /// ```
    pub fn set_broad_phase(&mut self, broad: impl Into<Box<dyn BroadPhase>>) {
        self.core.broad = broad.into();
        self.core.fill_broad_phase();
    }
}

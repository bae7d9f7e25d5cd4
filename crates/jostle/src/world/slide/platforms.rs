//! The calls that make colliders platforms or one-way.

use crate::math::Vec2;
use crate::world::journal::{Op, number};
use crate::world::platform::{Platform, check_direction};
use crate::world::{Key, World, WorldError};

/// # Make one-way colliders and platforms
impl<T> World<T> {
    /// Lets slides pass a collider but for those that come against a direction, in its own frame, or
    /// makes it block from all sides again.
    ///
    /// It blocks contacts whose outward normal is within 60 degrees of the direction, from colliders
    /// that did not overlap it where it was when they slid last. It takes along what stands on it, as a
    /// platform does. Steps, rays and casts do not regard it.
    ///
    /// # Errors
    /// The key is unknown, or the direction is zero or not finite.
    ///
    /// ```
    /// use jostle::{Collider, Response, Shape, Slide, Vec2, World};
    /// let mut world = World::new();
    /// let hero = world.add(Collider::new((), Shape::rect_half((1.0, 1.0))?))?;
    /// let deck = world.add(Collider::new((), Shape::rect_half((9.0, 1.0))?).at((0.0, -4.0)))?;
    /// world.set_one_way(deck, Some(Vec2::new(0.0, -1.0)))?;
    /// let jump = world.slide(hero, &Slide::by(0.0, -9.0), |_| Response::Slide)?;
    /// let fall = world.slide(hero, &Slide::by(0.0, 9.0), |_| Response::Slide)?;
    /// assert_eq!((jump.moved.y, fall.moved.y), (-9.0, 3.0));
    /// # Ok::<(), jostle::Error>(())
    /// ```
    pub fn set_one_way(&mut self, key: Key, direction: Option<Vec2>) -> Result<(), WorldError> {
        let refused = |error| WorldError::Shape { key: Some(key), error };
        check_direction(direction, "one_way").map_err(refused)?;
        let platform = self.core.platform_of(key)?;
        self.core.slots.platforms.put(Platform { one_way: direction, ..platform });
        self.core.note(|| Op::SetOneWay { key: number(key), one_way: direction });
        Ok(())
    }

    /// Makes a collider take along what stands on it when it moves, or no longer, and shove what is in
    /// its way.
    ///
    /// A slide counts all that the platform moved since the last slide of the same collider, before or
    /// after steps, less what moved both as children of one parent; of a collider that never slid, all
    /// that it moved since the last step. The last four places that slides saw are remembered. A turn of
    /// more than half a turn between two slides counts as the shorter one.
    ///
    /// A collider that a platform presses against something ends as [`SlideEnd::Stuck`] and does not
    /// move, until the platform has gone back or past it: it is pushed neither through the platform nor
    /// through what stands. A one-way platform lets it through.
    ///
    /// [`SlideEnd::Stuck`]: crate::SlideEnd::Stuck
    ///
    /// # Errors
    /// The key is unknown.
    pub fn set_platform(&mut self, key: Key, platform: bool) -> Result<(), WorldError> {
        let listed = self.core.platform_of(key)?;
        self.core.slots.platforms.put(Platform { is_platform: platform, ..listed });
        self.core.note(|| Op::SetPlatform { key: number(key), platform });
        Ok(())
    }

    /// Returns the direction of the side of a collider that blocks slides; `None` if all do, and for
    /// a stale key.
    #[must_use]
    pub fn one_way(&self, key: Key) -> Option<Vec2> {
        self.core.slots.platforms.get(self.core.slot(key)?)?.one_way
    }

    /// Returns `true` if a collider takes along what stands on it.
    #[must_use]
    pub fn is_platform(&self, key: Key) -> Option<bool> {
        let slot = self.core.slot(key)?;
        Some(self.core.slots.platforms.get(slot).is_some_and(|p| p.is_platform))
    }
}

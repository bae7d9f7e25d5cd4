//! Moves by position, and moves of many of which some may be refused.

use alloc::vec::Vec;

use crate::math::{Affine, Vec2};
use crate::world::{Key, World, WorldError};

/// # Move by position
impl<T> World<T> {
    /// Returns the position of a collider, in the frame of its parent or the world.
    ///
    /// ```
    /// let mut world = jostle::World::new();
    /// let key = world.add(jostle::Collider::group(()).at((1.0, 2.0))).unwrap();
    /// assert_eq!(world.position(key), Some(jostle::Vec2::new(1.0, 2.0)));
    /// ```
    #[must_use]
    pub fn position(&self, key: Key) -> Option<Vec2> {
        self.transform(key).map(Affine::translation)
    }

    /// Puts a collider at a position, in the frame of its parent or the world; its rotation, scale
    /// and skew stay, and all below move along.
    ///
    /// # Errors
    /// As [`World::set_transform`].
    ///
    /// ```
    /// use jostle::{Affine, Collider, World};
    /// let mut world = World::new();
    /// let key = world.add(Collider::group(()).transform(Affine::at((1.0, 2.0)).scaled(2.0, 2.0)))?;
    /// world.set_position(key, (5.0, 0.0))?;
    /// assert_eq!(world.transform(key), Some(Affine::at((5.0, 0.0)).scaled(2.0, 2.0)));
    /// # Ok::<(), jostle::WorldError>(())
    /// ```
    pub fn set_position(&mut self, key: Key, position: impl Into<Vec2>) -> Result<(), WorldError> {
        let slot = self.core.known(key)?;
        let local = self.core.slots.local(slot);
        self.core.set_transform(key, local.with_translation(position))
    }

    /// Moves a collider by a vector, in the frame of its parent or the world; all below move along.
    ///
    /// # Errors
    /// As [`World::set_transform`].
    ///
    /// ```
    /// use jostle::{Collider, Shape, Vec2, World};
    /// let mut world = World::new();
    /// world.add(Collider::new("wall", Shape::rect_size((4.0, 4.0))?))?;
    /// let hero = world.add(Collider::new("hero", Shape::circle(1.0)?).at((2.5, 0.0)))?;
    /// for touch in world.step().iter().filter_map(|event| event.touch()) {
    ///     world.move_by(hero, touch.push(hero))?;
    /// }
    /// assert_eq!(world.position(hero), Some(Vec2::new(3.0, 0.0)));
    /// # Ok::<(), jostle::Error>(())
    /// ```
    pub fn move_by(&mut self, key: Key, by: impl Into<Vec2>) -> Result<(), WorldError> {
        let slot = self.core.known(key)?;
        let local = self.core.slots.local(slot);
        self.core.set_transform(key, local.moved(by))
    }

    /// Sets many transforms like [`World::set_transforms`], but a refused one keeps no other from
    /// being set. Lists those that are refused, with their indices, in a list that is emptied first.
    ///
    /// Use it where one bad number must not stop the game.
    ///
    /// ```
    /// use jostle::{Affine, Collider, World};
    /// let mut world = World::new();
    /// let keys = world.add_all((0..2).map(Collider::group))?;
    /// let moves = [(keys[0], Affine::at((f32::NAN, 0.0))), (keys[1], Affine::at((3.0, 0.0)))];
    /// let mut refused = Vec::new();
    /// world.set_transforms_lossy(&moves, &mut refused);
    /// assert_eq!((refused.len(), world.transform(keys[1])), (1, Some(moves[1].1)));
    /// # Ok::<(), jostle::WorldError>(())
    /// ```
    pub fn set_transforms_lossy(
        &mut self,
        transforms: &[(Key, Affine)],
        refused: &mut Vec<(usize, WorldError)>,
    ) {
        refused.clear();
        let mut done = 0;
        // Those before a refused one are put back by the core, and are set again.
        while let Err(error) = self.set_transforms(&transforms[done..]) {
            let WorldError::At { index, error } = error else { return };
            let bad = done + index;
            let _ = self.set_transforms(&transforms[done..bad]);
            refused.push((bad, *error));
            done = bad + 1;
        }
    }
}

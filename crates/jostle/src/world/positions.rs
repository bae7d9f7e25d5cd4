//! Moves by position, and moves of many of which some may be refused.

use alloc::vec::Vec;

use crate::math::{Affine, Vec2};
use crate::world::{Key, World, WorldError};

/// # Move by position
impl<T> World<T> {
    /// Returns the position of a collider, in the frame of its parent or the world.
    #[must_use]
    pub fn position(&self, key: Key) -> Option<Vec2> {
        self.transform(key).map(Affine::translation)
    }

    /// Puts a collider at a position, in the frame of its parent or the world; its rotation, scale
    /// and skew stay, and all below move along.
    ///
    /// # Errors
    /// As [`World::set_transform`].
    pub fn set_position(&mut self, key: Key, position: impl Into<Vec2>) -> Result<(), WorldError> {
        let slot = self.core.known(key)?;
        let local = self.core.slots.local(slot);
        self.core.set_transform(key, local.with_translation(position))
    }

    /// Moves a collider by a vector, in the frame of its parent or the world; all below move along.
    ///
    /// # Errors
    /// As [`World::set_transform`].
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

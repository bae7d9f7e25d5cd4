//! Moves of colliders that have children, at any depth.
//!
//! World transforms are composed when something moves, not when they are read, so that queries read
//! plain arrays. A move places the whole subtree before it changes anything: if one shape below
//! cannot be placed, all stay where they were. O(size of the subtree); walks keep their own stack.

use alloc::vec::Vec;

use crate::math::Affine;
use crate::shape::Placed;
use crate::world::hierarchy::NONE;
use crate::world::journal::{Op, number};
use crate::world::storage::Slots;
use crate::world::{Key, World, WorldError};

/// The fate of the children of a removed parent.
///
/// ```
/// use jostle::{Affine, Children, Collider, World};
/// let mut world = World::new();
/// let ship = world.add(Collider::group("ship").at(10.0, 0.0))?;
/// let gun = world.add(Collider::group("gun").at(1.0, 0.0).parent(ship))?;
/// world.remove_with(ship, Children::Release);
/// assert_eq!(world.transform(gun), Some(Affine::at(11.0, 0.0)));
/// # Ok::<(), jostle::WorldError>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
pub enum Children {
    /// All below are removed with it.
    #[default]
    Remove,
    /// Its children stay where they are in the world and have no parent any more.
    Release,
    /// Its children go to its own parent and keep their transforms, so they may move.
    Adopt,
}

/// A slot with its new place in the world.
pub(crate) struct Moved {
    slot: usize,
    world: Affine,
    placed: Option<Placed>,
}

impl<T> World<T> {
    /// Puts a collider below a parent, or below none; its own transform stays as it is, now in the
    /// frame of the new parent.
    ///
    /// # Errors
    /// A key is unknown, the parent is the collider or below it, or a shape cannot be placed there;
    /// nothing has changed then.
    ///
    /// ```
    /// use jostle::{Collider, Vec2, World, WorldError};
    /// let mut world = World::new();
    /// let ship = world.add(Collider::group(()).at(10.0, 0.0))?;
    /// let gun = world.add(Collider::group(()).at(1.0, 0.0))?;
    /// world.set_parent(gun, Some(ship))?;
    /// assert_eq!(world.world_transform(gun).unwrap().transform_point((0.0, 0.0)), Vec2::new(11.0, 0.0));
    /// assert!(matches!(world.set_parent(ship, Some(gun)), Err(WorldError::Cycle { .. })));
    /// # Ok::<(), WorldError>(())
    /// ```
    pub fn set_parent(&mut self, key: Key, parent: Option<Key>) -> Result<(), WorldError> {
        let slot = self.known(key)?;
        let above = parent.map_or(Ok(NONE), |parent| self.known(parent).map(|s| s as u32))?;
        let mut climb = above;
        while climb != NONE {
            if climb as usize == slot {
                return Err(WorldError::Cycle { key, parent: parent.unwrap_or(key) });
            }
            climb = self.slots.family.parent(climb as usize);
        }
        let local = self.slots.local(slot);
        let moved = self.moved_subtree(slot, self.under(local, above))?;
        self.slots.family.hang(slot, above, local);
        self.commit(moved);
        self.note(|| Op::SetParent { key: number(key), parent: parent.map(number) });
        Ok(())
    }

    /// A transform below the given parent, in the world.
    pub(crate) fn under(&self, local: Affine, parent: u32) -> Affine {
        match self.slots.worlds.get(parent as usize) {
            Some(world) if parent != NONE => local.under(world),
            _ => local,
        }
    }

    /// Gives a slot a transform in its own frame and returns the one that it had.
    #[inline]
    pub(crate) fn set_local(
        &mut self,
        slot: usize,
        transform: Affine,
    ) -> Result<Affine, WorldError> {
        let local = self.slots.local(slot);
        let world = self.under(transform, self.slots.family.parent(slot));
        if self.slots.family.has_children(slot) {
            let moved = self.moved_subtree(slot, world)?;
            self.commit(moved);
        } else {
            self.move_leaf(slot, world)?;
        }
        self.slots.family.set_local(slot, transform);
        Ok(local)
    }

    /// Moves a slot that has nothing below it, in place: what most edits are.
    #[inline]
    fn move_leaf(&mut self, slot: usize, world: Affine) -> Result<(), WorldError> {
        let Slots { shapes, placed, worlds, .. } = &mut self.slots;
        let done = match &shapes[slot] {
            None => crate::shape::check_affine(&world).map(|()| None),
            Some(shape) => {
                shape.update_placement(&mut placed[slot], || Some(&worlds[slot]), &world)
            }
        };
        let bounds = done.map_err(|error| WorldError::Shape { key: self.key(slot), error })?;
        self.slots.worlds[slot] = world;
        self.sync_at(slot, bounds);
        Ok(())
    }

    /// Where everything from `slot` on down comes to be when it gets this world transform.
    pub(crate) fn moved_subtree(
        &self,
        slot: usize,
        world: Affine,
    ) -> Result<Vec<Moved>, WorldError> {
        let mut all = Vec::from([self.moved(slot, world)?]);
        let mut next = 0;
        while let Some(Moved { slot, world, .. }) = all.get(next) {
            let world = *world;
            for child in self.slots.family.children(*slot) {
                all.push(self.moved(child, self.slots.local(child).under(&world))?);
            }
            next += 1;
        }
        Ok(all)
    }

    fn moved(&self, slot: usize, world: Affine) -> Result<Moved, WorldError> {
        let refused = |error| WorldError::Shape { key: self.key(slot), error };
        let placed = match &self.slots.shapes[slot] {
            None => {
                crate::shape::check_affine(&world).map_err(refused)?;
                None
            }
            Some(shape) => {
                let before = self.slots.placed(slot).map(|p| (p, &self.slots.worlds[slot]));
                Some(shape.replace_moved(before, world).map_err(refused)?)
            }
        };
        Ok(Moved { slot, world, placed })
    }

    pub(crate) fn commit(&mut self, moved: Vec<Moved>) {
        for Moved { slot, world, placed } in moved {
            self.put(slot, world, placed);
        }
    }
}

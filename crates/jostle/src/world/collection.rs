//! A world as a collection: by index, one after another, and many at a time.

use alloc::sync::Arc;
use core::ops::Index;

use crate::math::Affine;
use crate::shape::{Shape, place_option};
use crate::world::platform::check_direction;
use crate::world::storage::RESHAPED;
use crate::world::{Collider, Core, Key, World, WorldError, hierarchy::NONE};

/// # Go through all colliders
impl<T> World<T> {
    /// Iterates over the keys and the data of all colliders and groups, sorted by key.
    pub fn iter(&self) -> impl Iterator<Item = (Key, &T)> + '_ {
        self.keys().into_iter().filter_map(|key| Some((key, self.data(key)?)))
    }

    /// Removes all colliders for which a function of their key and data returns `false`, and all
    /// below them. Calls it in the order of the keys.
    pub fn retain(&mut self, mut keep: impl FnMut(Key, &mut T) -> bool)
    where
        T: Clone,
    {
        for key in self.keys() {
            if self.data_mut(key).is_some_and(|data| !keep(key, data)) {
                self.remove(key);
            }
        }
    }

    /// Removes many colliders and all below them; keys of nothing make no difference.
    pub fn remove_all(&mut self, keys: &[Key])
    where
        T: Clone,
    {
        for key in keys {
            self.remove(*key);
        }
    }

    /// Removes everything. Open pairs end with the next step; options and rules stay.
    pub fn clear(&mut self)
    where
        T: Clone,
    {
        self.remove_all(&self.keys());
    }

    /// Makes a collider what another one describes and returns its data; its key, its children and
    /// its open pairs stay. A shape that is shared by the same `Arc` counts as the same shape.
    ///
    /// # Errors
    /// The key or the parent is unknown, the parent is the collider or below it, or a shape cannot be
    /// placed there; nothing has changed then.
    ///
    /// ```
    /// use jostle::{Collider, Shape, World};
    /// let mut world = World::new();
    /// let key = world.add(Collider::new("egg", Shape::circle(2.0)?).at((5.0, 0.0)))?;
    /// let bird = Collider::new("bird", Shape::circle(6.0)?).at((5.0, -4.0));
    /// assert_eq!(world.replace(key, bird)?, "egg");
    /// assert_eq!(world[key], "bird");
    /// # Ok::<(), jostle::Error>(())
    /// ```
    pub fn replace(&mut self, key: Key, collider: Collider<T>) -> Result<T, WorldError> {
        let Collider { data, shape, transform, parent, layer, sees, .. } = collider;
        let refused = |error| WorldError::Shape { key: Some(key), error };
        check_direction(collider.one_way, "one_way").map_err(refused)?;
        self.core.rebuild(key, shape, parent, transform)?;
        self.set_layers(key, layer, sees)?;
        self.set_team(key, collider.team)?;
        self.set_sensor(key, collider.sensor)?;
        self.set_enabled(key, !collider.disabled)?;
        self.set_detail(key, collider.detail)?;
        self.set_one_way(key, collider.one_way)?;
        self.set_platform(key, collider.platform)?;
        self.user.values[key.slot()].replace(data).ok_or(WorldError::Unknown { key })
    }
}

/// Borrows the data of a collider.
///
/// # Panics
/// The world has no collider of that key; [`World::data`] returns `None` then.
impl<T> Index<Key> for World<T> {
    type Output = T;
    fn index(&self, key: Key) -> &T {
        self.data(key).unwrap_or_else(|| panic!("{}", WorldError::Unknown { key }))
    }
}

impl Core {
    /// Gives a collider another shape, parent and transform by the edits that a journal notes, or
    /// takes those back that were done.
    fn rebuild(
        &mut self,
        key: Key,
        shape: Option<Arc<Shape>>,
        parent: Option<Key>,
        transform: Affine,
    ) -> Result<(), WorldError> {
        let slot = self.known(key)?;
        let above = parent.map_or(Ok(NONE), |parent| self.known(parent).map(|slot| slot as u32))?;
        place_option(shape.as_deref(), self.under(transform, above))
            .map_err(|error| WorldError::Shape { key: Some(key), error })?;
        let old_shape = self.slots.shapes[slot].clone();
        let (old_parent, old) = (self.slots.family.parent(slot), self.slots.local(slot));
        let reshaped = self.slots.metas[slot].has(RESHAPED);
        let noted = self.journal.as_ref().map_or(0, |ops| ops.len());
        let done = self.set_all(key, shape, parent, transform);
        if done.is_err() {
            let _ = self.set_all(key, old_shape, self.key(old_parent as usize), old);
            self.slots.metas[slot].set(RESHAPED, reshaped);
            self.journal.iter_mut().for_each(|ops| ops.truncate(noted));
        }
        done
    }

    /// Sets what differs, and stops at what is refused.
    fn set_all(
        &mut self,
        key: Key,
        shape: Option<Arc<Shape>>,
        parent: Option<Key>,
        transform: Affine,
    ) -> Result<(), WorldError> {
        let slot = self.known(key)?;
        let is_same = match (&shape, &self.slots.shapes[slot]) {
            (Some(new), Some(old)) => Arc::ptr_eq(new, old),
            (new, old) => new.is_none() && old.is_none(),
        };
        if !is_same {
            // The old shape need not fit where the new one goes.
            self.set_shape(key, None)?;
        }
        if parent != self.key(self.slots.family.parent(slot) as usize) {
            self.set_parent(key, parent)?;
        }
        self.set_transform(key, transform)?;
        if is_same { Ok(()) } else { self.set_shape(key, shape) }
    }
}

//! Accessors of colliders: data, shapes, transforms, parents and open pairs.

use alloc::{sync::Arc, vec::Vec};

use crate::math::{Aabb, Affine};
use crate::shape::{Placed, Shape};
use crate::world::storage::{ENABLED, SENSOR};
use crate::world::{Core, Key, Layers, TouchPair, World};

/// Counts what a world holds and what its last step did.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct WorldStats {
    /// Colliders and groups in the world.
    pub colliders: usize,
    /// Pairs that touched at the last step.
    pub pairs: usize,
    /// Steps so far.
    pub steps: u64,
    /// Colliders that had changed at the last step.
    pub moved: usize,
    /// Pairs whose boxes meet, and that layers and teams allow, that the last step looked at.
    pub candidates: usize,
    /// Pairs whose exact shapes the last step tested.
    pub tested: usize,
    /// Enters of the last step.
    pub entered: usize,
    /// Exits of the last step.
    pub exited: usize,
}

/// # Look at colliders and open pairs
impl<T> World<T> {
    /// Counts colliders and groups.
    #[must_use]
    pub fn len(&self) -> usize {
        self.core.slots.live()
    }

    /// Returns `true` if there is no collider and no group.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns `true` if the key is of a collider or group of this world.
    #[must_use]
    pub fn contains(&self, key: Key) -> bool {
        self.core.slot(key).is_some()
    }

    /// Lists all keys, sorted.
    #[must_use]
    pub fn keys(&self) -> Vec<Key> {
        self.core.keys_of(0..self.core.slots.len())
    }

    /// Returns the data of a collider.
    #[must_use]
    pub fn data(&self, key: Key) -> Option<&T> {
        self.user.values[self.core.slot(key)?].as_ref()
    }

    /// Returns the shape of a collider, in its own frame; `None` for a group.
    #[must_use]
    pub fn shape(&self, key: Key) -> Option<&Arc<Shape>> {
        self.core.slots.shapes[self.core.slot(key)?].as_ref()
    }

    /// Returns the shape of a collider as it is in the world, ready for every pair question; `None`
    /// for a group.
    #[must_use]
    pub fn placed(&self, key: Key) -> Option<&Placed> {
        self.core.slots.placed(self.core.slot(key)?)
    }

    /// Returns the transform of a collider, in the frame of its parent or the world.
    #[must_use]
    pub fn transform(&self, key: Key) -> Option<Affine> {
        self.core.slot(key).map(|slot| self.core.slots.local(slot))
    }

    /// Returns the transform of a collider in the world, those of all its parents included.
    #[must_use]
    pub fn world_transform(&self, key: Key) -> Option<Affine> {
        self.core.slot(key).map(|slot| self.core.slots.worlds[slot])
    }

    /// Returns the parent of a collider; `None` for one without, and for a key of nothing.
    #[must_use]
    pub fn parent(&self, key: Key) -> Option<Key> {
        self.core.key(self.core.slots.family.parent(self.core.slot(key)?) as usize)
    }

    /// Lists the children of a collider, sorted; not those below them.
    ///
    /// ```
    /// let mut world = jostle::World::new();
    /// let ship = world.add(jostle::Collider::group(())).unwrap();
    /// let gun = world.add(jostle::Collider::group(()).parent(ship)).unwrap();
    /// assert_eq!(world.children(ship), [gun]);
    /// ```
    #[must_use]
    pub fn children(&self, key: Key) -> Vec<Key> {
        self.core
            .slot(key)
            .map_or_else(Vec::new, |slot| self.core.keys_of(self.core.slots.family.children(slot)))
    }

    /// Returns the box around a collider and all below it, in the world; `None` if there is no
    /// shape. Disabled ones count too.
    #[must_use]
    pub fn subtree_bounds(&self, key: Key) -> Option<Aabb> {
        let below = self.core.slots.subtree(self.core.slot(key)?);
        let boxes =
            below.into_iter().filter_map(|slot| Some(self.core.slots.placed(slot)?.bounds()));
        boxes.reduce(Aabb::union)
    }

    /// Returns the layers that a collider is on.
    #[must_use]
    pub fn layer(&self, key: Key) -> Option<Layers> {
        Some(self.core.slots.metas[self.core.slot(key)?].layer)
    }

    /// Returns the layers that a collider sees.
    #[must_use]
    pub fn sees(&self, key: Key) -> Option<Layers> {
        Some(self.core.slots.metas[self.core.slot(key)?].sees)
    }

    /// Returns the team of a collider; 0 is none.
    #[must_use]
    pub fn team(&self, key: Key) -> Option<u32> {
        Some(self.core.slots.metas[self.core.slot(key)?].team)
    }

    /// Returns `true` if a collider is a sensor.
    #[must_use]
    pub fn is_sensor(&self, key: Key) -> Option<bool> {
        Some(self.core.slots.metas[self.core.slot(key)?].has(SENSOR))
    }

    /// Returns `true` if a collider is enabled.
    #[must_use]
    pub fn is_enabled(&self, key: Key) -> Option<bool> {
        Some(self.core.slots.metas[self.core.slot(key)?].has(ENABLED))
    }

    /// Lists what touched a collider at the last step, sorted by the key of the other; empty for a
    /// key of nothing.
    #[must_use]
    pub fn touching(&self, key: Key) -> Vec<TouchPair> {
        let Some(slot) = self.core.slot(key) else { return Vec::new() };
        let pairs = self.core.open_pairs_of(slot);
        pairs.map(|pair| self.core.steps.open.touch(self.core.id, pair)).collect()
    }

    /// Lists the pairs that touched at the last step, sorted.
    pub fn pairs(&self) -> impl Iterator<Item = TouchPair> + '_ {
        let open = &self.core.steps.open;
        open.list.iter().map(|pair| open.touch(self.core.id, pair))
    }

    /// Lists the colliders of which a pair began or ended at the last step, sorted, gone ones
    /// included. For polling.
    #[must_use]
    pub fn changed(&self) -> &[Key] {
        self.core.steps.changed(self.core.id)
    }

    /// Counts what the world holds and what its last step did.
    #[must_use]
    pub fn stats(&self) -> WorldStats {
        let pairs = self.core.steps.open.list.len();
        WorldStats { colliders: self.len(), pairs, ..self.core.steps.totals }
    }

    /// Counts the bytes on the heap that the world holds, but for those behind shapes and data.
    #[must_use]
    pub fn heap_bytes(&self) -> usize {
        let Core { slots, broad, steps, .. } = &self.core;
        let data = self.user.values.capacity() * size_of::<Option<T>>()
            + self.user.departed.capacity() * size_of::<(Key, T)>();
        slots.bytes() + broad.heap_bytes() + steps.bytes() + data
    }
}

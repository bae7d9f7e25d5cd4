//! Edits: adding, removing and changing colliders, one or many at a time.

use alloc::{sync::Arc, vec::Vec};

use crate::math::{Aabb, Affine, Vec2};
use crate::shape::{Placed, Shape, place_option};
use crate::world::journal::{Op, number};
use crate::world::platform::{Platform, check_direction};
use crate::world::storage::{BOUNDED, ENABLED, Meta, PARTS, RESHAPED, SENSOR, UNBOUNDED};
use crate::world::{Collider, Core, Key, Layers, World, WorldError, hierarchy::NONE};

/// The fate of the children of a parent that [`World::remove_with`] removes.
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

/// # Add, change and remove colliders
impl<T> World<T> {
    /// Adds a collider or a group.
    ///
    /// # Errors
    /// The shape cannot be placed there, the parent is unknown, or the world is full; nothing has
    /// changed then.
    pub fn add(&mut self, collider: Collider<T>) -> Result<Key, WorldError> {
        let key = self.put_in(collider)?;
        self.core.sync(key.slot());
        Ok(key)
    }

    /// Adds a collider that the broad phase does not hold yet.
    fn put_in(&mut self, collider: Collider<T>) -> Result<Key, WorldError> {
        let Collider { shape, transform, parent, layer, sees, team, detail, .. } = collider;
        let mut meta = Meta { layer, sees, team, detail, ..Meta::FREE };
        meta.set(ENABLED, !collider.disabled);
        meta.set(SENSOR, collider.sensor);
        check_direction(collider.one_way, "one_way")?;
        let listed = (collider.one_way, collider.platform);
        let key = self.core.add(shape, transform, parent, meta, listed)?;
        self.user.values.resize_with(self.core.slots.len(), || None);
        self.user.values[key.slot()] = Some(collider.data);
        Ok(key)
    }

    /// Adds many; all of them or, if one is refused, none.
    ///
    /// # Errors
    /// As [`World::add`], with the place of the one that is refused.
    ///
    /// ```
    /// use jostle::{Collider, Shape, World};
    /// let ball = std::sync::Arc::new(Shape::circle(1.0)?);
    /// let row = (0..9).map(|i| Collider::new(i, ball.clone()).at((i as f32 * 3.0, 0.0)));
    /// assert_eq!(World::new().add_all(row)?.len(), 9);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn add_all(
        &mut self,
        colliders: impl IntoIterator<Item = Collider<T>>,
    ) -> Result<Vec<Key>, WorldError>
    where
        T: Clone,
    {
        let (colliders, mut keys) = (colliders.into_iter(), Vec::new());
        let Self { core: Core { slots, journal, .. }, user } = self;
        let (mark, ops) = (slots.mark(), journal.as_ref().map(Vec::len));
        slots.reserve(colliders.size_hint().0);
        user.values.reserve_exact(slots.metas.capacity() - user.values.len());
        for (index, collider) in colliders.enumerate() {
            match self.put_in(collider) {
                Ok(key) => keys.push(key),
                Err(error) => {
                    for key in keys.into_iter().rev() {
                        self.remove(key);
                    }
                    self.core.slots.take_back(mark);
                    self.user.values.truncate(self.core.slots.len());
                    if let (Some(journal), Some(ops)) = (&mut self.core.journal, ops) {
                        journal.truncate(ops);
                    }
                    return Err(error.at(index));
                }
            }
        }
        self.core.sync_new(&keys);
        Ok(keys)
    }

    /// Removes a collider and all below it; returns its data, or `None` for a key of nothing.
    ///
    /// Its open pairs end with the next step, with a copy of the data.
    pub fn remove(&mut self, key: Key) -> Option<T>
    where
        T: Clone,
    {
        self.remove_with(key, Children::Remove)
    }

    /// Removes a collider and states what becomes of its children.
    ///
    /// [`Children::Adopt`] removes the children too where they cannot be placed below their new
    /// parent.
    pub fn remove_with(&mut self, key: Key, children: Children) -> Option<T>
    where
        T: Clone,
    {
        // The collider itself is the last.
        let (Self { core, user }, mut own) = (self, None);
        core.remove(key, children, &mut |key, touches| {
            own = user.values[key.slot()].take();
            if let Some(data) = own.as_ref().filter(|_| touches) {
                user.departed.push((key, data.clone()));
            }
        });
        own
    }

    /// Gives a collider another shape.
    ///
    /// # Errors
    /// The key is unknown, or the shape cannot be placed there; nothing has changed then.
    pub fn set_shape(&mut self, key: Key, shape: impl Into<Arc<Shape>>) -> Result<(), WorldError> {
        self.core.set_shape(key, Some(shape.into()))
    }

    /// Takes the shape of a collider away, which makes it a group.
    ///
    /// # Errors
    /// The key is unknown.
    pub fn remove_shape(&mut self, key: Key) -> Result<(), WorldError> {
        self.core.set_shape(key, None)
    }

    /// Sets the layers that a collider is on and those that it sees.
    ///
    /// # Errors
    /// The key is unknown.
    pub fn set_layers(&mut self, key: Key, layer: Layers, sees: Layers) -> Result<(), WorldError> {
        let op = Op::SetLayers { key: number(key), layer: Some(layer), sees: Some(sees) };
        self.core.edit(key, op, &|meta| (meta.layer, meta.sees) = (layer, sees))
    }

    /// Puts a collider into a team, whose members never meet; 0 is no team.
    ///
    /// # Errors
    /// The key is unknown.
    pub fn set_team(&mut self, key: Key, team: u32) -> Result<(), WorldError> {
        self.core.edit(key, Op::SetTeam { key: number(key), team }, &|meta| meta.team = team)
    }

    /// Makes a collider a sensor, whose contacts push nothing, or solid again.
    ///
    /// # Errors
    /// The key is unknown.
    pub fn set_sensor(&mut self, key: Key, sensor: bool) -> Result<(), WorldError> {
        let op = Op::SetSensor { key: number(key), sensor };
        self.core.edit(key, op, &|meta| meta.set(SENSOR, sensor))
    }

    /// Enables a collider, so that it meets others and queries find it, or disables it. Its children
    /// are not affected.
    ///
    /// # Errors
    /// The key is unknown.
    pub fn set_enabled(&mut self, key: Key, enabled: bool) -> Result<(), WorldError> {
        let key_number = number(key);
        let op =
            if enabled { Op::Enable { key: key_number } } else { Op::Disable { key: key_number } };
        self.core.edit(key, op, &|meta| meta.set(ENABLED, enabled))
    }

    /// Lends the data of a collider to be changed; the pair filter is called again for its pairs.
    pub fn data_mut(&mut self, key: Key) -> Option<&mut T> {
        let slot = self.core.slot(key)?;
        if self.user.pair_filter.is_some() {
            self.core.slots.touch(slot);
        }
        self.user.values[slot].as_mut()
    }
}

impl Core {
    fn add(
        &mut self,
        shape: Option<Arc<Shape>>,
        transform: Affine,
        parent: Option<Key>,
        meta: Meta,
        (one_way, is_platform): (Option<Vec2>, bool),
    ) -> Result<Key, WorldError> {
        let parent = parent.map_or(Ok(NONE), |key| self.known(key).map(|s| s as u32))?;
        let world = self.under(transform, parent);
        let placed = place_option(shape.as_deref(), world)?;
        let slot = self.slots.take(meta).ok_or(WorldError::Full)?;
        let Some(key) = self.key(slot) else { return Err(WorldError::Full) };
        self.slots.family.hang(slot, parent, transform);
        self.put_shape(slot, shape);
        self.put(slot, world, placed);
        let slot = slot as u32;
        self.slots.platforms.put(Platform::new(slot, one_way, is_platform, world));
        if self.journal.is_some()
            && let Some(op) = self.insert_op(key, self.key(parent as usize))
        {
            self.note(|| op);
        }
        Ok(key)
    }

    pub(crate) fn set_shape(
        &mut self,
        key: Key,
        shape: Option<Arc<Shape>>,
    ) -> Result<(), WorldError> {
        let slot = self.known(key)?;
        let refused = |error| WorldError::Shape { key: Some(key), error };
        let placed = place_option(shape.as_deref(), self.slots.worlds[slot]).map_err(refused)?;
        let op = Op::SetShape { key: number(key), shape: shape.clone() };
        self.put_shape(slot, shape);
        self.slots.placed[slot] = placed;
        self.edit(key, op, &|meta| meta.set(RESHAPED, true))
    }

    /// Removes a collider, and its children unless they go elsewhere. Calls `left` with each, those
    /// below before it, and `true` if it is in an open pair.
    fn remove(&mut self, key: Key, children: Children, left: &mut dyn FnMut(Key, bool)) {
        let Some(slot) = self.slot(key) else { return };
        if children != Children::Remove {
            self.give_away(slot, children);
        }
        let subtree = self.slots.subtree(slot);
        self.slots.family.unhang(slot);
        for slot in subtree.into_iter().rev() {
            self.leave_broad_phase(slot);
            if let Some(key) = self.key(slot) {
                left(key, self.is_in_open_pair(slot));
            }
            self.slots.release(slot);
        }
        self.note(|| Op::Remove { key: number(key), children });
    }

    /// Detaches the children of a slot, or gives them to its parent.
    #[inline(never)]
    fn give_away(&mut self, slot: usize, children: Children) {
        let above = self.slots.family.parent(slot);
        for child in self.slots.family.children(slot).collect::<Vec<_>>() {
            if children == Children::Release {
                self.slots.family.unhang(child);
                continue;
            }
            // A child that cannot be placed there stays, and is removed.
            let _ = self.hang(child, above);
        }
    }

    /// Changes a collider, updates the broad phase, marks it as changed and notes the call.
    pub(crate) fn edit(
        &mut self,
        key: Key,
        op: Op,
        change: &dyn Fn(&mut Meta),
    ) -> Result<(), WorldError> {
        let slot = self.known(key)?;
        change(&mut self.slots.metas[slot]);
        if self.slots.metas[slot].has(BOUNDED) {
            self.classify(slot);
        }
        self.sync(slot);
        self.note(|| op);
        Ok(())
    }

    pub(crate) fn put(&mut self, slot: usize, world: Affine, placed: Option<Placed>) {
        self.slots.worlds[slot] = world;
        self.slots.placed[slot] = placed;
    }

    pub(crate) fn put_shape(&mut self, slot: usize, shape: Option<Arc<Shape>>) {
        let has_parts = shape.as_ref().is_some_and(|shape| shape.has_parts());
        self.slots.metas[slot].set(PARTS, has_parts);
        self.slots.shapes[slot] = shape;
    }

    /// Updates the broad phase, and notes for the step that the slot changed.
    #[inline]
    pub(crate) fn sync(&mut self, slot: usize) {
        let bounds = self.slots.placed(slot).map(Placed::bounds);
        self.sync_at(slot, bounds.filter(|bounds| bounds.is_finite()));
    }

    /// Like `sync`, given the finite box that the shape has.
    #[inline]
    pub(crate) fn sync_at(&mut self, slot: usize, bounds: Option<Aabb>) {
        self.slots.touch(slot);
        match bounds {
            Some(bounds) if self.slots.metas[slot].has_all(ENABLED | BOUNDED) => {
                self.broad.update(slot as u32, bounds);
            }
            _ => {
                if let Some(bounds) = self.enter_or_leave(slot) {
                    self.broad.insert(slot as u32, bounds);
                }
            }
        }
    }

    /// Like `sync` for slots that are new, all at once.
    fn sync_new(&mut self, keys: &[Key]) {
        let mut boxes = Vec::with_capacity(keys.len());
        for slot in keys.iter().map(|key| key.slot()) {
            self.slots.touch(slot);
            boxes.extend(self.enter_or_leave(slot).map(|bounds| (slot as u32, bounds)));
        }
        self.broad.insert_all(&boxes);
    }

    /// Notes that a slot enters the broad phase or leaves it; returns the box that is to be inserted.
    fn enter_or_leave(&mut self, slot: usize) -> Option<Aabb> {
        self.leave_broad_phase(slot);
        let bounds = self.slots.placed(slot).map(Placed::bounds)?;
        let meta = &mut self.slots.metas[slot];
        if !meta.has(ENABLED) {
            return None;
        }
        if bounds.is_finite() {
            meta.set(BOUNDED, true);
            self.classify(slot);
            return Some(bounds);
        }
        meta.set(UNBOUNDED, true);
        let list = &mut self.slots.unbounded;
        list.insert(list.partition_point(|other| *other < slot as u32), slot as u32);
        None
    }

    fn leave_broad_phase(&mut self, slot: usize) {
        let meta = &mut self.slots.metas[slot];
        let (bounded, unbounded) = (meta.has(BOUNDED), meta.has(UNBOUNDED));
        meta.set(BOUNDED | UNBOUNDED, false);
        if bounded {
            self.broad.remove(slot as u32);
        }
        if unbounded {
            self.slots.unbounded.retain(|other| *other != slot as u32);
        }
    }
}

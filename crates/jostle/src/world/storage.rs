//! The arrays of colliders, and the list of those that changed since the last step.

use alloc::{boxed::Box, sync::Arc, vec::Vec};
use core::fmt;

use smallvec::SmallVec;

use crate::math::{Affine, simd::prefetch};
use crate::shape::{Placed, Shape};
use crate::world::pair_rules::{Allows, PairMember};
use crate::world::platform::Platforms;
use crate::world::{Detail, Key, Layers, hierarchy::Hierarchy, key::MAX_SLOTS};

/// The data of pair filters.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Meta {
    /// 0 while the slot is free.
    pub(crate) serial: u32,
    pub(crate) flags: u32,
    /// 0 for none.
    pub(crate) team: u32,
    pub(crate) layer: Layers,
    pub(crate) sees: Layers,
    pub(crate) detail: Option<Detail>,
}

/// Meets others and is found by queries, if it has a shape.
pub(crate) const ENABLED: u32 = 1;
pub(crate) const SENSOR: u32 = 1 << 1;
/// Changed since the last step.
pub(crate) const MOVED: u32 = 1 << 2;
/// Got another shape, or lost it, since the last step.
pub(crate) const RESHAPED: u32 = 1 << 3;
/// Is in the broad phase.
pub(crate) const BOUNDED: u32 = 1 << 4;
/// Is in the list beside the broad phase.
pub(crate) const UNBOUNDED: u32 = 1 << 5;
/// Its shape has parts that reports name.
pub(crate) const PARTS: u32 = 1 << 7;
/// The slot is in the list of changes, with its present or a former collider.
pub(crate) const LISTED: u32 = 1 << 6;

impl Meta {
    pub(crate) const FREE: Self =
        Self { serial: 0, flags: 0, team: 0, layer: Layers::NONE, sees: Layers::ALL, detail: None };

    pub(crate) fn is_of(&self, key: Key) -> bool {
        self.serial == key.serial() && self.serial != 0
    }

    pub(crate) fn is_in_team_of(&self, other: &Self) -> bool {
        self.team != 0 && self.team == other.team
    }

    pub(crate) fn has(&self, flag: u32) -> bool {
        self.flags & flag != 0
    }

    pub(crate) fn set(&mut self, flags: u32, on: bool) {
        self.flags = self.flags & !flags | if on { flags } else { 0 };
    }

    pub(crate) fn has_all(&self, flags: u32) -> bool {
        self.flags & flags == flags
    }
}

#[derive(Debug, Default)]
pub(crate) struct Slots {
    pub(crate) metas: Vec<Meta>,
    pub(crate) placed: Vec<Option<Placed>>,
    /// Where each is in the world.
    pub(crate) worlds: Vec<Affine>,
    pub(crate) family: Hierarchy,
    pub(crate) shapes: Vec<Option<Arc<Shape>>>,
    pub(crate) platforms: Platforms,
    /// Free slots; the last is used first.
    pub(crate) free: Vec<u32>,
    pub(crate) serial: u32,
    /// Enabled shapes without bounds, ascending.
    pub(crate) unbounded: Vec<u32>,
    /// Slots that changed since the last step, each once; those that carry `MOVED` count.
    pub(crate) moved: Vec<u32>,
}

/// How far the slots had been given when a call began.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Mark {
    serial: u32,
    slots: usize,
    moved: usize,
}

impl Slots {
    pub(crate) fn len(&self) -> usize {
        self.metas.len()
    }

    pub(crate) fn live(&self) -> usize {
        self.metas.len() - self.free.len()
    }

    pub(crate) fn meta(&self, slot: usize) -> Option<&Meta> {
        self.metas.get(slot)
    }

    pub(crate) fn placed(&self, slot: usize) -> Option<&Placed> {
        self.placed.get(slot)?.as_ref()
    }

    /// Prefetches the data of a slot that a query reads.
    pub(crate) fn prefetch(&self, slot: usize) {
        if let (Some(meta), Some(placed)) = (self.metas.get(slot), self.placed.get(slot)) {
            prefetch(meta);
            prefetch(placed);
        }
    }

    /// A slot for the next collider with its serial number, or `None` when all are used up.
    pub(crate) fn take(&mut self, meta: Meta) -> Option<usize> {
        let serial = self.serial.checked_add(1)?;
        let slot = match self.free.pop() {
            Some(slot) => slot as usize,
            None if self.metas.len() < MAX_SLOTS => {
                self.grow();
                self.metas.len() - 1
            }
            None => return None,
        };
        self.serial = serial;
        let flags = self.metas[slot].flags | meta.flags;
        self.metas[slot] = Meta { serial, flags, ..meta };
        Some(slot)
    }

    /// Reserves room for more slots, as far as they are certain to come.
    pub(crate) fn reserve(&mut self, more: usize) {
        let more = more.min(MAX_SLOTS - self.len()).saturating_sub(self.free.len());
        // A few at a time would have everything moved each time.
        if more < self.len() / 8 {
            return;
        }
        self.metas.reserve_exact(more);
        self.placed.reserve_exact(more);
        self.worlds.reserve_exact(more);
        self.shapes.reserve_exact(more);
        self.moved.reserve_exact(more);
    }

    /// How far the slots have been given, for [`Slots::take_back`].
    pub(crate) fn mark(&self) -> Mark {
        Mark { serial: self.serial, slots: self.len(), moved: self.moved.len() }
    }

    /// Forgets the changes since a mark, which a refused call has undone: what it listed as moved is
    /// where it was, and what it added is released.
    #[cold]
    pub(crate) fn take_back(&mut self, Mark { serial, slots, moved }: Mark) {
        for slot in self.moved.drain(moved..) {
            self.metas[slot as usize].flags &= !(MOVED | LISTED);
        }
        self.serial = serial;
        self.free.retain(|slot| (*slot as usize) < slots);
        self.metas.truncate(slots);
        self.placed.truncate(slots);
        self.worlds.truncate(slots);
        self.shapes.truncate(slots);
    }

    /// Adds an empty slot that is not in the list of free ones.
    pub(crate) fn grow(&mut self) {
        self.metas.push(Meta::FREE);
        self.placed.push(None);
        self.worlds.push(Affine::IDENTITY);
        self.shapes.push(None);
    }

    /// Empties a slot for the next collider; its children and pairs are the caller's business.
    pub(crate) fn release(&mut self, slot: usize) {
        let flags = self.metas[slot].flags & LISTED;
        self.metas[slot] = Meta { flags, ..Meta::FREE };
        self.placed[slot] = None;
        self.shapes[slot] = None;
        self.family.forget(slot);
        self.platforms.forget(slot);
        self.free.push(slot as u32);
    }

    /// Notes that the next step must decide the pairs of a slot again.
    pub(crate) fn touch(&mut self, slot: usize) {
        let meta = &mut self.metas[slot];
        if meta.serial != 0 {
            if !meta.has(LISTED) {
                self.moved.push(slot as u32);
            }
            meta.flags |= MOVED | LISTED;
        }
    }

    /// The transform of a slot in the frame of its parent, or the world.
    #[inline]
    pub(crate) fn local(&self, slot: usize) -> Affine {
        self.family.local(slot).unwrap_or(self.worlds[slot])
    }

    /// All below a slot and itself, parents before their children.
    pub(crate) fn subtree(&self, slot: usize) -> SmallVec<[usize; 1]> {
        let mut found = SmallVec::from([slot]);
        let mut next = 0;
        while let Some(slot) = found.get(next).copied() {
            found.extend(self.family.children(slot));
            next += 1;
        }
        found
    }

    /// Bytes on the heap, but for what shapes and placed shapes point to.
    pub(crate) fn bytes(&self) -> usize {
        self.metas.capacity() * size_of::<Meta>()
            + self.placed.capacity() * size_of::<Option<Placed>>()
            + self.worlds.capacity() * size_of::<Affine>()
            + self.family.bytes()
            + self.platforms.bytes()
            + self.shapes.capacity() * size_of::<Option<Arc<Shape>>>()
            + (self.free.capacity() + self.unbounded.capacity() + self.moved.capacity())
                * size_of::<u32>()
    }
}

/// What a world holds of the user's own type: the data of its colliders, by slot, and the
/// filter that reads it.
pub(crate) struct UserData<T> {
    pub(crate) values: Vec<Option<T>>,
    /// The data of colliders that were removed since the last step while in open pairs.
    pub(crate) departed: Vec<(Key, T)>,
    pub(crate) pair_filter: Option<Box<Allows<T>>>,
}

impl<T: fmt::Debug> fmt::Debug for UserData<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(&self.values).finish()
    }
}

impl<T> UserData<T> {
    pub(crate) const NONE: Self =
        Self { values: Vec::new(), departed: Vec::new(), pair_filter: None };

    pub(crate) fn of(&self, key: Key) -> Option<&T> {
        self.values.get(key.slot())?.as_ref()
    }

    pub(crate) fn allows(&self, a: Key, b: Key) -> bool {
        let member = |key| Some(PairMember { key, data: self.of(key)? });
        let allowed = |allows: &Allows<T>| Some(allows(&member(a)?, &member(b)?));
        self.pair_filter.as_deref().is_none_or(|allows| allowed(allows) == Some(true))
    }
}

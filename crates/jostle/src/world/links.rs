//! Which open pairs is a collider in? Lists of pairs threaded through one array.
//!
//! Open pairs are sorted, so those of which a collider is a stand together; those of which it is b
//! are chained, each to the one before. An entry carries the number of the merge that wrote it, so
//! that nothing has to be cleared between steps.

use alloc::vec::Vec;

use super::slots::NONE;

#[derive(Clone, Copy, Debug, Default)]
struct Entry {
    /// The merge that found the slot in an open pair.
    merge: u32,
    /// The last open pair in which it is b.
    last_as_b: u32,
}

/// See the file's head.
#[derive(Debug)]
pub(crate) struct Links {
    by_slot: Vec<Entry>,
    merge: u32,
}

impl Default for Links {
    fn default() -> Self {
        Self { by_slot: Vec::new(), merge: 1 }
    }
}

impl Links {
    /// Forgets all pairs and makes room for `slots` colliders.
    pub(crate) fn begin(&mut self, slots: usize) {
        if self.merge == u32::MAX {
            self.by_slot.fill(Entry::default());
            self.merge = 0;
        }
        self.merge += 1;
        if self.by_slot.len() < slots {
            self.by_slot.resize(slots, Entry::default());
        }
    }

    /// Forgets the pairs of a slot.
    pub(crate) fn forget(&mut self, slot: usize) {
        if let Some(entry) = self.by_slot.get_mut(slot) {
            *entry = Entry::default();
        }
    }

    /// Notes the pair that stands at `place`; returns the one before it with the same b, or [`NONE`].
    #[inline]
    pub(crate) fn add(&mut self, a: u32, b: u32, place: u32) -> u32 {
        let merge = self.merge;
        let entry = &mut self.by_slot[a as usize];
        if entry.merge != merge {
            *entry = Entry { merge, last_as_b: NONE };
        }
        let entry = &mut self.by_slot[b as usize];
        let before = if entry.merge == merge { entry.last_as_b } else { NONE };
        *entry = Entry { merge, last_as_b: place };
        before
    }

    /// The last open pair in which a slot is b, or [`NONE`]; no answer where it is in no pair at all.
    pub(crate) fn last_as_b(&self, slot: usize) -> Option<u32> {
        let entry = self.by_slot.get(slot).filter(|entry| entry.merge == self.merge)?;
        Some(entry.last_as_b)
    }

    pub(crate) fn bytes(&self) -> usize {
        self.by_slot.capacity() * size_of::<Entry>()
    }
}

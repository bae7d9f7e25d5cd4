//! Sets of ids, one bit each.

use crate::broad::heap_bytes;
use alloc::vec::Vec;

#[derive(Clone, Debug, Default)]
pub(super) struct IdSet {
    words: Vec<u64>,
}

impl IdSet {
    /// Adds ids, which ascend.
    pub(super) fn set(&mut self, ids: &[u32]) {
        let Some(last) = ids.last() else { return };
        let room = *last as usize / 64 + 1;
        if self.words.len() < room {
            self.words.resize(room, 0);
        }
        for id in ids {
            self.words[*id as usize / 64] |= 1 << (id % 64);
        }
    }

    /// Removes all ids, which must be among these.
    pub(super) fn clear(&mut self, ids: &[u32]) {
        for id in ids {
            if let Some(word) = self.words.get_mut(*id as usize / 64) {
                *word = 0;
            }
        }
    }

    #[inline]
    pub(super) fn has(&self, id: u32) -> bool {
        self.words.get(id as usize / 64).is_some_and(|word| word >> (id % 64) & 1 != 0)
    }

    pub(super) fn heap_bytes(&self) -> usize {
        heap_bytes(&self.words)
    }
}

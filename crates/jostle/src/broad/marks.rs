//! Sets of ids, one bit each: who moved.

use alloc::vec::Vec;

/// A set of ids.
#[derive(Clone, Debug, Default)]
pub(super) struct Marks {
    words: Vec<u64>,
}

impl Marks {
    pub(super) fn set(&mut self, ids: &[u32]) {
        if let Some(last) = ids.last() {
            let words = *last as usize / 64 + 1;
            if self.words.len() < words {
                self.words.resize(words, 0);
            }
        }
        for id in ids {
            self.words[*id as usize / 64] |= 1 << (id % 64);
        }
    }

    pub(super) fn clear(&mut self, ids: &[u32]) {
        for id in ids {
            if let Some(word) = self.words.get_mut(*id as usize / 64) {
                *word = 0;
            }
        }
    }

    /// Empties the set, whoever is in it.
    pub(super) fn reset(&mut self) {
        self.words.fill(0);
    }

    #[inline]
    pub(super) fn has(&self, id: u32) -> bool {
        self.words.get(id as usize / 64).is_some_and(|word| word >> (id % 64) & 1 != 0)
    }

    pub(super) fn bytes(&self) -> usize {
        self.words.capacity() * 8
    }
}

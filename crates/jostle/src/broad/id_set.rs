//! Sets of ids, one bit each.

use alloc::vec::Vec;

/// A set of ids.
#[derive(Clone, Debug, Default)]
pub(super) struct IdSet {
    words: Vec<u64>,
}

impl IdSet {
    /// Adds ids, which are ascending and not repeated.
    pub(super) fn set(&mut self, ids: &[u32]) {
        let (Some(first), Some(last)) = (ids.first(), ids.last()) else { return };
        let (from, to) = (*first as usize / 64, *last as usize / 64);
        if self.words.len() <= to {
            self.words.resize(to + 1, 0);
        }
        // Where all move there is no gap.
        if (last - first) as usize + 1 == ids.len() {
            let (low, high) = (u64::MAX << (first % 64), u64::MAX >> (63 - last % 64));
            if from == to {
                self.words[from] |= low & high;
            } else {
                self.words[from] |= low;
                self.words[from + 1..to].fill(u64::MAX);
                self.words[to] |= high;
            }
            return;
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

    /// Removes all ids.
    pub(super) fn reset(&mut self) {
        self.words.fill(0);
    }

    #[inline]
    pub(super) fn has(&self, id: u32) -> bool {
        self.words.get(id as usize / 64).is_some_and(|word| word >> (id % 64) & 1 != 0)
    }

    pub(super) fn heap_bytes(&self) -> usize {
        self.words.capacity() * 8
    }
}

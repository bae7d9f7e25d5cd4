//! Growth of lists by an eighth. A list that doubles holds up to twice the memory that it needs.

use alloc::vec::Vec;

/// Reserves room for a number of items, and for an eighth more if it has to grow, because such
/// lists hold about as many from time to time.
#[inline]
pub(crate) fn reserve_eighth<T>(list: &mut Vec<T>, count: usize) {
    if list.capacity() < count {
        list.reserve_exact(count + count / 8 - list.len());
    }
}

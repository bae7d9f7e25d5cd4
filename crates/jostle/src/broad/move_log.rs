//! The calls of `pairs` in which boxes moved.

use crate::broad::heap_bytes;
use crate::math::reserve_eighth;
use alloc::vec::Vec;

/// How many calls ago a box moved last if it has not moved yet.
const LONG_AGO: u32 = 1 << 16;

#[derive(Clone, Debug, Default)]
pub(super) struct MoveLog {
    now: u32,
    /// By id: the call in which the box moved last.
    last: Vec<u32>,
}

impl MoveLog {
    /// Begins a call, for ids below `room`.
    pub(super) fn begin(&mut self, room: usize) {
        self.now = self.now.wrapping_add(1);
        if self.last.len() < room {
            reserve_eighth(&mut self.last, room);
            self.last.resize(room, self.now.wrapping_sub(LONG_AGO));
        }
    }

    /// Notes that a box moves in this call. Returns how many calls ago it moved before.
    #[inline]
    pub(super) fn note(&mut self, id: u32) -> u32 {
        let Some(last) = self.last.get_mut(id as usize) else { return LONG_AGO };
        self.now.wrapping_sub(core::mem::replace(last, self.now))
    }

    /// Returns how many calls ago a box moved last.
    #[inline]
    pub(super) fn age(&self, id: u32) -> u32 {
        self.last.get(id as usize).map_or(LONG_AGO, |last| self.now.wrapping_sub(*last))
    }

    pub(super) fn heap_bytes(&self) -> usize {
        heap_bytes(&self.last)
    }
}

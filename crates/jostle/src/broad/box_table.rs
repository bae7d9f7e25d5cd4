//! What broad phases keep by id, in dense arrays: the boxes, and when they moved.
//!
//! An id that is not in holds NaN. Every comparison with NaN is false, so scans need no second
//! array of flags.

use crate::broad::heap_bytes;
use crate::math::{Aabb, Vec2, reserve_eighth};
use alloc::vec::Vec;

/// The box of an id that is not in.
pub(super) const NOTHING: Aabb =
    Aabb { min: Vec2 { x: f32::NAN, y: f32::NAN }, max: Vec2 { x: f32::NAN, y: f32::NAN } };

#[derive(Clone, Debug, Default)]
pub(super) struct BoxTable {
    boxes: Vec<Aabb>,
    len: usize,
}

/// Returns `true` if the numbers are those of a box that holds a point.
#[inline]
pub(super) fn holds(bounds: Aabb) -> bool {
    bounds.min.x <= bounds.max.x && bounds.min.y <= bounds.max.y
}

impl BoxTable {
    #[inline]
    pub(super) fn put(&mut self, id: u32, bounds: Aabb) {
        let at = id as usize;
        if at >= self.boxes.len() {
            reserve_eighth(&mut self.boxes, at + 1);
            self.boxes.resize(at + 1, NOTHING);
        }
        let (before, now) = (holds(self.boxes[at]), holds(bounds));
        self.boxes[at] = if now { bounds } else { NOTHING };
        self.len = self.len + usize::from(now) - usize::from(before);
    }

    /// Stores the box, which holds a point, of an id that is in.
    #[inline(always)]
    pub(super) fn replace(&mut self, id: u32, bounds: Aabb) {
        self.boxes[id as usize] = bounds;
    }

    /// Returns all boxes by id. Those of ids that are in may be replaced.
    #[cfg(feature = "rayon")]
    pub(super) fn all_mut(&mut self) -> &mut [Aabb] {
        &mut self.boxes
    }

    /// Returns all boxes by id, with NaN for those that are not in.
    pub(super) fn all(&self) -> &[Aabb] {
        &self.boxes
    }

    pub(super) fn take(&mut self, id: u32) -> bool {
        let is_in = self.get(id).is_some();
        if is_in {
            self.boxes[id as usize] = NOTHING;
            self.len -= 1;
        }
        is_in
    }

    pub(super) fn get(&self, id: u32) -> Option<Aabb> {
        self.boxes.get(id as usize).copied().filter(|bounds| holds(*bounds))
    }

    pub(super) fn len(&self) -> usize {
        self.len
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = (u32, Aabb)> {
        (0..).zip(&self.boxes).filter(|(_, bounds)| holds(**bounds)).map(|(id, b)| (id, *b))
    }

    pub(super) fn heap_bytes(&self) -> usize {
        heap_bytes(&self.boxes)
    }
}

/// How many calls ago a box moved last if it has not moved yet.
const LONG_AGO: u32 = 1 << 16;

/// The calls of `pairs` in which boxes moved.
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

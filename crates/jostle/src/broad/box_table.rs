//! A dense array of boxes by id, the storage of every broad phase.
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

//! A dense array of boxes by id, the storage of every broad phase.
//!
//! An id that is not in holds NaN. Every comparison with NaN is false, so scans need no second
//! array of flags.

use crate::math::{Aabb, Vec2, reserve_eighth};
use alloc::vec::Vec;
use core::ops::Range;

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
    /// Stores a box and returns whether the id was in before.
    #[inline]
    pub(super) fn put(&mut self, id: u32, bounds: Aabb) -> bool {
        let at = id as usize;
        if at >= self.boxes.len() {
            reserve_eighth(&mut self.boxes, at + 1);
            self.boxes.resize(at + 1, NOTHING);
        }
        let before = holds(self.boxes[at]);
        let now = holds(bounds);
        self.boxes[at] = if now { bounds } else { NOTHING };
        self.len = self.len + usize::from(now) - usize::from(before);
        before
    }

    /// Stores the box, which holds a point, of an id that is in.
    #[inline(always)]
    pub(super) fn replace(&mut self, id: u32, bounds: Aabb) {
        self.boxes[id as usize] = bounds;
    }

    /// All boxes by id, to be replaced by others where there are any.
    #[cfg(feature = "rayon")]
    pub(super) fn all_mut(&mut self) -> &mut [Aabb] {
        &mut self.boxes
    }

    /// The box of an id that is known to be in.
    #[inline(always)]
    pub(super) fn known(&self, id: u32) -> Aabb {
        self.boxes[id as usize]
    }

    /// Forgets an id and returns whether it was in.
    pub(super) fn take(&mut self, id: u32) -> bool {
        let Some(slot) = self.boxes.get_mut(id as usize) else { return false };
        let before = holds(*slot);
        *slot = NOTHING;
        self.len -= usize::from(before);
        before
    }

    /// The box of an id that is in.
    pub(super) fn get(&self, id: u32) -> Option<Aabb> {
        self.boxes.get(id as usize).copied().filter(|bounds| holds(*bounds))
    }

    pub(super) fn len(&self) -> usize {
        self.len
    }

    /// One more than the largest id ever in.
    pub(super) fn room(&self) -> usize {
        self.boxes.len()
    }

    /// Copies all, by id, with NaN for those that are not in.
    pub(super) fn copy(&self, boxes: &mut Vec<Aabb>) {
        boxes.clone_from(&self.boxes);
    }

    /// All that are in, by id.
    pub(super) fn iter(&self) -> impl Iterator<Item = (u32, Aabb)> + Clone + '_ {
        self.part(0..self.room())
    }

    /// Returns the boxes of a range of ids.
    pub(super) fn part(&self, ids: Range<usize>) -> impl Iterator<Item = (u32, Aabb)> + Clone + '_ {
        let all = (ids.start as u32..).zip(&self.boxes[ids]);
        all.filter(|(_, bounds)| holds(**bounds)).map(|(id, bounds)| (id, *bounds))
    }

    pub(super) fn heap_bytes(&self) -> usize {
        self.boxes.capacity() * size_of::<Aabb>()
    }
}

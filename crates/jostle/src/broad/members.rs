//! What is swept and what is in a tree, as one set of boxes: under `Sweep` and `Auto`.
//!
//! Each box is on one side. What comes in goes to the tree, and what jumps out of the sweep, too; the
//! owners move boxes from side to side in `pairs`. Questions ask both.

use super::BroadPhase;
use super::loose::Loose;
use super::reach::{Around, Way};
use super::slots::{Slots, holds};
use super::tree::Tree;
use super::walk::GROUP;
use crate::math::{Aabb, Vec2};
use core::array::from_fn;
use core::ops::ControlFlow;

/// One in so many of the swept that moved makes a new sweep worth it.
pub(super) const FEW_MOVE: usize = 32;

/// See the file's head.
#[derive(Clone, Debug, Default)]
pub(super) struct Members {
    pub(super) slots: Slots,
    pub(super) loose: Loose,
    pub(super) tree: Tree,
}

impl Members {
    pub(super) fn insert(&mut self, id: u32, bounds: Aabb) {
        if self.slots.get(id).is_some() || !holds(bounds) {
            self.set(id, bounds);
            return;
        }
        self.slots.put(id, bounds);
        self.tree.insert(id, bounds);
    }

    pub(super) fn remove(&mut self, id: u32) {
        if !self.slots.take(id) {
            return;
        }
        if self.loose.has(id) {
            self.loose.remove(id);
        } else {
            self.tree.remove(id);
        }
    }

    #[inline]
    pub(super) fn set(&mut self, id: u32, bounds: Aabb) {
        if holds(bounds) && self.loose.follow(id, bounds) {
            self.slots.replace(id, bounds);
        } else {
            self.set_aside(id, bounds);
        }
    }

    /// Does as `set` for what is not swept or may not stay there.
    #[inline(never)]
    fn set_aside(&mut self, id: u32, bounds: Aabb) {
        if !holds(bounds) {
            self.remove(id);
        } else if !self.slots.put(id, bounds) {
            self.slots.take(id);
        } else if !self.loose.has(id) {
            self.tree.set(id, bounds);
        } else {
            self.loose.jump(id);
            self.tree.insert(id, bounds);
        }
    }

    pub(super) fn overlapping(
        &self,
        bounds: Aabb,
        mut visit: impl FnMut(u32) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        self.tree.inner().overlapping(bounds, &mut visit)?;
        self.loose.overlapping(&self.slots, bounds, visit)
    }

    pub(super) fn along(
        &self,
        (origin, translation, radius): (Vec2, Vec2, f32),
        visit: &mut dyn FnMut(u32) -> f32,
    ) {
        let way = Way::new(origin, translation, radius);
        let end = self.tree.inner().ordered(&way, 1.0, |id, _| f64::from(visit(id)));
        if end >= 0.0 {
            self.loose.along(&self.slots, (origin, translation, radius), end, visit);
        }
    }

    pub(super) fn along_each(
        &self,
        ways: &[(Vec2, Vec2, f32)],
        visit: &mut dyn FnMut(usize, u32) -> f32,
    ) {
        let mut first = 0;
        for group in ways.chunks(GROUP) {
            let ready = |i: usize| group.get(i).unwrap_or(&group[0]);
            let all: [Way; GROUP] = from_fn(|i| {
                let (origin, translation, radius) = *ready(i);
                Way::new(origin, translation, radius)
            });
            let in_tree = |i: usize, id: u32, _| f64::from(visit(first + i, id));
            let ends = self.tree.inner().ordered_each(&all[..group.len()], 1.0, in_tree);
            for (i, (way, end)) in group.iter().zip(ends).enumerate() {
                if end >= 0.0 {
                    self.loose.along(&self.slots, *way, end, &mut |id| visit(first + i, id));
                }
            }
            first += group.len();
        }
    }

    pub(super) fn nearest(&self, from: Aabb, visit: &mut dyn FnMut(u32) -> f64) {
        let bound = self.tree.inner().ordered(&Around(from), f64::INFINITY, |id, _| visit(id));
        if bound >= 0.0 {
            self.loose.nearest(&self.slots, from, bound, visit);
        }
    }

    pub(super) fn bytes(&self) -> usize {
        self.slots.bytes() + self.loose.bytes() + self.tree.bytes()
    }

    pub(super) fn nodes(&self, visit: &mut dyn FnMut(Aabb, u32)) {
        self.tree.nodes(visit);
        self.loose.inner().walk(visit);
    }
}

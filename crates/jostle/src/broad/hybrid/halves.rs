//! The sweep and the tree as one set of boxes, for `Sweep` and `Auto`.
//!
//! Each box is in one of the two. New boxes, and boxes that jump, go to the tree; the owners move
//! boxes between the two in `pairs`. Queries ask both.

use crate::broad::BroadPhase;
use crate::broad::box_table::{BoxTable, holds};
use crate::broad::bvh::dynamic::Tree;
use crate::broad::bvh::slab::{BoxDistance, SlabTest8};
use crate::broad::bvh::traverse::GROUP;
#[cfg(feature = "rayon")]
use crate::broad::parallel::share;
use crate::broad::sap::slack_index::SweptIndex;
use crate::math::simd::{F32Lanes, Four};
use crate::math::{Aabb, Vec2};
#[cfg(feature = "rayon")]
use alloc::vec::Vec;
use core::array::from_fn;
#[cfg(feature = "rayon")]
use core::mem::take;
use core::ops::ControlFlow;

/// One in this number of the swept boxes that moved makes a new sweep worth it.
pub(crate) const FEW_MOVE: usize = 32;

/// What became of a list of boxes that were set.
#[cfg(feature = "rayon")]
#[derive(Default)]
struct Followed {
    /// By how much they outgrew those swept, if any stay.
    by: Option<Four>,
    /// Those that may not stay as they are.
    others: Vec<(u32, Aabb)>,
}

/// See the module docs.
#[derive(Clone, Debug, Default)]
pub(crate) struct Halves {
    pub(crate) slots: BoxTable,
    pub(crate) loose: SweptIndex,
    pub(crate) tree: Tree,
}

impl Halves {
    pub(crate) fn insert(&mut self, id: u32, bounds: Aabb) {
        if self.slots.get(id).is_some() || !holds(bounds) {
            self.update(id, bounds);
            return;
        }
        self.slots.put(id, bounds);
        self.tree.insert(id, bounds);
    }

    pub(crate) fn remove(&mut self, id: u32) {
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
    pub(crate) fn update(&mut self, id: u32, bounds: Aabb) {
        if holds(bounds) && self.loose.follow(id, bounds) {
            self.slots.replace(id, bounds);
        } else {
            self.set_aside(id, bounds);
        }
    }

    /// Sets many boxes, in order.
    pub(crate) fn update_all(&mut self, boxes: &[(u32, Aabb)]) {
        let (mut most, mut stayed) = (Four::splat(f32::NEG_INFINITY), false);
        for (id, bounds) in boxes {
            match self.loose.excess(*id, *bounds).filter(|_| holds(*bounds)) {
                Some(by) => {
                    self.slots.replace(*id, *bounds);
                    (most, stayed) = (by.max(most), true);
                }
                None => self.set_aside(*id, *bounds),
            }
        }
        if stayed {
            self.loose.widen_slack(most);
        }
    }

    /// Sets lists of boxes, whose ids ascend, on the threads of the current `rayon`
    /// pool.
    #[cfg(feature = "rayon")]
    pub(crate) fn set_parallel(&mut self, lists: &[&[(u32, Aabb)]]) {
        let Self { slots, loose, .. } = self;
        let mut done: Vec<Followed> = lists.iter().map(|_| Followed::default()).collect();
        let (mut rest, mut base, mut parts) = (slots.all_mut(), 0, Vec::new());
        for (list, done) in lists.iter().zip(&mut done) {
            let end = list.last().map_or(base, |(id, _)| *id as usize + 1);
            let own;
            (own, rest) = take(&mut rest).split_at_mut((end - base).min(rest.len()));
            parts.push((*list, base, own, done));
            base = end;
        }
        let loose_now = &*loose;
        share(parts, |(list, base, own, done)| {
            for (id, bounds) in list {
                let by = loose_now.excess(*id, *bounds).filter(|_| holds(*bounds));
                match (by, own.get_mut(*id as usize - base)) {
                    (Some(by), Some(place)) => {
                        *place = *bounds;
                        done.by = Some(done.by.map_or(by, |other| by.max(other)));
                    }
                    _ => done.others.push((*id, *bounds)),
                }
            }
        });
        for Followed { by, others } in done {
            if let Some(by) = by {
                self.loose.widen_slack(by);
            }
            for (id, bounds) in others {
                self.update(id, bounds);
            }
        }
    }

    /// Sets a box that is not swept or may not stay there.
    #[inline(never)]
    fn set_aside(&mut self, id: u32, bounds: Aabb) {
        if !holds(bounds) {
            self.remove(id);
        } else if !self.slots.put(id, bounds) {
            self.slots.take(id);
        } else if !self.loose.has(id) {
            self.tree.update(id, bounds);
        } else {
            self.loose.evict(id);
            self.tree.insert(id, bounds);
        }
    }

    pub(crate) fn overlapping(
        &self,
        bounds: Aabb,
        mut visit: impl FnMut(u32) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        self.tree.inner().overlapping(bounds, &mut visit)?;
        self.loose.overlapping(&self.slots, bounds, visit)
    }

    pub(crate) fn cast_segment(
        &self,
        (origin, translation, radius): (Vec2, Vec2, f32),
        visit: &mut dyn FnMut(u32) -> f32,
    ) {
        let mut slabs = SlabTest8::NONE;
        slabs.follow(origin, translation, radius);
        let end = self.tree.inner().ordered(&slabs, 1.0, |id, _| f64::from(visit(id)));
        if end >= 0.0 && !self.loose.is_empty() {
            self.loose.along(&self.slots, (origin, translation, radius), end, visit);
        }
    }

    pub(crate) fn cast_segments(
        &self,
        ways: &[(Vec2, Vec2, f32)],
        expect: &dyn Fn(u32),
        visit: &mut dyn FnMut(usize, u32) -> f32,
    ) {
        let (mut first, mut all) = (0, [SlabTest8::NONE; GROUP]);
        for group in ways.chunks(GROUP) {
            for (slabs, (origin, translation, radius)) in all.iter_mut().zip(group) {
                slabs.follow(*origin, *translation, *radius);
            }
            let in_tree = |i: usize, id: u32, _| f64::from(visit(first + i, id));
            let ends = self.tree.inner().ordered_each((&all, group.len()), 1.0, expect, in_tree);
            for (i, (way, end)) in group.iter().zip(ends).enumerate() {
                if end >= 0.0 && !self.loose.is_empty() {
                    self.loose.along(&self.slots, *way, end, &mut |id| visit(first + i, id));
                }
            }
            first += group.len();
        }
    }

    pub(crate) fn nearest(&self, from: Aabb, visit: &mut dyn FnMut(u32) -> f64) {
        let bound = self.tree.inner().ordered(&BoxDistance(from), f64::INFINITY, |id, _| visit(id));
        if bound >= 0.0 && !self.loose.is_empty() {
            self.loose.nearest(&self.slots, from, bound, visit);
        }
    }

    pub(crate) fn nearest_each(
        &self,
        from: &[Aabb],
        expect: &dyn Fn(u32),
        visit: &mut dyn FnMut(usize, u32) -> f64,
    ) {
        let mut first = 0;
        for group in from.chunks(GROUP) {
            let all: [BoxDistance; GROUP] =
                from_fn(|i| BoxDistance(*group.get(i).unwrap_or(&group[0])));
            let in_tree = |i: usize, id: u32, _| visit(first + i, id);
            let tree = self.tree.inner();
            let bounds = tree.ordered_each((&all, group.len()), f64::INFINITY, expect, in_tree);
            for (i, (from, bound)) in group.iter().zip(bounds).enumerate() {
                if bound >= 0.0 && !self.loose.is_empty() {
                    let visit = &mut |id| visit(first + i, id);
                    self.loose.nearest(&self.slots, *from, bound, visit);
                }
            }
            first += group.len();
        }
    }

    pub(crate) fn heap_bytes(&self) -> usize {
        self.slots.heap_bytes() + self.loose.heap_bytes() + self.tree.heap_bytes()
    }

    pub(crate) fn visit_nodes(&self, visit: &mut dyn FnMut(Aabb, u32)) {
        self.tree.visit_nodes(visit);
        self.loose.inner().walk(visit);
    }
}

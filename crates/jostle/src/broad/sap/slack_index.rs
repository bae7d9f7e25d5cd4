//! An index of boxes that move all the time: swept in every frame, and queried through a tree over
//! the order of the sweep (`lazy_bvh.rs`).
//!
//! A `set` until the next sweep only stores the new box. The largest distance by which any box has
//! left the box of the last sweep is the **slack**. Every query of the tree is enlarged by it, and
//! its candidates are compared with the current boxes. So queries are exact at once, and a `set`
//! costs two reads and a write.
//!
//! A box that jumps further than a few times its size is refused, and its owner keeps it elsewhere,
//! so that one teleport does not enlarge all queries. If many jump in every frame the limit grows,
//! because then the sweep matters more.

use crate::broad::box_table::{BoxTable, NOTHING, holds};
use crate::broad::bvh::nodes::Nodes;
use crate::broad::bvh::slab::{BoxDistance, SlabTest8, SweptSegment, square_distance};
use crate::broad::sap::lazy_bvh::SweepOrder;
use crate::broad::sap::{Items, Strips};
use crate::math::simd::{F32Lanes, F32x4, Four};
use crate::math::{Aabb, Vec2};
use alloc::vec::Vec;
use core::ops::ControlFlow;

/// One box in this number jumps before the limit grows.
const MANY: usize = 16;
/// By how much the limit grows and shrinks.
const STEP: f32 = 8.0;
/// The limit in typical sizes, where few jump.
const LIMIT: f32 = 4.0;
/// What the limit may be multiplied with; reaches over everything, and times anything is a number.
const FARTHEST: f32 = 1e30;

#[derive(Clone, Debug)]
pub(crate) struct SweptIndex {
    strips: Strips,
    order: SweepOrder,
    /// By id: the box swept; NaN for an id that is not here.
    swept: Vec<Aabb>,
    /// True if any box differs from the one swept.
    stale: Stale,
    /// The largest distance by which any box has outgrown the one swept, for each side, rounded.
    slack: [f32; 4],
    /// True if any has left since the sweep.
    pub(crate) left: bool,
    /// By less than this may a side outgrow the one swept.
    limit: f32,
    /// What the limit is multiplied with.
    factor: f32,
    jumped: usize,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stale {
    No,
    Yes,
}

impl Default for SweptIndex {
    fn default() -> Self {
        Self {
            strips: Strips::default(),
            order: SweepOrder::default(),
            swept: Vec::new(),
            stale: Stale::No,
            slack: [0.0; 4],
            left: false,
            limit: 0.0,
            factor: 1.0,
            jumped: 0,
        }
    }
}

/// A box grown by the slack, outward.
fn widened(b: Aabb, slack: f32) -> Aabb {
    let slack = slack.next_up();
    Aabb {
        min: Vec2 { x: (b.min.x - slack).next_down(), y: (b.min.y - slack).next_down() },
        max: Vec2 { x: (b.max.x + slack).next_up(), y: (b.max.y + slack).next_up() },
    }
}

/// The sides of a box as lanes: the low ones, then the high ones.
#[inline(always)]
fn sides(b: Aabb) -> Four {
    Four::load([b.min.x, b.min.y, b.max.x, b.max.y])
}

impl SweptIndex {
    pub(crate) fn has(&self, id: u32) -> bool {
        self.swept.get(id as usize).is_some_and(|b| holds(*b))
    }

    /// Returns `true` if there is nothing that a question could meet.
    pub(crate) fn is_empty(&self) -> bool {
        self.order.is_empty()
    }

    /// The tree over the boxes as they were swept.
    pub(crate) fn inner(&self) -> &Nodes {
        self.order.tree(&self.swept)
    }

    fn slack(&self) -> f32 {
        self.slack.into_iter().fold(0.0, |most, by| if by > most { by } else { most })
    }

    /// Entries sorted and groups looked at by the last sweep.
    pub(crate) fn looked(&self) -> u64 {
        self.strips.looked
    }

    /// Notes that the box of an id, if it is here, has become `bounds`, which holds a point; states
    /// whether it may stay.
    #[inline(always)]
    pub(crate) fn follow(&mut self, id: u32, bounds: Aabb) -> bool {
        let Some(by) = self.excess(id, bounds) else { return false };
        self.widen_slack(by);
        true
    }

    /// Returns how far a box has left its swept box on each side, or `None` if it must leave the
    /// index.
    #[inline(always)]
    pub(crate) fn excess(&self, id: u32, bounds: Aabb) -> Option<Four> {
        let old = self.swept.get(id as usize)?;
        let by = (sides(*old) - sides(bounds)) * Four::load([1.0, 1.0, -1.0, -1.0]);
        // No number where nothing was swept, and none that is finite where a side is not.
        let near = Four::splat(self.limit).gt(by);
        (near.and(by.gt(Four::splat(f32::NEG_INFINITY))).mask() == 15).then_some(by)
    }

    /// Notes by how much boxes have outgrown those swept.
    #[inline(always)]
    pub(crate) fn widen_slack(&mut self, by: Four) {
        self.slack = by.max(Four::load(self.slack)).numbers();
        self.stale = Stale::Yes;
    }

    /// Forgets an id that is here and that did not follow.
    pub(crate) fn evict(&mut self, id: u32) {
        self.jumped += 1;
        self.remove(id);
    }

    /// Forgets an id that is here. What stands in the tree is refused as stale from now on.
    pub(crate) fn remove(&mut self, id: u32) {
        self.swept[id as usize] = NOTHING;
        self.stale = Stale::Yes;
        self.left = true;
    }

    /// Sweeps all items, which become what is here, and calls `hit` with each pair.
    pub(crate) fn sweep(
        &mut self,
        items: &impl Items,
        count: usize,
        hit: &mut impl FnMut(u32, u32),
    ) {
        self.adapt(count);
        self.strips.run(items, count, &mut self.order, hit);
        self.settle(items);
    }

    /// Does as `sweep` on the threads of the current `rayon` pool; lists the pairs that `counts`
    /// states count.
    #[cfg(feature = "rayon")]
    pub(crate) fn sweep_parallel(
        &mut self,
        items: &(impl Items + Sync),
        count: usize,
        counts: impl Fn(u32, u32) -> bool + Sync,
        lists: &mut Vec<Vec<(u32, u32)>>,
    ) {
        self.adapt(count);
        self.strips.run_parallel(items, count, &mut self.order, counts, lists);
        self.settle(items);
    }

    /// Adapts the limit of jumps to the share of items that jumped.
    fn adapt(&mut self, count: usize) {
        if self.jumped > count / MANY {
            self.factor = if self.factor < FARTHEST { self.factor * STEP } else { self.factor };
        } else if self.slack() * STEP < self.limit && self.factor > 1.0 {
            self.factor /= STEP;
        }
    }

    /// Makes the items, which were swept, what is here.
    fn settle(&mut self, items: &impl Items) {
        items.copy(&mut self.swept);
        self.order.finish(&self.swept);
        self.jumped = 0;
        self.slack = [0.0; 4];
        self.left = false;
        self.stale = Stale::No;
        self.limit = (self.strips.typical * LIMIT * self.factor).next_up();
    }

    pub(crate) fn overlapping(
        &self,
        slots: &BoxTable,
        bounds: Aabb,
        mut visit: impl FnMut(u32) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let stale = self.stale != Stale::No;
        let around = if stale { widened(bounds, self.slack()) } else { bounds };
        self.inner().overlapping(around, |id| {
            if stale && !self.current(slots, id).is_some_and(|own| own.overlaps(bounds)) {
                return ControlFlow::Continue(());
            }
            visit(id)
        })
    }

    /// The box of an id that the tree offers, if it is still here.
    fn current(&self, slots: &BoxTable, id: u32) -> Option<Aabb> {
        if self.has(id) { slots.get(id) } else { None }
    }

    pub(crate) fn along(
        &self,
        slots: &BoxTable,
        (origin, translation, radius): (Vec2, Vec2, f32),
        end: f64,
        visit: &mut dyn FnMut(u32) -> f32,
    ) -> f64 {
        if self.stale == Stale::No {
            let mut slabs = SlabTest8::NONE;
            slabs.follow(origin, translation, radius);
            return self.inner().ordered(&slabs, end, |id, _| f64::from(visit(id)));
        }
        let way = SweptSegment::new(origin, translation, radius);
        let mut wide = SlabTest8::NONE;
        wide.follow(origin, translation, (radius + self.slack().next_up()).next_up());
        self.inner().ordered(&wide, end, |id, end| match self.current(slots, id) {
            Some(own) if way.entry_fraction(own, end).is_some() => f64::from(visit(id)),
            _ => end,
        })
    }

    pub(crate) fn nearest(
        &self,
        slots: &BoxTable,
        from: Aabb,
        bound: f64,
        visit: &mut dyn FnMut(u32) -> f64,
    ) -> f64 {
        if self.stale == Stale::No {
            return self.inner().ordered(&BoxDistance(from), bound, |id, _| visit(id));
        }
        self.inner().ordered(&BoxDistance(widened(from, self.slack())), bound, |id, bound| {
            match self.current(slots, id) {
                Some(own) if square_distance(from, own) <= bound => visit(id),
                _ => bound,
            }
        })
    }

    pub(crate) fn heap_bytes(&self) -> usize {
        self.strips.heap_bytes()
            + self.order.heap_bytes()
            + self.swept.capacity() * size_of::<Aabb>()
    }
}

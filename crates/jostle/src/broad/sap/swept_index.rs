//! An index of boxes that move all the time: swept in every frame, and queried through a tree over
//! the order of the sweep.
//!
//! An update until the next sweep only stores the new box. The largest distance by which any box
//! has left the box of the last sweep is the **slack**. Every query of the tree is enlarged by it,
//! and its candidates are compared with the current boxes. A box that jumps further than a few times
//! its size must leave the index, so that it does not enlarge all queries. If many jump in every
//! frame the limit grows, because then the sweep matters more.
//!
//! Neighbors in the order of the sweep are neighbors in the plane (sort-tile-recursive packing:
//! Leutenegger, Edgington and Lopez, STR, 1997), so a tree over them costs one pass. The first
//! query builds it in the memory of the last one, because many sweeps are followed by no query.

use crate::broad::box_table::{BoxTable, NOTHING, holds};
use crate::broad::bvh::nodes::Nodes;
use crate::broad::bvh::slab::DistanceQuery;
use crate::broad::heap_bytes;
use crate::broad::parallel::Threads;
use crate::broad::sap::{Items, Strips};
use crate::math::lazy::Lazy;
use crate::math::simd::{F32Lanes, F32x4, Four, WIDTH};
use crate::math::{Aabb, reserve_eighth};
use alloc::vec::Vec;
use core::ops::ControlFlow;
#[cfg(feature = "std")]
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// One box in this number jumps before the limit grows.
const MANY: usize = 16;
/// By how much the limit grows and shrinks.
const STEP: f32 = 8.0;
/// The limit in typical sizes, if few jump.
const LIMIT: f32 = 4.0;
/// What the limit may be multiplied with; reaches over everything, and times anything is a number.
const FARTHEST: f32 = 1e30;

#[derive(Clone, Debug, Default)]
pub(crate) struct SweptIndex {
    strips: Strips,
    tree: Lazy<Nodes>,
    /// The memory of the last tree, which clones share. Without `std` the tree is built at once, in
    /// new memory.
    #[cfg(feature = "std")]
    spare: Arc<Mutex<Nodes>>,
    /// By id: the box of the last sweep; NaN for an id that is not here.
    swept: Vec<Aabb>,
    /// True if any box differs from the one swept.
    stale: bool,
    /// The largest distance by which any box has outgrown the one swept, for each side, rounded.
    slack: [f32; 4],
    /// True if any has left since the sweep.
    pub(crate) left: bool,
    /// A side may outgrow the one swept by less than this.
    limit: f32,
    /// What the limit is multiplied with, if above 1.
    factor: f32,
    jumped: usize,
}

/// Returns the sides of a box as lanes: the low ones, then the high ones.
#[inline(always)]
fn sides(b: Aabb) -> Four {
    Four::load([b.min.x, b.min.y, b.max.x, b.max.y])
}

impl SweptIndex {
    pub(crate) fn has(&self, id: u32) -> bool {
        self.swept.get(id as usize).is_some_and(|b| holds(*b))
    }

    /// Returns `true` if there is nothing that a query could meet.
    pub(crate) fn is_empty(&self) -> bool {
        self.strips.looked == 0
    }

    /// Returns the tree over the boxes as they were swept.
    #[inline]
    pub(crate) fn inner(&self) -> &Nodes {
        self.tree.get(|| self.build())
    }

    fn build(&self) -> Nodes {
        #[cfg(feature = "std")]
        let mut nodes = core::mem::take(&mut *self.spare());
        #[cfg(not(feature = "std"))]
        let mut nodes = Nodes::default();
        let leaves = self.strips.order().flat_map(|strip| strip.chunks(WIDTH));
        nodes.build(leaves.map(|ids| ids.iter().map(|id| (*id, self.swept[*id as usize]))));
        nodes
    }

    #[cfg(feature = "std")]
    fn spare(&self) -> MutexGuard<'_, Nodes> {
        self.spare.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn slack(&self) -> f32 {
        self.slack.into_iter().fold(0.0, |most, by| if by > most { by } else { most })
    }

    /// Returns how many entries the last sweep sorted and how many groups it looked at.
    pub(crate) fn looked(&self) -> u64 {
        self.strips.looked
    }

    /// Returns how far a box has left its swept box on each side, or `None` if it must leave the
    /// index.
    #[inline(always)]
    pub(crate) fn excess(&self, id: u32, bounds: Aabb) -> Option<Four> {
        let old = self.swept.get(id as usize)?;
        let by = (sides(*old) - sides(bounds)) * Four::load([1.0, 1.0, -1.0, -1.0]);
        // NaN if nothing was swept, and infinite if a side is.
        let near = Four::splat(self.limit).gt(by);
        (near.and(by.gt(Four::splat(f32::NEG_INFINITY))).mask() == 15).then_some(by)
    }

    /// Notes by how much boxes have outgrown those swept.
    #[inline(always)]
    pub(crate) fn widen_slack(&mut self, by: Four) {
        self.slack = by.max(Four::load(self.slack)).numbers();
        self.stale = true;
    }

    /// Removes an id that is here because its box jumped.
    pub(crate) fn evict(&mut self, id: u32) {
        self.jumped += 1;
        self.remove(id);
    }

    /// Removes an id that is here. Queries refuse its box in the tree from now on.
    pub(crate) fn remove(&mut self, id: u32) {
        self.swept[id as usize] = NOTHING;
        self.stale = true;
        self.left = true;
    }

    /// Sweeps the boxes of these ids, which ascend, are in and finite, and become the content. Lists
    /// the pairs that `counts` accepts.
    pub(crate) fn sweep(
        &mut self,
        threads: Threads,
        ids: &[u32],
        boxes: &BoxTable,
        counts: impl Fn(u32, u32) -> bool + Sync,
        lists: &mut [Vec<(u32, u32)>],
    ) {
        // Adapts the limit to the share of boxes that jumped.
        let factor = if self.factor > 1.0 { self.factor } else { 1.0 };
        self.factor = if self.jumped > ids.len() / MANY {
            if factor < FARTHEST { factor * STEP } else { factor }
        } else if self.slack() * STEP < self.limit && factor > 1.0 {
            factor / STEP
        } else {
            factor
        };
        let items = Items { ids, boxes: boxes.all() };
        self.strips.run(threads, items, counts, lists);
        let room = ids.last().map_or(0, |last| *last as usize + 1);
        if self.swept.len() < room {
            reserve_eighth(&mut self.swept, room);
            self.swept.resize(room, NOTHING);
        }
        for (id, bounds) in items.iter() {
            self.swept[id as usize] = bounds;
        }
        #[cfg(feature = "std")]
        if let Some(nodes) = self.tree.take() {
            *self.spare() = nodes;
        }
        self.tree = Lazy::new(|| self.build());
        (self.jumped, self.slack, self.left, self.stale) = (0, [0.0; 4], false, false);
        self.limit = (self.strips.typical * LIMIT * self.factor).next_up();
    }

    pub(crate) fn overlapping(
        &self,
        boxes: &BoxTable,
        bounds: Aabb,
        mut visit: impl FnMut(u32) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let around = if self.stale { bounds.enlarged(self.slack()) } else { bounds };
        self.inner().overlapping(around, |id| {
            if self.stale && !self.current(boxes, id).is_some_and(|own| own.overlaps(bounds)) {
                return ControlFlow::Continue(());
            }
            visit(id)
        })
    }

    /// Returns the box of an id that the tree offers, if it is still here.
    fn current(&self, boxes: &BoxTable, id: u32) -> Option<Aabb> {
        if self.has(id) { boxes.get(id) } else { None }
    }

    /// Answers a query from a bound on.
    pub(crate) fn ordered<Q: DistanceQuery>(
        &self,
        boxes: &BoxTable,
        query: &Q,
        bound: f64,
        mut visit: impl FnMut(u32) -> f64,
    ) {
        let nodes = self.inner();
        if !self.stale {
            nodes.ordered((&[query.test()], 1), [bound], |_| {}, |_, id, _| visit(id));
            return;
        }
        let reaches = query.reaches();
        let test = query.enlarged(self.slack()).test();
        nodes.ordered(
            (&[test], 1),
            [bound],
            |_| {},
            |_, id, bound| {
                let current = self.current(boxes, id);
                if current.is_some_and(|own| reaches(own, bound)) { visit(id) } else { bound }
            },
        );
    }

    pub(crate) fn heap_bytes(&self) -> usize {
        #[cfg(feature = "std")]
        let spare = self.spare().heap_bytes();
        #[cfg(not(feature = "std"))]
        let spare = 0;
        let tree = self.tree.made().map_or(0, Nodes::heap_bytes);
        self.strips.heap_bytes() + tree + spare + heap_bytes(&self.swept)
    }
}

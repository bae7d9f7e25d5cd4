//! The order that a sweep leaves behind, and a tree over it that the first query builds.
//!
//! Neighbors in the order of the sweep are neighbors in the plane (sort-tile-recursive packing:
//! Leutenegger, Edgington and Lopez, STR, 1997), so a tree over them costs one pass. Many sweeps
//! are followed by no query, so only the ids are kept, and the first query builds the tree in the
//! memory of the last one. Without `std`, which threads need to agree on the builder, the tree is
//! built at once.

use crate::broad::bvh::boxes8::WIDTH;
use crate::broad::bvh::nodes::{Node, Nodes};
use crate::math::{Aabb, reserve_eighth};
use alloc::vec::Vec;

/// Ids in the order of a sweep.
#[derive(Clone, Debug, Default)]
pub(crate) struct SweepOrder {
    /// By the hand that swept; some may not be in use.
    stretches: Vec<OrderRun>,
    tree: LazyTree,
}

/// A part of them.
#[derive(Clone, Debug, Default)]
pub(crate) struct OrderRun {
    /// May have room for more at its end.
    ids: Vec<u32>,
    len: usize,
    /// Where each strip ends.
    ends: Vec<u32>,
}

/// A tree that the first query builds, on any thread.
#[cfg(feature = "std")]
#[derive(Debug, Default)]
struct LazyTree {
    made: std::sync::OnceLock<Nodes>,
    /// The memory of the one before.
    spare: std::sync::Mutex<Nodes>,
}

#[cfg(feature = "std")]
impl LazyTree {
    fn forget(&mut self) {
        if let Some(nodes) = self.made.take() {
            self.spare = nodes.into();
        }
    }

    fn prepare(&mut self, _: impl FnOnce(&mut Nodes)) {}

    fn get(&self, make: impl FnOnce(&mut Nodes)) -> &Nodes {
        self.made.get_or_init(|| {
            let spare = &mut *self.spare.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
            let mut nodes = core::mem::take(spare);
            make(&mut nodes);
            nodes
        })
    }

    fn heap_bytes(&self) -> usize {
        let spare =
            self.spare.lock().unwrap_or_else(std::sync::PoisonError::into_inner).heap_bytes();
        spare + self.made.get().map_or(0, Nodes::heap_bytes)
    }
}

#[cfg(feature = "std")]
impl Clone for LazyTree {
    fn clone(&self) -> Self {
        Self { made: self.made.clone(), spare: Nodes::default().into() }
    }
}

#[cfg(not(feature = "std"))]
#[derive(Clone, Debug, Default)]
struct LazyTree {
    made: Nodes,
}

#[cfg(not(feature = "std"))]
impl LazyTree {
    fn forget(&mut self) {}

    fn prepare(&mut self, make: impl FnOnce(&mut Nodes)) {
        make(&mut self.made);
    }

    fn get(&self, _: impl FnOnce(&mut Nodes)) -> &Nodes {
        &self.made
    }

    fn heap_bytes(&self) -> usize {
        self.made.heap_bytes()
    }
}

impl SweepOrder {
    /// Removes all; returns that number of stretches to be filled with that number of ids in all.
    pub(crate) fn begin(&mut self, stretches: usize, count: usize) -> &mut [OrderRun] {
        self.tree.forget();
        for stretch in &mut self.stretches {
            stretch.len = 0;
            stretch.ends.clear();
        }
        if self.stretches.len() < stretches {
            self.stretches.resize_with(stretches, OrderRun::default);
        }
        let used = &mut self.stretches[..stretches];
        used.iter_mut().for_each(|stretch| reserve_eighth(&mut stretch.ids, count / stretches));
        used
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.stretches.iter().all(|stretch| stretch.len == 0)
    }

    /// To be called when all strips are in, with the boxes by id.
    pub(crate) fn finish(&mut self, boxes: &[Aabb]) {
        let Self { stretches, tree } = self;
        tree.prepare(|nodes| lay_out(stretches, boxes, nodes));
    }

    /// The tree over the boxes, which must be those of `finish`.
    #[inline]
    pub(crate) fn tree(&self, boxes: &[Aabb]) -> &Nodes {
        self.tree.get(|nodes| lay_out(&self.stretches, boxes, nodes))
    }

    pub(crate) fn heap_bytes(&self) -> usize {
        let each = |s: &OrderRun| (s.ids.capacity() + s.ends.capacity()) * 4;
        self.stretches.iter().map(each).sum::<usize>() + self.tree.heap_bytes()
    }
}

impl OrderRun {
    /// Adds those of a strip that are kept, by their places in it.
    #[inline]
    pub(crate) fn part(&mut self, ids: &[u32], kept: impl Fn(usize) -> bool) {
        if self.ids.len() < self.len + ids.len() {
            reserve_eighth(&mut self.ids, self.len + ids.len());
            self.ids.resize(self.len + ids.len(), 0);
        }
        let room = &mut self.ids[self.len..];
        let mut len = 0;
        for (at, id) in ids.iter().enumerate() {
            room[len] = *id;
            len += usize::from(kept(at));
        }
        self.len += len;
        self.ends.push(self.len as u32);
    }

    /// The strips.
    fn strips(&self) -> impl Iterator<Item = &[u32]> {
        let mut begin = 0;
        self.ends.iter().map(move |end| {
            let begin = core::mem::replace(&mut begin, *end as usize);
            &self.ids[begin..*end as usize]
        })
    }
}

/// Builds the tree over strips of ids, with the boxes by id.
fn lay_out(stretches: &[OrderRun], boxes: &[Aabb], nodes: &mut Nodes) {
    nodes.clear();
    let mut lane = WIDTH;
    for strip in stretches.iter().flat_map(OrderRun::strips) {
        // A strip begins a new leaf unless the last one is nearly empty.
        lane = if lane >= WIDTH / 2 { WIDTH } else { lane };
        for id in strip {
            if lane == WIDTH {
                nodes.all.push(Node::EMPTY);
                lane = 0;
            }
            if let Some(leaf) = nodes.all.last_mut() {
                leaf.put(lane, boxes[*id as usize], *id);
            }
            lane += 1;
        }
    }
    nodes.build_upper_levels();
}

//! The nodes of all trees of boxes: eight boxes a node, all leaves equally deep.
//!
//! Method: an overlap query descends depth first (Guttman, "R-trees: a dynamic index structure for
//! spatial searching", 1984). The stack has room for the tallest tree allowed, so it needs no
//! check. Rays and nearest queries are in `traverse.rs`.

use crate::broad::box_table::{NOTHING, holds};
use crate::broad::bvh::boxes8::{Lanes, WIDTH};
use crate::broad::heap_bytes;
use crate::math::Aabb;
use crate::math::ones;
use alloc::vec::Vec;
use core::ops::ControlFlow;

/// Levels that a tree may have; eight children each would do with eleven for all ids.
pub(crate) const TALLEST: usize = 12;
/// Room for a depth-first walk: seven siblings wait on each level.
const STACK: usize = (WIDTH - 1) * TALLEST + 1;
/// Stands in lanes without a child.
pub(crate) const NONE: u32 = u32::MAX;

/// Eight boxes and what they belong to: nodes further down, or ids on the lowest level.
#[derive(Clone, Debug)]
pub(crate) struct Node {
    pub(crate) lanes: Lanes,
    pub(crate) child: [u32; WIDTH],
}

impl Node {
    pub(crate) const EMPTY: Self = Self { lanes: Lanes::EMPTY, child: [NONE; WIDTH] };

    pub(crate) fn put(&mut self, lane: usize, bounds: Aabb, child: u32) {
        self.lanes.put(lane, bounds);
        self.child[lane] = child;
    }

    pub(crate) fn clear(&mut self, lane: usize) {
        self.put(lane, NOTHING, NONE);
    }

    pub(crate) fn used(&self) -> impl Iterator<Item = usize> {
        (0..WIDTH).filter(|lane| self.child[*lane] != NONE)
    }

    pub(crate) fn lane_of(&self, child: u32) -> Option<usize> {
        self.child.iter().position(|other| *other == child)
    }

    /// Returns one bit for each lane in use whose child is accepted.
    pub(crate) fn lanes_of(&self, accept: impl Fn(u32) -> bool) -> u32 {
        self.used().filter(|lane| accept(self.child[*lane])).fold(0, |bits, lane| bits | 1 << lane)
    }
}

/// Nodes with their root; no level, no node.
#[derive(Clone, Debug, Default)]
pub(crate) struct Nodes {
    pub(crate) all: Vec<Node>,
    pub(crate) root: u32,
    /// Levels; 1 when the root holds ids, 0 when there is nothing.
    pub(crate) height: usize,
}

impl Nodes {
    pub(crate) fn clear(&mut self) {
        self.all.clear();
        self.root = 0;
        self.height = 0;
    }

    pub(crate) fn node(&self, index: u32) -> &Node {
        &self.all[index as usize]
    }

    /// Builds the tree from leaves in a spatial order.
    pub(crate) fn build<L: Iterator<Item = (u32, Aabb)>>(
        &mut self,
        leaves: impl Iterator<Item = L>,
    ) {
        self.clear();
        for leaf in leaves {
            let mut node = Node::EMPTY;
            leaf.enumerate().for_each(|(lane, (id, bounds))| node.put(lane, bounds, id));
            self.all.push(node);
        }
        self.height = usize::from(!self.all.is_empty());
        let mut level = 0..self.all.len();
        while level.len() > 1 {
            let above = self.all.len();
            for first in level.clone().step_by(WIDTH) {
                let mut node = Node::EMPTY;
                for (lane, child) in (first..level.end).take(WIDTH).enumerate() {
                    node.put(lane, self.all[child].lanes.bounds(), child as u32);
                }
                self.all.push(node);
            }
            level = above..self.all.len();
            self.height += 1;
        }
        self.root = level.start as u32;
    }

    /// Calls `leaf` with the index of every lowest node that has a lane that meets `bounds`, and
    /// the bits of those lanes; returns how many nodes were looked at.
    #[inline]
    pub(crate) fn leaves(
        &self,
        bounds: Aabb,
        mut leaf: impl FnMut(u32, u32) -> ControlFlow<()>,
    ) -> (u64, ControlFlow<()>) {
        let mut looked = 0;
        if self.height == 0 {
            return (looked, ControlFlow::Continue(()));
        }
        let mut stack = [(0_u32, 0_u32); STACK];
        stack[0] = (self.root, self.height as u32);
        let mut waiting = 1;
        while waiting > 0 {
            waiting -= 1;
            let (index, level) = stack[waiting];
            let node = self.node(index);
            let bits = node.lanes.meeting(bounds);
            looked += 1;
            if level == 1 {
                if bits != 0 && leaf(index, bits).is_break() {
                    return (looked, ControlFlow::Break(()));
                }
                continue;
            }
            for lane in ones(bits.into()) {
                stack[waiting] = (node.child[lane], level - 1);
                waiting += 1;
            }
        }
        (looked, ControlFlow::Continue(()))
    }

    pub(crate) fn overlapping(
        &self,
        bounds: Aabb,
        mut visit: impl FnMut(u32) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let leaf = |index, bits: u32| {
            ones(bits.into()).try_for_each(|lane| visit(self.node(index).child[lane]))
        };
        self.leaves(bounds, leaf).1
    }

    /// Calls `leaf` with the index of every lowest node and itself.
    pub(crate) fn each_leaf(&self, mut leaf: impl FnMut(u32, &Node)) {
        self.each(|index, node, depth| {
            if depth as usize + 1 == self.height {
                leaf(index, node);
            }
        });
    }

    /// Calls `visit` with the boxes of all nodes and their depth.
    pub(crate) fn walk(&self, visit: &mut dyn FnMut(Aabb, u32)) {
        self.each(|_, node, depth| {
            let bounds = node.lanes.bounds();
            if holds(bounds) {
                visit(bounds, depth);
            }
        });
    }

    fn each(&self, mut visit: impl FnMut(u32, &Node, u32)) {
        let mut stack = [(0_u32, 0_u32); STACK];
        stack[0] = (self.root, 0);
        let mut waiting = usize::from(self.height > 0);
        while waiting > 0 {
            waiting -= 1;
            let (index, depth) = stack[waiting];
            let node = self.node(index);
            visit(index, node, depth);
            if depth as usize + 1 < self.height {
                for lane in node.used() {
                    stack[waiting] = (node.child[lane], depth + 1);
                    waiting += 1;
                }
            }
        }
    }

    pub(crate) fn heap_bytes(&self) -> usize {
        heap_bytes(&self.all)
    }
}

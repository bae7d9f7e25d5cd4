//! The nodes of all trees of boxes: eight boxes a node, all leaves equally deep.
//!
//! The boxes of a node are a structure of arrays, for tests of all eight at once. An empty lane holds
//! NaN, and every comparison with NaN is false.
//!
//! Build: splits at the median of the centers along the longer side, from the top down, at multiples
//! of the capacity of a subtree, so that leaves are full and the levels above them are eights of
//! consecutive nodes. No distribution makes the tree deeper. Cost: O(n log n), the logarithm counting
//! leaves.
//!
//! Queries: an overlap query descends depth first (Guttman, "R-trees: a dynamic index structure for
//! spatial searching", 1984). The stack has room for the tallest tree allowed, so it needs no
//! check. Rays and nearest queries are in `traverse.rs`.

use crate::broad::box_table::{NOTHING, holds};
use crate::broad::heap_bytes;
use crate::math::simd::{Eight, F32Lanes, F32x8, WIDTH};
use crate::math::sort::{from_sortable_bits, to_sortable_bits};
use crate::math::{Aabb, Vec2, half_of_subtrees, ones};
use alloc::vec::Vec;
use core::ops::ControlFlow;

/// Levels that a tree may have; eight children each would do with eleven for all ids.
pub(crate) const TALLEST: usize = 12;
/// Room for a depth-first walk: seven siblings wait on each level.
const STACK: usize = (WIDTH - 1) * TALLEST + 1;
/// Stands in lanes without a child.
pub(crate) const NONE: u32 = u32::MAX;

/// The low and high sides along x, then along y. Aligned so that no register's load crosses a cache
/// line.
#[derive(Clone, Copy, Debug)]
#[repr(align(32))]
pub(crate) struct Lanes(pub(crate) [[[f32; WIDTH]; 2]; 2]);

impl Lanes {
    pub(crate) const EMPTY: Self = Self([[[f32::NAN; WIDTH]; 2]; 2]);

    pub(crate) fn put(&mut self, lane: usize, bounds: Aabb) {
        let Aabb { min, max } = bounds;
        let Self([[x0, x1], [y0, y1]]) = self;
        (x0[lane], x1[lane], y0[lane], y1[lane]) = (min.x, max.x, min.y, max.y);
    }

    pub(crate) fn get(&self, lane: usize) -> Aabb {
        let Self([[x0, x1], [y0, y1]]) = self;
        let (min, max) = ((x0[lane], y0[lane]), (x1[lane], y1[lane]));
        Aabb { min: Vec2 { x: min.0, y: min.1 }, max: Vec2 { x: max.0, y: max.1 } }
    }

    #[cold]
    pub(crate) fn scaled(&self, by: f32) -> Self {
        Self(self.0.map(|axis| axis.map(|side| side.map(|v| v * by))))
    }

    /// Returns the smallest box that holds all lanes that are not empty; NaN when all are.
    pub(crate) fn bounds(&self) -> Aabb {
        let all = (0..WIDTH).map(|lane| self.get(lane)).filter(|bounds| holds(*bounds));
        all.reduce(Aabb::union).unwrap_or(NOTHING)
    }

    /// Returns one bit for each lane whose closed box shares a point with `bounds`.
    #[inline(always)]
    pub(crate) fn meeting(&self, bounds: Aabb) -> u32 {
        let Self([[x0, x1], [y0, y1]]) = self;
        let (x0, x1, y0, y1) = (Eight::load(x0), Eight::load(x1), Eight::load(y0), Eight::load(y1));
        let Aabb { min, max } = bounds;
        let beside = x0.gt(Eight::splat(max.x)).or(Eight::splat(min.x).gt(x1));
        let across = y0.gt(Eight::splat(max.y)).or(Eight::splat(min.y).gt(y1));
        u32::from(x0.eq(x0).mask() & !beside.or(across).mask())
    }
}

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

    /// Builds the tree of some boxes, `fill` in a leaf.
    pub(in crate::broad) fn pack(&mut self, items: &mut [Item], fill: usize) {
        order(items, fill);
        self.build(items.chunks(fill).map(|leaf| leaf.iter().copied()));
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

    /// Calls `report` with the ids of each pair of a box in some lanes of a leaf and a box of this
    /// tree that share a point. Walks once for all lanes `together`, if leaves come in the order of
    /// the tree, or once for each. Returns how many nodes it looked at.
    #[inline]
    pub(crate) fn join_leaf(
        &self,
        leaf: &Node,
        lanes: u32,
        together: bool,
        mut report: impl FnMut(u32, u32),
    ) -> u64 {
        let (mut looked, mut rest) = (0, lanes);
        while rest != 0 {
            let group = if together { rest } else { rest & rest.wrapping_neg() };
            rest &= !group;
            let own = || ones(group.into()).map(|lane| (leaf.lanes.get(lane), leaf.child[lane]));
            let Some(around) = own().map(|(bounds, _)| bounds).reduce(Aabb::union) else { break };
            let (count, _) = self.leaves(around, |other, near| {
                let other = self.node(other);
                for (bounds, id) in own() {
                    let met = near & other.lanes.meeting(bounds);
                    ones(met.into()).for_each(|hit| report(id, other.child[hit]));
                }
                ControlFlow::Continue(())
            });
            looked += count;
        }
        looked
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

pub(in crate::broad) type Item = (u32, Aabb);

/// The middle of a box along x, in whole numbers of the same order.
fn x((_, bounds): &Item) -> u32 {
    to_sortable_bits(bounds.min.x * 0.5 + bounds.max.x * 0.5)
}

fn y((_, bounds): &Item) -> u32 {
    to_sortable_bits(bounds.min.y * 0.5 + bounds.max.y * 0.5)
}

/// Puts items into an order in which every `fill`, eight times as many and so on are neighbors.
fn order(items: &mut [Item], fill: usize) {
    let n = items.len();
    if n <= fill {
        return;
    }
    let at = half_of_subtrees(n, fill);
    split_at(items, at);
    let (left, right) = items.split_at_mut(at);
    order(left, fill);
    order(right, fill);
}

/// Puts the `count` items with the lowest centers along the longer side of all centers first.
pub(in crate::broad) fn split_at(items: &mut [Item], count: usize) {
    let (mut x0, mut x1, mut y0, mut y1) = (u32::MAX, 0, u32::MAX, 0);
    for (x, y) in items.iter().map(|item| (x(item), y(item))) {
        (x0, x1, y0, y1) = (x0.min(x), x1.max(x), y0.min(y), y1.max(y));
    }
    // By halves, so that differences stay finite.
    let half = |bits: u32| 0.5 * from_sortable_bits(bits);
    let wide = half(x1) - half(x0) >= half(y1) - half(y0);
    // Equal centers keep one order for every input order.
    let key = |rank: u32, item: &Item| u64::from(rank) << 32 | u64::from(item.0);
    items.select_nth_unstable_by_key(count, |item| key(if wide { x(item) } else { y(item) }, item));
}

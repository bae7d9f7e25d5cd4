//! The build of a tree: an order of boxes in which every eight, sixty-four and so on are neighbors.
//!
//! Method: splits at the median of the centers along the longer side, from the top down, at
//! multiples of the capacity of a subtree, so that leaves are full and the levels above them are
//! eights of consecutive nodes. No distribution makes the tree deeper. Cost: O(n log n), the
//! logarithm counting leaves.

use crate::broad::bvh::boxes8::WIDTH;
use crate::broad::bvh::nodes::Nodes;
use crate::math::Aabb;
use crate::math::sort::{from_sortable_bits, select_smallest, to_sortable_bits};

pub(in crate::broad) type Item = (u32, Aabb);

/// The middle of a box along x, in whole numbers of the same order.
fn x((_, bounds): &Item) -> u32 {
    to_sortable_bits(bounds.min.x * 0.5 + bounds.max.x * 0.5)
}

fn y((_, bounds): &Item) -> u32 {
    to_sortable_bits(bounds.min.y * 0.5 + bounds.max.y * 0.5)
}

/// Builds a tree over the items, which it reorders, with at most `leaf` of them in a leaf.
pub(in crate::broad) fn build(items: &mut [Item], fill: usize, nodes: &mut Nodes) {
    order(items, fill);
    nodes.build(items.chunks(fill).map(|leaf| leaf.iter().copied()));
}

fn order(items: &mut [Item], fill: usize) {
    let n = items.len();
    if n <= fill {
        return;
    }
    let mut subtree = fill;
    while subtree * WIDTH < n {
        subtree *= WIDTH;
    }
    let at = n.div_ceil(subtree).div_ceil(2) * subtree;
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
    select_smallest(items, count, |item| key(if wide { x(item) } else { y(item) }, item));
}

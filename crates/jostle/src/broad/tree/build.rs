//! Puts boxes into an order in which every eight, sixty-four and so on are neighbours.
//!
//! Method: halves at the median of the middles along the longer side, from the top down, at multiples
//! of what a subtree holds, so that the leaves come out full and the levels above them are eights of
//! consecutive nodes. No distribution makes it deeper. Cost: n log n, the logarithm counting leaves.

use super::super::lanes::WIDTH;
use super::super::nodes::{Node, Nodes};
use crate::math::Aabb;

/// A box to be built in.
#[derive(Clone, Copy, Debug)]
pub(in super::super) struct Item {
    pub(in super::super) bounds: Aabb,
    pub(in super::super) id: u32,
}

/// The middle, finite for infinite boxes too.
fn middle(low: f32, high: f32) -> f32 {
    let half = |v: f32| (v * 0.5).clamp(f32::MIN / 2.0, f32::MAX / 2.0);
    half(low) + half(high)
}

fn x(item: &Item) -> f32 {
    middle(item.bounds.min.x, item.bounds.max.x)
}

fn y(item: &Item) -> f32 {
    middle(item.bounds.min.y, item.bounds.max.y)
}

/// Builds a tree over the items, which it reorders, with so many of them in a leaf.
pub(in super::super) fn build(items: &mut [Item], fill: usize, nodes: &mut Nodes) {
    nodes.clear();
    order(items, fill);
    for chunk in items.chunks(fill) {
        let mut node = Node::EMPTY;
        for (lane, item) in chunk.iter().enumerate() {
            node.put(lane, item.bounds, item.id);
        }
        nodes.all.push(node);
    }
    nodes.crown();
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
    let (mut x0, mut x1, mut y0, mut y1) = (f32::MAX, f32::MIN, f32::MAX, f32::MIN);
    for (x, y) in items.iter().map(|item| (x(item), y(item))) {
        x0 = if x < x0 { x } else { x0 };
        x1 = if x > x1 { x } else { x1 };
        y0 = if y < y0 { y } else { y0 };
        y1 = if y > y1 { y } else { y1 };
    }
    // Halves, so that the difference stays finite.
    let along = if x1 * 0.5 - x0 * 0.5 >= y1 * 0.5 - y0 * 0.5 { x } else { y };
    // Equal middles keep one order, whatever order they came in.
    items.select_nth_unstable_by(at, |a, b| along(a).total_cmp(&along(b)).then(a.id.cmp(&b.id)));
    let (left, right) = items.split_at_mut(at);
    order(left, fill);
    order(right, fill);
}

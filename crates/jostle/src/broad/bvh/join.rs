//! Pairs of the boxes of a leaf and the boxes of a tree.
//!
//! Method: one walk for all boxes of the leaf together, and eight tests at once at each leaf that
//! the walk reaches. If leaves come in the order of the tree, the next walk finds the same nodes in
//! cache.

use crate::broad::bvh::nodes::{Node, Nodes};
use crate::math::Aabb;
use crate::math::ones;
use core::ops::ControlFlow;

/// Calls `report` with the ids of each pair of a box in some lanes of a leaf and a box of the tree
/// that share a point. Walks once for all lanes `together` or once for each. Returns how many nodes
/// it looked at.
#[inline]
pub(crate) fn join_leaf(
    leaf: &Node,
    lanes: u32,
    together: bool,
    tree: &Nodes,
    mut report: impl FnMut(u32, u32),
) -> u64 {
    let (mut looked, mut rest) = (0, lanes);
    while rest != 0 {
        let group = if together { rest } else { rest & rest.wrapping_neg() };
        rest &= !group;
        let own = || ones(group.into()).map(|lane| (leaf.lanes.get(lane), leaf.child[lane]));
        let Some(around) = own().map(|(bounds, _)| bounds).reduce(Aabb::union) else { break };
        let (count, _) = tree.leaves(around, |other, near| {
            let other = tree.node(other);
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

//! Pairs of a tree's own boxes of which at least one moved.
//!
//! Method: one walk for all moved boxes of a leaf together, leaf by leaf in the order of the tree,
//! and eight tests at once at each leaf that the walk reaches. The next walk finds the same nodes
//! in cache. Two moved boxes find each other twice; the smaller id reports the pair.

use crate::broad::bvh::boxes8::{WIDTH, ones};
use crate::broad::bvh::nodes::Nodes;
use crate::broad::id_set::IdSet;
use crate::math::Aabb;
use alloc::vec::Vec;
use core::ops::ControlFlow;

/// A leaf and a lane in one number.
pub(crate) fn place(leaf: u32, lane: usize) -> u32 {
    leaf * WIDTH as u32 + lane as u32
}

/// Appends the pairs of the boxes at these places, which are sorted, with all others; returns how
/// many nodes were looked at, and for how many leaves.
pub(crate) fn join(
    nodes: &Nodes,
    places: &[u32],
    moved: &IdSet,
    out: &mut Vec<(u32, u32)>,
) -> (u64, u64) {
    let (mut looked, mut groups) = (0, 0);
    for group in places.chunk_by(|a, b| a / WIDTH as u32 == b / WIDTH as u32) {
        let leaf = nodes.node(group[0] / WIDTH as u32);
        let lanes = || group.iter().map(|place| *place as usize % WIDTH);
        let around = lanes().map(|lane| leaf.lanes.get(lane)).reduce(Aabb::union);
        let Some(around) = around else { continue };
        groups += 1;
        looked += nodes
            .leaves(around, |other, near| {
                let other = nodes.node(other);
                for lane in lanes() {
                    let id = leaf.child[lane];
                    for hit in ones(near & other.lanes.meeting(leaf.lanes.get(lane))) {
                        let met = other.child[hit];
                        if met > id {
                            out.push((id, met));
                        } else if met < id && !moved.has(met) {
                            out.push((met, id));
                        }
                    }
                }
                ControlFlow::Continue(())
            })
            .0;
    }
    (looked, groups)
}

//! Boxes whose class keeps them apart from each other.
//!
//! Method: each such class has a tree of its own, and nobody asks it for pairs with itself. A leaf
//! with moved boxes asks the trees of the classes that it may meet. So a pile of boxes that may not
//! meet costs what its boxes cost one by one.

use crate::broad::box_table::{BoxTable, MoveLog};
use crate::broad::bvh::dynamic::Tree;
use crate::broad::bvh::nodes::{Node, Nodes};
use crate::broad::sap::swept_index::SweptIndex;
use crate::broad::{BroadPhase, CLASSES, heap_bytes, pair};
use crate::math::{Aabb, ones, reserve_eighth};
use alloc::vec::Vec;
use core::ops::ControlFlow;

#[derive(Clone, Debug, Default)]
pub(super) struct Classes {
    /// By id, as far as any has a class: the class, or 0.
    of: Vec<u8>,
    /// By class, from 1 on.
    all: Vec<Class>,
    /// The moved ids of class 0 in the last call of `pairs`.
    rest: Vec<u32>,
}

#[derive(Clone, Debug, Default)]
struct Class {
    tree: Tree,
    /// A bit for each class that this one never meets.
    apart: u32,
    /// The ids that moved, in the last call of `pairs`.
    moved: Vec<u32>,
}

impl Class {
    /// Returns `true` if all its boxes moved.
    fn moves_whole(&self) -> bool {
        self.moved.len() >= self.tree.len()
    }
}

impl Classes {
    #[inline]
    pub(super) fn of(&self, id: u32) -> u32 {
        self.of.get(id as usize).map_or(0, |class| u32::from(*class))
    }

    /// Puts an id that is not in, or has this class, into a class.
    pub(super) fn set(&mut self, id: u32, class: u32, apart: u32) {
        let class = if class <= CLASSES { class as usize } else { 0 };
        if class > 0 {
            if self.all.len() < class {
                self.all.resize_with(class, Class::default);
            }
            self.all[class - 1].apart |= apart | 1 << class;
        }
        let at = id as usize;
        if at >= self.of.len() {
            if class == 0 {
                return;
            }
            reserve_eighth(&mut self.of, at + 1);
            self.of.resize(at + 1, 0);
        }
        self.of[at] = class as u8;
    }

    /// Returns the tree of an id that has a class.
    #[inline]
    pub(super) fn tree_of(&mut self, id: u32) -> Option<&mut Tree> {
        let class = self.of(id) as usize;
        self.all.get_mut(class.wrapping_sub(1)).map(|class| &mut class.tree)
    }

    /// Returns `true` if no id ever had a class.
    pub(super) fn is_empty(&self) -> bool {
        self.all.is_empty()
    }

    /// Returns the trees of all classes.
    pub(super) fn trees(&self) -> impl Iterator<Item = &Nodes> {
        self.all.iter().map(|class| class.tree.inner())
    }

    /// Returns the number of boxes in all classes.
    pub(super) fn len(&self) -> usize {
        self.all.iter().map(|class| class.tree.len()).sum()
    }

    /// Adds boxes of ids that are not in to the trees; returns those without a class.
    pub(super) fn insert_all(&mut self, boxes: &[(u32, Aabb)]) -> Vec<(u32, Aabb)> {
        let mut by_class: Vec<Vec<(u32, Aabb)>> = Vec::new();
        by_class.resize_with(self.all.len() + 1, Vec::new);
        boxes.iter().for_each(|own| by_class[self.of(own.0) as usize].push(*own));
        let mut by_class = by_class.into_iter();
        let rest = by_class.next().unwrap_or_default();
        self.all.iter_mut().zip(by_class).for_each(|(class, own)| class.tree.insert_all(&own));
        rest
    }

    /// Divides what moved and is in among the classes, refits their trees and returns what has no class.
    pub(super) fn divide(&mut self, moved: &[u32], boxes: &BoxTable) -> Vec<u32> {
        let mut rest = core::mem::take(&mut self.rest);
        rest.clear();
        self.all.iter_mut().for_each(|class| class.moved.clear());
        for &id in moved.iter().filter(|id| boxes.get(**id).is_some()) {
            let class = self.of(id) as usize;
            let own = self.all.get_mut(class.wrapping_sub(1));
            own.map_or(&mut rest, |class| &mut class.moved).push(id);
        }
        self.all.iter_mut().for_each(|class| class.tree.refit(&class.moved));
        rest
    }

    /// Takes back the list of [`divide`](Self::divide), whose memory the next call uses.
    pub(super) fn keep(&mut self, rest: Vec<u32>) {
        self.rest = rest;
    }

    /// Finds the pairs of boxes of classes that moved: those with boxes of other classes, and, if any
    /// box of class 0 is `still`, those with boxes of class 0 that did not move. Returns how many nodes
    /// it looked at.
    pub(super) fn pairs(
        &self,
        (tree, index, boxes): (&Tree, &SweptIndex, &BoxTable),
        moves: &mut MoveLog,
        still: bool,
        out: &mut Vec<(u32, u32)>,
    ) -> u64 {
        for id in self.all.iter().flat_map(|class| &class.moved) {
            moves.note(*id);
        }
        let has_moved = |id| moves.age(id) == 0;
        let mut visited = 0;
        for (at, class) in self.all.iter().enumerate() {
            for leaf in class.tree.leaves_of_moved() {
                let lanes = leaf.lanes_of(has_moved);
                let mut ask = |nodes: &Nodes, counts: &dyn Fn(u32) -> bool| {
                    visited += nodes.join_leaf(leaf, lanes, true, |own, met| {
                        if counts(met) {
                            out.push(pair(own, met));
                        }
                    });
                };
                for (number, other) in self.all.iter().enumerate() {
                    let is_apart = (class.apart >> (number + 1) | other.apart >> (at + 1)) & 1 == 1;
                    // Of two that moved, the one of the lower class reports the pair.
                    if !is_apart && (number > at || !other.moves_whole()) {
                        ask(other.tree.inner(), &|met| number > at || !has_moved(met));
                    }
                }
                if still {
                    ask(tree.inner(), &|met| !has_moved(met));
                    ask_index(index, boxes, (leaf, lanes), |own, met| {
                        if !has_moved(met) {
                            out.push(pair(own, met));
                        }
                    });
                }
            }
        }
        visited
    }

    pub(super) fn heap_bytes(&self) -> usize {
        let each = |class: &Class| class.tree.heap_bytes() + heap_bytes(&class.moved);
        let all: usize = self.all.iter().map(each).sum();
        all + heap_bytes(&self.of) + heap_bytes(&self.all) + heap_bytes(&self.rest)
    }
}

/// Calls `report` with the boxes of some lanes of a leaf and the swept boxes that they meet.
fn ask_index(
    index: &SweptIndex,
    boxes: &BoxTable,
    (leaf, lanes): (&Node, u32),
    mut report: impl FnMut(u32, u32),
) {
    for lane in ones(lanes.into()) {
        let _ = index.overlapping(boxes, leaf.lanes.get(lane), |met| {
            report(leaf.child[lane], met);
            ControlFlow::Continue(())
        });
    }
}

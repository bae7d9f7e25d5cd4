//! The dynamic tree: for worlds in which most boxes stand still, with any mix of sizes.
//!
//! Method: an R-tree (Guttman, 1984) of eight-wide nodes. A box that moves enlarges the boxes above
//! it until one contains it. `pairs` refits the boxes above what moved or was removed, and then queries
//! the tree once for each leaf with moved boxes. A leaf that becomes empty stays until a build. The tree is
//! rebuilt if half of the boxes have left their leaf, come in or gone since the last build, and with
//! boxes that come in together and are as many; and before it takes more nodes than boxes, so that it
//! does not grow where boxes come and go and nobody calls `pairs`.
//!
//! Cost: an update within the leaf's box touches one leaf. Boxes that did not move are visited only
//! near moved ones.

use crate::broad::box_table::{MoveLog, holds};
use crate::broad::bvh::nodes::{Item, NONE, Node, Nodes, TALLEST, split_at};
use crate::broad::bvh::slab::DistanceQuery;
use crate::broad::{BroadPhase, SweptBox, heap_bytes};
use crate::math::simd::WIDTH;
use crate::math::{Aabb, reserve_eighth};
use alloc::vec::Vec;
use core::iter::empty;
use core::ops::ControlFlow;

/// Boxes in a leaf when it is built: one lane stays free for what comes.
const FILL: usize = WIDTH - 1;
/// Builds are not worth it for fewer changes.
const FEW: usize = 64;
/// A build takes as long as it takes to insert one in this many boxes.
const BUILD: usize = 4;

/// A dynamic tree of boxes, for mixed and mostly still worlds.
#[derive(Clone, Debug, Default)]
pub struct Tree {
    nodes: Nodes,
    /// By node; `NONE` for the root.
    parent: Vec<u32>,
    /// By id: the leaf; `NONE` for an id that is not in.
    home: Vec<u32>,
    len: usize,
    /// Boxes that came in, left their leaf or were removed since the last build.
    changes: usize,
    /// The number of nodes that the last call of `pairs` looked at.
    pub(in crate::broad) visited: u64,
    moves: MoveLog,
    /// The leaves of the boxes that moved in the last call of `refit`.
    moved_leaves: Vec<u32>,
    /// Leaves that lost a box since they were made tight.
    loose: Vec<u32>,
    items: Vec<Item>,
}

/// How much of the size counts as growth.
const PART: f32 = 1.0 / 1024.0;

/// Returns how much half the perimeter of a box grows if it takes in another one, with a part of it
/// on top, so that of several that grow by as much the smallest is the least.
#[inline]
fn growth(own: Aabb, more: Aabb) -> f32 {
    let size = |b: Aabb| (b.max.x - b.min.x) + (b.max.y - b.min.y);
    size(own.union(more)) - size(own) * (1.0 - PART)
}

impl Tree {
    /// Makes an empty one.
    ///
    /// ```
    /// use jostle::Aabb;
    /// use jostle::broad::{BroadPhase, Tree};
    /// let mut tree = Tree::new();
    /// tree.insert(4, Aabb::new((0.0, 0.0), (1.0, 1.0)));
    /// assert_eq!(tree.len(), 1);
    /// ```
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    fn place(&self, id: u32) -> Option<(u32, usize)> {
        let leaf = self.home.get(id as usize).copied().filter(|leaf| *leaf != NONE)?;
        Some((leaf, self.nodes.node(leaf).lane_of(id)?))
    }

    pub(crate) fn has(&self, id: u32) -> bool {
        self.home.get(id as usize).is_some_and(|leaf| *leaf != NONE)
    }

    pub(crate) fn inner(&self) -> &Nodes {
        &self.nodes
    }

    fn fresh_node(&mut self) -> u32 {
        self.nodes.all.push(Node::EMPTY);
        self.parent.push(NONE);
        self.nodes.all.len() as u32 - 1
    }

    /// Returns the parent of a node and the node's lane there.
    fn above(&self, index: u32) -> Option<(u32, usize)> {
        let parent = self.parent[index as usize];
        if parent == NONE {
            return None;
        }
        Some((parent, self.nodes.node(parent).lane_of(index)?))
    }

    /// Enlarges what stands above a node until it contains the box; returns whether anything grew.
    fn grow(&mut self, mut index: u32, bounds: Aabb) -> bool {
        let mut grew = false;
        while let Some((parent, lane)) = self.above(index) {
            let lanes = &mut self.nodes.all[parent as usize].lanes;
            let old = lanes.get(lane);
            let new = old.union(bounds);
            if new == old {
                break;
            }
            lanes.put(lane, new);
            grew = true;
            index = parent;
        }
        grew
    }

    /// Makes what stands above a node as small as it can be.
    fn tighten(&mut self, mut index: u32) {
        while let Some((parent, lane)) = self.above(index) {
            let bounds = self.nodes.node(index).lanes.bounds();
            let lanes = &mut self.nodes.all[parent as usize].lanes;
            if lanes.get(lane) == bounds {
                break;
            }
            lanes.put(lane, bounds);
            index = parent;
        }
    }

    /// The leaf that has to grow least to take a box.
    fn choose(&self, bounds: Aabb) -> u32 {
        let mut index = self.nodes.root;
        for _ in 1..self.nodes.height {
            let node = self.nodes.node(index);
            let growth = |lane: usize| growth(node.lanes.get(lane), bounds);
            let least = node.used().map(|lane| (growth(lane), lane));
            let least = least.reduce(|best, next| if next.0 < best.0 { next } else { best });
            index = node.child[least.map_or(0, |(_, lane)| lane)];
        }
        index
    }

    /// Notes that `child` now hangs below `index`, on the lowest level or above.
    fn attach(&mut self, child: u32, index: u32, lowest: bool) {
        let list = if lowest { &mut self.home } else { &mut self.parent };
        list[child as usize] = index;
    }

    /// Adds a child to a node, which is split in two when it is full, and so on upward.
    fn add(&mut self, mut index: u32, mut bounds: Aabb, mut child: u32) {
        let mut lowest = true;
        loop {
            if let Some(lane) = self.nodes.node(index).lane_of(NONE) {
                self.nodes.all[index as usize].put(lane, bounds, child);
                self.attach(child, index, lowest);
                self.grow(index, bounds);
                return;
            }
            let twin = self.split(index, bounds, child, lowest);
            let [own, twin_bounds] = [index, twin].map(|n| self.nodes.node(n).lanes.bounds());
            let parent = if let Some((parent, lane)) = self.above(index) {
                self.nodes.all[parent as usize].lanes.put(lane, own);
                // What is above the parent may have to grow for the new child.
                self.grow(parent, own);
                parent
            } else {
                let root = self.fresh_node();
                self.nodes.all[root as usize].put(0, own, index);
                self.attach(index, root, false);
                self.parent[root as usize] = NONE;
                self.nodes.root = root;
                self.nodes.height += 1;
                root
            };
            (index, bounds, child, lowest) = (parent, twin_bounds, twin, false);
        }
    }

    /// Deals the children of a full node and one more to it and a new one, in halves along the
    /// longer side of their middles.
    fn split(&mut self, index: u32, bounds: Aabb, child: u32, lowest: bool) -> u32 {
        let twin = self.fresh_node();
        let node = core::mem::replace(&mut self.nodes.all[index as usize], Node::EMPTY);
        let mut all = [(child, bounds); WIDTH + 1];
        for (lane, item) in all.iter_mut().take(WIDTH).enumerate() {
            *item = (node.child[lane], node.lanes.get(lane));
        }
        split_at(&mut all, WIDTH / 2);
        let (own, others) = all.split_at(WIDTH / 2);
        for (index, items) in [(index, own), (twin, others)] {
            for (lane, (id, bounds)) in items.iter().enumerate() {
                self.nodes.all[index as usize].put(lane, *bounds, *id);
                self.attach(*id, index, lowest);
            }
        }
        twin
    }

    fn clear(&mut self) {
        self.nodes.clear();
        self.parent.clear();
        self.loose.clear();
        self.changes = 0;
    }

    /// Returns whether a number of changes is worth a build.
    fn is_worth_it(&self, changes: usize) -> bool {
        changes > FEW + self.len / 2
    }

    fn make_room(&mut self, ids: usize) {
        if self.home.len() < ids {
            reserve_eighth(&mut self.home, ids);
            self.home.resize(ids, NONE);
        }
    }

    /// Builds the tree of what is in and of what comes in.
    #[inline(never)]
    fn rebuild(&mut self, fresh: impl Iterator<Item = Item>) {
        let mut items = core::mem::take(&mut self.items);
        items.clear();
        items.extend(fresh.filter(|(_, bounds)| holds(*bounds)));
        self.len += items.len();
        self.make_room(items.iter().map(|(id, _)| *id as usize + 1).max().unwrap_or(0));
        self.nodes.each_leaf(|_, node| {
            items.extend(node.used().map(|lane| (node.child[lane], node.lanes.get(lane))));
        });
        self.clear();
        self.nodes.pack(&mut items, FILL);
        self.parent.resize(self.nodes.all.len(), NONE);
        let leaves = items.len().div_ceil(FILL);
        for (index, node) in self.nodes.all.iter().enumerate() {
            let list = if index < leaves { &mut self.home } else { &mut self.parent };
            node.used().for_each(|lane| list[node.child[lane] as usize] = index as u32);
        }
        self.items = items;
    }

    /// Rebuilds the tree if it has degraded, or makes the boxes above those that were removed tight.
    pub(in crate::broad) fn settle(&mut self) {
        if self.is_worth_it(self.changes) {
            self.rebuild(empty());
        }
        let mut loose = core::mem::take(&mut self.loose);
        for leaf in loose.drain(..) {
            // There is no box around an empty leaf.
            if self.nodes.node(leaf).used().next().is_some() {
                self.tighten(leaf);
            }
        }
        self.loose = loose;
    }

    /// Settles the tree, and makes the boxes above those that moved tight.
    pub(in crate::broad) fn refit(&mut self, moved: &[u32]) {
        self.settle();
        let mut leaves = core::mem::take(&mut self.moved_leaves);
        leaves.clear();
        leaves.extend(moved.iter().filter_map(|id| self.home.get(*id as usize)));
        leaves.retain(|leaf| *leaf != NONE);
        leaves.sort_unstable();
        leaves.dedup();
        leaves.iter().for_each(|leaf| self.tighten(*leaf));
        self.moved_leaves = leaves;
    }

    /// Returns the leaves of the boxes that the last [`refit`](Self::refit) was told of.
    pub(in crate::broad) fn leaves_of_moved(&self) -> impl Iterator<Item = &Node> {
        self.moved_leaves.iter().map(|leaf| self.nodes.node(*leaf))
    }

    /// Inserts boxes of ids that are not in.
    pub(in crate::broad) fn take_in(&mut self, boxes: impl ExactSizeIterator<Item = Item>) {
        if boxes.len() > FEW + self.len / BUILD {
            self.rebuild(boxes);
        } else {
            boxes.for_each(|(id, bounds)| self.insert(id, bounds));
        }
    }

    pub(crate) fn trim(&mut self) {
        self.nodes.all.shrink_to_fit();
        // Needed only during a build or a query of all leaves.
        (self.items, self.moved_leaves, self.loose) = (Vec::new(), Vec::new(), Vec::new());
        if self.len == 0 {
            (self.home, self.parent) = (Vec::new(), Vec::new());
        }
    }
}

impl BroadPhase for Tree {
    fn name(&self) -> &'static str {
        "tree"
    }

    fn insert(&mut self, id: u32, bounds: Aabb) {
        if self.has(id) {
            self.update(id, bounds);
            return;
        }
        if !holds(bounds) {
            return;
        }
        self.make_room(id as usize + 1);
        // Full nodes are split in halves: as many nodes as boxes are mostly empty.
        if self.nodes.height == TALLEST || self.nodes.all.len() > FEW + self.len {
            self.rebuild(empty());
        }
        if self.nodes.height == 0 {
            self.nodes.root = self.fresh_node();
            self.nodes.height = 1;
        }
        self.len += 1;
        self.changes += 1;
        self.add(self.choose(bounds), bounds, id);
    }

    fn insert_all(&mut self, boxes: &[(u32, Aabb)]) {
        self.take_in(boxes.iter().copied());
    }

    fn remove(&mut self, id: u32) {
        let Some((leaf, lane)) = self.place(id) else { return };
        self.home[id as usize] = NONE;
        self.len -= 1;
        self.changes += 1;
        self.nodes.all[leaf as usize].clear(lane);
        if self.len == 0 {
            self.clear();
        } else if self.is_worth_it(self.changes) {
            // A build comes before the next pairs.
            self.loose.clear();
        } else if self.loose.last() != Some(&leaf) {
            self.loose.push(leaf);
        }
    }

    fn update(&mut self, id: u32, bounds: Aabb) {
        if !holds(bounds) {
            self.remove(id);
            return;
        }
        let Some((leaf, lane)) = self.place(id) else { return };
        self.nodes.all[leaf as usize].lanes.put(lane, bounds);
        if self.grow(leaf, bounds) {
            self.changes += 1;
        }
    }

    fn pairs(&mut self, moved: &[u32], out: &mut Vec<(u32, u32)>) {
        self.refit(moved);
        self.moves.begin(self.home.len());
        for id in moved {
            self.moves.note(*id);
        }
        let mut visited = 0;
        for leaf in self.leaves_of_moved() {
            let lanes = leaf.lanes_of(|id| self.moves.age(id) == 0);
            // Two moved boxes find each other twice; the smaller id reports the pair.
            visited += self.nodes.join_leaf(leaf, lanes, true, |id, met| {
                if met > id {
                    out.push((id, met));
                } else if met < id && self.moves.age(met) != 0 {
                    out.push((met, id));
                }
            });
        }
        self.visited = visited;
    }

    fn overlapping(&self, bounds: Aabb, visit: &mut dyn FnMut(u32) -> ControlFlow<()>) {
        let _ = self.nodes.overlapping(bounds, visit);
    }

    fn cast_segment(&self, swept: SweptBox, visit: &mut dyn FnMut(u32) -> f32) {
        self.nodes.ordered((&[swept.test()], 1), [1.0], |_| {}, |_, id, _| f64::from(visit(id)));
    }

    fn nearest(&self, from: Aabb, visit: &mut dyn FnMut(u32) -> f64) {
        self.nodes.ordered((&[from.test()], 1), [f64::INFINITY], |_| {}, |_, id, _| visit(id));
    }

    fn len(&self) -> usize {
        self.len
    }

    fn heap_bytes(&self) -> usize {
        let lists = [&self.parent, &self.home, &self.moved_leaves, &self.loose];
        self.nodes.heap_bytes()
            + lists.map(heap_bytes).iter().sum::<usize>()
            + heap_bytes(&self.items)
            + self.moves.heap_bytes()
    }

    fn visit_nodes(&self, visit: &mut dyn FnMut(Aabb, u32)) {
        self.nodes.walk(visit);
    }

    fn clear(&mut self) {
        *self = Self::new();
    }
}

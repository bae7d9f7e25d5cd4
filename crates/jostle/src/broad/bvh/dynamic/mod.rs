//! The dynamic tree: for worlds in which most boxes stand still, with any mix of sizes.
//!
//! Method: an R-tree (Guttman, 1984) of eight-wide nodes. A box that moves enlarges the boxes above
//! it until one contains it, so that queries are exact at once. `pairs` refits the boxes above the
//! moved ones and then queries the tree once for each leaf with moved boxes, in the order of the
//! tree, so that the nodes of a walk stay in cache.
//!
//! The tree is rebuilt when as many boxes as half of all have left their leaf or come in since the
//! last build, and the walks of `pairs` visit half as many nodes again as after it. So a rebuild
//! always pays for itself.
//!
//! Cost: a `set` within the leaf's box touches one leaf. Boxes that did not move are visited only
//! near moved ones; [`Tree::visited`] counts.

use crate::broad::BroadPhase;
use crate::broad::box_table::holds;
use crate::broad::bvh::boxes8::{Lanes, WIDTH};
pub(in crate::broad) use crate::broad::bvh::build::{Item, build};
use crate::broad::bvh::nodes::{NONE, Node, Nodes, TALLEST};
use crate::broad::bvh::self_join::{join, place};
use crate::broad::bvh::slab::{BoxDistance, SlabTest8};
use crate::broad::id_set::IdSet;
use crate::math::simd::{F32x8, Kernel, dispatch_baseline};
use crate::math::sort::sort_by;
use crate::math::{Aabb, Vec2, reserve_eighth};
use alloc::vec::Vec;
use core::ops::ControlFlow;

/// Boxes in a leaf when it is built: one lane stays free for what comes.
const FILL: usize = WIDTH - 1;
/// Builds are not worth it for fewer changes.
const FEW: usize = 64;
/// If one in this number of boxes moved, all leaves are queried for them.
const MOST: usize = 4;

/// A dynamic tree of boxes, for mixed and mostly still worlds.
#[derive(Clone, Debug, Default)]
pub struct Tree {
    nodes: Nodes,
    /// By node; `NONE` for the root.
    parent: Vec<u32>,
    /// By id: the leaf; `NONE` for an id that is not in.
    home: Vec<u32>,
    /// Nodes that are not in the tree.
    free: Vec<u32>,
    len: usize,
    /// Boxes that came in or left their leaf since the last build.
    changes: usize,
    /// Nodes visited for each leaf, after the last build and the last time.
    walk: (f64, f64),
    visited: u64,
    moved: IdSet,
    work: Vec<u32>,
    items: Vec<Item>,
}

fn contains(outer: Aabb, inner: Aabb) -> bool {
    outer.min.x <= inner.min.x
        && outer.min.y <= inner.min.y
        && outer.max.x >= inner.max.x
        && outer.max.y >= inner.max.y
}

/// Larger coordinates are taken for this one where sizes are compared, so that differences exist.
const FAR: f32 = 1e37;
/// How much of the size counts as growth.
const PART: f32 = 1.0 / 1024.0;

/// How much half the perimeters of the boxes of a node grow to take in another box; where several
/// grow by as much, as they do by nothing, the smaller one's number is smaller.
struct Growth<'a> {
    lanes: &'a Lanes,
    bounds: Aabb,
}

/// In this order NaN, from a lane without a box, stays.
#[inline(always)]
fn held<L: F32x8>(side: &[f32; WIDTH]) -> L {
    L::splat(FAR).min(L::splat(-FAR).max(L::load(side)))
}

impl Kernel for Growth<'_> {
    type Answer = [f32; WIDTH];

    #[inline(always)]
    fn run<L: F32x8>(self) -> [f32; WIDTH] {
        let Self { lanes, bounds: Aabb { min, max } } = self;
        let [[x0, x1], [y0, y1]] = lanes.sides();
        let [x0, x1, y0, y1] = [held::<L>(x0), held::<L>(x1), held::<L>(y0), held::<L>(y1)];
        let size = (x1 - x0) + (y1 - y0);
        let across = L::splat(max.x).max(x1) - L::splat(min.x).min(x0);
        let up = L::splat(max.y).max(y1) - L::splat(min.y).min(y0);
        let mut growth = [0.0; WIDTH];
        (across + up - size + size * L::splat(PART)).store(&mut growth);
        growth
    }
}

/// A number that is not negative in the order of whole numbers, with its lane for the last three
/// bits; what is NaN is the largest of all.
fn ranks(keys: &[f32; WIDTH]) -> [u32; WIDTH] {
    let mut ranks = [0; WIDTH];
    for (lane, rank) in ranks.iter_mut().enumerate() {
        *rank = keys[lane].to_bits() & !7 | lane as u32;
    }
    ranks
}

/// By a tree, since one after the other would wait for each.
fn least(ranks: &[u32; WIDTH]) -> u32 {
    let lesser = |a: u32, b: u32| if a < b { a } else { b };
    let [a, b, c, d, e, f, g, h] = *ranks;
    let [a, b, c, d] = [lesser(a, e), lesser(b, f), lesser(c, g), lesser(d, h)];
    lesser(lesser(a, c), lesser(b, d))
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

    /// Returns how many nodes the last [`pairs`](BroadPhase::pairs) looked at.
    ///
    /// ```
    /// use jostle::Aabb;
    /// use jostle::broad::{BroadPhase, Tree};
    /// let mut tree = Tree::new();
    /// tree.insert(4, Aabb::new((0.0, 0.0), (1.0, 1.0)));
    /// tree.pairs(&[], &mut Vec::new());
    /// assert_eq!(tree.visited(), 0);
    /// ```
    #[must_use]
    pub fn visited(&self) -> u64 {
        self.visited
    }

    fn place(&self, id: u32) -> Option<(u32, usize)> {
        let leaf = self.home.get(id as usize).copied().filter(|leaf| *leaf != NONE)?;
        let lane = self.nodes.node(leaf).child.iter().position(|child| *child == id)?;
        Some((leaf, lane))
    }

    pub(crate) fn has(&self, id: u32) -> bool {
        self.home.get(id as usize).is_some_and(|leaf| *leaf != NONE)
    }

    pub(crate) fn inner(&self) -> &Nodes {
        &self.nodes
    }

    fn fresh_node(&mut self) -> u32 {
        if let Some(index) = self.free.pop() {
            self.nodes.all[index as usize] = Node::EMPTY;
            return index;
        }
        self.nodes.all.push(Node::EMPTY);
        self.parent.push(NONE);
        self.nodes.all.len() as u32 - 1
    }

    /// The parent of a node and the node's lane there.
    fn above(&self, index: u32) -> Option<(u32, usize)> {
        let parent = self.parent[index as usize];
        if parent == NONE {
            return None;
        }
        let lane = self.nodes.node(parent).child.iter().position(|child| *child == index)?;
        Some((parent, lane))
    }

    /// Enlarges what stands above a node until it contains the box; returns whether anything grew.
    fn grow(&mut self, mut index: u32, bounds: Aabb) -> bool {
        let mut grew = false;
        while let Some((parent, lane)) = self.above(index) {
            let lanes = &mut self.nodes.all[parent as usize].lanes;
            let old = lanes.get(lane);
            if contains(old, bounds) {
                break;
            }
            lanes.put(lane, old.union(bounds));
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
        let held = |v: f32| v.clamp(-FAR, FAR);
        let bounds = Aabb {
            min: Vec2::new(held(bounds.min.x), held(bounds.min.y)),
            max: Vec2::new(held(bounds.max.x), held(bounds.max.y)),
        };
        for _ in 1..self.nodes.height {
            let node = self.nodes.node(index);
            let growth = dispatch_baseline(Growth { lanes: &node.lanes, bounds });
            index = node.child[least(&ranks(&growth)) as usize % WIDTH];
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
            if let Some(lane) = self.nodes.node(index).free_lane() {
                self.nodes.all[index as usize].put(lane, bounds, child);
                self.attach(child, index, lowest);
                self.grow(index, bounds);
                return;
            }
            let twin = self.split(index, bounds, child, lowest);
            let twin_bounds = self.nodes.node(twin).lanes.bounds();
            let Some((parent, lane)) = self.above(index) else {
                let root = self.fresh_node();
                let own = self.nodes.node(index).lanes.bounds();
                self.nodes.all[root as usize].put(0, own, index);
                self.nodes.all[root as usize].put(1, twin_bounds, twin);
                self.parent[index as usize] = root;
                self.parent[twin as usize] = root;
                self.parent[root as usize] = NONE;
                self.nodes.root = root;
                self.nodes.height += 1;
                return;
            };
            let own = self.nodes.node(index).lanes.bounds();
            self.nodes.all[parent as usize].lanes.put(lane, own);
            // What is above the parent may have to grow for the new child.
            self.grow(parent, own);
            (index, bounds, child, lowest) = (parent, twin_bounds, twin, false);
        }
    }

    /// Deals the children of a full node and one more to it and a new one, in halves along the
    /// longer side of their middles.
    fn split(&mut self, index: u32, bounds: Aabb, child: u32, lowest: bool) -> u32 {
        let twin = self.fresh_node();
        let node = self.nodes.node(index).clone();
        let mut all = [(bounds, child); WIDTH + 1];
        for (lane, slot) in all.iter_mut().take(WIDTH).enumerate() {
            *slot = (node.lanes.get(lane), node.child[lane]);
        }
        let middle = |low: f32, high: f32| {
            let m = f64::from(low) + f64::from(high);
            if m.is_finite() { m } else { 0.0 }
        };
        let key = |b: &Aabb, across: bool| {
            if across { middle(b.min.y, b.max.y) } else { middle(b.min.x, b.max.x) }
        };
        let spread = |across: bool| {
            let (mut low, mut high) = (f64::INFINITY, f64::NEG_INFINITY);
            for (b, _) in &all {
                let k = key(b, across);
                low = if k < low { k } else { low };
                high = if k > high { k } else { high };
            }
            high - low
        };
        let across = spread(true) > spread(false);
        sort_by(&mut all, |a, b| {
            key(&a.0, across).total_cmp(&key(&b.0, across)).then(a.1.cmp(&b.1))
        });
        let (kept, go) = all.split_at(WIDTH / 2);
        self.nodes.all[index as usize] = Node::EMPTY;
        for (lane, (bounds, child)) in kept.iter().enumerate() {
            self.nodes.all[index as usize].put(lane, *bounds, *child);
            self.attach(*child, index, lowest);
        }
        for (lane, (bounds, child)) in go.iter().enumerate() {
            self.nodes.all[twin as usize].put(lane, *bounds, *child);
            self.attach(*child, twin, lowest);
        }
        twin
    }

    /// Takes an empty node out, and those above it that become empty.
    fn prune(&mut self, mut index: u32) {
        while self.nodes.node(index).count() == 0 {
            let above = self.above(index);
            self.free.push(index);
            let Some((parent, lane)) = above else {
                self.clear();
                return;
            };
            self.nodes.all[parent as usize].clear(lane);
            index = parent;
        }
        self.tighten(index);
        while self.nodes.height > 1 && self.nodes.node(self.nodes.root).count() == 1 {
            let root = self.nodes.root;
            let only = self.nodes.node(root).child.iter().copied().find(|child| *child != NONE);
            let Some(only) = only else { return };
            self.free.push(root);
            self.parent[only as usize] = NONE;
            self.nodes.root = only;
            self.nodes.height -= 1;
        }
    }

    fn clear(&mut self) {
        self.nodes.clear();
        self.parent.clear();
        self.free.clear();
        self.changes = 0;
    }

    /// Rebuilds the tree from its boxes.
    fn rebuild(&mut self) {
        self.rebuild_with(&[], |_| true);
    }

    /// Rebuilds the tree from the boxes that stay and those that are new.
    fn rebuild_with(&mut self, new: &[Item], stays: impl Fn(u32) -> bool) {
        let mut items = core::mem::take(&mut self.items);
        items.clear();
        self.nodes.each_leaf(|_, node| {
            let used = node.used().filter(|lane| stays(node.child[*lane]));
            items.extend(
                used.map(|lane| Item { bounds: node.lanes.get(lane), id: node.child[lane] }),
            );
        });
        items.extend(new);
        self.fill(&mut items);
        self.items = items;
    }

    /// Builds the tree from items; all that was in it must be among them.
    pub(in crate::broad) fn fill(&mut self, items: &mut [Item]) {
        self.clear();
        build(items, FILL, &mut self.nodes);
        self.len = items.len();
        let room = items.iter().map(|item| item.id as usize + 1).max().unwrap_or(0);
        if self.home.len() < room {
            self.home.resize(room, NONE);
        }
        self.parent.resize(self.nodes.all.len(), NONE);
        let leaves = items.len().div_ceil(FILL);
        for (index, node) in self.nodes.all.iter().enumerate() {
            let lowest = index < leaves;
            for lane in node.used() {
                let list = if lowest { &mut self.home } else { &mut self.parent };
                list[node.child[lane] as usize] = index as u32;
            }
        }
        self.walk = (0.0, 0.0);
    }

    /// Empties the tree, ids and all, and keeps its memory.
    pub(crate) fn remove_all(&mut self) {
        self.clear();
        self.home.fill(NONE);
        self.len = 0;
    }

    /// Rebuilds the tree with these boxes added; none of them is in.
    #[inline(never)]
    pub(in crate::broad) fn take_in(&mut self, new: &[Item]) {
        self.rebuild_with(new, |_| true);
    }

    /// Rebuilds the tree without these boxes, which are ascending.
    #[inline(never)]
    pub(crate) fn remove_many(&mut self, ids: &[u32]) {
        for id in ids {
            self.home[*id as usize] = NONE;
        }
        if ids.len() == self.len {
            self.remove_all();
        } else {
            self.rebuild_without(ids);
        }
    }

    #[inline(never)]
    fn rebuild_without(&mut self, ids: &[u32]) {
        self.rebuild_with(&[], |id| ids.binary_search(&id).is_err());
    }

    /// Gives room back that is not used.
    pub(crate) fn trim(&mut self) {
        self.nodes.all.shrink_to_fit();
        // Needed only during a build or a query of all leaves.
        (self.items, self.work) = (Vec::new(), Vec::new());
        if self.len == 0 {
            (self.home, self.parent) = (Vec::new(), Vec::new());
        }
    }

    /// Rebuilds a tree that has degraded.
    pub(crate) fn settle(&mut self) {
        if self.degraded() {
            self.rebuild();
        }
    }

    fn degraded(&self) -> bool {
        let changed = self.changes > FEW + self.len / 2;
        changed && (self.walk.0 == 0.0 || self.walk.1 > 1.5 * self.walk.0)
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
        if self.home.len() <= id as usize {
            reserve_eighth(&mut self.home, id as usize + 1);
            self.home.resize(id as usize + 1, NONE);
        }
        if self.nodes.height == TALLEST {
            self.rebuild();
        }
        if self.nodes.height == 0 {
            self.nodes.root = self.fresh_node();
            self.nodes.height = 1;
        }
        self.len += 1;
        self.changes += 1;
        self.add(self.choose(bounds), bounds, id);
    }

    fn remove(&mut self, id: u32) {
        let Some((leaf, lane)) = self.place(id) else { return };
        self.home[id as usize] = NONE;
        self.len -= 1;
        self.nodes.all[leaf as usize].clear(lane);
        self.prune(leaf);
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
        self.settle();
        self.visited = 0;
        self.work.clear();
        self.moved.set(moved);
        if moved.len() * MOST > self.len {
            // Leaf by leaf is how they come then, and nothing has to be looked up.
            let Self { nodes, work, moved, .. } = self;
            nodes.each_leaf(|index, node| {
                let used = node.used().filter(|lane| moved.has(node.child[*lane]));
                work.extend(used.map(|lane| place(index, lane)));
            });
        } else {
            for id in moved {
                if let Some((leaf, lane)) = self.place(*id) {
                    self.work.push(place(leaf, lane));
                }
            }
        }
        self.work.sort_unstable();
        for at in 0..self.work.len() {
            let leaf = self.work[at] / WIDTH as u32;
            if at == 0 || self.work[at - 1] / WIDTH as u32 != leaf {
                self.tighten(leaf);
            }
        }
        let (looked, groups) = join(&self.nodes, &self.work, &self.moved, out);
        self.moved.clear(moved);
        self.visited = looked;
        if groups > 0 {
            self.walk.1 = looked as f64 / groups as f64;
            if self.walk.0 == 0.0 {
                self.walk.0 = self.walk.1;
            }
        }
    }

    fn overlapping(&self, bounds: Aabb, visit: &mut dyn FnMut(u32) -> ControlFlow<()>) {
        let _ = self.nodes.overlapping(bounds, visit);
    }

    fn cast_segment(
        &self,
        origin: Vec2,
        translation: Vec2,
        radius: f32,
        visit: &mut dyn FnMut(u32) -> f32,
    ) {
        let mut slabs = SlabTest8::NONE;
        slabs.follow(origin, translation, radius);
        self.nodes.ordered(&slabs, 1.0, |id, _| f64::from(visit(id)));
    }

    fn nearest(&self, from: Aabb, visit: &mut dyn FnMut(u32) -> f64) {
        self.nodes.ordered(&BoxDistance(from), f64::INFINITY, |id, _| visit(id));
    }

    fn len(&self) -> usize {
        self.len
    }

    fn heap_bytes(&self) -> usize {
        let words = self.parent.capacity() + self.home.capacity() + self.free.capacity();
        let items = self.items.capacity() * size_of::<Item>();
        self.nodes.heap_bytes()
            + (words + self.work.capacity()) * 4
            + items
            + self.moved.heap_bytes()
    }

    fn visit_nodes(&self, visit: &mut dyn FnMut(Aabb, u32)) {
        self.nodes.walk(visit);
    }

    fn clear(&mut self) {
        *self = Self::new();
    }
}

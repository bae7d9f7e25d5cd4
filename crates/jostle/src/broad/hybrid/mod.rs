//! The default broad phase: a sweep for boxes that move, a tree for boxes that stand still.
//!
//! Method: a new box enters the tree; many new ones wait for it, under a tree of their own that the first
//! query builds. A box that moves in two consecutive calls of `pairs` migrates to the sweep (`SweptIndex`),
//! where a move is almost free; if more than a third of all boxes moves, all do. After standing still for
//! a while boxes migrate back (`migrate.rs`). A variant sweeps all finite boxes as soon as more than a few
//! move. Pairs come from the sweep, from a join of swept boxes with the
//! tree, and from the tree itself. Queries ask both. Boxes of a class whose members never meet are
//! never swept: each class has a tree of its own (`classes.rs`).
//!
//! Cost: for each box that moves, a sweep entry and its share of a walk through the tree; for each
//! box that stands still, nothing, once it is back in the tree.

mod classes;
mod migrate;

use crate::broad::box_table::{BoxTable, MoveLog, holds};
use crate::broad::bvh::dynamic::Tree;
use crate::broad::bvh::nodes::Nodes;
use crate::broad::bvh::slab::DistanceQuery;
use crate::broad::bvh::traverse::GROUP;
use crate::broad::parallel::Threads;
#[cfg(feature = "rayon")]
use crate::broad::sap::PARALLEL_THRESHOLD;
use crate::broad::sap::swept_index::SweptIndex;
use crate::broad::{BroadPhase, SweptBox, heap_bytes, pair};
#[cfg(feature = "rayon")]
use crate::math::simd::{F32Lanes, Four};
use crate::math::{Aabb, lazy::Lazy, simd::WIDTH};
use alloc::vec::Vec;
use classes::Classes;
use core::{array::from_fn, iter::once, mem::take, ops::ControlFlow};

/// One in this number of the swept boxes that moved makes a new sweep worth it.
const FEW_MOVE: usize = 32;
/// Neighbors among the swept ask the tree together unless the tree holds this many times more
/// boxes: then there is too much between them.
const SPARSE: usize = 2;
/// More new boxes in a frame wait until a tree takes them all; without `std` no query could build theirs.
const WAIT: usize = if cfg!(feature = "std") { 64 } else { usize::MAX };

/// The default broad phase: needs no tuning and no cell size.
#[derive(Clone, Debug, Default)]
pub struct Auto {
    /// True if boxes that stand still are swept, too.
    sweeps_all: bool,
    boxes: BoxTable,
    index: SweptIndex,
    tree: Tree,
    classes: Classes,
    /// The swept ids, ascending; some may have left since.
    swept: Vec<u32>,
    moves: MoveLog,
    /// The number of new boxes since the last call of `pairs`.
    newcomers: usize,
    /// New ids without a class that the tree does not hold yet, and their tree, once a query asked.
    waiting: Vec<u32>,
    waiting_tree: Lazy<Nodes>,
    /// The moved ids that stay in the tree.
    tree_movers: Vec<u32>,
    /// The moved ids that migrate from the tree to the sweep.
    going: Vec<u32>,
    /// The ids that migrate from the sweep to the tree.
    still: Vec<u32>,
    /// The number of nodes, entries and groups of boxes that the last call of `pairs` looked at.
    pub(super) visited: u64,
}

impl Auto {
    /// Makes an empty one.
    ///
    /// ```
    /// use jostle::{Aabb, broad::{Auto, BroadPhase}};
    /// let (mut auto, mut pairs) = (Auto::new(), Vec::new());
    /// auto.insert(0, Aabb::new((0.0, 0.0), (1.0, 1.0)));
    /// auto.insert(1, Aabb::new((1.0, 1.0), (2.0, 2.0)));
    /// auto.pairs(&[1], &mut pairs);
    /// assert_eq!(pairs, [(0, 1)]);
    /// ```
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Makes an empty one that sweeps all boxes in every call of `pairs` in which more than a few
    /// moved, for worlds in which most boxes move. Its name is `sweep`.
    #[must_use]
    pub fn sweeping_all() -> Self {
        Self { sweeps_all: true, ..Self::default() }
    }

    /// Returns the tree that holds an id, or would hold it, if it is not swept.
    fn tree_of(&mut self, id: u32) -> &mut Tree {
        self.classes.tree_of(id).unwrap_or(&mut self.tree)
    }

    /// Returns all trees, the one of boxes without a class first.
    fn trees(&self) -> impl Iterator<Item = &Nodes> {
        let waits = (!self.waiting.is_empty()).then(|| {
            self.waiting_tree.get(|| {
                let mut items: Vec<_> = self.waiting_boxes().collect();
                let mut nodes = Nodes::default();
                nodes.pack(&mut items, WIDTH);
                nodes
            })
        });
        once(self.tree.inner()).chain(self.classes.trees()).chain(waits)
    }

    fn waiting_boxes(&self) -> impl Iterator<Item = (u32, Aabb)> {
        self.waiting.iter().map(|id| (*id, self.boxes.all()[*id as usize]))
    }

    /// Puts what waits into the tree.
    fn admit(&mut self) {
        if !self.waiting.is_empty() {
            let waiting = take(&mut self.waiting);
            self.waiting_tree = Lazy::default();
            let Self { boxes, tree, .. } = self;
            tree.take_in(waiting.iter().map(|id| (*id, boxes.all()[*id as usize])));
        }
    }

    /// Returns the number of boxes without a class.
    fn unclassed(&self) -> usize {
        self.boxes.len() - self.classes.len()
    }

    /// Stores a box that is not swept, or that jumped too far to stay in the index.
    #[inline(never)]
    fn set_aside(&mut self, id: u32, bounds: Aabb) {
        if !holds(bounds) || self.boxes.get(id).is_none() {
            self.remove(id);
            return;
        }
        self.admit();
        self.boxes.put(id, bounds);
        if self.index.has(id) {
            self.index.evict(id);
            self.tree.insert(id, bounds);
        } else {
            self.tree_of(id).update(id, bounds);
        }
    }

    /// Lists the pairs, in an order that does not depend on the threads.
    fn pairs_on(&mut self, threads: Threads, moved: &[u32], lists: &mut [Vec<(u32, u32)>]) {
        self.admit();
        if self.classes.is_empty() {
            return self.pairs_of_rest(threads, moved, lists);
        }
        let rest = self.classes.divide(moved, &self.boxes);
        self.pairs_of_rest(threads, &rest, lists);
        let still = rest.len() < self.unclassed();
        self.classes.keep(rest);
        let Self { boxes, index, tree, moves, classes, .. } = self;
        if let Some(out) = lists.last_mut() {
            self.visited += classes.pairs((tree, index, boxes), moves, still, out);
        }
    }

    /// Lists the pairs of those boxes without a class that moved.
    fn pairs_of_rest(&mut self, threads: Threads, moved: &[u32], lists: &mut [Vec<(u32, u32)>]) {
        self.visited = 0;
        let changed = self.migrate(moved);
        let Self { boxes, index, swept, moves, .. } = self;
        let has_moved = |id| moves.age(id) == 0;
        let running = if moved == swept {
            moved.len()
        } else {
            swept.iter().filter(|id| has_moved(**id)).count()
        };
        let all = running == swept.len();
        let sweeps = changed || running * FEW_MOVE > swept.len();
        if sweeps {
            let counts = |a, b| all || has_moved(a) || has_moved(b);
            index.sweep(threads, swept, boxes, counts, lists);
            self.visited += index.looked();
        }
        let Some(out) = lists.last_mut() else { return };
        if sweeps && self.boxes.len() > self.swept.len() {
            self.sweep_tree_pairs(out);
        }
        let tree_movers = take(&mut self.tree_movers);
        if !tree_movers.is_empty() {
            self.tree.pairs(&tree_movers, out);
            self.visited += self.tree.visited;
        }
        if self.boxes.len() > self.tree.len() {
            self.query_pairs(if sweeps { &tree_movers } else { moved }, out);
        }
        self.tree_movers = tree_movers;
        self.newcomers = 0;
    }

    /// Finds pairs of a swept box that moved and a box in a tree, after a sweep.
    #[inline(never)]
    fn sweep_tree_pairs(&mut self, out: &mut Vec<(u32, u32)>) {
        let together = self.swept.len() * SPARSE >= self.boxes.len() - self.swept.len();
        let mut visited = 0;
        self.index.inner().each_leaf(|_, leaf| {
            let movers = leaf.lanes_of(|id| self.moves.age(id) == 0);
            visited += 1;
            for nodes in self.trees() {
                visited += nodes.join_leaf(leaf, movers, together, |a, b| out.push(pair(a, b)));
            }
        });
        self.visited += visited;
    }

    /// Finds pairs of these boxes, which moved and have no class, one box at a time. Each finds the boxes
    /// of all classes; one in the tree finds the swept ones that did not move, a swept one all others.
    #[inline(never)]
    fn query_pairs(&mut self, ids: &[u32], out: &mut Vec<(u32, u32)>) {
        for &id in ids {
            let Some(own) = self.boxes.get(id) else { continue };
            let is_swept = self.index.has(id);
            let _ = self.index.overlapping(&self.boxes, own, |other| {
                if self.moves.age(other) > 0 || (is_swept && other > id) {
                    out.push(pair(id, other));
                }
                ControlFlow::Continue(())
            });
            for nodes in self.trees().skip(usize::from(!is_swept)) {
                let _ = nodes.overlapping(own, |other| {
                    out.push(pair(id, other));
                    ControlFlow::Continue(())
                });
            }
            self.visited += 1;
        }
    }

    /// Answers one query, or many in groups.
    fn ordered<Q: DistanceQuery>(
        &self,
        queries: &[Q],
        prefetch: impl Fn(u32),
        visit: impl FnMut(usize, u32) -> f64,
    ) {
        match queries {
            [_] => self.ordered_by::<1, Q>(queries, prefetch, visit),
            _ => self.ordered_by::<GROUP, Q>(queries, prefetch, visit),
        }
    }

    /// Answers queries in groups of `N`, of the trees first.
    fn ordered_by<const N: usize, Q: DistanceQuery>(
        &self,
        queries: &[Q],
        prefetch: impl Fn(u32),
        mut visit: impl FnMut(usize, u32) -> f64,
    ) {
        for (first, group) in (0..).step_by(N).zip(queries.chunks(N)) {
            let tests: [Q::Test; N] = from_fn(|i| group.get(i).unwrap_or(&group[0]).test());
            let mut ends = [Q::START; N];
            for nodes in self.trees() {
                let in_tree = |i: usize, id: u32, _| visit(first + i, id);
                ends = nodes.ordered((&tests, group.len()), ends, &prefetch, in_tree);
            }
            for (i, (query, end)) in group.iter().zip(ends).enumerate() {
                if end >= 0.0 && !self.index.is_empty() {
                    self.index.ordered(&self.boxes, query, end, |id| visit(first + i, id));
                }
            }
        }
    }
}

impl BroadPhase for Auto {
    fn name(&self) -> &'static str {
        if self.sweeps_all { "sweep" } else { "auto" }
    }

    fn insert(&mut self, id: u32, bounds: Aabb) {
        if self.boxes.get(id).is_some() || !holds(bounds) {
            self.update(id, bounds);
            return;
        }
        self.boxes.put(id, bounds);
        let has_class = self.classes.of(id) > 0;
        self.newcomers += usize::from(!has_class);
        if has_class || self.newcomers <= WAIT {
            self.tree_of(id).insert(id, bounds);
            return;
        }
        if self.waiting_tree.made().is_some() {
            self.admit();
        }
        self.waiting.push(id);
    }

    fn insert_all(&mut self, boxes: &[(u32, Aabb)]) {
        boxes.iter().for_each(|(id, bounds)| self.boxes.put(*id, *bounds));
        let rest;
        let boxes = if self.classes.is_empty() {
            boxes
        } else {
            rest = self.classes.insert_all(boxes);
            &rest
        };
        self.newcomers += boxes.len();
        self.tree.insert_all(boxes);
    }

    fn set_class(&mut self, id: u32, class: u32, apart: u32) {
        if self.classes.of(id) == class {
            self.classes.set(id, class, apart);
            return;
        }
        let bounds = self.boxes.get(id);
        self.remove(id);
        self.classes.set(id, class, apart);
        if let Some(bounds) = bounds {
            self.insert(id, bounds);
        }
    }

    fn remove(&mut self, id: u32) {
        if self.boxes.get(id).is_some() {
            if self.index.has(id) {
                self.index.remove(id);
            } else {
                self.admit();
                self.tree_of(id).remove(id);
            }
            self.boxes.take(id);
        }
    }

    #[inline]
    fn update(&mut self, id: u32, bounds: Aabb) {
        match self.index.excess(id, bounds).filter(|_| holds(bounds)) {
            Some(by) => {
                self.boxes.replace(id, bounds);
                self.index.widen_slack(by);
            }
            None => self.set_aside(id, bounds),
        }
    }

    #[cfg(feature = "rayon")]
    fn update_all(&mut self, lists: &[&[(u32, Aabb)]]) {
        if let [list] = lists {
            return list.iter().for_each(|(id, bounds)| self.update(*id, *bounds));
        }
        let Self { boxes, index, .. } = self;
        let nothing = || (Four::splat(f32::NEG_INFINITY), Vec::new());
        let mut results: Vec<_> = lists.iter().map(|_| nothing()).collect();
        let (mut rest, mut end) = (boxes.all_mut(), 0);
        let parts = lists.iter().zip(&mut results).map(|(list, result)| {
            let base = end;
            end = list.last().map_or(base, |(id, _)| *id as usize + 1);
            let count = rest.len().min(end - base);
            (*list, base, rest.split_off_mut(..count).unwrap_or_default(), result)
        });
        Threads::Pool.share(parts, |(list, base, own, (most, others))| {
            for (id, bounds) in list {
                let by = index.excess(*id, *bounds).filter(|_| holds(*bounds));
                match (by, own.get_mut(*id as usize - base)) {
                    (Some(by), Some(place)) => (*place, *most) = (*bounds, by.max(*most)),
                    _ => others.push((*id, *bounds)),
                }
            }
        });
        for (most, others) in results {
            self.index.widen_slack(most);
            self.update_all(&[&others]);
        }
    }

    fn pairs(&mut self, moved: &[u32], out: &mut Vec<(u32, u32)>) {
        self.pairs_on(Threads::One, moved, core::slice::from_mut(out));
    }

    #[cfg(feature = "rayon")]
    fn pairs_parallel(&mut self, moved: &[u32], lists: &mut Vec<Vec<(u32, u32)>>) {
        let pieces = Threads::Pool.pieces(self.boxes.len(), PARALLEL_THRESHOLD);
        if lists.len() < pieces {
            lists.resize_with(pieces, Vec::new);
        }
        self.pairs_on(Threads::Pool, moved, lists);
    }

    fn overlapping(&self, bounds: Aabb, visit: &mut dyn FnMut(u32) -> ControlFlow<()>) {
        let mut trees = self.trees();
        if trees.try_for_each(|nodes| nodes.overlapping(bounds, &mut *visit)).is_continue() {
            let _ = self.index.overlapping(&self.boxes, bounds, visit);
        }
    }

    fn cast_segment(&self, swept: SweptBox, visit: &mut dyn FnMut(u32) -> f32) {
        self.cast_segments(&[swept], &|_| {}, &mut |_, id| visit(id));
    }

    fn cast_segments(
        &self,
        swept: &[SweptBox],
        prefetch: &dyn Fn(u32),
        visit: &mut dyn FnMut(usize, u32) -> f32,
    ) {
        self.ordered(swept, prefetch, |i, id| f64::from(visit(i, id)));
    }

    fn nearest(&self, from: Aabb, visit: &mut dyn FnMut(u32) -> f64) {
        self.nearest_each(&[from], &|_| {}, &mut |_, id| visit(id));
    }

    fn nearest_each(
        &self,
        from: &[Aabb],
        prefetch: &dyn Fn(u32),
        visit: &mut dyn FnMut(usize, u32) -> f64,
    ) {
        self.ordered(from, prefetch, visit);
    }

    fn len(&self) -> usize {
        self.boxes.len()
    }

    fn heap_bytes(&self) -> usize {
        let lists = [&self.swept, &self.tree_movers, &self.going, &self.still, &self.waiting];
        self.waiting_tree.made().map_or(0, Nodes::heap_bytes)
            + self.boxes.heap_bytes()
            + self.index.heap_bytes()
            + self.tree.heap_bytes()
            + self.classes.heap_bytes()
            + self.moves.heap_bytes()
            + lists.map(heap_bytes).iter().sum::<usize>()
    }

    fn visit_nodes(&self, visit: &mut dyn FnMut(Aabb, u32)) {
        self.trees().for_each(|nodes| nodes.walk(visit));
        self.index.inner().walk(visit);
    }

    fn clear(&mut self) {
        *self = Self { sweeps_all: self.sweeps_all, ..Self::default() };
    }
}

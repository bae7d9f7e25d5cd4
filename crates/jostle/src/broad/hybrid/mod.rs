//! The default broad phase: a sweep for boxes that move, a tree for boxes that stand still.
//!
//! Method: a new box enters the tree (`Tree`); that does not count as a move. When it moves in
//! two consecutive calls of `pairs`, or when a large part of all boxes moves at once, it migrates
//! to the sweep (`SweptIndex`), where a move is almost free and all movers are swept together.
//! After standing still for a while it migrates back. Pairs come from three places: movers among
//! themselves from the sweep; movers with the tree, eight neighbors at a time; and boxes that moved
//! within the tree from the tree itself.
//!
//! Cost: for each box that moves, a sweep entry and its share of a walk through the tree; for each
//! box that stands still, nothing, once it is back in the tree. A box that moves only rarely stays
//! in the tree. If a large part migrates at once, the tree is rebuilt instead of changed one by
//! one.

pub(crate) mod halves;
mod migrate;

use crate::broad::BroadPhase;
use crate::broad::box_table::{BoxTable, NOTHING};
use crate::broad::bvh::boxes8::ones;
use crate::broad::bvh::dynamic::Item;
use crate::broad::bvh::nodes::Node;
use crate::broad::id_set::IdSet;
use crate::broad::sap::{Items, pair};
use crate::math::{Aabb, Vec2};
use alloc::vec::Vec;
use core::ops::{ControlFlow, Range};
use halves::{FEW_MOVE, Halves};

/// Neighbors among the swept ask the tree together unless the tree holds a multiple of more boxes:
/// then there is too much between them.
const SPARSE: usize = 2;

/// The default broad phase: needs no tuning and no cell size.
#[derive(Clone, Debug, Default)]
pub struct Auto {
    members: Halves,
    /// Those that are swept, ascending; some may have left since.
    swept: Vec<u32>,
    /// By id, for those that are swept: calls of `pairs` since they moved.
    idle: Vec<u8>,
    moved: IdSet,
    /// The boxes that moved in the call before.
    before: IdSet,
    /// The number of new boxes since the last call of `pairs`.
    newcomers: usize,
    /// Those among the moved that are in the tree.
    tree_pairs: Vec<u32>,
    going: Vec<u32>,
    spare: Vec<u32>,
    items: Vec<Item>,
    visited: u64,
}

/// Boxes by an ascending list of ids that are in.
struct Listed<'a> {
    ids: &'a [u32],
    slots: &'a BoxTable,
}

impl Items for Listed<'_> {
    fn part(&self, places: Range<usize>) -> impl Iterator<Item = (u32, Aabb)> + Clone {
        self.ids[places].iter().map(|id| (*id, self.slots.known(*id)))
    }

    fn room(&self) -> usize {
        self.ids.len()
    }

    fn at(&self, place: usize) -> Option<Aabb> {
        Some(self.slots.known(*self.ids.get(place)?))
    }

    fn copy(&self, boxes: &mut Vec<Aabb>) {
        if self.ids.len() == self.slots.len() {
            self.slots.copy(boxes);
            return;
        }
        let room = self.ids.last().map_or(0, |last| *last as usize + 1);
        if boxes.len() < room {
            boxes.resize(room, NOTHING);
        }
        for (id, bounds) in self.part(0..self.room()) {
            boxes[id as usize] = bounds;
        }
    }
}

impl Auto {
    /// Makes an empty one.
    ///
    /// ```
    /// use jostle::Aabb;
    /// use jostle::broad::{Auto, BroadPhase};
    /// let mut auto = Auto::new();
    /// auto.insert(0, Aabb::new((0.0, 0.0), (1.0, 1.0)));
    /// auto.insert(1, Aabb::new((5.0, 0.0), (6.0, 1.0)));
    /// auto.update(1, Aabb::new((1.0, 1.0), (2.0, 2.0)));
    /// let mut pairs = Vec::new();
    /// auto.pairs(&[1], &mut pairs);
    /// assert_eq!(pairs, [(0, 1)]);
    /// ```
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Returns how many nodes, entries and groups of boxes the last [`pairs`](BroadPhase::pairs)
    /// looked at.
    ///
    /// ```
    /// assert_eq!(jostle::broad::Auto::new().visited(), 0);
    /// ```
    #[must_use]
    pub fn visited(&self) -> u64 {
        self.visited
    }

    /// Pairs of which both are swept.
    fn sweep(&mut self, running: usize, out: &mut Vec<(u32, u32)>) {
        let Self { members: Halves { slots, loose, .. }, swept, moved, .. } = self;
        let items = Listed { ids: swept, slots };
        let all = running == swept.len();
        loose.sweep(&items, swept.len(), &mut |a, b| {
            if all || moved.has(a) || moved.has(b) {
                out.push(pair(a, b));
            }
        });
        self.visited += loose.looked();
    }

    /// The same on the threads of the current `rayon` pool.
    #[cfg(feature = "rayon")]
    fn sweep_parallel(&mut self, running: usize, lists: &mut Vec<Vec<(u32, u32)>>) {
        let Self { members: Halves { slots, loose, .. }, swept, moved, .. } = self;
        let items = Listed { ids: swept, slots };
        let all = running == swept.len();
        let counts = |a, b| all || moved.has(a) || moved.has(b);
        loose.sweep_parallel(&items, swept.len(), counts, lists);
        self.visited += loose.looked();
    }

    /// Pairs of one that is swept and moved and one in the tree, after a sweep.
    #[inline(never)]
    fn sweep_tree_pairs(&mut self, out: &mut Vec<(u32, u32)>) {
        let (tree, moved) = (self.members.tree.inner(), &self.moved);
        let sparse = self.swept.len() * SPARSE < self.members.tree.len();
        let mut visited = 0;
        self.members.loose.inner().each_leaf(|_, leaf| {
            visited += 1;
            let movers = || leaf.used().filter(|lane| moved.has(leaf.child[*lane]));
            let mut walk = |around: Aabb, lanes: &mut dyn FnMut(&Node, u32)| {
                let (looked, _) = tree.leaves(around, |other, near| {
                    lanes(tree.node(other), near);
                    ControlFlow::Continue(())
                });
                visited += looked;
            };
            if sparse {
                for lane in movers() {
                    walk(leaf.lanes.get(lane), &mut |other, near| {
                        let met = ones(near).map(|hit| pair(leaf.child[lane], other.child[hit]));
                        out.extend(met);
                    });
                }
                return;
            }
            let around = movers().map(|lane| leaf.lanes.get(lane)).reduce(Aabb::union);
            let Some(around) = around else { return };
            walk(around, &mut |other, near| {
                for lane in movers() {
                    let near = near & other.lanes.meeting(leaf.lanes.get(lane));
                    out.extend(ones(near).map(|hit| pair(leaf.child[lane], other.child[hit])));
                }
            });
        });
        self.visited += visited;
    }

    /// Finds pairs of swept boxes that moved, one box at a time.
    fn ask(&mut self, moved: &[u32], out: &mut Vec<(u32, u32)>) {
        for id in moved {
            if self.members.loose.has(*id) {
                self.pairs_of_one(*id, out);
            }
        }
    }

    #[inline(never)]
    fn pairs_of_one(&mut self, id: u32, out: &mut Vec<(u32, u32)>) {
        let Some(own) = self.members.slots.get(id) else { return };
        let _ = self.members.loose.overlapping(&self.members.slots, own, |other| {
            if other > id || (other < id && !self.moved.has(other)) {
                out.push(pair(id, other));
            }
            ControlFlow::Continue(())
        });
        let _ = self.members.tree.inner().overlapping(own, |other| {
            out.push(pair(id, other));
            ControlFlow::Continue(())
        });
        self.visited += 1;
    }

    /// Pairs of one in the tree that moved and any other, but those that moved and are swept.
    #[inline(never)]
    fn tree_pairs(&mut self, out: &mut Vec<(u32, u32)>) {
        self.members.tree.pairs(&self.tree_pairs, out);
        self.visited += self.members.tree.visited();
        if !self.swept.is_empty() {
            self.tree_and_sweep_pairs(out);
        }
    }

    #[inline(never)]
    fn tree_and_sweep_pairs(&mut self, out: &mut Vec<(u32, u32)>) {
        for &id in &self.tree_pairs {
            let Some(own) = self.members.slots.get(id) else { continue };
            let _ = self.members.loose.overlapping(&self.members.slots, own, |other| {
                if !self.moved.has(other) {
                    out.push(pair(id, other));
                }
                ControlFlow::Continue(())
            });
            self.visited += 1;
        }
    }

    /// Lets boxes change sides; returns how many of the swept moved, where they are worth a sweep.
    fn begin(&mut self, moved: &[u32]) -> Option<usize> {
        self.visited = 0;
        self.moved.set(moved);
        // The common case, without any query.
        let same = moved == self.swept && !self.members.loose.left;
        let (changed, running) = if same {
            self.no_migration();
            (false, moved.len())
        } else {
            let changed = self.migrate(moved);
            (changed, self.swept.iter().filter(|id| self.moved.has(**id)).count())
        };
        (changed || running * FEW_MOVE > self.swept.len()).then_some(running)
    }

    /// Lists the pairs with the tree, and of those that moved where there was no sweep.
    fn finish(&mut self, moved: Option<&[u32]>, out: &mut Vec<(u32, u32)>) {
        match moved {
            Some(moved) => self.ask(moved, out),
            None if self.members.tree.len() > 0 => self.sweep_tree_pairs(out),
            None => {}
        }
        if !self.tree_pairs.is_empty() {
            self.tree_pairs(out);
        }
        core::mem::swap(&mut self.moved, &mut self.before);
        self.moved.reset();
        self.newcomers = 0;
    }
}

impl BroadPhase for Auto {
    fn name(&self) -> &'static str {
        "auto"
    }

    fn insert(&mut self, id: u32, bounds: Aabb) {
        self.newcomers += usize::from(self.members.slots.get(id).is_none());
        self.members.insert(id, bounds);
    }

    fn remove(&mut self, id: u32) {
        self.members.remove(id);
    }

    fn update(&mut self, id: u32, bounds: Aabb) {
        self.members.update(id, bounds);
    }

    fn update_all(&mut self, boxes: &[(u32, Aabb)]) {
        self.members.update_all(boxes);
    }

    fn pairs(&mut self, moved: &[u32], out: &mut Vec<(u32, u32)>) {
        match self.begin(moved) {
            Some(running) => {
                self.sweep(running, out);
                self.finish(None, out);
            }
            None => self.finish(Some(moved), out),
        }
    }

    #[cfg(feature = "rayon")]
    fn update_parallel(&mut self, lists: &[&[(u32, Aabb)]]) {
        self.members.set_parallel(lists);
    }

    #[cfg(feature = "rayon")]
    fn pairs_parallel(&mut self, moved: &[u32], lists: &mut Vec<Vec<(u32, u32)>>) {
        let swept = self.begin(moved).map(|running| self.sweep_parallel(running, lists));
        if let Some(last) = lists.last_mut() {
            self.finish(if swept.is_some() { None } else { Some(moved) }, last);
        }
    }

    fn overlapping(&self, bounds: Aabb, visit: &mut dyn FnMut(u32) -> ControlFlow<()>) {
        let _ = self.members.overlapping(bounds, visit);
    }

    fn cast_segment(
        &self,
        origin: Vec2,
        translation: Vec2,
        radius: f32,
        visit: &mut dyn FnMut(u32) -> f32,
    ) {
        self.members.cast_segment((origin, translation, radius), visit);
    }

    fn cast_segments(
        &self,
        ways: &[(Vec2, Vec2, f32)],
        expect: &dyn Fn(u32),
        visit: &mut dyn FnMut(usize, u32) -> f32,
    ) {
        self.members.cast_segments(ways, expect, visit);
    }

    fn nearest(&self, from: Aabb, visit: &mut dyn FnMut(u32) -> f64) {
        self.members.nearest(from, visit);
    }

    fn nearest_each(
        &self,
        from: &[Aabb],
        expect: &dyn Fn(u32),
        visit: &mut dyn FnMut(usize, u32) -> f64,
    ) {
        self.members.nearest_each(from, expect, visit);
    }

    fn len(&self) -> usize {
        self.members.slots.len()
    }

    fn heap_bytes(&self) -> usize {
        let lists = [&self.swept, &self.tree_pairs, &self.going, &self.spare];
        let lists: usize = lists.iter().map(|list| list.capacity() * 4).sum();
        let marks = self.moved.heap_bytes() + self.before.heap_bytes();
        let items = self.items.capacity() * size_of::<Item>();
        self.members.heap_bytes() + lists + marks + self.idle.capacity() + items
    }

    fn visit_nodes(&self, visit: &mut dyn FnMut(Aabb, u32)) {
        self.members.visit_nodes(visit);
    }

    fn clear(&mut self) {
        *self = Self::new();
    }
}

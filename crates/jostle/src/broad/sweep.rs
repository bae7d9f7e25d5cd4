//! The broad phase that sweeps everything in every call of `pairs`: for worlds in which most boxes
//! move.
//!
//! Method: `sap` for the pairs, its slack index for the queries. Boxes that come in or jump between
//! two sweeps wait in a small tree. Cost of `pairs`: all boxes, unless fewer than one in 32 moved;
//! these are queried one by one. If all boxes move, a sweep is faster than an update of a
//! structure, because it reads memory sequentially.

use crate::broad::BroadPhase;
use crate::broad::box_table::{BoxTable, NOTHING};
use crate::broad::bvh::dynamic::Item;
use crate::broad::hybrid::halves::{FEW_MOVE, Halves};
use crate::broad::id_set::IdSet;
use crate::broad::sap::Items;
use crate::math::{Aabb, Vec2};
use alloc::vec::Vec;
use core::ops::{ControlFlow, Range};

/// A sweep over everything: for worlds where most boxes move.
#[derive(Clone, Debug, Default)]
pub struct Sweep {
    members: Halves,
    moved: IdSet,
    endless: Vec<Item>,
}

/// All boxes that the sweep can take.
struct Finite<'a>(&'a BoxTable);

impl Items for Finite<'_> {
    fn part(&self, places: Range<usize>) -> impl Iterator<Item = (u32, Aabb)> + Clone {
        self.0.part(places).filter(|(_, bounds)| bounds.is_finite())
    }

    fn room(&self) -> usize {
        self.0.room()
    }

    fn at(&self, place: usize) -> Option<Aabb> {
        self.0.get(place as u32).filter(|bounds| bounds.is_finite())
    }

    fn copy(&self, boxes: &mut Vec<Aabb>) {
        self.0.copy(boxes);
        for (id, _) in self.0.iter().filter(|(_, bounds)| !bounds.is_finite()) {
            boxes[id as usize] = NOTHING;
        }
    }
}

impl Sweep {
    /// Makes an empty one.
    ///
    /// ```
    /// use jostle::Aabb;
    /// use jostle::broad::{BroadPhase, Sweep};
    /// let mut sweep = Sweep::new();
    /// sweep.insert(0, Aabb::new((0.0, 0.0), (1.0, 1.0)));
    /// sweep.insert(1, Aabb::new((1.0, 0.0), (2.0, 1.0)));
    /// let mut pairs = Vec::new();
    /// sweep.pairs(&[0], &mut pairs);
    /// assert_eq!(pairs, [(0, 1)]);
    /// ```
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Returns how many entries the last sweep sorted and how many groups of eight it looked at.
    ///
    /// ```
    /// use jostle::broad::Sweep;
    /// assert_eq!(Sweep::new().visited(), 0);
    /// ```
    #[must_use]
    pub fn visited(&self) -> u64 {
        self.members.loose.looked()
    }

    /// Queries each box that moved.
    fn ask(&self, moved: &[u32], out: &mut Vec<(u32, u32)>) {
        for &id in moved {
            let Some(own) = self.members.slots.get(id) else { continue };
            let mut meet = |other: u32| {
                if other > id {
                    out.push((id, other));
                } else if other < id && !self.moved.has(other) {
                    out.push((other, id));
                }
                ControlFlow::Continue(())
            };
            let _ = self.members.overlapping(own, &mut meet);
        }
    }

    /// Sweeps all boxes, and queries those without bounds.
    fn sweep(&mut self, all: bool, out: &mut Vec<(u32, u32)>) {
        let Self { members: Halves { slots, loose, tree }, moved, endless } = self;
        if tree.len() > 0 {
            endless.clear();
            let found = slots.iter().filter(|(_, bounds)| !bounds.is_finite());
            endless.extend(found.map(|(id, bounds)| Item { bounds, id }));
            tree.remove_all();
            tree.fill(endless);
        }
        let count = slots.len() - tree.len();
        let items = Finite(slots);
        let mut report = |a: u32, b: u32| out.push(if a < b { (a, b) } else { (b, a) });
        if all {
            loose.sweep(&items, count, &mut report);
        } else {
            loose.sweep(&items, count, &mut |a, b| {
                if moved.has(a) || moved.has(b) {
                    report(a, b);
                }
            });
        }
        for item in endless.iter().take(tree.len()) {
            let asks = |other: u32| all || moved.has(item.id) || moved.has(other);
            let mut meet = |other: u32| {
                if asks(other) {
                    report(item.id, other);
                }
                ControlFlow::Continue(())
            };
            let _ = loose.overlapping(slots, item.bounds, &mut meet);
            let _ = tree.inner().overlapping(item.bounds, |other| {
                if other > item.id { meet(other) } else { ControlFlow::Continue(()) }
            });
        }
    }
}

impl BroadPhase for Sweep {
    fn name(&self) -> &'static str {
        "sweep"
    }

    fn insert(&mut self, id: u32, bounds: Aabb) {
        self.members.insert(id, bounds);
    }

    fn remove(&mut self, id: u32) {
        self.members.remove(id);
    }

    fn update(&mut self, id: u32, bounds: Aabb) {
        self.members.update(id, bounds);
    }

    fn pairs(&mut self, moved: &[u32], out: &mut Vec<(u32, u32)>) {
        self.moved.set(moved);
        if moved.len() * FEW_MOVE < self.len() {
            self.members.tree.settle();
            self.ask(moved, out);
        } else {
            let present = moved.iter().filter(|id| self.members.slots.get(**id).is_some()).count();
            self.sweep(present == self.len(), out);
        }
        self.moved.clear(moved);
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

    fn nearest(&self, from: Aabb, visit: &mut dyn FnMut(u32) -> f64) {
        self.members.nearest(from, visit);
    }

    fn len(&self) -> usize {
        self.members.slots.len()
    }

    fn heap_bytes(&self) -> usize {
        let items = self.endless.capacity() * size_of::<Item>();
        self.members.heap_bytes() + self.moved.heap_bytes() + items
    }

    fn visit_nodes(&self, visit: &mut dyn FnMut(Aabb, u32)) {
        self.members.visit_nodes(visit);
    }

    fn clear(&mut self) {
        *self = Self::new();
    }
}

//! A tree packed as full as it goes, for what never or hardly ever changes.
//!
//! Method: halves at the median, leaves and nodes full (`tree/build`), so that questions look at as
//! few nodes as they can. Whatever changes stands in a list beside the tree, which questions scan,
//! until the next `pairs` packs everything anew: n log n, also for a single change. Level geometry,
//! tables of places, anything that is asked much more often than it changes.

use crate::broad::BroadPhase;
use crate::broad::box_table::{Slots, holds};
use crate::broad::bvh::boxes8::WIDTH;
use crate::broad::bvh::build::build;
use crate::broad::bvh::dynamic::Item;
use crate::broad::bvh::nodes::{NONE, Nodes};
use crate::broad::bvh::self_join::{join, place};
use crate::broad::bvh::slab::{Around, Slabs, Way, square_distance};
use crate::broad::id_set::Marks;
use crate::math::{Aabb, Vec2};
use alloc::boxed::Box;
use alloc::vec::Vec;
use core::ops::ControlFlow;

/// A static tree, packed anew in `pairs` when anything has changed.
#[derive(Clone, Debug, Default)]
pub struct Packed {
    slots: Slots,
    nodes: Nodes,
    /// By id: where in the tree; `NONE` for what changed since it was packed.
    places: Vec<u32>,
    /// Ids that are in `side`.
    aside: Marks,
    /// Ids that changed; some may be out again.
    side: Vec<u32>,
    gone: usize,
    moved: Marks,
    work: Vec<u32>,
    items: Vec<Item>,
}

impl Packed {
    /// Makes an empty one.
    ///
    /// ```
    /// use jostle::Aabb;
    /// use jostle::broad::{BroadPhase, Packed};
    /// let mut packed = Packed::new();
    /// packed.insert(0, Aabb::new((0.0, 0.0), (1.0, 1.0)));
    /// let mut found = Vec::new();
    /// packed.overlapping(Aabb::EVERYTHING, &mut |id| {
    ///     found.push(id);
    ///     core::ops::ControlFlow::Continue(())
    /// });
    /// assert_eq!(found, [0]);
    /// ```
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Takes an id out of the tree, if it is there.
    fn leave(&mut self, id: u32) {
        if let Some(place) = self.places.get_mut(id as usize)
            && *place != NONE
        {
            *place = NONE;
            self.gone += 1;
        }
    }

    fn packed(&self, id: u32) -> bool {
        self.places[id as usize] != NONE
    }

    /// Those beside the tree.
    fn beside(&self) -> impl Iterator<Item = (u32, Aabb)> + '_ {
        self.side.iter().filter_map(|id| self.slots.get(*id).map(|bounds| (*id, bounds)))
    }

    fn pack(&mut self) {
        self.items.clear();
        self.items.extend(self.slots.iter().map(|(id, bounds)| Item { bounds, id }));
        build(&mut self.items, WIDTH, &mut self.nodes);
        self.places.clear();
        self.places.resize(self.slots.room(), NONE);
        let leaves = self.items.len().div_ceil(WIDTH);
        for (index, leaf) in self.nodes.all.iter().take(leaves).enumerate() {
            for lane in leaf.used() {
                self.places[leaf.child[lane] as usize] = place(index as u32, lane);
            }
        }
        self.side.clear();
        self.aside.reset();
        self.gone = 0;
    }
}

impl BroadPhase for Packed {
    fn name(&self) -> &'static str {
        "packed"
    }

    fn insert(&mut self, id: u32, bounds: Aabb) {
        if !holds(bounds) {
            self.remove(id);
            return;
        }
        self.slots.put(id, bounds);
        self.leave(id);
        if !self.aside.has(id) {
            self.aside.set(&[id]);
            self.side.push(id);
        }
    }

    fn remove(&mut self, id: u32) {
        if self.slots.take(id) {
            self.leave(id);
        }
    }

    fn set(&mut self, id: u32, bounds: Aabb) {
        if self.slots.get(id).is_some_and(|old| old != bounds) {
            self.insert(id, bounds);
        }
    }

    fn pairs(&mut self, moved: &[u32], out: &mut Vec<(u32, u32)>) {
        if self.gone > 0 || !self.side.is_empty() {
            self.pack();
        }
        self.work.clear();
        let places = moved.iter().filter_map(|id| self.places.get(*id as usize).copied());
        self.work.extend(places.filter(|place| *place != NONE));
        self.work.sort_unstable();
        self.moved.set(moved);
        join(&self.nodes, &self.work, &self.moved, out);
        self.moved.clear(moved);
    }

    fn overlapping(&self, bounds: Aabb, visit: &mut dyn FnMut(u32) -> ControlFlow<()>) {
        let packed = self.nodes.overlapping(bounds, |id| {
            if self.packed(id) { visit(id) } else { ControlFlow::Continue(()) }
        });
        if packed.is_break() {
            return;
        }
        for (id, own) in self.beside() {
            if own.overlaps(bounds) && visit(id).is_break() {
                return;
            }
        }
    }

    fn along(
        &self,
        origin: Vec2,
        translation: Vec2,
        radius: f32,
        visit: &mut dyn FnMut(u32) -> f32,
    ) {
        let mut slabs = Slabs::NONE;
        slabs.follow(origin, translation, radius);
        let mut end = self.nodes.ordered(&slabs, 1.0, |id, end| {
            if self.packed(id) { f64::from(visit(id)) } else { end }
        });
        let way = Way::new(origin, translation, radius);
        for (id, own) in self.beside() {
            if end >= 0.0 && way.reaches(own, end).is_some() {
                end = f64::from(visit(id));
            }
        }
    }

    fn nearest(&self, from: Aabb, visit: &mut dyn FnMut(u32) -> f64) {
        let mut bound = self.nodes.ordered(&Around(from), f64::INFINITY, |id, bound| {
            if self.packed(id) { visit(id) } else { bound }
        });
        for (id, own) in self.beside() {
            if square_distance(from, own) <= bound {
                bound = visit(id);
            }
        }
    }

    fn len(&self) -> usize {
        self.slots.len()
    }

    fn bytes(&self) -> usize {
        let words = self.places.capacity() + self.side.capacity() + self.work.capacity();
        let marks = self.aside.bytes() + self.moved.bytes();
        let items = self.items.capacity() * size_of::<Item>();
        self.slots.bytes() + self.nodes.bytes() + marks + words * 4 + items
    }

    fn nodes(&self, visit: &mut dyn FnMut(Aabb, u32)) {
        self.nodes.walk(visit);
    }

    fn fresh(&self) -> Box<dyn BroadPhase> {
        Box::new(Self::new())
    }
}

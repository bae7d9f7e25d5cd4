//! The brute-force broad phase, which tests every pair. All other structures are compared with it.
//!
//! Cost: `pairs` reads all boxes once for each that moved, a query reads all boxes once, in the
//! order of their ids. For a few dozen boxes it is faster than any structure that has to be
//! maintained.

use crate::broad::BroadPhase;
use crate::broad::box_table::BoxTable;
use crate::broad::bvh::slab::{SweptSegment, square_distance};
use crate::math::{Aabb, Vec2};
use alloc::vec::Vec;
use core::ops::ControlFlow;

/// Looks at every box, always: the reference.
#[derive(Clone, Debug, Default)]
pub struct Brute {
    slots: BoxTable,
}

impl Brute {
    /// Makes an empty one.
    ///
    /// ```
    /// use jostle::broad::{BroadPhase, Brute};
    /// assert_eq!(Brute::new().len(), 0);
    /// ```
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }
}

impl BroadPhase for Brute {
    fn name(&self) -> &'static str {
        "brute"
    }

    fn insert(&mut self, id: u32, bounds: Aabb) {
        self.slots.put(id, bounds);
    }

    fn remove(&mut self, id: u32) {
        self.slots.take(id);
    }

    fn update(&mut self, id: u32, bounds: Aabb) {
        self.slots.put(id, bounds);
    }

    fn pairs(&mut self, moved: &[u32], out: &mut Vec<(u32, u32)>) {
        for &id in moved {
            let Some(own) = self.slots.get(id) else { continue };
            // The smaller of two ids that moved reports the pair.
            let mut rest = moved;
            for (other, bounds) in self.slots.iter() {
                let first = rest.iter().position(|m| *m >= other).unwrap_or(rest.len());
                rest = &rest[first..];
                let reported = other <= id && rest.first() == Some(&other);
                if !reported && own.overlaps(bounds) {
                    out.push(if id < other { (id, other) } else { (other, id) });
                }
            }
        }
    }

    fn overlapping(&self, bounds: Aabb, visit: &mut dyn FnMut(u32) -> ControlFlow<()>) {
        for (id, own) in self.slots.iter() {
            if own.overlaps(bounds) && visit(id).is_break() {
                return;
            }
        }
    }

    fn cast_segment(
        &self,
        origin: Vec2,
        translation: Vec2,
        radius: f32,
        visit: &mut dyn FnMut(u32) -> f32,
    ) {
        let way = SweptSegment::new(origin, translation, radius);
        let mut end = 1.0;
        for (id, own) in self.slots.iter() {
            if way.entry_fraction(own, end).is_some() {
                end = f64::from(visit(id));
            }
            if end < 0.0 {
                return;
            }
        }
    }

    fn nearest(&self, from: Aabb, visit: &mut dyn FnMut(u32) -> f64) {
        let mut bound = f64::INFINITY;
        for (id, own) in self.slots.iter() {
            if square_distance(from, own) <= bound {
                bound = visit(id);
            }
            if bound < 0.0 {
                return;
            }
        }
    }

    fn len(&self) -> usize {
        self.slots.len()
    }

    fn heap_bytes(&self) -> usize {
        self.slots.heap_bytes()
    }

    fn visit_nodes(&self, _: &mut dyn FnMut(Aabb, u32)) {}

    fn clear(&mut self) {
        *self = Self::new();
    }
}

//! The brute-force broad phase, which tests every pair. All other structures are compared with it.
//!
//! Cost: `pairs` reads all boxes once for each that moved, a query reads all boxes once, in the
//! order of their ids. For a few dozen boxes it is faster than any structure that has to be
//! maintained.

use crate::broad::box_table::BoxTable;
use crate::broad::bvh::slab::DistanceQuery;
use crate::broad::{BroadPhase, SweptBox, pair};
use crate::math::Aabb;
use alloc::vec::Vec;
use core::ops::ControlFlow;

/// Looks at every box, always: the reference.
#[derive(Clone, Debug, Default)]
pub struct Brute {
    boxes: BoxTable,
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

    fn ordered<Q: DistanceQuery>(&self, query: Q, mut visit: impl FnMut(u32) -> f64) {
        let (reaches, mut bound) = (query.reaches(), Q::START);
        for (id, own) in self.boxes.iter() {
            if reaches(own, bound) {
                bound = visit(id);
            }
            if bound < 0.0 {
                return;
            }
        }
    }
}

impl BroadPhase for Brute {
    fn name(&self) -> &'static str {
        "brute"
    }

    fn insert(&mut self, id: u32, bounds: Aabb) {
        self.boxes.put(id, bounds);
    }

    fn remove(&mut self, id: u32) {
        self.boxes.take(id);
    }

    fn update(&mut self, id: u32, bounds: Aabb) {
        self.boxes.put(id, bounds);
    }

    fn pairs(&mut self, moved: &[u32], out: &mut Vec<(u32, u32)>) {
        for &id in moved {
            let Some(own) = self.boxes.get(id) else { continue };
            // The smaller of two ids that moved reports the pair.
            let others = self.boxes.iter().filter(|(_, bounds)| own.overlaps(*bounds));
            let others = others.filter(|(o, _)| *o > id || moved.binary_search(o).is_err());
            out.extend(others.map(|(other, _)| pair(id, other)));
        }
    }

    fn overlapping(&self, bounds: Aabb, visit: &mut dyn FnMut(u32) -> ControlFlow<()>) {
        let mut met = self.boxes.iter().filter(|(_, own)| own.overlaps(bounds));
        let _ = met.try_for_each(|(id, _)| visit(id));
    }

    fn cast_segment(&self, swept: SweptBox, visit: &mut dyn FnMut(u32) -> f32) {
        self.ordered(swept, |id| f64::from(visit(id)));
    }

    fn nearest(&self, from: Aabb, visit: &mut dyn FnMut(u32) -> f64) {
        self.ordered(from, visit);
    }

    fn len(&self) -> usize {
        self.boxes.len()
    }

    fn heap_bytes(&self) -> usize {
        self.boxes.heap_bytes()
    }
}

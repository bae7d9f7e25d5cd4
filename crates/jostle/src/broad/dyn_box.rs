//! A broad phase that was chosen by name is one too.

use crate::broad::BroadPhase;
use crate::math::{Aabb, Vec2};
use alloc::boxed::Box;
use alloc::vec::Vec;
use core::ops::ControlFlow;

impl BroadPhase for Box<dyn BroadPhase> {
    fn name(&self) -> &'static str {
        (**self).name()
    }

    fn insert(&mut self, id: u32, bounds: Aabb) {
        (**self).insert(id, bounds);
    }

    fn remove(&mut self, id: u32) {
        (**self).remove(id);
    }

    fn update(&mut self, id: u32, bounds: Aabb) {
        (**self).update(id, bounds);
    }

    fn update_all(&mut self, boxes: &[(u32, Aabb)]) {
        (**self).update_all(boxes);
    }

    fn pairs(&mut self, moved: &[u32], out: &mut Vec<(u32, u32)>) {
        (**self).pairs(moved, out);
    }

    #[cfg(feature = "rayon")]
    fn update_parallel(&mut self, lists: &[&[(u32, Aabb)]]) {
        (**self).update_parallel(lists);
    }

    #[cfg(feature = "rayon")]
    fn pairs_parallel(&mut self, moved: &[u32], lists: &mut Vec<Vec<(u32, u32)>>) {
        (**self).pairs_parallel(moved, lists);
    }

    fn overlapping(&self, bounds: Aabb, visit: &mut dyn FnMut(u32) -> ControlFlow<()>) {
        (**self).overlapping(bounds, visit);
    }

    fn cast_segment(
        &self,
        origin: Vec2,
        translation: Vec2,
        radius: f32,
        visit: &mut dyn FnMut(u32) -> f32,
    ) {
        (**self).cast_segment(origin, translation, radius, visit);
    }

    fn cast_segments(
        &self,
        ways: &[(Vec2, Vec2, f32)],
        expect: &dyn Fn(u32),
        visit: &mut dyn FnMut(usize, u32) -> f32,
    ) {
        (**self).cast_segments(ways, expect, visit);
    }

    fn nearest(&self, from: Aabb, visit: &mut dyn FnMut(u32) -> f64) {
        (**self).nearest(from, visit);
    }

    fn nearest_each(
        &self,
        from: &[Aabb],
        expect: &dyn Fn(u32),
        visit: &mut dyn FnMut(usize, u32) -> f64,
    ) {
        (**self).nearest_each(from, expect, visit);
    }

    fn len(&self) -> usize {
        (**self).len()
    }

    fn heap_bytes(&self) -> usize {
        (**self).heap_bytes()
    }

    fn visit_nodes(&self, visit: &mut dyn FnMut(Aabb, u32)) {
        (**self).visit_nodes(visit);
    }

    fn boxed_empty(&self) -> Box<dyn BroadPhase> {
        (**self).boxed_empty()
    }
}

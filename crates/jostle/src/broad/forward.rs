//! Broad phases that forward to another one: `Box<dyn BroadPhase>`, [`Auto`] and [`Sweep`].

use crate::broad::{Auto, BroadPhase, Sweep};
use crate::math::{Aabb, Vec2};
use alloc::{boxed::Box, vec::Vec};
use core::ops::ControlFlow;

macro_rules! forward {
    ($($type:ty: |$own:ident| $inner:expr;)*) => { $(forward! {
        @one $type: |$own| $inner;
        reading:
        fn name() -> &'static str;
        fn len() -> usize;
        fn heap_bytes() -> usize;
        fn visit_nodes(visit: &mut dyn FnMut(Aabb, u32));
        fn overlapping(bounds: Aabb, visit: &mut dyn FnMut(u32) -> ControlFlow<()>);
        fn cast_segment(from: Vec2, by: Vec2, half: Vec2, visit: &mut dyn FnMut(u32) -> f32);
        fn cast_segments(
            segments: &[(Vec2, Vec2, Vec2)],
            prefetch: &dyn Fn(u32),
            visit: &mut dyn FnMut(usize, u32) -> f32
        );
        fn nearest(from: Aabb, visit: &mut dyn FnMut(u32) -> f64);
        fn nearest_each(
            from: &[Aabb],
            prefetch: &dyn Fn(u32),
            visit: &mut dyn FnMut(usize, u32) -> f64
        );
        writing:
        fn insert(id: u32, bounds: Aabb);
        fn remove(id: u32);
        fn clear();
        fn update(id: u32, bounds: Aabb);
        fn update_all(boxes: &[(u32, Aabb)]);
        #[cfg(feature = "rayon")]
        fn update_parallel(lists: &[&[(u32, Aabb)]]);
        fn pairs(moved: &[u32], out: &mut Vec<(u32, u32)>);
        #[cfg(feature = "rayon")]
        fn pairs_parallel(moved: &[u32], lists: &mut Vec<Vec<(u32, u32)>>);
    })* };
    (
        @one $type:ty: |$own:ident| $inner:expr;
        reading: $(fn $read:ident($($r:ident: $rt:ty),*) $(-> $rout:ty)?;)*
        writing: $($(#[$attr:meta])? fn $write:ident($($w:ident: $wt:ty),*);)*
    ) => {
        impl BroadPhase for $type {
            $(fn $read(&self, $($r: $rt),*) $(-> $rout)? {
                let $own = self;
                $inner.$read($($r),*)
            })*
            $($(#[$attr])? fn $write(&mut self, $($w: $wt),*) {
                let $own = self;
                $inner.$write($($w),*);
            })*
        }
    };
}

forward! {
    Box<dyn BroadPhase>: |own| (**own);
    Auto: |own| own.0;
    Sweep: |own| own.0;
}

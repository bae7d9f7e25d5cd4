//! What broad phases do with memory: nothing, once they are warm.
#![expect(unsafe_code, reason = "an allocator that counts is an unsafe trait to implement")]

use jostle::broad::{BroadPhase, NAMES, SweptBox, named};
use jostle::{Aabb, Vec2};
use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;
use std::ops::ControlFlow;

thread_local! {
    static COUNT: Cell<usize> = const { Cell::new(0) };
}

struct Counting;

// SAFETY: everything is left to the system's allocator.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        let _ = COUNT.try_with(|count| count.set(count.get() + 1));
        // SAFETY: the caller's promise is passed on.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, at: *mut u8, layout: Layout) {
        // SAFETY: the caller's promise is passed on.
        unsafe { System.dealloc(at, layout) }
    }

    unsafe fn realloc(&self, at: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        let _ = COUNT.try_with(|count| count.set(count.get() + 1));
        // SAFETY: the caller's promise is passed on.
        unsafe { System.realloc(at, layout, size) }
    }
}

#[global_allocator]
static COUNTING: Counting = Counting;

const BOXES: u32 = 700;
/// Frames until everything that happens has happened: the motion repeats every eight.
const WARM: u32 = 64;

/// Where a box is in a frame: each swings on a line of its own.
fn place(id: u32, frame: u32) -> Aabb {
    let swing = [0.0, 0.2, 0.4, 0.2, 0.0, -0.2, -0.4, -0.2][frame as usize % 8];
    let at = Vec2::new((id * 37 % 41) as f32 + swing, (id * 53 % 43) as f32 - swing);
    Aabb::new(at, (at.x + 1.5, at.y + 0.5))
}

/// All move, then few, then nothing.
fn movers(frame: u32) -> Vec<u32> {
    match frame % 16 {
        0..8 => (0..BOXES).collect(),
        8..14 => (0..BOXES).step_by(60).collect(),
        _ => Vec::new(),
    }
}

/// One frame; returns how often `pairs` and the questions allocated, and what they found.
fn frame(broad: &mut dyn BroadPhase, frame: u32, out: &mut Vec<(u32, u32)>) -> (usize, usize) {
    let moved = movers(frame);
    for &id in &moved {
        broad.update(id, place(id, frame));
    }
    out.clear();
    let before = COUNT.get();
    let mut found = 0;
    for _ in 0..2 {
        let around = Aabb::new((10.0, 10.0), (20.0, 20.0));
        broad.overlapping(around, &mut |_| {
            found += 1;
            ControlFlow::Continue(())
        });
        let (translation, half) = (Vec2::new(40.0, 40.0), Vec2::new(0.5, 0.5));
        broad.cast_segment(SweptBox { origin: Vec2::ZERO, translation, half }, &mut |_| {
            found += 1;
            1.0
        });
        broad.nearest(around, &mut |_| {
            found += 1;
            9.0
        });
        broad.pairs(&moved, out);
    }
    (COUNT.get() - before, found + out.len())
}

#[test]
fn pairs_and_questions_allocate_nothing_after_warm_up() {
    for mut broad in NAMES.iter().filter_map(|name| named(name)) {
        for id in 0..BOXES {
            // Some have no class, and the first class is apart from the others.
            broad.set_class(id, id % 4, 1 << 1);
            broad.insert(id, place(id, 0));
        }
        let mut out = Vec::new();
        for at in 0..WARM {
            frame(&mut *broad, at, &mut out);
        }
        let name = broad.name();
        let bytes = broad.heap_bytes();
        for at in WARM..2 * WARM {
            let (allocations, found) = frame(&mut *broad, at, &mut out);
            assert!(found > 100, "{name} finds {found}");
            assert_eq!(allocations, 0, "{name} in frame {at}");
        }
        assert_eq!(broad.heap_bytes(), bytes, "{name}");
    }
}

#[test]
fn memory_stays_flat_while_boxes_come_and_go() {
    for mut broad in NAMES.iter().filter_map(|name| named(name)) {
        let name = broad.name();
        let mut out = Vec::new();
        let mut bytes = [0; 2];
        for bytes in &mut bytes {
            for at in 0..300 {
                for id in (0..BOXES).filter(|id| (id + at) % 5 == 0) {
                    if (id + at) % 2 == 0 {
                        broad.remove(id);
                    } else {
                        broad.insert(id, place(id, at));
                    }
                }
                out.clear();
                broad.pairs(&movers(at), &mut out);
            }
            *bytes = broad.heap_bytes();
        }
        let largest = BOXES as usize * 400;
        assert!(bytes[1] <= bytes[0] * 3 / 2, "{name}: {bytes:?}");
        assert!(bytes[1] < largest, "{name} holds {} bytes a box", bytes[1] / BOXES as usize);
    }
}

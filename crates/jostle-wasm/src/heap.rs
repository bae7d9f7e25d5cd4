//! The allocator: Rust's own, which reports JavaScript when the memory is used up.
//!
//! Growing WebAssembly memory can fail: at 4 GiB, or if the browser refuses. Rust would trap
//! without a word; this throws a `JostleError` of kind `memory` through the frames instead. What
//! was being changed then is left half done, so the JavaScript side refuses all later calls.

use std::alloc::{GlobalAlloc, Layout, System};

#[link(wasm_import_module = "jostle")]
unsafe extern "C" {
    /// Throws.
    safe fn j_out_of_memory();
}

struct Heap;

#[global_allocator]
static HEAP: Heap = Heap;

fn checked(pointer: *mut u8) -> *mut u8 {
    if pointer.is_null() {
        j_out_of_memory();
    }
    pointer
}

// SAFETY: everything is passed on as it comes to the allocator of the standard library.
unsafe impl GlobalAlloc for Heap {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        // SAFETY: the caller's promise.
        checked(unsafe { System.alloc(layout) })
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        // SAFETY: the caller's promise.
        unsafe { System.dealloc(pointer, layout) }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        // SAFETY: the caller's promise.
        checked(unsafe { System.alloc_zeroed(layout) })
    }

    unsafe fn realloc(&self, pointer: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        // SAFETY: the caller's promise.
        checked(unsafe { System.realloc(pointer, layout, size) })
    }
}

//! The WebAssembly side of the npm package `jostle`: numbers in, numbers out.
//!
//! No object crosses the boundary. JavaScript writes bytes into one block of memory (`buffers`),
//! calls a function with numbers, and reads the answer from another block. Shapes arrive in the
//! bytes that snapshots hold ([`jostle::Shape::from_bytes`]); placed shapes, lists of them and
//! worlds stay here under small numbers, which the JavaScript side frees when its own object is
//! collected. What is wrong is left in `buffers::refuse` and told by the returned number.
//!
//! The names of exports begin with `j_`, and nothing else calls them; `js/` is the public face.
#![expect(
    unsafe_code,
    reason = "names of exports and imports, and the allocator, are unsafe to declare"
)]

mod buffers;
mod calls;
#[cfg(target_family = "wasm")]
mod heap;
mod journal;
mod keys;
mod list;
mod look;
mod one;
mod pair;
mod placed;
mod query;
mod sketch;
mod state;
mod step;
mod trace;
mod world;

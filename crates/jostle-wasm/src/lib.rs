//! The WebAssembly side of the npm package `jostle`: numbers in, numbers out.
//!
//! No object crosses the boundary. JavaScript writes bytes into one block of memory (`buffers`),
//! calls a function with numbers, and reads the answer from another block. Shapes arrive in the
//! bytes that snapshots hold ([`jostle::Shape::from_bytes`]); placed shapes, lists of them and
//! worlds stay here under small numbers, which the JavaScript side frees when its own object is
//! collected. A fault is left in `buffers::refuse`, and the returned number reports it.
//!
//! The names of exports begin with `j_`, and nothing else calls them; `js/` is the public face.
#![expect(
    unsafe_code,
    reason = "names of exports and imports, and the allocator, are unsafe to declare"
)]

mod buffers;
#[cfg(target_family = "wasm")]
mod heap;
#[cfg_attr(not(feature = "collide"), allow(dead_code, reason = "hitboxes need a part of it"))]
mod state;

#[cfg(feature = "collide")]
mod calls;
#[cfg(feature = "collide")]
mod journal;
#[cfg(feature = "collide")]
mod keys;
#[cfg(feature = "collide")]
mod list;
#[cfg(feature = "collide")]
mod look;
#[cfg(feature = "collide")]
mod motion;
#[cfg(feature = "collide")]
mod one;
#[cfg(feature = "collide")]
mod pair;
#[cfg(feature = "collide")]
mod placed;
#[cfg(feature = "collide")]
mod query;
#[cfg(feature = "collide")]
mod refusals;
#[cfg(feature = "collide")]
mod sketch;
#[cfg(feature = "collide")]
mod step;
#[cfg(feature = "collide")]
mod world;

#[cfg(feature = "trace")]
mod export;
#[cfg(feature = "trace")]
mod trace;

//! jostle for C: every question of the library behind integer handles and plain structs.
//!
//! **Handles.** Shapes, placed shapes, worlds and lists are structs of one integer: a slot of a
//! table and a generation. A handle of something freed finds nothing and is answered with
//! `JOSTLE_STATUS_HANDLE`, always: the table never reads freed memory (see `table`, with the cost).
//!
//! **Threads.** Every function may be called on any thread. Calls that read one object may run at
//! the same time; a call that changes or frees an object while another uses it is refused with
//! `JOSTLE_STATUS_BUSY`, and nothing waits. Pointers that a call returns (events, rings, texts)
//! stay until the next step, or until their object is freed: the caller must see to it that no other
//! thread steps or frees meanwhile. The last error message is per thread.
//!
//! **Callbacks** must not throw or jump out. They may query; their edits are refused.
//!
//! No panic crosses the border (`status::guard`), and nothing is kept between calls but the tables
//! of objects and the last error message of each thread.
#![deny(unsafe_op_in_unsafe_fn)]

mod border;
pub mod boxes;
pub mod custom;
pub mod motion;
pub mod numbers;
pub mod pair;
pub mod pairs;
pub mod rings;
pub mod shape;
pub mod status;
mod table;
pub mod texts;
pub mod trace;
pub mod values;
pub mod world;

//! The parts of the `jostle` program: scenes, Tiled maps, the check of a scene, the query
//! stream, hitboxes from sprites.
//!
//! They are a library so that tests and fuzzing reach the readers without starting a process; the
//! library that other programs use is `jostle`.

mod args;
mod check;
mod join;
mod news;
mod output;
mod print;
mod problem;
pub mod query;
pub mod replay;
mod run;
pub mod scene;
mod trace;

pub use args::main;
pub use jostle_tiled::MAX_CELLS;
pub use problem::Problem;

//! Chapters that build on each other, each with programs that run as tests.
//!
//! 1. [`no_world`]: two shapes, a list of shapes, and when not to use a world.
//! 2. [`events`]: a world in a loop, and which of the two is the hero.
//! 3. [`layers`]: layers, teams, filters, and the table of which pairs count.
//! 4. [`bullets`]: rays with a radius, so that nothing passes through.
//! 5. [`levels`]: grids, welded tiles, one-sided chains.
//! 6. [`determinism`]: snapshots, rollback, journals.
//! 7. [`speed`]: what costs what, debug builds, threads.
//!
//! The crates `bevy_jostle`, `jostle-macroquad` and `jostle-trace` have their own first pages.

#[doc = include_str!("guide/no_world.md")]
///
#[doc = include_str!("guide/frame.svg")]
pub mod no_world {}

#[doc = include_str!("guide/events.md")]
pub mod events {}

#[doc = include_str!("guide/layers.md")]
pub mod layers {}

#[doc = include_str!("guide/bullets.md")]
pub mod bullets {}

#[doc = include_str!("guide/levels.md")]
///
#[doc = include_str!("guide/level.svg")]
pub mod levels {}

#[doc = include_str!("guide/determinism.md")]
pub mod determinism {}

#[doc = include_str!("guide/speed.md")]
pub mod speed {}

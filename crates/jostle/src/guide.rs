//! Chapters that build on each other, each with programs that run as tests.
//!
//! 1. [`no_world`]: two shapes, a list of shapes, and when not to use a world.
//! 2. [`events`]: a world in a loop, and which of the two is the hero.
//! 3. [`layers`]: layers, teams, filters, and the table of which pairs count.
//! 4. [`motion`]: a hero that walks and jumps, slopes, one-way decks, moving platforms, casts.
//! 5. [`bullets`]: rays with a radius, so that nothing passes through.
//! 6. [`levels`]: grids, maps of Tiled, welded tiles, one-sided chains.
//! 7. [`hitboxes`]: outlines of pictures, their error, and what they cost.
//! 8. [`determinism`]: snapshots, rollback, journals.
//! 9. [`speed`]: what costs what, debug builds, threads.
//!
//! The crates `bevy_jostle`, `jostle-macroquad`, `jostle-tiled` and `jostle-trace` have their own first pages.
//! `docs/coming-from.md` in the repository has the words of other libraries beside ours.

#[doc = include_str!("guide/no_world.md")]
///
#[doc = include_str!("guide/frame.svg")]
pub mod no_world {}

#[doc = include_str!("guide/events.md")]
pub mod events {}

#[doc = include_str!("guide/layers.md")]
pub mod layers {}

#[doc = include_str!("guide/motion.md")]
///
#[doc = include_str!("guide/motion.svg")]
pub mod motion {}

#[doc = include_str!("guide/bullets.md")]
pub mod bullets {}

#[doc = include_str!("guide/levels.md")]
///
#[doc = include_str!("guide/level.svg")]
pub mod levels {}

#[doc = include_str!("guide/hitboxes.md")]
///
#[doc = include_str!("guide/hitboxes.svg")]
pub mod hitboxes {}

#[doc = include_str!("guide/determinism.md")]
pub mod determinism {}

#[doc = include_str!("guide/speed.md")]
pub mod speed {}

//! Chapters that build on each other, each with programs that run as tests.
//!
//! 1. [`first_game`]: a window, a hero that walks and jumps, coins.
//! 2. [`no_world`]: two shapes, a list of shapes, and when not to use a world.
//! 3. [`events`]: a world in a loop, and which of the two is the hero.
//! 4. [`layers`]: layers, teams, filters, and the table of which pairs count.
//! 5. [`motion`]: a hero that walks and jumps, slopes, one-way decks, moving platforms, casts.
//! 6. [`bullets`]: rays with a radius, so that nothing passes through.
//! 7. [`levels`]: grids, maps of Tiled, welded tiles, one-sided chains.
//! 8. [`hitboxes`]: outlines of pictures, their error, and what they cost.
//! 9. [`determinism`]: snapshots, rollback, journals.
//! 10. [`speed`]: what costs what, debug builds, threads.
//! 11. [`coming_from`]: the words of other libraries beside ours.
//!
//! The crates `bevy_jostle`, `jostle-macroquad`, `jostle-tiled` and `jostle-trace` have their own first pages.

// `jostle-macroquad`, which has a window, compiles its program as a test.
#[cfg_attr(not(doctest), doc = include_str!("guide/first_game.md"))]
///
#[doc = include_str!("guide/first_game.svg")]
pub mod first_game {}

#[doc = include_str!("guide/no_world.md")]
///
#[doc = include_str!("guide/frame.svg")]
pub mod no_world {}

#[doc = include_str!("guide/events.md")]
///
#[doc = include_str!("guide/events.svg")]
pub mod events {}

#[doc = include_str!("guide/layers.md")]
///
#[doc = include_str!("guide/layers.svg")]
pub mod layers {}

#[doc = include_str!("guide/motion.md")]
///
#[doc = include_str!("guide/motion.svg")]
pub mod motion {}

#[doc = include_str!("guide/bullets.md")]
///
#[doc = include_str!("guide/bullets.svg")]
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
///
#[doc = include_str!("guide/determinism.svg")]
pub mod determinism {}

#[doc = include_str!("guide/speed.md")]
pub mod speed {}

#[doc = include_str!("guide/coming_from.md")]
pub mod coming_from {}

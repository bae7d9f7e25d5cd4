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

macro_rules! chapters {
    ($($name:ident $($picture:literal)?),*) => { $(
        #[doc = include_str!(concat!("guide/", stringify!($name), ".md"))]
        $(
            #[doc = ""]
            #[doc = include_str!(concat!("guide/", $picture))]
        )?
        pub mod $name {}
    )* };
}
chapters! {
    no_world "frame.svg", events "events.svg", layers "layers.svg", motion "motion.svg",
    bullets "bullets.svg", levels "level.svg", hitboxes "hitboxes.svg",
    determinism "determinism.svg", speed, coming_from
}

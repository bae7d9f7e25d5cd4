//! From a sprite's pixels to a hitbox: concave, with holes and islands, few vertices, and an error
//! that is stated and checked.
//!
//! Data flows one way: picture → [`Mask`] → [`Outline`] (pixel edges) → simplified [`Outline`] →
//! [`jostle::Shape`], with a report whose numbers come from a checker that shares nothing with the
//! simplifier.
//!
//! [`shape_of_rgba`] does all of it for pixels that you have, such as those of an engine's texture.
//!
//! | feature | effect |
//! | --- | --- |
//! | none | pixels come from memory; no decoder is built |
//! | `export` | writes hitboxes in the forms of engines and editors |
//! | `png`, `gif`, `webp`, `aseprite` | `Picture::decode` reads pictures of that form |
//! | `files` | reads all of them, and sheets |

mod animate;
mod check;
mod error;
#[cfg(feature = "export")]
mod export;
mod fill;
mod fit;
mod hitbox;
mod image;
mod mask;
mod outline;
#[cfg(feature = "picture")]
#[cfg_attr(
    not(feature = "files"),
    allow(dead_code, unused_imports, reason = "each format uses a part of what they share")
)]
mod picture;
mod pieces;
mod rgba;
mod rings;
#[cfg(feature = "files")]
mod sheet;
mod simplify;
mod soft;
mod solid;
#[cfg(any(feature = "export", feature = "picture"))]
mod sprite;
mod trace;

pub use animate::{Coherent, coherent, intersection, union};
pub use check::{Measured, Validity, deviation, iou, measure, soft_iou, validity};
pub use error::TraceError;
#[cfg(feature = "export")]
pub use export::{File, Format, GENERATOR};
pub use fill::{Fill, Removed, RemovedKind, drop_small, filled};
pub use fit::{Fit, Simple, best_of, fit};
pub use hitbox::{Dropped, Hitbox, Origin, Report, shape_of};
pub use image::{Image, MAX_FRAMES, MAX_PIXELS, MAX_SIDE};
pub use mask::Mask;
pub use outline::{Outline, Point, Ring, UNITS_PER_PIXEL};
#[cfg(feature = "picture")]
pub use picture::{Frame, MAX_PICTURE_BYTES, Picture, Slice, SliceKey};
pub use pieces::pieces;
pub use rgba::shape_of_rgba;
pub use rings::{Connectivity, corners, outline};
#[cfg(feature = "files")]
pub use sheet::{Cut, Grid, MAX_CUT_PIXELS, MAX_CUTS, MAX_SHEET_BYTES, Sheet};
pub use simplify::{Detail, Effort, Goal, Side, Simplified, simplify, simplify_soft};
pub use soft::soften;
pub use solid::{Ignored, Solid};
#[cfg(any(feature = "export", feature = "picture"))]
pub use sprite::{Frames, NamedHitbox, Sprite, Tag};
pub use trace::{Edges, Pieces, Tracing};

/// The README's program runs as a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

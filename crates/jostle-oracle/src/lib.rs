//! The exact, slow oracle that jostle's answers are checked against.
//!
//! It is a crate of its own because it needs big integers, which the library must not depend on,
//! and because it must share no code with the kernels that it judges. Sets come in as plain `f32`
//! numbers ([`Set`]); every decision is made in integers on the grid that these numbers lie on.
#![expect(clippy::disallowed_methods, reason = "verdicts are integers; measures carry a tolerance")]

mod area;
mod case;
mod certificate;
mod contain;
mod cover;
pub mod r#gen;
mod lower;
pub mod measure;
pub mod motion;
mod outline;
mod scalar;
mod set;
mod verdict;

pub use area::overlap_area;
pub use case::{Case, Order};
pub use certificate::{Run, SplitCorner, SplitPoint, check_axis, check_common, check_point};
pub use contain::contains;
pub use set::{Set, Verdict};
pub use verdict::{verdict, verdict_big, verdict_small};

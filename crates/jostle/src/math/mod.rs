//! Numbers and frames: the bottom layer, which knows nothing of shapes.

mod aabb;
mod affine;
mod each;
#[cfg(feature = "serde")]
pub(crate) mod endless;
pub(crate) mod exact;
mod ops;
pub(crate) mod predicates;
#[cfg(test)]
mod random;
mod range;
mod room;
pub(crate) mod simd;
pub(crate) mod sort;
mod vec2;

pub use aabb::Aabb;
pub use affine::{Affine, Parts};
pub(crate) use each::Each;
pub use ops::{Rot, degrees_to_radians};
pub(crate) use ops::{atan2, by_tree, direction, greater, hypot, lesser, sqrt, unit_turn};
#[cfg(test)]
pub(crate) use random::{Random, splitmix};
pub use range::Range;
pub(crate) use room::make_room;
pub use vec2::Vec2;
pub(crate) use vec2::{D2, positive_zero};

//! Numbers and frames: the bottom layer, without shapes.

mod aabb;
mod affine;
mod bits;
mod dvec2;
pub(crate) mod exact;
#[cfg(feature = "serde")]
pub(crate) mod infinite_as_null;
mod interval;
pub(crate) mod lazy;
mod ops;
#[cfg(test)]
mod random;
mod reserve;
pub(crate) mod simd;
pub(crate) mod sort;
mod vec2;
pub(crate) mod winding;

pub use aabb::Aabb;
pub use affine::{Affine, TransformParts};
pub(crate) use bits::ones;
pub(crate) use dvec2::DVec2;
pub use interval::Interval;
pub use ops::{Rot, degrees_to_radians};
pub(crate) use ops::{atan2, by_tree, direction, greater, hypot, lesser, min_max, sqrt, unit_turn};
#[cfg(test)]
pub(crate) use random::{Random, splitmix};
pub(crate) use reserve::reserve_eighth;
pub use vec2::Vec2;
pub(crate) use vec2::{positive_zero, round_finite};

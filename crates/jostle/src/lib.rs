//! What touches what in 2D, where, and how to get them apart.
#![cfg_attr(not(feature = "std"), no_std)]

extern crate alloc;

mod math;
mod pair;
mod shape;

pub use math::{Aabb, Affine, Parts, Range, Rot, Vec2, degrees_to_radians};

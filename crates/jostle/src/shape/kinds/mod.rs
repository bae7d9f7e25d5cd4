//! Kinds of shapes: one noun, one file with its struct, its constructors and its lowering to a
//! body.

pub(crate) mod capsule;
pub(crate) mod chain;
pub(crate) mod circle;
pub(crate) mod compound;
pub(crate) mod custom;
pub(crate) mod ellipse;
pub(crate) mod half_plane;
pub(crate) mod mask;
pub(crate) mod point;
pub(crate) mod polygon;
pub(crate) mod rect;
pub(crate) mod segment;
pub(crate) mod tile_grid;

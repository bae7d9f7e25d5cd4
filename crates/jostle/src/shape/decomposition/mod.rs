//! Convex decomposition of rings, and triangulation.

pub(crate) mod lazy_pieces;
pub(crate) mod merge;
pub(crate) mod triangulate;

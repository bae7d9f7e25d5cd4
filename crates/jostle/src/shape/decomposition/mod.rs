//! Convex decomposition of rings, and triangulation.

pub(crate) mod merge;
pub(crate) mod triangulate;

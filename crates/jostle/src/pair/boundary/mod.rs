//! Boundaries as lines and arcs, and what follows from their intersections.

pub(crate) mod pieces;
pub(crate) mod point_in_body;
pub(crate) mod polygonize;
pub(crate) mod union_depth;

//! Concave outlines, chains and tile grids: pairs of edges through trees.

pub(crate) mod distance;
pub(crate) mod verdict;

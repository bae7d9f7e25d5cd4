//! Concave outlines, chains and tile grids: pairs of edges through trees.

pub(crate) mod edge_pairs;
pub(crate) mod grid_window;

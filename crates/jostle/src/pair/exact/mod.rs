//! Stage three: predicates whose signs are always right.

pub(crate) mod convex;
pub(crate) mod edge_pairs;
pub(crate) mod locate;
pub(crate) mod predicates;
pub(crate) mod touching;

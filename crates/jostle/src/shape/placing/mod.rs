//! Placing: the body of a shape under a transform, and updates of it.

pub(crate) mod reclassify;
pub(crate) mod region;
pub(crate) mod similarity;
pub(crate) mod stays_convex;
pub(crate) mod update;

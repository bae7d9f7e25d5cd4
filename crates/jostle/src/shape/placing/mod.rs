//! Placing: how a transform changes a shape, and the same shape again.

pub(crate) mod inflate;
pub(crate) mod reclassify;
pub(crate) mod similarity;
pub(crate) mod stays_convex;
pub(crate) mod update;

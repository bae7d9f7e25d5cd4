//! Bodies: the placed form of a shape.

pub(crate) mod core;
pub(crate) mod curved;
pub(crate) mod mesh;
pub(crate) mod principal_axes;
pub(crate) mod storage;

//! Bodies: what a shape becomes when it is placed.

pub(crate) mod core;
pub(crate) mod curved;
pub(crate) mod mesh;
pub(crate) mod parts;
pub(crate) mod storage;

//! Outlines: validation of rings, and their normal form.

pub(crate) mod arrangement;
pub(crate) mod face_tracing;
pub(crate) mod hull;
pub(crate) mod is_simple;
pub(crate) mod normalize;
pub(crate) mod weld;

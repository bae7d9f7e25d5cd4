//! Curved convex sets: ellipses, sheared capsules and users' shapes.

pub(crate) mod ellipse;
pub(crate) mod flatten;
pub(crate) mod line;
pub(crate) mod separation;
pub(crate) mod support_map;
#[cfg(test)]
mod tests;

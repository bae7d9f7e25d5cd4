//! Curved convex sets: ellipses, sheared capsules and users' shapes.

pub(crate) mod flatten;
pub(crate) mod line;
pub(crate) mod separation;
pub(crate) mod support_map;
#[cfg(test)]
mod tests;

/// Unit roundoff times two: the spacing of `f64` at 1.
pub(crate) const EPSILON: f64 = f64::EPSILON;

//! Rays against bodies.

pub(crate) mod ray_body;
pub(crate) mod ray_convex;

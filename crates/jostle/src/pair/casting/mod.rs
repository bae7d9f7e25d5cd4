//! Rays against bodies, and bodies that move against bodies.

pub(crate) mod moving;
pub(crate) mod ray_body;
pub(crate) mod ray_convex;
pub(crate) mod straight;
pub(crate) mod turning;

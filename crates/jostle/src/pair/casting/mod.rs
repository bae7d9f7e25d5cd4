//! Rays against bodies, and bodies that move against bodies.

pub(crate) mod first_contact;
mod joint;
pub(crate) mod moving;
pub(crate) mod portal;
pub(crate) mod ray_body;
pub(crate) mod ray_convex;
pub(crate) mod ring;
pub(crate) mod straight;
pub(crate) mod turning;

//! Rays against bodies, and bodies that move against bodies.

pub(crate) mod boxes_on_path;
mod by_support;
pub(crate) mod first_contact;
mod frame;
mod joint;
pub(crate) mod leaving;
pub(crate) mod moving;
mod one_sided;
pub(crate) mod ray_body;
mod resting;
pub(crate) mod ring;
mod seam;
pub(crate) mod straight;
pub(crate) mod turning;
pub(crate) mod walk;

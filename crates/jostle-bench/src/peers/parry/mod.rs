//! parry2d: pairs, trees, outlines and rays.

mod alone;
mod broad;
mod concave;
mod immediate;
mod motion;
mod pairs;
mod rays;

pub(crate) use alone::alone;
pub(crate) use broad::contestant as tree;
pub(crate) use concave::{Meshes, mesh};
pub(crate) use immediate::Rectangles;
pub(crate) use motion::Moving;
pub(crate) use pairs::Pairs;
pub(crate) use rays::Still;

//! Bodies that move: exact answers for straight ways of cores, proofs by intervals for all others.

mod body;
mod contact;
mod interval;
mod path;
mod straight;

pub use body::Body;
pub use contact::{Known, Sweep};
pub use interval::Interval;
pub use path::Leg;
pub use straight::Straight;

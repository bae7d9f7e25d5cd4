//! Questions about two placed shapes: one question, one file.

mod bounds;
mod contact;
mod contains;
mod crossings;
pub(crate) mod gap;
pub(crate) mod kernel;
mod measure;
mod order;
mod oriented;
mod outline;
mod overlaps;
mod region;
mod relation;
#[cfg(test)]
mod samples;
pub(crate) mod verdict;

pub use bounds::bounds_of;
pub use contact::Contact;
pub use crossings::Crossing;
pub use gap::Gap;
pub use oriented::OrientedBox;
pub use outline::Outline;
pub use region::{Region, RegionPolygon};
pub use relation::Relation;
pub use verdict::Verdict;

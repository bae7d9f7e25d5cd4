//! Questions about two placed shapes: one question, one file.

mod bounds;
mod closest;
mod contact;
mod contains;
mod crossings;
pub(crate) mod gap;
pub(crate) mod kernel;
mod lines;
mod manifold;
mod measure;
mod method;
mod nearest_edge;
mod order;
mod oriented;
mod outline;
mod overlaps;
mod project;
mod ray;
mod region;
mod relation;
#[cfg(test)]
mod samples;
mod test;
mod touching_parts;
pub(crate) mod verdict;
mod why;

pub use bounds::bounds_of;
pub use closest::Closest;
pub use contact::Contact;
pub use crossings::Crossing;
pub use gap::Gap;
pub use lines::{LineCrossing, intersect_lines, intersect_segments};
pub use manifold::{Feature, FeatureId, Manifold, ManifoldPoint};
pub use method::{Detect, Method};
pub use oriented::OrientedBox;
pub use outline::Outline;
pub use project::project_edge;
pub use ray::{Inside, RayHit};
pub use region::{Region, RegionPolygon};
pub use relation::Relation;
pub use test::{Level, Test};
pub(crate) use touching_parts::Named;
pub use verdict::Verdict;
pub use why::{Axis, EdgeAxis, ExactCorner, ExactPoint, PartProof, Proof, Why};

//! Questions about how two shapes collide: one question, one file. Each is a method of
//! [`Placed`](crate::Placed).

pub(crate) mod cast;
pub(crate) mod closest;
pub(crate) mod contact;
pub(crate) mod contacts;
pub(crate) mod contains;
pub(crate) mod gap;
pub(crate) mod manifold;
pub(crate) mod ray;
pub(crate) mod relation;
pub(crate) mod touching_parts;
pub(crate) mod verdict;

pub use crate::pair::answer::Verdict;
pub use cast::{Hit, Meet, Stop};
pub use closest::Closest;
pub use contact::Contact;
pub use gap::Gap;
pub use manifold::{Feature, FeatureId, Manifold, ManifoldPoint};
pub use ray::{Inside, RayHit};
pub use relation::Relation;

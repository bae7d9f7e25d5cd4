//! Questions about placed shapes: one question, one file.
//!
//! Each is a method of [`Placed`](crate::Placed), or a function on points. Their results are the
//! types of this module; the most common ones are also at the root of the crate.
//!
//! ```
//! use jostle::query::intersect_segments;
//! use jostle::{Affine, Shape};
//! let a = Shape::rect_half((2.0, 1.0))?.place(Affine::IDENTITY)?;
//! let b = Shape::rect_half((2.0, 1.0))?.place(Affine::at((3.0, 1.0)))?;
//! assert_eq!(a.crossings(&b).len(), 2);
//! assert_eq!(a.region(&b, 0.1).unwrap().area(), 1.0);
//! let [p, q] = [[(0.0, 0.0), (2.0, 2.0)], [(0.0, 2.0), (2.0, 0.0)]].map(|s| s.map(Into::into));
//! assert!(intersect_segments(p, q).is_some());
//! # Ok::<(), jostle::ShapeError>(())
//! ```

pub(crate) mod candidate_count;
pub(crate) mod cast;
pub(crate) mod closest;
pub(crate) mod contact;
pub(crate) mod contacts;
pub(crate) mod contains;
pub(crate) mod crossings;
pub(crate) mod draw_outline;
pub(crate) mod gap;
pub(crate) mod lines;
pub(crate) mod manifold;
pub(crate) mod measure;
pub(crate) mod oriented_bounds;
pub(crate) mod overlap_method;
pub(crate) mod project;
pub(crate) mod ray;
pub(crate) mod region;
pub(crate) mod relation;
pub(crate) mod staged_test;
pub(crate) mod touching_parts;
pub(crate) mod verdict;
pub(crate) mod why;

pub use crate::pair::answer::Verdict;
pub use cast::{Hit, Meet, Stop};
pub use closest::Closest;
pub use contact::Contact;
pub use crossings::Crossing;
pub use draw_outline::Outline;
pub use gap::Gap;
pub use lines::{LineCrossing, intersect_lines, intersect_segments};
pub use manifold::{Feature, FeatureId, Manifold, ManifoldPoint};
pub use oriented_bounds::{OrientedBox, bounds_of};
pub use overlap_method::{BuiltinMethod, OverlapMethod};
pub use project::project_edge;
pub use ray::{Inside, RayHit};
pub use region::{Region, RegionPolygon};
pub use relation::Relation;
pub use staged_test::{Level, StagedTest};

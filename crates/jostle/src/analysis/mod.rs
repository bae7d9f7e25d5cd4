//! Questions that never take part in a collision: proofs, crossings, common regions, areas, outlines to
//! draw, oriented boxes, projections, and tests by stages.
//!
//! One question, one file, each on the verdicts and the gaps of `pair`, which does not know this layer.
//! Their results stand in [`query`](crate::query) beside those of `pair`.

pub(crate) mod candidate_count;
pub(crate) mod crossings;
pub(crate) mod draw_outline;
pub(crate) mod lines;
pub(crate) mod measure;
pub(crate) mod oriented_bounds;
pub(crate) mod overlap_method;
pub(crate) mod project;
pub(crate) mod proof;
pub(crate) mod region;
pub(crate) mod staged_test;
pub(crate) mod why;

pub use crossings::Crossing;
pub use draw_outline::Outline;
pub use lines::{LineCrossing, intersect_lines, intersect_segments};
pub use oriented_bounds::{OrientedBox, bounds_of};
pub use overlap_method::{BuiltinMethod, OverlapMethod};
pub use project::project_edge;
pub use region::{Region, RegionPolygon};
pub use staged_test::{Level, StagedTest};

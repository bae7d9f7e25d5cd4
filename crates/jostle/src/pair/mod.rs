//! Questions about two placed shapes: one question, one file.

mod batch;
pub(crate) mod boundary;
mod canonical_order;
pub(crate) mod casting;
pub(crate) mod containment;
mod convex;
pub(crate) mod curved;
pub(crate) mod exact;
pub(crate) mod filter;
pub(crate) mod half_plane;
pub(crate) mod mesh;
pub(crate) mod penetration;
pub(crate) mod proof;
pub(crate) mod query;
pub(crate) mod sat;
pub(crate) mod sat8;
#[cfg(test)]
mod test_shapes;

pub(crate) use batch::{GroupResult, PairClass};
pub use batch::{HitMask, PairError, ShapeBatch};
pub use query::bounds::bounds_of;
pub use query::closest::Closest;
pub use query::contact::Contact;
pub use query::crossings::Crossing;
pub use query::draw_outline::Outline;
pub use query::gap::Gap;
pub use query::lines::{LineCrossing, intersect_lines, intersect_segments};
pub use query::manifold::{Feature, FeatureId, Manifold, ManifoldPoint};
pub use query::oriented_bounds::OrientedBox;
pub use query::overlap_method::{BuiltinMethod, OverlapMethod};
pub use query::project::project_edge;
pub(crate) use query::ray::{Beam, RayHitWithEdge};
pub use query::ray::{Inside, RayHit};
pub use query::region::{Region, RegionPolygon};
pub use query::relation::Relation;
pub use query::staged_test::{Level, StagedTest};
pub(crate) use query::touching_parts::Named;
pub use query::verdict::Verdict;
pub use query::why::{
    EdgeAxis, ExactCorner, ExactPoint, PartProof, Proof, ProvenVerdict, SeparatingAxis,
};

//! Questions about two placed shapes. Imports between the rooms run in one direction; see
//! `ARCHITECTURE.md` for the order.

pub(crate) mod answer;
pub(crate) mod batch;
pub(crate) mod bodies;
pub(crate) mod boundary;
pub(crate) mod canonical_order;
pub(crate) mod casting;
pub(crate) mod class;
pub(crate) mod containment;
mod convex;
pub(crate) mod curved;
pub(crate) mod exact;
pub(crate) mod filter;
pub(crate) mod half_plane;
pub(crate) mod mesh;
pub(crate) mod penetration;
pub(crate) mod query;
mod round_ring;
pub(crate) mod sat;
pub(crate) mod sat8;
#[cfg(test)]
pub(crate) mod test_shapes;

//! Static bounding volume hierarchies over edges and boxes.

pub(crate) mod box_bvh;
pub(crate) mod edge_bvh;
pub(crate) mod near_pairs;

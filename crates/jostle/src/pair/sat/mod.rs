//! Stage two: separating axes and closed forms in `f64`, one pair at a time.

pub(crate) mod minkowski;
pub(crate) mod octagons;
pub(crate) mod points_segments;
pub(crate) mod polygons;
pub(crate) mod rects;
pub(crate) mod soa;

//! Proofs of verdicts: separating axes and common points.

pub(crate) mod axis;
pub(crate) mod common_point;

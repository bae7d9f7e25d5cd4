//! The questions: one question, one file.

pub(crate) mod bounds;
pub(crate) mod closest;
pub(crate) mod contact;
pub(crate) mod contains;
pub(crate) mod crossings;
pub(crate) mod draw_outline;
pub(crate) mod gap;
pub(crate) mod lines;
pub(crate) mod manifold;
pub(crate) mod measure;
pub(crate) mod oriented_bounds;
pub(crate) mod overlap_method;
pub(crate) mod overlaps;
pub(crate) mod project;
pub(crate) mod ray;
pub(crate) mod region;
pub(crate) mod relation;
pub(crate) mod staged_test;
pub(crate) mod touching_parts;
pub(crate) mod verdict;
pub(crate) mod why;

//! The engines behind the questions.

pub(crate) mod along;
pub(crate) mod axis;
pub(crate) mod boundary;
pub(crate) mod chord;
pub(crate) mod contact_kind;
mod corner;
pub(crate) mod cover;
pub(crate) mod curved;
pub(crate) mod depth;
pub(crate) mod double;
pub(crate) mod edges;
pub(crate) mod faces;
pub(crate) mod half_plane;
pub(crate) mod inside;
pub(crate) mod intersect;
pub(crate) mod minkowski;
pub(crate) mod past_planes;
pub(crate) mod pieces;
pub(crate) mod predicates;
pub(crate) mod probe;
pub(crate) mod push;
pub(crate) mod rings;
pub(crate) mod seams;
pub(crate) mod squares;
pub(crate) mod support;
pub(crate) mod trig;
pub(crate) mod witness;

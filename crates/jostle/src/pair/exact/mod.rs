//! Stage three: predicates whose signs are always right.

pub(crate) mod point_in_body;
pub(crate) mod predicates;
pub(crate) mod seams;
pub(crate) mod touching;

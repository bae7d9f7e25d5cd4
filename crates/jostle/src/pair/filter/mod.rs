//! Stage one: `f32` intervals with a proven error.

pub(crate) mod formulas;
pub(crate) mod pair_in_lanes;
pub(crate) mod single;

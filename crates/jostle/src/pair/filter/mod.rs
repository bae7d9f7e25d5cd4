//! Stage one: `f32` intervals with a proven error, for one pair or eight.

pub(crate) mod formulas;
pub(crate) mod numbers;
pub(crate) mod pair_in_lanes;
pub(crate) mod single;

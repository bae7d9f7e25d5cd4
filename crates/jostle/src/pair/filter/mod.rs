//! Stage one: `f32` intervals with a proven error.

pub(crate) mod formulas;
pub(crate) mod single;

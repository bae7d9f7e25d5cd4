//! Questions about two placed shapes.

mod kernel;

//! The shapes and what is computed from one shape alone.

#[cfg_attr(not(test), allow(dead_code, reason = "regions and unions are built on it"))]
pub(crate) mod overlay;

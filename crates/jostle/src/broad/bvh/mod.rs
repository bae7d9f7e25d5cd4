//! Bounding volume hierarchies with eight children a node.

pub(crate) mod dynamic;
pub(crate) mod nodes;
pub(crate) mod slab;
pub(crate) mod traverse;

//! Bounding volume hierarchies with eight children a node.

pub(crate) mod boxes8;
pub(crate) mod build;
pub(crate) mod dynamic;
pub(crate) mod join;
pub(crate) mod nodes;
pub(crate) mod slab;
pub(crate) mod traverse;

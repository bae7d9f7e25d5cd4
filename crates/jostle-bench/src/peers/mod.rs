//! The peers, a file for each family, driven the way their documentation states is right for the
//! case.

pub(crate) mod box2d;
pub(crate) mod broccoli;
pub(crate) mod geo;
pub(crate) mod i_overlay;
pub(crate) mod obvhs;
pub(crate) mod parry;
pub(crate) mod rapier;
pub(crate) mod rstar;
pub(crate) mod sepax;
pub(crate) mod sfml;

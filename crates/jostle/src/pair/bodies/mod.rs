//! Two bodies of any class: cores, curved sets, half-planes and unions.

pub(crate) mod curved;
pub(crate) mod gap;
pub(crate) mod verdict;

#![doc = include_str!("../README.md")]

mod anchor;
mod r#gen;
mod laws;
mod naive;
mod spec;

pub use r#gen::{Rng, pair};
pub use laws::{LAWS, Law, Outcome};
pub use naive::separation;
pub use spec::{Kind, Pair, Spec, Subject};

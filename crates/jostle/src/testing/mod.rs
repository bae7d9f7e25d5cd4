//! The material of the tests: generators of nasty shapes, the laws that every pair obeys, and a
//! slow oracle that shares no code with the kernels.
//!
//! Behind the feature `testing`, for the project's own tests and for users who write a custom shape
//! and want to see it pass.

mod r#gen;
mod laws;
mod naive;
mod spec;

pub use r#gen::{Rng, pair};
pub use laws::{LAWS, Law, Outcome};
pub use naive::separation;
pub use spec::{Kind, Pair, Spec, Subject};

/// Puts the header of a snapshot, with the right length and hash, before any bytes: what a fuzzer
/// needs to get past it.
///
/// ```
/// use jostle::{World, testing::sealed, world::SnapshotError};
/// let error = World::<()>::new().restore(&sealed(b"no world")).unwrap_err();
/// assert!(matches!(error, SnapshotError::Invalid { .. }));
/// ```
#[must_use]
pub fn sealed(body: &[u8]) -> alloc::vec::Vec<u8> {
    crate::world::sealed(body)
}

//! Questions about two placed shapes: one question, one file.

mod contact;
mod contains;
pub(crate) mod gap;
pub(crate) mod kernel;
mod measure;
mod order;
mod overlaps;
mod relation;
pub(crate) mod verdict;

pub use contact::Contact;
pub use gap::Gap;
pub use relation::Relation;
pub use verdict::Verdict;

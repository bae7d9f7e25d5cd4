//! Shapes from bytes, biased toward the places where collision code goes wrong, and the laws that
//! every answer obeys.

pub mod bytes;
pub mod laws;
pub mod shapes;

pub use bytes::Bytes;

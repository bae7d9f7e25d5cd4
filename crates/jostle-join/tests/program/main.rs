//! The program as its users start it.

mod answers;
mod faults;
mod tables;

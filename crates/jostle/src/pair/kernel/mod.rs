//! What the questions are computed from: one file for each class of pair.

#[allow(dead_code, unused_imports, reason = "its callers are the questions, which stand above it")]
mod support;

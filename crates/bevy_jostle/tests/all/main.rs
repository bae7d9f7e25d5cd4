//! All tests in one program.

#[cfg(all(feature = "gizmos", feature = "tiles", feature = "trace"))]
mod features;
mod headless;
mod motion;

//! How long tracing takes.

use std::time::Instant;

/// A start; none in WebAssembly on its own, where asking for the time is a panic.
#[derive(Clone, Copy, Debug)]
pub(super) struct Watch(Option<Instant>);

impl Watch {
    pub(super) fn start() -> Self {
        let has_clock = !cfg!(all(target_family = "wasm", target_os = "unknown"));
        Self(has_clock.then(Instant::now))
    }

    /// The time since the start; 0 without a clock.
    pub(super) fn milliseconds(self) -> f64 {
        self.0.map_or(0.0, |start| start.elapsed().as_secs_f64() * 1e3)
    }
}

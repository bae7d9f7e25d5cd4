//! Processor time of this thread, and medians.

use rustix::time::{ClockId, clock_gettime};

/// Returns the processor time that this thread has used, in seconds: what others do on the machine
/// at the same time disturbs caches and frequency, but is not counted.
pub(crate) fn seconds() -> f64 {
    let now = clock_gettime(ClockId::ThreadCPUTime);
    now.tv_sec as f64 + now.tv_nsec as f64 * 1e-9
}

/// Measures one call, in seconds.
pub(crate) fn time<R>(work: impl FnOnce() -> R) -> (f64, R) {
    let start = seconds();
    let result = work();
    (seconds() - start, result)
}

/// The middle of what was measured, and the least.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Spread {
    pub(crate) median: f64,
    pub(crate) least: f64,
}

/// Sorts the times and returns their middle and the least; NaN for none.
pub(crate) fn spread(mut times: Vec<f64>) -> Spread {
    times.sort_by(f64::total_cmp);
    let at = |i: usize| times.get(i).copied().unwrap_or(f64::NAN);
    Spread { median: at(times.len() / 2), least: at(0) }
}

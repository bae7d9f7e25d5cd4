//! Processor time of this thread.

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

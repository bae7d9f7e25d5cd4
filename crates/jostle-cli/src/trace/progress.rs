//! What a run that takes long is at, on standard error.

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::thread;
use std::time::Duration;

/// Runs that end before show nothing.
const QUIET: Duration = Duration::from_secs(1);

/// A bar that appears after a second, unless standard error is no terminal.
pub(super) struct Progress {
    bar: ProgressBar,
    /// Dropped at the end.
    _running: Sender<()>,
}

impl Progress {
    pub(super) fn new(inputs: usize) -> Self {
        let bar = ProgressBar::with_draw_target(Some(inputs as u64), ProgressDrawTarget::hidden());
        if let Ok(style) = ProgressStyle::with_template("{spinner} {pos}/{len} {elapsed} {msg}") {
            bar.set_style(style);
        }
        let (running, ended) = channel();
        let late = bar.clone();
        thread::spawn(move || {
            if ended.recv_timeout(QUIET) == Err(RecvTimeoutError::Timeout) {
                late.set_draw_target(ProgressDrawTarget::stderr());
                late.enable_steady_tick(Duration::from_millis(100));
            }
        });
        Self { bar, _running: running }
    }

    /// States what is traced now.
    pub(super) fn begin(&self, name: &str) {
        self.bar.set_message(name.to_owned());
    }

    /// Counts an input that is done.
    pub(super) fn end(&self) {
        self.bar.inc(1);
    }

    /// Clears the line.
    pub(super) fn finish(self) {
        self.bar.finish_and_clear();
    }
}

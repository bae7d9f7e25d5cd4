//! Bars on standard error, where that is a terminal.

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

/// Makes a bar for a stage of known length.
pub(crate) fn bar(stage: &'static str, length: u64, quiet: bool) -> ProgressBar {
    let target = if quiet { ProgressDrawTarget::hidden() } else { ProgressDrawTarget::stderr() };
    let bar = ProgressBar::with_draw_target(Some(length), target);
    let style = "{msg:>8} [{bar:40}] {percent:>3} % {elapsed_precise}, about {eta} left";
    bar.set_style(
        ProgressStyle::with_template(style).expect("the template is right").progress_chars("=> "),
    );
    bar.set_message(stage);
    bar
}

//! Medians of measured times.

/// The median and the minimum of measured times.
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

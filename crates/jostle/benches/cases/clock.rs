//! Interleaved rounds and medians, so that a noisy machine disturbs every row alike.

use std::time::Instant;

/// Rounds of every measurement; the median of them is what is printed.
pub(crate) const ROUNDS: usize = 9;

/// Nanoseconds for one call, the median of rounds that take turns; one number per job.
pub(crate) fn medians(calls: usize, jobs: &mut [&mut dyn FnMut()]) -> Vec<f64> {
    let mut times = vec![Vec::with_capacity(ROUNDS); jobs.len()];
    for round in 0..=ROUNDS {
        for (job, times) in jobs.iter_mut().zip(&mut times) {
            let start = Instant::now();
            job();
            let each = start.elapsed().as_secs_f64() * 1e9 / calls as f64;
            // The first round warms caches up.
            if round > 0 {
                times.push(each);
            }
        }
    }
    for times in &mut times {
        times.sort_by(f64::total_cmp);
    }
    times.iter().map(|times| times[ROUNDS / 2]).collect()
}

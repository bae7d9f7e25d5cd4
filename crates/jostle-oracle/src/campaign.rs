//! Runs streams of casts, sweeps and slides on a few threads, in pieces that can be resumed.
#![expect(clippy::disallowed_methods, reason = "measures carry a tolerance")]

use std::time::Instant;

use jostle_oracle::r#gen::{CASTS, SLIDES, casts, moves, room};

use crate::judge::{Finding, Judge};
use crate::moving::{self, Report};
use crate::sliding;

/// How many pairs are judged between two lines at most.
const LINE: u64 = 500_000;

/// What moves.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Stream {
    Cast,
    Sweep,
    Slide,
}

/// The counts of one thread.
#[derive(Default)]
struct Tally {
    pairs: u64,
    hits: u64,
    uncertain: u64,
    alarms: u64,
    open: u64,
    grazes: u64,
    fast: u64,
    gap: f64,
    kinds: std::collections::BTreeMap<&'static str, u64>,
    shown: Vec<(u64, &'static str, String)>,
}

impl Tally {
    fn count(&mut self, pair: u64, report: Report, show: usize) {
        self.pairs += 1;
        self.hits += report.hits;
        self.uncertain += report.uncertain;
        self.alarms += report.alarms;
        self.open += report.open;
        self.grazes += report.grazes;
        self.fast += report.fast;
        self.gap = self.gap.max(report.gap);
        for Finding { kind, detail } in report.findings {
            let n = self.kinds.entry(kind).or_default();
            *n += 1;
            if *n <= show as u64 {
                self.shown.push((pair, kind, detail));
            }
        }
    }

    fn add(&mut self, other: Self) {
        self.pairs += other.pairs;
        self.hits += other.hits;
        self.uncertain += other.uncertain;
        self.alarms += other.alarms;
        self.open += other.open;
        self.grazes += other.grazes;
        self.fast += other.fast;
        self.gap = self.gap.max(other.gap);
        for (kind, n) in other.kinds {
            *self.kinds.entry(kind).or_default() += n;
        }
        self.shown.extend(other.shown);
    }
}

/// One hit in this number may have a normal or a point that is off, which both rules count.
const ODD_PLACES: u64 = 2_000;

impl Stream {
    fn word(self) -> &'static str {
        match self {
            Self::Cast => "cast",
            Self::Sweep => "sweep",
            Self::Slide => "slide",
        }
    }

    /// Judges one pair aloud; returns the number of disagreements.
    pub(crate) fn one(self, seed: u64, pair: u64) -> u64 {
        let mut judge = Judge::default();
        let report = match self {
            Self::Cast => {
                let cast = casts(seed, pair / CASTS).swap_remove((pair % CASTS) as usize);
                println!("{cast:#?}");
                moving::cast(&mut judge, &cast)
            }
            Self::Sweep => {
                let scene = moves(seed, pair);
                println!("{scene:#?}");
                moving::sweep(&mut judge, &scene)
            }
            Self::Slide => {
                let room = room(seed, pair / SLIDES);
                println!("{room:#?}");
                sliding::slides(&mut judge, &room)
            }
        };
        for Finding { kind, detail } in &report.findings {
            println!("{kind}: {detail}");
        }
        report.findings.len() as u64
    }

    /// Judges `pairs` pairs from `from` on; returns the number of disagreements. Up to one place in
    /// [`ODD_PLACES`] hits may be off.
    pub(crate) fn many(self, seed: u64, from: u64, pairs: u64, threads: usize, show: usize) -> u64 {
        let start = Instant::now();
        let mut tally = Tally::default();
        let until = from + pairs;
        for first in (from..until).step_by(LINE as usize) {
            let last = until.min(first + LINE);
            std::thread::scope(|scope| {
                let work = |t: usize| move || self.share(seed, first, last, [t, threads], show);
                let workers: Vec<_> = (0..threads).map(|t| scope.spawn(work(t))).collect();
                for worker in workers {
                    match worker.join() {
                        Ok(part) => tally.add(part),
                        Err(panic) => std::panic::resume_unwind(panic),
                    }
                }
            });
            tally.shown.sort();
            for (pair, kind, detail) in tally.shown.drain(..) {
                println!("{} --seed {seed} --pair {pair}: {kind}: {detail}", self.word());
            }
            let Tally { pairs, hits, uncertain, alarms, open, grazes, fast, gap, kinds, .. } =
                &tally;
            let n = |kind: &str| kinds.get(kind).copied().unwrap_or(0);
            let seconds = start.elapsed().as_secs_f64();
            print!("{} seed {seed} to {last}: {pairs} pairs, {hits} hits, ", self.word());
            if self == Self::Slide {
                print!("{uncertain} out of legs, ");
            } else {
                print!(
                    "{} missed, {} late, {uncertain} uncertain, {alarms} false alarms, {grazes} grazes by \
                     a step of f64, distance at most {gap:.1e} of the reach, {fast} above 8 EPS, ",
                    n("missed"),
                    n("late"),
                );
            }
            println!(
                "{open} left open; disagreements {kinds:?}; {:.0} a second",
                *pairs as f64 / seconds
            );
        }
        // Notches that hold each other have no line between them, and far numbers few digits in a place:
        // a share of places that are off is not held against the answers.
        let is_place = |kind: &str| ["normal", "point"].contains(&kind);
        let count = |places: bool| -> u64 {
            tally.kinds.iter().filter(|(kind, _)| is_place(kind) == places).map(|(_, n)| n).sum()
        };
        let places = count(true);
        count(false) + if places * ODD_PLACES > tally.hits { places } else { 0 }
    }

    fn share(self, seed: u64, from: u64, to: u64, [t, n]: [usize; 2], show: usize) -> Tally {
        let (mut tally, mut judge) = (Tally::default(), Judge::default());
        let mine = |i: u64| i % n as u64 == t as u64;
        match self {
            Self::Cast => {
                for batch in (from / CASTS..to.div_ceil(CASTS)).filter(|i| mine(*i)) {
                    for (i, cast) in casts(seed, batch).iter().enumerate() {
                        let pair = batch * CASTS + i as u64;
                        if (from..to).contains(&pair) {
                            tally.count(pair, moving::cast(&mut judge, cast), show);
                        }
                    }
                }
            }
            Self::Slide => {
                for i in (from / SLIDES..to.div_ceil(SLIDES)).filter(|i| mine(*i)) {
                    tally.count(i * SLIDES, sliding::slides(&mut judge, &room(seed, i)), show);
                    tally.pairs += SLIDES - 1;
                }
            }
            Self::Sweep => {
                for pair in (from..to).filter(|i| mine(*i)) {
                    tally.count(pair, moving::sweep(&mut judge, &moves(seed, pair)), show);
                }
            }
        }
        tally
    }
}

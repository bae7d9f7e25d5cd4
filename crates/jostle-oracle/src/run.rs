//! Runs a stream of generated pairs on a few threads and prints the disagreements.

use std::time::Instant;

use jostle_oracle::r#gen::{BATCH, Class, Numbers, batch};
use jostle_oracle::{Set, Verdict};

use crate::judge::{Finding, Judge};
use crate::proof::Proofs;

/// How many lines a class prints at most.
const LINES: u64 = 20;
/// How many batches are between two lines at least.
const STEP: u64 = 10_000;

/// The pairs that three things name.
#[derive(Clone, Copy)]
pub(crate) struct Stream {
    pub(crate) numbers: Numbers,
    pub(crate) classes: (Class, Class),
    pub(crate) seed: u64,
}

/// The counts of one thread.
#[derive(Default)]
struct Tally {
    verdicts: [u64; 3],
    contained: u64,
    undecided: u64,
    proofs: Proofs,
    /// How many pairs were judged.
    pairs: u64,
    wrong: u64,
    /// The first few, as (pair, what, line).
    shown: Vec<(u64, &'static str, String)>,
    /// Every kind of disagreement with its number.
    kinds: Vec<(&'static str, u64)>,
}

impl Tally {
    fn add(&mut self, other: Self) {
        for (sum, more) in self.verdicts.iter_mut().zip(other.verdicts) {
            *sum += more;
        }
        self.contained += other.contained;
        self.undecided += other.undecided;
        self.proofs.add(&other.proofs);
        self.pairs += other.pairs;
        self.wrong += other.wrong;
        self.shown.extend(other.shown);
        for (kind, n) in other.kinds {
            self.count(kind, n);
        }
    }

    fn count(&mut self, kind: &'static str, n: u64) {
        match self.kinds.iter_mut().find(|(k, _)| *k == kind) {
            Some((_, sum)) => *sum += n,
            None => self.kinds.push((kind, n)),
        }
    }
}

impl Stream {
    fn name(&self) -> String {
        format!("{}-{}", self.classes.0.name(), self.classes.1.name())
    }

    fn word(&self) -> &'static str {
        match self.numbers {
            Numbers::Grid => "grid",
            Numbers::Wide => "wide",
        }
    }

    fn pair(&self, index: u64) -> (Set, Set) {
        let mut pairs = batch(self.numbers, self.classes, self.seed, index / BATCH as u64);
        pairs.swap_remove((index % BATCH as u64) as usize)
    }

    /// Judges one pair aloud; returns the number of disagreements.
    pub(crate) fn one(&self, index: u64) -> u64 {
        let (a, b) = self.pair(index);
        println!("a: {a:?}\nb: {b:?}");
        let report = Judge::default().judge(&a, &b);
        println!("exact: {:?}", report.verdict);
        for Finding { kind, detail } in &report.findings {
            println!("{kind}: {detail}");
        }
        report.findings.len() as u64
    }

    /// Judges the first `pairs` pairs, with a line now and then so that a run that is cut short has
    /// said what it saw; returns the number of disagreements.
    pub(crate) fn many(&self, pairs: u64, threads: usize, show: usize) -> u64 {
        let start = Instant::now();
        let mut tally = Tally::default();
        let batches = pairs.div_ceil(BATCH as u64);
        let step = batches.div_ceil(LINES).max(STEP);
        for first in (0..batches).step_by(step as usize) {
            let last = batches.min(first + step);
            let range = |thread: usize| (first + thread as u64..last).step_by(threads);
            let shown = tally.shown.len();
            std::thread::scope(|scope| {
                let work = |thread: usize| move || self.share(range(thread), pairs, show);
                let workers: Vec<_> = (0..threads).map(|t| scope.spawn(work(t))).collect();
                for worker in workers {
                    match worker.join() {
                        Ok(part) => tally.add(part),
                        Err(panic) => std::panic::resume_unwind(panic),
                    }
                }
            });
            tally.shown[shown..].sort();
            for (pair, kind, detail) in tally.shown.iter().take(show).skip(shown) {
                println!(
                    "{} --class {} --seed {} --pair {pair}: {kind}: {detail}",
                    self.word(),
                    self.name(),
                    self.seed
                );
            }
            println!("{}; {:.1} s", self.line(&tally), start.elapsed().as_secs_f64());
        }
        tally.wrong
    }

    /// The counts until now, in a line.
    fn line(&self, tally: &Tally) -> String {
        let [separated, touching, overlapping] = tally.verdicts;
        let Proofs { axes, edges, points, meetings, .. } = tally.proofs;
        let mut kinds = tally.kinds.clone();
        kinds.sort_unstable();
        format!(
            "{} {:<15} seed {}: {} pairs: {separated} separated, {touching} touching, \
             {overlapping} overlapping; {} contained, {} containments left open; {} certificates \
             ({axes} axes, {edges} by edges, {points} points, {meetings} meetings); {} \
             disagreements {kinds:?}",
            self.word(),
            self.name(),
            self.seed,
            tally.pairs,
            tally.contained,
            tally.undecided,
            tally.proofs.all(),
            tally.wrong,
        )
    }

    fn share(&self, batches: impl Iterator<Item = u64>, pairs: u64, show: usize) -> Tally {
        let (mut tally, mut judge) = (Tally::default(), Judge::default());
        let size = BATCH as u64;
        for index in batches {
            let pairs_here = batch(self.numbers, self.classes, self.seed, index);
            for (i, (a, b)) in pairs_here.iter().enumerate() {
                let number = index * size + i as u64;
                if number >= pairs {
                    break;
                }
                let report = judge.judge(a, b);
                let slot = match report.verdict {
                    Verdict::Separated => 0,
                    Verdict::Touching => 1,
                    Verdict::Overlapping => 2,
                };
                tally.pairs += 1;
                tally.verdicts[slot] += 1;
                tally.contained += report.contained;
                tally.undecided += report.undecided;
                tally.proofs.add(&report.proofs);
                tally.wrong += report.findings.len() as u64;
                for Finding { kind, detail } in report.findings {
                    tally.count(kind, 1);
                    if tally.shown.len() < show {
                        tally.shown.push((number, kind, format!("{detail} | {a:?} | {b:?}")));
                    }
                }
            }
        }
        tally
    }
}

//! A test that is the use: platformers of pixels and of metres, played frame by frame and judged by closed forms.
//!
//! A run has a ground, a mover and six hundred frames of gravity and walking, as the guide steers a hero. The judges
//! know the ground as convex pieces and the mover as a point among them ([`plane`]); they know nothing of how the
//! library slides. A finding is printed with the shortest journal that shows it, for `jostle replay`.
#![expect(clippy::disallowed_methods, reason = "measures carry a tolerance")]

mod compare;
mod form;
mod game;
mod hero;
mod judge;
mod kind;
mod level;
mod op;
mod plane;
mod run;
mod session;
mod shrink;
mod tell;
mod track;

use std::collections::BTreeMap;
use std::sync::Mutex;

pub(crate) use kind::Kind;
use run::FRAMES;
use tell::{Found, Told, play};

/// What is asked of a campaign.
pub(crate) struct Campaign {
    pub(crate) frames: u64,
    pub(crate) seed: u64,
    pub(crate) kinds: Vec<Kind>,
    pub(crate) run: Option<u64>,
    pub(crate) show: usize,
    pub(crate) threads: usize,
}

/// The kind of a name.
pub(crate) fn kind(text: &str) -> Result<Kind, String> {
    let names: Vec<&str> = Kind::ALL.iter().map(|kind| kind.name()).collect();
    let found = Kind::ALL.into_iter().find(|kind| kind.name() == text);
    found.ok_or_else(|| format!("one of {}", names.join(", ")))
}

/// All kinds, in the order in which they are played.
pub(crate) fn kinds() -> Vec<Kind> {
    Kind::ALL.to_vec()
}

/// What was found of one kind.
#[derive(Default)]
struct Tally {
    frames: u64,
    runs: u64,
    /// Frames and runs with each kind of finding.
    counts: BTreeMap<&'static str, [u64; 2]>,
}

impl Campaign {
    /// Plays all kinds; returns the number of findings.
    pub(crate) fn play(&self) -> u64 {
        self.kinds.iter().map(|kind| self.play_kind(*kind)).sum()
    }

    fn play_kind(&self, kind: Kind) -> u64 {
        let tally = Mutex::new(Tally::default());
        let first = self.run.unwrap_or(0);
        let movers = if kind == Kind::Crowds { 4 } else { 1 };
        let last = self.run.map_or(self.frames.div_ceil(FRAMES * movers), |run| run + 1);
        std::thread::scope(|scope| {
            for t in 0..self.threads as u64 {
                let tally = &tally;
                scope.spawn(move || {
                    for index in (first..last).filter(|i| i % self.threads as u64 == t) {
                        self.one(kind, index, tally);
                    }
                });
            }
        });
        let Tally { frames, runs, counts } =
            tally.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner);
        let list: Vec<String> =
            counts.iter().map(|(kind, [n, runs])| format!("{kind} {n} in {runs} runs")).collect();
        let list = if list.is_empty() { "nothing".to_owned() } else { list.join(", ") };
        println!(
            "play {} seed {}: {runs} runs, {frames} frames; found {list}",
            kind.name(),
            self.seed
        );
        counts.values().map(|[n, _]| n).sum()
    }

    fn one(&self, kind: Kind, index: u64, tally: &Mutex<Tally>) {
        let lock = || tally.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        let mut shown: BTreeMap<&str, u64> =
            lock().counts.iter().map(|(kind, [_, runs])| (*kind, *runs)).collect();
        let mut wants = |name: &'static str| {
            let n = shown.entry(name).or_default();
            let wanted = *n < self.show as u64;
            // One journal of a kind and a run is enough.
            *n = u64::MAX;
            wanted
        };
        let Told { frames, found } = play(kind, self.seed, index, &mut wants);
        let mut tally = lock();
        tally.frames += frames;
        tally.runs += 1;
        let mut seen = Vec::new();
        for Found { frame, finding, journals } in found {
            let count = tally.counts.entry(finding.kind).or_default();
            count[0] += 1;
            if !seen.contains(&finding.kind) {
                seen.push(finding.kind);
                count[1] += 1;
            }
            if !journals.is_empty() {
                let (name, what) = (kind.name(), finding.kind);
                let seed = self.seed;
                println!(
                    "play --kind {name} --seed {seed} --run {index}, frame {frame}: {what}: {}",
                    finding.detail
                );
                for journal in journals {
                    println!("{{\"journal of\":\"{what}\"}}");
                    journal.iter().for_each(|op| println!("{}", op.json()));
                }
            }
        }
    }
}

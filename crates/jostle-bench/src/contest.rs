//! Contestants that take turns on the same input.

use crate::clock;
use crate::report::{Entry, Part};
use crate::spread::{self, Spread};

type Work<'a, A> = Box<dyn FnMut(&mut [A]) + 'a>;

/// One of those compared: fills in an answer for every question.
pub(crate) struct Side<'a, A> {
    pub(crate) name: &'static str,
    pub(crate) part: Part,
    run: Work<'a, A>,
}

impl<'a, A> Side<'a, A> {
    pub(crate) fn new(name: &'static str, part: Part, run: impl FnMut(&mut [A]) + 'a) -> Self {
        Self { name, part, run: Box::new(run) }
    }

    /// jostle's way that the row is about.
    pub(crate) fn own(name: &'static str, run: impl FnMut(&mut [A]) + 'a) -> Self {
        Self::new(name, Part::Own, run)
    }

    /// A peer that answers the same question.
    pub(crate) fn peer(name: &'static str, run: impl FnMut(&mut [A]) + 'a) -> Self {
        Self::new(name, Part::Peer, run)
    }
}

/// What came out: times of one question in seconds, and the answers.
pub(crate) struct Outcome<A> {
    pub(crate) name: &'static str,
    pub(crate) part: Part,
    pub(crate) each: Spread,
    pub(crate) answers: Vec<A>,
}

impl<A> Outcome<A> {
    /// Makes an entry of a row, in the unit of which a second has `scale`.
    pub(crate) fn entry(&self, scale: f64, wrong: usize) -> Entry {
        Entry {
            name: self.name.to_owned(),
            part: self.part,
            median: self.each.median * scale,
            least: self.each.least * scale,
            wrong: Some((wrong, self.answers.len())),
            note: String::new(),
        }
    }
}

/// How often all take turns, and how often each does all of its work within one: more than once
/// where that takes no longer than reading the clock, or where the caches are to be its own.
#[derive(Clone, Copy)]
pub(crate) struct Turns {
    pub(crate) rounds: usize,
    pub(crate) repeats: usize,
}

impl From<usize> for Turns {
    fn from(rounds: usize) -> Self {
        Self { rounds, repeats: 1 }
    }
}

/// Lets all take turns for a given number of rounds, after one that only warms up; no one starts
/// first twice in a row, since the first finds the caches as the last left them.
pub(crate) fn hold<A: Clone>(
    mut sides: Vec<Side<'_, A>>,
    questions: usize,
    blank: &A,
    turns: impl Into<Turns>,
) -> Vec<Outcome<A>> {
    let Turns { rounds, repeats } = turns.into();
    let mut answers = vec![vec![blank.clone(); questions]; sides.len()];
    let mut times = vec![Vec::with_capacity(rounds); sides.len()];
    for round in 0..=rounds {
        for turn in 0..sides.len() {
            let at = (turn + round) % sides.len();
            let (spent, ()) = clock::time(|| {
                (0..repeats).for_each(|_| (sides[at].run)(&mut answers[at]));
            });
            if round > 0 {
                times[at].push(spent / (questions * repeats) as f64);
            }
        }
    }
    sides
        .into_iter()
        .zip(times)
        .zip(answers)
        .map(|((side, times), answers)| Outcome {
            name: side.name,
            part: side.part,
            each: spread::spread(times),
            answers,
        })
        .collect()
}

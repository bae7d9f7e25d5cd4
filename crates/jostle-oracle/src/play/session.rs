//! A run: calls that are done, tracked and judged.

use std::panic::{AssertUnwindSafe, catch_unwind};

use super::game::{Answer, Game};
use super::judge::{Finding, Moves, judge};
use super::op::Op;
use super::track::Track;

/// A world, what is known about it, and what was found.
pub(crate) struct Session {
    game: Game,
    pub(crate) track: Track,
    pub(crate) ops: Vec<Op>,
    pub(crate) answers: Vec<Answer>,
    /// What was found, with the number of the call and the state before it.
    pub(crate) findings: Vec<(usize, Finding)>,
    pub(crate) moves: Moves,
    is_broken: bool,
}

impl Session {
    /// `moves`: what moves in the run.
    pub(crate) fn new(moves: Moves) -> Self {
        Self {
            game: Game::new(),
            track: Track::default(),
            ops: Vec::new(),
            answers: Vec::new(),
            findings: Vec::new(),
            moves,
            is_broken: false,
        }
    }

    /// Does all calls and returns what the slides answered, without judging.
    pub(crate) fn plain(ops: &[Op]) -> Vec<Answer> {
        let mut game = Game::new();
        let done = |op| catch_unwind(AssertUnwindSafe(|| game.apply(op))).ok()?.ok()?;
        ops.iter().filter_map(done).collect()
    }

    /// Does all calls of a run.
    pub(crate) fn replay(ops: &[Op], moves: Moves) -> Self {
        let mut session = Self::new(moves);
        for op in ops {
            session.apply(op.clone());
        }
        session
    }

    /// Notes what a run itself found at the last call.
    pub(crate) fn note(&mut self, kind: &'static str, detail: String) {
        self.findings.push((self.ops.len() - 1, Finding { kind, detail }));
    }

    /// Does a call and judges it; returns what a slide answered.
    pub(crate) fn apply(&mut self, op: Op) -> Option<Answer> {
        if self.is_broken {
            return None;
        }
        let at = self.ops.len();
        let done = catch_unwind(AssertUnwindSafe(|| self.game.apply(&op)));
        let answer = match done {
            Ok(Ok(answer)) => answer,
            Ok(Err(detail)) => {
                self.findings.push((at, Finding { kind: "refused", detail }));
                None
            }
            Err(_) => {
                let detail = "see the message above".to_owned();
                self.findings.push((at, Finding { kind: "panic", detail }));
                self.is_broken = true;
                None
            }
        };
        if let (Op::Slide { key, ask }, Some(answer)) = (&op, &answer) {
            let found = judge(&mut self.track, *key, ask, answer, self.moves);
            self.findings.extend(found.into_iter().map(|finding| (at, finding)));
            self.answers.push(answer.clone());
        }
        self.track.note(&op, answer.as_ref());
        self.ops.push(op);
        answer
    }
}

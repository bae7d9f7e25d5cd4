//! What comes of a run: what the judges found, and where the same run elsewhere differs.

use super::compare::{Ground, Other, compare};
use super::form::Turn;
use super::judge::{Finding, Moves};
use super::kind::Kind;
use super::op::Op;
use super::run::run;
use super::session::Session;
use super::shrink::shrink;

/// What was found in a run.
pub(crate) struct Found {
    pub(crate) frame: u64,
    pub(crate) finding: Finding,
    /// Short runs that show it: one, or the two that differ.
    pub(crate) journals: Vec<Vec<Op>>,
}

/// What comes of a run.
#[derive(Default)]
pub(crate) struct Told {
    pub(crate) frames: u64,
    pub(crate) found: Vec<Found>,
}

/// Plays one run; journals are made for the findings that `wants` takes.
pub(crate) fn play(
    kind: Kind,
    seed: u64,
    index: u64,
    wants: &mut dyn FnMut(&'static str) -> bool,
) -> Told {
    let mut run = run(kind, seed, index);
    let ops = std::mem::take(&mut run.session.ops);
    let slides =
        |at: usize| ops[..at].iter().filter(|op| matches!(op, Op::Slide { .. })).count() as u64;
    let moves = run.session.moves;
    let played = run.session.answers.len() as u64;
    let mut told = Told { frames: played, found: Vec::new() };
    for (at, finding) in std::mem::take(&mut run.session.findings) {
        // What fell out of the level went through something before.
        let journals = if finding.kind != "fell-out" && wants(finding.kind) {
            short(&ops, at, &finding, moves)
        } else {
            Vec::new()
        };
        told.found.push(Found { frame: slides(at), finding, journals });
    }
    let mut differ = |kind, other: &dyn Other| {
        if let Some((at, finding, short)) = compare(kind, &ops, other, wants) {
            let journals = short.into_iter().filter(|ops| !ops.is_empty()).collect();
            told.found.push(Found { frame: slides(at), finding, journals });
        }
        told.frames += played;
    };
    let (name, _) = run.level.forms[run.ground];
    if !["grid", "mask"].contains(&name) {
        differ("turned", &Turn::ALL[run.rng.below(3) as usize]);
    }
    // What is only a line has other seams.
    let is_line = |name: &str| name.contains("chain");
    let others = run.level.forms.iter().filter(|(other, _)| *other != name);
    let others: Vec<_> = others.filter(|(other, _)| !is_line(name) && !is_line(other)).collect();
    for _ in 0..2.min(others.len()) {
        let (other, inserts) = others[run.rng.below(others.len() as u64) as usize];
        differ("other-ground", &Ground { name: other, inserts });
    }
    told
}

fn short(ops: &[Op], at: usize, finding: &Finding, moves: Moves) -> Vec<Vec<Op>> {
    if at >= ops.len() {
        return vec![ops.to_vec()];
    }
    let fails = |ops: &[Op]| {
        let found = Session::replay(ops, moves).findings;
        found.iter().any(|(at, other)| at + 1 == ops.len() && other.kind == finding.kind)
    };
    vec![shrink(ops, at, &fails)]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_run_is_played_again() {
        for kind in [Kind::Rooms, Kind::Lifts, Kind::Arms] {
            let told = [0, 1].map(|_| play(kind, 5, 3, &mut |_| false));
            let list = |told: &Told| -> Vec<(u64, &'static str)> {
                told.found.iter().map(|f| (f.frame, f.finding.kind)).collect()
            };
            assert_eq!(list(&told[0]), list(&told[1]));
            assert!(told[0].frames > 100, "{kind:?}: {}", told[0].frames);
        }
    }
}

//! The same run in another world: mirrored, turned, or on a ground that is made of other colliders.

use super::form::Turn;
use super::game::Answer;
use super::judge::Finding;
use super::level::GROUND;
use super::op::Op;
use super::session::Session;
use super::shrink::{shrink, without_inserts};

/// A run, and the calls of the same run elsewhere.
pub(crate) trait Other {
    fn name(&self) -> &'static str;
    /// The calls elsewhere.
    fn ops(&self, ops: &[Op]) -> Vec<Op>;
    /// Returns `true` for a call that has other calls in its place elsewhere.
    fn replaces(&self, _: &Op) -> bool {
        false
    }

    /// What the answer should be elsewhere.
    fn answer(&self, answer: &Answer) -> Answer;

    /// The answer elsewhere, with what may differ by rounding as it is expected.
    fn rounded(&self, answer: &Answer, _: &Answer) -> Answer {
        answer.clone()
    }
}

impl Other for Turn {
    fn name(&self) -> &'static str {
        self.name
    }

    fn ops(&self, ops: &[Op]) -> Vec<Op> {
        ops.iter().map(|op| op.turned(self)).collect()
    }

    fn answer(&self, answer: &Answer) -> Answer {
        let map = |p: [f32; 2]| self.apply(p);
        Answer {
            from: map(answer.from),
            to: map(answer.to),
            local: self.matrix(&answer.local),
            path: answer.path.iter().copied().map(map).collect(),
            carried: map(answer.carried),
            pushed: map(answer.pushed),
            floor: answer.floor.map(map),
            wall: answer.wall.map(map),
            ceiling: answer.ceiling.map(map),
            ..answer.clone()
        }
    }
}

/// Another representation of the ground: all colliders from [`GROUND`] on.
pub(crate) struct Ground<'a> {
    pub(crate) name: &'static str,
    pub(crate) inserts: &'a [Op],
}

impl Other for Ground<'_> {
    fn name(&self) -> &'static str {
        self.name
    }

    fn ops(&self, ops: &[Op]) -> Vec<Op> {
        let others = ops.iter().filter(|op| !self.replaces(op)).cloned();
        let ground = self.inserts.iter().filter(|op| self.replaces(op)).cloned();
        ground.chain(others).collect()
    }

    fn replaces(&self, op: &Op) -> bool {
        matches!(op, Op::Insert { key, .. } if *key >= GROUND)
    }

    fn answer(&self, answer: &Answer) -> Answer {
        answer.clone()
    }

    /// Normals are constructed, from other coordinates.
    fn rounded(&self, answer: &Answer, expected: &Answer) -> Answer {
        let normal = |is: Option<[f32; 2]>, expected: Option<[f32; 2]>| match (is, expected) {
            (Some(p), Some(q)) if [0, 1].iter().all(|&i| (p[i] - q[i]).abs() < 1e-6) => expected,
            _ => is,
        };
        Answer {
            floor: normal(answer.floor, expected.floor),
            wall: normal(answer.wall, expected.wall),
            ceiling: normal(answer.ceiling, expected.ceiling),
            ..answer.clone()
        }
    }
}

/// The number of the first call whose answers differ, and how.
fn differs(ops: &[Op], other: &dyn Other) -> Option<(usize, String)> {
    let here = Session::plain(ops);
    let there = Session::plain(&other.ops(ops));
    let slides = ops.iter().enumerate().filter(|(_, op)| matches!(op, Op::Slide { .. }));
    for ((at, _), (a, b)) in slides.zip(here.iter().zip(&there)) {
        let a = Answer { footing: None, ..other.answer(a) };
        let b = Answer { footing: None, ..other.rounded(b, &a) };
        // Where a turning platform shoves a mover is constructed, and agrees to the last digits only.
        let turns =
            |op: &Op| matches!(op, Op::Set { matrix: [_, b, c, ..], .. } if *b != 0.0 || *c != 0.0);
        if a != b && a.carried != [0.0; 2] && ops[..at].iter().any(turns) && is_near(&a, &b) {
            return None;
        }
        if a != b {
            let detail = format!("expected {} {a:?}, is {b:?}", other.name());
            return Some((at, detail));
        }
    }
    None
}

/// Returns `true` for answers that differ only in their places, by a few units in the last place.
fn is_near(a: &Answer, b: &Answer) -> bool {
    let size = a.to.iter().chain(&a.from).fold(0.0_f32, |most, x| most.max(x.abs()));
    let near = |p: [f32; 2], q: [f32; 2]| {
        [0, 1].iter().all(|&i| (p[i] - q[i]).abs() <= 8.0 * f32::EPSILON * size)
    };
    let Answer { from, to, local, path, carried, .. } = a.clone();
    let b_there = Answer { from, to, local, path, carried, ..b.clone() };
    near(a.from, b.from) && near(a.to, b.to) && near(a.carried, b.carried) && b_there == *a
}

/// A difference between a run and the same run elsewhere, and the shortest run that shows it, in both worlds, if the
/// finding is wanted.
pub(crate) fn compare(
    kind: &'static str,
    ops: &[Op],
    other: &dyn Other,
    wants: &mut dyn FnMut(&'static str) -> bool,
) -> Option<(usize, Finding, [Vec<Op>; 2])> {
    let (at, detail) = differs(ops, other)?;
    let finding = Finding { kind, detail };
    if !wants(kind) {
        return Some((at, finding, [Vec::new(), Vec::new()]));
    }
    let grounds = |ops: &[Op]| ops.iter().filter(|op| other.replaces(op)).count();
    let whole = grounds(ops);
    let fails = |ops: &[Op]| {
        grounds(ops) == whole && differs(ops, other).is_some_and(|(at, _)| at + 1 == ops.len())
    };
    let short = shrink(ops, at, &fails);
    let elsewhere = other.ops(&short);
    if whole == 0 {
        return Some((at, finding, [short, elsewhere]));
    }
    Some((at, finding, [short, elsewhere].map(lean)))
}

/// The calls without the ground that the last answer does not need.
fn lean(ops: Vec<Op>) -> Vec<Op> {
    let last = |ops: &[Op]| {
        let answer = Session::plain(ops).pop()?;
        Some(Answer { footing: None, ..answer })
    };
    let wanted = last(&ops);
    without_inserts(ops, &|ops| last(ops) == wanted)
}

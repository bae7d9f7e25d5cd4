//! The shortest run that still shows a fault: the state just before it, without what it does not need.

use super::judge::Moves;
use super::op::{Ask, Op};
use super::session::Session;

/// How many slides before the fault are kept at most, one after the other.
const KEPT: [usize; 6] = [0, 1, 2, 5, 20, 100];

/// Shortens the calls up to `at`, whose last must stay one for which `fails` is true.
pub(crate) fn shrink(ops: &[Op], at: usize, fails: &dyn Fn(&[Op]) -> bool) -> Vec<Op> {
    let whole = &ops[..=at];
    let slides: Vec<usize> =
        (0..at).rev().filter(|i| matches!(ops[*i], Op::Slide { .. })).collect();
    for kept in KEPT {
        // Platforms move before the slide: everything since the step before counts.
        let first = kept.checked_sub(1).map_or(at, |i| slides.get(i).copied().unwrap_or(0));
        let since = (0..first).rev().find(|i| matches!(ops[*i], Op::Step)).map_or(0, |i| i + 1);
        let begins = [(first, false), (since, false), (since, true)];
        for (start, stands) in begins {
            let mut short = state(&ops[..start]);
            if stands {
                short.extend(standing(&ops[at]));
            }
            short.extend_from_slice(&ops[start..=at]);
            if short.len() < whole.len() && fails(&short) {
                return without_inserts(short, fails);
            }
        }
    }
    if fails(whole) { without_inserts(whole.to_vec(), fails) } else { whole.to_vec() }
}

/// The calls that make the state after some calls.
fn state(ops: &[Op]) -> Vec<Op> {
    Session::replay(ops, Moves::All).track.calls()
}

/// A slide that asks nothing, so that a rider has its footing, and a step.
fn standing(last: &Op) -> Vec<Op> {
    let Op::Slide { key, ask } = last else { return Vec::new() };
    let ask = Ask { by: [0.0; 2], snap: 0.0, ..ask.clone() };
    vec![Op::Slide { key: *key, ask }, Op::Step]
}

/// Leaves out all insertions that the fault does not need: first half of them at once, then fewer.
pub(crate) fn without_inserts(mut ops: Vec<Op>, fails: &dyn Fn(&[Op]) -> bool) -> Vec<Op> {
    let mut size = ops.len().next_power_of_two() / 2;
    while size > 0 {
        let mut at = 0;
        while at < ops.len() {
            let keys: Vec<u64> = ops[at..ops.len().min(at + size)]
                .iter()
                .filter_map(|op| if let Op::Insert { key, .. } = op { Some(*key) } else { None })
                .collect();
            let kept: Vec<Op> = ops.iter().filter(|op| !is_of(op, &keys)).cloned().collect();
            let last_stays = kept.last() == ops.last();
            if !keys.is_empty() && last_stays && fails(&kept) {
                ops = kept;
            } else {
                at += size;
            }
        }
        size /= 2;
    }
    ops
}

fn is_of(op: &Op, keys: &[u64]) -> bool {
    match op {
        Op::Insert { key, body } => {
            keys.contains(key) || body.parent.is_some_and(|parent| keys.contains(&parent))
        }
        Op::Set { key, .. } | Op::Slide { key, .. } => keys.contains(key),
        Op::Step => false,
    }
}

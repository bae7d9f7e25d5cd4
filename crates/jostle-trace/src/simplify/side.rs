//! Which edges of a draft leave the side of the exact outline that they must be on?
//!
//! The rules that edges keep while a draft is made (`Rules::sign`) speak of each edge and its own
//! chain. That is enough unless a link crosses the chain; so the finished draft is compared with the
//! pixels: no edge may pass through the inside of a pixel that the draft must cover or leave out, and
//! a ring that must hold its chain has to hold a point of it.
//!
//! Exact, in integers. Cost: pixels that edges pass through.

use super::chain::cross;
use super::chain::sub;
use super::draft::Draft;
use crate::{Mask, UNITS_PER_PIXEL};

const UNIT: i64 = UNITS_PER_PIXEL as i64;

/// The nodes whose edges are on the wrong side, all those of a ring that lies wrong.
pub(super) fn violations(draft: &Draft<'_>, mask: &Mask) -> Vec<u32> {
    let mut bad = Vec::new();
    if draft.rules.sign == 0.0 {
        return bad;
    }
    // Covering, edges pass no solid pixel; staying inside, no empty one.
    let cover = draft.rules.sign > 0.0;
    for v in draft.living() {
        let (a, b) = (draft.node(v).p, draft.node(draft.node(v).next).p);
        let whole = |p: [f64; 2]| [p[0] as i64, p[1] as i64];
        let (a, b) = (whole(a), whole(b));
        let kind = |x, y| is_solid(mask, x, y) == cover;
        // Along pixel edges, the pixels that the draft leaves out or takes in decide.
        let [x, y] =
            [b[0] - a[0], b[1] - a[1]].map(|d| if cover { d.signum() } else { -d.signum() });
        let bad_here = if y == 0 && a[1].rem_euclid(UNIT) == 0 {
            passes([a[0], a[1] - x], [b[0], b[1] - x], kind)
        } else if x == 0 && a[0].rem_euclid(UNIT) == 0 {
            passes([a[0] + y, a[1]], [b[0] + y, b[1]], kind)
        } else {
            passes(a, b, kind)
        };
        if bad_here {
            bad.push(v);
        }
    }
    for (r, ring) in draft.rings.iter().enumerate() {
        if ring.alive && ring.hole != cover && !holds_chain(draft, r as u32) {
            let mut v = ring.first;
            for _ in 0..ring.count {
                bad.push(v);
                v = draft.node(v).next;
            }
        }
    }
    bad
}

fn is_solid(mask: &Mask, x: i64, y: i64) -> bool {
    match (u32::try_from(x), u32::try_from(y)) {
        (Ok(x), Ok(y)) => mask.get(x, y),
        _ => false,
    }
}

/// Whether the segment passes through the inside of a pixel of the kind told.
fn passes(a: [i64; 2], b: [i64; 2], kind: impl Fn(i64, i64) -> bool) -> bool {
    let (a, b) = if a[1] <= b[1] { (a, b) } else { (b, a) };
    let (dx, dy) = (b[0] - a[0], b[1] - a[1]);
    if dy == 0 {
        let (low, high) = (a[0].min(b[0]), a[0].max(b[0]));
        return a[1].rem_euclid(UNIT) != 0
            && (low.div_euclid(UNIT)..-(-high).div_euclid(UNIT))
                .any(|x| kind(x, a[1].div_euclid(UNIT)));
    }
    (a[1].div_euclid(UNIT)..-(-b[1]).div_euclid(UNIT)).any(|y| {
        // x times dy at the upper and lower end of the part in this row.
        let at = |h: i64| a[0] * dy + (h - a[1]) * dx;
        let (s, t) = (at((y * UNIT).max(a[1])), at(((y + 1) * UNIT).min(b[1])));
        let (low, high) = (s.min(t), s.max(t));
        (low.div_euclid(UNIT * dy)..-(-high).div_euclid(UNIT * dy)).any(|x| kind(x, y))
    })
}

/// Whether the ring has its chain's first point inside or on it.
fn holds_chain(draft: &Draft<'_>, r: u32) -> bool {
    let x = draft.chains[r as usize].point(0);
    let ring = &draft.rings[r as usize];
    let mut odd = false;
    let mut v = ring.first;
    for _ in 0..ring.count {
        let (a, next) = (draft.node(v).p, draft.node(v).next);
        let b = draft.node(next).p;
        let turn = cross(sub(b, a), sub(x, a));
        let between = |i: usize| (a[i] <= x[i] && x[i] <= b[i]) || (b[i] <= x[i] && x[i] <= a[i]);
        if turn == 0.0 && between(0) && between(1) {
            return true;
        }
        if (a[1] > x[1]) != (b[1] > x[1]) && (turn > 0.0) == (b[1] > a[1]) {
            odd = !odd;
        }
        v = next;
    }
    odd
}

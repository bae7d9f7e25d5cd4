//! Which edges of a draft leave the side of the exact outline that they must be on?
//!
//! The rules that edges keep while a draft is made (`Rules::sign`) speak of each edge and its own
//! chain. That is enough unless a link crosses the chain; so the finished draft is compared with
//! the pixels: no edge may pass through the inside of a pixel that the draft must cover or leave
//! out, and none of those may lie on the wrong side as a whole.
//!
//! Passing is exact, in integers; whole pixels are decided by their coverage. Cost: pixels.

use super::draft::Draft;
use super::measure::for_each_pixel;
use crate::{Mask, UNITS_PER_PIXEL};

const UNIT: i64 = UNITS_PER_PIXEL as i64;

/// The nodes whose edges are on the wrong side, all those near a part that lies wrong.
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
    // A part that no edge passes through can still lie on the wrong side as a whole: then edges
    // that stand for its corners are to blame.
    let mut wrong = Mask::new(mask.width(), mask.height());
    let mut any = false;
    for_each_pixel(draft, mask, |x, y, solid, covered| {
        if solid == cover && (if cover { 1.0 - covered } else { covered }) > 0.5 {
            wrong.set(x, y, true);
            any = true;
        }
    });
    if any {
        for v in draft.living() {
            let node = draft.node(v);
            let touches = |p: &[f64; 2]| {
                let [x, y] = [p[0] as i64, p[1] as i64].map(|c| c.div_euclid(UNIT));
                (x - 1..=x).any(|x| (y - 1..=y).any(|y| is_solid(&wrong, x, y)))
            };
            if draft.chain(v).run(node.at, node.span).iter().any(touches) {
                bad.push(v);
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

/// Returns `true` if the segment passes through the inside of a pixel of the given kind.
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

//! Where should an edge of a one-sided outline lie, its neighbors keeping their lines?
//!
//! An edge that must not cut its run is best where it touches it. A vertex alone cannot get there
//! when both its edges touch already; an edge can, its ends sliding along the edges next to it.
//!
//! Method: lines that support the run, by direction, searched in steps about the present one; ends
//! are rounded away from the run. What comes out is measured and must keep the rules.
//! Cost: O(points of the runs of three edges) a try.

use super::chain::{P, cross, dist2, sub};
use super::draft::Draft;
use super::place::{Place, around};
use super::relax::Care;

/// The point of whole numbers nearest to `x` that lies on no wrong side of two lines, each by a
/// point and a direction; `None` if none of the four about it does.
pub(super) fn rounded(x: P, lines: [(P, P); 2], sign: f64) -> Option<P> {
    let right = |e: &P| lines.iter().all(|&(p, u)| cross(u, sub(*e, p)) * sign <= 0.0);
    let points = around(x).into_iter().filter(right);
    points.min_by(|a, b| dist2(*a, x).total_cmp(&dist2(*b, x)))
}

/// Where the lines meet that go through `p` and `q` and touch the run before and after the vertex
/// at `e` between them.
pub(super) fn touching(before: &[P], after: &[P], (p, e, q): (P, P, P), sign: f64) -> Option<P> {
    let turned = |u: P, t: f64| [u[0] - u[1] * t, u[1] + u[0] * t];
    let tangent = |run: &[P], p: P, sign: f64| {
        let u = sub(e, p);
        let mut least = f64::INFINITY;
        for &c in run {
            let x = sub(c, p);
            let t = u[0] * x[0] + u[1] * x[1];
            let ratio = if t > 0.0 { cross(u, x) * sign / t } else { f64::INFINITY };
            least = if ratio < least { ratio } else { least };
        }
        (least < f64::INFINITY).then(|| turned(u, least * sign))
    };
    let u = tangent(before, p, sign)?;
    // Seen from the far end the run is on the other side.
    let v = tangent(after, q, -sign)?;
    let turn = cross(u, v);
    if turn == 0.0 {
        return None;
    }
    let s = cross(sub(q, p), v) / turn;
    let x = [p[0] + u[0] * s, p[1] + u[1] * s];
    if dist2(x, e) > 1024.0 * 1024.0 {
        return None;
    }
    rounded(x, [(p, u), (q, [-v[0], -v[1]])], sign)
}

/// Moves the edge that starts at `b` to a better place if there is one.
pub(super) fn slide(draft: &mut Draft<'_>, b: u32, care: &Care) -> bool {
    let sign = draft.rules.sign;
    let nb = *draft.node(b);
    let (na, nc) = (*draft.node(nb.prev), *draft.node(nb.next));
    if draft.rings[nb.ring as usize].count <= 3 {
        return false;
    }
    let (a, d) = (na.p, draft.node(nc.next).p);
    let chain = draft.chain(b);
    let mut bar = na.area + nb.area + nc.area;
    let least = bar * 1e-6 + 1.0;
    let u = sub(nc.p, nb.p);
    let length = dist2(nc.p, nb.p).sqrt();
    if length == 0.0 {
        return false;
    }
    let run = chain.run(nb.at, nb.span);
    let (ab, cd) = (sub(nb.p, a), sub(d, nc.p));
    let lean = |t: f64| [u[0] - u[1] * t, u[1] + u[0] * t];
    // The two ends of the edge that touches the run in a direction.
    let ends = |t: f64| {
        let w = lean(t);
        let mut support = f64::INFINITY;
        let mut touch = nb.p;
        for &c in run {
            let h = cross(w, sub(c, nb.p)) * sign;
            if h < support {
                (support, touch) = (h, c);
            }
        }
        let end = |p: P, v: P| {
            let turn = cross(v, w);
            if turn == 0.0 {
                return None;
            }
            let s = cross(sub(touch, p), w) / turn;
            let x = [p[0] + v[0] * s, p[1] + v[1] * s];
            rounded(x, [(p, v), (touch, w)], sign)
        };
        Some((end(a, ab)?, end(d, cd)?))
    };
    let mut best: Option<(Place, Place)> = None;
    let mut try_at = |t: f64, bar: &mut f64| {
        let Some((e, f)) = ends(t) else { return false };
        if dist2(e, nb.p) > 1024.0 * 1024.0 || dist2(f, nc.p) > 1024.0 * 1024.0 {
            return false;
        }
        let most = *bar - least;
        let step = chain.nearest(e, na.at, na.span + nb.span);
        let mid = chain.step(na.at, step);
        if dist2(e, chain.point(mid)) > draft.rules.limit2 {
            return false;
        }
        let rest = na.span + nb.span + nc.span - step;
        let Some(before) = draft.edge(chain, (a, e), (na.at, step), most) else { return false };
        if before >= most {
            return false;
        }
        let Some(place) = draft.place(chain, (e, d), (mid, rest), f, most - before) else {
            return false;
        };
        *bar = before + place.area();
        best = Some((Place { e, step, before, after: 0.0 }, place));
        true
    };
    let mut at = 0.0;
    try_at(at, &mut bar);
    let mut step = care.first / length;
    while step * length >= care.last {
        if try_at(at + step, &mut bar) {
            at += step;
        } else if try_at(at - step, &mut bar) {
            at -= step;
            step = -step;
        } else {
            step *= 0.5;
        }
        step = step.abs();
    }
    let Some((first, second)) = best else { return false };
    draft.put(b, &first, na.span + nb.span);
    let span = draft.node(b).span + nc.span;
    draft.put(nb.next, &second, span);
    true
}

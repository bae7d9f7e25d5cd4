//! Where should a vertex be, its neighbors staying where they are?
//!
//! Method: where edges are free, the places that `fit` proposes; then pattern search (R. Hooke and
//! T. Jeeves, "Direct search solution of numerical and statistical problems", 1961, the exploratory
//! moves) along and across the line between the neighbors, under the rules also along the two
//! edges, where a vertex held by both can still slide. A move must lower the area by more than
//! rounding could; so sweeps end.

use super::chain::{P, dot, sub};
use super::draft::{Draft, whole};
use super::fit::fitted;
use super::place::Place;
use super::slide::{slide, touching};
use super::topology::Topology;

/// How finely and how long to look.
#[derive(Clone, Copy, Debug)]
pub(super) struct Care {
    /// The first step, in units.
    pub(super) first: f64,
    /// The first step where lines were fitted before; `None` if it is below the last.
    pub(super) fitted: f64,
    /// The step below which a search ends.
    pub(super) last: f64,
    /// Sweeps over all vertices at most.
    pub(super) sweeps: u32,
}

/// The vector of length 1 along `d`, or zero.
fn unit(d: P) -> P {
    let l = dot(d, d).sqrt();
    if l > 0.0 { [d[0] / l, d[1] / l] } else { [0.0, 0.0] }
}

/// Finds the best place for node `v` near where it is; `None` if that is where it is.
pub(super) fn better(draft: &Draft<'_>, v: u32, care: &Care) -> Option<Place> {
    let node = draft.node(v);
    let (a, d) = (draft.node(node.prev), draft.node(node.next));
    let chain = draft.chain(v);
    let run = (a.at, a.span + node.span);
    let mut bar = a.area + node.area;
    // Less than this is not worth a move: it could be rounding.
    let least = bar * 1e-6 + 1.0;
    let along = unit(sub(d.p, a.p));
    let first = if draft.rules.free() { care.fitted } else { care.first };
    let mut axes =
        [([-along[1], along[0]], first), (along, first), ([0.0; 2], 0.0), ([0.0; 2], 0.0)];
    if !draft.rules.free() {
        axes[2] = (unit(sub(node.p, a.p)), first);
        axes[3] = (unit(sub(node.p, d.p)), first);
    }
    let mut best: Option<Place> = None;
    let mut at = node.p;
    // Where the outline is followed closely, its own corners are the best places.
    let corner = chain.point(node.at);
    let halves = [(a.p, corner, a.at, a.span), (corner, d.p, node.at, node.span)];
    // No area is less than its signed one, which takes no walk along the run.
    let signed = halves.map(|(p, q, at, span)| chain.signed(p, q, at, span).abs());
    if corner != at
        && signed[0] + signed[1] < bar - least
        && let Some(place) = draft.place_at(chain, (a.p, d.p), run, corner, a.span, bar - least)
    {
        bar = place.area();
        at = corner;
        best = Some(place);
    }
    if draft.rules.free() {
        for e in fitted(chain, (a.p, d.p), run, (at, a.span)) {
            if e == at {
                continue;
            }
            if let Some(place) = draft.place(chain, (a.p, d.p), run, e, bar - least) {
                bar = place.area();
                at = e;
                best = Some(place);
                break;
            }
        }
    }
    if draft.rules.sign != 0.0 {
        let runs = (chain.run(a.at, a.span), chain.run(node.at, node.span));
        if let Some(e) = touching(runs.0, runs.1, (a.p, at, d.p), draft.rules.sign)
            && e != at
            && let Some(place) = draft.place(chain, (a.p, d.p), run, e, bar - least)
        {
            bar = place.area();
            at = e;
            best = Some(place);
        }
    }
    loop {
        let mut active = false;
        for (axis, step) in &mut axes {
            if *step < care.last {
                continue;
            }
            active = true;
            let mut moved = false;
            for way in [*step, -*step] {
                let e = whole([at[0] + axis[0] * way, at[1] + axis[1] * way]);
                if let Some(place) = draft.place(chain, (a.p, d.p), run, e, bar - least) {
                    bar = place.area();
                    at = e;
                    best = Some(place);
                    moved = true;
                    *step = way;
                    break;
                }
            }
            if !moved {
                *step *= 0.5;
                if *step < 0.0 {
                    *step = -*step;
                }
            } else if *step < 0.0 {
                // Go on that way first next time.
                *axis = [-axis[0], -axis[1]];
                *step = -*step;
            }
        }
        if !active {
            return best;
        }
    }
}

/// Moves node `v` to a better place if there is one that is free.
pub(super) fn relax(
    draft: &mut Draft<'_>,
    v: u32,
    care: &Care,
    topology: Option<&mut Topology>,
) -> bool {
    let Some(place) = better(draft, v, care) else { return false };
    let (a, d) = (draft.node(v).prev, draft.node(v).next);
    let span = draft.node(a).span + draft.node(v).span;
    if let Some(topology) = topology {
        if !topology.may_replace(draft, a, d, Some(place.e)) {
            return false;
        }
        topology.unlist(draft, a, d);
        draft.put(v, &place, span);
        topology.list(draft, a, d);
    } else {
        draft.put(v, &place, span);
    }
    true
}

/// Relaxes all vertices, again where a neighbor moved, up to the number of sweeps.
pub(super) fn sweep(draft: &mut Draft<'_>, care: &Care, mut topology: Option<&mut Topology>) {
    let mut due = vec![true; draft.nodes.len()];
    for _ in 0..care.sweeps {
        let mut any = false;
        for v in draft.living() {
            if !std::mem::replace(&mut due[v as usize], false) {
                continue;
            }
            let mut moved = relax(draft, v, care, topology.as_deref_mut());
            if topology.is_none() && draft.rules.sign != 0.0 && slide(draft, v, care) {
                moved = true;
                let next = draft.node(v).next;
                due[next as usize] = true;
                due[draft.node(next).next as usize] = true;
            }
            if moved {
                any = true;
                due[draft.node(v).prev as usize] = true;
                due[draft.node(v).next as usize] = true;
            }
        }
        if !any {
            return;
        }
    }
}

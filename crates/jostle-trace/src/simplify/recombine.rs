//! Which solution do several solutions make together?
//!
//! Collapsing edge by edge never takes a decision back, and fitting lines does not know what is
//! exact. Each is right in other places; so their vertices, and the exact corners, go into one
//! pool, the best rings of the pool are relaxed, and their vertices join it for another round.

use super::chain::{dist2, real};
use super::draft::{Draft, whole};
use super::goal::Target;
use super::lines::Lines;
use super::pool::{Bound, Graph, Places, choose};
use super::relax::{Care, sweep};
use crate::Outline;

/// How much goes into the pool.
struct Plenty {
    /// The prices of a vertex at which lines are fitted, as shares of what the last collapse cost.
    shares: &'static [f64],
    /// Exact corners, at most, for each vertex that there is now.
    corners: usize,
}

const FREE: Plenty = Plenty { shares: &[0.25, 0.4, 0.6, 0.9], corners: 8 };

/// On one side of the outline a vertex can hardly be shifted later, so there is more to choose
/// from.
const SIDED: Plenty = Plenty { shares: &[0.15, 0.25, 0.32, 0.4, 0.5, 0.6, 0.75, 0.9], corners: 30 };

/// Edges of the exact outline up to this length have their middle in the pool, in units.
const LONGEST_STEP: f64 = 1024.0;

/// Rounds of choosing and relaxing.
const ROUNDS: usize = 2;

/// An edge in the pool may cost this many times the price of a vertex.
const DEAREST: f64 = 6.0;

/// Choosing may go this much over the bound, for relaxing comes after.
const SLACK: f64 = 1.02;

/// Square units in twice a square pixel.
const DOUBLED_PIXEL: f64 = 131_072.0;

const ROUGH: Care = Care { first: 64.0, fitted: 0.0, last: 8.0, sweeps: 2 };

const CARE: Care = Care { first: 64.0, fitted: 16.0, last: 3.0, sweeps: 2 };

/// Replaces the rings of a draft by better ones, which may be in conflict; `more` are vertices of
/// other solutions, ring by ring.
pub(super) fn recombine(
    draft: &mut Draft<'_>,
    target: &Target,
    starts: &Outline,
    more: &[Option<Places>],
) {
    let rings: Vec<u32> =
        (0..draft.rings.len() as u32).filter(|&r| draft.rings[r as usize].alive).collect();
    let chains = draft.chains;
    let plenty = if draft.rules.sign == 0.0 { FREE } else { SIDED };
    let mut pools: Vec<Places> = rings
        .iter()
        .map(|&r| {
            // Where vertices are few, most corners lie too near to others to matter.
            let points = &starts.rings[r as usize].points;
            let count = draft.rings[r as usize].count as usize;
            let stride = points.len() / (plenty.corners * count) + 1;
            let all = points.iter().zip(&chains[r as usize].corners);
            let mut pool: Places = all.step_by(stride).map(|(&p, &at)| (real(p), at)).collect();
            // Where they are many, lines cut across stairs from the middle of an edge to another.
            if points.len() < 4 * count {
                let ahead = points.iter().cycle().skip(1);
                let corners = &chains[r as usize].corners;
                for ((&p, &q), &at) in points.iter().zip(ahead).zip(corners) {
                    let (p, q) = (real(p), real(q));
                    if dist2(p, q) <= LONGEST_STEP * LONGEST_STEP {
                        pool.push((whole([(p[0] + q[0]) * 0.5, (p[1] + q[1]) * 0.5]), at));
                    }
                }
            }
            pool.extend(draft.places(r));
            pool.extend(more[r as usize].iter().flatten());
            pool
        })
        .collect();
    let mut price = draft.price;
    for share in plenty.shares {
        let mut other = draft.clone();
        for &r in &rings {
            let start = draft.node(draft.rings[r as usize].first).at as usize;
            let lines = Lines::new(&chains[r as usize]);
            if let Some(places) = lines.ring(start, price * share / DOUBLED_PIXEL, draft.rules.sign)
            {
                other.set_ring(r, &places);
            }
        }
        sweep(&mut other, &ROUGH, None);
        for (pool, &r) in pools.iter_mut().zip(&rings) {
            pool.extend(other.places(r));
        }
    }
    let dropped = draft.error - draft.living().iter().map(|&v| draft.node(v).area).sum::<f64>();
    for round in 0..ROUNDS {
        let graphs: Vec<Graph> = rings
            .iter()
            .zip(&pools)
            .map(|(&r, pool)| {
                // Every round begins its rings elsewhere.
                let places = draft.places(r);
                let start = places[places.len() * round / ROUNDS];
                Graph::new(draft, r, start, pool, price * DEAREST)
            })
            .collect();
        let bound = if target.bounds_error() {
            // Under rules, relaxing gains little.
            let slack = if draft.rules.free() { SLACK } else { 1.0 };
            Bound::Error((target.most(draft) - target.hidden - dropped) * slack)
        } else {
            Bound::Vertices(target.enough)
        };
        let (places, new) = choose(&graphs, bound, price);
        price = new;
        for (&r, places) in rings.iter().zip(&places) {
            if let Some(places) = places {
                draft.set_ring(r, places);
            }
        }
        sweep(draft, &CARE, None);
        for (pool, &r) in pools.iter_mut().zip(&rings) {
            pool.extend(draft.places(r));
        }
    }
}

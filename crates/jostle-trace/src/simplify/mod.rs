//! From the exact outline to few vertices within a stated goal.
//!
//! `chain` holds what a goal is compared with, `draft` the outline being simplified, `place` what a
//! vertex elsewhere would cost, `goal` the bounds, `start` the rings pulled apart. `steps`,
//! `collapse`, `fit` and `relax` make the draft of [`Effort::Fast`]. For [`Effort::Best`], `link`
//! begins with the fewest vertices within a deviation (`cones`, `spans`); for other goals `lines`, `pool` and
//! `recombine` look for a better set of vertices all round; and `search` goes on one vertex at a
//! time. `budget` takes vertices out where nothing else can. `topology` lets no change pass by
//! which edges would cross, `conflict` finds where an unchecked change did, and `measure`
//! and `side` have the last word on areas and on sides.
//!
//! Numbers are whole or `f64` with plain operations in a fixed order, so that every machine returns
//! the same vertices.

mod budget;
mod chain;
mod collapse;
mod cones;
mod conflict;
mod draft;
mod fit;
mod goal;
mod lines;
mod link;
mod measure;
mod place;
mod pool;
mod recombine;
mod relax;
mod search;
mod side;
mod slide;
mod spans;
mod start;
mod steps;
mod topology;

pub use goal::{Detail, Effort, Goal, Side};

use crate::{Mask, Outline, UNITS_PER_PIXEL};
use chain::Chain;
use collapse::Collapser;
use draft::{Draft, Rules, Scope};
use goal::Target;
use measure::Truth;
use pool::Places;
use relax::Care;
use start::Start;
use topology::Topology;

/// How often the vertices of all results so far are put together again, where edges are held to a
/// side.
const SIDED_TURNS: usize = 2;

/// Rounds in which a soft goal learns how much room there is.
const SOFT_ROUNDS: usize = 2;

/// An outline of few vertices, and what became of the rings that it was made from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Simplified {
    /// The rings that are left.
    pub outline: Outline,
    /// The numbers of the rings of the exact outline that are not.
    pub dropped: Vec<usize>,
    /// True if the goal is reached.
    pub reached: bool,
}

/// Simplifies the exact `outline` of `mask` to as few vertices as `goal` allows.
///
/// The result is valid: no ring touches or crosses itself or another, and rings nest as the exact
/// ones do. Where the goal leaves no room even for that (the exact outline may touch itself at
/// corners), the exact outline comes back. Every vertex lies on the grid of 1/256 px, and the goal
/// is compared with the rings as they lie there. Rings may be dropped unless a deviation is
/// bounded.
///
/// ```
/// use jostle_trace::{Effort, Goal, Mask, Outline, Ring, simplify};
/// let mask = Mask::from_fn(8, 8, |x, y| x + y < 8);
/// let mut points = vec![[0, 0], [8, 0]];
/// for k in 1..8 {
///     points.extend([[9 - k, k], [8 - k, k]]);
/// }
/// points.extend([[1, 8], [0, 8]]);
/// let points = points.iter().map(|p: &[i32; 2]| [p[0] * 256, p[1] * 256]).collect();
/// let outline = Outline { rings: vec![Ring { points, hole: false, parent: None }] };
/// let result = simplify(&outline, &mask, &Goal::deviation(1.0), Effort::Best);
/// assert!(result.reached);
/// assert_eq!(result.outline.vertices(), 3);
/// ```
#[must_use]
pub fn simplify(outline: &Outline, mask: &Mask, goal: &Goal, effort: Effort) -> Simplified {
    run(outline, &Truth { mask, alpha: None }, goal, effort)
}

/// Simplifies an outline whose points lie between pixel edges (see [`crate::soften`]), with alpha
/// as the truth: the goal's IoU and area error are the soft ones of [`crate::soft_iou`].
///
/// `alpha` has a value for every pixel of the mask by rows; missing ones are 0. A deviation is
/// measured from the outline given, not from the pixels, and so is the side: no vertex is compared
/// with the mask. Where the outline itself does not reach the goal it comes back, and states it.
///
/// ```
/// use jostle_trace::{Connectivity, Effort, Goal, Mask, simplify_soft, soft_iou, soften};
/// let alpha: Vec<u8> = (0..400).map(|i| if i % 20 < 9 { 255 } else { 128 * u8::from(i % 20 == 9) }).collect();
/// let mask = Mask::from_fn(20, 20, |x, y| alpha[(y * 20 + x) as usize] >= 128);
/// let outline = soften(&mask, &alpha, Connectivity::Four);
/// let result = simplify_soft(&outline, &mask, &alpha, &Goal::iou(0.99), Effort::Fast);
/// assert!(result.reached && soft_iou(&result.outline, 20, 20, &alpha) >= 0.99);
/// assert_eq!(result.outline.vertices(), 4);
/// ```
#[must_use]
pub fn simplify_soft(
    outline: &Outline,
    mask: &Mask,
    alpha: &[u8],
    goal: &Goal,
    effort: Effort,
) -> Simplified {
    run(outline, &Truth { mask, alpha: Some(alpha) }, goal, effort)
}

fn run(outline: &Outline, truth: &Truth<'_>, goal: &Goal, effort: Effort) -> Simplified {
    let unit = f64::from(UNITS_PER_PIXEL);
    let limit = goal.max_deviation.map_or(f64::INFINITY, |d| d * unit);
    let rules = Rules {
        limit2: limit * limit * (1.0 - 1e-12),
        sign: match goal.side {
            Side::Free => 0.0,
            Side::Cover => 1.0,
            Side::Inside => -1.0,
        },
    };
    let mut target = Target::new(goal, truth.doubled_area());
    let fits = |n: usize| goal.max_vertices.is_none_or(|most| n <= most);
    let exact = |reached| Simplified {
        outline: outline.clone(),
        dropped: Vec::new(),
        reached: reached && fits(outline.vertices()),
    };
    // Corners that touch are moved by up to √2 units before anything else.
    if *goal == Goal::default() || limit.is_nan() || limit < 2.0 {
        return exact(true);
    }
    let start = Start::new(outline, goal.side);
    let starts = &start.apart;
    let longest = match effort {
        Effort::Fast => 4 * UNITS_PER_PIXEL,
        Effort::Best => UNITS_PER_PIXEL,
    };
    let chains: Vec<Chain> =
        start.exact.rings.iter().map(|ring| Chain::new(ring, longest)).collect();
    let new = |places: &[Places]| Draft::new(&start.exact, &chains, rules, places);
    // Fast, and with nothing but area to keep, it begins with fewer vertices.
    let few = effort == Effort::Fast && rules.free() && truth.alpha.is_none();
    let few = (few && target.bounds_error())
        .then(|| new(&steps::middles(starts, &chains, target.most_at(target.mask))))
        .filter(|draft| target.allows(draft, 0.0));
    let short = few.is_some();
    let mut draft = few.unwrap_or_else(|| new(&corners_of(starts, &chains)));
    if truth.alpha.is_some() && target.bounds_error() {
        target.hidden = measure::error(&draft, truth);
    }
    if target.bounds_error() && !target.allows(&draft, 0.0) {
        return exact(truth.alpha.is_none());
    }
    if short {
        let most = target.most(&draft);
        steps::thin(&mut draft, starts, most);
    }
    // Vertices of other solutions, ring by ring.
    let mut others: Vec<Option<Places>> = vec![None; chains.len()];
    if effort == Effort::Best && limit < f64::INFINITY {
        let rings = chains.iter().map(|chain| link::fewest(chain, limit, rules.sign));
        others = rings.collect();
    }
    if !target.bounds_error() {
        for (r, places) in others.iter().enumerate() {
            if let Some(places) = places {
                draft.set_ring(r as u32, places);
            }
        }
    }
    // Where vertices are free and only area counts, a second sweep pays less than it costs.
    let sweeps = if short { 1 } else { 2 };
    let mut with_care = rough(&mut draft, &target, truth, starts, sweeps);
    if truth.alpha.is_some() && target.bounds_error() {
        // What the outline given lacks and what the draft lacks overlap: there is more room.
        for _ in 0..SOFT_ROUNDS {
            let hidden = measure::error(&draft, truth) - draft.error;
            target.hidden = if hidden > 0.0 { hidden } else { 0.0 };
            with_care |= rough(&mut draft, &target, truth, starts, sweeps);
        }
    }
    if effort == Effort::Best {
        let mut best = draft.clone();
        let mut better = false;
        if limit == f64::INFINITY || target.bounds_error() {
            let turns = if rules.sign == 0.0 { 1 } else { SIDED_TURNS };
            for _ in 0..turns {
                recombine::recombine(&mut draft, &target, starts, &others);
                rough(&mut draft, &target, truth, starts, sweeps);
                search::improve(&mut draft, &target);
                for (r, places) in others.iter_mut().enumerate() {
                    places.get_or_insert_default().extend(draft.places(r as u32));
                }
                if target.allows(&draft, 0.0) && draft.vertices <= best.vertices {
                    (best, better) = (draft.clone(), true);
                }
            }
        }
        draft = best;
        if !better {
            search::improve(&mut draft, &target);
        }
    }
    // What was done with care keeps edges apart, but may have turned a small ring over.
    if with_care || effort == Effort::Best {
        part(&mut draft, truth, starts);
    }
    if target.enough > 0 && target.wants_fewer(&draft) {
        budget::clip(&mut draft, &target);
    }
    let is_held = !target.bounds_error() || hold(&mut draft, &mut target, truth, starts, effort);
    if !is_held || draft.is_in_conflict {
        return exact(true);
    }
    let reached = fits(draft.vertices);
    let (outline, dropped) = draft.outline();
    Simplified { outline, dropped: start.dropped(dropped), reached }
}

/// The corners of every ring, each its own anchor.
fn corners_of(starts: &Outline, chains: &[Chain]) -> Vec<Places> {
    let corners = starts.rings.iter().zip(chains).map(|(ring, chain)| {
        ring.points.iter().zip(&chain.corners).map(|(&p, &at)| (chain::real(p), at)).collect()
    });
    corners.collect()
}

/// Sees to it that the error as measured keeps the target; returns whether it does.
fn hold(
    draft: &mut Draft<'_>,
    target: &mut Target,
    truth: &Truth<'_>,
    starts: &Outline,
    effort: Effort,
) -> bool {
    for round in 0..12 {
        let hidden = measure::error(draft, truth) - draft.error;
        if hidden > target.hidden {
            target.hidden = hidden;
        }
        if target.allows(draft, 0.0) {
            return true;
        }
        if round < 4 && effort == Effort::Best {
            search::improve(draft, target);
        } else if round < 4 {
            split(draft, target);
        } else {
            // Never more vertices than the exact outline has.
            let enough = starts.vertices();
            while !target.allows(draft, 0.0) && draft.vertices < enough {
                let living = draft.living();
                let worst = living.iter().max_by(|&&a, &&b| {
                    draft.node(a).area.total_cmp(&draft.node(b).area).then(b.cmp(&a))
                });
                let Some((v, place)) = worst.and_then(|&v| Some((v, draft.split(v)?))) else {
                    return false;
                };
                draft.insert(v, &place);
            }
        }
        part(draft, truth, starts);
    }
    false
}

/// Relaxes a draft and puts vertices in where they pay most, until its error is what it may be.
fn split(draft: &mut Draft<'_>, target: &Target) {
    let care = Care { first: 32.0, fitted: 8.0, last: 8.0, sweeps: 1 };
    relax::sweep(draft, &care, None);
    while !target.allows(draft, 0.0) {
        let splits = draft.living().into_iter().filter_map(|v| {
            let place = draft.split(v)?;
            Some((draft.node(v).area - place.area(), v, place))
        });
        let Some((gain, v, place)) = splits.max_by(|a, b| a.0.total_cmp(&b.0)) else { return };
        if gain <= 0.0 {
            return;
        }
        let new = draft.insert(v, &place);
        for v in [new, draft.node(new).next, v, new] {
            relax::relax(draft, v, &care, None);
        }
    }
}

/// Puts exact edges back where edges are in conflict, until none are; returns whether any were. Rings
/// that are in conflict as they were at first make the draft worthless.
fn part(draft: &mut Draft<'_>, truth: &Truth<'_>, starts: &Outline) -> bool {
    let mut restored = vec![false; draft.rings.len()];
    for round in 0.. {
        let mut bad = conflict::conflicts(draft);
        let is_restored = |v: &u32| restored[draft.node(*v).ring as usize];
        draft.is_in_conflict = !bad.is_empty() && bad.iter().all(is_restored);
        // An edge between a vertex and a corner that was put back may break a rule.
        if !draft.rules.free() && round < 12 {
            bad.extend(draft.living().into_iter().filter(|&v| !draft.keeps_rules(v)));
            if truth.alpha.is_none() {
                bad.extend(side::violations(draft, truth.mask));
            }
        }
        if bad.is_empty() || draft.is_in_conflict {
            return round > 0;
        }
        let scope = if round < 6 { Scope::Edges } else { Scope::Rings };
        if scope == Scope::Rings {
            bad.iter().for_each(|&v| restored[draft.node(v).ring as usize] = true);
        }
        draft.restore(&bad, starts, scope);
    }
    true
}

/// Collapses, relaxes and collapses again; without care for other edges, then with care where that
/// went wrong.
fn rough(
    draft: &mut Draft<'_>,
    target: &Target,
    truth: &Truth<'_>,
    starts: &Outline,
    sweeps: u32,
) -> bool {
    let care = Care { first: 64.0, fitted: 0.0, last: 16.0, sweeps };
    Collapser::new(draft, target).run(draft, target, None);
    relax::sweep(draft, &care, None);
    Collapser::new(draft, target).run(draft, target, None);
    let careful = part(draft, truth, starts);
    if careful {
        let mut topology = Topology::new(draft);
        Collapser::new(draft, target).run(draft, target, Some(&mut topology));
        relax::sweep(draft, &care, Some(&mut topology));
        Collapser::new(draft, target).run(draft, target, Some(&mut topology));
    }
    careful
}

#[cfg(test)]
mod tests;

//! Separated, touching or overlapping: decided edge by edge, in integers.
//!
//! With R = rA + rB > 0 the squared distance of the cores is compared with R²; the distance of
//! disjoint cores is that of a vertex and an edge. With R = 0:
//! - area and area overlap iff their interiors share a point, that is iff an edge of one has a
//!   point in the interior of the other, or two edges share a stretch in the same direction (both
//!   interiors are on its left). Otherwise a component of one interior that meets the other
//!   interior would have to be equal to a component of it, and then their boundaries share
//!   stretches;
//! - thin and area overlap iff an edge of the thin one has a point in the open interior;
//! - thin and thin overlap iff the origin is an interior point of the Minkowski difference, that is
//!   iff the tangent cones of the differences of all meeting edge pairs cover all directions.

use core::cmp::Ordering;

use crate::lower::{Exact, Pair, lower, lower_big, lower_small};
use crate::outline::{Edge, Outline, Place, Point};
use crate::scalar::Scalar;
use crate::set::{Set, Verdict};

/// Decides how two closed sets lie, exactly.
///
/// ```
/// use jostle_oracle::{Set, Verdict, verdict};
/// let a = Set::Circle { center: [0.0, 0.0], radius: 1.0 };
/// let b = Set::Circle { center: [3.0, 4.0], radius: 4.0 };
/// assert_eq!(verdict(&a, &b), Verdict::Touching);
/// ```
#[must_use]
pub fn verdict(a: &Set, b: &Set) -> Verdict {
    match lower(&Exact::new(a), &Exact::new(b)) {
        Pair::Small(a, b, _) => decide(&a, &b),
        Pair::Big(a, b) => decide(&a, &b),
    }
}

/// Decides with 64-bit coordinates only, or not at all.
#[must_use]
pub fn verdict_small(a: &Set, b: &Set) -> Option<Verdict> {
    lower_small(&Exact::new(a), &Exact::new(b)).map(|(a, b, _)| decide(&a, &b))
}

/// Decides with big integers whatever the size.
#[must_use]
pub fn verdict_big(a: &Set, b: &Set) -> Verdict {
    let (a, b, _) = lower_big(&Exact::new(a), &Exact::new(b), &[], 0);
    decide(&a, &b)
}

pub(crate) fn decide<S: Scalar>(a: &Outline<S>, b: &Outline<S>) -> Verdict {
    let r = a.radius.add(&b.radius);
    if a.bounds.clear_of(&b.bounds, &r) {
        return Verdict::Separated;
    }
    if r > S::zero() { thick(a, b, &r) } else { bare(a, b) }
}

/// R > 0: by distance.
fn thick<S: Scalar>(a: &Outline<S>, b: &Outline<S>, r: &S) -> Verdict {
    let r2 = r.mul(r);
    let mut touching = false;
    for e in a.edges.iter().filter(|e| !e.clear_of(&b.bounds, r)) {
        for f in b.edges.iter().filter(|f| !e.clear_of(f, r)) {
            if e.meets(f) {
                return Verdict::Overlapping;
            }
            for (edge, p) in [(e, &f.p), (e, &f.q), (f, &e.p), (f, &e.q)] {
                match edge.distance_cmp(p, &r2) {
                    Ordering::Less => return Verdict::Overlapping,
                    Ordering::Equal => touching = true,
                    Ordering::Greater => {}
                }
            }
        }
    }
    if one_holds_other(a, b) {
        Verdict::Overlapping
    } else if touching {
        Verdict::Touching
    } else {
        Verdict::Separated
    }
}

/// For cores whose edges do not meet: whether one lies in the area of the other.
pub(crate) fn one_holds_other<S: Scalar>(a: &Outline<S>, b: &Outline<S>) -> bool {
    a.area && a.place(&b.edges[0].p) == Place::Inside
        || b.area && b.place(&a.edges[0].p) == Place::Inside
}

/// R = 0: by interiors.
fn bare<S: Scalar>(a: &Outline<S>, b: &Outline<S>) -> Verdict {
    let zero = S::zero();
    let mut shared = false;
    for e in a.edges.iter().filter(|e| !e.clear_of(&b.bounds, &zero)) {
        for f in b.edges.iter().filter(|f| e.meets(f)) {
            shared = true;
            if e.crosses(f) {
                return Verdict::Overlapping;
            }
        }
    }
    let overlapping = match (a.area, b.area) {
        _ if !shared => {
            return if one_holds_other(a, b) { Verdict::Overlapping } else { Verdict::Separated };
        }
        (true, true) => {
            edge_enters(a, b) || edge_enters(b, a) || share_stretch(a, b, Ordering::Greater)
        }
        (true, false) => edge_enters(b, a),
        (false, true) => edge_enters(a, b),
        (false, false) => cones_cover(a, b),
    };
    if overlapping { Verdict::Overlapping } else { Verdict::Touching }
}

/// Returns `true` if an edge of a has a point in the interior of b.
pub(crate) fn edge_enters<S: Scalar>(a: &Outline<S>, b: &Outline<S>) -> bool {
    a.edges.iter().any(|e| b.interior_meets(e))
}

/// Returns `true` if two edges run along each other with the given order of directions.
pub(crate) fn share_stretch<S: Scalar>(a: &Outline<S>, b: &Outline<S>, how: Ordering) -> bool {
    let zero = S::zero();
    a.edges
        .iter()
        .any(|e| b.edges.iter().any(|f| !e.clear_of(f, &zero) && e.shares_stretch(f) == Some(how)))
}

/// All directions from `from` counterclockwise to `to`, at most half a turn, ends included.
struct Sector<S> {
    from: Point<S>,
    to: Point<S>,
}

/// The directions in which one leaves x along a thin edge.
fn leaving<S: Scalar>(edge: &Edge<S>, x: &Point<S>) -> Vec<Point<S>> {
    let d = edge.along();
    match (edge.p == *x, edge.q == *x) {
        (true, true) => vec![],
        (true, false) => vec![d],
        (false, true) => vec![d.negated()],
        (false, false) => vec![d.negated(), d],
    }
}

/// Returns `true` if the thin sets' Minkowski difference has the origin inside; no two edges cross
/// properly.
fn cones_cover<S: Scalar>(a: &Outline<S>, b: &Outline<S>) -> bool {
    let mut sectors: Vec<Sector<S>> = Vec::new();
    for e in &a.edges {
        for f in b.edges.iter().filter(|f| e.meets(f)) {
            if e.along().turn(&f.along()) == Ordering::Equal {
                // Parallel: the difference is a segment, which covers no open set of directions.
                continue;
            }
            // They meet in one point, an end of one of them.
            let shared = [&f.p, &f.q].into_iter().find(|p| e.has(p));
            let Some(x) = shared.or_else(|| [&e.p, &e.q].into_iter().find(|p| f.has(p))) else {
                continue;
            };
            for u in leaving(e, x) {
                for v in leaving(f, x) {
                    let v = v.negated();
                    sectors.push(match u.turn(&v) {
                        Ordering::Greater => Sector { from: u.clone(), to: v },
                        _ => Sector { from: v, to: u.clone() },
                    });
                }
            }
        }
    }
    // Full coverage iff just after the end of every sector another one goes on.
    let goes_on = |d: &Point<S>| {
        sectors.iter().any(|s| {
            let at_start =
                s.from.turn(d) == Ordering::Equal && S::sign(&s.from.dot(d)) == Ordering::Greater;
            let strictly =
                s.from.turn(d) == Ordering::Greater && d.turn(&s.to) == Ordering::Greater;
            at_start || strictly
        })
    };
    !sectors.is_empty() && sectors.iter().all(|s| goes_on(&s.to))
}

#[cfg(test)]
mod tests;

//! Whether b lies in closed a.
//!
//! A convex container A ⊕ disc(ra) holds B ⊕ disc(rb) iff the support functions say so, and there
//! the radii cancel: iff A ⊕ disc(ra − rb) holds B's vertices, or, for rb > ra, iff every vertex of
//! B is in A and at least rb − ra away from all its edges. A concave container without a radius
//! holds b iff it holds b's core and its boundary keeps the distance rb. Concave rounded containers
//! are decided if a sufficient condition settles it, else by covering b with squares, and left
//! open if that does not end.

use core::cmp::Ordering;

use num_bigint::BigInt;

use crate::cover;
use crate::lower::{Exact, Pair, lower, lower_big};
use crate::outline::{Edge, Outline, Place, Point, side};
use crate::scalar::Scalar;
use crate::set::Set;
use crate::verdict::{edge_enters, share_stretch};

/// Decides whether every point of b is in closed a; `None` if a is concave and rounded and the
/// boundaries of both touch in a way that no exact condition settles.
///
/// ```
/// use jostle_oracle::{Set, contains};
/// let a = Set::Circle { center: [0.0, 0.0], radius: 2.0 };
/// let b = Set::Circle { center: [1.0, 0.0], radius: 1.0 };
/// assert_eq!(contains(&a, &b), Some(true));
/// assert_eq!(contains(&b, &a), Some(false));
/// ```
#[must_use]
pub fn contains(a: &Set, b: &Set) -> Option<bool> {
    let (a, b) = (Exact::new(a), Exact::new(b));
    match lower(&a, &b) {
        Pair::Small(a, b, _) => holds(&a, &b),
        Pair::Big(p, q) => holds_big((&a, &b), (&p, &q)),
    }
}

/// Bits below the grid, for squares.
const FINER: i32 = 64;

/// The form for big integers, whose grid is made finer only if squares need it.
pub(crate) fn holds_big(
    (a, b): (&Exact, &Exact),
    (p, q): (&Outline<BigInt>, &Outline<BigInt>),
) -> Option<bool> {
    settled(p, q).or_else(|| {
        let (p, q, _) = lower_big(a, b, &[], FINER);
        cover::holds(&p, &q)
    })
}

/// Returns `true` if a polygon's core is convex; `None` for a polygon without area.
#[cfg(test)]
pub(crate) fn is_convex(set: &Set) -> Option<bool> {
    let read = |area, convex| if area { Some(convex) } else { None };
    match lower(&Exact::new(set), &Exact::new(set)) {
        Pair::Small(a, ..) => read(a.area, a.convex),
        Pair::Big(a, ..) => read(a.area, a.convex),
    }
}

pub(crate) fn holds<S: Scalar>(a: &Outline<S>, b: &Outline<S>) -> Option<bool> {
    settled(a, b).or_else(|| cover::holds(a, b))
}

/// What the exact conditions say.
fn settled<S: Scalar>(a: &Outline<S>, b: &Outline<S>) -> Option<bool> {
    if sticks_out(a, b) {
        Some(false)
    } else if a.convex {
        Some(convex_holds(a, b))
    } else if a.radius == S::zero() {
        Some(bare_holds(a, b))
    } else {
        rounded_holds(a, b)
    }
}

/// Returns `true` if b's box leaves a's.
fn sticks_out<S: Scalar>(a: &Outline<S>, b: &Outline<S>) -> bool {
    let spare = a.radius.sub(&b.radius);
    let (p, q) = (&a.bounds, &b.bounds);
    p.p.x.sub(&q.p.x) > spare
        || p.p.y.sub(&q.p.y) > spare
        || q.q.x.sub(&p.q.x) > spare
        || q.q.y.sub(&p.q.y) > spare
}

fn convex_holds<S: Scalar>(a: &Outline<S>, b: &Outline<S>) -> bool {
    let spare = a.radius.sub(&b.radius);
    let mut vertices = b.edges.iter().flat_map(|e| [&e.p, &e.q]);
    if spare >= S::zero() {
        return vertices.all(|p| a.within(p, &spare));
    }
    if !a.area {
        return false;
    }
    let need = spare.mul(&spare);
    vertices.all(|p| {
        a.edges.iter().all(|e| {
            let d = e.along();
            let height = d.cross(&p.minus(&e.p));
            S::sign(&height) == Ordering::Greater
                && S::cmp_square(&height, &need, &d.dot(&d)) != Ordering::Less
        })
    })
}

/// A concave container of radius 0.
fn bare_holds<S: Scalar>(a: &Outline<S>, b: &Outline<S>) -> bool {
    let zero = S::zero();
    if b.radius > zero {
        return a.area && core_keeps_clear(a, b);
    }
    if !b.edges.iter().all(|e| a.core_has_edge(e)) {
        return false;
    }
    // With b's edges inside, only a hole of a can still be missing from b.
    !b.area || a.area && !edge_enters(a, b) && !share_stretch(a, b, Ordering::Less)
}

/// Returns `true` if b's core is in the area a and everywhere at least b's radius away from a's
/// boundary.
fn core_keeps_clear<S: Scalar>(a: &Outline<S>, b: &Outline<S>) -> bool {
    let r2 = b.radius.mul(&b.radius);
    let apart = |e: &Edge<S>, f: &Edge<S>| {
        e.clear_of(f, &b.radius)
            || !e.meets(f)
                && [(e, &f.p), (e, &f.q), (f, &e.p), (f, &e.q)]
                    .iter()
                    .all(|(edge, p)| edge.distance_cmp(p, &r2) != Ordering::Less)
    };
    b.edges.iter().all(|e| a.edges.iter().all(|f| apart(e, f)))
        && a.place(&b.edges[0].p) == Place::Inside
        && !(b.area && a.edges.iter().any(|e| b.place(&e.p) == Place::Inside))
}

/// A concave container with a radius: conditions that settle it in most cases.
fn rounded_holds<S: Scalar>(a: &Outline<S>, b: &Outline<S>) -> Option<bool> {
    let vertices = b.edges.iter().flat_map(|e| [&e.p, &e.q]);
    if !vertices.clone().all(|p| a.within(p, &a.radius)) || !convex_holds(&hull_of(a), b) {
        return Some(false);
    }
    let spare = a.radius.sub(&b.radius);
    let point = b.edges.len() == 1 && b.edges[0].p == b.edges[0].q;
    let core = |o: &Outline<S>| Outline { radius: S::zero(), ..o.clone() };
    if spare >= S::zero() {
        let r2 = spare.mul(&spare);
        let near = |e: &Edge<S>, p: &Point<S>| e.distance_cmp(p, &r2) != Ordering::Greater;
        if bare_holds(&core(a), &core(b))
            || point && a.within(&b.edges[0].p, &spare)
            || a.edges.iter().any(|e| vertices.clone().all(|p| near(e, p)))
        {
            return Some(true);
        }
    }
    // The part in a's core alone.
    if a.area && core_keeps_clear(&core(a), b) {
        return Some(true);
    }
    None
}

/// The convex hull of the core (Andrew, monotone chain), with the radius.
fn hull_of<S: Scalar>(a: &Outline<S>) -> Outline<S> {
    let mut points: Vec<&Point<S>> = a.edges.iter().flat_map(|e| [&e.p, &e.q]).collect();
    points.sort_by(|p, q| p.x.cmp(&q.x).then_with(|| p.y.cmp(&q.y)));
    points.dedup();
    let half = |points: &mut dyn Iterator<Item = &Point<S>>| {
        let mut chain: Vec<Point<S>> = Vec::new();
        for p in points {
            while let [.., u, v] = chain.as_slice() {
                if side(u, v, p) == Ordering::Greater {
                    break;
                }
                chain.pop();
            }
            chain.push(p.clone());
        }
        chain.pop();
        chain
    };
    let mut ring = half(&mut points.iter().copied());
    ring.extend(half(&mut points.iter().rev().copied()));
    Outline::new(crate::outline::Kind::Solid, vec![ring], a.radius.clone())
}

#[cfg(test)]
mod tests;

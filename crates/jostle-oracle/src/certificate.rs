//! Checks of the proofs that come with an answer: axes that separate, a point in common, two edges
//! that meet.
//!
//! A claim is lowered to the case's own integers if it fits. A point that does not is rounded
//! down and accepted with the disc around it that holds the true one; a direction that does not is
//! rounded, and the gap must exceed what that can change. Big integers decide the rest.

use core::cmp::Ordering;
use core::ops::Range;

use num_bigint::BigInt;

use crate::case::{Case, Order};
use crate::cover::holds_disc;
use crate::lower::{Frame, Pair, Sum, Term, lower_big};
use crate::outline::{Edge, Outline, Place, Point};
use crate::scalar::Scalar;
use crate::set::Set;

/// A point or direction whose coordinates are exact sums `[[x_hi, x_lo], [y_hi, y_lo]]`.
pub type SplitPoint = [[f64; 2]; 2];

/// A corner whose coordinates are exact sums of three numbers.
pub type SplitCorner = [[f64; 3]; 2];

/// Names the edges of two outlines that one direction parts.
#[derive(Clone, Debug)]
pub struct Run {
    /// Edges of the first set, by their numbers in the claim's list.
    pub a: Range<usize>,
    /// Edges of the second.
    pub b: Range<usize>,
    /// The direction from a to b.
    pub direction: SplitPoint,
}

/// Checks that the projections of the closed sets on `direction` leave a gap, in either order.
///
/// ```
/// use jostle_oracle::{Set, check_axis};
/// let a = Set::Circle { center: [0.0, 0.0], radius: 1.0 };
/// let b = Set::Circle { center: [3.0, 0.0], radius: 1.5 };
/// assert!(check_axis(&a, &b, [1.0, 0.0]) && check_axis(&a, &b, [-2.0, 0.5]));
/// assert!(!check_axis(&a, &b, [1.0, 1.0]));
/// ```
#[must_use]
pub fn check_axis(a: &Set, b: &Set, direction: [f64; 2]) -> bool {
    let (case, direction) = (Case::new(a, b), direction.map(|x| [x, 0.0]));
    case.parted(Order::Given, direction) || case.parted(Order::Swapped, direction)
}

/// Checks that the exact point is in the closed set.
///
/// ```
/// use jostle_oracle::{Set, check_point};
/// let a = Set::Circle { center: [0.0, 0.0], radius: 5.0 };
/// assert!(check_point(&a, [[3.0, 0.0], [4.0, -1e-30]]));
/// assert!(!check_point(&a, [[3.0, 1e-30], [4.0, 0.0]]));
/// ```
#[must_use]
pub fn check_point(set: &Set, point: SplitPoint) -> bool {
    check_common(set, set, point)
}

/// Checks that the exact point is in both closed sets.
///
/// ```
/// use jostle_oracle::{Set, check_common};
/// let a = Set::Circle { center: [0.0, 0.0], radius: 5.0 };
/// let b = Set::Circle { center: [6.0, 8.0], radius: 5.0 };
/// assert!(check_common(&a, &b, [[3.0, 0.0], [4.0, 0.0]]));
/// assert!(!check_common(&a, &b, [[3.0, 0.0], [4.0, 1e-20]]));
/// ```
#[must_use]
pub fn check_common(a: &Set, b: &Set, point: SplitPoint) -> bool {
    Case::new(a, b).shared(point)
}

impl Case {
    /// Checks that d·p < d·q for all points p of the first closed set and q of the second.
    ///
    /// ```
    /// use jostle_oracle::{Case, Order, Set};
    /// let ball = |x| Set::Circle { center: [x, 0.0], radius: 1.0 };
    /// let case = Case::new(&ball(0.0), &ball(3.0));
    /// let right = [[1.0, 0.0], [0.0, 0.0]];
    /// assert!(case.parted(Order::Given, right) && !case.parted(Order::Swapped, right));
    /// ```
    #[must_use]
    pub fn parted(&self, order: Order, direction: SplitPoint) -> bool {
        match &self.pair {
            Pair::Small(a, b, _) => {
                let (a, b) = order.of(a, b);
                parted((&ends(a), &ends(b)), &a.radius.add(&b.radius), direction)
            }
            Pair::Big(a, b) => {
                let (a, b) = order.of(a, b);
                parted_big((&ends(a), &ends(b)), &a.radius.add(&b.radius), direction)
            }
        }
    }

    /// Checks that the exact point is in both closed sets.
    ///
    /// ```
    /// use jostle_oracle::{Case, Set};
    /// let ball = |x| Set::Circle { center: [x, 0.0], radius: 1.0 };
    /// let case = Case::new(&ball(0.0), &ball(2.0));
    /// assert!(case.shared([[1.0, 0.0], [0.0, 0.0]]));
    /// assert!(!case.shared([[1.0, 1e-30], [0.0, 0.0]]));
    /// ```
    #[must_use]
    pub fn shared(&self, point: SplitPoint) -> bool {
        let sums = point.map(|[hi, lo]| [Term::from_f64(hi), Term::from_f64(lo), Term::ZERO]);
        if let Pair::Small(a, b, frame) = &self.pair
            && let Some((p, exact)) = frame.floor(&sums)
        {
            // Two terms lose less than a unit each, along x and y.
            let inside = |o| holds_disc(o, &p, &4);
            if exact {
                return a.within(&p, &a.radius) && b.within(&p, &b.radius);
            } else if inside(a) && inside(b) {
                return true;
            }
        }
        let (a, b, points) = lower_big(&self.a, &self.b, &[sums], 0);
        a.within(&points[0], &a.radius) && b.within(&points[0], &b.radius)
    }

    /// Checks that the listed corners are an edge or a vertex of either core, and that their
    /// distance is at most both radii together.
    ///
    /// ```
    /// use jostle_oracle::{Case, Order, Set};
    /// let ball = |x| Set::Circle { center: [x, 0.0], radius: 1.0 };
    /// let case = Case::new(&ball(0.0), &ball(2.0));
    /// let at = |x| [[x, 0.0, 0.0], [0.0; 3]];
    /// assert!(case.met(Order::Given, &[at(0.0)], &[at(2.0)]));
    /// assert!(!case.met(Order::Given, &[at(0.0)], &[at(1.0)]));
    /// ```
    #[must_use]
    pub fn met(&self, order: Order, a: &[SplitCorner], b: &[SplitCorner]) -> bool {
        if ![a, b].iter().all(|ends| (1..=2).contains(&ends.len())) {
            return false;
        }
        let split = |points: &[SplitCorner]| points.iter().map(corner_sums).collect::<Vec<_>>();
        let (p, q) = (split(a), split(b));
        match &self.pair {
            Pair::Small(a, b, frame) => {
                let (a, b) = order.of(a, b);
                let (Some(p), Some(q)) = (placed(frame, &p), placed(frame, &q)) else {
                    return false;
                };
                edges_met((a, &p), (b, &q))
            }
            Pair::Big(..) => {
                let all: Vec<_> = p.iter().chain(&q).copied().collect();
                let (a, b, points) = lower_big(&self.a, &self.b, &all, 0);
                let (a, b) = order.of(&a, &b);
                let (p, q) = points.split_at(p.len());
                edges_met((a, p), (b, q))
            }
        }
    }

    /// Checks that the lists hold all edges of both cores, that every pair of them is parted by one
    /// of the runs' directions, and that no ring of one set starts inside the other.
    ///
    /// ```
    /// use jostle_oracle::{Case, Order, Run, Set};
    /// let ball = |x| Set::Circle { center: [x, 0.0], radius: 1.0 };
    /// let case = Case::new(&ball(0.0), &ball(3.0));
    /// let at = |x| [[[x, 0.0, 0.0], [0.0; 3]]; 2];
    /// let runs = [Run { a: 0..1, b: 0..1, direction: [[1.0, 0.0], [0.0; 2]] }];
    /// assert!(case.edges_parted(Order::Given, &[at(0.0)], &[at(3.0)], &runs));
    /// assert!(!case.edges_parted(Order::Given, &[at(0.0)], &[at(2.0)], &runs));
    /// assert!(!case.edges_parted(Order::Given, &[at(0.0)], &[at(3.0)], &[]));
    /// ```
    #[must_use]
    pub fn edges_parted(
        &self,
        order: Order,
        a: &[[SplitCorner; 2]],
        b: &[[SplitCorner; 2]],
        runs: &[Run],
    ) -> bool {
        let split = |list: &[[SplitCorner; 2]]| list.iter().flatten().map(corner_sums).collect();
        let (p, q): (Vec<_>, Vec<_>) = (split(a), split(b));
        match &self.pair {
            Pair::Small(a, b, frame) => {
                let (a, b) = order.of(a, b);
                let (Some(p), Some(q)) = (placed(frame, &p), placed(frame, &q)) else {
                    return false;
                };
                runs_part((a, &p), (b, &q), runs, parted)
            }
            Pair::Big(..) => {
                let all: Vec<_> = p.iter().chain(&q).copied().collect();
                let (a, b, points) = lower_big(&self.a, &self.b, &all, 0);
                let (a, b) = order.of(&a, &b);
                let (p, q) = points.split_at(p.len());
                runs_part((a, p), (b, q), runs, parted_big)
            }
        }
    }
}

fn corner_sums(corner: &SplitCorner) -> [Sum; 2] {
    corner.map(|x| x.map(Term::from_f64))
}

/// Points that lie on the grid, or none.
fn placed(frame: &Frame, points: &[[Sum; 2]]) -> Option<Vec<Point<i64>>> {
    let place = |p: &[Sum; 2]| frame.floor(p).filter(|(_, exact)| *exact).map(|(p, _)| p);
    points.iter().map(place).collect()
}

fn ends<S: Scalar>(outline: &Outline<S>) -> Vec<Point<S>> {
    let mut ends: Vec<_> = outline.edges.iter().map(|e| e.p.clone()).collect();
    if !outline.area {
        ends.extend(outline.edges.iter().map(|e| e.q.clone()));
    }
    ends
}

/// The smallest (q − p)·d.
fn least_gap<S: Scalar>(a: &[Point<S>], b: &[Point<S>], d: &Point<S>) -> Option<S::Quad> {
    let most = a.iter().map(|p| p.dot(d)).max()?;
    let least = b.iter().map(|p| p.dot(d)).min()?;
    Some(S::quad_sub(&least, &most))
}

fn exceeds<S: Scalar>(gap: &S::Quad, r: &S, square: &S::Quad) -> bool {
    S::sign(gap) == Ordering::Greater && S::cmp_square(gap, &r.mul(r), square) == Ordering::Greater
}

fn parted_big(
    (a, b): (&[Point<BigInt>], &[Point<BigInt>]),
    r: &BigInt,
    direction: SplitPoint,
) -> bool {
    let terms = direction.map(|sum| sum.map(Term::from_f64));
    let grid = terms.iter().flatten().filter_map(|t| t.exponent()).min().unwrap_or(0);
    let [x, y] = terms.map(|[hi, lo]| hi.wide(grid) + lo.wide(grid));
    let d = Point { x, y };
    least_gap(a, b, &d).is_some_and(|gap| exceeds(&gap, r, &d.dot(&d)))
}

/// Bits of a rounded direction.
const DIRECTION: i32 = 58;

fn parted((a, b): (&[Point<i64>], &[Point<i64>]), r: &i64, direction: SplitPoint) -> bool {
    let terms = direction.map(|sum| sum.map(Term::from_f64));
    let Some(top) = terms.iter().flatten().filter_map(|t| t.top()).max() else { return false };
    let floor = |[hi, lo]: [Term; 2]| {
        let ((h, all_h), (l, all_l)) = (hi.floor(top - DIRECTION)?, lo.floor(top - DIRECTION)?);
        Some(((h + l) as i64, all_h && all_l))
    };
    if let (Some((x, all_x)), Some((y, all_y))) = (floor(terms[0]), floor(terms[1])) {
        let d = Point { x, y };
        let Some(gap) = least_gap(a, b, &d) else { return false };
        if all_x && all_y {
            return exceeds(&gap, r, &d.dot(&d));
        }
        // Each of the true direction's coordinates is above this one's by less than 2.
        let far = |p: &Point<i64>| p.x.unsigned_abs().max(p.y.unsigned_abs());
        let most = |points: &[Point<i64>]| points.iter().map(far).max().map_or(0, i128::from);
        let gap = gap - 4 * (most(a) + most(b));
        let [x, y] = [x, y].map(|v| i128::from(v.unsigned_abs()) + 2);
        if exceeds(&gap, r, &(x * x + y * y)) {
            return true;
        }
    }
    let wide = |points: &[Point<i64>]| -> Vec<_> {
        points.iter().map(|p| Point { x: BigInt::from(p.x), y: BigInt::from(p.y) }).collect()
    };
    parted_big((&wide(a), &wide(b)), &BigInt::from(*r), direction)
}

fn edges_met<S: Scalar>(
    (a, p): (&Outline<S>, &[Point<S>]),
    (b, q): (&Outline<S>, &[Point<S>]),
) -> bool {
    let edge = |ends: &[Point<S>]| Edge::new(ends[0].clone(), ends[ends.len() - 1].clone());
    let (e, f) = (edge(p), edge(q));
    let r2 = {
        let r = a.radius.add(&b.radius);
        r.mul(&r)
    };
    let near = |e: &Edge<S>, p: &Point<S>| e.distance_cmp(p, &r2) != Ordering::Greater;
    a.core_has_edge(&e)
        && b.core_has_edge(&f)
        && (e.meets(&f) || near(&e, &f.p) || near(&e, &f.q) || near(&f, &e.p) || near(&f, &e.q))
}

/// Decides whether one run's points are parted by a radius along a direction.
type Parts<S> = fn((&[Point<S>], &[Point<S>]), &S, SplitPoint) -> bool;

/// `p` and `q` are the ends of the listed edges, two by two.
fn runs_part<S: Scalar>(
    (a, p): (&Outline<S>, &[Point<S>]),
    (b, q): (&Outline<S>, &[Point<S>]),
    runs: &[Run],
    parted: Parts<S>,
) -> bool {
    let edges = |ends: &[Point<S>]| -> Vec<Edge<S>> {
        ends.chunks_exact(2).map(|e| Edge::new(e[0].clone(), e[1].clone())).collect()
    };
    let listed = |o: &Outline<S>, list: &[Edge<S>]| {
        o.edges.iter().all(|e| list.iter().any(|f| f.has(&e.p) && f.has(&e.q)))
    };
    let (ea, eb) = (edges(p), edges(q));
    let r = a.radius.add(&b.radius);
    let mut covered = vec![false; ea.len() * eb.len()];
    for run in runs {
        let (Some(p), Some(q)) =
            (p.get(2 * run.a.start..2 * run.a.end), q.get(2 * run.b.start..2 * run.b.end))
        else {
            return false;
        };
        if !parted((p, q), &r, run.direction) {
            return false;
        }
        for i in run.a.clone() {
            covered[i * eb.len()..][run.b.clone()].fill(true);
        }
    }
    let outside = |o: &Outline<S>, e: &[Edge<S>]| {
        !o.area || e.iter().all(|e| o.place(&e.p) == Place::Outside)
    };
    covered.iter().all(|c| *c)
        && listed(a, &ea)
        && listed(b, &eb)
        && outside(a, &b.edges)
        && outside(b, &a.edges)
}

#[cfg(test)]
mod tests;

//! Checks of the proofs that come with an answer: an axis that separates, a point in common.

use core::cmp::Ordering;

use num_bigint::BigInt;

use crate::lower::{Pair, Sum, Term, lower};
use crate::outline::{Outline, Point};
use crate::scalar::Scalar;
use crate::set::Set;

/// A point whose coordinates are exact sums `[[x_hi, x_lo], [y_hi, y_lo]]`.
pub type SplitPoint = [[f64; 2]; 2];

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
    compare_axis(a, b, direction) == Ordering::Greater
}

/// Compares the gap between the projections with zero: `Greater` proves separation, `Equal` that
/// the sets do not overlap if one of them has inner points or a radius. A zero direction is `Less`.
#[must_use]
pub fn compare_axis(a: &Set, b: &Set, direction: [f64; 2]) -> Ordering {
    let [x, y] = direction.map(Term::from_f64);
    let Some(grid) = [x, y].into_iter().filter_map(Term::exponent).min() else {
        return Ordering::Less;
    };
    match (lower(a, b, None), x.narrow(grid), y.narrow(grid)) {
        (Pair::Small(a, b, _), Some(x), Some(y)) => {
            gap_cmp(&shadow(&a), &shadow(&b), &Point { x, y })
        }
        (Pair::Small(a, b, _), ..) => {
            gap_cmp(&widened(&a), &widened(&b), &Point { x: x.wide(grid), y: y.wide(grid) })
        }
        (Pair::Big(a, b, _), ..) => {
            gap_cmp(&shadow(&a), &shadow(&b), &Point { x: x.wide(grid), y: y.wide(grid) })
        }
    }
}

/// What a projection needs of an outline.
struct Shadow<S> {
    points: Vec<Point<S>>,
    radius: S,
}

fn shadow<S: Scalar>(outline: &Outline<S>) -> Shadow<S> {
    let points = outline.edges.iter().flat_map(|e| [e.p.clone(), e.q.clone()]).collect();
    Shadow { points, radius: outline.radius.clone() }
}

fn widened(outline: &Outline<i64>) -> Shadow<BigInt> {
    let ends = outline.edges.iter().flat_map(|e| [&e.p, &e.q]);
    let points = ends.map(|p| Point { x: BigInt::from(p.x), y: BigInt::from(p.y) }).collect();
    Shadow { points, radius: BigInt::from(outline.radius) }
}

fn gap_cmp<S: Scalar>(a: &Shadow<S>, b: &Shadow<S>, d: &Point<S>) -> Ordering {
    let least = |s: &Shadow<S>| s.points.iter().map(|p| p.dot(d)).min();
    let most = |s: &Shadow<S>| s.points.iter().map(|p| p.dot(d)).max();
    let (Some(a_min), Some(a_max), Some(b_min), Some(b_max)) =
        (least(a), most(a), least(b), most(b))
    else {
        return Ordering::Less;
    };
    let gap = S::quad_sub(&b_min, &a_max).max(S::quad_sub(&a_min, &b_max));
    if S::sign(&gap) == Ordering::Less {
        return Ordering::Less;
    }
    let r = a.radius.add(&b.radius);
    S::cmp_square(&gap, &r.mul(&r), &d.dot(d))
}

fn sums(point: SplitPoint) -> [Sum; 2] {
    point.map(|[hi, lo]| [Term::from_f64(hi), Term::from_f64(lo), Term::ZERO])
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
    match lower(a, b, Some(sums(point))) {
        Pair::Small(a, b, p) => a.within(&p, &a.radius) && b.within(&p, &b.radius),
        Pair::Big(a, b, p) => a.within(&p, &a.radius) && b.within(&p, &b.radius),
    }
}

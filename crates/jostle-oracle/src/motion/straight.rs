//! How a set that moves straight meets another: exact, for any prefix of the way.
//!
//! The points that a convex set covers on a way are the hull of the set at both ends. Of any other
//! set the edges are taken one by one: where the two do not meet at the start, they meet on the way
//! exactly when an edge does. So a question about a time is one about two sets that stand still.

use crate::lower::{Exact, Sum, Term, grid_of};
use crate::outline::{Edge, Kind, Outline, Point, side};
use crate::scalar::Scalar;
use crate::set::{Set, Verdict};
use crate::verdict::decide;
use core::cmp::Ordering;

/// A set that moves straight, and one that stands still.
///
/// ```
/// use jostle_oracle::{Set, Verdict, motion::Straight};
/// let ball = |x| Set::Circle { center: [x, 0.0], radius: 1.0 };
/// let cast = Straight::new(&ball(0.0), &ball(4.0), [4.0, 0.0], 0.0);
/// assert_eq!(cast.until(0.25), Verdict::Separated);
/// assert_eq!(cast.until(0.5), Verdict::Touching);
/// assert_eq!(cast.until(1.0), Verdict::Overlapping);
/// ```
pub struct Straight {
    a: Exact,
    b: Exact,
    /// The way is the first less the second, which are multiplied by the time one by one.
    ends: [[f32; 2]; 2],
    skin: f32,
    is_thin: bool,
}

/// Returns `true` for a set without an inside. Polygons of the generators have one.
fn is_thin(set: &Set) -> bool {
    match set {
        Set::Circle { radius, .. } | Set::Capsule { radius, .. } => *radius == 0.0,
        Set::Rect { half: [x, y], radius, .. } => *radius == 0.0 && (*x == 0.0 || *y == 0.0),
        Set::Polygon { .. } => false,
        Set::Chain { .. } => true,
    }
}

impl Straight {
    /// Moves `a` by `way`; `b` is grown by `skin`.
    #[must_use]
    pub fn new(a: &Set, b: &Set, way: [f32; 2], skin: f32) -> Self {
        Self::between(a, b, [[0.0; 2], way], skin)
    }

    /// Moves `a` from one place to another, which need not differ by `f32` numbers.
    #[must_use]
    pub fn between(a: &Set, b: &Set, [from, to]: [[f32; 2]; 2], skin: f32) -> Self {
        let is_thin = skin == 0.0 && is_thin(a) && is_thin(b);
        Self { a: Exact::new(a), b: Exact::new(b), ends: [to, from], skin, is_thin }
    }

    /// How the sets lie at the start.
    #[must_use]
    pub fn start(&self) -> Verdict {
        self.ask(None)
    }

    /// How what `a` covers up to the time `t` lies to `b`. Of two sets that overlap at the start
    /// this is only known to be no less than at the start.
    #[must_use]
    pub fn until(&self, t: f32) -> Verdict {
        self.ask(Some(t))
    }

    /// Returns `true` if both are points or lines without a radius.
    #[must_use]
    pub fn is_thin(&self) -> bool {
        self.is_thin
    }

    fn ask(&self, t: Option<f32>) -> Verdict {
        let [to, from] = self.ends;
        let shift = [0, 1].map(|i| match t {
            Some(t) => [Term::product(to[i], t), Term::product(-from[i], t), Term::ZERO],
            None => [Term::ZERO; 3],
        });
        let skin = [Term::from_f64(self.skin.into()), Term::ZERO, Term::ZERO];
        let grid = grid_of(&self.a, &self.b, &[shift, [skin, skin]]);
        let swept = t.is_some();
        self.small(grid, &shift, &skin, swept).unwrap_or_else(|| {
            let value = |sum: &Sum| sum[0].wide(grid) + sum[1].wide(grid) + sum[2].wide(grid);
            let zero = self.a.first().map(|sum| value(&sum));
            let read = |v: &[Sum; 2]| {
                Some(Point { x: value(&v[0]) - &zero[0], y: value(&v[1]) - &zero[1] })
            };
            let radius = |o: &Exact| Some(o.radius().wide(grid));
            let a = self.a.outline(read, radius(&self.a));
            let b = self.b.outline(read, radius(&self.b).map(|r| r + value(&skin)));
            let by = Point { x: value(&shift[0]), y: value(&shift[1]) };
            let lowered = a.zip(b).map(|(a, b)| covers(&a, &b, swept.then_some(&by)));
            lowered.expect("big integers hold everything")
        })
    }

    /// The same in 64-bit coordinates, if they suffice.
    fn small(&self, grid: i32, shift: &[Sum; 2], skin: &Sum, swept: bool) -> Option<Verdict> {
        const MOST: u128 = 1 << 57;
        let value = |sum: &Sum| -> Option<i128> {
            Some(sum[0].small(grid)? + sum[1].small(grid)? + sum[2].small(grid)?)
        };
        let first = self.a.first();
        let zero = [value(&first[0])?, value(&first[1])?];
        let fit = |x: i128| (x.unsigned_abs() < MOST).then_some(x as i64);
        let read = |v: &[Sum; 2]| -> Option<Point<i64>> {
            Some(Point { x: fit(value(&v[0])? - zero[0])?, y: fit(value(&v[1])? - zero[1])? })
        };
        let a = self.a.outline(read, Some(fit(self.a.radius().small(grid)?)?))?;
        let radius = self.b.radius().small(grid)? + value(skin)?;
        let b = self.b.outline(read, Some(fit(radius)?))?;
        let by = Point { x: fit(value(&shift[0])?)?, y: fit(value(&shift[1])?)? };
        // The end of the way must fit too.
        let far = |p: &Point<i64>| {
            fit(i128::from(p.x) + i128::from(by.x)).is_some()
                && fit(i128::from(p.y) + i128::from(by.y)).is_some()
        };
        let fits = a.edges.iter().all(|e| far(&e.p) && far(&e.q));
        fits.then(|| covers(&a, &b, swept.then_some(&by)))
    }
}

fn covers<S: Scalar>(a: &Outline<S>, b: &Outline<S>, by: Option<&Point<S>>) -> Verdict {
    let Some(by) = by else { return decide(a, b) };
    let both = |points: &mut dyn Iterator<Item = &Point<S>>| -> Vec<Point<S>> {
        points.flat_map(|p| [p.clone(), p.plus(by)]).collect()
    };
    let swept = |points: Vec<Point<S>>| {
        decide(&Outline::new(Kind::Solid, vec![hull(points)], a.radius.clone()), b)
    };
    if a.convex {
        return swept(both(&mut a.edges.iter().flat_map(|e| [&e.p, &e.q])));
    }
    let each = |e: &Edge<S>| swept(both(&mut [&e.p, &e.q].into_iter()));
    // What touches an edge at the start and is entered by it lies behind all that the edges sweep.
    let end = || decide(&a.moved(by), b);
    a.edges.iter().map(each).chain(core::iter::once_with(end)).max().unwrap_or(Verdict::Separated)
}

/// The convex hull in positive order (Andrew's monotone chain).
fn hull<S: Scalar>(mut points: Vec<Point<S>>) -> Vec<Point<S>> {
    points.sort_by(|p, q| (&p.x, &p.y).cmp(&(&q.x, &q.y)));
    points.dedup();
    if points.len() < 3 {
        return points;
    }
    let half = |points: &mut dyn Iterator<Item = &Point<S>>| {
        let mut chain: Vec<Point<S>> = Vec::new();
        for p in points {
            while let [.., a, b] = chain.as_slice()
                && side(a, b, p) != Ordering::Greater
            {
                chain.pop();
            }
            chain.push(p.clone());
        }
        chain.pop();
        chain
    };
    let mut ring = half(&mut points.iter());
    ring.extend(half(&mut points.iter().rev()));
    ring
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_notch_is_entered_and_its_walls_are_met() {
        let ring = vec![
            [0.0, 0.0],
            [6.0, 0.0],
            [6.0, 4.0],
            [4.0, 4.0],
            [4.0, 1.0],
            [2.0, 1.0],
            [2.0, 4.0],
            [0.0, 4.0],
        ];
        let cup = Set::Polygon { origin: [0.0; 2], rings: vec![ring], radius: 0.0 };
        let box_at =
            |y: f32| Set::Rect { center: [3.0, y], half: [1.0, 0.5], rot: [1.0, 0.0], radius: 0.0 };
        for (a, b, sign) in [(&box_at(8.0), &cup, -1.0), (&cup, &box_at(8.0), 1.0)] {
            let way = |y: f32| Straight::new(a, b, [0.0, y * sign], 0.0);
            assert_eq!(way(3.0).until(1.0), Verdict::Separated);
            assert_eq!(way(6.0).until(1.0), Verdict::Touching, "it slides down between the walls");
            assert_eq!(way(6.5).until(1.0), Verdict::Touching);
            assert_eq!(way(6.625).until(1.0), Verdict::Overlapping);
            assert_eq!(way(0.0).start(), Verdict::Separated);
        }
    }

    #[test]
    fn a_point_on_the_edge_of_what_moves_over_it_is_overlapped() {
        let ring = vec![[0.0, 0.0], [4.0, 0.0], [4.0, 4.0], [2.0, 1.0], [0.0, 4.0]];
        let notched = Set::Polygon { origin: [0.0; 2], rings: vec![ring], radius: 0.0 };
        let point = Set::Circle { center: [1.0, 0.0], radius: 0.0 };
        let way = |y: f32| Straight::new(&notched, &point, [0.0, y], 0.0).until(0.125);
        assert_eq!((way(-1.0), way(1.0)), (Verdict::Overlapping, Verdict::Touching));
    }

    #[test]
    fn both_kinds_of_integers_agree() {
        let thick = Set::Capsule { a: [0.0, 0.0], b: [0.5, 0.25], radius: 0.125 };
        let tiny = |x: f32| Set::Circle { center: [x, 0.25], radius: 1e-30 };
        let cast = |b: &Set| Straight::new(&thick, b, [4.0, 0.0], 0.0);
        assert_eq!(cast(&tiny(2.625)).until(0.5), Verdict::Overlapping);
        assert_eq!(cast(&tiny(2.625)).until(0.499), Verdict::Separated);
    }
}

//! Minkowski portal refinement: how a convex ring on a straight way meets another.
//!
//! Method: body a moves by `way` relative to b, so the origin moves through the Minkowski difference
//! b − a. A portal is a segment between two vertices of the difference on either side of the way; the
//! vertex that is furthest out of it replaces one of its ends until it is an edge, the one that the way
//! enters (G. Snethen, "XenoCollide: Complex Collision Made Simple", Game Programming Gems 7, 2008).
//! With radii the difference is grown, and a portal between two normals of one vertex is its circle.
//!
//! The search is one of `f64`; exact signs prove the edge. A doubt is left to the ring of the
//! difference. Frame: a's origin at the start. Cost: O(n + m) for each of about four portals.

use core::cmp::Ordering;

use crate::math::exact::double_double::Corner;
use crate::math::{DVec2, greater};
use crate::pair::casting::straight::{Crossing, Edge, Line, Passage, Vertex};
use crate::pair::curved::support_map::right;
use crate::pair::sat::ERROR;
use crate::shape::body::storage::Corners;

/// Portals, at most; each has a vertex that the last had not.
const MOST: usize = 64;

/// The answer to a cast.
pub(super) enum Swept {
    /// They do not meet.
    Apart,
    Met(Passage),
    InDoubt,
}

/// Finds when a ring on the way of `line` meets another that lies at `shift`; rings of one or two
/// corners are points and segments.
pub(super) fn swept(a: Corners<'_>, b: Corners<'_>, shift: Corner, line: &Line) -> Swept {
    let Some(entered) = entry(a, b, shift, line) else { return Swept::InDoubt };
    let Some(enter) = entered else { return Swept::Apart };
    // Many start where they touch: a mover stands on its floor.
    if enter.is_ahead() || !enter.is_behind() && line.compare(&enter, 0.0).is_eq() {
        return line.passage(enter, None).map_or(Swept::Apart, Swept::Met);
    }
    // What the way back enters is left there.
    let back = Line { way: -line.way, ..*line };
    match entry(a, b, shift, &back).flatten() {
        Some(left) if left.is_ahead() => Swept::Apart,
        Some(left) if left.is_behind() && enter.is_behind() => {
            Swept::Met(enter.passage_from_inside())
        }
        _ => Swept::InDoubt,
    }
}

/// Returns where the line of a way enters the difference: `None` if that is in doubt, `Some(None)` if
/// it passes by.
fn entry(a: Corners<'_>, b: Corners<'_>, shift: Corner, line: &Line) -> Option<Option<Crossing>> {
    // Body a meets b with the corners that are last on its way, b with those that are first.
    let ([right_a, left_a], reach_a) = outermost(a.at, line.way);
    let ([right_b, left_b], reach_b) = outermost(b.at, -line.way);
    let slack = ERROR * (reach_a + reach_b + shift.at.reach() + line.radius);
    let difference = Difference { a, b, shift, line, slack };
    let ends = [[left_a, left_b], [right_a, right_b]];
    let across = line.way.left();
    // The way passes the difference on one side.
    if difference.is_behind(ends[0], across) || difference.is_behind(ends[1], -across) {
        return Some(None);
    }
    if line.strict && (difference.is_grazed(1.0) || difference.is_grazed(-1.0)) {
        return Some(None);
    }
    difference.refined(ends)
}

/// The corners of a ring that are furthest to the left and to the right of a way, and the largest
/// coordinate. Of several the last on the way.
fn outermost(ring: &[DVec2], way: DVec2) -> ([usize; 2], f64) {
    if let [point] = ring {
        return ([0; 2], point.reach());
    }
    let (mut left, mut right_end) = ((f64::NEG_INFINITY, 0), (f64::INFINITY, 0));
    let mut reach = 0.0;
    for (i, v) in ring.iter().enumerate() {
        let off = way.cross(*v);
        let is_later = |other: usize| v.dot(way) > ring[other].dot(way);
        if off > left.0 || off == left.0 && is_later(left.1) {
            left = (off, i);
        }
        if off < right_end.0 || off == right_end.0 && is_later(right_end.1) {
            right_end = (off, i);
        }
        reach = greater(reach, v.reach());
    }
    ([left.1, right_end.1], reach)
}

/// The corner that is furthest along a vector, on the part of a convex ring between two others.
fn climb(ring: &[DVec2], [from, to]: [usize; 2], n: DVec2) -> usize {
    let mut i = from;
    while i != to {
        let next = if i + 1 == ring.len() { 0 } else { i + 1 };
        if (ring[next] - ring[i]).dot(n) < 0.0 {
            break;
        }
        i = next;
    }
    i
}

/// A vertex of the difference by those of a and b.
type Spot = [usize; 2];

struct Difference<'a> {
    a: Corners<'a>,
    b: Corners<'a>,
    shift: Corner,
    line: &'a Line,
    /// The error of a coordinate.
    slack: f64,
}

impl Difference<'_> {
    fn at(&self, [i, j]: Spot) -> DVec2 {
        self.b.at[j] + self.shift.at - self.a.at[i]
    }

    fn vertex(&self, [i, j]: Spot) -> Vertex {
        Vertex::new(self.b.get(j), self.shift, self.a.get(i))
    }

    /// Returns `true` if a vertex that is furthest along a vector lies behind the start, with its circle.
    fn is_behind(&self, spot: Spot, n: DVec2) -> bool {
        let grown = if self.line.radius > 0.0 { self.line.radius * n.length() } else { 0.0 };
        self.at(spot).dot(n) + grown < -self.slack_along(n)
    }

    /// Returns `true` if the difference lies to the right of the way (to its left for −1) or just
    /// touches it, exactly: as a floor does on which a mover walks.
    fn is_grazed(&self, sense: f64) -> bool {
        let n = self.line.way.left() * sense;
        let slack = self.slack_along(n);
        let most = |ring: &[DVec2], n: DVec2| {
            ring.iter().map(|v| v.dot(n)).fold(f64::NEG_INFINITY, greater)
        };
        let (a, b) = (self.a.at, self.b.at);
        let (most_a, most_b) = (most(a, -n), most(b, n));
        let grown = if self.line.radius > 0.0 { self.line.radius * n.length() } else { 0.0 };
        // Most reach far over the way: then no vertex needs a look.
        if most_a + most_b + self.shift.at.dot(n) + grown > 8.0 * slack {
            return false;
        }
        let is_clear = |spot: Spot| {
            let off = self.at(spot).dot(n);
            if off + grown > slack {
                return false;
            }
            let corner = self.vertex(spot);
            if self.line.radius > 0.0 {
                return off < -slack && self.line.beside(corner).is_ge();
            }
            let side = self.line.side(&corner);
            if sense > 0.0 { side.is_le() } else { side.is_ge() }
        };
        let is_last = |v: &DVec2, n: DVec2, most: f64| v.dot(n) >= most - 4.0 * slack;
        let mut of_a = (0..a.len()).filter(|i| is_last(&a[*i], -n, most_a));
        let of_b = (0..b.len()).filter(|j| is_last(&b[*j], n, most_b));
        of_a.all(|i| of_b.clone().all(|j| is_clear([i, j])))
    }

    fn slack_along(&self, n: DVec2) -> f64 {
        self.slack * (n.x.abs() + n.y.abs())
    }

    /// Refines the portal between the outermost vertices.
    fn refined(&self, [mut left, mut right_end]: [Spot; 2]) -> Option<Option<Crossing>> {
        let across = self.line.way.left();
        // Where a vertex of the grown difference lies from the way, if that is certain.
        let is_left = |spot: Spot, n: DVec2| {
            let out =
                if self.line.radius > 0.0 { n.unit()? * self.line.radius } else { DVec2::ZERO };
            let off = (self.at(spot) + out).dot(across);
            (off.abs() > self.slack_along(across)).then_some(off > 0.0)
        };
        for _ in 0..MOST {
            if left == right_end {
                return self.circle(left);
            }
            let n = right(self.at(right_end) - self.at(left));
            let next = [
                climb(self.a.at, [left[0], right_end[0]], -n),
                climb(self.b.at, [left[1], right_end[1]], n),
            ];
            if next == left || next == right_end {
                return match self.line.radius > 0.0 {
                    true if !is_left(left, n)? => self.circle(left),
                    true if is_left(right_end, n)? => self.circle(right_end),
                    _ => self.edge(left, right_end).map(Some),
                };
            }
            if is_left(next, n)? {
                left = next;
            } else {
                right_end = next;
            }
        }
        None
    }

    fn circle(&self, spot: Spot) -> Option<Option<Crossing>> {
        (self.line.radius > 0.0).then(|| self.line.entry_of_circle(self.vertex(spot)))
    }

    /// The way through an edge, of which signs prove that it is one.
    fn edge(&self, from: Spot, to: Spot) -> Option<Crossing> {
        let (a, b) = (self.a, self.b);
        let ([i, j], [next_i, next_j]) = (from, to);
        // The edges of −a run against those of a.
        let of_a = Edge { from: a.get(next_i), to: a.get(i) };
        let of_b = Edge { from: b.get(j), to: b.get(next_j) };
        let edge = if j == next_j { of_a } else { of_b };
        if i != next_i && j != next_j && of_a.turn(&of_b).is_ne() {
            return None;
        }
        // The neighbors of a corner that is furthest out of a convex ring lie further in.
        let neighbors = |i: usize, next: usize, n: usize| {
            [if i + 1 == n { 0 } else { i + 1 }, if i == 0 { n - 1 } else { i - 1 }]
                .into_iter()
                .filter(move |k| *k != i && *k != next)
        };
        let is_in = |inward: Edge| edge.turn(&inward).is_ge();
        let is_furthest = neighbors(i, next_i, a.at.len())
            .all(|k| is_in(Edge { from: a.get(k), to: a.get(i) }))
            && neighbors(j, next_j, b.at.len())
                .all(|k| is_in(Edge { from: b.get(j), to: b.get(k) }));
        let (u, v) = (self.vertex(from), self.vertex(to));
        let is_between = self.line.radius > 0.0
            || self.line.side(&u) == Ordering::Greater && self.line.side(&v) == Ordering::Less;
        (is_furthest && is_between).then(|| self.line.entry_of_line(u, edge))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::math::Affine;
    use crate::pair::casting::straight::CornerNormal;
    use crate::pair::test_shapes::{Random, kinds};
    use crate::shape::Body;

    /// Returns how many casts at a scale have an answer, and how many are in doubt.
    fn decided(scale: f32) -> (usize, usize) {
        let (kinds, mut random) = (kinds(), Random(23));
        let (mut met, mut doubts) = (0, 0);
        for _ in 0..20 {
            for (_, a) in &kinds {
                for (_, b) in &kinds {
                    let [x, y] = [0; 2].map(|_| random.within(-9.0, 9.0));
                    let [a, b] = [(a, (x, y)), (b, (0.0, 0.0))].map(|(shape, to)| {
                        let place = random.affine().moved(to);
                        shape.place(Affine::IDENTITY.scaled(scale, scale) * place).unwrap()
                    });
                    let (Body::Core(p), Body::Core(q)) = (&a.body, &b.body) else { continue };
                    if [p, q].iter().any(|core| core.mesh().is_some()) {
                        continue;
                    }
                    let shift = Corner::difference(q.origin, p.origin);
                    let way = DVec2::new((-x).into(), random.within(-1.0, 1.0).into());
                    let radius = f64::from(p.radius) + f64::from(q.radius);
                    let line = Line {
                        radius,
                        way: way * f64::from(scale),
                        strict: false,
                        corner: CornerNormal::Steep,
                    };
                    match swept(p.offsets().corners(), q.offsets().corners(), shift, &line) {
                        Swept::Apart => {}
                        Swept::Met(_) => met += 1,
                        Swept::InDoubt => doubts += 1,
                    }
                }
            }
        }
        (met, doubts)
    }

    #[test]
    fn only_ties_are_left_to_the_ring() {
        for scale in [1.0 / (1_u64 << 60) as f32, 1.0, (1_u64 << 40) as f32] {
            let (met, doubts) = decided(scale);
            assert!(met > 100 && doubts < met / 50, "{scale}: {met} {doubts}");
        }
    }
}

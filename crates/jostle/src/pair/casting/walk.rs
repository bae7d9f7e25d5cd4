//! A walk along a Minkowski difference: how a convex ring on a straight way meets another.
//!
//! Method: body a moves by `way` relative to b, so the origin moves through the Minkowski difference
//! b − a. The vertex of it that the way would meet first is the one of the corners of a that are last
//! along the way and of b that are first. From there a walk takes the edges of both in the order of
//! their directions (M. de Berg et al., "Computational Geometry", §13.3) to the one that the way
//! enters. With radii the difference is grown, and between two edges lies the circle of a vertex.
//!
//! The walk is one of `f64`; signs prove what it finds. A doubt is left to the ring of the
//! difference. Frame: a's origin at the start. Cost: O(n + m).

use smallvec::SmallVec;

use crate::math::exact::double_double::Corner;
use crate::math::{DVec2, greater, lesser};
use crate::pair::casting::straight::{Crossing, Edge, Line, Passage, Vertex};
use crate::pair::sat::ERROR;
use crate::shape::body::storage::Corners;

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
    let way = line.way;
    let (of_a, of_b) = (Seen::along(a.at, way), Seen::along(b.at, -way));
    let flat = ERROR * (of_a.reach + of_b.reach);
    let slack = flat + ERROR * (shift.at.reach() + line.radius);
    let difference = Difference { a, b, shift, line, slack, flat };
    // How far the difference reaches to the right of the way, and to its left.
    let (off, off_by) = (way.cross(shift.at), slack * spread(way));
    let wide = if line.radius > 0.0 { line.radius * way.length() } else { 0.0 };
    let gaps = [of_a.least + of_b.least - off - wide, off - of_a.most - of_b.most - wide];
    if gaps[0] > off_by || gaps[1] > off_by {
        return Some(None);
    }
    let is_grazed = |i: usize, sense: f64| gaps[i] >= -off_by && difference.is_grazed(sense);
    if line.strict && (is_grazed(0, 1.0) || is_grazed(1, -1.0)) {
        return Some(None);
    }
    difference.walk([of_a.last, of_b.last]).map(Some)
}

/// A ring as one sees it who looks along a way.
struct Seen {
    /// The corner that is furthest along it.
    last: usize,
    /// The ends of the ring across it.
    least: f64,
    most: f64,
    /// The largest coordinate.
    reach: f64,
}

impl Seen {
    #[inline]
    fn along(ring: &[DVec2], way: DVec2) -> Self {
        let mut seen = Self { last: 0, least: f64::INFINITY, most: f64::NEG_INFINITY, reach: 0.0 };
        let mut furthest = f64::NEG_INFINITY;
        for (i, v) in ring.iter().enumerate() {
            let (along, across) = (v.dot(way), way.cross(*v));
            if along > furthest {
                (furthest, seen.last) = (along, i);
            }
            seen.least = lesser(seen.least, across);
            seen.most = greater(seen.most, across);
            seen.reach = greater(seen.reach, v.reach());
        }
        seen
    }
}

/// The sum of both coordinates' sizes.
fn spread(v: DVec2) -> f64 {
    v.x.abs() + v.y.abs()
}

/// The place before or after another in a ring.
fn step(ring: &[DVec2], i: usize, is_forward: bool) -> usize {
    match is_forward {
        true if i + 1 == ring.len() => 0,
        true => i + 1,
        false if i == 0 => ring.len() - 1,
        false => i - 1,
    }
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
    /// The same within both rings.
    flat: f64,
}

impl Difference<'_> {
    fn at(&self, [i, j]: Spot) -> DVec2 {
        self.b.at[j] + self.shift.at - self.a.at[i]
    }

    fn vertex(&self, [i, j]: Spot) -> Vertex {
        Vertex::new(self.b.get(j), self.shift, self.a.get(i))
    }

    /// Returns `true` if the difference lies to the right of the way (to its left for −1) or just
    /// touches it, exactly: as a floor does on which a mover walks.
    fn is_grazed(&self, sense: f64) -> bool {
        let n = self.line.way.left() * sense;
        let slack = self.slack * spread(n);
        let last = |ring: &[DVec2], n: DVec2| {
            let most = ring.iter().map(|v| v.dot(n)).fold(f64::NEG_INFINITY, greater);
            let near = |(i, v): (usize, &DVec2)| (v.dot(n) >= most - 4.0 * slack).then_some(i);
            ring.iter().enumerate().filter_map(near).collect::<SmallVec<[usize; 4]>>()
        };
        let (of_a, of_b) = (last(self.a.at, -n), last(self.b.at, n));
        let is_clear = |spot: Spot| {
            let off = self.at(spot).dot(n);
            if off + self.line.radius * n.length() > slack {
                return false;
            }
            let corner = self.vertex(spot);
            if self.line.radius > 0.0 {
                return off < -slack && self.line.beside(corner).is_ge();
            }
            let side = self.line.side(&corner);
            if sense > 0.0 { side.is_le() } else { side.is_ge() }
        };
        of_a.iter().all(|i| of_b.iter().all(|j| is_clear([*i, *j])))
    }

    /// Walks from the vertex that the way would meet first to what it enters: to the right of the way
    /// in positive order.
    fn walk(&self, mut spot: Spot) -> Option<Crossing> {
        let Self { a, b, line: &Line { way, radius, .. }, .. } = *self;
        let mut off = way.cross(self.at(spot));
        let is_forward = off > 0.0;
        let sense = if is_forward { 1.0 } else { -1.0 };
        off *= sense;
        for _ in 0..a.at.len() + b.at.len() {
            let [i, j] = spot;
            let (next_i, next_j) = (step(a.at, i, is_forward), step(b.at, j, is_forward));
            let (e, f) = (a.at[i] - a.at[next_i], b.at[next_j] - b.at[j]);
            let turn = sense * e.cross(f);
            let flat = self.flat * (spread(e) + spread(f));
            // Only what faces the way; edges that may be in line as one.
            let (faces_e, faces_f) = (sense * way.cross(e) < 0.0, sense * way.cross(f) < 0.0);
            let is_e = faces_e && (!faces_f || turn >= -flat);
            let is_f = faces_f && (!faces_e || turn <= flat);
            if !is_e && !is_f {
                break;
            }
            let next = [if is_e { next_i } else { i }, if is_f { next_j } else { j }];
            let next_off = sense * way.cross(self.at(next));
            let mut moved = 0.0;
            if radius > 0.0 {
                let edge = if is_e { e } else { f };
                moved = radius * way.dot(edge) / edge.length();
                if off <= moved {
                    break;
                }
            }
            if next_off < moved {
                let slack = self.slack * spread(way);
                let is_clear = off > moved + slack && next_off < moved - slack;
                let (from, to) = if is_forward { (spot, next) } else { (next, spot) };
                let is_between = || {
                    let (u, v) = (self.vertex(from), self.vertex(to));
                    radius == 0.0 && self.line.side(&u).is_gt() && self.line.side(&v).is_lt()
                };
                return if is_clear || is_between() { self.edge(from, to) } else { None };
            }
            (spot, off) = (next, next_off);
        }
        self.circle(spot)
    }

    /// The way through the circle of a vertex, if the normal there is one of the vertex.
    fn circle(&self, spot: Spot) -> Option<Crossing> {
        let (a, b, line) = (self.a.at, self.b.at, self.line);
        if line.radius == 0.0 {
            return None;
        }
        let found = line.entry_of_circle(self.vertex(spot))?;
        let (n, [i, j]) = (found.normal, spot);
        let off = (found.error * line.way.length() + self.slack) / line.radius;
        let is_in = |e: DVec2| e == DVec2::ZERO || e.dot(n) < -off * spread(e);
        let is_convex_at = |forward: bool| {
            is_in(a[i] - a[step(a, i, forward)]) && is_in(b[step(b, j, forward)] - b[j])
        };
        (is_convex_at(true) && is_convex_at(false)).then_some(found)
    }

    /// The way through an edge, of which signs prove that it is one.
    fn edge(&self, from: Spot, to: Spot) -> Option<Crossing> {
        let (a, b) = (self.a, self.b);
        let ([i, j], [next_i, next_j]) = (from, to);
        // The edges of −a run against those of a.
        let of_a = Edge { from: a.get(next_i), to: a.get(i) };
        let of_b = Edge { from: b.get(j), to: b.get(next_j) };
        let edge = if j == next_j { of_a } else { of_b };
        // The neighbors of a corner that is furthest out of a convex ring lie further in.
        let is_in = |k: usize, i: usize, inward: Edge| k == i || edge.turn(&inward).is_ge();
        let is_in_a = |forward: bool| {
            let k = step(a.at, i, forward);
            is_in(k, i, Edge { from: a.get(k), to: a.get(i) })
        };
        let is_in_b = |forward: bool| {
            let k = step(b.at, j, forward);
            is_in(k, j, Edge { from: b.get(j), to: b.get(k) })
        };
        let is_outermost = match (i == next_i, j == next_j) {
            (true, _) => is_in_a(true) && is_in_a(false),
            (_, true) => is_in_b(true) && is_in_b(false),
            _ => of_a.turn(&of_b).is_eq(),
        };
        is_outermost.then(|| self.line.entry_of_line(self.vertex(from), edge))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::math::Affine;
    use crate::pair::casting::ring;
    use crate::pair::casting::straight::CornerNormal;
    use crate::pair::test_shapes::{Random, kinds};
    use crate::shape::Body;

    /// Returns how many casts at a scale meet, and how many are in doubt.
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
                    let (p, q) = (p.offsets(), q.offsets());
                    let exact = ring::passage(p.corners(), q.corners(), shift, &line);
                    let found = match swept(p.corners(), q.corners(), shift, &line) {
                        Swept::Apart => None,
                        Swept::Met(found) => Some(found),
                        Swept::InDoubt => {
                            doubts += 1;
                            continue;
                        }
                    };
                    met += usize::from(found.is_some());
                    let seen = |passage: Passage| (passage.start, passage.bracket);
                    assert_eq!(found.map(seen), exact.map(seen), "{a:?} {b:?} {way:?}");
                }
            }
        }
        (met, doubts)
    }

    #[test]
    fn it_finds_what_the_ring_decides_and_leaves_it_only_ties() {
        for scale in [1.0 / (1_u64 << 60) as f32, 1.0, (1_u64 << 40) as f32] {
            let (met, doubts) = decided(scale);
            assert!(met > 100 && doubts < met / 50, "{scale}: {met} {doubts}");
        }
    }
}

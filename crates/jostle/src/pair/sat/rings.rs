//! SAT for two convex cores of which at least one has more than four vertices, of any number.
//!
//! Method: [`axes`] finds the edges, of both, that may have the other ring furthest in front.
//! `f64` is spent on these, mostly one: their support vertices are found by hill climbing, which a
//! convex ring allows, since the distance from a line falls and grows once. If too many are left,
//! or sizes leave the range of `f32`, it is spent on all edges, with support vertices that only
//! advance ("rotating calipers"; Ericson, "Real-Time Collision Detection", §5.2.1 for the axes). If
//! the nearest features are two vertices, they are next to that edge on the boundary of the
//! Minkowski difference b − a, where the distance falls to its minimum.
//!
//! Frame: relative to a's origin. Error: [`sat::ERROR`]. Cost: O(n + m) if all edges are left, else
//! that of [`axes`]. No allocation.

mod axes;

use core::slice::from_ref;

use crate::math::simd::{WIDTH, dispatch};
use crate::math::{DVec2, greater, sqrt};
use crate::pair::answer::Want;
use crate::pair::sat::rings::axes::{Axes, Guess, Lanes};
use crate::pair::sat::{self, Separation, points_segments, ring};
use crate::shape::Core;
use crate::shape::body::core::{InlineRing, Vertices};

/// More than rounding takes from a sum.
const ROUND_UP: f32 = 1.0 + 4.0 * f32::EPSILON;

/// Returns the separation of two convex cores. If the numbers are not wanted, those that certainly
/// are apart may be [`Separation::FAR_APART`], and those that overlap [`Separation::DEEP`].
#[inline(never)]
pub(crate) fn separation(a: &Core, b: &Core, want: Want) -> Separation {
    let (d, radius) = sat::difference(a, b);
    let limit = match want {
        Want::Gap => f32::INFINITY,
        Want::Contact | Want::Verdict => (a.radius + b.radius) * ROUND_UP,
    };
    let (mut of_a, mut of_b) = (None, None);
    let rings = [Ring::new(a, DVec2::ZERO, &mut of_a), Ring::new(b, d, &mut of_b)];
    let mut pair = Pair { rings, radius, error: 0.0 };
    let guess = match (&pair.rings[0].lanes, &pair.rings[1].lanes) {
        (Some(a), Some(b)) => {
            let d = [d.x as f32, d.y as f32];
            dispatch(Axes { a, b, d, limit, verdict: want == Want::Verdict })
        }
        _ => Guess::Unclear,
    };
    let face = match &guess {
        Guess::Apart => return Separation::FAR_APART,
        Guess::Overlapping => return Separation::DEEP,
        Guess::Unclear => {
            pair.error = sat::ERROR * (d.reach() + a.reach() + b.reach());
            let Some(face) = pair.highest_of_all() else {
                let [p, q] = pair.rings.each_ref().map(|ring| ring.at(0));
                let near = points_segments::points(q - p, radius);
                return Separation { core_a: p, core_b: q, ..near };
            };
            face
        }
        Guess::Edges { edges, count, size } => {
            pair.error = sat::ERROR * (f64::from(*size) + radius);
            match edges.get(..*count) {
                Some(edges @ [_, _, ..]) => pair.highest(edges),
                _ => pair.numbered(edges[0]),
            }
        }
    };
    pair.over(&face, want)
}

/// A ring in `f64`, relative to a's origin, and in `f32` if its numbers fit.
struct Ring<'a> {
    numbers: Numbers<'a>,
    base: DVec2,
    len: usize,
    lanes: Option<Lanes<'a>>,
}

enum Numbers<'a> {
    Lanes(&'a [InlineRing<WIDTH>]),
    Few(&'a ring::Ring<f64, 4>),
    Wide(&'a [DVec2]),
}

/// Up to four vertices, and these and their edges rounded to `f32`.
struct Few {
    exact: ring::Ring<f64, 4>,
    rounded: [InlineRing<WIDTH>; 2],
    len: usize,
    /// No edge is lost in `f32`.
    fits: bool,
}

impl Few {
    #[inline(always)]
    fn new(core: &Core) -> Self {
        // A segment without a length is a point.
        let (exact, len) = match ring::Ring::of(core) {
            Some(ring) => (ring, core.vertex_count()),
            None => (ring::Ring::of_two([core.offset(0); 2]), 1),
        };
        // Lanes beyond the last vertex repeat the first, without an edge.
        let vertices = |v: [f64; 4]| {
            let [p, q, r, s] = v.map(|v| v as f32);
            [p, q, r, s, p, p, p, p]
        };
        let edges = |v: [f64; 4]| {
            let [e, f, g, h] = v.map(|v| v as f32);
            [e, f, if len > 2 { g } else { 0.0 }, if len > 3 { h } else { 0.0 }, 0.0, 0.0, 0.0, 0.0]
        };
        let of_edges = exact.edges;
        let e = InlineRing { x: edges(of_edges.map(|e| e.x)), y: edges(of_edges.map(|e| e.y)) };
        let fits = len == 1 || (0..len).all(|i| e.x[i] != 0.0 || e.y[i] != 0.0);
        let at = exact.at;
        let v = InlineRing { x: vertices(at.map(|v| v.x)), y: vertices(at.map(|v| v.y)) };
        let rounded = [v, e];
        Self { exact, rounded, len, fits }
    }
}

impl<'a> Ring<'a> {
    /// Lanes of few vertices are made here.
    #[inline(always)]
    fn new(core: &'a Core, base: DVec2, made: &'a mut Option<Few>) -> Self {
        let ring = |vertices: &'a [InlineRing<WIDTH>], len| Self {
            numbers: Numbers::Lanes(vertices),
            base,
            len,
            lanes: Some(Lanes { vertices, len, edges: None }),
        };
        match &core.vertices {
            Vertices::Eight(eight) => ring(from_ref(&**eight), eight.len()),
            Vertices::Many(wide, lanes) if !lanes.is_empty() => ring(lanes, wide.len()),
            Vertices::Many(wide, _) => {
                Self { numbers: Numbers::Wide(wide), base, len: wide.len(), lanes: None }
            }
            _ => {
                let Few { exact, rounded: [vertices, edges], len, fits } =
                    made.insert(Few::new(core));
                let (vertices, edges, len) = (from_ref(vertices), Some(&*edges), *len);
                let lanes = fits.then_some(Lanes { vertices, len, edges });
                Self { numbers: Numbers::Few(exact), base, len, lanes }
            }
        }
    }

    #[inline(always)]
    fn offset(&self, i: usize) -> DVec2 {
        match &self.numbers {
            Numbers::Lanes(lanes) => lanes[i / WIDTH].at(i % WIDTH),
            Numbers::Few(few) => few.at[i],
            Numbers::Wide(wide) => wide[i],
        }
    }

    #[inline(always)]
    fn at(&self, i: usize) -> DVec2 {
        self.base + self.offset(i)
    }

    /// The edge that starts at a vertex; a rectangle's side is known better than its corners.
    #[inline(always)]
    fn edge(&self, i: usize) -> DVec2 {
        match &self.numbers {
            Numbers::Few(few) => few.edges[i],
            _ => self.offset(self.beside(i, true)) - self.offset(i),
        }
    }

    /// The next vertex, or the one before.
    #[inline(always)]
    fn beside(&self, i: usize, next: bool) -> usize {
        match next {
            true if i + 1 == self.len => 0,
            true => i + 1,
            false if i == 0 => self.len - 1,
            false => i - 1,
        }
    }
}

/// An edge, and the vertex of the other ring that is nearest to its line.
struct Face {
    on_b: bool,
    index: usize,
    start: DVec2,
    edge: DVec2,
    square: f64,
    vertex: usize,
    /// How far the vertex lies to the left of the edge from the origin, times the edge's length.
    left: f64,
    /// The height over the edge, by signed squares.
    key: f64,
}

impl Face {
    #[inline(always)]
    fn or_higher(self, other: Self) -> Self {
        if other.key > self.key { other } else { self }
    }
}

struct Pair<'a> {
    rings: [Ring<'a>; 2],
    radius: f64,
    error: f64,
}

impl Pair<'_> {
    /// An edge by its number in both rings, and the vertex that is nearest in `f32`.
    #[inline(always)]
    fn numbered(&self, [edge, vertex]: [u32; 2]) -> Face {
        let first = self.rings[0].len.next_multiple_of(WIDTH);
        let edge = edge as usize;
        let on_b = edge >= first;
        self.face(on_b, edge - if on_b { first } else { 0 }, vertex as usize)
    }

    /// The highest of some edges; the first of equal ones.
    #[inline(never)]
    fn highest(&self, edges: &[[u32; 2]]) -> Face {
        let first = self.numbered(edges[0]);
        edges.iter().skip(1).fold(first, |best, edge| best.or_higher(self.numbered(*edge)))
    }

    /// The highest of all edges, or `None` for two points.
    #[inline(never)]
    fn highest_of_all(&self) -> Option<Face> {
        let mut best: Option<Face> = None;
        for (on_b, ring) in [false, true].into_iter().zip(&self.rings) {
            let mut vertex = 0;
            // A point has no edge.
            for edge in 0..if ring.len == 1 { 0 } else { ring.len } {
                let face = self.face(on_b, edge, vertex);
                vertex = face.vertex;
                best = Some(match best {
                    Some(best) => best.or_higher(face),
                    None => face,
                });
            }
        }
        best
    }

    /// Finds the nearest vertex to the line of an edge from one that may be near.
    #[inline(always)]
    fn face(&self, on_b: bool, index: usize, near: usize) -> Face {
        let (own, other) = (&self.rings[usize::from(on_b)], &self.rings[usize::from(!on_b)]);
        let (start, edge) = (own.at(index), own.edge(index));
        // Lanes beyond the last vertex are the first again.
        let mut vertex = if near < other.len { near } else { 0 };
        for forward in [true, false] {
            loop {
                let next = other.beside(vertex, forward);
                // By the edge between the two: far from the base, their places round to one.
                if edge.cross(other.offset(next) - other.offset(vertex)) > 0.0 {
                    vertex = next;
                } else {
                    break;
                }
            }
        }
        let left = edge.cross(other.at(vertex));
        let (square, height) = (edge.dot(edge), edge.cross(start) - left);
        let key = height * height.abs() / square;
        Face { on_b, index, start, edge, square, vertex, left, key }
    }

    /// Returns the separation along the normal of an edge, or that of two vertices.
    #[inline(always)]
    fn over(&self, face: &Face, want: Want) -> Separation {
        let Face { on_b, start, edge, square, vertex, mut left, .. } = *face;
        let (own, other) = (&self.rings[usize::from(on_b)], &self.rings[usize::from(!on_b)]);
        let (error, length) = (self.error, sqrt(square));
        // The vertices that attain it, two where faces are parallel: what they span along the edge.
        let limit = left - error * length;
        let along = |j: usize| ((other.at(j) - start).dot(edge), j);
        let mut span = [along(vertex); 2];
        for forward in [true, false] {
            let mut next = other.beside(vertex, forward);
            while next != vertex {
                let more = edge.cross(other.at(next));
                if more < limit {
                    break;
                }
                let place = along(next);
                left = greater(left, more);
                span[0] = if place.0 < span[0].0 { place } else { span[0] };
                span[1] = if place.0 > span[1].0 { place } else { span[1] };
                next = other.beside(next, forward);
            }
        }
        let [(low, first), (high, last)] = span;
        let separation = (edge.cross(start) - left) / length;
        let normal = DVec2::new(edge.y / length, -edge.x / length);
        let t = if low <= 0.0 { 0.0 } else { low / square };
        let core_a = start + edge * if t > 1.0 { 1.0 } else { t };
        let core_b = core_a + normal * separation;
        let near = Separation { separation, error, normal, core_a, core_b };
        let mut near = near.flipped_if(on_b);
        let aside = (low > square) | (high < 0.0);
        let far = want != Want::Gap && separation - self.radius > error;
        if aside && separation > -error && !far {
            let (own, other) = match low > square {
                true => (own.beside(face.index, true), first),
                false => (face.index, last),
            };
            let ends = if on_b { [other, own] } else { [own, other] };
            let corners = Separation::of_corners(self.nearest_corners(ends));
            // Beyond the error only a corner is further away than the line of an edge.
            if corners.separation > separation + error {
                // Within it another edge of a sliver may be the nearest.
                let error = if separation > error { error } else { f64::INFINITY };
                near = Separation { error, ..corners };
            }
        }
        Separation { separation: near.separation - self.radius, ..near }
    }

    /// Returns the nearest two vertices of a and of b, and their squared distance, from two that
    /// are a vertex of the difference b − a: walks along its boundary while the distance falls.
    #[inline(never)]
    fn nearest_corners(&self, start: [usize; 2]) -> (f64, DVec2, DVec2) {
        let [a, b] = &self.rings;
        let of = |[i, j]: [usize; 2]| {
            let (v, w) = (a.at(i), b.at(j));
            ((w - v).dot(w - v), v, w)
        };
        let mut best = of(start);
        for forward in [true, false] {
            let [mut i, mut j] = start;
            loop {
                let (p, q) = (a.beside(i, forward), b.beside(j, forward));
                // By the angles of the two edges; a's are turned round.
                let turn =
                    if forward { b.edge(j).cross(a.edge(i)) } else { a.edge(p).cross(b.edge(q)) };
                let of_a = b.len == 1 || (a.len > 1 && turn > 0.0);
                (i, j) = if of_a { (p, j) } else { (i, q) };
                let next = of([i, j]);
                if next.0 >= best.0 {
                    break;
                }
                best = next;
            }
        }
        best
    }
}

#[cfg(test)]
mod tests;

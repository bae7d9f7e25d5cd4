//! A point on a straight way against a convex set: how two convex pieces meet on a straight way.
//!
//! Body a moves by `way` relative to b. They share a point at time t exactly when t · way lies in
//! the Minkowski difference b − a. For hulls of points with radii that is a convex ring with one
//! radius, which the line of the way enters and leaves at most once (Cyrus and Beck, "Generalized
//! two- and three-dimensional clipping", 1978). A vertex of the ring is kept as the
//! sum that it is, so decisions are exact: `f64` with its error first, exact numbers where that does
//! not decide. [`walk`](super::walk) finds what is entered, and [`ring`](super::ring) decides its doubts.
//!
//! Frame: a's origin at the start. Cost: O(n + m), without allocation up to 16 corners in all.

use core::cmp::Ordering;

use smallvec::SmallVec;

use crate::math::exact::double_double::Corner;
use crate::math::exact::{ExactNum, NVec2, two_sum};
use crate::math::winding::sign;
use crate::math::{DVec2, greater, sqrt};
use crate::pair::curved::support_map::right;
use crate::pair::exact::predicates::decide;
use crate::shape::body::storage::Corners;

/// How far a few sums and products in `f64` are off, relative to their terms.
const ERROR: f64 = 8.0 * f64::EPSILON;

/// The vector from one corner to another.
#[derive(Clone, Copy, Debug)]
pub(super) struct Edge {
    pub(super) from: Corner,
    pub(super) to: Corner,
}

impl Edge {
    #[inline]
    pub(super) fn way(&self) -> DVec2 {
        (self.to.at - self.from.at) + (self.to.rest - self.from.rest)
    }

    fn exact<N: ExactNum>(&self) -> NVec2<N> {
        self.to.exact::<N>().minus(self.from.exact())
    }

    /// The exact sign of a cross product.
    #[inline]
    pub(super) fn turn(&self, o: &Edge) -> Ordering {
        let exactly = || known(decide!(|N| self.exact::<N>().cross(o.exact()).sign()));
        turn(self.way(), o.way(), 0.0).unwrap_or_else(exactly)
    }
}

/// The sign of a cross product, or `None` if it is not certain; u errs by `error`, too.
#[inline]
fn turn(u: DVec2, v: DVec2, error: f64) -> Option<Ordering> {
    let (p, q) = (u.x * v.y, u.y * v.x);
    let error = ERROR * (p.abs() + q.abs()) + error * (v.x.abs() + v.y.abs());
    ((p - q).abs() > error).then(|| sign(p - q))
}

/// The sizes of the two products of a cross product, whose rounding is relative to them.
fn products(u: DVec2, v: DVec2) -> f64 {
    (u.x * v.y).abs() + (u.y * v.x).abs()
}

/// A vertex of the difference, b + shift − a, rounded and exactly.
#[derive(Clone, Copy, Debug)]
pub(super) struct Vertex {
    pub(super) at: DVec2,
    error: f64,
    terms: [Corner; 3],
}

impl Vertex {
    pub(super) fn new(b: Corner, shift: Corner, a: Corner) -> Self {
        let sum = |p: f64, q: f64, r: f64, rests: f64| {
            let ((sum, lost), size) = (two_sum(p, q), p.abs() + q.abs() + r.abs());
            let (sum, more) = two_sum(sum, r);
            let sum = sum + (lost + more + rests);
            (sum, f64::EPSILON * sum.abs() + 8.0 * f64::EPSILON * f64::EPSILON * size)
        };
        let rests = b.rest + shift.rest - a.rest;
        let (x, off_x) = sum(b.at.x, shift.at.x, -a.at.x, rests.x);
        let (y, off_y) = sum(b.at.y, shift.at.y, -a.at.y, rests.y);
        Self { at: DVec2::new(x, y), error: greater(off_x, off_y), terms: [b, shift, a] }
    }

    fn exact<N: ExactNum>(&self) -> NVec2<N> {
        let [b, shift, a] = self.terms;
        b.exact::<N>().plus(shift.exact()).minus(a.exact())
    }
}

/// The vertices of a Minkowski difference in positive order, each with the edge that starts there.
pub(super) type Ring = SmallVec<[(Vertex, Edge); 16]>;

/// Returns b + shift − a, of two convex rings in positive order, or of one or two points.
pub(super) fn difference(a: Corners<'_>, b: Corners<'_>, shift: Corner) -> Ring {
    let (n, m) = (a.at.len(), b.at.len());
    // The edges of −a run against those of a.
    let edge_a = |i: usize| Edge { from: a.get((i + 1) % n), to: a.get(i % n) };
    let edge_b = |j: usize| Edge { from: b.get(j % m), to: b.get((j + 1) % m) };
    if n == 1 {
        return (0..m).map(|j| (Vertex::new(b.get(j), shift, a.get(0)), edge_b(j))).collect();
    }
    if m == 1 {
        return (0..n).map(|i| (Vertex::new(b.get(0), shift, a.get(i)), edge_a(i))).collect();
    }
    // The edges of both by their direction, from the lowest corner of each on.
    let lowest = |ring: Corners<'_>, sense: f64| {
        let key = |p: Corner| [p.at.y, p.rest.y, p.at.x, p.rest.x].map(|v| v * sense);
        let is_lower = |i: usize, low: usize| key(ring.get(i)) < key(ring.get(low));
        (1..ring.at.len()).fold(0, |low, i| if is_lower(i, low) { i } else { low })
    };
    let (first_a, first_b) = (lowest(a, -1.0), lowest(b, 1.0));
    let mut ring = Ring::new();
    let (mut i, mut j, mut last) = (0, 0, DVec2::X);
    while i < n || j < m {
        let (e, f) = (edge_a(first_a + i), edge_b(first_b + j));
        let is_of_b = match (i < n, j < m) {
            // Opposite edges: one goes on along the last, which has several edges in line.
            (true, true) if e.way().dot(f.way()) < 0.0 && e.turn(&f).is_eq() => {
                f.way().dot(last) > 0.0
            }
            (true, true) => e.turn(&f).is_le(),
            (is_left, _) => !is_left,
        };
        let edge = if is_of_b { f } else { e };
        ring.push((Vertex::new(f.from, shift, e.to), edge));
        last = edge.way();
        i += usize::from(!is_of_b);
        j += usize::from(is_of_b);
    }
    ring
}

fn known(sign: Option<Ordering>) -> Ordering {
    sign.unwrap_or(Ordering::Equal)
}

/// A part of the boundary of the difference.
#[derive(Clone, Copy, Debug)]
pub(super) enum Feature {
    /// The line through a vertex along an edge, moved out by the radius.
    Line(Vertex, Edge),
    /// The circle around a vertex.
    Circle(Vertex),
}

/// A place where the line of the way crosses the boundary.
#[derive(Clone, Copy, Debug)]
pub(super) struct Crossing {
    feature: Feature,
    at: f64,
    pub(super) error: f64,
    /// Outward.
    pub(super) normal: DVec2,
}

/// The stretch of the way during which two pieces meet.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Passage {
    /// `Greater` if they are apart at the start, `Equal` if they begin to meet there.
    pub(crate) start: Ordering,
    /// When it begins.
    pub(crate) at: f64,
    /// The last `f32` time before they meet and the first at which they do.
    pub(crate) bracket: [f32; 2],
    /// Unit, from a to b.
    pub(crate) normal: DVec2,
}

/// Finds when a point on its way meets the half-plane to the left of the line through `u` along `e`.
pub(crate) fn passage_of_plane([u, e]: [DVec2; 2], line: &Line) -> Option<Passage> {
    let [none, u, e] = [DVec2::ZERO, u, e].map(Corner::from);
    let edge = Edge { from: none, to: e };
    let crossing = line.with_line(Vertex::new(u, none, none), edge).with_unit_normal();
    let never = Crossing { at: f64::NEG_INFINITY, error: 0.0, ..crossing };
    match line.turn(&edge) {
        Ordering::Less => line.passage(crossing, None),
        Ordering::Greater => line.passage(never, Some(crossing)),
        Ordering::Equal => {
            let outside = line.outside(&crossing.feature, 0.0);
            let meets = if line.strict { outside.is_lt() } else { outside.is_le() };
            if meets { line.passage(never, None) } else { None }
        }
    }
}

/// Which of the two normals of sharp corners that meet is that of their contact.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum CornerNormal {
    /// The one more along the motion, as for rays: what bears the mover.
    Steep,
    /// The one along whose side more of the motion can go on: a corner at the foot of a slope meets
    /// the slope.
    Shallow,
}

/// The way of a point, and how it meets a set.
pub(crate) struct Line {
    /// What the set is thickened by.
    pub(crate) radius: f64,
    pub(crate) way: DVec2,
    /// Interiors only.
    pub(crate) strict: bool,
    pub(crate) corner: CornerNormal,
}

impl Line {
    /// The sign of the way's cross product with an edge.
    pub(super) fn turn(&self, edge: &Edge) -> Ordering {
        let exactly = || known(decide!(|N| NVec2::<N>::of(self.way).cross(edge.exact()).sign()));
        turn(self.way, edge.way(), 0.0).unwrap_or_else(exactly)
    }

    /// The passage between two crossings, if it takes part of the way.
    pub(super) fn passage(&self, enter: Crossing, exit: Option<Crossing>) -> Option<Passage> {
        let start = self.compare(&enter, 0.0);
        let last = self.compare(&enter, 1.0);
        // What is entered after the start is left after it.
        let end = exit.filter(|_| start.is_le()).map(|exit| self.compare(&exit, 0.0));
        let end = end.unwrap_or(Ordering::Greater);
        let meets =
            if self.strict { end.is_gt() && last.is_lt() } else { end.is_ge() && last.is_le() };
        let order = |t| self.compare(&enter, t);
        let bracket = if start.is_gt() { bracket(enter.at, order) } else { [0.0; 2] };
        // A way along a line that is passed at the start enters it at no finite time.
        let at = if start.is_gt() { enter.at } else { 0.0 };
        meets.then_some(Passage { start, at, bracket, normal: -enter.normal })
    }

    /// Where the way crosses the line of an edge that is moved out by the radius.
    fn with_line(&self, u: Vertex, edge: Edge) -> Crossing {
        let e = edge.way();
        let (rate, length) = (self.way.cross(e), if self.radius > 0.0 { e.length() } else { 0.0 });
        let left = u.at.cross(e) + self.radius * length;
        let (size, width) = (products(u.at, e) + self.radius * length, products(self.way, e));
        let at = left / rate;
        let off = ERROR * (size + at.abs() * width) + u.error * (e.x.abs() + e.y.abs());
        let feature = Feature::Line(u, edge);
        Crossing { feature, at, error: off / rate.abs(), normal: right(e) }
    }

    /// The same with the unit normal.
    pub(super) fn entry_of_line(&self, u: Vertex, edge: Edge) -> Crossing {
        self.with_line(u, edge).with_unit_normal()
    }

    /// The first crossing with the circle around a corner; `None` if the way passes by.
    pub(super) fn entry_of_circle(&self, corner: Vertex) -> Option<Crossing> {
        let ahead = self.way.unit()?;
        let (length, r) = (self.way.length(), self.radius);
        let beside = self.beside(corner);
        if beside.is_gt() || self.strict && beside.is_eq() {
            return None;
        }
        let u = corner.at;
        let (h, along) = (ahead.cross(u), ahead.dot(u));
        let (inner, outer) = (r - h.abs(), r + h.abs());
        let square = inner * outer;
        let slack = (ERROR * (u.reach() + r) + 2.0 * corner.error) * outer;
        let root = if square > 0.0 { sqrt(square) } else { 0.0 };
        let off = if square > 4.0 * slack { slack / root } else { 2.0 * sqrt(slack) };
        let error = (off + ERROR * (u.reach() + r) + 2.0 * corner.error) / length;
        let s = along - root;
        let crossing = Crossing {
            feature: Feature::Circle(corner),
            at: s / length,
            error,
            normal: ahead * s - u,
        };
        Some(crossing.with_unit_normal())
    }

    /// The side of the way on which a vertex lies.
    pub(super) fn side(&self, vertex: &Vertex) -> Ordering {
        let exactly = || known(decide!(|N| vertex.exact::<N>().cross(NVec2::of(self.way)).sign()));
        turn(vertex.at, self.way, vertex.error).unwrap_or_else(exactly).reverse()
    }

    /// Compares the distance of a vertex to the line of the way with the radius.
    pub(super) fn beside(&self, corner: Vertex) -> Ordering {
        let (h, length) = (self.way.cross(corner.at), self.way.length());
        let off = h.abs() - self.radius * length;
        let size = products(self.way, corner.at) + self.radius * length;
        if off.abs() > ERROR * size + 2.0 * corner.error * length {
            return sign(off);
        }
        if self.way.x == 0.0 || self.way.y == 0.0 {
            // Along an axis without squares, so that `f64` decides.
            return known(decide!(|N| {
                let NVec2 { x, y } = corner.exact::<N>();
                let h = if self.way.x == 0.0 { x } else { y };
                let h = if h.sign()? == Ordering::Less { N::of(0.0).minus(h) } else { h };
                h.minus(N::of(self.radius)).sign()
            }));
        }
        known(decide!(|N| {
            let way = NVec2::<N>::of(self.way);
            let room = N::of(self.radius).square().times(way.dot(way));
            way.cross(corner.exact()).square().minus(room).sign()
        }))
    }

    /// Compares a crossing with a time.
    pub(super) fn compare(&self, c: &Crossing, t: f32) -> Ordering {
        let time = f64::from(t);
        let off = c.at - time;
        if off.abs() > c.error {
            return sign(off);
        }
        self.compare_exactly(c, time)
    }

    /// The sign of how far the point of the way lies along an edge at a time, from its start.
    pub(super) fn along(&self, u: &Vertex, edge: &Edge, t: f64) -> Ordering {
        self.turn_from(u, edge, t, true)
    }

    /// `Greater` if the point of the way lies beyond the line of an edge at a time.
    pub(super) fn beyond(&self, u: &Vertex, edge: &Edge, t: f64) -> Ordering {
        self.turn_from(u, edge, t, false)
    }

    /// The exact sign of the cross product of the point of the way, as seen from a vertex, and an edge,
    /// or the edge turned to the left.
    fn turn_from(&self, u: &Vertex, edge: &Edge, t: f64, is_turned: bool) -> Ordering {
        let size = self.way.reach() * t.abs() + u.at.reach();
        let e = if is_turned { edge.way().left() } else { edge.way() };
        let exactly = || {
            known(decide!(|N| {
                let p = NVec2::<N>::of(self.way).times(N::of(t)).minus(u.exact());
                let e = edge.exact::<N>();
                p.cross(if is_turned { e.left() } else { e }).sign()
            }))
        };
        turn(self.way * t - u.at, e, u.error + ERROR * size).unwrap_or_else(exactly)
    }

    /// `Greater` if the point of the way comes nearer to a vertex, `Less` if it goes away.
    pub(super) fn approach(&self, u: &Vertex, t: f64) -> Ordering {
        known(decide!(|N| {
            let way = NVec2::<N>::of(self.way);
            u.exact::<N>().minus(way.times(N::of(t))).dot(way).sign()
        }))
    }

    /// Returns `Greater` if the point of the way at a time lies outside of a feature.
    #[inline(never)]
    pub(super) fn outside(&self, feature: &Feature, t: f64) -> Ordering {
        match *feature {
            Feature::Line(u, edge) => known(decide!(|N| {
                let e = edge.exact::<N>();
                let p = NVec2::<N>::of(self.way).times(N::of(t)).minus(u.exact());
                let out = p.cross(e);
                let radius = N::of(self.radius);
                if radius.sign()? != Ordering::Greater {
                    return out.sign();
                }
                if out.sign()? != Ordering::Greater {
                    return Some(Ordering::Less);
                }
                out.square().minus(radius.square().times(e.dot(e))).sign()
            })),
            Feature::Circle(u) => known(decide!(|N| {
                let p = NVec2::<N>::of(self.way).times(N::of(t)).minus(u.exact());
                p.dot(p).minus(N::of(self.radius).square()).sign()
            })),
        }
    }

    fn compare_exactly(&self, c: &Crossing, t: f64) -> Ordering {
        let outside = self.outside(&c.feature, t);
        let enters = match &c.feature {
            Feature::Line(_, edge) => self.turn(edge).is_lt(),
            Feature::Circle(_) => c.normal.dot(self.way) < 0.0,
        };
        // Outside and before the entry, or after the exit. A corner without radius has no inside.
        match (c.feature, outside) {
            (Feature::Circle(u), Ordering::Greater) => self.approach(&u, t),
            (_, outside) if enters => outside,
            (_, outside) => outside.reverse(),
        }
    }
}

/// Returns the last `f32` before a time in (0, 1] and the first at or after it, from a guess and the
/// order of the time and another.
pub(super) fn bracket(guess: f64, order: impl Fn(f32) -> Ordering) -> [f32; 2] {
    let (mut low, mut high) = (0, 1.0_f32.to_bits() + 1);
    let near = (guess as f32).to_bits();
    let mut guesses = [near, near.saturating_add(1), near.saturating_sub(1)].into_iter();
    while high - low > 1 {
        let middle = guesses.next().unwrap_or(low + (high - low) / 2);
        if low < middle && middle < high {
            match order(f32::from_bits(middle)) {
                Ordering::Greater => low = middle,
                Ordering::Less => high = middle,
                Ordering::Equal => return [f32::from_bits(middle); 2],
            }
        }
    }
    [low, high].map(f32::from_bits)
}

impl Crossing {
    fn with_unit_normal(self) -> Self {
        Self { normal: self.normal.unit().unwrap_or(DVec2::X), ..self }
    }

    /// Returns `true` if it surely lies after the start.
    pub(super) fn is_ahead(&self) -> bool {
        self.at > self.error
    }

    /// Returns `true` if it surely lies before the start.
    pub(super) fn is_behind(&self) -> bool {
        self.at < -self.error
    }

    /// The passage of a way that starts inside, which it entered here.
    pub(super) fn passage_from_inside(&self) -> Passage {
        Passage { start: Ordering::Less, at: 0.0, bracket: [0.0; 2], normal: -self.normal }
    }
}

//! A point on a straight way against a convex set: how two convex pieces meet on a straight way.
//!
//! Body a moves by `way` relative to b. They share a point at time t exactly when t · way lies in
//! the Minkowski difference b − a. For hulls of points with radii that is a convex ring with one
//! radius, which the line of the way enters and leaves at most once (Cyrus and Beck, "Generalized
//! two- and three-dimensional clipping", 1978). Decisions are exact for the ring's `f64` numbers:
//! `f64` with its error first, exact numbers where that does not decide.
//!
//! Frame: a's origin at the start. Cost: O(n + m), without allocation up to 16 corners in all.

use core::cmp::Ordering;

use smallvec::SmallVec;

use crate::math::exact::{ExactNum, NVec2};
use crate::math::winding::sign;
use crate::math::{DVec2, sqrt};
use crate::pair::curved::support_map::right;
use crate::pair::exact::predicates::decide;

/// How far a few sums and products in `f64` are off, relative to their terms.
const ERROR: f64 = 8.0 * f64::EPSILON;

/// The corners of a Minkowski difference in positive order.
pub(crate) type Ring = SmallVec<[DVec2; 16]>;

/// Returns the corners of b + shift − a, of two convex rings in positive order, or of one or two
/// points.
pub(crate) fn difference(a: &[DVec2], b: &[DVec2], shift: DVec2) -> Ring {
    match (a, b) {
        ([p], _) => return b.iter().map(|q| (*q + shift) - *p).collect(),
        (_, [q]) => return a.iter().map(|p| (*q + shift) - *p).collect(),
        _ => {}
    }
    // The edges of both by their direction, from the lowest corner of each on.
    let lowest = |ring: &[DVec2], sense: f64| {
        let below = |p: DVec2, q: DVec2| (p.y * sense, p.x * sense) < (q.y * sense, q.x * sense);
        (1..ring.len()).fold(0, |low, i| if below(ring[i], ring[low]) { i } else { low })
    };
    let (n, m) = (a.len(), b.len());
    let (first_a, first_b) = (lowest(a, -1.0), lowest(b, 1.0));
    let (at_a, at_b) = (|i: usize| a[(first_a + i) % n], |j: usize| b[(first_b + j) % m]);
    let mut ring = Ring::new();
    let (mut i, mut j, mut last) = (0, 0, DVec2::X);
    while i < n || j < m {
        ring.push((at_b(j) + shift) - at_a(i));
        // The edges of −a run against those of a.
        let (e, f) = (at_a(i) - at_a(i + 1), at_b(j + 1) - at_b(j));
        let turn = match (i < n, j < m) {
            // Opposite edges: one goes on along the last, which has several edges in line.
            (true, true) if e.dot(f) < 0.0 && cross_sign(e, f).is_eq() => {
                if f.dot(last) > 0.0 {
                    Ordering::Less
                } else {
                    Ordering::Greater
                }
            }
            (true, true) => cross_sign(e, f),
            (true, false) => Ordering::Greater,
            _ => Ordering::Less,
        };
        last = if turn == Ordering::Less { f } else { e };
        i += usize::from(turn != Ordering::Less);
        j += usize::from(turn != Ordering::Greater);
    }
    ring
}

/// The exact sign of a cross product of `f64` vectors.
#[inline]
fn cross_sign(u: DVec2, v: DVec2) -> Ordering {
    let (p, q) = (u.x * v.y, u.y * v.x);
    let turn = p - q;
    if turn.abs() > ERROR * (p.abs() + q.abs()) {
        return sign(turn);
    }
    known(decide!(|N| NVec2::<N>::of(u).cross(NVec2::of(v)).sign()))
}

fn known(sign: Option<Ordering>) -> Ordering {
    sign.unwrap_or(Ordering::Equal)
}

/// A part of the boundary of the difference.
#[derive(Clone, Copy, Debug)]
enum Feature {
    /// The line through a point along an edge, moved out by the radius.
    Line(DVec2, DVec2),
    /// The circle around a corner.
    Circle(DVec2),
}

/// A place where the line of the way crosses the boundary.
#[derive(Clone, Copy, Debug)]
struct Crossing {
    feature: Feature,
    at: f64,
    error: f64,
    /// Outward.
    normal: DVec2,
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

/// Finds when a point on the way meets a convex ring with a radius. `strict` counts interiors only.
pub(crate) fn passage(ring: &[DVec2], radius: f64, way: DVec2, strict: bool) -> Option<Passage> {
    let line = Line { ring, radius, way, strict };
    let solid = radius == 0.0 && ring.len() > 2;
    line.passage(if solid { line.clip()? } else { line.chord()? })
}

/// The same for the half-plane to the left of the line through `u` along `e`, moved out by a radius.
pub(crate) fn passage_of_plane(
    [u, e]: [DVec2; 2],
    radius: f64,
    way: DVec2,
    strict: bool,
) -> Option<Passage> {
    let line = Line { ring: &[], radius, way, strict };
    let crossing = line.with_line(u, e).with_unit_normal();
    let never = |at: f64| Crossing { at, error: 0.0, ..crossing };
    line.passage(match cross_sign(way, e) {
        Ordering::Less => [crossing, never(f64::INFINITY)],
        Ordering::Greater => [never(f64::NEG_INFINITY), crossing],
        Ordering::Equal => {
            let outside = line.outside(&crossing, 0.0);
            let meets = if strict { outside.is_lt() } else { outside.is_le() };
            meets.then(|| [f64::NEG_INFINITY, f64::INFINITY].map(never))?
        }
    })
}

struct Line<'a> {
    ring: &'a [DVec2],
    radius: f64,
    way: DVec2,
    strict: bool,
}

impl Line<'_> {
    /// The passage between two crossings, if it takes part of the way.
    fn passage(&self, [enter, exit]: [Crossing; 2]) -> Option<Passage> {
        let (start, end) = (self.compare(&enter, 0.0), self.compare(&exit, 0.0));
        let last = self.compare(&enter, 1.0);
        let meets =
            if self.strict { end.is_gt() && last.is_lt() } else { end.is_ge() && last.is_le() };
        let bracket = if start.is_gt() { self.round(&enter) } else { [0.0; 2] };
        meets.then_some(Passage { start, at: enter.at, bracket, normal: -enter.normal })
    }

    fn edges(&self) -> impl Iterator<Item = [DVec2; 2]> + '_ {
        let ring = self.ring;
        (0..ring.len()).map(move |i| {
            let u = ring[i];
            [u, ring[if i + 1 == ring.len() { 0 } else { i + 1 }] - u]
        })
    }

    /// Where the line crosses the line of an edge that is moved out by the radius.
    fn with_line(&self, u: DVec2, e: DVec2) -> Crossing {
        let (rate, length) = (self.way.cross(e), if self.radius > 0.0 { e.length() } else { 0.0 });
        let left = u.cross(e) + self.radius * length;
        let size = (u.x * e.y).abs() + (u.y * e.x).abs() + self.radius * length;
        let width = (self.way.x * e.y).abs() + (self.way.y * e.x).abs();
        let at = left / rate;
        let error = ERROR * (size + at.abs() * width) / rate.abs();
        Crossing { feature: Feature::Line(u, e), at, error, normal: right(e) }
    }

    /// Clips the line to the ring.
    fn clip(&self) -> Option<[Crossing; 2]> {
        let (mut enter, mut exit): (Option<Crossing>, Option<Crossing>) = (None, None);
        for [u, e] in self.edges() {
            match cross_sign(self.way, e) {
                Ordering::Equal => match cross_sign(u, e) {
                    Ordering::Less => return None,
                    Ordering::Equal if self.strict => return None,
                    _ => {}
                },
                Ordering::Less => {
                    let new = self.with_line(u, e);
                    let later = enter.is_none_or(|old| match self.order(&new, &old) {
                        Ordering::Equal => self.is_steeper(&new, &old),
                        order => order.is_gt(),
                    });
                    enter = if later { Some(new) } else { enter };
                }
                Ordering::Greater => {
                    let new = self.with_line(u, e);
                    let is_earlier = exit.is_none_or(|old| self.order(&new, &old).is_lt());
                    exit = if is_earlier { Some(new) } else { exit };
                }
            }
        }
        let (enter, exit) = (enter?, exit?);
        let order = self.order(&enter, &exit);
        let meets = if self.strict { order.is_lt() } else { order.is_le() };
        meets.then(|| [enter, exit].map(Crossing::with_unit_normal))
    }

    /// Of two crossings at one place, the one whose normal lies more along the motion.
    fn is_steeper(&self, new: &Crossing, old: &Crossing) -> bool {
        let along = |c: &Crossing| c.normal.unit().map_or(0.0, |n| n.dot(self.way));
        along(new) < along(old)
    }

    /// The order of two crossings with lines of edges of a ring without radius.
    fn order(&self, p: &Crossing, q: &Crossing) -> Ordering {
        let off = p.at - q.at;
        if off.abs() > p.error + q.error {
            return sign(off);
        }
        let (Feature::Line(u, e), Feature::Line(v, f)) = (p.feature, q.feature) else {
            return sign(off);
        };
        known(decide!(|N| {
            let way = NVec2::<N>::of(self.way);
            let [(rate, left), (other_rate, other_left)] = [(u, e), (v, f)].map(|(u, e)| {
                let e = NVec2::<N>::of(e);
                (way.cross(e), NVec2::<N>::of(u).cross(e))
            });
            let order = left.times(other_rate).minus(other_left.times(rate)).sign()?;
            let flips = rate.sign()? != other_rate.sign()?;
            Some(if flips { order.reverse() } else { order })
        }))
    }

    /// Where the line enters and leaves what the edges cover with the radius.
    fn chord(&self) -> Option<[Crossing; 2]> {
        let ahead = self.way.unit()?;
        let length = self.way.length();
        let r = self.radius;
        let mut found: Option<[Crossing; 2]> = None;
        let mut keep = |c: Crossing| {
            let [enter, exit] = found.get_or_insert([c, c]);
            if c.at < enter.at {
                *enter = c;
            }
            if c.at > exit.at {
                *exit = c;
            }
        };
        let mut is_crossed = false;
        for [u, e] in self.edges() {
            let beside = self.beside(u);
            if beside.is_le() && !(self.strict && beside.is_eq() && r > 0.0) {
                let (h, along) = (ahead.cross(u), ahead.dot(u));
                let (inner, outer) = (r - h.abs(), r + h.abs());
                let square = inner * outer;
                let slack = ERROR * (u.reach() + r) * outer;
                let root = if square > 0.0 { sqrt(square) } else { 0.0 };
                let off = if square > 4.0 * slack { slack / root } else { 2.0 * sqrt(slack) };
                let off = if r == 0.0 { 0.0 } else { off };
                let error = (off + ERROR * (u.reach() + r)) / length;
                for s in [along - root, along + root] {
                    let out = if r > 0.0 { (ahead * s - u).unit() } else { None };
                    let normal = out.unwrap_or_else(|| facing(ahead, e));
                    let feature = Feature::Circle(u);
                    keep(Crossing { feature, at: s / length, error, normal });
                }
            }
            if r == 0.0 {
                // The way crosses the edge where its ends do not lie on one side.
                let [side, other] = [u, u + e].map(|v| cross_sign(self.way, v));
                if side != other {
                    is_crossed = true;
                    keep(self.with_line(u, e).with_unit_normal());
                }
            } else if let Some(normal) = right(e).unit() {
                let c = self.with_line(u, e).with_unit_normal();
                let foot = (self.way * c.at - normal * r - u).dot(e);
                if c.at.is_finite() && foot >= 0.0 && foot <= e.dot(e) {
                    keep(c);
                }
            }
        }
        // A point that runs along a line, or through its end, enters nothing.
        found.filter(|_| !self.strict || is_crossed || r > 0.0).map(|ends| {
            // A line has two sides; the normal is on the side of the start.
            let faced = |c: Crossing| match r == 0.0 && c.normal.dot(self.way) > 0.0 {
                true => Crossing { normal: -c.normal, ..c },
                false => c,
            };
            ends.map(faced)
        })
    }

    /// Compares the distance of a corner to the line of the way with the radius.
    fn beside(&self, corner: DVec2) -> Ordering {
        let (h, length) = (self.way.cross(corner), self.way.length());
        let off = h.abs() - self.radius * length;
        let size = (self.way.x * corner.y).abs() + (self.way.y * corner.x).abs();
        if off.abs() > ERROR * (size + self.radius * length) {
            return sign(off);
        }
        known(decide!(|N| {
            let way = NVec2::<N>::of(self.way);
            let room = N::of(self.radius).square().times(way.dot(way));
            way.cross(NVec2::of(corner)).square().minus(room).sign()
        }))
    }

    /// Compares a crossing with a time.
    fn compare(&self, c: &Crossing, t: f32) -> Ordering {
        let time = f64::from(t);
        let off = c.at - time;
        if off.abs() > c.error {
            return sign(off);
        }
        self.compare_exactly(c, time)
    }

    /// Returns `Greater` if the point of the way at a time lies outside of a feature.
    #[inline(never)]
    fn outside(&self, c: &Crossing, t: f64) -> Ordering {
        match c.feature {
            Feature::Line(u, e) => known(decide!(|N| {
                let e = NVec2::<N>::of(e);
                let p = NVec2::<N>::of(self.way).times(N::of(t)).minus(NVec2::of(u));
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
                let p = NVec2::<N>::of(self.way).times(N::of(t)).minus(NVec2::of(u));
                p.dot(p).minus(N::of(self.radius).square()).sign()
            })),
        }
    }

    fn compare_exactly(&self, c: &Crossing, t: f64) -> Ordering {
        let outside = self.outside(c, t);
        let enters = match c.feature {
            Feature::Line(_, e) => cross_sign(self.way, e).is_lt(),
            Feature::Circle(_) => c.normal.dot(self.way) < 0.0,
        };
        // Outside and before the entry, or after the exit. A corner without radius has no inside.
        match (c.feature, outside) {
            (Feature::Circle(u), Ordering::Greater) => known(decide!(|N| {
                let way = NVec2::<N>::of(self.way);
                NVec2::<N>::of(u).minus(way.times(N::of(t))).dot(way).sign()
            })),
            (_, outside) if enters => outside,
            (_, outside) => outside.reverse(),
        }
    }

    /// The last `f32` before a crossing and the first at or after it.
    fn round(&self, c: &Crossing) -> [f32; 2] {
        let near = c.at as f32;
        match self.compare(c, near) {
            Ordering::Equal => [near; 2],
            Ordering::Greater => [near, near.next_up()],
            Ordering::Less => [near.next_down(), near],
        }
    }
}

/// The normal against a way that separates it from a line that begins where the way ends.
fn facing(ahead: DVec2, line: DVec2) -> DVec2 {
    match right(line).unit() {
        Some(side) if ahead.dot(line) < 0.0 => {
            if side.dot(ahead) > 0.0 {
                -side
            } else {
                side
            }
        }
        _ => -ahead,
    }
}

impl Crossing {
    fn with_unit_normal(self) -> Self {
        Self { normal: self.normal.unit().unwrap_or(DVec2::X), ..self }
    }
}

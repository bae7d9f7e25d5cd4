//! When two bodies that move first meet, by halving the time.
//!
//! During a stretch of time two pieces are apart if some direction u parts them: seen along u every
//! point is where its value and slope in the middle put it, less half its acceleration times the
//! square of the half stretch; that bound is a concave function of the time, so its two ends decide.
//! u comes from plain `f64`; what it proves is computed in intervals. Stretches that are not proven
//! are halved down to 2^-36 of the time, and a contact after them is proven by edges that cross, cores
//! nearer than the radii, or a point in both.

use super::body::{Body, Mover, Posed, PosedRound};
use super::interval::Interval;
use super::path::{Leg, Track, Vector, dot, length, minus, plus, times};

/// Two bodies on their paths.
pub struct Sweep {
    a: Mover,
    b: Mover,
    base: [f32; 2],
    /// True if the two changed places.
    pub is_flipped: bool,
    /// How far corners lie from the origin of b.
    pub reach: f64,
    /// The most that the points of both travel together.
    pub speed: f64,
}

/// What is known about the first contact.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Known {
    /// Proven: they are apart before.
    pub clear_until: f64,
    /// Proven: they meet at this time, more than touching.
    pub meets_at: Option<f64>,
    /// How many stretches are neither.
    pub open: usize,
}

/// How many open stretches are enough to give up.
const OPEN: usize = 24;
/// The narrowest stretch, relative to the time.
const NARROW: f64 = 1.0 / (1u64 << 36) as f64;
/// The same at the start.
const FIRST: f64 = 1.0 / (1u64 << 60) as f64;

type Pairs = Vec<[u32; 2]>;

struct Search<'s> {
    sweep: &'s Sweep,
    until: f64,
    known: Known,
}

impl Sweep {
    /// Puts both on their paths; b is grown by `skin`. A half-plane must move straight, against
    /// something that is none.
    ///
    /// ```
    /// use jostle_oracle::{Set, motion::{Body, Leg, Sweep}};
    /// let ball = |x| Body::Set(Set::Circle { center: [x, 0.0], radius: 1.0 });
    /// let by = Leg { translation: [4.0, 0.0], ..Leg::NONE };
    /// let known = Sweep::new((&ball(0.0), &[by]), (&ball(4.0), &[]), 0.0).first_contact(1.0);
    /// assert!((known.clear_until - 0.5).abs() < 1e-9 && known.meets_at.unwrap() < 0.5 + 1e-9);
    /// ```
    #[must_use]
    pub fn new((a, by_a): (&Body, &[Leg]), (b, by_b): (&Body, &[Leg]), skin: f32) -> Self {
        let base = if matches!(b, Body::HalfPlane { .. }) { a.base() } else { b.base() };
        let mut a = Mover::new(a, by_a, base, 0.0);
        let mut b = Mover::new(b, by_b, base, skin);
        let is_flipped = !a.planes.is_empty();
        if is_flipped {
            (a, b) = (b, a);
        }
        let ([reach_a, speed_a], [reach_b, speed_b]) = (a.extent(), b.extent());
        let drift = b.planes.iter().map(|p| length(p.drift).hi).fold(0.0, f64::max);
        let speed = speed_a + speed_b + drift;
        Self { a, b, base, is_flipped, reach: reach_a.max(reach_b), speed }
    }

    /// Returns `true` if one of the two is a half-plane.
    #[must_use]
    pub fn has_plane(&self) -> bool {
        !self.b.planes.is_empty()
    }

    /// Finds what is known about the first contact up to a time.
    #[must_use]
    pub fn first_contact(&self, until: f64) -> Known {
        let width = self.b.pieces.len() + self.b.planes.len();
        let all = |i: u32| (0..width as u32).map(move |j| [i, j]);
        let pairs: Pairs = (0..self.a.pieces.len() as u32).flat_map(all).collect();
        let known = Known { clear_until: until, meets_at: None, open: 0 };
        let mut search = Search { sweep: self, until, known };
        search.scan(0.0, until, &pairs);
        search.known
    }

    /// A lower bound of the distance at a time; at most 0 where nothing parts them.
    #[must_use]
    pub fn distance(&self, t: f64) -> f64 {
        let scene = Scene::new(self, t);
        let mut least = f64::INFINITY;
        for i in 0..self.a.pieces.len() {
            for j in 0..self.b.pieces.len() + self.b.planes.len() {
                if scene.far(i, j) < least {
                    least = least.min(scene.apart(i, j, 0.0));
                }
            }
        }
        least
    }

    /// How far a point of the world is from both bodies at a time, by plain numbers.
    #[must_use]
    pub fn off(&self, t: f64, at: [f32; 2]) -> [f64; 2] {
        let p = [0, 1].map(|i| f64::from(at[i]) - f64::from(self.base[i]));
        let scene = Scene::new(self, t);
        let least = |pieces: &[Posed]| {
            pieces.iter().map(|piece| from_piece(piece, p)).fold(f64::INFINITY, f64::min)
        };
        let planes = self.b.planes.iter().map(|plane| {
            let n = plane.normal.map(Interval::mid);
            let [x, y] = [0, 1].map(|i| p[i] - t * plane.drift[i].mid());
            (n[0] * x + n[1] * y - plane.offset.mid()).max(0.0) / n[0].hypot(n[1])
        });
        [least(&scene.a), planes.fold(least(&scene.b), f64::min)]
    }

    /// The widest gap that a unit vector parts the pieces by that are within `near` of each other;
    /// below 0 by how far they overlap along it.
    #[must_use]
    pub fn parted_by(&self, t: f64, n: [f32; 2], near: f64) -> f64 {
        let scene = Scene::new(self, t);
        let n = n.map(f64::from);
        let mut most = f64::NEG_INFINITY;
        for i in 0..scene.a.len() {
            for j in 0..scene.b.len() {
                if scene.far(i, j) > near {
                    continue;
                }
                let (p, q) = (&scene.a[i], &scene.b[j]);
                if scene.apart(i, j, 0.0) <= near {
                    most = most.max(support_gap(p, q, n));
                }
            }
            for plane in &self.b.planes {
                let m = plane.normal.map(Interval::mid);
                let along = -(n[0] * m[0] + n[1] * m[1]) / m[0].hypot(m[1]);
                most = most.max((along - 1.0) * self.reach);
            }
        }
        most
    }
}

/// The distance of a point from a piece, without the skin.
fn from_piece(piece: &Posed, p: [f64; 2]) -> f64 {
    let PosedRound::Disc(r) = &piece.round else {
        let at = p.map(Interval::of);
        let track = Track { at, rate: [Interval::ZERO; 2] };
        let round = PosedRound::Disc(Interval::ZERO);
        let skin = Interval::ZERO;
        let point = Posed { corners: vec![track], round, skin, center: p, reach: 0.0 };
        let Some(u) = direction(piece, &point) else { return 0.0 };
        return (support_gap(piece, &point, u) + piece.skin.mid()).max(0.0);
    };
    let [x, y] = nearest(&mids(piece), p);
    ((x - p[0]).hypot(y - p[1]) - r.mid()).max(0.0)
}

/// The point of a hull nearest to another; the point itself inside of three and more corners.
fn nearest(corners: &[[f64; 2]], p: [f64; 2]) -> [f64; 2] {
    let n = corners.len();
    let mut best = corners[0];
    let mut least = f64::INFINITY;
    let mut sides = [false; 2];
    for i in 0..n {
        let (u, v) = (corners[i], corners[(i + 1) % n]);
        let foot = foot(u, v, p);
        let far = (foot[0] - p[0]).hypot(foot[1] - p[1]);
        if far < least {
            (best, least) = (foot, far);
        }
        let turn = (v[0] - u[0]) * (p[1] - u[1]) - (v[1] - u[1]) * (p[0] - u[0]);
        sides[usize::from(turn > 0.0)] = true;
    }
    if n > 2 && sides[0] != sides[1] { p } else { best }
}

fn foot(u: [f64; 2], v: [f64; 2], p: [f64; 2]) -> [f64; 2] {
    let e = [v[0] - u[0], v[1] - u[1]];
    let length = e[0] * e[0] + e[1] * e[1];
    let k = if length > 0.0 { (e[0] * (p[0] - u[0]) + e[1] * (p[1] - u[1])) / length } else { 0.0 };
    let k = k.clamp(0.0, 1.0);
    [u[0] + k * e[0], u[1] + k * e[1]]
}

/// All pieces at one time.
struct Scene<'s> {
    sweep: &'s Sweep,
    a: Vec<Posed>,
    b: Vec<Posed>,
    t: f64,
}

impl<'s> Scene<'s> {
    fn new(sweep: &'s Sweep, t: f64) -> Self {
        let (p, q) = (sweep.a.path.pose(t), sweep.b.path.pose(t));
        let a = sweep.a.pieces.iter().map(|piece| piece.posed(&p)).collect();
        let b = sweep.b.pieces.iter().map(|piece| piece.posed(&q)).collect();
        Self { sweep, a, b, t }
    }

    /// A lower bound of the distance by the discs around the pieces.
    fn far(&self, i: usize, j: usize) -> f64 {
        let (p, Some(q)) = (&self.a[i], self.b.get(j)) else { return f64::NEG_INFINITY };
        let [x, y] = [0, 1].map(|k| p.center[k] - q.center[k]);
        let far = x.hypot(y);
        let size = p.center[0].abs() + p.center[1].abs() + q.center[0].abs() + q.center[1].abs();
        far - p.reach - q.reach - 1e-9 * (size + p.reach + q.reach)
    }

    /// Returns `true` if two pieces are proven apart for `h` before and after.
    fn are_clear(&self, i: usize, j: usize, h: f64) -> bool {
        let speed = match self.sweep.b.pieces.get(j) {
            Some(q) => self.sweep.a.pieces[i].speed + q.speed,
            None => 0.0,
        };
        self.far(i, j) > speed * h * (1.0 + 1e-12) || self.apart(i, j, h) > 0.0
    }

    /// A lower bound of the distance of two pieces for `h` before and after.
    fn apart(&self, i: usize, j: usize, h: f64) -> f64 {
        let p = &self.a[i];
        let Some(q) = self.b.get(j) else { return self.over_plane(i, j - self.b.len(), h) };
        let Some(u) = direction(p, q) else { return f64::NEG_INFINITY };
        let unit = u.map(Interval::of);
        let size = length(unit);
        let bend = self.sweep.a.pieces[i].acceleration + self.sweep.b.pieces[j].acceleration;
        let lost = Interval::of(bend) * Interval::of(h).square().over(2.0);
        let end = |s: f64| {
            let s = Interval::of(s);
            let (a, b) = (side(p, unit, s), side(q, unit.map(|x| -x), s));
            (-(a + b) - lost * size).lo
        };
        let gap = if h == 0.0 { end(0.0) } else { end(-h).min(end(h)) };
        if gap > 0.0 { (gap / size.hi).next_down() } else { gap / size.lo.max(f64::MIN_POSITIVE) }
    }

    fn over_plane(&self, i: usize, j: usize, h: f64) -> f64 {
        let plane = &self.sweep.b.planes[j];
        let size = length(plane.normal);
        let lost =
            Interval::of(self.sweep.a.pieces[i].acceleration) * Interval::of(h).square().over(2.0);
        let end = |s: f64| {
            let s = Interval::of(s);
            let deepest = side(&self.a[i], plane.normal.map(|x| -x), s);
            let drift = dot(plane.normal, plane.drift) * (Interval::of(self.t) + s);
            (-deepest - plane.offset - drift - (lost + plane.skin) * size).lo
        };
        let gap = if h == 0.0 { end(0.0) } else { end(-h).min(end(h)) };
        if gap > 0.0 { (gap / size.hi).next_down() } else { gap / size.lo }
    }

    /// Returns `true` if the bodies surely meet.
    fn meet(&self) -> bool {
        (0..self.a.len()).any(|i| {
            (0..self.b.len()).any(|j| self.far(i, j) <= 0.0 && meet(&self.a[i], &self.b[j]))
                || (0..self.sweep.b.planes.len()).any(|j| self.dips(i, j))
        })
    }

    /// Returns `true` if a piece surely reaches into a half-plane.
    fn dips(&self, i: usize, j: usize) -> bool {
        let plane = &self.sweep.b.planes[j];
        let drift = dot(plane.normal, plane.drift) * Interval::of(self.t);
        let deepest = side(&self.a[i], plane.normal.map(|x| -x), Interval::ZERO);
        (-deepest - plane.offset - drift - plane.skin * length(plane.normal)).hi < 0.0
    }
}

/// The furthest value of a piece along u, after s, of tangents.
fn side(piece: &Posed, u: Vector, s: Interval) -> Interval {
    let moved = |t: &Track| {
        let at = dot(t.at, u);
        if s == Interval::ZERO { at } else { at + dot(t.rate, u) * s }
    };
    let most = |a: Interval, b: Interval| Interval { lo: a.lo.max(b.lo), hi: a.hi.max(b.hi) };
    let corners = piece.corners.iter().map(moved).reduce(most).unwrap_or(Interval::ZERO);
    let corners =
        if piece.skin == Interval::ZERO { corners } else { corners + piece.skin * length(u) };
    let round = match &piece.round {
        PosedRound::Disc(r) if *r == Interval::ZERO => return corners,
        PosedRound::Disc(r) => *r * length(u),
        PosedRound::Image([c, d]) => (moved(c).square() + moved(d).square()).sqrt(),
    };
    corners + round
}

fn mids(piece: &Posed) -> Vec<[f64; 2]> {
    piece.corners.iter().map(|t| t.at.map(Interval::mid)).collect()
}

/// The nearest points of two cores.
fn closest(p: &[[f64; 2]], q: &[[f64; 2]]) -> [[f64; 2]; 2] {
    let mut best = [p[0], q[0]];
    let mut least = f64::INFINITY;
    let mut offer = |x: [f64; 2], y: [f64; 2]| {
        let far = (x[0] - y[0]).hypot(x[1] - y[1]);
        if far < least {
            (best, least) = ([x, y], far);
        }
    };
    for x in p {
        (0..q.len()).for_each(|j| offer(*x, foot(q[j], q[(j + 1) % q.len()], *x)));
    }
    for y in q {
        (0..p.len()).for_each(|i| offer(foot(p[i], p[(i + 1) % p.len()], *y), *y));
    }
    best
}

/// A direction from p to q that may part them.
fn direction(p: &Posed, q: &Posed) -> Option<[f64; 2]> {
    let [x, y] = closest(&mids(p), &mids(q));
    let mut u = [y[0] - x[0], y[1] - x[1]];
    // Cores that all but touch have no direction between nearest points.
    let near = u[0].hypot(u[1]) <= 1e-10 * (p.reach + q.reach);
    if near {
        u = [q.center[0] - p.center[0], q.center[1] - p.center[1]];
    }
    let size = u[0].hypot(u[1]);
    if size == 0.0 || !size.is_finite() {
        return None;
    }
    let u = u.map(|x| x / size);
    let discs = [p, q].iter().all(|x| matches!(x.round, PosedRound::Disc(_)));
    Some(if discs && !near { u } else { steepest(p, q, u) })
}

/// Turns a direction to where the gap along it is greatest.
fn steepest(p: &Posed, q: &Posed, u: [f64; 2]) -> [f64; 2] {
    let start = u[1].atan2(u[0]);
    let at = |angle: f64| [angle.cos(), angle.sin()];
    let gap = |angle: f64| support_gap(p, q, at(angle));
    let step = core::f64::consts::TAU / 24.0;
    let first = (0..24)
        .map(|i| start + step * f64::from(i))
        .fold(start, |best, angle| if gap(angle) > gap(best) { angle } else { best });
    let (mut lo, mut hi) = (first - step, first + step);
    // Down to the last digits of the angle, as the gap may have an edge there.
    for _ in 0..88 {
        let third = (hi - lo) / 3.0;
        if gap(lo + third) < gap(hi - third) {
            lo += third;
        } else {
            hi -= third;
        }
    }
    at(0.5 * (lo + hi))
}

fn support_gap(p: &Posed, q: &Posed, u: [f64; 2]) -> f64 {
    let most = |piece: &Posed, u: [f64; 2]| {
        let value = |t: &Track| t.at[0].mid() * u[0] + t.at[1].mid() * u[1];
        let corners = piece.corners.iter().map(value).fold(f64::NEG_INFINITY, f64::max);
        corners
            + piece.skin.mid()
            + match &piece.round {
                PosedRound::Disc(r) => r.mid(),
                PosedRound::Image([c, d]) => value(c).hypot(value(d)),
            }
    };
    -most(p, u) - most(q, u.map(|x| -x))
}

/// Returns `true` if two pieces surely meet, more than touching.
fn meet(p: &Posed, q: &Posed) -> bool {
    let (ring_p, ring_q) = (mids(p), mids(q));
    if edges(p).any(|e| edges(q).any(|f| cross(e, f))) {
        return true;
    }
    if let (PosedRound::Disc(r), PosedRound::Disc(s)) = (&p.round, &q.round) {
        let together = *r + *s + (p.skin + q.skin);
        if r.hi + s.hi + p.skin.hi + q.skin.hi > 0.0 {
            let [x, y] = closest(&ring_p, &ring_q);
            let (x, y) = (on_core(p, &ring_p, x), on_core(q, &ring_q, y));
            return length(minus(x, y)).hi < together.lo;
        }
        // Two faces of one length end in the same points, so that no corner lies inside.
        let Some(u) = direction(p, q) else { return false };
        let (x, y) = (face(p, &ring_p, u), face(q, &ring_q, u.map(|x| -x)));
        let middle = times(plus(x, y), Interval::of(0.5));
        return [middle, x, y].iter().any(|x| holds(p, *x) && holds(q, *x));
    }
    let Some(u) = direction(p, q) else { return false };
    let (x, y) = (extreme(p, u), extreme(q, u.map(|x| -x)));
    let skin = p.skin + q.skin;
    if skin.hi > 0.0 {
        // A hair inside each, and nearer to each other than the skin.
        let inner = |x: [f64; 2], center: [f64; 2]| {
            [0, 1].map(|i| Interval::of(x[i] + 1e-9 * (center[i] - x[i])))
        };
        let (x, y) = (inner(x, p.center), inner(y, q.center));
        return holds(p, x) && holds(q, y) && length(minus(x, y)).hi < skin.lo;
    }
    let middle = [0, 1].map(|i| Interval::of(0.5 * (x[i] + y[i])));
    holds(p, middle) && holds(q, middle)
}

/// The middle of the corners furthest along u.
fn face(piece: &Posed, ring: &[[f64; 2]], u: [f64; 2]) -> Vector {
    let value = |v: &[f64; 2]| v[0] * u[0] + v[1] * u[1];
    let most = ring.iter().map(value).fold(f64::NEG_INFINITY, f64::max);
    let size = piece.reach * 1e-6;
    let mut sum = [Interval::ZERO; 2];
    let mut n = 0.0;
    for (track, v) in piece.corners.iter().zip(ring) {
        if value(v) >= most - size {
            sum = plus(sum, track.at);
            n += 1.0;
        }
    }
    sum.map(|x| x.over(n))
}

/// The furthest point along u, by plain numbers.
fn extreme(piece: &Posed, u: [f64; 2]) -> [f64; 2] {
    let value = |v: &[f64; 2]| v[0] * u[0] + v[1] * u[1];
    let ring = mids(piece);
    let far = ring.iter().copied().reduce(|p, q| if value(&q) > value(&p) { q } else { p });
    let [x, y] = far.unwrap_or_default();
    match &piece.round {
        PosedRound::Disc(r) => [x + r.mid() * u[0], y + r.mid() * u[1]],
        PosedRound::Image(columns) => {
            let [c, d] = columns.map(|t| t.at.map(Interval::mid));
            let (k, l) = (value(&c), value(&d));
            let size = k.hypot(l).max(f64::MIN_POSITIVE);
            [x + (c[0] * k + d[0] * l) / size, y + (c[1] * k + d[1] * l) / size]
        }
    }
}

fn edges(piece: &Posed) -> impl Iterator<Item = [Vector; 2]> + '_ {
    let n = piece.corners.len();
    let count = if n < 3 { n - 1 } else { n };
    (0..count).map(move |i| [piece.corners[i].at, piece.corners[(i + 1) % n].at])
}

/// The sign of the turn from u over v to p, if it is sure.
fn turn(u: Vector, v: Vector, p: Vector) -> f64 {
    let ([a, b], [c, d]) = (minus(v, u), minus(p, u));
    let cross = a * d - b * c;
    if cross.lo > 0.0 {
        1.0
    } else if cross.hi < 0.0 {
        -1.0
    } else {
        0.0
    }
}

fn cross([a, b]: [Vector; 2], [c, d]: [Vector; 2]) -> bool {
    turn(a, b, c) * turn(a, b, d) < 0.0 && turn(c, d, a) * turn(c, d, b) < 0.0
}

/// The point of a core that plain numbers name, as what it is a mixture of.
fn on_core(piece: &Posed, ring: &[[f64; 2]], x: [f64; 2]) -> Vector {
    let n = ring.len();
    let mut best = (f64::INFINITY, 0, 0.0);
    for i in 0..n {
        let (u, v) = (ring[i], ring[(i + 1) % n]);
        let e = [v[0] - u[0], v[1] - u[1]];
        let square = e[0] * e[0] + e[1] * e[1];
        let k =
            if square > 0.0 { (e[0] * (x[0] - u[0]) + e[1] * (x[1] - u[1])) / square } else { 0.0 };
        let k = k.clamp(0.0, 1.0);
        let far = (u[0] + k * e[0] - x[0]).hypot(u[1] + k * e[1] - x[1]);
        if far < best.0 {
            best = (far, i, k);
        }
    }
    let (_, i, k) = best;
    let k = Interval::of(k);
    let (u, v) = (piece.corners[i].at, piece.corners[(i + 1) % n].at);
    plus(u, times(minus(v, u), k))
}

/// Returns `true` if a piece surely has a point inside.
fn holds(piece: &Posed, x: Vector) -> bool {
    let ring = mids(piece);
    match &piece.round {
        PosedRound::Disc(r) if r.hi == 0.0 => {
            let sum: f64 = edges(piece).map(|[u, v]| turn(u, v, x)).sum();
            ring.len() > 2 && sum.abs() == ring.len() as f64
        }
        PosedRound::Disc(r) => {
            let near = on_core(piece, &ring, nearest(&ring, x.map(Interval::mid)));
            length(minus(x, near)).hi < r.lo
        }
        PosedRound::Image([c, d]) => {
            let near = on_core(piece, &ring, nearest(&ring, x.map(Interval::mid)));
            let off = minus(x, near);
            let wedge = |u: Vector, v: Vector| u[0] * v[1] - u[1] * v[0];
            let det = wedge(c.at, d.at);
            let sum = wedge(off, d.at).square() + wedge(c.at, off).square();
            sum.hi < det.square().lo
        }
    }
}

impl Search<'_> {
    /// Returns `false` once enough is known.
    fn scan(&mut self, from: f64, to: f64, pairs: &Pairs) -> bool {
        let (mid, h) = (0.5 * (from + to), 0.5 * (to - from));
        let scene = Scene::new(self.sweep, mid);
        // A half stretch that surely covers both ends.
        let h = h.max(mid - from).max(to - mid).next_up();
        let clear = |[i, j]: &[u32; 2]| scene.are_clear(*i as usize, *j as usize, h);
        let pairs: Pairs = pairs.iter().filter(|pair| !clear(pair)).copied().collect();
        if pairs.is_empty() {
            return true;
        }
        if to - from > (NARROW * to).max(FIRST) {
            return self.scan(from, mid, &pairs) && self.scan(mid, to, &pairs);
        }
        if self.known.open == 0 {
            self.known.clear_until = from;
        }
        self.known.open += 1;
        let mut ahead = to - from;
        while to + ahead <= self.until && ahead < 0.01 * self.until {
            if Scene::new(self.sweep, to + ahead).meet() {
                self.known.meets_at = Some(to + ahead);
                return false;
            }
            ahead *= 4.0;
        }
        self.known.open < OPEN
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::set::Set;

    fn rect(center: [f32; 2], half: [f32; 2]) -> Body {
        Body::Set(Set::Rect { center, half, rot: [1.0, 0.0], radius: 0.0 })
    }

    #[test]
    fn a_corner_that_dips_into_a_wall_and_out_again_is_found() {
        // The corner of a turning square reaches √2; the wall begins a hair nearer.
        let square = rect([0.0; 2], [1.0, 1.0]);
        let spin = [Leg { degrees: 90.0, ..Leg::NONE }];
        for (x, meets) in [(1.4140625, true), (1.4143, false)] {
            let wall = rect([x + 1.0, 0.0], [1.0, 8.0]);
            let known = Sweep::new((&square, &spin), (&wall, &[]), 0.0).first_contact(1.0);
            assert_eq!(known.meets_at.is_some(), meets, "{x} {known:?}");
            assert!(meets || known.open == 0 && known.clear_until == 1.0, "{known:?}");
            assert!(!meets || (known.clear_until - 0.5).abs() < 0.01, "{known:?}");
        }
    }

    #[test]
    fn ellipses_planes_and_many_turns_are_met_when_they_are() {
        let ground = Body::HalfPlane { normal: [0.0, -2.0], offset: -4.0 };
        let egg = Body::Ellipse { center: [0.0; 2], axes: [[3.0, 0.0], [0.0, 1.0]] };
        // The egg's lowest point is at √(9 sin² + cos²): 2 where sin² is 3/8.
        let spin = [Leg { degrees: 90.0, ..Leg::NONE }];
        let known = Sweep::new((&egg, &spin), (&ground, &[]), 0.0).first_contact(1.0);
        let at = 4.0 * (3.0f64 / 8.0).sqrt().asin() / core::f64::consts::TAU;
        assert!((known.clear_until - at).abs() < 1e-6, "{known:?} {at}");
        assert!(known.meets_at.unwrap() - at < 1e-6, "{known:?} {at}");
        let bar = rect([0.0; 2], [2.0, 0.1]);
        let fast = [Leg { translation: [10.0, 0.0], degrees: 18000.0, ..Leg::NONE }];
        let post = Body::Set(Set::Circle { center: [8.0, 0.0], radius: 0.5 });
        let known = Sweep::new((&bar, &fast), (&post, &[]), 0.0).first_contact(1.0);
        // At 7.5 less the diagonal, 2.0025.
        assert!(known.meets_at.is_some_and(|t| (0.5497..0.56).contains(&t)), "{known:?}");
    }
}

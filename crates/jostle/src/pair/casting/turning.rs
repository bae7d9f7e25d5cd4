//! When two convex pieces meet that move on any path: conservative advancement.
//!
//! Method: in a fixed direction u the distance of the pieces is at least h(s) = the support of the
//! motion's tangent less a bound of its acceleration, a concave function of the time s from now.
//! Where h is positive at two times, it is between them, so a root found from below is a safe step
//! (B. Mirtich, "Impulse-based dynamic simulation of rigid body systems", 1996; Zhang, Lee and Kim,
//! "Interactive continuous collision detection for non-convex polyhedra", 2006). The direction comes
//! from the gap at this time; a bad one costs steps, not correctness.
//!
//! Frame: both pieces relative to one base. Error: a contact is reported where the distance sinks
//! below [`TOLERANCE`] of the size. Cost: 4 to 10 gaps for a part of a turn, at most [`BUDGET`].

use smallvec::SmallVec;

use crate::math::motion::{Bounds, Path, Pose, apply, apply_transposed};
use crate::math::{DVec2, greater, lesser, sqrt};
use crate::pair::answer::Want;
use crate::pair::curved::separation::bracket;
use crate::pair::curved::support_map::{ConvexSet, View, right};
use crate::pair::exact::edge_pairs::nearest_on_segment;
use crate::shape::body::curved::furthest;

/// The distance that counts as contact, relative to the size.
pub(crate) const TOLERANCE: f64 = 1.0 / (1 << 26) as f64;

/// The error of a support value, relative to the size.
pub(super) const ERROR: f64 = 16.0 * f64::EPSILON;

/// How far the directions of the two ends of a face lie apart.
const FACE: f64 = 1e-6;

/// The most gaps of one pair.
const BUDGET: usize = 4096;

/// How far ahead a speed is measured.
pub(super) const STEP: f64 = 1.0 / (1 << 24) as f64;

/// Of an overlap that is more tolerances deep an earlier one is looked for.
const DEEP: f64 = 16.0;

/// The most halvings of the time to an overlap.
const HALVINGS: usize = 24;

/// The cosine of two directions that are one.
pub(super) const UPRIGHT: f64 = 1.0 - 1e-9;

/// Hulls of more corners are measured by their support functions.
pub(super) const FEW: usize = 16;

/// A convex set: the hull of corners, thickened by a disc or a curved set.
#[derive(Clone, Copy)]
pub(crate) struct Solid<'a> {
    pub(crate) ring: &'a [DVec2],
    pub(crate) radius: f64,
    pub(crate) curve: Option<&'a View<'a>>,
}

impl Solid<'_> {
    /// The corner furthest along a vector, and the largest product of a point with it.
    #[inline]
    fn reach(&self, q: DVec2, is_rigid: bool) -> (DVec2, f64) {
        let corner = furthest(self.ring, q);
        let round = match self.curve {
            // A disc stays what it is under a turn.
            None if is_rigid => self.radius,
            None => self.radius * q.length(),
            Some(_) => self.round(q).dot(q),
        };
        (corner, corner.dot(q) + round)
    }

    /// What the round part adds to the hull along a vector of any length.
    fn round(&self, q: DVec2) -> DVec2 {
        let Some(u) = q.unit() else { return DVec2::ZERO };
        self.curve.map_or(u * self.radius, |curve| curve.support(u))
    }

    pub(super) fn is_point(&self) -> bool {
        self.ring.len() == 1 && self.radius == 0.0 && self.curve.is_none()
    }

    /// Returns `true` for a set that a user's support function gives, with its error.
    fn is_custom(&self) -> bool {
        self.curve.is_some_and(|curve| curve.support_error() > 0.0)
    }
}

#[derive(Clone, Copy)]
pub(super) struct Mover<'a> {
    pub(super) solid: Solid<'a>,
    pub(super) path: &'a Path,
    /// Bounds for the corners, and for round parts where they do not stay as they are.
    pub(super) bounds: Bounds,
    pub(super) is_rigid: bool,
    /// A bound of the coordinates at the start.
    pub(super) reach: f64,
}

struct Posed<'a> {
    mover: &'a Mover<'a>,
    pose: Pose,
}

impl ConvexSet for Posed<'_> {
    fn probe(&self, direction: DVec2) -> (DVec2, f64) {
        let solid = &self.mover.solid;
        let local = apply_transposed(self.pose.linear, direction);
        let point = self.pose.point(furthest(solid.ring, local) + solid.round(local));
        let round = if self.mover.is_rigid {
            solid.curve.map_or(solid.radius, |curve| curve.probe(local).1)
        } else {
            0.0
        };
        (point, round)
    }

    fn roundness(&self, from: (DVec2, f64), to: (DVec2, f64)) -> f64 {
        let solid = &self.mover.solid;
        let local = |(u, rho): (DVec2, f64)| (apply_transposed(self.pose.linear, u), rho);
        match solid.curve {
            _ if !self.mover.is_rigid => 0.0,
            Some(curve) => curve.roundness(local(from), local(to)),
            None => solid.radius,
        }
    }

    fn support_error(&self) -> f64 {
        self.mover.solid.curve.map_or(0.0, ConvexSet::support_error)
    }
}

impl Mover<'_> {
    /// The corners at a time, and what round parts add to them in the direction of a unit vector. Of
    /// a user's shape the ends of its face there.
    pub(super) fn surface(&self, t: f64, u: DVec2) -> (SmallVec<[DVec2; 8]>, DVec2) {
        let pose = self.path.pose(t);
        if self.solid.is_custom() {
            let posed = Posed { mover: self, pose };
            let ends = [u.left(), -u.left()].map(|side| posed.support(u + side * FACE));
            return (SmallVec::from_slice(&ends), DVec2::ZERO);
        }
        let round = self.solid.round(apply_transposed(pose.linear, u));
        (self.corners(&pose).collect(), apply(pose.linear, round))
    }

    pub(super) fn corners(&self, pose: &Pose) -> impl Iterator<Item = DVec2> {
        self.solid.ring.iter().map(|v| pose.point(*v))
    }

    /// The largest value along u of the points that `pose` and its derivative bring there after s,
    /// and its slope.
    #[inline]
    fn reach(&self, pose: &Pose, u: DVec2, s: f64) -> (f64, f64) {
        let [m, r] = [pose.linear, pose.linear_rate];
        let linear = [m[0] + s * r[0], m[1] + s * r[1], m[2] + s * r[2], m[3] + s * r[3]];
        let (corner, top) = self.solid.reach(apply_transposed(linear, u), self.is_rigid);
        let slope = (apply(r, corner) + pose.rate).dot(u);
        (top + (pose.translation + pose.rate * s).dot(u), slope)
    }

    /// Returns `true` if the piece is a hull of few corners with a disc at all times.
    pub(super) fn is_simple(&self) -> bool {
        let is_round = self.solid.radius > 0.0 || self.solid.curve.is_some();
        self.solid.ring.len() <= FEW && (!is_round || self.is_rigid && self.solid.curve.is_none())
    }
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Approach {
    /// They do not meet before.
    pub(super) time: f64,
    /// A later time at which they overlap, where one was found near.
    pub(super) witness: Option<f64>,
    /// At `time`.
    pub(super) distance: Distance,
}

/// Two movers and what their numbers are computed from.
pub(super) struct Pair<'a> {
    pub(super) a: Mover<'a>,
    pub(super) b: Mover<'a>,
    /// A bound of the coordinates.
    pub(super) size: f64,
    /// How far b is grown.
    pub(super) skin: f64,
    /// The fronts of one-sided edges at the start.
    pub(super) lefts: [Option<DVec2>; 2],
}

pub(super) struct Moment {
    pub(super) t: f64,
    pub(super) a: Pose,
    pub(super) b: Pose,
}

/// Bounds of the distance at one time, and a direction from a to b in which it is at least `lo`.
#[derive(Clone, Copy, Debug)]
pub(super) struct Distance {
    pub(super) lo: f64,
    pub(super) hi: f64,
    pub(super) normal: DVec2,
}

/// The number of an edge among those of a and then those of b.
pub(super) type Face = usize;

pub(super) enum Stopped {
    Apart,
    Near(Moment, Distance),
    Spent(Moment, Distance),
}

impl<'a> Pair<'a> {
    pub(super) fn new(a: Mover<'a>, b: Mover<'a>, skin: f64) -> Self {
        let [p, q] = [&a, &b].map(|mover| mover.reach + mover.bounds.speed);
        Self { a, b, size: p + q, skin, lefts: [None; 2] }
    }

    pub(super) fn at(&self, t: f64) -> Moment {
        Moment { t, a: self.a.path.pose(t), b: self.b.path.pose(t) }
    }

    /// The distance along u that is left after s, with straight tangents.
    pub(super) fn along(&self, at: &Moment, u: DVec2, s: f64) -> f64 {
        self.along_with_slope(at, u, s).0
    }

    fn along_with_slope(&self, at: &Moment, u: DVec2, s: f64) -> (f64, f64) {
        let ((a, by_a), (b, by_b)) = (self.a.reach(&at.a, u, s), self.b.reach(&at.b, -u, s));
        (-b - a - self.skin, -by_b - by_a)
    }

    /// Half of the acceleration by which the movers can leave their tangents.
    pub(super) fn curvature(&self) -> f64 {
        0.5 * (self.a.bounds.acceleration + self.b.bounds.acceleration)
    }

    /// Measures the distance at a time, exactly where it may be near `level`.
    pub(super) fn distance(&self, at: &Moment, level: f64, face: &mut Face) -> Distance {
        if self.a.is_simple() && self.b.is_simple() {
            let quick = self.distance_of_hulls(at, face);
            let near = level + TOLERANCE * self.size;
            if quick.lo > near || quick.hi <= near {
                return quick;
            }
        }
        let [a, b] = [(&self.a, at.a), (&self.b, at.b)].map(|(mover, pose)| Posed { mover, pose });
        let gap = bracket(&a, &b, DVec2::ZERO, Want::Gap);
        Distance { lo: gap.lo - self.skin, hi: gap.hi - self.skin, normal: gap.normal }
    }

    /// Bounds the distance by the edges of both hulls and by two points of them. `face` is the edge
    /// that was nearest last time, which is tried first.
    fn distance_of_hulls(&self, at: &Moment, face: &mut Face) -> Distance {
        let a = self.a.corners(&at.a).collect::<SmallVec<[DVec2; 8]>>();
        let b = self.b.corners(&at.b).collect::<SmallVec<[DVec2; 8]>>();
        let radius = self.a.solid.radius + self.b.solid.radius + self.skin;
        let error = ERROR * self.size;
        let all = a.len() + b.len();
        // The edge beyond which the other hull lies furthest.
        let mut best: Option<(f64, DVec2, [DVec2; 2])> = None;
        let mut first = *face;
        for k in 0..all {
            let i = (first + k) % all;
            let is_of_a = i < a.len();
            let (own, other, i) = if is_of_a { (&a, &b, i) } else { (&b, &a, i - a.len()) };
            let (v, w) = (own[i], own[if i + 1 == own.len() { 0 } else { i + 1 }]);
            let Some(out) = right(w - v).unit() else { continue };
            let normal = if is_of_a { out } else { -out };
            let corner = furthest(other, -out);
            let height = (corner - v).dot(out);
            if best.is_none_or(|best| height > best.0) {
                let foot = nearest_on_segment(corner, v, w);
                best = Some((height, normal, [foot, corner]));
                *face = (first + k) % all;
                // Two points as far apart as the hulls at least are: the nearest.
                let across = (corner - foot) - out * height;
                if height > error && across.reach() <= error {
                    let exact = height - radius;
                    return Distance { lo: exact - error, hi: exact + error, normal };
                }
            }
        }
        first = *face;
        let (height, mut normal, [foot, corner]) =
            best.unwrap_or((f64::NEG_INFINITY, DVec2::X, [a[0], b[0]]));
        if height < -error && all > 2 {
            return Distance { lo: height - radius - error, hi: height - radius + error, normal };
        }
        let between = if first < a.len() { corner - foot } else { foot - corner };
        let length = between.length();
        if let Some(straight) = between.unit().filter(|_| length > error) {
            let apart = (furthest(&b, -straight) - furthest(&a, straight)).dot(straight);
            normal = if apart > height { straight } else { normal };
        }
        let lo = self.along(at, normal, 0.0) - error;
        Distance { lo, hi: length - radius + error, normal }
    }

    /// Moves on while the distance is proven to stay above `level`.
    pub(super) fn advance(&self, from: f64, until: f64, level: f64) -> Stopped {
        let near = level + TOLERANCE * self.size;
        let (mut at, mut face) = (self.at(from), 0);
        let mut distance = self.distance(&at, level, &mut face);
        for _ in 0..BUDGET {
            if distance.lo <= near {
                return Stopped::Near(at, distance);
            }
            let step = self.safe_step(&at, until - at.t, distance.normal, level);
            if at.t + step >= until {
                return Stopped::Apart;
            }
            if step <= 0.0 {
                break;
            }
            at = self.at(at.t + step);
            distance = self.distance(&at, level, &mut face);
        }
        Stopped::Spent(at, distance)
    }

    /// A time for which the distance along u surely stays above `level`, at most `room`.
    fn safe_step(&self, at: &Moment, room: f64, u: DVec2, level: f64) -> f64 {
        let curvature = self.curvature();
        let floor = level + ERROR * self.size;
        let h = |s: f64| self.along(at, u, s) - floor - curvature * s * s;
        let (start, slope) = self.along_with_slope(at, u, 0.0);
        let (mut low, mut h_low) = (0.0, start - floor);
        if h_low <= 0.0 {
            return 0.0;
        }
        let (mut high, mut h_high) = (room, h(room));
        if h_high >= 0.0 {
            return room;
        }
        // A tangent meets 0 after a concave function does.
        let root = sqrt(slope * slope + 4.0 * curvature * h_low);
        let guess = 2.0 * h_low / (root - slope);
        if guess > 0.0 && guess < high {
            let value = h(guess);
            if value >= 0.0 {
                (low, h_low) = (guess, value);
            } else {
                (high, h_high) = (guess, value);
            }
        }
        // The chord of a concave function meets 0 before it does.
        low + (high - low) * (h_low / (h_low - h_high))
    }

    /// A contact at a time when the distance is within the tolerance, with the first overlap after.
    pub(super) fn contact(&self, at: &Moment, until: f64, distance: Distance) -> Approach {
        let (u, t) = (distance.normal, at.t);
        let s = STEP;
        let closing = (self.along(at, u, 0.0) - self.along(at, u, s)) / s;
        let last = lesser(1.0, greater(until, t + s));
        let closes = closing > 0.0;
        let mut ahead = if closes { 2.0 * greater(distance.hi, 0.0) / closing + s } else { s };
        // Slowly, what rolls goes in; what parts again is another contact.
        let near = TOLERANCE * self.size;
        let mut free = t;
        while t + ahead < 4.0 * last {
            let next = self.at(lesser(t + ahead, last));
            let there = self.distance(&next, 0.0, &mut 0);
            if there.hi < 0.0 || self.is_passed(&next, u) {
                let is_deep = there.hi < 0.0 && there.lo < -DEEP * near;
                let first = is_deep.then(|| self.overlap_between(free, next.t));
                return Approach { time: t, witness: Some(first.unwrap_or(next.t)), distance };
            }
            if there.lo > near {
                break;
            }
            free = next.t;
            ahead *= 4.0;
        }
        Approach { time: t, witness: None, distance }
    }

    /// A time at which they overlap, but not deeply, or about the first, between one and another at which
    /// they overlap.
    fn overlap_between(&self, mut low: f64, mut high: f64) -> f64 {
        for _ in 0..HALVINGS {
            let middle = 0.5 * (low + high);
            let there = self.distance(&self.at(middle), 0.0, &mut 0);
            if there.hi >= 0.0 {
                low = middle;
                continue;
            }
            high = middle;
            if there.lo >= -DEEP * TOLERANCE * self.size {
                break;
            }
        }
        high
    }

    /// Returns `true` if a lies beyond b along u, side by side: thin pieces that pass each other have
    /// no time at which they overlap.
    fn is_passed(&self, at: &Moment, u: DVec2) -> bool {
        let range = |mover: &Mover<'_>, pose: &Pose, v: DVec2| {
            [-mover.reach(pose, -v, 0.0).0, mover.reach(pose, v, 0.0).0]
        };
        let across = u.left();
        let ([low, _], [_, high]) = (range(&self.a, &at.a, u), range(&self.b, &at.b, u));
        let ([p, q], [v, w]) = (range(&self.a, &at.a, across), range(&self.b, &at.b, across));
        self.skin == 0.0 && low > high && p < w && v < q
    }

    /// A time from `from` on at which they surely overlap deeper than the tolerance.
    pub(super) fn first_overlap(&self, from: f64, until: f64) -> Option<f64> {
        match self.advance(from, until, -4.0 * TOLERANCE * self.size) {
            Stopped::Near(at, distance) if distance.hi < 0.0 => Some(at.t),
            _ => None,
        }
    }

    /// A bound of how fast they come nearer.
    pub(super) fn speed(&self) -> f64 {
        self.a.bounds.speed + self.b.bounds.speed
    }

    /// Of a that is a point: where it is, at least how deep in b, and the shortest way out.
    pub(super) fn depth_at(&self, t: f64) -> (DVec2, f64, DVec2) {
        let at = self.at(t);
        let distance = self.distance(&at, 0.0, &mut 0);
        (at.a.point(self.a.solid.ring[0]), -distance.hi, -distance.normal)
    }

    /// Returns `true` if the movers overlap at a time, deeper than the tolerance.
    pub(super) fn overlaps_at(&self, t: f64) -> bool {
        self.distance(&self.at(t), 0.0, &mut 0).hi < -TOLERANCE * self.size
    }

    /// A time after t, when the movers meet, at which they are surely apart: soon after the first.
    pub(super) fn first_gap(&self, mut t: f64, until: f64) -> Option<f64> {
        let (speed, near) = (self.speed(), TOLERANCE * self.size);
        let mut least = near / speed;
        while t < until {
            let distance = self.distance(&self.at(t), 0.0, &mut 0);
            if distance.lo > near {
                return Some(t);
            }
            // They part no earlier than this. Steps that grow end a long slide.
            t += greater(-distance.hi / speed, least);
            least *= 1.25;
        }
        None
    }
}

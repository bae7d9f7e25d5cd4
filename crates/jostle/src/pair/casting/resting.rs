//! Movers that touch where a search begins: how long one axis keeps them apart.
//!
//! Conservative advancement divides a distance by a speed and gets nowhere where both are zero: a door
//! at its wall. Here each pair of corners has a bound of its own: along a fixed axis they are, after s,
//! at least where their velocity and their acceleration bring them, less the most that the acceleration
//! changes, times s³/6. Four kinds of axes are tried: those that rest in the world, those that rest in the
//! frame of either mover (a side that turns about a corner has no other), and the one that turns with the
//! line between two round corners. A corner in the pivot of a turn does not move, so a hinge that rests on
//! a wall is passed in one step, and the tip of a hand that touches a wall leaves it by its acceleration
//! alone.
//!
//! Error: where interiors count, what lies less deep than the rounding of `f64` at the start of a step only
//! touches there; it may not sink from there. Cost: about 50 values of O(n + m) for each of O(n + m) axes and
//! each step.

use smallvec::SmallVec;

use crate::math::motion::{Path, Pose, apply, apply_transposed};
use crate::math::{DVec2, greater, lesser};
use crate::pair::casting::first_contact::shared;
use crate::pair::casting::turning::{
    Approach, Distance, ERROR, FEW, Moment, Mover, Pair, Stopped, TOLERANCE, UPRIGHT,
};
use crate::pair::curved::support_map::right;
use crate::shape::body::curved::furthest;

/// The most steps.
const STEPS: usize = 64;

/// A step that is shorter leads nowhere.
const SHORT: f64 = 1.0 / (1_u64 << 36) as f64;

/// Within this of the start a contact counts as one at the start.
const START: f64 = 1.0 / (1 << 20) as f64;

/// How far corners of one face may lie apart along a normal, relative to the size.
const FLAT: f64 = 1e-6;

/// The rounding of a distance, relative to the size.
const NOISE: f64 = 8.0 * ERROR;

/// How movers that touch go on.
#[expect(clippy::large_enum_variant, reason = "it is a result that lives for one call")]
enum Rested {
    /// They do not meet.
    Apart,
    /// They are apart at this time, beyond the tolerance, and did not meet before.
    Parted(f64),
    /// They may meet from this time on.
    Met(Moment, Distance),
}

impl Pair<'_> {
    /// Finds the first time in [from, until] at which the movers meet. `strict` lets them touch as long
    /// as they do from the start. Two points never overlap.
    pub(super) fn first_contact(&self, from: f64, until: f64, strict: bool) -> Option<Approach> {
        if strict && self.skin == 0.0 && self.a.solid.is_point() && self.b.solid.is_point() {
            return None;
        }
        let mut stopped = self.advance(from, until, 0.0);
        if let Stopped::Near(at, distance) = stopped {
            let is_start = at.t == from && !(strict && distance.hi < -TOLERANCE * self.size);
            let rested = match is_start {
                true => self.rest(at, distance, until, strict),
                false => Rested::Met(at, distance),
            };
            stopped = match rested {
                Rested::Apart => Stopped::Apart,
                Rested::Parted(t) => self.advance(t, until, 0.0),
                Rested::Met(at, distance) => Stopped::Near(at, distance),
            };
        }
        match stopped {
            Stopped::Apart => None,
            Stopped::Near(moment, distance) => Some(self.contact(&moment, until, distance)),
            Stopped::Spent(moment, distance) => {
                Some(Approach { time: moment.t, witness: None, distance })
            }
        }
    }

    /// Follows movers that are within the tolerance. `strict` lets them touch.
    #[inline(never)]
    fn rest(&self, start: Moment, distance: Distance, until: f64, strict: bool) -> Rested {
        let from = start.t;
        let (mut at, mut distance) = (start, distance);
        let paths = self.seen_from_both();
        for _ in 0..STEPS {
            let room = until - at.t;
            let mut step = self.longest_hold(&at, distance.normal, room, strict);
            let between = self.seen_from_between(&at, distance.normal);
            for seen in paths.iter().flatten().chain(&between) {
                let view = self.along_paths(seen);
                let at = view.at(at.t);
                let normal = view.distance(&at, 0.0, &mut 0).normal;
                step = greater(step, view.longest_hold(&at, normal, room, strict));
            }
            if step >= room {
                return Rested::Apart;
            }
            if step < SHORT {
                break;
            }
            at = self.at(at.t + step);
            distance = self.distance(&at, 0.0, &mut 0);
            if distance.lo > TOLERANCE * self.size {
                return Rested::Parted(at.t);
            }
        }
        if strict && at.t - from < START {
            at = self.at(from);
            distance = self.distance(&at, 0.0, &mut 0);
        }
        if self.is_barred(&at, distance.normal) {
            distance.normal = -distance.normal;
        }
        Rested::Met(at, distance)
    }

    /// The paths as each of the movers sees them; `None` where neither turns or one stretches.
    fn seen_from_both(&self) -> Option<[[Path; 2]; 2]> {
        let [p, q] = [self.a.path, self.b.path];
        if p.turns() == 0.0 && q.turns() == 0.0 {
            return None;
        }
        Some([[Path::default(), q.seen_from(p)?], [p.seen_from(q)?, Path::default()]])
    }

    /// The paths as seen along the line between the centers of two round corners that touch, which turns.
    fn seen_from_between(&self, at: &Moment, normal: DVec2) -> Option<[Path; 2]> {
        let corner = |mover: &Mover<'_>, pose: &Pose, u: DVec2| {
            let local = apply_transposed(pose.linear, u);
            let v = furthest(mover.solid.ring, local);
            (pose.point(v), pose.velocity_of(v))
        };
        let ((p, own), (q, other)) =
            (corner(&self.a, &at.a, normal), corner(&self.b, &at.b, -normal));
        let (way, speed) = (q - p, other - own);
        let square = way.dot(way);
        if square <= TOLERANCE * self.size * self.size || speed == DVec2::ZERO {
            return None;
        }
        let frame = Path::turning(p - own * at.t, own, way.cross(speed) / square);
        Some([self.a.path.seen_from(&frame)?, self.b.path.seen_from(&frame)?])
    }

    /// The same movers on other paths.
    fn along_paths<'p>(&'p self, [p, q]: &'p [Path; 2]) -> Pair<'p> {
        let (a, b) = (Mover::new(self.a.solid, p), Mover::new(self.b.solid, q));
        Pair { lefts: self.lefts, ..Pair::new(a, b, self.skin) }
    }

    /// The longest time for which one axis keeps the movers apart, at most `room`.
    fn longest_hold(&self, at: &Moment, known: DVec2, room: f64, strict: bool) -> f64 {
        let axes = self.axes(at, known);
        axes.into_iter().map(|u| self.hold(at, u, room, strict)).fold(0.0, greater)
    }

    /// The ends and the middle of what the faces share that touch along a normal.
    fn touching(&self, t: f64, normal: DVec2) -> [DVec2; 3] {
        let surface = |mover: &Mover<'_>, u: DVec2| {
            let (corners, round) = mover.surface(t, u);
            (corners.into_iter(), round)
        };
        shared(surface(&self.a, normal), surface(&self.b, -normal), normal, FLAT).0
    }

    /// Returns `true` if any of what touches along a normal goes in.
    pub(super) fn closes(&self, t: f64, normal: DVec2) -> bool {
        let at = self.at(t);
        let speed = |p: DVec2| (at.a.velocity(p) - at.b.velocity(p)).dot(normal);
        self.touching(t, normal).into_iter().any(|p| speed(p) > 0.0)
    }

    /// Axes that part the movers: the one that is known, those of sides, the two along which the corner
    /// that touches does not move, and those between two of them.
    fn axes(&self, at: &Moment, known: DVec2) -> SmallVec<[DVec2; 8]> {
        let [_, tip, _] = self.touching(at.t, known);
        let across = (at.a.velocity(tip) - at.b.velocity(tip)).left().unit();
        let mut all = SmallVec::<[DVec2; 24]>::from_slice(&[known]);
        all.extend(across.into_iter().flat_map(|u| [u, -u]));
        if self.a.is_simple() && self.b.is_simple() {
            for (mover, pose, sense) in [(&self.a, &at.a, 1.0), (&self.b, &at.b, -1.0)] {
                let ring = mover.corners(pose).collect::<SmallVec<[DVec2; 8]>>();
                let next = |i: usize| ring[if i + 1 == ring.len() { 0 } else { i + 1 }];
                let sides = (0..ring.len()).filter_map(|i| right(next(i) - ring[i]).unit());
                all.extend(sides.map(|out| out * sense));
            }
        }
        let parts = |u: &DVec2| self.along(at, *u, 0.0) >= -NOISE * self.size;
        all.retain(|u| parts(u) && !self.is_barred(at, *u));
        let pairs = (0..all.len()).flat_map(|i| (0..i).map(move |j| (i, j)));
        let between = pairs.filter_map(|(i, j)| (all[i] + all[j]).unit());
        let between = between.collect::<SmallVec<[DVec2; 8]>>();
        all.iter().copied().chain(between).collect()
    }

    /// Returns `true` for an axis along which what lies all on the line of a one-sided edge would be behind
    /// that: it is in front.
    fn is_barred(&self, at: &Moment, u: DVec2) -> bool {
        let is_behind = |left: Option<DVec2>, pose: &Pose, out: DVec2| {
            let left = left.and_then(|left| apply(pose.linear, left).unit());
            left.is_some_and(|left| left.dot(out) < -UPRIGHT)
        };
        let [left_a, left_b] = self.lefts;
        (is_behind(left_a, &at.a, u) || is_behind(left_b, &at.b, -u))
            && self.along(at, -u, 0.0) >= -NOISE * self.size
    }

    /// A time for which the movers stay apart along an axis, at most `room`; 0 if they do not. `strict`
    /// takes a distance that is lost in rounding as none, from which they may not sink.
    fn hold(&self, at: &Moment, u: DVec2, room: f64, strict: bool) -> f64 {
        let noise = NOISE * self.size;
        let start = self.along(at, u, 0.0);
        let left = match strict {
            true if start.abs() <= noise => 0.0,
            true => start,
            false => start - noise,
        };
        // What rounding may hide of a speed.
        let drift = ERROR * self.speed();
        let (Some(a), Some(b)) = (self.a.tracks(at.t, u), self.b.tracks(at.t, -u)) else {
            let curvature = self.curvature();
            let moved = |s: f64| self.along(at, u, s) - start - curvature * s * s;
            return longest(room, ERROR * self.size, |s| left + moved(s) + drift * s);
        };
        let pairs = a.iter().flat_map(|p| b.iter().map(move |q| p.and(q)));
        let all = pairs.map(|pair| Track {
            behind: pair.behind + left,
            speed: pair.speed - drift,
            ..pair
        });
        let all = all.map(Track::concave).collect::<SmallVec<[Track; 16]>>();
        longest(room, 0.0, |s| all.iter().map(|pair| pair.after(s)).fold(f64::INFINITY, lesser))
    }
}

/// A corner along an axis, or how two of them come nearer.
#[derive(Clone, Copy)]
struct Track {
    /// How far it lies behind what is furthest.
    behind: f64,
    speed: f64,
    acceleration: f64,
    /// The most that the acceleration changes.
    jerk: f64,
}

impl Track {
    fn and(&self, o: &Self) -> Self {
        Self {
            behind: self.behind + o.behind,
            speed: self.speed + o.speed,
            acceleration: self.acceleration + o.acceleration,
            jerk: self.jerk + o.jerk,
        }
    }

    /// Without an acceleration that would turn back what comes nearer: then what it is behind is positive
    /// up to one time and negative after it.
    fn concave(self) -> Self {
        let acceleration =
            if self.speed > 0.0 { greater(self.acceleration, 0.0) } else { self.acceleration };
        Self { acceleration, ..self }
    }

    /// How far it is behind after s, at least.
    fn after(&self, s: f64) -> f64 {
        self.behind - s * (self.speed + s * (0.5 * self.acceleration + s * self.jerk / 6.0))
    }
}

impl Mover<'_> {
    /// The corners along an axis; `None` for a set whose round part changes.
    fn tracks(&self, t: f64, u: DVec2) -> Option<SmallVec<[Track; 8]>> {
        let solid = &self.solid;
        let is_constant = solid.curve.is_none() && (self.is_rigid || solid.radius == 0.0);
        if !is_constant || solid.ring.len() > FEW {
            return None;
        }
        let pose = self.path.pose(t);
        let along = |v: &DVec2| pose.point(*v).dot(u);
        let top = solid.ring.iter().map(along).fold(f64::NEG_INFINITY, greater);
        let track = |v: &DVec2| Track {
            behind: top - along(v),
            speed: pose.velocity_of(*v).dot(u),
            acceleration: self.path.acceleration(t, *v).dot(u),
            jerk: self.path.bounds(*v, 0.0).jerk,
        };
        Some(solid.ring.iter().map(track).collect())
    }
}

/// About the longest time, at most `room`, for which a value that falls below 0 once is not negative; 0 if
/// that is sure to be short. The value errs by `error`.
fn longest(room: f64, error: f64, value: impl Fn(f64) -> f64) -> f64 {
    if value(0.0) < 0.0 || value(room) < 0.0 && value(SHORT) < -error {
        return 0.0;
    }
    let mut low = room;
    while value(low) < 0.0 {
        low *= 0.5;
        if low < SHORT {
            return 0.0;
        }
    }
    if low < room {
        let mut high = lesser(2.0 * low, room);
        for _ in 0..6 {
            let middle = 0.5 * (low + high);
            (low, high) = if value(middle) < 0.0 { (low, middle) } else { (middle, high) };
        }
    }
    low
}

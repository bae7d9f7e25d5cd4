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
use crate::pair::curved::separation::{Bracket, bracket};
use crate::pair::curved::support_map::ConvexSet;
use crate::pair::penetration::pieces::{Piece, Pieces};
use crate::shape::bvh::box_bvh::DAabb;

/// The distance that counts as contact, relative to the size.
const TOLERANCE: f64 = 1.0 / (1 << 26) as f64;

/// The error of a support value, relative to the size.
const ERROR: f64 = 16.0 * f64::EPSILON;

/// How far the directions of the two ends of a face lie apart.
const FACE: f64 = 1e-6;

/// The most gaps of one pair.
const BUDGET: usize = 4096;

/// A convex piece on its path.
#[derive(Clone, Copy)]
pub(super) struct Mover<'a> {
    pub(super) pieces: &'a Pieces<'a>,
    pub(super) piece: &'a Piece,
    pub(super) path: &'a Path,
    pub(super) bounds: Bounds,
}

/// A piece where it is at one time.
struct Posed<'a> {
    mover: &'a Mover<'a>,
    pose: Pose,
}

impl ConvexSet for Posed<'_> {
    fn probe(&self, direction: DVec2) -> (DVec2, f64) {
        let Mover { pieces, piece, path, .. } = self.mover;
        let local = apply_transposed(self.pose.linear, direction);
        let point = self.pose.point(pieces.support(piece, local.unit().unwrap_or(DVec2::X)));
        let round = if path.is_rigid() { pieces.curvature(piece, local) } else { 0.0 };
        (point, round)
    }

    fn roundness(&self, from: (DVec2, f64), to: (DVec2, f64)) -> f64 {
        let Mover { pieces, piece, path, .. } = self.mover;
        if !path.is_rigid() {
            return 0.0;
        }
        let local = |(u, rho): (DVec2, f64)| (apply_transposed(self.pose.linear, u), rho);
        pieces.roundness(piece, local(from), local(to))
    }

    fn extent(&self) -> DAabb {
        let [e, n] = [DVec2::X, DVec2::X.left()].map(|u| self.support(u));
        let [w, s] = [-DVec2::X, -DVec2::X.left()].map(|u| self.support(u));
        DAabb { min: DVec2::new(w.x, s.y), max: DVec2::new(e.x, n.y) }
    }

    fn support_error(&self) -> f64 {
        self.mover.pieces.support_error(self.mover.piece)
    }
}

impl<'a> Mover<'a> {
    /// The corners at a time, and what round parts add to them in the direction of a unit vector. Of
    /// a user's shape the ends of its face there.
    pub(super) fn surface(&self, t: f64, u: DVec2) -> (SmallVec<[DVec2; 8]>, DVec2) {
        let posed = self.at(t);
        if self.pieces.support_error(self.piece) > 0.0 {
            let ends = [u.left(), -u.left()].map(|side| posed.support(u + side * FACE));
            return (SmallVec::from_slice(&ends), DVec2::ZERO);
        }
        let ring = self.pieces.ring(self.piece).iter().map(|v| posed.pose.point(*v));
        let linear = posed.pose.linear;
        let round = self.pieces.round(self.piece, apply_transposed(linear, u));
        (ring.collect(), apply(linear, round))
    }

    fn at(&self, t: f64) -> Posed<'_> {
        Posed { mover: self, pose: self.path.pose(t) }
    }

    /// The largest value along u of the points that `pose` and its derivative bring there after s.
    fn reach(&self, pose: &Pose, u: DVec2, s: f64) -> f64 {
        let [m, r] = [pose.linear, pose.linear_rate];
        let linear = [m[0] + s * r[0], m[1] + s * r[1], m[2] + s * r[2], m[3] + s * r[3]];
        let own = self.pieces.reach(self.piece, apply_transposed(linear, u));
        own + (pose.translation + pose.rate * s).dot(u)
    }
}

/// The first contact of two movers.
#[derive(Clone, Copy, Debug)]
pub(super) struct Approach {
    /// They do not meet before.
    pub(super) time: f64,
    /// A later time at which they overlap, where one was found near.
    pub(super) witness: Option<f64>,
    pub(super) normal: DVec2,
}

/// Two movers and what their numbers are computed from.
pub(super) struct Pair<'a> {
    pub(super) a: Mover<'a>,
    pub(super) b: Mover<'a>,
    /// A bound of the coordinates.
    pub(super) size: f64,
    /// How far b is grown.
    pub(super) skin: f64,
}

/// What stopped an advancement.
enum Stopped {
    Apart,
    Near(f64, Bracket),
    Spent(f64, Bracket),
}

impl Pair<'_> {
    /// Finds the first time in [from, until] at which the movers meet. `strict` lets them touch where
    /// they do at the start and part again.
    pub(super) fn first_contact(&self, from: f64, until: f64, strict: bool) -> Option<Approach> {
        let tolerance = TOLERANCE * self.size;
        let mut from = from;
        if strict && from == 0.0 {
            let gap = self.gap(0.0);
            if gap.lo <= tolerance {
                from = self.time_of_parting(&gap, until)?;
                if from == 0.0 {
                    return Some(self.contact(0.0, until, &gap));
                }
            }
        }
        match self.advance(from, until, 0.0) {
            Stopped::Apart => None,
            Stopped::Near(t, gap) => Some(self.contact(t, until, &gap)),
            Stopped::Spent(t, gap) => Some(Approach { time: t, witness: None, normal: gap.normal }),
        }
    }

    fn gap(&self, t: f64) -> Bracket {
        let gap = bracket(&self.a.at(t), &self.b.at(t), DVec2::ZERO, Want::Gap);
        let [lo, hi, separation] = [gap.lo, gap.hi, gap.separation].map(|x| x - self.skin);
        Bracket { lo, hi, separation, ..gap }
    }

    /// Movers that touch at the start: when they are apart again, 0 if they may not part, `None` if
    /// they only slide.
    fn time_of_parting(&self, gap: &Bracket, until: f64) -> Option<f64> {
        let (a, b) = (self.a.path.pose(0.0), self.b.path.pose(0.0));
        let distance =
            |s: f64| self.b_side(&b, gap.normal, s) - self.a.reach(&a, gap.normal, s) - self.skin;
        // The slope at the start, from below: the distance along u is concave.
        let s = lesser(1e-3, until);
        let slope = (distance(s) - distance(0.0)) / s;
        let curvature = 0.5 * (self.a.bounds.acceleration + self.b.bounds.acceleration);
        if curvature == 0.0 && slope >= 0.0 {
            return None;
        }
        let parting = if curvature > 0.0 { 0.5 * slope / curvature } else { 0.0 };
        let noise = ERROR * self.size / s;
        Some(if slope > noise { lesser(parting, s) } else { 0.0 })
    }

    /// The least value along u of b's points after s.
    fn b_side(&self, pose: &Pose, u: DVec2, s: f64) -> f64 {
        -self.b.reach(pose, -u, s)
    }

    /// Moves on while the distance is proven to stay above `level`.
    fn advance(&self, from: f64, until: f64, level: f64) -> Stopped {
        let (tolerance, mut t) = (TOLERANCE * self.size, from);
        let mut gap = self.gap(t);
        for _ in 0..BUDGET {
            if gap.lo <= level + tolerance {
                return Stopped::Near(t, gap);
            }
            let step = self.safe_step(t, until - t, gap.normal, level);
            t += step;
            if t >= until {
                return Stopped::Apart;
            }
            if step <= 0.0 {
                break;
            }
            gap = self.gap(t);
        }
        Stopped::Spent(t, gap)
    }

    /// A time for which the distance along u surely stays above `level`, at most `room`.
    fn safe_step(&self, t: f64, room: f64, u: DVec2, level: f64) -> f64 {
        let (a, b) = (self.a.path.pose(t), self.b.path.pose(t));
        let curvature = 0.5 * (self.a.bounds.acceleration + self.b.bounds.acceleration);
        let floor = level + self.skin + ERROR * self.size;
        let h = |s: f64| self.b_side(&b, u, s) - self.a.reach(&a, u, s) - floor - curvature * s * s;
        let (mut low, mut h_low) = (0.0, h(0.0));
        if h_low <= 0.0 {
            return 0.0;
        }
        let (mut high, mut h_high) = (room, h(room));
        if h_high >= 0.0 {
            return room;
        }
        // A tangent meets 0 after a concave function does.
        let small = 1e-4 * room;
        let slope = (h(small) - h_low) / small + curvature * small;
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
        for _ in 0..4 {
            // The chord of a concave function meets 0 before it does.
            let chord = low + (high - low) * (h_low / (h_low - h_high));
            let gain = chord - low;
            (low, h_low) = (chord, greater(h(chord), 0.0));
            if gain <= 1e-2 * low {
                break;
            }
            let middle = low + lesser(4.0 * gain, 0.5 * (high - low));
            let value = h(middle);
            if value >= 0.0 {
                (low, h_low) = (middle, value);
            } else {
                (high, h_high) = (middle, value);
            }
        }
        low
    }

    /// A contact at a time when the distance is within the tolerance, with the first overlap after.
    fn contact(&self, t: f64, until: f64, gap: &Bracket) -> Approach {
        let (a, b) = (self.a.path.pose(t), self.b.path.pose(t));
        let u = gap.normal;
        let s = 1.0 / (1 << 24) as f64;
        let reach = |s: f64| self.b_side(&b, u, s) - self.a.reach(&a, u, s);
        let closing = (reach(0.0) - reach(s)) / s;
        let last = lesser(1.0, greater(until, t + s));
        let mut witness = None;
        let mut ahead = if closing > 0.0 { 2.0 * greater(gap.hi, 0.0) / closing + s } else { s };
        for _ in 0..4 {
            let at = lesser(t + ahead, last);
            if self.gap(at).hi < 0.0 || self.is_passed(at, u) {
                witness = Some(at);
                break;
            }
            ahead *= 4.0;
        }
        Approach { time: t, witness, normal: u }
    }

    /// Returns `true` if a lies beyond b along u at a time, side by side: thin pieces that pass each
    /// other have no time at which they overlap.
    fn is_passed(&self, t: f64, u: DVec2) -> bool {
        let (a, b) = (self.a.path.pose(t), self.b.path.pose(t));
        let range = |mover: &Mover<'_>, pose: &Pose, v: DVec2| {
            [-mover.reach(pose, -v, 0.0), mover.reach(pose, v, 0.0)]
        };
        let ([a_low, _], [_, b_high]) = (range(&self.a, &a, u), range(&self.b, &b, u));
        let across = u.left();
        let ([p, q], [v, w]) = (range(&self.a, &a, across), range(&self.b, &b, across));
        self.skin == 0.0 && a_low > b_high && p < w && v < q
    }

    /// A time from `from` on at which they surely overlap deeper than the tolerance.
    pub(super) fn first_overlap(&self, from: f64, until: f64) -> Option<f64> {
        match self.advance(from, until, -4.0 * TOLERANCE * self.size) {
            Stopped::Near(t, gap) if gap.hi < 0.0 => Some(t),
            _ => None,
        }
    }
}

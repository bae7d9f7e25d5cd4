//! Motions: how a shape moves during one frame.
//!
//! With pivot c, translation d, turn w and stretch E, the point x of the shape at the start is at
//! `c + t·d + R(t·w)·((1 − t)·I + t·E)·(x − c)` at time t in [0, 1]: every point goes straight in a
//! frame that turns at constant speed about a pivot that goes straight. A parent that moves carries
//! the result along.

use alloc::boxed::Box;
use core::f64::consts::TAU;

use smallvec::SmallVec;

use crate::math::{Affine, DVec2, Vec2, greater, round_finite, sqrt, turned_by};

/// A matrix by columns.
type Matrix = [f64; 4];

const IDENTITY: Matrix = [1.0, 0.0, 0.0, 1.0];

/// How a shape moves from time 0 to time 1.
///
/// A motion that is not finite meets nothing.
///
/// ```
/// use jostle::{Affine, Motion, Vec2};
/// let spin = Motion::by(4.0, 0.0).turning_degrees(90.0).about((1.0, 0.0));
/// let end = spin.at(&Affine::at((2.0, 0.0)), 1.0);
/// assert_eq!(end.transform_point((0.0, 0.0)), Vec2::new(5.0, 1.0));
/// ```
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Motion {
    translation: DVec2,
    /// Whole turns, x toward y. A quarter is exact.
    turns: f64,
    pivot: Option<Vec2>,
    scale: [f64; 2],
    /// The transform of the shape at the start, whose axes are scaled along.
    start: Option<Affine>,
    /// The linear map reached at time 1, without the turn and the scale.
    stretch: Matrix,
    parent: Option<Box<Motion>>,
}

impl Motion {
    /// No motion.
    pub const NONE: Self = Self {
        translation: DVec2::ZERO,
        turns: 0.0,
        pivot: None,
        scale: [1.0; 2],
        start: None,
        stretch: IDENTITY,
        parent: None,
    };

    /// A translation by (x, y).
    #[must_use]
    pub fn by(x: f32, y: f32) -> Self {
        Self { translation: DVec2::new(x.into(), y.into()), ..Self::NONE }
    }

    /// The motion from one transform to another, that turns by `radians` on the way. Sign and whole
    /// turns are the caller's choice.
    ///
    /// A transform that flattens has no inverse; from such a start the shape keeps its form.
    ///
    /// ```
    /// use jostle::{Affine, Motion};
    /// let (then, now) = (Affine::at((1.0, 0.0)), Affine::at((3.0, 0.0)).scaled(2.0, 2.0));
    /// assert_eq!(Motion::between(&then, &now, 0.0).at(&then, 1.0), now);
    /// ```
    #[must_use]
    pub fn between(then: &Affine, now: &Affine, radians: impl Into<f64>) -> Self {
        let origin = |m: &Affine| Vec2::new(m.tx, m.ty);
        let motion = Self {
            translation: DVec2::from(origin(now)) - DVec2::from(origin(then)),
            pivot: Some(origin(then)),
            ..Self::NONE
        };
        let motion = motion.turning(radians);
        let turn = turned(motion.turns);
        let back = [turn.x, -turn.y, turn.y, turn.x];
        let end = inverse(linear(then)).map(|start| times(back, times(linear(now), start)));
        Self { stretch: end.unwrap_or(IDENTITY), ..motion }.starting_at(then)
    }

    /// Turns by `radians` on the way, x toward y: any number of turns, of both signs.
    #[must_use]
    pub fn turning(self, radians: impl Into<f64>) -> Self {
        Self { turns: radians.into() / TAU, ..self }
    }

    /// Turns by `degrees` on the way, x toward y; multiples of 90 are exact.
    #[must_use]
    pub fn turning_degrees(self, degrees: impl Into<f64>) -> Self {
        Self { turns: degrees.into() / 360.0, ..self }
    }

    /// Turns and scales about a point of the world, given at time 0, instead of the shape's origin.
    ///
    /// The pivot moves with the translation.
    #[must_use]
    pub fn about(self, point: impl Into<Vec2>) -> Self {
        Self { pivot: Some(point.into()), ..self }
    }

    /// Scales by factors that are reached at time 1, along the axes of [`starting_at`](Self::starting_at).
    #[must_use]
    pub fn scaling(self, sx: f32, sy: f32) -> Self {
        Self { scale: [sx.into(), sy.into()], ..self }
    }

    /// States the transform of the shape at time 0: its translation is the pivot unless
    /// [`about`](Self::about) gives one, and its axes are those that scale.
    ///
    /// Without it the pivot is the origin of the placed shape, such as the center of a circle or a
    /// rectangle, and the axes are those of the world. Worlds and files state it themselves.
    #[must_use]
    pub fn starting_at(self, start: &Affine) -> Self {
        Self { start: self.start.or(Some(*start)), ..self }
    }

    /// Puts this motion under a parent that moves too; both are given in the world at time 0.
    ///
    /// A point of the shape goes where this motion takes it, and the parent takes that along.
    #[must_use]
    pub fn under(mut self, parent: &Self) -> Self {
        let above = match self.parent.take() {
            Some(own) => own.under(parent),
            None => parent.clone(),
        };
        self.parent = Some(Box::new(above));
        self
    }

    /// Returns the transform at time `t` of what `start` places at time 0, rounded once.
    #[must_use]
    pub fn at(&self, start: &Affine, t: f32) -> Affine {
        let origin = DVec2::new(start.tx.into(), start.ty.into());
        let path = Path::new(&self.clone().starting_at(start), origin, origin);
        let pose = path.pose(t.into());
        let o = origin + pose.translation;
        let [a, b, c, d] = times(pose.linear, linear(start));
        Affine::from_matrix([a, b, c, d, o.x, o.y].map(round_finite))
    }

    /// Returns `true` if all numbers are finite.
    ///
    /// ```
    /// assert!(!jostle::Motion::by(f32::NAN, 0.0).is_finite());
    /// ```
    #[must_use]
    pub fn is_finite(&self) -> bool {
        let pivot = self.pivot.unwrap_or_default();
        let numbers = [self.translation.x, self.translation.y, self.turns];
        let scales = self.scale.iter().chain(&self.stretch);
        numbers.iter().chain(scales).all(|v| v.is_finite())
            && pivot.is_finite()
            && self.start.is_none_or(Affine::is_finite)
            && self.parent.as_ref().is_none_or(|parent| parent.is_finite())
    }

    pub(crate) fn translation(by: DVec2) -> Self {
        Self { translation: by, ..Self::NONE }
    }

    /// Returns the whole translation, or `None` if the motion turns or stretches.
    pub(crate) fn straight(&self) -> Option<DVec2> {
        let own = self.turns == 0.0 && self.scale == [1.0; 2] && self.stretch == IDENTITY;
        let parent = match &self.parent {
            Some(parent) => parent.straight()?,
            None => DVec2::ZERO,
        };
        own.then(|| self.translation + parent)
    }

    /// Returns the whole translation of a disc around `center`, which a turn about it leaves as it is.
    pub(crate) fn straight_for_disc(&self, center: DVec2) -> Option<DVec2> {
        let origin = self.start.map(|m| DVec2::new(m.tx.into(), m.ty.into()));
        let pivot = self.pivot.map(DVec2::from).or(origin).unwrap_or(center);
        let is_rigid = self.scale == [1.0; 2] && self.stretch == IDENTITY && self.parent.is_none();
        (is_rigid && pivot == center).then_some(self.translation)
    }
}

impl Default for Motion {
    fn default() -> Self {
        Self::NONE
    }
}

impl<V: Into<Vec2>> From<V> for Motion {
    fn from(translation: V) -> Self {
        let Vec2 { x, y } = translation.into();
        Self::by(x, y)
    }
}

impl From<&Motion> for Motion {
    fn from(motion: &Motion) -> Self {
        motion.clone()
    }
}

/// The unit vector after some whole turns from x toward y; quarters are exact.
fn turned(turns: f64) -> DVec2 {
    let turns = turns - (turns as i64) as f64;
    let quarters = (turns * 4.0 + if turns < 0.0 { -0.5 } else { 0.5 }) as i64;
    turned_by(quarters, (turns - quarters as f64 * 0.25) * TAU)
}

fn linear(m: &Affine) -> Matrix {
    [m.a, m.b, m.c, m.d].map(f64::from)
}

pub(crate) fn apply([a, b, c, d]: Matrix, v: DVec2) -> DVec2 {
    DVec2::new(a * v.x + c * v.y, b * v.x + d * v.y)
}

/// The transposed matrix applied to a vector.
pub(crate) fn apply_transposed([a, b, c, d]: Matrix, v: DVec2) -> DVec2 {
    DVec2::new(a * v.x + b * v.y, c * v.x + d * v.y)
}

fn times(m: Matrix, n: Matrix) -> Matrix {
    let (x, y) = (apply(m, DVec2::new(n[0], n[1])), apply(m, DVec2::new(n[2], n[3])));
    [x.x, x.y, y.x, y.y]
}

fn plus(m: Matrix, n: Matrix) -> Matrix {
    [m[0] + n[0], m[1] + n[1], m[2] + n[2], m[3] + n[3]]
}

fn inverse([a, b, c, d]: Matrix) -> Option<Matrix> {
    let det = a * d - b * c;
    (det != 0.0).then(|| [d, -b, -c, a].map(|v| v / det))
}

/// A bound of the factor by which a matrix lengthens vectors.
fn norm([a, b, c, d]: Matrix) -> f64 {
    sqrt(a * a + b * b + c * c + d * d)
}

/// A motion with its pivots and axes resolved, about a base point, innermost leg first.
#[derive(Clone, Debug, Default)]
pub(crate) struct Path {
    legs: SmallVec<[Leg; 1]>,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Leg {
    pivot: DVec2,
    translation: DVec2,
    turns: f64,
    /// The stretch less the identity.
    growth: Matrix,
}

/// The affine map of a path at one time, about its base, and its derivative.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Pose {
    pub(crate) linear: Matrix,
    pub(crate) translation: DVec2,
    pub(crate) linear_rate: Matrix,
    pub(crate) rate: DVec2,
}

/// Bounds of the derivatives of the places of some points over the whole path.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Bounds {
    pub(crate) speed: f64,
    pub(crate) acceleration: f64,
    /// Of the change of the acceleration.
    pub(crate) jerk: f64,
}

impl Path {
    /// Resolves a motion of a shape whose origin is `anchor`, about `base`.
    pub(crate) fn new(motion: &Motion, anchor: DVec2, base: DVec2) -> Self {
        let mut legs = SmallVec::new();
        let mut next = Some(motion);
        while let Some(motion) = next {
            let origin = motion.start.map(|m| DVec2::new(m.tx.into(), m.ty.into()));
            let pivot = motion.pivot.map(DVec2::from).or(origin).unwrap_or(anchor) - base;
            let [sx, sy] = motion.scale;
            let mut stretch = motion.stretch;
            if motion.scale != [1.0; 2] {
                let axes = motion.start.map_or(IDENTITY, |m| linear(&m));
                let back = inverse(axes).unwrap_or(IDENTITY);
                let axes = if inverse(axes).is_some() { axes } else { IDENTITY };
                stretch = times(stretch, times(axes, times([sx, 0.0, 0.0, sy], back)));
            }
            let growth = plus(stretch, [-1.0, 0.0, 0.0, -1.0]);
            legs.push(Leg { pivot, translation: motion.translation, turns: motion.turns, growth });
            next = motion.parent.as_deref();
        }
        Self { legs }
    }

    pub(crate) fn pose(&self, t: f64) -> Pose {
        let mut legs = self.legs.iter().map(|leg| leg.pose(t));
        let first = legs.next().unwrap_or(Pose::STILL);
        legs.fold(first, |inner, outer| outer.after(&inner))
    }

    /// The acceleration at a time of a point of the start.
    pub(crate) fn acceleration(&self, t: f64, p: DVec2) -> DVec2 {
        let mut state = [p, DVec2::ZERO, DVec2::ZERO];
        for leg in &self.legs {
            let (pose, bend) = (leg.pose(t), leg.bend(t));
            let [at, speed, acceleration] = state;
            state = [
                pose.point(at),
                pose.velocity_of(at) + apply(pose.linear, speed),
                apply(bend, at - leg.pivot)
                    + apply(pose.linear_rate, speed) * 2.0
                    + apply(pose.linear, acceleration),
            ];
        }
        state[2]
    }

    /// Bounds for all points within `reach` of `center`, both about the base.
    pub(crate) fn bounds(&self, center: DVec2, reach: f64) -> Bounds {
        let mut all = Bounds { speed: 0.0, acceleration: 0.0, jerk: 0.0 };
        for leg in &self.legs {
            let w = leg.turns.abs() * TAU;
            let growth = norm(leg.growth);
            let size = 1.0 + growth;
            let first = w * size + growth;
            let second = w * (w * size + 2.0 * growth);
            let third = w * w * (w * size + 3.0 * growth);
            let far = (center - leg.pivot).length() + reach + all.speed;
            all = Bounds {
                speed: leg.translation.length() + first * far + size * all.speed,
                acceleration: second * far + 2.0 * first * all.speed + size * all.acceleration,
                jerk: third * far
                    + 3.0 * (second * all.speed + first * all.acceleration)
                    + size * all.jerk,
            };
        }
        all
    }

    /// Returns the way of the one pivot and a bound of the distance from it, for what is in a box at
    /// the start: without a sine.
    pub(crate) fn disc(&self, [min, max]: [DVec2; 2]) -> Option<([DVec2; 2], f64)> {
        let [leg] = self.legs.as_slice() else { return None };
        if leg.growth != [0.0; 4] {
            return None;
        }
        let (p, q) = (min - leg.pivot, max - leg.pivot);
        let far = DVec2::new(greater(p.x.abs(), q.x.abs()), greater(p.y.abs(), q.y.abs()));
        let way = [leg.pivot, leg.pivot + leg.translation];
        Some((way, far.length() * (1.0 + 8.0 * f64::EPSILON)))
    }

    /// Returns `true` if nothing moves.
    pub(crate) fn is_still(&self) -> bool {
        self.legs.iter().all(Leg::is_still)
    }

    /// Leaves out a turn of the innermost leg about a point, which changes no disc around that.
    pub(crate) fn drop_turn_about(&mut self, center: DVec2) {
        if let Some(first) = self.legs.first_mut()
            && first.growth == [0.0; 4]
            && first.pivot == center
        {
            first.turns = 0.0;
            if first.is_still() {
                self.legs.remove(0);
            }
        }
    }

    /// Takes the outermost leg from both of two paths that share it.
    pub(crate) fn pop_shared(p: &mut Self, q: &mut Self) -> Option<Leg> {
        if p.legs.last()? != q.legs.last()? {
            return None;
        }
        q.legs.pop();
        p.legs.pop()
    }

    /// Takes the one leg of what lies within `reach` of `center`, if it turns that much faster about its
    /// pivot than another point.
    pub(crate) fn pop_turn(&mut self, center: DVec2, reach: f64, other: DVec2) -> Option<Leg> {
        let [leg] = self.legs.as_slice() else { return None };
        let [far, near] = [center, other].map(|p| (p - leg.pivot).length());
        // The translation turns with the frame, too.
        let turns = leg.turns.abs() * TAU;
        let bent = turns * (near + leg.translation.length()) + 2.0 * leg.translation.length();
        let is_rigid = leg.growth == [0.0; 4];
        if is_rigid && bent * 4.0 < turns * (far + reach) { self.legs.pop() } else { None }
    }

    /// Puts a leg within all others.
    pub(crate) fn push_inner(&mut self, leg: Leg) {
        self.legs.insert(0, leg);
    }

    /// Shows the path from a frame that moves by a rigid leg.
    pub(crate) fn push_inverse(&mut self, leg: &Leg) {
        let still = Leg { translation: DVec2::ZERO, turns: 0.0, ..*leg };
        self.legs.push(Leg { translation: -leg.translation, ..still });
        self.legs.push(Leg { turns: -leg.turns, ..still });
    }

    /// A turn by radians about a pivot that goes straight.
    pub(crate) fn turning(pivot: DVec2, translation: DVec2, angle: f64) -> Self {
        let leg = Leg { pivot, translation, turns: angle / TAU, growth: [0.0; 4] };
        Self { legs: SmallVec::from_slice(&[leg]) }
    }

    /// The path as it looks from what moves along another; `None` if one stretches.
    pub(crate) fn seen_from(&self, other: &Self) -> Option<Self> {
        if !self.is_rigid() || !other.is_rigid() {
            return None;
        }
        let mut seen = self.clone();
        other.legs.iter().rev().for_each(|leg| seen.push_inverse(leg));
        Some(seen)
    }

    /// Returns `true` if lengths stay as they are.
    pub(crate) fn is_rigid(&self) -> bool {
        self.legs.iter().all(|leg| leg.growth == [0.0; 4])
    }

    /// The number of whole turns, all legs added.
    pub(crate) fn turns(&self) -> f64 {
        self.legs.iter().map(|leg| leg.turns.abs()).sum()
    }

    /// The number of equal parts of a path after which its points lie near their chords.
    pub(crate) fn parts(&self) -> usize {
        let parts = greater(self.turns() * 12.0, if self.is_rigid() { 0.0 } else { 4.0 });
        1 + if parts < 24.0 { parts as usize } else { 24 }
    }
}

impl Leg {
    fn is_still(&self) -> bool {
        self.turns == 0.0 && self.translation == DVec2::ZERO && self.growth == [0.0; 4]
    }

    /// The second derivative of the linear part.
    fn bend(&self, t: f64) -> Matrix {
        let (u, w) = (turned(t * self.turns), self.turns * TAU);
        let still = plus(IDENTITY, self.growth.map(|v| v * t));
        let (turn, rate) = ([u.x, u.y, -u.y, u.x], [-u.y, u.x, -u.x, -u.y]);
        let both =
            plus(times(turn, still).map(|v| v * -w), times(rate, self.growth).map(|v| v * 2.0));
        both.map(|v| v * w)
    }

    #[inline]
    fn pose(&self, t: f64) -> Pose {
        let [a, b, c, d] = self.growth;
        let still = [1.0 + t * a, t * b, t * c, 1.0 + t * d];
        let (linear, linear_rate) = if self.turns == 0.0 {
            (still, self.growth)
        } else {
            let u = turned(t * self.turns);
            let (turn, w) = ([u.x, u.y, -u.y, u.x], self.turns * TAU);
            let rate = [-u.y * w, u.x * w, -u.x * w, -u.y * w];
            (times(turn, still), plus(times(rate, still), times(turn, self.growth)))
        };
        Pose {
            linear,
            translation: self.pivot + self.translation * t - apply(linear, self.pivot),
            linear_rate,
            rate: self.translation - apply(linear_rate, self.pivot),
        }
    }
}

impl Pose {
    const STILL: Self = Self {
        linear: IDENTITY,
        translation: DVec2::ZERO,
        linear_rate: [0.0; 4],
        rate: DVec2::ZERO,
    };

    fn after(&self, inner: &Self) -> Self {
        Self {
            linear: times(self.linear, inner.linear),
            translation: apply(self.linear, inner.translation) + self.translation,
            linear_rate: plus(
                times(self.linear_rate, inner.linear),
                times(self.linear, inner.linear_rate),
            ),
            rate: apply(self.linear_rate, inner.translation)
                + apply(self.linear, inner.rate)
                + self.rate,
        }
    }

    /// The velocity of what is at a point now, by that of the frame about it.
    pub(crate) fn velocity(&self, at: DVec2) -> DVec2 {
        let start = inverse(self.linear).map(|back| apply(back, at - self.translation));
        apply(self.linear_rate, start.unwrap_or(at)) + self.rate
    }

    /// The velocity of a point of the start.
    pub(crate) fn velocity_of(&self, p: DVec2) -> DVec2 {
        apply(self.linear_rate, p) + self.rate
    }

    /// Where a point of the start is.
    pub(crate) fn point(&self, p: DVec2) -> DVec2 {
        apply(self.linear, p) + self.translation
    }
}

#[cfg(test)]
mod tests;

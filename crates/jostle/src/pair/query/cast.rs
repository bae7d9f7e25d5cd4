//! The first contact of shapes that move.
//!
//! A cast moves one shape straight; a sweep moves both on any path ([`Motion`]). The result is a
//! bracket: no contact before `fraction`, and one up to `latest` where `certain` is set. See
//! [`straight`](crate::pair::casting::straight) and [`turning`](crate::pair::casting::turning) for
//! the method and its errors.

use core::cmp::Ordering;

use crate::math::motion::{Path, Pose};
use crate::math::{Affine, DVec2, Motion, Vec2};
use crate::pair::answer::Verdict;
use crate::pair::canonical_order;
use crate::pair::casting::boxes_on_path;
use crate::pair::casting::first_contact::{FirstContact, Rules};
use crate::pair::casting::leaving::Leaving;
use crate::pair::casting::moving;
use crate::pair::casting::straight::CornerNormal;
use crate::pair::query::gap;
use crate::pair::query::ray::{Inside, PreparedRay};
use crate::pair::round_ring::disc::clear_cast;
use crate::shape::bvh::box_bvh::DAabb;
use crate::shape::{Body, Kind, Placed, Shape, Sidedness};

/// What stops a moving shape.
///
/// | start or way | `Touching` | `Overlapping` |
/// |---|---|---|
/// | grazes, slides along | hit at the first shared point | no hit |
/// | starts touching and leaves or slides | hit at 0 | no hit |
/// | starts touching and goes in | hit at 0 | hit at 0 |
/// | starts overlapping | by [`Inside`] | by [`Inside`] |
///
/// ```
/// use jostle::{Affine, Meet, Shape, Stop};
/// let hero = Shape::rect_half((1.0, 1.0))?.place(Affine::IDENTITY)?;
/// let floor = Shape::rect_half((9.0, 1.0))?.place(Affine::at((0.0, 2.0)))?;
/// assert!(hero.cast(&floor, (3.0, 0.0), Meet::OVERLAP).is_none(), "it slides");
/// assert_eq!(hero.cast(&floor, (3.0, 0.0), Meet::TOUCH).unwrap().fraction, 0.0);
/// assert_eq!(Meet::default().stop, Stop::Touching);
/// # Ok::<(), jostle::ShapeError>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
pub enum Stop {
    /// Any shared point of the closed sets, as for rays.
    #[default]
    Touching,
    /// Shared points of the interiors; a line or a point counts where it crosses or lies inside.
    Overlapping,
}

/// What counts as a contact of moving shapes.
///
/// ```
/// use jostle::{Affine, Meet, Shape};
/// let [a, b] = [0.0, 10.0].map(|x| Shape::circle(1.0).unwrap().place(Affine::at((x, 0.0))).unwrap());
/// let near = Meet { skin: 3.0, ..Meet::TOUCH };
/// assert_eq!(a.cast(&b, (10.0, 0.0), near).unwrap().fraction, 0.5);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(default))]
pub struct Meet {
    /// What stops the motion.
    pub stop: Stop,
    /// What a start in an overlap means.
    pub inside: Inside,
    /// The width by which b is grown; at least 0. A skin that is negative or not finite meets
    /// nothing.
    pub skin: f32,
}

impl Meet {
    /// Stops at the first shared point.
    pub const TOUCH: Self = Self { stop: Stop::Touching, inside: Inside::Hit, skin: 0.0 };
    /// Stops where interiors would meet, as movement wants it.
    pub const OVERLAP: Self = Self { stop: Stop::Overlapping, ..Self::TOUCH };
}

/// The first contact of shapes that move; world frame.
///
/// ```
/// use jostle::{Affine, Meet, Shape, Vec2};
/// let hero = Shape::rect_half((1.0, 1.0))?.place(Affine::IDENTITY)?;
/// let wall = Shape::rect_half((1.0, 5.0))?.place(Affine::at((6.0, 0.0)))?;
/// let hit = hero.cast(&wall, (8.0, 0.0), Meet::TOUCH).unwrap();
/// assert_eq!((hit.fraction, hit.latest, hit.certain), (0.5, 0.5, true));
/// assert_eq!(hit.normal, Vec2::new(1.0, 0.0));
/// # Ok::<(), jostle::ShapeError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Hit {
    /// No contact before this fraction of the motion; rounded down.
    pub fraction: f32,
    /// A contact lies in `[fraction, latest]` where `certain`; rounded up.
    pub latest: f32,
    /// `false` if the shapes come nearer than the tolerance, but no contact was proven.
    pub certain: bool,
    /// Unit normal from a to b at the contact.
    pub normal: Vec2,
    /// A point of b's boundary at the contact, rounded once.
    pub point: Vec2,
}

impl Hit {
    /// Returns the largest fraction found, up to this hit's, at which the rounded pose of the moving
    /// shape does not overlap `other`; `None` if not even the start is free.
    ///
    /// A pose is stored in `f32` and rounded, so the pose at `fraction` may overlap by an ulp. What
    /// this returns may be applied as it is: `shape.place(motion.at(start, t))`.
    ///
    /// ```
    /// use jostle::{Affine, Meet, Motion, Shape};
    /// let (shape, start) = (Shape::rect_half((2.0, 0.5))?, Affine::IDENTITY);
    /// let wall = Shape::rect_half((1.0, 5.0))?.place(Affine::at((3.0, 0.0)))?;
    /// let blade = shape.place(start)?;
    /// let motion = Motion::by(1.5, 0.0).turning_degrees(30.0);
    /// let hit = blade.sweep(&wall, &motion, Motion::NONE, Meet::TOUCH).unwrap();
    /// let t = hit.safe(&shape, &start, &motion, &wall).unwrap();
    /// assert!(!shape.place(motion.at(&start, t))?.overlaps_interior(&wall));
    /// # Ok::<(), jostle::ShapeError>(())
    /// ```
    #[must_use]
    pub fn safe(
        &self,
        shape: &Shape,
        start: &Affine,
        motion: &Motion,
        other: &Placed,
    ) -> Option<f32> {
        let is_free = |t: f32| {
            let placed = shape.place(motion.at(start, t));
            placed.is_ok_and(|placed| placed.verdict(other) != Verdict::Overlapping)
        };
        // Each try goes back twice as far, so that a start far below the ulp of 1 is reached too.
        let mut back = f32::EPSILON / 2.0;
        let mut t = self.fraction;
        while t > 0.0 {
            if is_free(t) {
                return Some(t);
            }
            t = self.fraction - back;
            back *= 2.0;
        }
        is_free(0.0).then_some(0.0)
    }

    fn at_start(a: &Placed, b: &Placed) -> Self {
        let gap = gap::raw(a, b);
        let (normal, point) = (gap.normal.round(), gap.on_b.round());
        Self { fraction: 0.0, latest: 0.0, certain: true, normal, point }
    }
}

impl Placed {
    /// Finds when this shape, moved straight by `translation`, first meets `other`.
    ///
    /// `None` proves that they do not meet. For cores without curves the bracket is as tight as
    /// `f32` allows, and decisions are exact for vertices rounded to `f64`. For ellipses and skewed
    /// round shapes the distance at `fraction` is within the rounding of `f64`; for a graze, a start
    /// in touch and a custom support function it is within 2^-26 of the size. O(n + m) for convex shapes, for others
    /// the pairs of their convex pieces near the way.
    ///
    /// ```
    /// use jostle::{Affine, Meet, Shape};
    /// let ball = Shape::circle(1.0)?.place(Affine::IDENTITY)?;
    /// let paper = Shape::rect_half((0.0001, 5.0))?.place(Affine::at((500.0, 0.0)))?;
    /// assert!(ball.cast(&paper, (1e6, 0.0), Meet::TOUCH).is_some(), "nothing is missed");
    /// # Ok::<(), jostle::ShapeError>(())
    /// ```
    #[must_use]
    pub fn cast(&self, other: &Self, translation: impl Into<Vec2>, rules: Meet) -> Option<Hit> {
        let way = translation.into();
        if !(way.is_finite() && rules.is_valid()) {
            return None;
        }
        along(self, other, (way.into(), DVec2::ZERO), rules, rules.corner())
    }

    /// Finds when this shape first meets `other` while both move.
    ///
    /// `None` proves that they do not meet. Where one turns or stretches, the distance at `fraction`
    /// is below 2^-26 of the size, and a hit that is not `certain` may come that near without
    /// touching. Cost: about ten distances for a part of a turn; O(turns); at most 4,096 distances
    /// a pair of convex pieces, then the bracket is what is known.
    #[must_use]
    pub fn sweep(
        &self,
        other: &Self,
        by_self: impl Into<Motion>,
        by_other: impl Into<Motion>,
        rules: Meet,
    ) -> Option<Hit> {
        sweep(self, other, &by_self.into(), &by_other.into(), rules)
    }
}

impl Placed {
    /// A straight cast of a mover up to interiors, with a choice of the normal at corners.
    pub(crate) fn probe(
        &self,
        other: &Self,
        way: DVec2,
        skin: f32,
        corner: CornerNormal,
    ) -> Option<Hit> {
        along(self, other, (way, DVec2::ZERO), Meet { skin, ..Meet::OVERLAP }, corner)
    }

    /// Returns `true` if a probe meets another set along a face of one of both.
    pub(crate) fn meets_face(&self, other: &Self, way: DVec2) -> bool {
        let rules = Meet::OVERLAP.rules(false, CornerNormal::Shallow);
        moving::cast(&self.body, &other.body, way, rules).is_some_and(|found| found.is_face)
    }
}

impl Meet {
    fn corner(&self) -> CornerNormal {
        match self.stop {
            Stop::Touching => CornerNormal::Steep,
            Stop::Overlapping => CornerNormal::Shallow,
        }
    }

    pub(crate) fn is_valid(&self) -> bool {
        self.skin >= 0.0 && self.skin.is_finite()
    }

    fn rules(&self, hollow: bool, corner: CornerNormal) -> Rules {
        let strict = self.stop == Stop::Overlapping;
        Rules { strict, corner, skin: self.skin.into(), hollow, ends_at_start: false }
    }
}

/// A cast by `way` relative to b, which moves by `drift` itself. Where a point meets a shape it is a ray, whichever of both
/// moves.
fn along(
    a: &Placed,
    b: &Placed,
    (way, drift): (DVec2, DVec2),
    rules: Meet,
    corner: CornerNormal,
) -> Option<Hit> {
    let reach = DAabb::of([DVec2::ZERO, way]).grown(rules.skin.into());
    let (box_a, box_b) = (DAabb::from(a.bounds()), DAabb::from(b.bounds()));
    let swept = DAabb { min: box_a.min + reach.min, max: box_a.max + reach.max };
    if !swept.overlaps(box_b) {
        return None;
    }
    let is_exact = DVec2::from(way.round()) == way;
    if rules.skin == 0.0 && is_exact {
        let exact = || straight(a, b, (way, drift), rules, corner);
        for (p, target, way, flip) in [(a, b, way, false), (b, a, -way, true)] {
            // Out of what it is in a point goes as a ray under each rule.
            let leaves = || !flip && rules.inside == Inside::Exit && a.overlaps_interior(b);
            if let Body::Core(core) = &p.body
                && let Some(point) = core.sharp_point().map(DVec2::round)
                && core.origin == point.into()
                && (rules.stop == Stop::Touching || leaves())
            {
                return by_ray(point, target, (way, drift), rules.inside, flip, exact);
            }
        }
    }
    straight(a, b, (way, drift), rules, corner)
}

/// A point against a shape: the hit of a ray, so that both agree bit for bit. Where its time is an
/// `f32`, the exact cast decides on which side of that the contact lies.
fn by_ray(
    origin: Vec2,
    b: &Placed,
    (way, drift): (DVec2, DVec2),
    inside: Inside,
    flip: bool,
    exact: impl FnOnce() -> Option<Hit>,
) -> Option<Hit> {
    let found = PreparedRay::new(origin, way.round(), inside)?.hit(b)?;
    let hit = found.hit;
    let near = f64::from(hit.fraction);
    let (down, up) = (hit.fraction.next_down(), hit.fraction.next_up());
    let (fraction, latest) = if found.at < near {
        (down, hit.fraction)
    } else if found.at > near {
        (hit.fraction, up)
    } else {
        let is_beside = |exact: &Hit| (down..=up).contains(&exact.fraction) && exact.latest <= up;
        let exact = (near > 0.0).then(exact).flatten();
        let exact = exact.filter(|exact| exact.certain && is_beside(exact));
        exact.map_or((hit.fraction, hit.fraction), |exact| (exact.fraction, exact.latest))
    };
    let (normal, point) = if flip { (hit.normal, origin) } else { (-hit.normal, hit.point) };
    let point = (DVec2::from(point) + drift * found.at).round();
    let normal = Vec2::new(normal.x + 0.0, normal.y + 0.0);
    Some(Hit { fraction, latest, certain: true, normal, point })
}

/// Returns the hit of a start that counts as inside, `None` if it does not.
fn start(a: &Placed, b: &Placed, rules: &Meet) -> Option<Option<Hit>> {
    // What straddles a one-sided edge at the start is free of it.
    if [a, b].into_iter().any(has_one_sided_edges) {
        return None;
    }
    let verdict_of = |b: &Placed| {
        if rules.skin == 0.0 {
            return a.verdict(b);
        }
        let gap = gap::raw(a, b).separation - f64::from(rules.skin);
        Verdict::of_separation(gap.partial_cmp(&0.0).unwrap_or(Ordering::Greater))
    };
    let verdict = verdict_of(b);
    let least = match rules.stop {
        Stop::Touching => Verdict::Touching,
        Stop::Overlapping => Verdict::Overlapping,
    };
    if verdict < least {
        return None;
    }
    let meets_boundary = || {
        let boundary = Placed::new(b.body.boundary());
        let is_touch = rules.stop == Stop::Touching && rules.skin == 0.0;
        if is_touch { a.overlaps(&boundary) } else { verdict_of(&boundary) >= least }
    };
    match rules.inside {
        Inside::Hit => Some(Some(Hit::at_start(a, b))),
        Inside::Skip => Some(None),
        // On the boundary; inside, the search for it goes on.
        Inside::Exit if verdict == Verdict::Touching => Some(Some(Hit::at_start(a, b))),
        Inside::Exit if is_sharp(&b.body) => meets_boundary().then(|| Some(Hit::at_start(a, b))),
        Inside::Exit => {
            let still = Motion::NONE;
            match Leaving::new((&a.body, &still), (&b.body, &still), rules.skin.into()) {
                Some(leaving) if leaving.is_within() => None,
                Some(_) => Some(Some(Hit::at_start(a, b))),
                None => Some(Some(Hit { latest: 1.0, certain: false, ..Hit::at_start(a, b) })),
            }
        }
    }
}

fn has_one_sided_edges(placed: &Placed) -> bool {
    let is_one_sided =
        |part: &Body| matches!(part, Body::Core(core) if core.sided == Sidedness::Left);
    placed.body.parts().iter().any(is_one_sided)
}

/// Returns `true` for a body whose boundary is edges.
fn is_sharp(body: &Body) -> bool {
    body.parts().iter().all(|part| matches!(part, Body::Core(core) if core.radius == 0.0))
}

/// A cast by `way` relative to b, which moves by `drift` itself.
fn straight(
    a: &Placed,
    b: &Placed,
    (way, drift): (DVec2, DVec2),
    rules: Meet,
    corner: CornerNormal,
) -> Option<Hit> {
    if way == DVec2::ZERO {
        return start(a, b, &rules).flatten();
    }
    let plain = rules.rules(false, corner);
    let rounded = |found: FirstContact| found.rounded(drift * found.at);
    if let Some(clear) = clear_cast(&a.body, &b.body, way, plain) {
        return clear.map(rounded);
    }
    let flip = canonical_order::order(a, b) == Ordering::Greater;
    let in_order = |rules: Rules| {
        // The boundary of b stays b's.
        if flip && !rules.hollow {
            let found = moving::cast(&b.body, &a.body, -way, rules)?;
            return Some(found.flipped(rules.skin, -way));
        }
        moving::cast(&a.body, &b.body, way, rules)
    };
    let grown = DAabb::from(a.bounds()).grown(rules.skin.into());
    if !grown.overlaps(b.bounds().into()) {
        return in_order(plain).map(rounded);
    }
    // Of convex cores and of solids the cast finds how they start; thin ones may lie along seams.
    let is_found = |p: &Placed, q: &Placed| match &p.body {
        Body::Core(core) => core.mesh().is_none() || core.is_solid() && !q.body.is_segment(),
        _ => false,
    };
    if is_found(a, b) && is_found(b, a) {
        let found = in_order(Rules { ends_at_start: true, ..plain })?;
        if !plain.stop_at(found.start) {
            return Some(rounded(found));
        }
    }
    if let Some(hit) = start(a, b, &rules) {
        return hit;
    }
    let hollow = rules.inside == Inside::Exit && a.verdict(b) == Verdict::Overlapping;
    if hollow && !is_sharp(&b.body) {
        let (own, still) = (Motion::translation(way), Motion::NONE);
        let leaving = Leaving::new((&a.body, &own), (&b.body, &still), rules.skin.into())?;
        return leaving.first().map(rounded);
    }
    in_order(rules.rules(hollow, corner)).map(rounded)
}

/// See [`Placed::sweep`].
pub(crate) fn sweep(
    a: &Placed,
    b: &Placed,
    by_a: &Motion,
    by_b: &Motion,
    rules: Meet,
) -> Option<Hit> {
    if !(by_a.is_finite() && by_b.is_finite() && rules.is_valid()) {
        return None;
    }
    let straight_way = |p: &Placed, by: &Motion| match &p.body {
        Body::Core(core) if core.kind == Kind::Point => {
            by.straight_for_disc(core.origin).or_else(|| by.straight())
        }
        _ => by.straight(),
    };
    if let (Some(own), Some(drift)) = (straight_way(a, by_a), straight_way(b, by_b)) {
        return along(a, b, (own - drift, drift), rules, rules.corner());
    }
    if !boxes_on_path::may_meet((a, by_a), (b, by_b), rules.skin.into()) {
        return None;
    }
    let hollow = match start(a, b, &rules) {
        Some(hit) => return hit,
        None => rules.inside == Inside::Exit && a.verdict(b) == Verdict::Overlapping,
    };
    if hollow && !is_sharp(&b.body) {
        let leaving = Leaving::new((&a.body, by_a), (&b.body, by_b), rules.skin.into())?;
        return Some(leaving.first()?.rounded(DVec2::ZERO));
    }
    // Of two copies, that which ends first by its numbers.
    let end = |by: &Motion| {
        let Pose { linear: [k, l, m, n], translation: t, .. } =
            Path::new(by, a.body.anchor(), DVec2::ZERO).pose(1.0);
        [t.x, t.y, k, l, m, n]
    };
    let order = match canonical_order::order(a, b) {
        Ordering::Equal => end(by_a).partial_cmp(&end(by_b)).unwrap_or(Ordering::Equal),
        order => order,
    };
    let flip = !hollow && order == Ordering::Greater;
    let found = if flip {
        let found =
            moving::sweep((&b.body, by_b), (&a.body, by_a), rules.rules(hollow, rules.corner()))?;
        found.flipped(rules.skin.into(), DVec2::ZERO)
    } else {
        moving::sweep((&a.body, by_a), (&b.body, by_b), rules.rules(hollow, rules.corner()))?
    };
    Some(found.rounded(DVec2::ZERO))
}

impl FirstContact {
    /// The contact seen from the other side, in the frame of what moved by `way`.
    fn flipped(self, skin: f64, way: DVec2) -> Self {
        let point = self.point - self.normal * skin - way * self.at;
        Self { normal: -self.normal, point, ..self }
    }

    fn rounded(self, shift: DVec2) -> Hit {
        let [fraction, latest] = self.bracket;
        Hit {
            fraction,
            latest,
            certain: self.is_certain,
            normal: self.normal.round(),
            point: (self.point + shift).round(),
        }
    }
}

#[cfg(test)]
mod tests;

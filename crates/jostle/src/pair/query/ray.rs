//! The first hit of a ray on a shape.
//!
//! A closed form decides nearly every ray at a convex shape (see [`clear_way`]); of the others the
//! exact verdict of the segment against the shape decides if there is a hit, and `f64` computes the
//! point (see [`ray_body`]). A ray that leaves a union, or a concave outline with a radius, goes
//! from one boundary of a part to the next until one is the boundary of the whole.

use alloc::vec::Vec;

use crate::math::{Aabb, DVec2, Vec2, round_finite, sort::sort_by};
use crate::pair::boundary::union_depth::{Boundary, ROUNDING, has_inner_paths};
use crate::pair::casting::ray_body::{Crossing, EarliestHit, RaySegment, verdict_of};
use crate::pair::{
    answer::Verdict,
    casting::ray_body,
    query::{closest, contains::holds_point},
    round_ring::ray::{ClearWay, clear_way},
};
use crate::shape::{Body, Placed, bvh::box_bvh::DAabb};

/// The result of a ray that starts inside a shape.
///
/// ```
/// use jostle::{Affine, Inside, Shape};
/// let a = Shape::circle(1.0)?.place(Affine::IDENTITY)?;
/// let from_within = |inside| a.ray((0.0, 0.0), (4.0, 0.0), inside).map(|h| h.fraction);
/// assert_eq!(from_within(Inside::Hit), Some(0.0));
/// assert_eq!(from_within(Inside::Skip), None);
/// assert_eq!(from_within(Inside::Exit), Some(0.25));
/// # Ok::<(), jostle::ShapeError>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
pub enum Inside {
    /// The shape is solid: fraction 0, and the normal of the shallowest way out.
    #[default]
    Hit,
    /// A shape that contains the start is left out, for the whole ray.
    Skip,
    /// The shape is hollow: the first boundary point at fraction ≥ 0; 0 for a start on the
    /// boundary.
    Exit,
}

/// A hit of a ray; world frame.
///
/// ```
/// use jostle::{Affine, Inside, Shape, Vec2};
/// let wall = Shape::rect_half((1.0, 5.0))?.place(Affine::at((9.0, 0.0)))?;
/// let hit = wall.ray((0.0, 1.0), (16.0, 0.0), Inside::Hit).unwrap();
/// assert_eq!((hit.fraction, hit.point), (0.5, Vec2::new(8.0, 1.0)));
/// assert_eq!(hit.normal, Vec2::new(-1.0, 0.0));
/// # Ok::<(), jostle::ShapeError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct RayHit {
    /// Fraction of the translation, in [0, 1].
    pub fraction: f32,
    /// The point hit, rounded once; it may lie an ulp off the ray and the shape.
    pub point: Vec2,
    /// Unit outward normal of an area's boundary; of a line its perpendicular that faces the start,
    /// or the reverse of the translation where the ray runs along the line or meets a point.
    pub normal: Vec2,
}

impl Placed {
    /// Finds where the ray from `origin` over `translation` first hits the shape, or `None`.
    ///
    /// The ray is the closed segment from origin to origin + translation, the sum not rounded.
    /// Touching counts, tangents and corners too. The decision is exact, as
    /// [`verdict`](Placed::verdict) is; only the end of a ray that leaves a union or a rounded
    /// concave outline from within is decided within the rounding of `f64`. Fraction, point and
    /// normal are computed in `f64` and rounded once. One-sided chains are hit by rays that cross
    /// them from left to right only. A ray of length 0 is a point: it hits what contains it. A ray
    /// that is not finite hits nothing.
    ///
    /// ```
    /// use jostle::{Affine, Inside, Shape, Vec2};
    /// let ball = Shape::circle(1.0)?.place(Affine::at((4.0, 0.0)))?;
    /// let hit = ball.ray((0.0, 0.0), (6.0, 0.0), Inside::Hit).unwrap();
    /// assert_eq!((hit.fraction, hit.point), (0.5, Vec2::new(3.0, 0.0)));
    /// assert!(ball.ray((0.0, 1.0), (6.0, 0.0), Inside::Hit).is_some(), "a tangent touches");
    /// assert!(ball.ray((0.0, 0.0), (2.9, 0.0), Inside::Hit).is_none(), "too short");
    /// # Ok::<(), jostle::ShapeError>(())
    /// ```
    #[must_use]
    pub fn ray(
        &self,
        origin: impl Into<Vec2>,
        translation: impl Into<Vec2>,
        inside: Inside,
    ) -> Option<RayHit> {
        let (origin, translation) = (origin.into(), translation.into());
        Some(PreparedRay::new(origin, translation, inside)?.hit(self)?.hit)
    }
}

/// A hit, and the edge nearest to it where the cast found that, too.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RayHitWithEdge {
    pub(crate) hit: RayHit,
    pub(crate) edge: Option<u32>,
    /// The fraction before rounding.
    pub(crate) at: f64,
}

#[derive(Clone, Debug)]
pub(crate) struct PreparedRay {
    track: RaySegment,
    inside: Inside,
}

impl PreparedRay {
    pub(crate) fn new(origin: Vec2, translation: Vec2, inside: Inside) -> Option<Self> {
        if !(origin.is_finite() && translation.is_finite()) {
            return None;
        }
        Some(Self { track: RaySegment::new(origin, translation), inside })
    }

    /// The box of the ray, rounded as boxes of shapes are.
    fn bounds(&self) -> Aabb {
        let start = DVec2::from(self.track.origin);
        let DAabb { min, max } = DAabb::of([start, start + self.track.way]);
        Aabb::inward(min, max)
    }

    /// Returns the hit of [`Placed::ray`].
    pub(crate) fn hit(&self, placed: &Placed) -> Option<RayHitWithEdge> {
        let (body, track) = (&placed.body, &self.track);
        let (found, edge) = match (clear_way(body, track), self.inside) {
            (Some(ClearWay::Misses), _) => return None,
            (Some(ClearWay::Enters(crossing, edge)), _) => (crossing, edge),
            (Some(ClearWay::StartsInside(_)), Inside::Hit) => (at_start(body, track), None),
            (Some(ClearWay::StartsInside(_)), Inside::Skip) => return None,
            (Some(ClearWay::StartsInside(out)), Inside::Exit) => (out?, None),
            (None, _) => self.exact(placed)?,
        };
        let point = DVec2::from(track.origin) + track.way * found.at;
        let hit = RayHit {
            fraction: round_finite(found.at),
            point: point.round(),
            normal: found.normal.round(),
        };
        Some(RayHitWithEdge { hit, edge, at: found.at })
    }

    /// By verdicts, which decide always. With the edge that was hit, where that is clear.
    #[inline(never)]
    fn exact(&self, placed: &Placed) -> Option<(Crossing, Option<u32>)> {
        let Self { track, inside } = self;
        let body = &placed.body;
        // A curve's verdict may be in doubt beyond its box, where that of placed shapes is not.
        if !placed.bounds().overlaps(self.bounds()) {
            return None;
        }
        match inside {
            Inside::Hit => first(body, track),
            Inside::Skip if holds_point(body, track.origin.into()) => None,
            Inside::Skip => ray_body::enter(body, track),
            Inside::Exit => hollow(body, track).map(|met| (met, None)),
        }
    }
}

fn first(body: &Body, track: &RaySegment) -> Option<(Crossing, Option<u32>)> {
    let is_point = track.way == DVec2::ZERO;
    if starts_in_area(body, track) || (is_point && holds_point(body, track.origin.into())) {
        return Some((at_start(body, track), None));
    }
    ray_body::enter(body, track)
}

/// Returns `true` if the start lies in an area, its boundary included; lines and points are hit
/// where the ray meets them.
fn starts_in_area(body: &Body, track: &RaySegment) -> bool {
    body.parts().iter().any(|part| {
        let is_line = matches!(part, Body::Core(core) if !core.is_area());
        !is_line && holds_point(part, track.origin.into())
    })
}

fn at_start(body: &Body, track: &RaySegment) -> Crossing {
    Crossing { at: 0.0, normal: closest::raw(body, track.origin).normal }
}

fn hollow(body: &Body, track: &RaySegment) -> Option<Crossing> {
    if matches!(body, Body::Core(core) if !core.is_area()) {
        return first(body, track).map(|(met, _)| met);
    }
    let patched = has_inner_paths(body);
    match verdict_of(body, &track.start()) {
        Verdict::Separated => ray_body::enter(body, track).map(|(met, _)| met),
        Verdict::Touching if !patched => Some(at_start(body, track)),
        Verdict::Overlapping if !patched => ray_body::leave(body, track),
        Verdict::Touching
            if Boundary::new(body, track.origin.into()).has(DVec2::ZERO, ROUNDING) =>
        {
            if starts_in_area(body, track) {
                return Some(at_start(body, track));
            }
            first(body, track).map(|(met, _)| met)
        }
        _ => exit_of_union(body, track),
    }
}

/// Out of a body made of overlapping parts: the first boundary of a part that is one of the whole.
fn exit_of_union(body: &Body, track: &RaySegment) -> Option<Crossing> {
    if track.way == DVec2::ZERO {
        return None;
    }
    let mut found = Vec::new();
    ray_body::chords(body, track, &mut |ends| found.extend(ends));
    found.retain(|c| (0.0..=1.0).contains(&c.at));
    sort_by(&mut found, |p, q| p.at.total_cmp(&q.at));
    let boundary = Boundary::new(body, track.origin.into());
    let place = found.iter().find(|c| boundary.has(track.way * c.at, ROUNDING))?.at;
    // Of all parts that end there, the one that the ray leaves most steeply.
    let mut best = EarliestHit::new(track, 1.0);
    found.iter().filter(|c| c.at >= place).for_each(|c| best.update(*c));
    best.best
}

#[cfg(test)]
mod tests;

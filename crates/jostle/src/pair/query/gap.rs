//! How far apart two shapes are, or how deep in each other, with the points that show it.

use core::cmp::Ordering;

use crate::math::simd::{F64Lanes, F64x2, Two};
use crate::math::{D2, Vec2};
use crate::pair::canonical_order::order;
use crate::pair::convex;
use crate::pair::curved;
use crate::pair::exact::predicates::Pair;
use crate::pair::half_plane;
use crate::pair::half_plane::Below;
use crate::pair::mesh::edge_pairs::edge_distance;
use crate::pair::mesh::grid_window;
use crate::pair::query::verdict;
use crate::pair::query::verdict::Verdict;
use crate::pair::sat::minkowski;
use crate::pair::sat::polygons;
use crate::pair::sat::polygons::Separation;
use crate::pair::sat::rects::{two, vector};
use crate::shape::{Body, Core, Placed};

/// The signed distance between two shapes; world frame.
///
/// ```
/// use jostle::{Affine, Shape, Vec2};
/// let a = Shape::circle(1.0)?.place(Affine::IDENTITY)?;
/// let b = Shape::rect_half((1.0, 1.0))?.place(Affine::at(5.0, 0.0))?;
/// let gap = a.gap(&b);
/// assert_eq!((gap.separation, gap.normal), (3.0, Vec2::X));
/// assert_eq!((gap.on_a, gap.on_b), (Vec2::new(1.0, 0.0), Vec2::new(4.0, 0.0)));
/// # Ok::<(), jostle::ShapeError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Gap {
    /// Above 0 apart, 0 touching, below 0 overlapping; −∞ where no translation separates.
    #[cfg_attr(feature = "serde", serde(with = "crate::math::infinite_as_null::separation"))]
    pub separation: f32,
    /// Unit vector from a to b.
    pub normal: Vec2,
    /// The witness point on a: nearest to b, or deepest inside it.
    pub on_a: Vec2,
    /// The witness point on b.
    pub on_b: Vec2,
}

impl Gap {
    /// What stands where there is none.
    pub(crate) const NOWHERE: Self =
        Self { separation: 0.0, normal: Vec2::ZERO, on_a: Vec2::ZERO, on_b: Vec2::ZERO };

    /// Returns the distance: 0 where the shapes touch or overlap.
    ///
    /// ```
    /// use jostle::{Affine, Shape};
    /// let a = Shape::circle(1.0)?.place(Affine::IDENTITY)?;
    /// assert_eq!(a.gap(&a).distance(), 0.0);
    /// # Ok::<(), jostle::ShapeError>(())
    /// ```
    #[must_use]
    pub fn distance(self) -> f32 {
        if self.separation > 0.0 { self.separation } else { 0.0 }
    }

    /// Returns the depth: 0 where the shapes touch or are apart.
    ///
    /// ```
    /// use jostle::{Affine, Shape};
    /// let a = Shape::circle(1.0)?.place(Affine::IDENTITY)?;
    /// assert_eq!(a.gap(&a).depth(), 2.0);
    /// # Ok::<(), jostle::ShapeError>(())
    /// ```
    #[must_use]
    pub fn depth(self) -> f32 {
        if self.separation < 0.0 { -self.separation } else { 0.0 }
    }
}

impl Placed {
    /// Measures the signed separation of two shapes, with normal and witness points.
    ///
    /// For convex pairs the depth is the shortest separating translation; where a concave shape
    /// takes part it is the length of a push that separates, none shorter along the same direction.
    /// The sign is exact; numbers are computed in `f64` and rounded once.
    ///
    /// ```
    /// use jostle::{Affine, Shape};
    /// let a = Shape::rect_half((2.0, 2.0))?.place(Affine::IDENTITY)?;
    /// let b = Shape::circle(1.0)?.place(Affine::at(2.5, 0.0))?;
    /// assert_eq!(a.gap(&b).separation, -0.5);
    /// # Ok::<(), jostle::ShapeError>(())
    /// ```
    #[must_use]
    pub fn gap(&self, other: &Self) -> Gap {
        let raw = convex::answer(self, other, Asked::Gap);
        raw.map_or_else(|| rounded(self, other), Raw::rounded)
    }
}

/// The answer before rounding, with the verdict that its sign follows.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Raw {
    pub(crate) verdict: Verdict,
    pub(crate) separation: f64,
    pub(crate) normal: D2,
    pub(crate) on_a: D2,
    pub(crate) on_b: D2,
}

impl Raw {
    /// What there is to know of two shapes that are apart for those who ask about contacts.
    pub(crate) const APART: Self = Self {
        verdict: Verdict::Separated,
        separation: f64::INFINITY,
        normal: D2::X,
        on_a: D2::ZERO,
        on_b: D2::ZERO,
    };

    /// The same for the other order, where `yes` says so; no branch guesses it.
    #[inline(always)]
    pub(crate) fn turned(self, yes: bool) -> Self {
        let sign = Two::splat(if yes { -1.0 } else { 1.0 });
        let points = Two::splat(0.0).gt(sign).exchanged([two(self.on_a), two(self.on_b)]);
        let [on_a, on_b] = points.map(vector);
        Self { normal: vector(two(self.normal) * sign), on_a, on_b, ..self }
    }

    pub(crate) fn flipped(self) -> Self {
        Self { normal: -self.normal, on_a: self.on_b, on_b: self.on_a, ..self }
    }

    fn moved(self, by: D2) -> Self {
        Self { on_a: self.on_a + by, on_b: self.on_b + by, ..self }
    }

    /// Rounds once and makes the sign agree with the exact verdict.
    #[inline(always)]
    pub(crate) fn rounded(self) -> Gap {
        let s = self.separation;
        let finite = if s == f64::NEG_INFINITY { f32::NEG_INFINITY } else { round(s) };
        // By a table, since no branch guesses it.
        const SIGNS: &[f32; 3] = &[1.0, 0.0, -1.0];
        let sign = SIGNS[self.verdict as usize];
        let size = finite * sign;
        let separation = if size > 0.0 { size } else { f32::from_bits(1) } * sign;
        Gap {
            separation,
            normal: self.normal.round(),
            on_a: self.on_a.round(),
            on_b: self.on_b.round(),
        }
    }
}

fn round(x: f64) -> f32 {
    D2::new(x, 0.0).round().x
}

/// What is asked about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Asked {
    /// All numbers.
    Gap,
    /// Nothing where the shapes are apart.
    Contact,
}

/// The answer for what is not direct, apart from it so that no numbers wait in memory for these.
#[inline(never)]
fn rounded(a: &Placed, b: &Placed) -> Gap {
    any(a, b).rounded()
}

pub(crate) fn raw(a: &Placed, b: &Placed) -> Raw {
    convex::answer(a, b, Asked::Gap).unwrap_or_else(|| any(a, b))
}

/// The answer for all pairs.
#[inline(never)]
pub(crate) fn any(a: &Placed, b: &Placed) -> Raw {
    let order = order(a, b);
    let same =
        order == Ordering::Equal || (a.bounds() == b.bounds() && a.contains(b) && b.contains(a));
    let mut raw = match order {
        Ordering::Greater => bodies(&b.body, &a.body).flipped(),
        _ => bodies(&a.body, &b.body),
    };
    if !a.bounds().overlaps(b.bounds()) {
        raw.verdict = Verdict::Separated;
    }
    if same { equal_sets(&a.body, raw) } else { raw }
}

/// Neither of two equal sets comes first: the same normal both ways, along x where that is as short
/// a way out as any.
#[inline(never)]
fn equal_sets(body: &Body, raw: Raw) -> Raw {
    if raw.verdict == Verdict::Touching || raw.separation == f64::NEG_INFINITY {
        return Raw { normal: D2::X, ..raw };
    }
    let n = raw.normal;
    if n != D2::X && support_width(body, D2::X) <= -raw.separation * (1.0 + 1e-12) {
        let half = D2::X * (raw.separation * -0.5);
        let middle = (raw.on_a + raw.on_b) * 0.5;
        return Raw { normal: D2::X, on_a: middle + half, on_b: middle - half, ..raw };
    }
    let canonical = if (n.x, n.y) < (0.0, 0.0) { raw.flipped() } else { raw };
    Raw { verdict: raw.verdict, ..canonical }
}

/// The extent of a body along a unit direction, which is what two copies must be moved by.
fn support_width(body: &Body, u: D2) -> f64 {
    match body {
        Body::Core(core) if core.is_convex() => {
            let mut span: Option<(f64, f64)> = None;
            for v in core.offsets().iter() {
                let s = v.dot(u);
                let (low, high) = span.unwrap_or((s, s));
                span = Some((if s < low { s } else { low }, if s > high { s } else { high }));
            }
            span.map_or(0.0, |(low, high)| high - low) + 2.0 * f64::from(core.radius)
        }
        Body::Curved(c) => c.support_offset(u).dot(u) - c.support_offset(-u).dot(u),
        _ => f64::INFINITY,
    }
}

/// The answer for two bodies in this order.
pub(crate) fn bodies(a: &Body, b: &Body) -> Raw {
    if let (Body::Core(a), Body::Core(b)) = (a, b)
        && let Some(raw) = cores(a, b)
    {
        return raw;
    }
    at_length(a, b)
}

/// The same for all but small convex cores.
#[inline(never)]
fn at_length(a: &Body, b: &Body) -> Raw {
    let verdict = verdict::bodies(a, b);
    let simple = match (a, b) {
        (Body::Core(a), Body::Core(b)) if a.is_convex() && b.is_convex() => Some(convex(a, b)),
        (Body::HalfPlane(_), _) | (_, Body::HalfPlane(_)) => Some(planes(a, b)),
        (Body::Curved(_) | Body::Core(_), Body::Curved(_) | Body::Core(_))
            if curved::is_convex(a) && curved::is_convex(b) =>
        {
            Some(curved::nearest_pieces(a, b))
        }
        _ => None,
    };
    if let Some(raw) = simple {
        return Raw { verdict, ..raw };
    }
    if verdict == Verdict::Overlapping { overlapping(a, b) } else { Raw { verdict, ..apart(a, b) } }
}

/// The answer for two small convex cores in this order; none where one has more than eight vertices.
#[inline]
pub(crate) fn cores(a: &Core, b: &Core) -> Option<Raw> {
    Some(small(a, b, polygons::separation(a, b)?))
}

/// From the answer about two small convex cores, sure or not.
fn small(a: &Core, b: &Core, near: Separation) -> Raw {
    let sure = near.separation.abs() > near.error;
    let near = if sure { None } else { polygons::lopsided(a, b) }.unwrap_or(near);
    measured(a, b, near, verdict::convex(a, b, near.separation, near.error))
}

#[inline(always)]
pub(crate) fn measured(a: &Core, b: &Core, near: Separation, verdict: Verdict) -> Raw {
    measured_from(a.origin, [a.radius, b.radius], near, verdict)
}

/// The same of cores with these radii, of which a is at this place.
#[inline(always)]
pub(crate) fn measured_from(
    origin: Vec2,
    radii: [f32; 2],
    near: Separation,
    verdict: Verdict,
) -> Raw {
    let [a, b] = radii.map(f64::from);
    Raw {
        verdict,
        separation: near.separation,
        normal: near.normal,
        on_a: near.core_a + near.normal * a,
        on_b: near.core_b - near.normal * b,
    }
    .moved(D2::from(origin))
}

fn convex(a: &Core, b: &Core) -> Raw {
    let near = minkowski::near(a, b);
    Raw {
        verdict: Verdict::Touching,
        separation: near.separation,
        normal: near.normal,
        on_a: near.core_a + near.normal * f64::from(a.radius),
        on_b: near.core_b - near.normal * f64::from(b.radius),
    }
    .moved(D2::from(a.origin))
}

/// At least one half-plane; the other, of whatever form, is measured along its normal.
fn planes(a: &Body, b: &Body) -> Raw {
    let (Body::HalfPlane(plane), other) = (a, b) else {
        return planes(b, a).flipped();
    };
    let verdict = Verdict::Touching;
    match other {
        Body::Core(core) => below(half_plane::core_below(plane, core)),
        Body::Curved(curved) => below(half_plane::curved_below(plane, curved)),
        Body::Union(parts) => least(parts.iter().map(|part| planes(a, part))),
        Body::HalfPlane(second) => {
            let normal = D2::from(plane.normal).unit().unwrap_or(D2::X);
            let on = |p: &crate::shape::HalfPlane| {
                let n = D2::from(p.normal);
                n * (f64::from(p.offset) / n.dot(n))
            };
            let (on_a, on_b) = (on(plane), on(second));
            let separation = match half_plane::opposed(plane, second) {
                Some(_) => (on_b - on_a).dot(normal),
                None => f64::NEG_INFINITY,
            };
            Raw { verdict, separation, normal, on_a, on_b }
        }
    }
}

fn below(b: Below) -> Raw {
    Raw {
        verdict: Verdict::Touching,
        separation: b.separation,
        normal: b.normal,
        on_a: b.deepest - b.normal * b.separation,
        on_b: b.deepest,
    }
}

fn least(raws: impl Iterator<Item = Raw>) -> Raw {
    let mut best: Option<Raw> = None;
    for raw in raws {
        if best.is_none_or(|b| raw.separation < b.separation) {
            best = Some(raw);
        }
    }
    best.unwrap_or(Raw::APART)
}

/// The nearest of all parts; the shapes are apart or touch.
fn apart(a: &Body, b: &Body) -> Raw {
    match (a, b) {
        (Body::Union(parts), _) => least(parts.iter().map(|part| bodies(part, b))),
        (_, Body::Union(parts)) => least(parts.iter().map(|part| bodies(a, part))),
        (Body::Core(a), Body::Core(b)) => edge_distance(Pair { a, b }),
        _ => curved::nearest_pieces(a, b),
    }
}

/// A push out of the overlap, from the convex pieces of both.
fn overlapping(a: &Body, b: &Body) -> Raw {
    let base = origin(a);
    let push = grid_window::push(a, b, base);
    let on_a = base + push.on_a;
    let on_b = if push.depth.is_finite() { on_a - push.normal * push.depth } else { on_a };
    Raw { verdict: Verdict::Overlapping, separation: -push.depth, normal: push.normal, on_a, on_b }
}

/// A point near a body from which its numbers are small.
pub(crate) fn origin(body: &Body) -> D2 {
    match body {
        Body::Core(core) => core.origin.into(),
        Body::Curved(curved) => curved.origin.into(),
        Body::HalfPlane(_) => D2::ZERO,
        Body::Union(parts) => {
            let bounded = parts.iter().find(|p| !matches!(p, Body::HalfPlane(_)));
            bounded.map_or(D2::ZERO, origin)
        }
    }
}

//! Separated, touching or overlapping: the exact answer that every boolean derives from.

use core::cmp::Ordering;

use crate::math::exact::{Approx, Num};
use crate::math::{D2, Vec2};
use crate::pair::canonical_order;
use crate::pair::curved;
use crate::pair::exact::predicates::{Location, Meet, Pair, Reach, Side, Spot, Vertex};
use crate::pair::exact::seams;
use crate::pair::exact::touching::{overlaps_at_contacts, thin_crossing};
use crate::pair::filter::single;
use crate::pair::half_plane;
use crate::pair::mesh::edge_pairs::{meeting_edges, near_edges};
use crate::pair::mesh::grid_window;
use crate::pair::sat::minkowski;
use crate::pair::sat::polygons;
use crate::shape::kinds::mask::Share;
use crate::shape::{Body, Core, Kind, Placed};

/// The sign of the exact separation of two closed sets.
///
/// ```
/// use jostle::{Affine, Shape, Verdict};
/// let a = Shape::rect_half((1.0, 1.0))?.place(Affine::IDENTITY)?;
/// let b = Shape::rect_half((1.0, 1.0))?.place(Affine::at(2.0, 0.0))?;
/// assert_eq!(a.verdict(&b), Verdict::Touching);
/// # Ok::<(), jostle::ShapeError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
pub enum Verdict {
    /// The sets share no point.
    Separated,
    /// They share points, but only of their boundaries.
    Touching,
    /// Their interiors share a point; for lines and points: they still meet after every small
    /// enough translation.
    Overlapping,
}

impl Verdict {
    /// The verdict that a separation with this sign stands for.
    pub(crate) fn of_separation(sign: Ordering) -> Self {
        match sign {
            Ordering::Greater => Self::Separated,
            Ordering::Equal => Self::Touching,
            Ordering::Less => Self::Overlapping,
        }
    }
}

impl Placed {
    /// Tells whether two shapes are separated, touching or overlapping, exactly.
    ///
    /// Ellipses, sheared capsules and custom shapes carry a certified bracket of the separation;
    /// inside it, a few ulp wide, the answer is `Touching`.
    ///
    /// ```
    /// use jostle::{Affine, Shape, Verdict};
    /// let a = Shape::circle(1.0)?.place(Affine::IDENTITY)?;
    /// let b = Shape::circle(1.0)?.place(Affine::at(0.0, 2.5))?;
    /// assert_eq!(a.verdict(&b), Verdict::Separated);
    /// # Ok::<(), jostle::ShapeError>(())
    /// ```
    #[must_use]
    pub fn verdict(&self, other: &Self) -> Verdict {
        // What few numbers decide is sooner decided than ruled out by boxes.
        if let (Body::Core(a), Body::Core(b)) = (&self.body, &other.body)
            && let Some(verdict) = by_filter(a, b)
        {
            return verdict;
        }
        if !self.bounds().overlaps(other.bounds()) {
            return Verdict::Separated;
        }
        bodies(&self.body, &other.body)
    }
}

/// Returns the verdict that the filter proves, if any.
#[inline]
fn by_filter(a: &Core, b: &Core) -> Option<Verdict> {
    let certain = single::classify(a, b)?;
    let verdict = if certain.separated != 0 { Verdict::Separated } else { Verdict::Overlapping };
    (certain.separated | certain.overlapping != 0).then_some(verdict)
}

pub(crate) fn bodies(a: &Body, b: &Body) -> Verdict {
    match (a, b) {
        (Body::Core(a), Body::Core(b)) => cores(a, b),
        (Body::Union(parts), other) | (other, Body::Union(parts)) => {
            let verdict = union(parts, other);
            if verdict == Verdict::Touching && seams::joined_overlap(a, b) {
                Verdict::Overlapping
            } else {
                verdict
            }
        }
        (Body::HalfPlane(plane), other) | (other, Body::HalfPlane(plane)) => {
            half_plane::verdict(plane, other)
        }
        // Brackets are computed in one order, so that swapping cannot move them.
        (Body::Curved(_), _) | (_, Body::Curved(_)) => match canonical_order::bodies(a, b) {
            Ordering::Greater => curved::verdict(b, a),
            _ => curved::verdict(a, b),
        },
    }
}

/// The strongest verdict of the parts.
fn union(parts: &[Body], other: &Body) -> Verdict {
    let bounds = other.bounds();
    let mut best = Verdict::Separated;
    for part in parts {
        if part.bounds().overlaps(bounds) {
            let verdict = bodies(part, other);
            if verdict == Verdict::Overlapping {
                return verdict;
            }
            if verdict > best {
                best = verdict;
            }
        }
    }
    best
}

pub(crate) fn cores(a: &Core, b: &Core) -> Verdict {
    by_filter(a, b).unwrap_or_else(|| without_filter(a, b))
}

/// What the filter leaves: small convex cores in `f64`, then everything.
#[inline(never)]
pub(crate) fn without_filter(a: &Core, b: &Core) -> Verdict {
    if let Some(sign) = polygons::sign(a, b) {
        return Verdict::of_separation(sign);
    }
    if let Some(verdict) = upright_rects(a, b) {
        return verdict;
    }
    if let Some(verdict) = discs(a, b) {
        return verdict;
    }
    if (a.mesh().is_some() || b.mesh().is_some())
        && let Some(verdict) = pixels(a, b)
    {
        return verdict;
    }
    if a.is_convex() && b.is_convex() {
        let near = minkowski::near(a, b);
        return convex(a, b, near.separation, near.error);
    }
    meshes(Pair { a, b })
}

/// The verdict on two convex cores whose separation is known within an error.
#[inline]
pub(crate) fn convex(a: &Core, b: &Core, separation: f64, error: f64) -> Verdict {
    if separation > error {
        Verdict::Separated
    } else if separation < -error {
        Verdict::Overlapping
    } else {
        convex_exact(Pair { a, b })
    }
}

/// Axis-aligned rectangles: the tiles of games, which touch exactly and must not pay for it.
fn upright_rects(a: &Core, b: &Core) -> Option<Verdict> {
    let half = |core: &Core| {
        let frame = core.frame()?;
        match (frame.rot.cos.abs(), frame.rot.sin.abs()) {
            (1.0, 0.0) => Some([frame.half.x, frame.half.y]),
            (0.0, 1.0) => Some([frame.half.y, frame.half.x]),
            _ => None,
        }
    };
    if a.radius > 0.0 || b.radius > 0.0 || a.kind != Kind::Convex || b.kind != Kind::Convex {
        return None;
    }
    let (ha, hb) = (half(a)?, half(b)?);
    let axis = |p: f32, q: f32, r: f32, s: f32| {
        let n = |v: f32| Approx::of(f64::from(v));
        let d = n(q).minus(n(p));
        let d = if d.sign()? == Ordering::Less { n(0.0).minus(d) } else { d };
        d.minus(n(r).plus(n(s))).sign()
    };
    let x = axis(a.origin.x, b.origin.x, ha[0], hb[0])?;
    let y = axis(a.origin.y, b.origin.y, ha[1], hb[1])?;
    Some(Verdict::of_separation(if x > y { x } else { y }))
}

/// Two discs: the tokens of games, which touch exactly where they stand on a grid, and then no number below is
/// rounded.
fn discs(a: &Core, b: &Core) -> Option<Verdict> {
    // Where both are points, those that are one have no interiors, and are no crossing either.
    if a.kind != Kind::Point || b.kind != Kind::Point || a.radius + b.radius == 0.0 {
        return None;
    }
    let n = |v: f32| Approx::of(f64::from(v));
    let (x, y) = (n(b.origin.x).minus(n(a.origin.x)), n(b.origin.y).minus(n(a.origin.y)));
    let radius = n(a.radius).plus(n(b.radius));
    let gap = x.square().plus(y.square()).minus(radius.square());
    gap.sign().map(Verdict::of_separation)
}

/// Two masks of one grid, or a mask and a point: read off the bits.
#[inline(never)]
fn pixels(a: &Core, b: &Core) -> Option<Verdict> {
    let share = match (a.grid(), b.grid()) {
        (Some(grid), Some(other)) => grid.with(a.origin, other, b.origin),
        (Some(grid), None) => grid.at(a.origin, lone_point(b)?, D2::ZERO),
        (None, Some(grid)) => grid.at(b.origin, lone_point(a)?, D2::ZERO),
        (None, None) => None,
    }?;
    Some(match share {
        Share::Nothing => Verdict::Separated,
        Share::Boundary => Verdict::Touching,
        Share::Interior => Verdict::Overlapping,
    })
}

/// The point that a core is, without thickness.
fn lone_point(core: &Core) -> Option<Vec2> {
    (core.kind == Kind::Point && core.radius == 0.0).then_some(core.origin)
}

/// Two convex cores within rounding of touching.
#[cold]
fn convex_exact(pair: Pair<'_>) -> Verdict {
    if let Some(verdict) = upright_rects(pair.a, pair.b).or_else(|| discs(pair.a, pair.b)) {
        return verdict;
    }
    let verdict = convex_cores(pair);
    let radius = f64::from(pair.a.radius) + f64::from(pair.b.radius);
    if radius == 0.0 {
        return verdict;
    }
    if verdict != Verdict::Separated {
        return Verdict::Overlapping;
    }
    compare_distance(pair, Reach::Sum)
}

/// The verdict on the cores alone: by separating axes where the difference b − a has an interior.
#[inline(never)]
pub(crate) fn convex_cores(pair: Pair<'_>) -> Verdict {
    let thin = |core: &Core| core.kind != Kind::Convex;
    if thin(pair.a) && thin(pair.b) {
        return match pair.meet(pair.edge(Side::A, 0), pair.edge(Side::B, 0)) {
            Meet::Apart => Verdict::Separated,
            Meet::Touch => Verdict::Touching,
            Meet::Cross => Verdict::Overlapping,
        };
    }
    let mut worst = Ordering::Less;
    for (side, other) in [(Side::A, Side::B), (Side::B, Side::A)] {
        let core = pair.core(side);
        if core.kind == Kind::Point {
            continue;
        }
        let turns = if core.kind == Kind::Segment { 2 } else { 1 };
        for i in 0..core.edge_count() {
            let [u, v] = pair.edge(side, i);
            for edge in [[u, v], [v, u]].into_iter().take(turns) {
                let axis = axis_sign(pair, edge, other);
                if axis == Ordering::Greater {
                    return Verdict::Separated;
                }
                if axis > worst {
                    worst = axis;
                }
            }
        }
    }
    Verdict::of_separation(worst)
}

/// The sign of the smallest distance of the other core's vertices to the outside of an edge.
fn axis_sign(pair: Pair<'_>, [u, v]: [Vertex; 2], other: Side) -> Ordering {
    let mut smallest = Ordering::Greater;
    for j in 0..pair.core(other).vertex_count() {
        // Outside is the right of a positive edge: a negative turn.
        let sign = pair.orient(Spot::At(u), Spot::At(v), Spot::At((other, j))).reverse();
        if sign == Ordering::Less {
            return sign;
        }
        if sign < smallest {
            smallest = sign;
        }
    }
    smallest
}

/// Compares the distance of two disjoint cores with a radius, over the pairs of features whose
/// `f64` distance cannot tell.
pub(crate) fn compare_distance(pair: Pair<'_>, reach: Reach) -> Verdict {
    let mut best = Ordering::Greater;
    near_edges(pair, |ea, eb| {
        let (ea, eb) = (pair.edge(Side::A, ea), pair.edge(Side::B, eb));
        for (p, edge) in [(ea[0], eb), (ea[1], eb), (eb[0], ea), (eb[1], ea)] {
            let sign = pair.distance(p, edge, reach);
            if sign < best {
                best = sign;
            }
        }
        best != Ordering::Less
    });
    Verdict::of_separation(best)
}

/// Outlines of more rings are worth cutting down to what is near.
const MANY_RINGS: usize = 100;

/// At least one concave polygon or chain.
#[inline(never)]
fn meshes(pair: Pair<'_>) -> Verdict {
    let mut contacts = alloc::vec::Vec::new();
    let mut crossed = false;
    meeting_edges(pair, |i, j, meet| {
        match meet {
            Meet::Apart => {}
            Meet::Touch => contacts.push((i, j)),
            Meet::Cross => crossed = true,
        }
        !crossed
    });
    let thick = pair.a.radius > 0.0 || pair.b.radius > 0.0;
    if crossed || (thick && !contacts.is_empty()) {
        return Verdict::Overlapping;
    }
    // Where the whole boundary would be walked, the cells of a grid around the other will do.
    let many = |core: &Core| core.ring_starts().nth(MANY_RINGS).is_some();
    if (!contacts.is_empty() || many(pair.a) || many(pair.b))
        && let Some([a, b]) = grid_window::cores(pair)
    {
        return bodies(&a, &b);
    }
    if contacts.is_empty() {
        if holds_a_ring(pair, Side::A) || holds_a_ring(pair, Side::B) {
            return Verdict::Overlapping;
        }
        return if thick { compare_distance(pair, Reach::Sum) } else { Verdict::Separated };
    }
    let overlap = if pair.a.is_solid() || pair.b.is_solid() {
        overlaps_at_contacts(pair, &contacts)
    } else {
        thin_crossing(pair, &contacts)
    };
    if overlap { Verdict::Overlapping } else { Verdict::Touching }
}

/// Whether a ring of the other shape lies inside the solid of this one, the boundaries being apart.
fn holds_a_ring(pair: Pair<'_>, solid: Side) -> bool {
    let other = if solid == Side::A { Side::B } else { Side::A };
    pair.core(solid).is_solid()
        && pair
            .core(other)
            .ring_starts()
            .any(|v| pair.locate(Spot::At((other, v)), solid) == Location::Inside)
}

//! A shape in the world, with everything computed that a query needs.

use alloc::boxed::Box;

use crate::math::{Aabb, DVec2, Vec2};
use crate::shape::body::storage::{InlineRing, LANES, Vertices};
use crate::shape::placing::reclassify;
use crate::shape::{Body, Core, Curved, Kind, ShapeError, ValuePath, validate};

/// A shape under an affine map: one exact set of points, fixed when it was placed.
///
/// # Guarantees
/// All numbers are finite. Every query speaks about exactly the set that is stored here:
/// circles, capsules and segments are their `f32` numbers; a rectangle is its center, half extents
/// and the stored cosine and sine; a polygon is its origin plus vertex offsets, the sum never
/// rounded.
///
/// ```
/// use jostle::{Affine, Shape};
/// let a = Shape::circle(1.0)?.place(Affine::at((5.0, 0.0)))?;
/// assert_eq!(a.bounds().center(), jostle::Vec2::new(5.0, 0.0));
/// # Ok::<(), jostle::ShapeError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Placed {
    pub(crate) body: Body,
    bounds: Aabb,
}

// A pair that is not in the cache waits for what has to be read.
const _: () = assert!(size_of::<Option<Placed>>() <= 80);

impl Placed {
    pub(crate) fn new(body: Body) -> Self {
        let bounds = body.bounds();
        Self { body, bounds }
    }

    #[inline(always)]
    pub(super) fn of_core(core: Core, bounds: Aabb) -> Self {
        Self { body: Body::Core(core), bounds }
    }

    /// Where the vertices are, if they are five to eight.
    pub(super) fn take_octagon(self) -> Option<Box<InlineRing<LANES>>> {
        match self.body {
            Body::Core(Core { vertices: Vertices::Eight(eight), .. }) => Some(eight),
            _ => None,
        }
    }

    /// Returns the smallest axis-aligned box around the shape, rounded outward; everything for a
    /// half-plane.
    ///
    /// ```
    /// use jostle::{Aabb, Affine, Shape};
    /// let c = Shape::circle(2.0)?.place(Affine::at((1.0, 1.0)))?;
    /// assert_eq!(c.bounds(), Aabb::new((-1.0, -1.0), (3.0, 3.0)));
    /// # Ok::<(), jostle::ShapeError>(())
    /// ```
    #[must_use]
    pub fn bounds(&self) -> Aabb {
        self.bounds
    }

    /// Returns the shape moved by `offset`; the new position is rounded to `f64`, and saturates at
    /// the largest finite `f32`.
    #[must_use]
    pub fn moved(&self, offset: impl Into<Vec2>) -> Self {
        Self::new(self.body.moved(DVec2::from(offset.into())))
    }
}

impl Aabb {
    /// Makes the box a placed shape with exactly these corners; infinite sides end at the largest
    /// finite number.
    ///
    /// # Errors
    /// A side is NaN.
    ///
    /// ```
    /// use jostle::{Aabb, Affine, Shape};
    /// let room = Aabb::new((0.0, 0.0), (4.0, 3.0)).to_placed()?;
    /// let ball = Shape::circle(1.0)?.place(Affine::at((5.0, 3.0)))?;
    /// assert!(room.overlaps(&ball) && !room.overlaps_interior(&ball));
    /// # Ok::<(), jostle::ShapeError>(())
    /// ```
    pub fn to_placed(self) -> Result<Placed, ShapeError> {
        let what = |name| ValuePath::field(name);
        let side = |value: f32, name| {
            let end = if value.is_infinite() { f32::MAX.copysign(value) } else { value };
            validate::number(end, what(name)).map(f64::from)
        };
        let (x, y) = (side(self.min.x, "min.x")?, side(self.min.y, "min.y")?);
        let (r, s) = (side(self.max.x, "max.x")?, side(self.max.y, "max.y")?);
        let corners = [DVec2::new(x, y), DVec2::new(r, y), DVec2::new(r, s), DVec2::new(x, s)];
        reclassify::single(DVec2::ZERO, &corners, 0.0).map(Placed::new)
    }
}

/// A place within the range of `f32`, with no negative zero.
fn held(p: DVec2) -> DVec2 {
    let most = f64::from(f32::MAX);
    DVec2::new(p.x.clamp(-most, most) + 0.0, p.y.clamp(-most, most) + 0.0)
}

impl Body {
    /// Returns a point near the body, from which its coordinates are small numbers.
    pub(crate) fn anchor(&self) -> DVec2 {
        match self {
            Self::Core(core) => core.origin,
            Self::Curved(curved) => curved.origin,
            Self::HalfPlane(_) => DVec2::ZERO,
            Self::Union(parts) => {
                let bounded = parts.iter().find(|p| !matches!(p, Self::HalfPlane(_)));
                bounded.map_or(DVec2::ZERO, Self::anchor)
            }
        }
    }

    pub(crate) fn is_convex(&self) -> bool {
        match self {
            Self::Core(core) => core.is_convex(),
            Self::Curved(_) | Self::HalfPlane(_) => true,
            Self::Union(_) => false,
        }
    }

    /// Returns `true` for a point or a segment without a radius.
    pub(crate) fn is_segment(&self) -> bool {
        matches!(self, Self::Core(core) if core.kind < Kind::Convex && core.radius == 0.0)
    }

    /// Returns `true` if no part has an area.
    pub(crate) fn is_thin(&self) -> bool {
        self.parts().iter().all(|part| matches!(part, Self::Core(core) if !core.is_area()))
    }

    /// The boundaries of what has straight edges.
    pub(crate) fn boundary(&self) -> Self {
        match self {
            Self::Core(core) => Self::Core(core.boundary()),
            Self::Union(parts) => Self::Union(parts.iter().map(Self::boundary).collect()),
            other => other.clone(),
        }
    }

    /// The parts of a union; itself otherwise.
    pub(crate) fn parts(&self) -> &[Self] {
        match self {
            Self::Union(parts) => parts,
            other => core::slice::from_ref(other),
        }
    }

    pub(crate) fn bounds(&self) -> Aabb {
        match self {
            Self::Core(core) => core.bounds(),
            Self::Curved(curved) => curved.bounds(),
            Self::HalfPlane(_) => Aabb::UNBOUNDED,
            Self::Union(parts) => Self::bounds_of(parts),
        }
    }

    #[inline(never)]
    fn bounds_of(parts: &[Self]) -> Aabb {
        let mut boxes = parts.iter().map(Self::bounds);
        let first = boxes.next().unwrap_or(Aabb::UNBOUNDED);
        boxes.fold(first, Aabb::union)
    }

    /// Returns `true` if everything bounded has finite bounds.
    pub(crate) fn fits(&self) -> bool {
        match self {
            Self::HalfPlane(_) => true,
            Self::Union(parts) => parts.iter().all(Self::fits),
            Self::Core(_) | Self::Curved(_) => self.bounds().is_finite(),
        }
    }

    pub(crate) fn moved(&self, by: DVec2) -> Self {
        match self {
            Self::Core(core) => Self::Core(core.translated(held(core.origin + by))),
            Self::Curved(curved) => Self::Curved(curved.at(held(curved.origin + by))),
            Self::HalfPlane(plane) => {
                let offset = f64::from(plane.offset) + DVec2::from(plane.normal).dot(by);
                let offset = DVec2::new(offset, 0.0).round().x;
                Self::HalfPlane(crate::shape::HalfPlane { offset, ..*plane })
            }
            Self::Union(parts) => Self::Union(parts.iter().map(|p| p.moved(by)).collect()),
        }
    }
}

impl Curved {
    #[inline(never)]
    pub(crate) fn bounds(&self) -> Aabb {
        let o = self.origin;
        let [e, n, w, s] = [DVec2::X, DVec2::X.left(), -DVec2::X, -DVec2::X.left()]
            .map(|u| self.support_offset(u));
        // The support points carry a few roundings of f64.
        let reach = o.reach() + e.reach() + n.reach() + w.reach() + s.reach();
        let slack = DVec2::new(1.0, 1.0) * (8.0 * f64::EPSILON * reach);
        Aabb::outward(o + DVec2::new(w.x, s.y) - slack, o + DVec2::new(e.x, n.y) + slack)
    }
}

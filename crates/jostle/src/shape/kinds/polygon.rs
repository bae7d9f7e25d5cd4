//! A solid polygon: convex or concave, with holes, rounded or not.

use alloc::boxed::Box;
use alloc::sync::Arc;
use alloc::vec::Vec;

use crate::math::{Aabb, Affine, DVec2, Vec2};
use crate::shape::body::curved;
use crate::shape::body::storage::{InlineRing, LANES};
use crate::shape::bvh::box_bvh::DAabb;
use crate::shape::kinds::compound;
use crate::shape::outline::hull;
use crate::shape::outline::normalize;
use crate::shape::placing::reclassify;
use crate::shape::placing::region::Region;
use crate::shape::placing::similarity::Similarity;
use crate::shape::placing::stays_convex::StableConvex;
use crate::shape::{Body, Core, Shape, ShapeError, ValuePath, validate};

/// A solid polygon; see [`Shape::polygon`].
#[derive(Clone, Debug, PartialEq)]
pub struct Polygon {
    /// Outer ring first, positive; then the holes, negative.
    pub(crate) region: Arc<Region>,
    pub(crate) radius: f32,
    /// The outline of a convex polygon that rounding cannot bend, if it is placed by a map that is far
    /// from flattening it.
    pub(crate) stable: Option<StableConvex>,
}

impl Shape {
    /// Makes a solid polygon from its outline, in local units.
    ///
    /// Any winding, any first vertex, repeated and collinear vertices give the same shape. The
    /// outline may be concave and may touch itself; without area it is the line or point it is.
    ///
    /// # Errors
    /// No points, a coordinate that is not finite, or two edges that properly cross.
    ///
    /// Cost: O(n log n) for ordinary outlines.
    ///
    /// ```
    /// use jostle::{Affine, Shape};
    /// let notch = Shape::polygon([(0.0, 0.0), (4.0, 0.0), (4.0, 4.0), (2.0, 1.0), (0.0, 4.0)])?;
    /// let notch = notch.place(Affine::IDENTITY)?;
    /// assert!(!notch.contains_point((2.0, 3.0)));
    /// # Ok::<(), jostle::ShapeError>(())
    /// ```
    pub fn polygon<P: Into<Vec2>>(points: impl IntoIterator<Item = P>) -> Result<Self, ShapeError> {
        Self::polygon_with_holes(points, [[Vec2::ZERO; 0]; 0])
    }

    /// Makes a solid polygon with holes.
    ///
    /// Holes may touch the outline and each other.
    ///
    /// # Errors
    /// As [`Shape::polygon`], and a hole that leaves the outer ring.
    ///
    /// ```
    /// use jostle::{Affine, Shape};
    /// let outer = [(0.0, 0.0), (6.0, 0.0), (6.0, 6.0), (0.0, 6.0)];
    /// let hole = [(2.0, 2.0), (4.0, 2.0), (4.0, 4.0), (2.0, 4.0)];
    /// let frame = Shape::polygon_with_holes(outer, [hole])?.place(Affine::IDENTITY)?;
    /// assert!(!frame.contains_point((3.0, 3.0)) && frame.contains_point((4.0, 3.0)));
    /// # Ok::<(), jostle::ShapeError>(())
    /// ```
    pub fn polygon_with_holes<P: Into<Vec2>, Q: Into<Vec2>, H: IntoIterator<Item = Q>>(
        outer: impl IntoIterator<Item = P>,
        holes: impl IntoIterator<Item = H>,
    ) -> Result<Self, ShapeError> {
        let points = validate::points(outer, ValuePath::field("points"))?;
        let mut inner = Vec::new();
        for (h, hole) in holes.into_iter().enumerate() {
            inner.push(validate::points(hole, ValuePath::item("holes", h))?);
        }
        let holes: Vec<&[Vec2]> = inner.iter().map(|h| &h[..]).collect();
        let (outline, alone) = normalize::normalized(&points, &holes)?;
        let region = Region::new(outline);
        let region = if alone { region } else { region.with_self_touches() };
        Ok(Self::Polygon(Polygon::new(region)))
    }

    /// Makes the convex hull of the points.
    ///
    /// # Errors
    /// No points, or a coordinate that is not finite.
    ///
    /// ```
    /// use jostle::{Affine, Shape};
    /// let h = Shape::hull([(0.0, 0.0), (4.0, 0.0), (1.0, 1.0), (0.0, 4.0)])?;
    /// assert!(h.place(Affine::IDENTITY)?.contains_point((2.0, 2.0)));
    /// # Ok::<(), jostle::ShapeError>(())
    /// ```
    pub fn hull<P: Into<Vec2>>(points: impl IntoIterator<Item = P>) -> Result<Self, ShapeError> {
        Self::polygon(hull::hull(&validate::points(points, ValuePath::field("points"))?))
    }

    /// Makes a triangle; corners on a line make a segment.
    ///
    /// # Errors
    /// A coordinate is not finite.
    ///
    /// ```
    /// use jostle::{Affine, Shape};
    /// let t = Shape::triangle((0.0, 0.0), (4.0, 0.0), (0.0, 4.0))?.place(Affine::IDENTITY)?;
    /// assert_eq!(t.area(), Some(8.0));
    /// # Ok::<(), jostle::ShapeError>(())
    /// ```
    pub fn triangle(
        a: impl Into<Vec2>,
        b: impl Into<Vec2>,
        c: impl Into<Vec2>,
    ) -> Result<Self, ShapeError> {
        Self::polygon([a.into(), b.into(), c.into()])
    }
}

impl Polygon {
    /// Without a radius.
    pub(crate) fn new(region: Region) -> Self {
        let stable = StableConvex::of(&region.rings, region.convex);
        Self { region: Arc::new(region), radius: 0.0, stable }
    }

    pub(crate) fn rings(&self) -> &[Vec<Vec2>] {
        &self.region.rings
    }

    /// A convex one that stays convex. Its memory may be that of `lend`.
    #[inline(always)]
    pub(crate) fn at_once(
        &self,
        m: &Affine,
        lend: impl FnOnce() -> Option<Box<InlineRing<LANES>>>,
    ) -> Option<(Core, Aabb)> {
        let stable = self.stable.as_ref().filter(|_| self.radius == 0.0)?;
        let origin = m.origin();
        let (ring, bounds) = stable.placed(m, lend)?;
        Some((Core::ring(origin, ring), bounds))
    }

    /// The bounds of the placed polygon, without placing it; `None` if that takes more.
    pub(crate) fn bounds(&self, m: &Affine) -> Option<Aabb> {
        let whole = DAabb::of_points(&self.region.offsets(false, |p| validate::offset(m, p)));
        let core = Core::offset_segment(m.origin(), whole.min, whole.max, 0.0);
        Some(core.bounds()).filter(|bounds| self.radius == 0.0 && bounds.is_finite())
    }

    pub(crate) fn lower(&self, m: &Affine) -> Result<Body, ShapeError> {
        let origin = m.origin();
        let (mirrored, singular) = (m.determinant() < 0.0, m.determinant() == 0.0);
        let all = self.region.offsets(mirrored, |p| validate::offset(m, p));
        validate::in_range(&all)?;
        let radius = match Similarity::of(m) {
            Some(s) => s.radius(self.radius)?,
            None if self.radius == 0.0 => 0.0,
            None => return self.lower_curved(m, origin, &all, mirrored),
        };
        let flat = singular || self.rings().iter().all(|r| r.len() < 3);
        if self.region.convex {
            return reclassify::single(origin, &all, radius);
        }
        if flat {
            return reclassify::flattened(origin, &self.region, |p| validate::offset(m, p), radius);
        }
        Ok(Body::Core(reclassify::meshed(&self.region, origin, &all, mirrored, radius)))
    }

    /// A rounded polygon under a map that is no similarity: each convex piece keeps its own
    /// elliptic rounding, and the union of the pieces is the shape.
    fn lower_curved(
        &self,
        m: &Affine,
        origin: DVec2,
        all: &[DVec2],
        mirrored: bool,
    ) -> Result<Body, ShapeError> {
        let disc = curved::disc(m, self.radius)?;
        if self.region.convex || all.len() < 3 {
            return curved::rounded(origin, all, disc);
        }
        let body = |ring: &[u32]| {
            let ring: Vec<DVec2> = ring.iter().map(|i| all[*i as usize]).collect();
            curved::rounded(origin, &ring, disc)
        };
        let bodies = self.region.pieces(mirrored).rings.iter().map(|piece| body(piece));
        Ok(compound::union(bodies.collect::<Result<_, _>>()?))
    }
}

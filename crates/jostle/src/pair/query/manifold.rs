//! Contact manifolds: one or two contact points with names that stay from step to step.
//!
//! Method: along the normal of the contact each shape has a face or a vertex
//! ([`support_features`]). Two faces are clipped against each other ([`clip`]), as with the
//! reference and incident edges of Erin Catto ("Fast and Simple Physics using Sequential Impulses",
//! GDC 2006). For concave shapes all pairs of faces within the depth are clipped, and the two
//! points furthest apart are kept.
//!
//! Frame: world, computed relative to a's origin in the canonical order of the pair. Cost: O(n + m)
//! and the pairs of faces in reach.

mod clip;
pub(crate) mod support_features;

use core::cmp::Ordering;
use core::hint::select_unpredictable;

use crate::math::Vec2;
use crate::pair::answer::{Verdict, Want};
use crate::pair::{bodies::placed_gap, canonical_order, convex};
use crate::shape::Placed;

/// A part of a shape that takes part in a contact; numbers count through all parts of a union.
///
/// ```
/// use jostle::query::Feature;
/// assert_ne!(Feature::Vertex(1), Feature::Edge(1));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
pub enum Feature {
    /// A vertex, or the whole of a circle or curved shape.
    Vertex(u32),
    /// An edge; the line of a half-plane.
    Edge(u32),
}

/// Names a contact point by what meets there; independent of positions.
///
/// ```
/// use jostle::query::{Feature, FeatureId};
/// let id = FeatureId { a: Feature::Edge(2), b: Feature::Vertex(0) };
/// assert_eq!(id.flipped().a, Feature::Vertex(0));
/// assert_ne!(id.to_bits(), id.flipped().to_bits());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct FeatureId {
    /// The feature of a.
    pub a: Feature,
    /// The feature of b.
    pub b: Feature,
}

impl FeatureId {
    /// Returns the name with the sides exchanged: what the swapped pair reports.
    #[must_use]
    pub fn flipped(self) -> Self {
        Self { a: self.b, b: self.a }
    }

    /// Packs the name into 52 bits, which a JavaScript number holds: a's feature in the upper 26,
    /// b's in the lower, each twice its number, plus one for an edge.
    ///
    /// Distinct for shapes of fewer than 2²⁵ vertices.
    ///
    /// ```
    /// use jostle::query::{Feature, FeatureId};
    /// let id = FeatureId { a: Feature::Vertex(1), b: Feature::Edge(3) };
    /// assert_eq!(id.to_bits(), (2 << 26) + 7);
    /// ```
    #[must_use]
    pub fn to_bits(self) -> u64 {
        let half = |f| match f {
            Feature::Vertex(i) => u64::from(i) << 1,
            Feature::Edge(i) => (u64::from(i) << 1) | 1,
        };
        let low = (1 << 26) - 1;
        ((half(self.a) & low) << 26) | (half(self.b) & low)
    }
}

/// A point of a contact manifold.
///
/// ```
/// use jostle::{Affine, Shape, Vec2};
/// let a = Shape::circle(1.0)?.place(Affine::IDENTITY)?;
/// let m = a.manifold(&a.moved((1.0, 0.0))).unwrap();
/// assert_eq!((m.points()[0].point, m.points()[0].depth), (Vec2::new(0.5, 0.0), 1.0));
/// # Ok::<(), jostle::ShapeError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct ManifoldPoint {
    /// The middle between the two faces, along the normal: edges moved out by the radius. A round
    /// corner beyond the end of a face stands out by up to 3 % of its radius.
    pub point: Vec2,
    /// The depth there; 0 if the shapes only touch.
    #[cfg_attr(feature = "serde", serde(with = "crate::math::infinite_as_null::depth"))]
    pub depth: f32,
    /// The features that meet here.
    pub id: FeatureId,
}

/// The contact of two shapes: one or two points.
///
/// ```
/// use jostle::{Affine, Shape, Vec2};
/// let floor = Shape::half_plane((0.0, 1.0), 0.0)?.place(Affine::IDENTITY)?;
/// let crate_ = Shape::rect_half((2.0, 1.0))?.place(Affine::at((5.0, 0.75)))?;
/// let m = floor.manifold(&crate_).unwrap();
/// assert_eq!(m.normal, Vec2::new(0.0, 1.0));
/// assert_eq!(m.points().len(), 2);
/// assert!(m.points().iter().all(|p| p.depth == 0.25));
/// # Ok::<(), jostle::ShapeError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Manifold {
    /// Unit vector from a to b, the contact's.
    pub normal: Vec2,
    points: [ManifoldPoint; 2],
    len: usize,
}

impl Manifold {
    /// Returns the points, one or two: by x, or by y along a steep face; the swapped pair has them
    /// in the same order.
    ///
    /// ```
    /// use jostle::{Affine, Shape};
    /// let a = Shape::rect_half((1.0, 1.0))?.place(Affine::IDENTITY)?;
    /// assert_eq!(a.manifold(&a.moved((0.5, 1.5))).unwrap().points().len(), 2);
    /// assert_eq!(a.manifold(&a.moved((2.0, 2.0))).unwrap().points().len(), 1);
    /// # Ok::<(), jostle::ShapeError>(())
    /// ```
    #[must_use]
    pub fn points(&self) -> &[ManifoldPoint] {
        self.points.get(..self.len).unwrap_or(&self.points)
    }

    #[cfg(feature = "serde")]
    pub(crate) fn of(normal: Vec2, points: &[ManifoldPoint]) -> Option<Self> {
        let (one, other) = (points.first()?, points.last()?);
        (points.len() <= 2).then_some(Self { normal, points: [*one, *other], len: points.len() })
    }
}

impl Placed {
    /// Finds the contact manifold of two shapes, or `None` when they are apart.
    ///
    /// The normal is that of [`Placed::contact`], and the largest depth is its depth. Two points
    /// where faces lie on each other: within 14.5° of the normal and over more than 1/200 of the
    /// smaller size; else one. Curved sides give one. A second point whose surfaces just fail to
    /// meet, by less than 1/200 of the size, is kept with depth 0, so that a resting shape does not
    /// lose it to rounding. More than four million pairs of faces in reach of each other give one.
    /// Where no translation separates, the one point has infinite depth.
    /// [`Placed::contacts`] has one contact for each face of a concave shape that is touched.
    ///
    /// Names depend on the place alone and not on the past, so somewhere they have to change: where
    /// another way out becomes the shortest, or an end of a face passes an end of the other. A
    /// motion by 1e-3 of the smaller size does the latter for 0.2 % of random contacts, and between
    /// convex shapes it changes names at most once, except for 7 of 100,000 nasty contacts. A needle
    /// may have two such places close together. Rounding may choose between two features at equal
    /// distances, as for a point that moves along the middle of a bar.
    ///
    /// ```
    /// use jostle::{Affine, Shape, query::Feature};
    /// let a = Shape::rect_half((4.0, 1.0))?.place(Affine::IDENTITY)?;
    /// let b = Shape::rect_half((1.0, 1.0))?.place(Affine::at((0.0, 1.5)))?;
    /// let m = a.manifold(&b).unwrap();
    /// // Both lower corners of b on the upper edge of a.
    /// assert!(m.points().iter().all(|p| p.id.a == Feature::Edge(2) && p.depth == 0.5));
    /// # Ok::<(), jostle::ShapeError>(())
    /// ```
    #[must_use]
    pub fn manifold(&self, other: &Self) -> Option<Manifold> {
        // In the order of the caller, as for a contact: equal sets have the same normal both ways.
        let certain = convex::gap_if_certain(self, other, Want::Contact);
        let raw = certain.unwrap_or_else(|| placed_gap(self, other, Want::Contact));
        if raw.verdict == Verdict::Separated {
            return None;
        }
        // The canonical order, selected without a branch that would be mispredicted.
        let flip = canonical_order::order(self, other) == Ordering::Greater;
        let (a, b) =
            (select_unpredictable(flip, other, self), select_unpredictable(flip, self, other));
        Some(clip::manifold((a, b), raw.flipped_if(flip), flip))
    }
}

#[cfg(test)]
mod tests;

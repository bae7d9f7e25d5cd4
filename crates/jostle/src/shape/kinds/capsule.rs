//! A segment thickened by a radius.

use crate::math::simd::{F32Lanes, F32x4, Four};
use crate::math::{Aabb, Affine, DVec2, Vec2};
use crate::shape::body::curved;
use crate::shape::placing::similarity::Similarity;
use crate::shape::{Body, Core, Shape, ShapeError, ValuePath, validate};

/// A capsule; see [`Shape::capsule`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Capsule {
    pub(crate) a: Vec2,
    pub(crate) b: Vec2,
    pub(crate) radius: f32,
}

impl Shape {
    /// Makes the set of points within `radius` of the segment from `a` to `b`.
    ///
    /// Equal ends make a disc, radius 0 a segment. Under non-uniform scale or skew the caps become
    /// true elliptic arcs.
    ///
    /// # Errors
    /// The radius is negative, or a number is not finite.
    ///
    /// ```
    /// use jostle::{Aabb, Affine, Shape};
    /// let c = Shape::capsule((0.0, -2.0), (0.0, 2.0), 1.0)?.place(Affine::IDENTITY)?;
    /// assert_eq!(c.bounds(), Aabb::new((-1.0, -3.0), (1.0, 3.0)));
    /// # Ok::<(), jostle::ShapeError>(())
    /// ```
    pub fn capsule(
        a: impl Into<Vec2>,
        b: impl Into<Vec2>,
        radius: f32,
    ) -> Result<Self, ShapeError> {
        Ok(Self::Capsule(Capsule {
            a: validate::point(a.into(), ValuePath::field("a"))?,
            b: validate::point(b.into(), ValuePath::field("b"))?,
            radius: validate::extent(radius, ValuePath::field("radius"))?,
        }))
    }
}

impl Capsule {
    /// Under a similarity with a finite result.
    #[inline(always)]
    pub(crate) fn at_once(&self, m: &Affine) -> Option<(Core, Aabb)> {
        let (a, b) = validate::ordered(self.a, self.b);
        let (a, b) = (validate::at_once(m, a), validate::at_once(m, b));
        let radius = Similarity::of(m)?.scaled(self.radius);
        let [p, q] = [a, b].map(|v| Four::load([-v.x, -v.y, v.x, v.y]));
        let bounds = Aabb::reaching_sums(p.max(q), Four::splat(radius))?;
        Some((Core::segment(a, b, radius), bounds))
    }
}

/// Lowers the points within a radius of a segment: points and discs have two equal ends.
#[inline(never)]
pub(crate) fn lower(m: &Affine, [a, b]: [Vec2; 2], radius: f32) -> Result<Body, ShapeError> {
    let (a, b) = validate::ordered(a, b);
    let (a, b) = (validate::placed(m, a)?, validate::placed(m, b)?);
    let radius = match Similarity::of(m) {
        Some(s) => s.radius(radius)?,
        None if radius == 0.0 => 0.0,
        None => {
            let ends = [DVec2::ZERO, DVec2::from(b) - DVec2::from(a)];
            let count = if a == b { 1 } else { 2 };
            return curved::rounded(a, &ends[..count], curved::disc(m, radius)?);
        }
    };
    Ok(Body::Core(Core::segment(a, b, radius)))
}

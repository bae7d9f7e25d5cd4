//! A segment thickened by a radius.

use crate::math::{Aabb, Affine, Vec2};
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
        let radius = Similarity::of(m)?.scaled(self.radius);
        let core = placed(m, [a, b], radius);
        let bounds = core.bounds();
        bounds.is_finite().then_some((core, bounds))
    }
}

/// The points within a radius of the segment between two local points.
#[inline(always)]
fn placed(m: &Affine, ends: [Vec2; 2], radius: f32) -> Core {
    let (origin, [v, w]) = (m.origin(), ends.map(|end| validate::offset(m, end)));
    if v == w {
        Core::point(origin + v, radius)
    } else {
        Core::offset_segment(origin, v, w, radius)
    }
}

/// Lowers the points within a radius of a segment: points and discs have two equal ends.
#[inline(never)]
pub(crate) fn lower(m: &Affine, [a, b]: [Vec2; 2], radius: f32) -> Result<Body, ShapeError> {
    let (a, b) = validate::ordered(a, b);
    let (origin, ends) = (m.origin(), [a, b].map(|end| validate::offset(m, end)));
    ends.iter().try_for_each(|end| validate::in_world(origin + *end).map(drop))?;
    let radius = match Similarity::of(m) {
        Some(s) => s.radius(radius)?,
        None if radius == 0.0 => 0.0,
        None => {
            let count = if ends[0] == ends[1] { 1 } else { 2 };
            return curved::rounded(origin, &ends[..count], curved::disc(m, radius)?);
        }
    };
    Ok(Body::Core(placed(m, [a, b], radius)))
}

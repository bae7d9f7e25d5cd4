//! A rectangle, turned or not, rounded or not.

use crate::math::{Aabb, Affine, DVec2, Rot, Vec2, positive_zero};
use crate::shape::body::core::RectFrame;
use crate::shape::body::curved;
use crate::shape::placing::reclassify;
use crate::shape::placing::similarity::{SIMILAR, Similarity, is_one, turning, unit_scale};
use crate::shape::{Body, Core, Shape, ShapeError, ValuePath, validate};

/// A solid rectangle; see [`Shape::rect_half`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rect {
    pub(crate) center: Vec2,
    pub(crate) half: Vec2,
    pub(crate) rot: Rot,
    pub(crate) radius: f32,
}

impl Shape {
    /// Makes a rectangle around the local origin from its half width and half height.
    ///
    /// A zero extent makes a segment, two a point.
    ///
    /// # Errors
    /// An extent is negative or not finite.
    ///
    /// ```
    /// use jostle::{Aabb, Affine, Shape};
    /// let r = Shape::rect_half((2.0, 1.0))?.place(Affine::at((5.0, 5.0)))?;
    /// assert_eq!(r.bounds(), Aabb::new((3.0, 4.0), (7.0, 6.0)));
    /// # Ok::<(), jostle::ShapeError>(())
    /// ```
    pub fn rect_half(half: impl Into<Vec2>) -> Result<Self, ShapeError> {
        Self::rect_half_at(Vec2::ZERO, half, Rot::IDENTITY)
    }

    /// Makes a rectangle around the local origin from its width and height.
    ///
    /// # Errors
    /// An extent is negative or not finite.
    ///
    /// ```
    /// use jostle::{Aabb, Affine, Shape};
    /// let r = Shape::rect_size((4.0, 2.0))?.place(Affine::at((5.0, 5.0)))?;
    /// assert_eq!(r.bounds(), Aabb::new((3.0, 4.0), (7.0, 6.0)));
    /// assert!(Shape::rect_size((4.0, -2.0)).unwrap_err().to_string().contains("size.y"));
    /// # Ok::<(), jostle::ShapeError>(())
    /// ```
    pub fn rect_size(size: impl Into<Vec2>) -> Result<Self, ShapeError> {
        Self::rect_half(validate::extents(size.into(), ValuePath::field("size"))? * 0.5)
    }

    /// Makes a rectangle from its corner with the smallest coordinates, its width and its height, as
    /// most engines and map editors store it.
    ///
    /// Its center and half extents are rounded to `f32`, which is exact for whole numbers.
    ///
    /// # Errors
    /// An extent is negative, or a number is not finite.
    ///
    /// ```
    /// use jostle::{Aabb, Affine, Shape};
    /// let r = Shape::rect_xywh(32.0, 64.0, 16.0, 8.0)?.place(Affine::IDENTITY)?;
    /// assert_eq!(r.bounds(), Aabb::new((32.0, 64.0), (48.0, 72.0)));
    /// assert!(Shape::rect_xywh(0.0, 0.0, 1.0, -2.0).unwrap_err().to_string().contains("size.y"));
    /// # Ok::<(), jostle::ShapeError>(())
    /// ```
    pub fn rect_xywh(x: f32, y: f32, width: f32, height: f32) -> Result<Self, ShapeError> {
        let corner = validate::point(Vec2::new(x, y), ValuePath::field("corner"))?;
        let size = validate::extents(Vec2::new(width, height), ValuePath::field("size"))?;
        Self::rect_half_at(corner + size * 0.5, size * 0.5, Rot::IDENTITY)
    }

    /// Makes a rectangle that has two points as opposite corners, whichever they are. Rounds like
    /// [`Shape::rect_xywh`].
    ///
    /// # Errors
    /// A number is not finite.
    ///
    /// ```
    /// use jostle::{Aabb, Affine, Shape};
    /// let r = Shape::rect_corners((5.0, 0.0), (1.0, 3.0))?.place(Affine::IDENTITY)?;
    /// assert_eq!(r.bounds(), Aabb::new((1.0, 0.0), (5.0, 3.0)));
    /// # Ok::<(), jostle::ShapeError>(())
    /// ```
    pub fn rect_corners(a: impl Into<Vec2>, b: impl Into<Vec2>) -> Result<Self, ShapeError> {
        let a = validate::point(a.into(), ValuePath::field("a"))?;
        let bounds = Aabb::new(a, validate::point(b.into(), ValuePath::field("b"))?);
        Self::rect_half_at(bounds.center(), bounds.half_extents(), Rot::IDENTITY)
    }

    /// Makes a rectangle around a local point from its half extents, turned by a rotation.
    ///
    /// # Errors
    /// An extent is negative, the rotation is (0, 0), or a number is not finite.
    ///
    /// ```
    /// use jostle::{Aabb, Affine, Rot, Shape};
    /// let r = Shape::rect_half_at((0.0, 0.0), (2.0, 1.0), Rot::from_degrees(90.0))?;
    /// assert_eq!(r.place(Affine::IDENTITY)?.bounds(), Aabb::new((-1.0, -2.0), (1.0, 2.0)));
    /// # Ok::<(), jostle::ShapeError>(())
    /// ```
    pub fn rect_half_at(
        center: impl Into<Vec2>,
        half: impl Into<Vec2>,
        rot: Rot,
    ) -> Result<Self, ShapeError> {
        Ok(Self::Rect(Rect {
            center: validate::point(center.into(), ValuePath::field("center"))?,
            half: validate::extents(half.into(), ValuePath::field("half"))?,
            rot: validate::rotation(rot)?,
            radius: 0.0,
        }))
    }
}

/// The same as [`Shape::rect_corners`].
impl TryFrom<Aabb> for Shape {
    type Error = ShapeError;
    fn try_from(bounds: Aabb) -> Result<Self, ShapeError> {
        Self::rect_corners(bounds.min, bounds.max)
    }
}

impl Rect {
    /// Turned and moved, no more: what all that moves in a game does.
    #[inline(always)]
    pub(crate) fn at_once(&self, m: &Affine) -> Option<(Core, Aabb)> {
        let rot = self.turned(m).filter(|_| self.radius == 0.0)?;
        let (cos, sin) = (positive_zero(rot.cos), positive_zero(rot.sin));
        let (center, frame) = (
            validate::at_once(m, self.center),
            RectFrame { half: self.half, rot: Rot { cos, sin } },
        );
        let core = frame.is_solid().then(|| Core::rect(center, frame, 0.0))?;
        let exactly = || Some(core.bounds()).filter(|bounds| bounds.is_finite());
        let bounds = frame.bounds_around(center).or_else(exactly)?;
        Some((core, bounds))
    }

    /// The direction of its x axis under a map that only turns.
    #[inline(always)]
    fn turned(&self, m: &Affine) -> Option<Rot> {
        if (self.rot == Rot::IDENTITY)
            && let Some(square) = turning(m)
        {
            return is_one(square).then_some(Rot { cos: m.a, sin: m.b });
        }
        let u = m.linear(Vec2::new(self.rot.cos, self.rot.sin));
        let w = m.linear(Vec2::new(-self.rot.sin, self.rot.cos));
        let (uu, ww, lean) = (u.dot(u), w.dot(w), u.dot(w));
        let turned = is_one(uu) & is_one(ww) & (lean * lean <= (SIMILAR * SIMILAR) * (uu * ww));
        turned.then_some(Rot { cos: u.x as f32, sin: u.y as f32 })
    }

    #[inline(never)]
    pub(crate) fn lower(&self, m: &Affine) -> Result<Body, ShapeError> {
        let center = validate::placed(m, self.center)?;
        let u = m.linear(Vec2::new(self.rot.cos, self.rot.sin));
        let w = m.linear(Vec2::new(-self.rot.sin, self.rot.cos));
        let (uu, ww) = (u.dot(u), w.dot(w));
        let upright = u.dot(w).abs() <= SIMILAR * crate::math::sqrt(uu * ww);
        let similarity = Similarity::of(m);
        if upright && (self.radius == 0.0 || similarity.is_some()) {
            let (lu, lw) = (unit_scale(uu), unit_scale(ww));
            let along = if lu > 0.0 {
                u * (1.0 / lu)
            } else if lw > 0.0 {
                -(w * (1.0 / lw)).left()
            } else {
                DVec2::X
            };
            let half = DVec2::from(self.half);
            let half = validate::rounded(DVec2::new(half.x * lu, half.y * lw))?;
            let along = along.round();
            let rot = Rot { cos: along.x, sin: along.y };
            let radius = match similarity {
                Some(s) => s.radius(self.radius)?,
                None => 0.0,
            };
            return Ok(Body::Core(Core::rect(center, RectFrame { half, rot }, radius)));
        }
        let (x, y) = (u * f64::from(self.half.x), w * f64::from(self.half.y));
        let corner = |v: DVec2| validate::rounded(v).map(DVec2::from);
        let corners = [corner(-x - y)?, corner(x - y)?, corner(x + y)?, corner(y - x)?];
        if self.radius == 0.0 {
            reclassify::single(center, &corners, 0.0)
        } else {
            curved::rounded(center, &corners, curved::disc(m, self.radius)?)
        }
    }
}

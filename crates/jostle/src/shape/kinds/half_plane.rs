//! Everything on one side of a line.

use crate::math::{Affine, DVec2, Vec2, sqrt};
use crate::shape::placing::similarity::is_one;
use crate::shape::{Body, Core, Shape, ShapeError, ValuePath, validate};

/// A half-plane; see [`Shape::half_plane`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct HalfPlane {
    pub(crate) normal: Vec2,
    pub(crate) offset: f32,
}

/// How far a half-plane that a singular map flattens to a line reaches: far beyond any scene, and
/// small enough that its square still fits.
const FLAT_REACH: f64 = 1e30;

impl Shape {
    /// Makes the closed set of points p with normal·p ≤ offset.
    ///
    /// The normal points out of the solid side and is taken as given: it need not be unit length,
    /// and the offset is in its units.
    ///
    /// # Errors
    /// The normal is zero, or a number is not finite.
    ///
    /// ```
    /// use jostle::{Affine, Shape};
    /// let floor = Shape::half_plane((0.0, 1.0), 0.0)?.place(Affine::IDENTITY)?;
    /// let ball = Shape::circle(1.0)?.place(Affine::at((7.0, 3.0)))?;
    /// assert_eq!(floor.gap(&ball).separation, 2.0);
    /// # Ok::<(), jostle::ShapeError>(())
    /// ```
    pub fn half_plane(normal: impl Into<Vec2>, offset: f32) -> Result<Self, ShapeError> {
        let what = ValuePath::field("normal");
        let normal = validate::point(normal.into(), what)?;
        if normal == Vec2::ZERO {
            return Err(ShapeError::ZeroDirection { what });
        }
        let offset = validate::number(offset, ValuePath::field("offset"))?;
        Ok(Self::HalfPlane(HalfPlane { normal, offset }))
    }
}

impl HalfPlane {
    /// {p : n·p ≤ o} under p = M·q + t is {p : (cof M · n)·p ≤ det·o + (cof M · n)·t}, both sides
    /// turned round when det < 0. A map without scale keeps the numbers as they are given.
    #[inline(never)]
    pub(crate) fn lower(&self, m: &Affine) -> Result<Body, ShapeError> {
        let [a, b, c, d, tx, ty] = m.to_matrix().map(f64::from);
        let n = DVec2::from(self.normal);
        let det = m.determinant();
        if det == 0.0 {
            return self.flattened(m);
        }
        let sign = if det < 0.0 { -1.0 } else { 1.0 };
        let normal = DVec2::new(d * n.x - b * n.y, a * n.y - c * n.x) * sign;
        let scale = if is_one(det.abs()) { 1.0 } else { det.abs() };
        let offset = scale * f64::from(self.offset);
        // Keep the numbers near 1 for maps of any scale; powers of two change no set.
        let shrink = if scale == 1.0 { 1.0 } else { 1.0 / normal.reach() };
        let normal = validate::rounded(normal * shrink)?;
        let offset = offset * shrink + DVec2::from(normal).dot(DVec2::new(tx, ty));
        let offset = validate::rounded(DVec2::new(offset, 0.0))?.x;
        if normal == Vec2::ZERO {
            return self.flattened(m);
        }
        Ok(Body::HalfPlane(Self { normal, offset }))
    }

    /// The image under a singular map: a line, a ray or a point.
    fn flattened(&self, m: &Affine) -> Result<Body, ShapeError> {
        let t = m.origin();
        let x = m.linear(Vec2::X);
        let y = m.linear(Vec2::Y);
        let Some(along) = (if x.dot(x) >= y.dot(y) { x } else { y }).unit() else {
            return Ok(Body::Core(Core::point(t, 0.0)));
        };
        // A local point q goes to t + along·(k·q).
        let k = DVec2::new(x.dot(along), y.dot(along));
        let n = DVec2::from(self.normal);
        let (low, high) = if k.cross(n).abs() <= f64::EPSILON * sqrt(k.dot(k) * n.dot(n)) {
            let end = f64::from(self.offset) / n.dot(n) * n.dot(k);
            if n.dot(k) > 0.0 { (-FLAT_REACH, end) } else { (end, FLAT_REACH) }
        } else {
            (-FLAT_REACH, FLAT_REACH)
        };
        let end = |s: f64| validate::rounded(along * s).map(DVec2::from);
        Ok(Body::Core(Core::offset_segment(t, end(low)?, end(high)?, 0.0)))
    }
}

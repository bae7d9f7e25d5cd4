//! Affine maps. Composition is computed in `f64` and rounded once.

use core::fmt;
use core::ops::Mul;

use crate::math::{DVec2, Rot, Vec2, vec2::round_finite};

/// An affine map: x' = a·x + c·y + tx, y' = b·x + d·y + ty, in the order of PixiJS and the canvas.
///
/// The builder methods act on local coordinates, the last one first: `Affine::at(position)
/// .rotated(r).scaled(sx, sy).pivoted(pivot)` moves the pivot to the origin, scales, turns and then
/// moves. `parent * child` applies the child first.
///
/// ```
/// use jostle::{Affine, Vec2};
/// let m = Affine::at((10.0, 0.0)).scaled(2.0, 3.0).pivoted((1.0, 1.0));
/// assert_eq!(m.transform_point((2.0, 2.0)), Vec2::new(12.0, 3.0));
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(C)]
pub struct Affine {
    /// First column, x: where the local x axis goes.
    pub a: f32,
    /// First column, y.
    pub b: f32,
    /// Second column, x: where the local y axis goes.
    pub c: f32,
    /// Second column, y.
    pub d: f32,
    /// Translation along x.
    pub tx: f32,
    /// Translation along y.
    pub ty: f32,
}

/// The parts of a transform as scene graphs name them; they compose as in PixiJS.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TransformParts {
    /// Where the pivot goes, in the parent's frame.
    pub position: Vec2,
    /// Rotation in radians, x toward y.
    pub rotation: f32,
    /// Scale along the local axes; negative mirrors.
    pub scale: Vec2,
    /// Skew of the two axes in radians.
    pub skew: Vec2,
    /// The local point that is put at `position` (also called origin or anchor).
    pub pivot: Vec2,
}

impl Default for TransformParts {
    fn default() -> Self {
        Self {
            position: Vec2::ZERO,
            rotation: 0.0,
            scale: Vec2::new(1.0, 1.0),
            skew: Vec2::ZERO,
            pivot: Vec2::ZERO,
        }
    }
}

impl Affine {
    /// Leaves every point where it is.
    pub const IDENTITY: Self = Self { a: 1.0, b: 0.0, c: 0.0, d: 1.0, tx: 0.0, ty: 0.0 };

    /// Moves the origin to a position.
    #[must_use]
    pub fn at(position: impl Into<Vec2>) -> Self {
        Self::IDENTITY.with_translation(position)
    }

    /// Returns the place of the local origin.
    #[must_use]
    pub fn translation(self) -> Vec2 {
        Vec2::new(self.tx, self.ty)
    }

    /// The linear part by columns. Perf: `[f32; 4]::map` would be a call, by way of memory.
    #[inline(always)]
    pub(crate) fn columns(&self) -> [f64; 4] {
        [f64::from(self.a), f64::from(self.b), f64::from(self.c), f64::from(self.d)]
    }

    /// The place of the local origin, as placed sets have it.
    #[inline(always)]
    pub(crate) fn origin(self) -> DVec2 {
        DVec2::new(f64::from(self.tx + 0.0), f64::from(self.ty + 0.0))
    }

    /// Returns the map with its origin at another position; rotation, scale and skew stay.
    #[must_use]
    pub fn with_translation(self, position: impl Into<Vec2>) -> Self {
        let Vec2 { x, y } = position.into();
        Self { tx: x + 0.0, ty: y + 0.0, ..self }
    }

    /// Returns the rotation of the local x axis; the identity if the map flattens that axis to a point.
    #[must_use]
    pub fn rotation(self) -> Rot {
        Rot::toward((self.a, self.b))
    }

    /// Makes a map from its six numbers `[a, b, c, d, tx, ty]`.
    #[must_use]
    pub fn from_matrix([a, b, c, d, tx, ty]: [f32; 6]) -> Self {
        Self { a: a + 0.0, b: b + 0.0, c: c + 0.0, d: d + 0.0, tx: tx + 0.0, ty: ty + 0.0 }
    }

    /// Returns the six numbers `[a, b, c, d, tx, ty]`.
    #[must_use]
    pub fn to_matrix(self) -> [f32; 6] {
        [self.a, self.b, self.c, self.d, self.tx, self.ty]
    }

    /// Composes position, rotation, scale, skew and pivot as PixiJS does.
    ///
    /// ```
    /// use jostle::{Affine, TransformParts, Vec2};
    /// let m = Affine::from_parts(TransformParts { position: Vec2::new(7.0, 0.0), ..TransformParts::default() });
    /// assert_eq!(m, Affine::at((7.0, 0.0)));
    /// ```
    #[must_use]
    pub fn from_parts(parts: TransformParts) -> Self {
        let skew = [Rot::from_radians(parts.skew.x), Rot::from_radians(parts.skew.y)];
        Self::at(parts.position)
            .rotated_by(Rot::from_radians(parts.rotation))
            .skewed_by(skew)
            .scaled(parts.scale.x, parts.scale.y)
            .pivoted(parts.pivot)
    }

    /// Turns the local frame by `radians`, x toward y.
    #[must_use]
    pub fn rotated(self, radians: f32) -> Self {
        self.rotated_by(Rot::from_radians(radians))
    }

    /// Turns the local frame by a stored cosine and sine.
    #[must_use]
    pub fn rotated_by(self, rot: Rot) -> Self {
        self.times([rot.cos, rot.sin, -rot.sin, rot.cos, 0.0, 0.0])
    }

    /// Scales along the local axes; negative values mirror, zero flattens.
    #[must_use]
    pub fn scaled(self, sx: f32, sy: f32) -> Self {
        self.times([sx, 0.0, 0.0, sy, 0.0, 0.0])
    }

    /// Skews by two angles in radians: the y axis leans by `kx`, the x axis by `ky`.
    #[must_use]
    pub fn skewed(self, kx: f32, ky: f32) -> Self {
        self.skewed_by([Rot::from_radians(kx), Rot::from_radians(ky)])
    }

    /// Skews the local frame by stored cosines and sines, as PixiJS does: of the y axis, then of
    /// the x axis.
    #[must_use]
    pub fn skewed_by(self, [kx, ky]: [Rot; 2]) -> Self {
        self.times([ky.cos, ky.sin, kx.sin, kx.cos, 0.0, 0.0])
    }

    /// Moves a local point to the frame's origin.
    #[must_use]
    pub fn pivoted(self, pivot: impl Into<Vec2>) -> Self {
        let Vec2 { x, y } = pivot.into();
        self.times([1.0, 0.0, 0.0, 1.0, -x, -y])
    }

    /// Puts this map below a parent: local, then `self`, then `parent`.
    #[must_use]
    pub fn under(self, parent: &Self) -> Self {
        parent.times(self.to_matrix())
    }

    /// Moves the result by `offset`, in the parent's frame.
    #[must_use]
    pub fn moved(self, offset: impl Into<Vec2>) -> Self {
        let o = offset.into();
        Self { tx: self.tx + o.x, ty: self.ty + o.y, ..self }
    }

    /// Maps a point.
    #[must_use]
    pub fn transform_point(self, point: impl Into<Vec2>) -> Vec2 {
        let p = self.linear(point.into());
        Vec2::new(round_finite(p.x + f64::from(self.tx)), round_finite(p.y + f64::from(self.ty)))
    }

    /// Maps a direction: the translation is left out.
    #[must_use]
    pub fn transform_vector(self, vector: impl Into<Vec2>) -> Vec2 {
        self.linear(vector.into()).round()
    }

    /// Returns the inverse map, or `None` when the map flattens (determinant 0) or the inverse does
    /// not fit finite numbers.
    #[must_use]
    pub fn inverse(self) -> Option<Self> {
        let [a, b, c, d, tx, ty] = self.to_matrix().map(f64::from);
        let det = self.determinant();
        let inverse = [d, -b, -c, a, c * ty - d * tx, b * tx - a * ty].map(|v| (v / det) as f32);
        (det != 0.0 && inverse.iter().all(|v| v.is_finite())).then(|| Self::from_matrix(inverse))
    }

    /// Returns `true` if all six numbers are finite.
    #[must_use]
    pub fn is_finite(self) -> bool {
        // Zero times a number is zero for finite numbers only.
        self.to_matrix().iter().fold(0.0, |sum, v| sum + v * 0.0) == 0.0
    }

    /// The determinant of the linear part: of `f64` products that are exact, so its sign is.
    pub(crate) fn determinant(self) -> f64 {
        f64::from(self.a) * f64::from(self.d) - f64::from(self.b) * f64::from(self.c)
    }

    /// The linear part applied to a vector, in `f64` (each product is exact, the sum is rounded).
    pub(crate) fn linear(self, v: Vec2) -> DVec2 {
        let (x, y) = (f64::from(v.x), f64::from(v.y));
        DVec2::new(
            f64::from(self.a) * x + f64::from(self.c) * y,
            f64::from(self.b) * x + f64::from(self.d) * y,
        )
    }

    fn times(self, inner: [f32; 6]) -> Self {
        let [a, b, c, d, tx, ty] = inner;
        let [x, y, t] = [(a, b), (c, d), (tx, ty)].map(|v| self.linear(v.into()));
        let t = t + DVec2::new(self.tx.into(), self.ty.into());
        // Overflow stays visible as an infinity, which `Shape::place` refuses by name.
        Self::from_matrix([x.x, x.y, y.x, y.y, t.x, t.y].map(|v| v as f32))
    }
}

impl Default for Affine {
    fn default() -> Self {
        Self::IDENTITY
    }
}

/// As its matrix: "[1.0, 0.0, 0.0, 1.0, 5.0, 6.0]".
impl fmt::Display for Affine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}", self.to_matrix())
    }
}

/// Composes: `parent * child` applies `child` first, as [`Affine::under`] does.
impl Mul for Affine {
    type Output = Self;
    fn mul(self, child: Self) -> Self {
        child.under(&self)
    }
}

//! Stage 2: separating axes and closed forms in `f64`, one pair at a time.

pub(crate) mod points_segments;
pub(crate) mod polygons;
pub(crate) mod rects;
pub(crate) mod ring;
pub(crate) mod rings;

use crate::math::DVec2;
use crate::math::simd::F64Lanes;
use crate::shape::Core;

/// Bounds the error of a separation in units of the coordinates that enter; see [`polygons`].
pub(crate) const ERROR: f64 = 32.0 * f64::EPSILON;

/// From a's origin to b's, and the sum of the radii.
#[inline(always)]
pub(crate) fn difference(a: &Core, b: &Core) -> (DVec2, f64) {
    let d = b.origin - a.origin;
    (d, f64::from(a.radius) + f64::from(b.radius))
}

/// The separation of two convex cores, or of a pair a lane; points are offsets from a's origin, on
/// the cores without their radii.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Separation<W = f64> {
    /// Signed, radii included.
    pub(crate) separation: W,
    pub(crate) error: W,
    /// Unit, from a to b.
    pub(crate) normal: DVec2<W>,
    pub(crate) core_a: DVec2<W>,
    pub(crate) core_b: DVec2<W>,
}

impl Separation {
    pub(crate) const FAR_APART: Self = Self {
        separation: f64::INFINITY,
        error: 0.0,
        normal: DVec2::X,
        core_a: DVec2::ZERO,
        core_b: DVec2::ZERO,
    };

    pub(crate) const DEEP: Self = Self { separation: f64::NEG_INFINITY, ..Self::FAR_APART };

    /// Exchanges a and b if `flip`, without a branch; the origin stays.
    #[inline(always)]
    pub(crate) fn flipped_if(self, flip: bool) -> Self {
        let (points, sign) = ([self.core_a, self.core_b], [1.0, -1.0][usize::from(flip)]);
        let (core_a, core_b) = (points[usize::from(flip)], points[usize::from(!flip)]);
        Self { normal: self.normal * sign, core_a, core_b, ..self }
    }
}

impl<W: F64Lanes> Separation<W> {
    /// Two vertices and their squared distance.
    #[inline(always)]
    pub(crate) fn of_corners((square, core_a, core_b): (W, DVec2<W>, DVec2<W>)) -> Self {
        let separation = square.sqrt();
        let normal = (core_b - core_a) / separation;
        Self { separation, error: W::splat(0.0), normal, core_a, core_b }
    }

    /// Exchanges a and b, which are `d` apart, from the new a's origin.
    #[inline(always)]
    pub(crate) fn flipped(self, d: DVec2<W>) -> Self {
        Self { normal: -self.normal, core_a: self.core_b + d, core_b: self.core_a + d, ..self }
    }

    /// Returns `yes` where the mask is set, else `no`; the error is that of `no`.
    #[inline(always)]
    pub(crate) fn select(at: W, yes: Self, no: Self) -> Self {
        Self {
            separation: at.select(yes.separation, no.separation),
            error: no.error,
            normal: DVec2::select(at, yes.normal, no.normal),
            core_a: DVec2::select(at, yes.core_a, no.core_a),
            core_b: DVec2::select(at, yes.core_b, no.core_b),
        }
    }
}

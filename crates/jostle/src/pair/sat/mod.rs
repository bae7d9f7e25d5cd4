//! Stage two: separating axes and closed forms in `f64`, one pair at a time.

pub(crate) mod minkowski;
pub(crate) mod octagons;
pub(crate) mod points_segments;
pub(crate) mod polygons;
pub(crate) mod rects;
pub(crate) mod soa;

use crate::math::{D2, sqrt};

/// Bounds the error of a separation in units of the coordinates that enter; see [`polygons`].
pub(crate) const ERROR: f64 = 32.0 * f64::EPSILON;

/// One answer about a pair of convex cores; points are offsets from a's origin, on the cores
/// without their radii.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Separation {
    /// Signed, radii included.
    pub(crate) separation: f64,
    /// The error of the separation.
    pub(crate) error: f64,
    /// Unit, from a to b.
    pub(crate) normal: D2,
    pub(crate) core_a: D2,
    pub(crate) core_b: D2,
}

impl Separation {
    /// Apart, and nothing else.
    pub(crate) const FAR_APART: Self = Self {
        separation: f64::INFINITY,
        error: 0.0,
        normal: D2::X,
        core_a: D2::ZERO,
        core_b: D2::ZERO,
    };

    /// Two vertices and their squared distance.
    #[inline(always)]
    pub(crate) fn of_corners((square, core_a, core_b): (f64, D2, D2)) -> Self {
        let separation = sqrt(square);
        let way = core_b - core_a;
        let normal = D2::new(way.x / separation, way.y / separation);
        Self { separation, error: 0.0, normal, core_a, core_b }
    }

    /// Exchanges a and b, which are `d` apart, from the new a's origin.
    #[inline(always)]
    pub(crate) fn flipped(self, d: D2) -> Self {
        Self { normal: -self.normal, core_a: self.core_b + d, core_b: self.core_a + d, ..self }
    }
}

//! Whether an affine map keeps circles circles: the one tolerance of placing.

use super::{Place, ShapeError};
use crate::math::{Affine, Each, sqrt};

/// A map counts as a similarity when |a ∓ d| and |b ± c| are at most this times its norm, so that
/// circles stay circles under chains of rounded parents; a scale this near to 1 counts as 1.
pub(crate) const SIMILAR: f64 = 8.0 * f32::EPSILON as f64;

/// The scale of a map that keeps angles.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Similarity {
    scale: f64,
}

impl Similarity {
    pub(crate) fn of(m: &Affine) -> Option<Self> {
        let [a, b, c, d, ..] = m.to_matrix().each(f64::from);
        let (x, y) = (a * a + b * b, c * c + d * d);
        // By squares, which saves the root.
        let limit = (SIMILAR * SIMILAR) * if x > y { x } else { y };
        let within = |v: f64| v * v <= limit;
        let keeps = (within(a - d) && within(b + c)) || (within(a + d) && within(b - c));
        keeps.then(|| Self { scale: unit_scale((a * d - b * c).abs()) })
    }

    pub(crate) fn radius(self, radius: f32) -> Result<f32, ShapeError> {
        let scaled = (f64::from(radius) * self.scale) as f32;
        if scaled.is_finite() {
            Ok(scaled)
        } else {
            Err(ShapeError::Overflow { what: Place::field("radius") })
        }
    }
}

/// The square root of a squared scale, exactly 1 where it is 1 but for rounding.
pub(crate) fn unit_scale(square: f64) -> f64 {
    if (square - 1.0).abs() <= SIMILAR { 1.0 } else { sqrt(square) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_similarity_is_one_within_eight_epsilon_of_the_norm() {
        let m = |e: f32| Affine::from_matrix([2.0 + e, 0.0, 0.0, 2.0, 0.0, 0.0]);
        assert!(Similarity::of(&m(8.0 * 2.0 * f32::EPSILON)).is_some());
        assert!(Similarity::of(&m(9.0 * 2.0 * f32::EPSILON)).is_none());
    }

    #[test]
    fn mirrors_and_turns_keep_radii_to_the_bit() {
        for m in [Affine::IDENTITY.scaled(1.0, -1.0), Affine::IDENTITY.turned(0.7)] {
            assert_eq!(Similarity::of(&m).map(|s| s.radius(3.3)), Some(Ok(3.3)));
        }
    }
}

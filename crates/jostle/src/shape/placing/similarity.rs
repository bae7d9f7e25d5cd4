//! The test that an affine map keeps circles circles, with the one tolerance of placing.

use crate::math::{Affine, sqrt};
use crate::shape::{ShapeError, ValuePath};

/// A map counts as a similarity when |a ∓ d| and |b ± c| are at most this times its norm, so that
/// circles stay circles under chains of rounded parents; a scale this near to 1 counts as 1.
pub(crate) const SIMILAR: f64 = 8.0 * f32::EPSILON as f64;

/// The scale of a map that keeps angles.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Similarity {
    scale: f64,
}

/// The square of the scale of a map that turns and scales to the last digit, as most that move
/// things do.
#[inline(always)]
pub(crate) fn turning(m: &Affine) -> Option<f64> {
    let [a, b, ..] = m.columns();
    ((m.a == m.d) & (m.b == -m.c)).then_some(a * a + b * b)
}

/// Returns `true` if the square of a length is that of 1 but for rounding.
#[inline(always)]
pub(crate) fn is_one(square: f64) -> bool {
    (square - 1.0).abs() <= SIMILAR
}

impl Similarity {
    #[inline(always)]
    pub(crate) fn of(m: &Affine) -> Option<Self> {
        match turning(m) {
            Some(square) => Some(Self { scale: unit_scale(square) }),
            None => Self::nearly(m),
        }
    }

    /// The same for all other maps.
    #[inline(never)]
    fn nearly(m: &Affine) -> Option<Self> {
        let [a, b, c, d] = m.columns();
        let (x, y) = (a * a + b * b, c * c + d * d);
        // By squares, which saves the root.
        let limit = (SIMILAR * SIMILAR) * if x > y { x } else { y };
        let within = |v: f64| v * v <= limit;
        let keeps = (within(a - d) && within(b + c)) || (within(a + d) && within(b - c));
        keeps.then(|| Self { scale: unit_scale((a * d - b * c).abs()) })
    }

    /// A radius under the map, finite or not.
    #[inline(always)]
    pub(crate) fn scaled(self, radius: f32) -> f32 {
        (f64::from(radius) * self.scale) as f32
    }

    pub(crate) fn radius(self, radius: f32) -> Result<f32, ShapeError> {
        let scaled = self.scaled(radius);
        if scaled.is_finite() {
            Ok(scaled)
        } else {
            Err(ShapeError::Overflow { what: ValuePath::field("radius") })
        }
    }
}

/// Apart from the rest: beside it the compiler would take a root of each square, and choose then.
#[cold]
fn root(square: f64) -> f64 {
    sqrt(square)
}

/// The square root of a squared scale, exactly 1 where it is 1 but for rounding.
pub(crate) fn unit_scale(square: f64) -> f64 {
    if is_one(square) { 1.0 } else { root(square) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_similarity_is_one_within_eight_epsilon_of_the_norm() {
        for scale in [1.0 / 1024.0, 0.5, 2.0, 1024.0] {
            for (a, b) in [(scale, 0.0), (0.0, scale)] {
                let m = |e: f32| [a * (1.0 + e), b * (1.0 + e), -b, a, 0.0, 0.0];
                let is_one = |e: f32| Similarity::of(&Affine::from_matrix(m(e))).is_some();
                assert!(is_one(8.0 * f32::EPSILON) && !is_one(9.0 * f32::EPSILON), "{a} {b}");
            }
        }
    }

    #[test]
    fn mirrors_and_turns_keep_radii_to_the_bit() {
        for m in [Affine::IDENTITY.scaled(1.0, -1.0), Affine::IDENTITY.rotated(0.7)] {
            assert_eq!(Similarity::of(&m).map(|s| s.radius(3.3)), Some(Ok(3.3)));
        }
    }
}

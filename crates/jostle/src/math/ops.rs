//! The only file that calls transcendental functions, so that every machine computes the same bits.
//!
//! Platform `sin` and `cos` differ between systems in the last place; `libm` is the same code
//! everywhere. Arguments are reduced and evaluated in `f64` and the result is rounded once to
//! `f32`.
#![expect(clippy::disallowed_methods, reason = "the one place that may call them")]

use crate::math::{DVec2, Vec2, convert::from};

/// The cosine and sine of an angle, as they are stored in a rotated shape.
///
/// Both are `f32`; the pair need not have length exactly 1.
///
/// ```
/// use jostle::Rot;
/// assert_eq!(Rot::from_degrees(90.0), Rot { cos: 0.0, sin: 1.0 });
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(C)]
pub struct Rot {
    /// Cosine of the angle.
    pub cos: f32,
    /// Sine of the angle; positive angles turn x toward y.
    pub sin: f32,
}

impl Rot {
    /// Leaves directions as they are.
    pub const IDENTITY: Self = Self { cos: 1.0, sin: 0.0 };

    /// Turns by `angle` radians, x toward y.
    #[must_use]
    pub fn from_radians(angle: f32) -> Self {
        Self::radians_f64(f64::from(angle))
    }

    /// Turns by `angle` degrees; multiples of 90 are exact.
    ///
    /// ```
    /// use jostle::Rot;
    /// assert_eq!(Rot::from_degrees(-180.0), Rot { cos: -1.0, sin: 0.0 });
    /// ```
    #[must_use]
    pub fn from_degrees(angle: f32) -> Self {
        let mut turn = f64::from(angle);
        // Up to here a number of 24 digits less its quarters is exact.
        if turn.abs() >= (1_u64 << 40) as f64 {
            turn = without_turns(turn);
        }
        Self::quarters(turn)
    }

    /// The same for degrees from which quarters can be taken exactly.
    fn quarters(turn: f64) -> Self {
        let quarter = libm::rint(turn / 90.0);
        let rest = (turn - quarter * 90.0) * (core::f64::consts::PI / 180.0);
        let DVec2 { x, y } = turned_by(quarter as i64, rest);
        Self { cos: x as f32 + 0.0, sin: y as f32 + 0.0 }
    }

    /// Turns the x axis to a direction of any length; a zero vector turns nothing.
    #[must_use]
    pub fn toward(direction: impl Into<Vec2>) -> Self {
        let Vec2 { x, y } = direction.into().normalize();
        if x == 0.0 && y == 0.0 { Self::IDENTITY } else { Self { cos: x, sin: y } }
    }

    /// Returns the angle in radians, above −π and at most π.
    #[must_use]
    pub fn angle(self) -> f32 {
        Vec2::new(self.cos, self.sin).to_angle()
    }

    pub(crate) fn radians_f64(angle: f64) -> Self {
        let (sin, cos) = libm::sincos(angle);
        Self { cos: cos as f32 + 0.0, sin: sin as f32 + 0.0 }
    }
}

from! { Vec2 => Rot: |direction| Self::toward(direction); }

impl Default for Rot {
    fn default() -> Self {
        Self::IDENTITY
    }
}

#[inline(never)]
fn without_turns(degrees: f64) -> f64 {
    libm::fmod(degrees, 360.0)
}

/// Converts degrees to radians, rounded once.
#[must_use]
pub fn degrees_to_radians(degrees: f32) -> f32 {
    (f64::from(degrees) * (core::f64::consts::PI / 180.0)) as f32
}

/// Square root, correctly rounded on every target: one instruction where the standard library is,
/// the same number from `libm` where it is not.
#[inline(always)]
pub(crate) fn sqrt(x: f64) -> f64 {
    #[cfg(feature = "std")]
    return x.sqrt();
    #[cfg(not(feature = "std"))]
    return libm::sqrt(x);
}

/// Length of (x, y); no intermediate overflow or underflow for values that came from `f32`.
#[inline]
pub(crate) fn hypot(x: f64, y: f64) -> f64 {
    sqrt(x * x + y * y)
}

pub(crate) fn atan2(y: f64, x: f64) -> f64 {
    libm::atan2(y, x)
}

/// The unit vector at an angle in radians, x toward y.
pub(crate) fn direction(angle: f64) -> DVec2 {
    let (sin, cos) = libm::sincos(angle);
    DVec2::new(cos, sin)
}

/// The unit vector at a number of quarter turns and the rest of an angle in radians.
pub(crate) fn turned_by(quarters: i64, rest: f64) -> DVec2 {
    let v = direction(rest);
    match quarters.rem_euclid(4) {
        0 => v,
        1 => v.left(),
        2 => -v,
        _ => -v.left(),
    }
}

/// The direction of the first of n equal steps around the circle.
pub(crate) fn unit_turn(n: u64) -> DVec2 {
    direction(core::f64::consts::TAU / n as f64)
}

/// The smaller of two numbers; the first of equal ones, so that the sign of zero is settled.
#[inline(always)]
pub(crate) fn lesser<T: PartialOrd>(a: T, b: T) -> T {
    if b < a { b } else { a }
}

/// The larger of two numbers; the first of equal ones.
#[inline(always)]
pub(crate) fn greater<T: PartialOrd>(a: T, b: T) -> T {
    if b > a { b } else { a }
}

/// Returns the smallest and the largest number; 0 if there is none.
pub(crate) fn min_max(mut numbers: impl Iterator<Item = f64>) -> [f64; 2] {
    let first = numbers.next().unwrap_or(0.0);
    numbers.fold([first; 2], |[low, high], x| [lesser(low, x), greater(high, x)])
}

/// Of several numbers, a power of two of them, the one that `pick` prefers of every two: by a tree,
/// so that none waits for all before it.
#[inline(always)]
pub(crate) fn by_tree<T: Copy, const N: usize>(mut numbers: [T; N], pick: impl Fn(T, T) -> T) -> T {
    let mut half = N / 2;
    while half > 0 {
        for i in 0..half {
            numbers[i] = pick(numbers[i], numbers[i + half]);
        }
        half /= 2;
    }
    numbers[0]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whole_turns_change_no_bit() {
        for step in 0..2_000_000_u32 {
            // From the smallest numbers to the largest, of both signs.
            let angle = f32::from_bits(step.wrapping_mul(2_654_435_761));
            if angle.is_finite() {
                let rest = without_turns(f64::from(angle));
                let (all, left) = (Rot::from_degrees(angle), Rot::quarters(rest));
                assert_eq!(
                    [all.cos, all.sin].map(f32::to_bits),
                    [left.cos, left.sin].map(f32::to_bits),
                    "{angle}"
                );
            }
        }
    }
}

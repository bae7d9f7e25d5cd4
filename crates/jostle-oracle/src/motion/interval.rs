//! Intervals of `f64`, rounded outward by one step after every operation, with a sine and a cosine of
//! their own.

use core::ops::{Add, Mul, Neg, Sub};

/// All numbers from `lo` to `hi`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Interval {
    /// The least.
    pub lo: f64,
    /// The greatest.
    pub hi: f64,
}

/// The circumference of the unit circle.
const TAU: Interval = Interval { lo: core::f64::consts::TAU, hi: 6.283_185_307_179_587 };

impl Interval {
    /// Zero.
    pub const ZERO: Self = Self { lo: 0.0, hi: 0.0 };

    /// One number.
    #[must_use]
    pub const fn of(x: f64) -> Self {
        Self { lo: x, hi: x }
    }

    const fn outward(lo: f64, hi: f64) -> Self {
        Self { lo: lo.next_down(), hi: hi.next_up() }
    }

    /// The number in the middle.
    #[must_use]
    pub fn mid(self) -> f64 {
        0.5 * (self.lo + self.hi)
    }

    /// The greatest magnitude.
    #[must_use]
    pub fn most(self) -> f64 {
        self.lo.abs().max(self.hi.abs())
    }

    /// The squares.
    #[must_use]
    pub fn square(self) -> Self {
        let (p, q) = (self.lo * self.lo, self.hi * self.hi);
        let least = if self.lo <= 0.0 && self.hi >= 0.0 { 0.0 } else { p.min(q).next_down() };
        Self { lo: least, hi: p.max(q).next_up() }
    }

    /// The square roots of what is not negative.
    #[must_use]
    pub fn sqrt(self) -> Self {
        let root = |x: f64| x.max(0.0).sqrt();
        Self { lo: root(self.lo).next_down().max(0.0), hi: root(self.hi).next_up() }
    }

    /// Divides by a number above 0.
    #[must_use]
    pub fn over(self, divisor: f64) -> Self {
        Self::outward(self.lo / divisor, self.hi / divisor)
    }

    /// The angle of some turns, in radians.
    #[must_use]
    pub fn radians(self) -> Self {
        self * TAU
    }

    /// The cosine and the sine after some turns.
    ///
    /// Quarters are taken off exactly; Taylor's series does the rest, up to an eighth of a turn. For
    /// narrow intervals; wide ones get [-1, 1].
    ///
    /// ```
    /// use jostle_oracle::motion::Interval;
    /// let [c, s] = Interval::of(0.125).turn();
    /// assert!(c.lo < 0.5f64.sqrt() && 0.5f64.sqrt() < s.hi && s.hi - s.lo < 1e-15);
    /// ```
    #[must_use]
    pub fn turn(self) -> [Self; 2] {
        if self.hi - self.lo > 1e-3 {
            return [Self { lo: -1.0, hi: 1.0 }; 2];
        }
        let quarters = (self.mid() * 4.0).round();
        // Numbers this near each other differ exactly, and a quarter of a whole number is exact.
        let rest = Self { lo: self.lo - quarters * 0.25, hi: self.hi - quarters * 0.25 };
        let rest = if rest.lo == rest.hi { rest } else { Self::outward(rest.lo, rest.hi) };
        let [c, s] = rest.radians().series();
        match (quarters % 4.0 + 4.0) % 4.0 {
            0.0 => [c, s],
            1.0 => [-s, c],
            2.0 => [-c, -s],
            _ => [s, -c],
        }
    }

    /// Cosine and sine of angles below 0.8.
    fn series(self) -> [Self; 2] {
        let square = self.square();
        let one = Self::of(1.0);
        // 1 − x²/(k+1)(k+2) · (1 − x²/(k+3)(k+4) · …): the terms alternate and fall, so the first
        // that is left out bounds the rest, and between 0 and 1 lies what is in the brackets.
        let sum = |first: u32| {
            let mut inner = Self { lo: 0.0, hi: 1.0 };
            for k in (first..first + 20).step_by(2).rev() {
                inner = one - (square * inner).over(f64::from(k * (k + 1)));
            }
            inner
        };
        [sum(1), if self == Self::ZERO { self } else { self * sum(2) }]
    }
}

impl Add for Interval {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        Self::outward(self.lo + other.lo, self.hi + other.hi)
    }
}

impl Sub for Interval {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        Self::outward(self.lo - other.hi, self.hi - other.lo)
    }
}

impl Neg for Interval {
    type Output = Self;
    fn neg(self) -> Self {
        Self { lo: -self.hi, hi: -self.lo }
    }
}

impl Mul for Interval {
    type Output = Self;
    fn mul(self, other: Self) -> Self {
        let (p, q) = (self.lo * other.lo, self.lo * other.hi);
        let (r, s) = (self.hi * other.lo, self.hi * other.hi);
        Self::outward(p.min(q).min(r.min(s)), p.max(q).max(r.max(s)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sines_enclose_those_of_another_library_and_lie_on_the_circle() {
        for i in -4000..4000 {
            let turns = f64::from(i) * 0.001_37;
            let [c, s] = Interval::of(turns).turn();
            let angle = (turns - turns.round()) * core::f64::consts::TAU;
            assert!((c.mid() - angle.cos()).abs() < 1e-15, "{turns}");
            assert!((s.mid() - angle.sin()).abs() < 1e-15, "{turns}");
            let one = c.square() + s.square();
            assert!(one.lo <= 1.0 && one.hi >= 1.0 && one.hi - one.lo < 4e-15, "{turns}: {one:?}");
        }
    }

    #[test]
    fn quarters_are_exact_to_the_step() {
        for (turns, [x, y]) in [(0.0, [1.0, 0.0]), (0.25, [0.0, 1.0]), (-3.5, [-1.0, 0.0])] {
            let [c, s] = Interval::of(turns).turn();
            assert!(c.lo <= x && x <= c.hi && c.hi - c.lo < 1e-15, "{turns}");
            assert!(s.lo <= y && y <= s.hi && s.hi - s.lo < 1e-15, "{turns}");
        }
    }
}

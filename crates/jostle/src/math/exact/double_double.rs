//! Numbers with twice the digits of `f64`: for points that must be exact if they can be.
//!
//! Sums by Knuth's two-sum, products by Dekker's splitting ("A floating-point technique for
//! extending the available precision", 1971). One operation errs by a few units of 2^-104 of its
//! result. Nothing is decided here: exact predicates check a constructed point afterwards.

use core::cmp::Ordering;

use crate::math::DVec2;
use crate::math::exact::{ExactNum, NVec2, two_product, two_sum};

/// The unevaluated sum `hi + lo`, |lo| at most half a unit in the last place of `hi`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Double {
    pub(crate) hi: f64,
    pub(crate) lo: f64,
}

/// Numbers below this are dropped, so that the last bit of all that remains is at 2^-292 at least
/// and exact predicates on the point stay within their limbs. No coordinate below the square of
/// the smallest `f32` is ever meant.
const NOTHING: f64 = 1.0 / (1_u128 << 120) as f64 / (1_u128 << 120) as f64;

impl Double {
    fn tidy(hi: f64, lo: f64) -> Self {
        let (hi, lo) = two_sum(hi, lo);
        Self { hi, lo }
    }

    /// The sum of three numbers, if two hold it without rounding.
    pub(crate) fn exact_sum([a, b, c]: [f64; 3]) -> Option<Self> {
        let (s, e) = two_sum(a, b);
        let (t, f) = two_sum(s, c);
        let (lo, lost) = two_sum(e, f);
        let sum = Self::tidy(t, lo);
        (lost == 0.0).then_some(sum)
    }

    /// A quotient; not finite where `o` is 0.
    pub(crate) fn over(self, o: Self) -> Self {
        let first = self.hi / o.hi;
        let rest = self.minus(o.times(Self::of(first)));
        let second = rest.hi / o.hi;
        let rest = rest.minus(o.times(Self::of(second)));
        let (hi, lo) = two_sum(first, second);
        Self::tidy(hi, lo + rest.hi / o.hi)
    }

    /// Without what is too small to be meant.
    fn settled(self) -> Self {
        let drop = |x: f64| if x.abs() < NOTHING { 0.0 } else { x };
        Self { hi: drop(self.hi), lo: drop(self.lo) }
    }
}

impl ExactNum for Double {
    fn of(hi: f64) -> Self {
        Self { hi, lo: 0.0 }
    }

    fn plus(self, o: Self) -> Self {
        let (s, e) = two_sum(self.hi, o.hi);
        let (t, f) = two_sum(self.lo, o.lo);
        let (s, e) = two_sum(s, e + t);
        Self::tidy(s, e + f)
    }

    fn minus(self, o: Self) -> Self {
        self.plus(Self { hi: -o.hi, lo: -o.lo })
    }

    fn times(self, o: Self) -> Self {
        let (p, e) = two_product(self.hi, o.hi);
        Self::tidy(p, e + (self.hi * o.lo + self.lo * o.hi))
    }

    fn sign(&self) -> Option<Ordering> {
        None
    }
}

/// A point or vector of such numbers.
pub(crate) type Double2 = NVec2<Double>;

impl Double2 {
    /// Returns `[[x_hi, x_lo], [y_hi, y_lo]]`, or `None` if a number is not finite.
    pub(crate) fn split(self) -> Option<[[f64; 2]; 2]> {
        let pair = |d: Double| {
            let d = d.settled();
            [d.hi + 0.0, d.lo + 0.0]
        };
        let all = [pair(self.x), pair(self.y)];
        all.iter().flatten().all(|x| x.is_finite()).then_some(all)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_quotient_that_fits_is_exact() {
        let third = Double::of(1.0).over(Double::of(3.0));
        let back = third.times(Double::of(3.0)).minus(Double::of(1.0));
        assert!((back.hi + back.lo).abs() < 1e-31);
        let q = Double::of(21.0).over(Double::of(8.0));
        assert_eq!((q.hi, q.lo), (2.625, 0.0));
    }

    #[test]
    fn a_sum_that_needs_three_numbers_is_refused() {
        assert!(Double::exact_sum([1e30, 1.0, 1e-30]).is_none());
        let sum = Double::exact_sum([1e30, 1e-30, -1e30]).unwrap();
        assert_eq!((sum.hi, sum.lo), (1e-30, 0.0));
    }
}

/// A point as the sum of two `f64` vectors, of which the second is what rounding left out.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Corner {
    pub(crate) at: DVec2,
    pub(crate) rest: DVec2,
}

impl From<DVec2> for Corner {
    fn from(at: DVec2) -> Self {
        Self { at, rest: DVec2::ZERO }
    }
}

impl Corner {
    /// The exact difference of two points.
    pub(crate) fn difference(p: DVec2, q: DVec2) -> Self {
        let ((x, lost_x), (y, lost_y)) = (two_sum(p.x, -q.x), two_sum(p.y, -q.y));
        Self { at: DVec2::new(x, y), rest: DVec2::new(lost_x, lost_y) }
    }

    pub(crate) fn exact<N: ExactNum>(self) -> NVec2<N> {
        let number = |v: f64, rest: f64| match rest {
            0.0 => N::of(v),
            rest => N::of(v).plus(N::of(rest)),
        };
        NVec2 { x: number(self.at.x, self.rest.x), y: number(self.at.y, self.rest.y) }
    }
}

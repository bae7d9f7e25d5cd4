//! Exact signs of polynomials in `f32` numbers: first in tracked `f64`, then in exact numbers.
//!
//! Predicates are written once, over [`ExactNum`], and evaluated with [`Approx`] (an `f64` value
//! and a bound on its error) and, only if that is not certain, with [`Exact`] (a fixed-size big
//! binary fraction). The errors of sums and products are the true ones, by the error-free
//! transformations of Knuth (TAOCP 2, §4.2.2) and Dekker ("A floating-point technique for extending
//! the available precision", 1971). So numbers on a common grid, the normal case in games, are
//! exact in the first stage; a constant forward error bound would send every exactly touching pair
//! of tiles to the last. No allocation.

pub(crate) mod double_double;
pub(crate) mod orient2d;

use core::cmp::Ordering;

use crate::math::DVec2;

/// A number whose sign predicates read.
pub(crate) trait ExactNum: Copy {
    fn of(x: f64) -> Self;
    fn plus(self, o: Self) -> Self;
    fn minus(self, o: Self) -> Self;
    fn times(self, o: Self) -> Self;
    /// Returns `None` if the sign is not certain.
    fn sign(&self) -> Option<Ordering>;

    fn square(self) -> Self {
        self.times(self)
    }
}

/// Evaluates a predicate in `f64`, and exactly where that does not decide.
pub(crate) fn decide<T>(
    approx: impl FnOnce() -> Option<T>,
    exact: impl FnOnce() -> Option<T>,
) -> Option<T> {
    approx().or_else(|| decide_exactly(exact))
}

/// A function of its own, because exact numbers are long and rarely needed.
#[inline(never)]
fn decide_exactly<T>(exact: impl FnOnce() -> Option<T>) -> Option<T> {
    exact()
}

/// An `f64` and a bound on how far the true value lies from it.
#[derive(Clone, Copy)]
pub(crate) struct Approx {
    value: f64,
    error: f64,
}

/// Covers the rounding of the error terms themselves: each is a sum of at most four products.
const ERROR_SLACK: f64 = 1.0 + 16.0 * f64::EPSILON;
/// Below this magnitude Dekker's product may lose its low part to underflow.
const SAFE_SMALL: f64 = 1e-250;
/// Above this magnitude Dekker's splitting overflows.
const SAFE_LARGE: f64 = 1e140;

impl Approx {
    fn sum(self, o: f64, o_error: f64) -> Self {
        let (value, lost) = two_sum(self.value, o);
        Self { value, error: (self.error + o_error + lost.abs()) * ERROR_SLACK }
    }
}

/// The rounded sum and what rounding took from it, exactly (Knuth).
pub(crate) fn two_sum(a: f64, b: f64) -> (f64, f64) {
    let sum = a + b;
    let back = sum - a;
    (sum, (a - (sum - back)) + (b - back))
}

/// Splits into two halves of at most 26 bits each (Veltkamp).
fn split(x: f64) -> (f64, f64) {
    let t = 134_217_729.0 * x;
    let high = t - (t - x);
    (high, x - high)
}

/// The rounded product and what rounding took from it, exactly (Dekker), where neither the factors
/// overflow in splitting nor the product's low part underflows.
pub(crate) fn two_product(x: f64, y: f64) -> (f64, f64) {
    let product = x * y;
    let ((a, b), (c, d)) = (split(x), split(y));
    (product, b * d - (((product - a * c) - b * c) - a * d))
}

impl ExactNum for Approx {
    fn of(value: f64) -> Self {
        Self { value, error: 0.0 }
    }

    fn plus(self, o: Self) -> Self {
        self.sum(o.value, o.error)
    }

    fn minus(self, o: Self) -> Self {
        self.sum(-o.value, o.error)
    }

    fn times(self, o: Self) -> Self {
        let value = self.value * o.value;
        let (x, y) = (self.value.abs(), o.value.abs());
        let size = value.abs();
        let lost = if size > SAFE_SMALL && x < SAFE_LARGE && y < SAFE_LARGE {
            two_product(self.value, o.value).1.abs()
        } else if x == 0.0 || y == 0.0 {
            0.0
        } else {
            // An infinite value makes the error infinite or NaN, which decides nothing.
            size * f64::EPSILON + f64::MIN_POSITIVE
        };
        let error = x * o.error + y * self.error + self.error * o.error + lost;
        let tiny = if self.error == 0.0 && o.error == 0.0 { 0.0 } else { f64::MIN_POSITIVE };
        Self { value, error: error * ERROR_SLACK + tiny }
    }

    fn sign(&self) -> Option<Ordering> {
        if self.value > self.error {
            Some(Ordering::Greater)
        } else if self.value < -self.error {
            Some(Ordering::Less)
        } else if self.value == 0.0 && self.error == 0.0 {
            Some(Ordering::Equal)
        } else {
            None
        }
    }
}

/// Limbs of an [`Exact`]. The widest predicate (a corner of a turned box against an edge of
/// another, squared: degree 8) spans 2^-1192 … 2^530, which is 28 limbs; sums add one.
const LIMBS: usize = 40;

/// A signed binary fraction, m · 2^(64·exponent), with m below 2^2560.
#[derive(Clone, Copy)]
pub(crate) struct Exact {
    limbs: [u64; LIMBS],
    /// Number of limbs in use; the highest and the lowest of them are not 0.
    len: usize,
    exponent: i32,
    negative: bool,
}

impl Exact {
    const ZERO: Self = Self { limbs: [0; LIMBS], len: 0, exponent: 0, negative: false };

    fn trimmed(mut self) -> Self {
        while self.len > 0 && self.limbs[self.len - 1] == 0 {
            self.len -= 1;
        }
        let zeros = self.limbs[..self.len].iter().take_while(|l| **l == 0).count();
        if zeros > 0 {
            self.limbs.copy_within(zeros..self.len, 0);
            self.len -= zeros;
            self.exponent += zeros as i32;
        }
        if self.len == 0 { Self::ZERO } else { self }
    }

    /// The limb that stands for 2^(64·place), 0 outside.
    fn at(&self, place: i32) -> u64 {
        let index = place - self.exponent;
        if index >= 0 && (index as usize) < self.len { self.limbs[index as usize] } else { 0 }
    }

    fn top(&self) -> i32 {
        self.exponent + self.len as i32
    }

    fn compare_magnitude(&self, o: &Self) -> Ordering {
        let places = self.exponent.min(o.exponent)..self.top().max(o.top());
        let orders = places.rev().map(|place| self.at(place).cmp(&o.at(place)));
        orders.fold(Ordering::Equal, Ordering::then)
    }

    fn combine(self, o: Self, o_negative: bool) -> Self {
        if self.len == 0 {
            return Self { negative: o_negative && o.len > 0, ..o };
        }
        if o.len == 0 {
            return self;
        }
        let (low, high) = (self.exponent.min(o.exponent), self.top().max(o.top()));
        let span = (high - low) as usize + 1;
        debug_assert!(span <= LIMBS, "a predicate of higher degree than the type is made for");
        let mut r = Self { exponent: low, len: span.min(LIMBS), ..Self::ZERO };
        let same = self.negative == o_negative;
        let (big, small) = if same || self.compare_magnitude(&o) != Ordering::Less {
            r.negative = self.negative;
            (&self, &o)
        } else {
            r.negative = o_negative;
            (&o, &self)
        };
        let mut carry = false;
        for (i, limb) in r.limbs[..r.len].iter_mut().enumerate() {
            let place = low + i as i32;
            let (x, y) = (big.at(place), small.at(place));
            let (s, c1) = if same { x.overflowing_add(y) } else { x.overflowing_sub(y) };
            let c = u64::from(carry);
            let (s, c2) = if same { s.overflowing_add(c) } else { s.overflowing_sub(c) };
            *limb = s;
            carry = c1 || c2;
        }
        r.trimmed()
    }
}

impl Exact {
    /// The nearest `f64`, within two ulp; 0 or infinite beyond its range.
    pub(crate) fn value(&self) -> f64 {
        const LIMB: f64 = 18_446_744_073_709_551_616.0;
        // Three limbs hold more digits than an f64, also where the highest is small.
        let top = self.top();
        let mut value = (1..=3).rev().fold(0.0, |v, i| v / LIMB + self.at(top - i) as f64);
        for _ in 0..(top - 1).unsigned_abs() {
            value = if top > 1 { value * LIMB } else { value / LIMB };
        }
        if self.negative { -value } else { value }
    }

    /// The quotient of two numbers, within a few ulp; NaN for 0 / 0.
    pub(crate) fn ratio(&self, o: &Self) -> f64 {
        // Both are brought near 1 first, so that neither leaves the range of f64.
        let shift = o.top();
        let near = |x: &Self| Self { exponent: x.exponent - shift, ..*x }.value();
        near(self) / near(o)
    }
}

impl ExactNum for Exact {
    fn of(x: f64) -> Self {
        let bits = x.to_bits();
        let field = ((bits >> 52) & 0x7ff) as i32;
        let fraction = bits & ((1 << 52) - 1);
        let (mantissa, power) =
            if field == 0 { (fraction, -1074) } else { (fraction | (1 << 52), field - 1075) };
        let shift = power.rem_euclid(64) as u32;
        let wide = u128::from(mantissa) << shift;
        let mut r =
            Self { len: 2, exponent: power.div_euclid(64), negative: x < 0.0, ..Self::ZERO };
        r.limbs[0] = wide as u64;
        r.limbs[1] = (wide >> 64) as u64;
        r.trimmed()
    }

    fn plus(self, o: Self) -> Self {
        self.combine(o, o.negative)
    }

    fn minus(self, o: Self) -> Self {
        self.combine(o, !o.negative)
    }

    fn times(self, o: Self) -> Self {
        let len = self.len + o.len;
        debug_assert!(len <= LIMBS, "a predicate of higher degree than the type is made for");
        let mut r = Self {
            len: len.min(LIMBS),
            exponent: self.exponent + o.exponent,
            negative: self.negative != o.negative,
            ..Self::ZERO
        };
        for i in 0..self.len {
            let mut carry = 0_u128;
            for j in 0..=o.len {
                let Some(slot) = r.limbs.get_mut(i + j) else { break };
                let y = if j < o.len { o.limbs[j] } else { 0 };
                let t = u128::from(self.limbs[i]) * u128::from(y) + u128::from(*slot) + carry;
                *slot = t as u64;
                carry = t >> 64;
            }
        }
        r.trimmed()
    }

    fn sign(&self) -> Option<Ordering> {
        Some(match (self.len, self.negative) {
            (0, _) => Ordering::Equal,
            (_, true) => Ordering::Less,
            (_, false) => Ordering::Greater,
        })
    }
}

/// A vector over an [`ExactNum`].
#[derive(Clone, Copy, Debug)]
pub(crate) struct NVec2<N> {
    pub(crate) x: N,
    pub(crate) y: N,
}

impl<N: ExactNum> NVec2<N> {
    pub(crate) fn of(v: impl Into<DVec2>) -> Self {
        let v = v.into();
        Self { x: N::of(v.x), y: N::of(v.y) }
    }

    pub(crate) fn minus(self, o: Self) -> Self {
        Self { x: self.x.minus(o.x), y: self.y.minus(o.y) }
    }

    pub(crate) fn plus(self, o: Self) -> Self {
        Self { x: self.x.plus(o.x), y: self.y.plus(o.y) }
    }

    pub(crate) fn times(self, k: N) -> Self {
        Self { x: self.x.times(k), y: self.y.times(k) }
    }

    pub(crate) fn dot(self, o: Self) -> N {
        self.x.times(o.x).plus(self.y.times(o.y))
    }

    pub(crate) fn cross(self, o: Self) -> N {
        self.x.times(o.y).minus(self.y.times(o.x))
    }

    /// Turned by a quarter turn, x toward y.
    pub(crate) fn left(self) -> Self {
        Self { x: N::of(0.0).minus(self.y), y: self.x }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn exact_sign(terms: &[(f64, f64)]) -> Ordering {
        let sum = terms
            .iter()
            .fold(Exact::of(0.0), |s, (a, b)| s.plus(Exact::of(*a).times(Exact::of(*b))));
        sum.sign().unwrap()
    }

    #[test]
    fn products_that_cancel_to_one_ulp_have_their_sign() {
        let (a, b) = (1.0 + f64::EPSILON, 1.0 - f64::EPSILON);
        assert_eq!(exact_sign(&[(a, b), (-1.0, 1.0)]), Ordering::Less);
        let approx = Approx::of(a).times(Approx::of(b)).minus(Approx::of(1.0));
        assert_eq!(approx.value, 0.0);
        assert_eq!(approx.sign(), None);
    }

    #[test]
    fn a_product_too_small_for_its_digits_decides_nothing() {
        let (a, b) = (Approx::of(1e-170), Approx::of(-1e-170));
        assert_eq!(a.times(b).sign(), None);
        assert_eq!(a.times(b).plus(a.times(a)).sign(), None);
        assert_eq!(Approx::of(0.0).times(b).sign(), Some(Ordering::Equal));
    }

    #[test]
    fn numbers_on_a_grid_are_decided_without_the_exact_stage() {
        let x = Approx::of(0.375).times(Approx::of(24.0)).minus(Approx::of(9.0));
        assert_eq!(x.sign(), Some(Ordering::Equal));
    }

    #[test]
    fn the_whole_f32_range_fits_at_degree_eight() {
        let tiny = Exact::of(f64::from(f32::from_bits(1)));
        let huge = Exact::of(f64::from(f32::MAX));
        let mut low = tiny;
        let mut high = huge;
        for _ in 0..7 {
            low = low.times(tiny);
        }
        for _ in 0..3 {
            high = high.times(huge);
        }
        assert_eq!(low.sign(), Some(Ordering::Greater));
        assert_eq!(high.plus(low).minus(high).minus(low).sign(), Some(Ordering::Equal));
        assert_eq!(high.minus(low).minus(high).sign(), Some(Ordering::Less));
    }

    #[test]
    fn values_and_ratios_come_back_as_numbers() {
        for x in [0.0, 1.0, -3.5, 1e-45, f64::from(f32::MAX), 0.1, -1e300, 5e-324] {
            assert_eq!(Exact::of(x).value(), x);
        }
        let tiny = Exact::of(1e-200).times(Exact::of(1e-200));
        assert_eq!(tiny.value(), 0.0);
        let twice = tiny.plus(tiny);
        assert_eq!((twice.ratio(&tiny), tiny.ratio(&twice)), (2.0, 0.5));
        let near = Exact::of(1.0).plus(Exact::of(1e-30));
        assert_eq!(near.minus(Exact::of(1.0)).value(), 1e-30);
    }

    #[test]
    fn sums_and_products_agree_with_wide_integers() {
        let mut state = 7_u64;
        let mut next = || {
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            (state >> 33) as i64 - (1 << 30)
        };
        for _ in 0..10_000 {
            let (a, b, c, d) = (next(), next(), next(), next());
            let want = (i128::from(a) * i128::from(b) - i128::from(c) * i128::from(d)).cmp(&0);
            let got = exact_sign(&[(a as f64, b as f64), (-(c as f64), d as f64)]);
            assert_eq!(got, want, "{a} {b} {c} {d}");
        }
    }
}

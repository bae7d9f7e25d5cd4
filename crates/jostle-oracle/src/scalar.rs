//! The integers that the predicates run on: one trait, two widths.
//!
//! A predicate of the oracle needs coordinates, products of two of them (crosses, dots, squared
//! lengths) and one comparison of degree four. With |coordinate difference| < 2^62 the products fit
//! `i128` and the last comparison 256 bits; everything else goes to big integers.

use core::cmp::Ordering;
use core::fmt::Debug;

use num_bigint::{BigInt, Sign};

/// An exact coordinate.
pub(crate) trait Scalar: Clone + Ord + Debug {
    /// A product of two coordinates, or a sum of such.
    type Quad: Clone + Ord + Debug;

    fn zero() -> Self;
    fn one() -> Self;
    /// Half of an even number.
    fn half(&self) -> Option<Self>;
    fn add(&self, other: &Self) -> Self;
    fn sub(&self, other: &Self) -> Self;
    fn mul(&self, other: &Self) -> Self::Quad;
    fn quad_add(a: &Self::Quad, b: &Self::Quad) -> Self::Quad;
    fn quad_sub(a: &Self::Quad, b: &Self::Quad) -> Self::Quad;
    /// The sign of a product, as its order against zero.
    fn sign(quad: &Self::Quad) -> Ordering;
    /// Compares q² with m·n, where m and n are not negative.
    fn cmp_square(q: &Self::Quad, m: &Self::Quad, n: &Self::Quad) -> Ordering;
}

impl Scalar for i64 {
    type Quad = i128;

    fn zero() -> Self {
        0
    }
    fn one() -> Self {
        1
    }
    fn half(&self) -> Option<Self> {
        (self % 2 == 0).then_some(self / 2)
    }
    fn add(&self, other: &Self) -> Self {
        self + other
    }
    fn sub(&self, other: &Self) -> Self {
        self - other
    }
    fn mul(&self, other: &Self) -> i128 {
        i128::from(*self) * i128::from(*other)
    }
    fn quad_add(a: &i128, b: &i128) -> i128 {
        a + b
    }
    fn quad_sub(a: &i128, b: &i128) -> i128 {
        a - b
    }
    fn sign(quad: &i128) -> Ordering {
        quad.cmp(&0)
    }
    fn cmp_square(q: &i128, m: &i128, n: &i128) -> Ordering {
        let q = q.unsigned_abs();
        wide_product(q, q).cmp(&wide_product(m.unsigned_abs(), n.unsigned_abs()))
    }
}

/// The 256-bit product (high, low).
fn wide_product(a: u128, b: u128) -> (u128, u128) {
    const MASK: u128 = u64::MAX as u128;
    let (a1, a0, b1, b0) = (a >> 64, a & MASK, b >> 64, b & MASK);
    let low = a0 * b0;
    let (mid1, mid2) = (a1 * b0, a0 * b1);
    let carry = (low >> 64) + (mid1 & MASK) + (mid2 & MASK);
    (a1 * b1 + (mid1 >> 64) + (mid2 >> 64) + (carry >> 64), (carry << 64) | (low & MASK))
}

impl Scalar for BigInt {
    type Quad = BigInt;

    fn zero() -> Self {
        BigInt::ZERO
    }
    fn one() -> Self {
        BigInt::from(1)
    }
    fn half(&self) -> Option<Self> {
        (!self.bit(0)).then(|| self >> 1_u32)
    }
    fn add(&self, other: &Self) -> Self {
        self + other
    }
    fn sub(&self, other: &Self) -> Self {
        self - other
    }
    fn mul(&self, other: &Self) -> BigInt {
        self * other
    }
    fn quad_add(a: &BigInt, b: &BigInt) -> BigInt {
        a + b
    }
    fn quad_sub(a: &BigInt, b: &BigInt) -> BigInt {
        a - b
    }
    fn sign(quad: &BigInt) -> Ordering {
        match quad.sign() {
            Sign::Minus => Ordering::Less,
            Sign::NoSign => Ordering::Equal,
            Sign::Plus => Ordering::Greater,
        }
    }
    fn cmp_square(q: &BigInt, m: &BigInt, n: &BigInt) -> Ordering {
        (q * q).cmp(&(m * n))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_256_bit_product_agrees_with_big_integers() {
        let mut x = 0x9E37_79B9_7F4A_7C15_F39C_C060_5CED_C835_u128;
        for shift in 0..128 {
            let (a, b) = (x >> shift, x.rotate_left(shift * 3 + 1));
            let (high, low) = wide_product(a, b);
            let big = BigInt::from(a) * BigInt::from(b);
            assert_eq!((BigInt::from(high) << 128u32) + BigInt::from(low), big);
            x = x.wrapping_mul(0x2360_ED05_1FC6_5DA4_4385_DF64_9FCC_F645).wrapping_add(1);
        }
    }
}

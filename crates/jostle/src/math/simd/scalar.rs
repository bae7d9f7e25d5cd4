//! A register of one lane, for algorithms of lanes on a single pair: `f32` and `f64`. Targets
//! without SIMD pair them ([`Paired`]) to larger registers.

use crate::math::simd::paired::Paired;
use crate::math::simd::{F32Lanes, F32x4, F64Lanes, F64x2, WidenToF64};
use crate::math::sqrt;

pub(crate) type Four = Paired<Paired<f32>>;
pub(crate) type Two = Paired<f64>;

lanes! { safe:
    impl F32Lanes for f32 {
        fn splat(value: f32) -> Self { value }
        fn abs(self) -> Self { self.abs() }
        // Rounding twice is rounding once where one has more than twice the digits.
        fn sqrt(self) -> Self { sqrt(f64::from(self)) as f32 }
        fn min(self, other: Self) -> Self { if self < other { self } else { other } }
        fn max(self, other: Self) -> Self { if self > other { self } else { other } }
        fn gt(self, other: Self) -> Self { f32::from_bits(if self > other { u32::MAX } else { 0 }) }
        fn eq(self, other: Self) -> Self { f32::from_bits(if self == other { u32::MAX } else { 0 }) }
        fn and(self, other: Self) -> Self { f32::from_bits(self.to_bits() & other.to_bits()) }
        fn or(self, other: Self) -> Self { f32::from_bits(self.to_bits() | other.to_bits()) }
        fn select(self, yes: Self, no: Self) -> Self { if self.mask() == 1 { yes } else { no } }
        fn mask(self) -> u8 { (self.to_bits() >> 31) as u8 }
    }

    impl F64Lanes for f64 {
        fn splat(value: f64) -> Self { value }
        fn abs(self) -> Self { self.abs() }
        fn sqrt(self) -> Self { sqrt(self) }
        fn neg(self) -> Self { -self }
        fn max(self, other: Self) -> Self { if self > other { self } else { other } }
        fn gt(self, other: Self) -> Self { f64::from_bits(if self > other { u64::MAX } else { 0 }) }
        fn and(self, other: Self) -> Self { f64::from_bits(self.to_bits() & other.to_bits()) }
        fn select(self, yes: Self, no: Self) -> Self { if self.mask() == 1 { yes } else { no } }
        fn neg_where(self, at: Self) -> Self {
            f64::from_bits(self.to_bits() ^ at.to_bits() & (1 << 63))
        }
        fn mask(self) -> u8 { (self.to_bits() >> 63) as u8 }
    }

    impl WidenToF64 for f32 {
        type F64Lanes = f64;

        fn to_f64(self) -> f64 { f64::from(self) }
        fn from_f64(wide: f64) -> Self { wide as f32 }
    }

    impl F32x4 for Four {
        fn load([a, b, c, d]: [f32; 4]) -> Self {
            Self::new(Paired::new(a, b), Paired::new(c, d))
        }
        fn numbers(self) -> [f32; 4] {
            let [[a, b], [c, d]] = self.halves().map(Paired::halves);
            [a, b, c, d]
        }
        fn zip(self, other: Self) -> [Self; 2] {
            let ([a, b, c, d], [e, f, g, h]) = (self.numbers(), other.numbers());
            [Self::load([a, e, b, f]), Self::load([c, g, d, h])]
        }
        fn next(self) -> Self {
            Self::load(self.numbers().map(|v| {
                let bits = v.to_bits() as i32;
                f32::from_bits(bits.wrapping_add(1 | (bits >> 31)) as u32)
            }))
        }
    }

    impl F64x2 for Two {
        fn load([a, b]: [f64; 2]) -> Self { Self::new(a, b) }
        fn numbers(self) -> [f64; 2] { self.halves() }
        fn rev(self) -> Self {
            let [a, b] = self.halves();
            Self::new(b, a)
        }
        fn xor(self, other: Self) -> Self {
            let ([a, b], [c, d]) = (self.halves(), other.halves());
            let xor = |p: f64, q: f64| f64::from_bits(p.to_bits() ^ q.to_bits());
            Self::new(xor(a, c), xor(b, d))
        }
        fn unzip_lo(self, other: Self) -> Self { Self::new(self.halves()[0], other.halves()[0]) }
        fn unzip_hi(self, other: Self) -> Self { Self::new(self.halves()[1], other.halves()[1]) }
    }
}

//! A register of twice as many lanes, as two registers.

use core::ops::{Add, Div, Mul, Sub};

use crate::math::simd::{F32Chunk, F32Lanes, F32x4, F32x8, F64Lanes, WIDTH, WidenToF64};

#[derive(Clone, Copy, Debug)]
pub(crate) struct Paired<H>([H; 2]);

impl<H: Copy> Paired<H> {
    #[inline(always)]
    pub(super) const fn new(low: H, high: H) -> Self {
        Self([low, high])
    }

    #[inline(always)]
    pub(crate) const fn halves(self) -> [H; 2] {
        self.0
    }

    #[inline(always)]
    fn each(self, of: impl Fn(H) -> H) -> Self {
        let [a, b] = self.0;
        Self([of(a), of(b)])
    }

    #[inline(always)]
    fn both(self, other: Self, of: impl Fn(H, H) -> H) -> Self {
        let ([a, b], [c, d]) = (self.0, other.0);
        Self([of(a, c), of(b, d)])
    }
}

macro_rules! operator {
    ($name:ident, $method:ident) => {
        impl<H: Copy + $name<Output = H>> $name for Paired<H> {
            type Output = Self;

            #[inline(always)]
            fn $method(self, other: Self) -> Self {
                self.both(other, H::$method)
            }
        }
    };
}

operator!(Add, add);
operator!(Sub, sub);
operator!(Mul, mul);
operator!(Div, div);

lanes! { safe:
    impl<Q: F32x4> F32Chunk for Q {
        fn read(from: &[f32; WIDTH], part: usize) -> Self { Q::load(from.as_chunks().0[part]) }
        fn write(self, to: &mut [f32; WIDTH], part: usize) {
            to.as_chunks_mut().0[part] = self.numbers();
        }
    }

    impl<Q: F32x4> F32x8 for Paired<Q> {
        type F32Chunk = Q;

        fn load(from: &[f32; WIDTH]) -> Self {
            let [a, b, c, d, e, f, g, h] = *from;
            Self([Q::load([a, b, c, d]), Q::load([e, f, g, h])])
        }
        fn store(self, to: &mut [f32; WIDTH]) {
            let ([a, b, c, d], [e, f, g, h]) = (self.0[0].numbers(), self.0[1].numbers());
            *to = [a, b, c, d, e, f, g, h];
        }
        fn reduce_min(self) -> f32 {
            let [low, high] = self.0;
            let four = low.min(high);
            let [p, q] = four.zip(four);
            let two = p.min(q);
            let [p, q] = two.zip(two);
            let [least, ..] = p.min(q).numbers();
            least
        }
    }

    impl<H: F32Lanes> F32Lanes for Paired<H> {
        fn splat(value: f32) -> Self { Self([H::splat(value); 2]) }
        fn abs(self) -> Self { self.each(H::abs) }
        fn sqrt(self) -> Self { self.each(H::sqrt) }
        fn min(self, other: Self) -> Self { self.both(other, H::min) }
        fn max(self, other: Self) -> Self { self.both(other, H::max) }
        fn gt(self, other: Self) -> Self { self.both(other, H::gt) }
        fn eq(self, other: Self) -> Self { self.both(other, H::eq) }
        fn and(self, other: Self) -> Self { self.both(other, H::and) }
        fn or(self, other: Self) -> Self { self.both(other, H::or) }
        fn select(self, yes: Self, no: Self) -> Self {
            let ([a, b], [p, q], [r, s]) = (self.0, yes.0, no.0);
            Self([a.select(p, r), b.select(q, s)])
        }
        fn mask(self) -> u8 {
            self.0[0].mask() | (self.0[1].mask() << (size_of::<H>() / size_of::<f32>()))
        }
    }

    impl<H: WidenToF64> WidenToF64 for Paired<H> {
        type F64Lanes = Paired<H::F64Lanes>;

        fn to_f64(self) -> Self::F64Lanes { Paired([self.0[0].to_f64(), self.0[1].to_f64()]) }
        fn from_f64(wide: Self::F64Lanes) -> Self {
            Self([H::from_f64(wide.0[0]), H::from_f64(wide.0[1])])
        }
    }

    impl<H: F64Lanes> F64Lanes for Paired<H> {
        fn splat(value: f64) -> Self { Self([H::splat(value); 2]) }
        fn abs(self) -> Self { self.each(H::abs) }
        fn sqrt(self) -> Self { self.each(H::sqrt) }
        fn max(self, other: Self) -> Self { self.both(other, H::max) }
        fn gt(self, other: Self) -> Self { self.both(other, H::gt) }
        fn and(self, other: Self) -> Self { self.both(other, H::and) }
        fn select(self, yes: Self, no: Self) -> Self {
            let ([a, b], [p, q], [r, s]) = (self.0, yes.0, no.0);
            Self([a.select(p, r), b.select(q, s)])
        }
        fn neg_where(self, at: Self) -> Self { self.both(at, H::neg_where) }
        fn mask(self) -> u8 {
            self.0[0].mask() | (self.0[1].mask() << (size_of::<H>() / size_of::<f64>()))
        }
    }
}

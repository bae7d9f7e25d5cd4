//! Eight numbers as two registers of four.

use core::ops::{Add, Div, Mul, Sub};

use super::{Lane, Octet, Quad, WIDTH};

#[derive(Clone, Copy, Debug)]
pub(crate) struct Twice<Q>([Q; 2]);

impl<Q: Quad> Twice<Q> {
    #[inline(always)]
    fn both(self, other: Self, of: impl Fn(Q, Q) -> Q) -> Self {
        let ([a, b], [c, d]) = (self.0, other.0);
        Self([of(a, c), of(b, d)])
    }
}

/// An operator on both registers.
macro_rules! operator {
    ($name:ident, $method:ident) => {
        impl<Q: Quad> $name for Twice<Q> {
            type Output = Self;

            #[inline(always)]
            fn $method(self, other: Self) -> Self {
                self.both(other, Q::$method)
            }
        }
    };
}

operator!(Add, add);
operator!(Sub, sub);
operator!(Mul, mul);
operator!(Div, div);

impl<Q: Quad> Octet for Twice<Q> {
    #[inline(always)]
    fn load(from: &[f32; WIDTH]) -> Self {
        let [a, b, c, d, e, f, g, h] = *from;
        Self([Q::load([a, b, c, d]), Q::load([e, f, g, h])])
    }

    #[inline(always)]
    fn store(self, to: &mut [f32; WIDTH]) {
        let ([a, b, c, d], [e, f, g, h]) = (self.0[0].numbers(), self.0[1].numbers());
        *to = [a, b, c, d, e, f, g, h];
    }
}

impl<Q: Quad> Lane for Twice<Q> {
    #[inline(always)]
    fn splat(value: f32) -> Self {
        Self([Q::splat(value); 2])
    }

    #[inline(always)]
    fn abs(self) -> Self {
        let [a, b] = self.0;
        Self([a.abs(), b.abs()])
    }

    #[inline(always)]
    fn lesser(self, other: Self) -> Self {
        self.both(other, Q::lesser)
    }

    #[inline(always)]
    fn greater(self, other: Self) -> Self {
        self.both(other, Q::greater)
    }

    #[inline(always)]
    fn above(self, other: Self) -> Self {
        self.both(other, Q::above)
    }

    #[inline(always)]
    fn equals(self, other: Self) -> Self {
        self.both(other, Q::equals)
    }

    #[inline(always)]
    fn and(self, other: Self) -> Self {
        self.both(other, Q::and)
    }

    #[inline(always)]
    fn or(self, other: Self) -> Self {
        self.both(other, Q::or)
    }

    #[inline(always)]
    fn bits(self) -> u8 {
        let [low, high] = self.0;
        low.bits() | (high.bits() << 4)
    }
}

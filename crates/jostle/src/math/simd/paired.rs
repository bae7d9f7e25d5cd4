//! Twice as many numbers, as two of what holds one half.

use core::ops::{Add, Div, Mul, Sub};

use crate::math::simd::{Full, Lane, Octet, Part, Quad, WIDTH, Wide};

#[derive(Clone, Copy, Debug)]
pub(crate) struct Twice<H>([H; 2]);

impl<H: Copy> Twice<H> {
    #[inline(always)]
    pub(super) const fn new(low: H, high: H) -> Self {
        Self([low, high])
    }

    #[inline(always)]
    pub(crate) const fn halves(self) -> [H; 2] {
        self.0
    }

    #[inline(always)]
    fn both(self, other: Self, of: impl Fn(H, H) -> H) -> Self {
        let ([a, b], [c, d]) = (self.0, other.0);
        Self([of(a, c), of(b, d)])
    }
}

/// An operator on both halves.
macro_rules! operator {
    ($name:ident, $method:ident) => {
        impl<H: Copy + $name<Output = H>> $name for Twice<H> {
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

impl<Q: Quad> Part for Q {
    const PARTS: usize = 2;

    #[inline(always)]
    fn read(from: &[f32; WIDTH], part: usize) -> Self {
        Q::load(from.as_chunks().0[part])
    }

    #[inline(always)]
    fn write(self, to: &mut [f32; WIDTH], part: usize) {
        to.as_chunks_mut().0[part] = self.numbers();
    }
}

impl<Q: Quad> Octet for Twice<Q> {
    type Part = Q;

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

    #[inline(always)]
    fn least(self) -> f32 {
        let [low, high] = self.0;
        let four = low.lesser(high);
        let [p, q] = four.beside(four);
        let two = p.lesser(q);
        let [p, q] = two.beside(two);
        let [least, ..] = p.lesser(q).numbers();
        least
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
    fn sqrt(self) -> Self {
        let [a, b] = self.0;
        Self([a.sqrt(), b.sqrt()])
    }

    #[inline(always)]
    fn tagged(self, tag: u32) -> Self {
        let [a, b] = self.0;
        Self([a.tagged(tag), b.tagged(tag)])
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
    fn choose(self, yes: Self, no: Self) -> Self {
        let ([a, b], [p, q], [r, s]) = (self.0, yes.0, no.0);
        Self([a.choose(p, r), b.choose(q, s)])
    }

    #[inline(always)]
    fn bits(self) -> u8 {
        let [low, high] = self.0;
        low.bits() | (high.bits() << 4)
    }
}

impl<Q: Quad> Full for Twice<Q> {
    type Wide = Twice<Q::Wide>;

    #[inline(always)]
    fn widened(self) -> Self::Wide {
        let [low, high] = self.0;
        Twice([low.widened(), high.widened()])
    }

    #[inline(always)]
    fn narrowed(wide: Self::Wide) -> Self {
        let [low, high] = wide.0;
        Self([Q::narrowed(low), Q::narrowed(high)])
    }
}

impl<W: Wide> Wide for Twice<W> {
    const LANES: u32 = 2 * W::LANES;

    #[inline(always)]
    fn splat(value: f64) -> Self {
        Self([W::splat(value); 2])
    }

    #[inline(always)]
    fn abs(self) -> Self {
        let [a, b] = self.0;
        Self([a.abs(), b.abs()])
    }

    #[inline(always)]
    fn sqrt(self) -> Self {
        let [a, b] = self.0;
        Self([a.sqrt(), b.sqrt()])
    }

    #[inline(always)]
    fn greater(self, other: Self) -> Self {
        self.both(other, W::greater)
    }

    #[inline(always)]
    fn above(self, other: Self) -> Self {
        self.both(other, W::above)
    }

    #[inline(always)]
    fn and(self, other: Self) -> Self {
        self.both(other, W::and)
    }

    #[inline(always)]
    fn choose(self, yes: Self, no: Self) -> Self {
        let ([a, b], [p, q], [r, s]) = (self.0, yes.0, no.0);
        Self([a.choose(p, r), b.choose(q, s)])
    }

    #[inline(always)]
    fn negated(self, at: Self) -> Self {
        self.both(at, W::negated)
    }

    #[inline(always)]
    fn bits(self) -> u8 {
        let [low, high] = self.0;
        low.bits() | (high.bits() << W::LANES)
    }
}

//! From `f32` numbers to integers: finds the grid that both shapes lie on exactly.
//!
//! Every coordinate is a sum of at most three terms m·2^e (a rect's corner is center ± hx·c ∓
//! hy·s). The grid step is the smallest power of two that occurs; on it all coordinates are
//! integers, and subtracting one vertex from all of them keeps them small.

use num_bigint::BigInt;

use crate::outline::{Kind, Outline, Point};
use crate::scalar::Scalar;
use crate::set::Set;

/// The exact number m·2^e; m is odd or zero.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Term {
    m: i64,
    e: i32,
}

/// A coordinate: the exact sum of its terms.
pub(crate) type Sum = [Term; 3];

impl Term {
    pub(crate) const ZERO: Self = Self { m: 0, e: 0 };

    fn new(m: i64, e: i32) -> Self {
        if m == 0 {
            return Self::ZERO;
        }
        let zeros = m.trailing_zeros();
        Self { m: m >> zeros, e: e + zeros as i32 }
    }

    /// Splits a finite `f64` (so also any `f32`) exactly.
    pub(crate) fn from_f64(x: f64) -> Self {
        assert!(x.is_finite(), "the oracle speaks about finite numbers only");
        let bits = x.to_bits();
        let exponent = ((bits >> 52) & 0x7FF) as i32;
        let fraction = (bits & ((1 << 52) - 1)) as i64;
        let m = if exponent == 0 { fraction } else { fraction | (1 << 52) };
        Self::new(if x < 0.0 { -m } else { m }, exponent.max(1) - 1075)
    }

    fn from_f32(x: f32) -> Self {
        Self::from_f64(f64::from(x))
    }

    /// The exact product of two numbers.
    pub(crate) fn product(x: f32, y: f32) -> Self {
        Self::from_f32(x).times(Self::from_f32(y))
    }

    /// Multiplies two terms of `f32` numbers: at most 48 bits.
    fn times(self, other: Self) -> Self {
        Self { m: self.m * other.m, e: if self.m * other.m == 0 { 0 } else { self.e + other.e } }
    }

    fn negated(self) -> Self {
        Self { m: -self.m, e: self.e }
    }

    pub(crate) fn exponent(self) -> Option<i32> {
        (self.m != 0).then_some(self.e)
    }

    /// Returns the term in units of 2^grid, if it stays below 2^121.
    pub(crate) fn small(self, grid: i32) -> Option<i128> {
        if self.m == 0 {
            return Some(0);
        }
        let shift = (self.e - grid) as u32;
        let bits = 64 - self.m.unsigned_abs().leading_zeros();
        (shift <= 120 && bits + shift <= 120).then(|| i128::from(self.m) << shift)
    }

    /// Returns the term in units of 2^grid, which must be a grid it lies on.
    pub(crate) fn wide(self, grid: i32) -> BigInt {
        if self.m == 0 { BigInt::ZERO } else { BigInt::from(self.m) << ((self.e - grid) as usize) }
    }

    /// The exponent of the first power of two above the term.
    pub(crate) fn top(self) -> Option<i32> {
        (self.m != 0).then(|| self.e + 64 - self.m.unsigned_abs().leading_zeros() as i32)
    }

    /// Returns the term in units of 2^grid, rounded down, and whether that is exact.
    pub(crate) fn floor(self, grid: i32) -> Option<(i128, bool)> {
        if self.m == 0 || self.e >= grid {
            return self.small(grid).map(|m| (m, true));
        }
        let shift = (grid - self.e).min(127);
        Some((i128::from(self.m) >> shift, false))
    }
}

/// A set as exact sums, before a grid is chosen.
pub(crate) struct Exact {
    kind: Kind,
    rings: Vec<Vec<[Sum; 2]>>,
    radius: Term,
}

fn plain(p: [f32; 2]) -> [Sum; 2] {
    p.map(|x| [Term::from_f32(x), Term::ZERO, Term::ZERO])
}

fn moved(origin: [f32; 2], offset: [f32; 2]) -> [Sum; 2] {
    [0, 1].map(|i| [Term::from_f32(origin[i]), Term::from_f32(offset[i]), Term::ZERO])
}

impl Exact {
    pub(crate) fn new(set: &Set) -> Self {
        match set {
            Set::Circle { center, radius } => Self {
                kind: Kind::Open,
                rings: vec![vec![plain(*center)]],
                radius: Term::from_f32(*radius),
            },
            Set::Capsule { a, b, radius } => Self {
                kind: Kind::Open,
                rings: vec![vec![plain(*a), plain(*b)]],
                radius: Term::from_f32(*radius),
            },
            Set::Rect { center, half, rot, radius } => Self {
                kind: Kind::Solid,
                rings: vec![corners(*center, *half, *rot)],
                radius: Term::from_f32(*radius),
            },
            Set::Polygon { origin, rings, radius } => Self {
                kind: Kind::Solid,
                rings: rings
                    .iter()
                    .map(|ring| ring.iter().map(|&v| moved(*origin, v)).collect())
                    .collect(),
                radius: Term::from_f32(*radius),
            },
            Set::Chain { origin, points, closed } => Self {
                kind: if *closed { Kind::Closed } else { Kind::Open },
                rings: vec![points.iter().map(|&v| moved(*origin, v)).collect()],
                radius: Term::ZERO,
            },
        }
    }

    pub(crate) fn radius(&self) -> Term {
        self.radius
    }

    /// The first vertex.
    pub(crate) fn first(&self) -> [Sum; 2] {
        self.rings[0][0]
    }

    fn sums(&self) -> impl Iterator<Item = &Sum> {
        self.rings.iter().flatten().flatten()
    }

    /// The exponent of the coarsest grid that the whole set lies on.
    fn exponent(&self) -> Option<i32> {
        let terms = self.sums().flatten().copied().chain([self.radius]);
        terms.filter_map(Term::exponent).min()
    }

    pub(crate) fn outline<S: Scalar>(
        &self,
        read: impl Fn(&[Sum; 2]) -> Option<Point<S>>,
        radius: Option<S>,
    ) -> Option<Outline<S>> {
        let mut rings = Vec::with_capacity(self.rings.len());
        for ring in &self.rings {
            rings.push(ring.iter().map(&read).collect::<Option<Vec<_>>>()?);
        }
        Some(Outline::new(self.kind, rings, radius?))
    }
}

fn corners(center: [f32; 2], half: [f32; 2], rot: [f32; 2]) -> Vec<[Sum; 2]> {
    let [hx, hy, c, s] = [half[0], half[1], rot[0], rot[1]].map(Term::from_f32);
    let signs = [(false, false), (true, false), (true, true), (false, true)];
    let signed = |term: Term, positive: bool| if positive { term } else { term.negated() };
    signs
        .map(|(px, py)| {
            [
                [Term::from_f32(center[0]), signed(hx.times(c), px), signed(hy.times(s), !py)],
                [Term::from_f32(center[1]), signed(hx.times(s), px), signed(hy.times(c), py)],
            ]
        })
        .to_vec()
}

/// Two sets on one integer grid.
#[expect(clippy::large_enum_variant, reason = "one lives at a time, on the stack")]
pub(crate) enum Pair {
    Small(Outline<i64>, Outline<i64>, Frame),
    Big(Outline<BigInt>, Outline<BigInt>),
}

/// Lowers to 64-bit coordinates if the bits allow, else to big integers.
pub(crate) fn lower(a: &Exact, b: &Exact) -> Pair {
    match lower_small(a, b) {
        Some((a, b, frame)) => Pair::Small(a, b, frame),
        None => {
            let (a, b, _) = lower_big(a, b, &[], 0);
            Pair::Big(a, b)
        }
    }
}

/// The exponent of the grid that both sets and the points lie on.
pub(crate) fn grid_of(a: &Exact, b: &Exact, points: &[[Sum; 2]]) -> i32 {
    let terms = points.iter().flatten().flatten().filter_map(|t| t.exponent());
    terms.chain(a.exponent()).chain(b.exponent()).min().unwrap_or(0)
}

/// Coordinates stay below 2^58, so that sums of 512 products fit.
const BITS: u32 = 58;

/// Where the small integers count from, and in which unit.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Frame {
    unit: i32,
    zero: [i128; 2],
}

impl Frame {
    /// The coordinates rounded down to integers, and whether nothing was lost; `None` if far away.
    pub(crate) fn floor(&self, point: &[Sum; 2]) -> Option<(Point<i64>, bool)> {
        let mut exact = true;
        let mut value = |i: usize| -> Option<i64> {
            let mut sum = -self.zero[i];
            for term in &point[i] {
                let (whole, all) = term.floor(self.unit)?;
                sum += whole;
                exact &= all;
            }
            (sum.unsigned_abs() < 1 << (BITS + 1)).then_some(sum as i64)
        };
        let (x, y) = (value(0)?, value(1)?);
        Some((Point { x, y }, exact))
    }
}

/// Coordinates relative to a's first vertex, or `None` if 58 bits are too few.
///
/// The unit is as fine as the bits allow, so that there are integers between the grid points.
pub(crate) fn lower_small(a: &Exact, b: &Exact) -> Option<(Outline<i64>, Outline<i64>, Frame)> {
    let grid = grid_of(a, b, &[]);
    let value = |sum: &Sum| -> Option<i128> {
        Some(sum[0].small(grid)? + sum[1].small(grid)? + sum[2].small(grid)?)
    };
    let first = &a.rings[0][0];
    let zero = [value(&first[0])?, value(&first[1])?];
    let mut most = a.radius.small(grid)?.max(b.radius.small(grid)?).unsigned_abs();
    for v in a.rings.iter().chain(&b.rings).flatten() {
        for i in [0, 1] {
            most = most.max((value(&v[i])? - zero[i]).unsigned_abs());
        }
    }
    let spare = (most.max(1).leading_zeros() + BITS).checked_sub(128)?;
    // The place in the world must stay in range as well.
    let far = zero.map(|z| z.unsigned_abs().max(1).leading_zeros()).into_iter().min()?;
    let spare = spare.min(far.saturating_sub(8));
    let fit = |x: i128| (x << spare) as i64;
    let read = |v: &[Sum; 2]| -> Option<Point<i64>> {
        Some(Point { x: fit(value(&v[0])? - zero[0]), y: fit(value(&v[1])? - zero[1]) })
    };
    let radius = |term: Term| term.small(grid).map(fit);
    let frame = Frame { unit: grid - spare as i32, zero: zero.map(|z| z << spare) };
    Some((a.outline(read, radius(a.radius))?, b.outline(read, radius(b.radius))?, frame))
}

/// Lowers without limits, with more points and `spare` more bits below the grid.
pub(crate) fn lower_big(
    a: &Exact,
    b: &Exact,
    points: &[[Sum; 2]],
    spare: i32,
) -> (Outline<BigInt>, Outline<BigInt>, Vec<Point<BigInt>>) {
    let grid = grid_of(a, b, points) - spare;
    let value = |sum: &Sum| sum[0].wide(grid) + sum[1].wide(grid) + sum[2].wide(grid);
    let first = &a.rings[0][0];
    let zero = [value(&first[0]), value(&first[1])];
    let read = |v: &[Sum; 2]| Point { x: value(&v[0]) - &zero[0], y: value(&v[1]) - &zero[1] };
    let shape = |set: &Exact| {
        let rings = set.rings.iter().map(|ring| ring.iter().map(read).collect()).collect();
        Outline::new(set.kind, rings, set.radius.wide(grid))
    };
    (shape(a), shape(b), points.iter().map(read).collect())
}

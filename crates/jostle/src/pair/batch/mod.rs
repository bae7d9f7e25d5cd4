//! Contacts of pairs of the same two classes, as many at a time as a register has lanes.
//!
//! The caller puts each pair into the group of its two classes, by a table and without a branch,
//! and computes a group when it is full. The numbers of a group are gathered then, sequentially.
//! Pairs that a group leaves undecided, and pairs of no group, are computed one by one.

mod formulas;
mod rows;

use core::cmp::Ordering;
use core::hint::select_unpredictable;

use crate::math::simd::WIDTH;
use crate::math::{Vec2, ones};
use crate::pair::batch::formulas::{Evaluate, evaluate};
use crate::pair::batch::rows::{MAX_COLUMNS, Row, load};
use crate::pair::canonical_order;
use crate::pair::class::CoreClass::{self, Point, Quad, Rect, Segment};
use crate::pair::query::Gap;
use crate::pair::sat8::CONTACT_NUMBERS;
use crate::pair::sat8::formulas::{
    PointAndRect, PointAndSegment, PointLayout, Points, PolygonFormula, QuadLayout, RectLayout,
    Rects, SegmentLayout, Segments,
};
use crate::shape::body::core::Vertices;
use crate::shape::{Body, Core, Placed};

/// True if contacts have formulas for eight pairs: they are too large for web pages, and slow
/// without registers.
const BATCH_CONTACTS: bool = cfg!(any(target_arch = "x86_64", target_arch = "aarch64"));

/// Two shapes, or `None`, which stays undecided.
pub(crate) type MaybePair<'p> = Option<[&'p Placed; 2]>;

pub(crate) struct GroupResult {
    separated: u8,
    overlapping: u8,
    /// A bit for each pair of which the second comes first.
    flipped: u8,
    numbers: [Row; CONTACT_NUMBERS],
    /// The numbers of both sides. Lanes that are not loaded keep those of an earlier group.
    rows: [[Row; MAX_COLUMNS]; 2],
}

impl GroupResult {
    pub(crate) const NONE: Self = Self {
        separated: 0,
        overlapping: 0,
        flipped: 0,
        numbers: [Row::ZERO; CONTACT_NUMBERS],
        rows: [[Row::ZERO; MAX_COLUMNS]; 2],
    };

    /// The lanes of those that surely meet, with their gaps.
    #[inline(always)]
    pub(crate) fn overlapping(&self) -> impl Iterator<Item = (usize, Gap)> {
        ones(self.overlapping.into()).map(|lane| (lane, self.gap(lane)))
    }

    /// Returns the lanes of the first `count` pairs that are undecided.
    #[inline(always)]
    pub(crate) fn unsure(&self, count: usize) -> impl Iterator<Item = usize> {
        ones(!u64::from(self.separated | self.overlapping) & !(u64::MAX << count))
    }

    pub(crate) fn forget(&mut self) {
        (self.separated, self.overlapping) = (0, 0);
    }

    #[inline(always)]
    fn gap(&self, lane: usize) -> Gap {
        let number = |i: usize| self.numbers[i].0[lane % WIDTH];
        // No branch guesses which comes first.
        let flipped = usize::from(self.flipped >> lane & 1);
        let (sign, back) = ([1.0, -1.0][flipped], 2 * flipped);
        Gap {
            separation: -number(2),
            normal: Vec2::new(number(0) * sign + 0.0, number(1) * sign + 0.0),
            on_a: Vec2::new(number(3 + back), number(4 + back)),
            on_b: Vec2::new(number(5 - back), number(6 - back)),
        }
    }
}

const POINT: usize = Point as usize;
const RECT: usize = Rect as usize;
const SEGMENT: usize = Segment as usize;
const QUAD: usize = Quad as usize;

/// Loads the numbers of pairs. Returns the lanes that are loaded, and those that are flipped.
type Gather = fn(&[MaybePair<'_>], &mut [[Row; MAX_COLUMNS]; 2]) -> (u8, u8);

/// The classes are constants, because a match on them for each lane would cost a tenth of a group.
fn gather<const FIRST: usize, const SECOND: usize>(
    pairs: &[MaybePair<'_>],
    [a, b]: &mut [[Row; MAX_COLUMNS]; 2],
) -> (u8, u8) {
    let (first, second) = (CoreClass::ALL[FIRST], CoreClass::ALL[SECOND]);
    let (mut loaded, mut flipped) = (0, 0);
    for (lane, pair) in pairs.iter().take(WIDTH).enumerate() {
        let Some(([p, q], flip)) = in_order(*pair, first, second) else { continue };
        let fits = load(p, first, a, lane) && load(q, second, b, lane);
        loaded |= u8::from(fits) << lane;
        flipped |= u8::from(flip) << lane;
    }
    (loaded, flipped)
}

/// Two classes, the loader of their numbers, and the formula of their contacts.
type Group = (CoreClass, CoreClass, Gather, Evaluate);

const fn group<const FIRST: usize, const SECOND: usize>(formula: Evaluate) -> Group {
    (CoreClass::ALL[FIRST], CoreClass::ALL[SECOND], gather::<FIRST, SECOND>, formula)
}

const GROUPS: [Group; 10] = [
    group::<POINT, POINT>(evaluate::<Points, _, _>),
    group::<RECT, RECT>(evaluate::<Rects, _, _>),
    group::<POINT, RECT>(evaluate::<PointAndRect, _, _>),
    group::<POINT, SEGMENT>(evaluate::<PointAndSegment, _, _>),
    group::<SEGMENT, SEGMENT>(evaluate::<Segments, _, _>),
    group::<POINT, QUAD>(evaluate::<PolygonFormula<PointLayout, QuadLayout, 1, 4>, _, _>),
    group::<SEGMENT, QUAD>(evaluate::<PolygonFormula<SegmentLayout, QuadLayout, 2, 4>, _, _>),
    group::<SEGMENT, RECT>(evaluate::<PolygonFormula<SegmentLayout, RectLayout, 2, 4>, _, _>),
    group::<QUAD, RECT>(evaluate::<PolygonFormula<QuadLayout, RectLayout, 4, 4>, _, _>),
    group::<QUAD, QUAD>(evaluate::<PolygonFormula<QuadLayout, QuadLayout, 4, 4>, _, _>),
];

/// A pair of classes, by its index in [`GROUPS`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct PairClass(u8);

impl PairClass {
    /// All pairs without a group.
    pub(crate) const OTHERS: Self = Self(GROUPS.len() as u8);
    pub(crate) const COUNT: usize = GROUPS.len() + 1;

    pub(crate) fn all() -> impl Iterator<Item = Self> {
        (0..=Self::OTHERS.0).map(Self)
    }

    #[inline(always)]
    pub(crate) const fn index(self) -> usize {
        self.0 as usize % Self::COUNT
    }

    #[inline(always)]
    pub(crate) fn of(a: &Placed, b: &Placed) -> Self {
        const BY_CLASSES: [[PairClass; CoreClass::COUNT]; CoreClass::COUNT] = {
            let mut groups = [[PairClass::OTHERS; CoreClass::COUNT]; CoreClass::COUNT];
            let mut i = 0;
            while i < GROUPS.len() {
                let (first, second) = (GROUPS[i].0 as usize, GROUPS[i].1 as usize);
                groups[first][second] = PairClass(i as u8);
                groups[second][first] = PairClass(i as u8);
                i += 1;
            }
            groups
        };
        if !BATCH_CONTACTS {
            return Self::OTHERS;
        }
        BY_CLASSES[CoreClass::of_body(&a.body) as usize][CoreClass::of_body(&b.body) as usize]
    }

    #[inline(never)]
    pub(crate) fn compute(self, pairs: &[MaybePair<'_>], results: &mut GroupResult) {
        let group = if BATCH_CONTACTS { GROUPS.get(self.index()) } else { None };
        let Some(&(.., gather, formula)) = group else { return results.forget() };
        let (loaded, flipped) = gather(pairs, &mut results.rows);
        let [a, b] = &results.rows;
        let certain = formula(a, b, &mut results.numbers);
        results.flipped = flipped;
        results.separated = certain.separated & loaded;
        results.overlapping = certain.overlapping & loaded;
    }
}

/// Returns a pair in canonical order, and `true` if that exchanges it. Returns `None` if the
/// boxes are equal, or if the group's order does not fit the pair.
#[inline(always)]
fn in_order(
    pair: MaybePair<'_>,
    first: CoreClass,
    second: CoreClass,
) -> Option<([&Core; 2], bool)> {
    let [a, b] = pair?;
    let (Body::Core(p), Body::Core(q)) = (&a.body, &b.body) else { return None };
    if a.bounds() == b.bounds() {
        return None;
    }
    let flip = if first == second {
        canonical_order::cores(p, q) == Ordering::Greater
    } else {
        CoreClass::of_body(&a.body) != first
    };
    let cores = [select_unpredictable(flip, q, p), select_unpredictable(flip, p, q)];
    // A sharp triangle comes before a rectangle; no other polygon surely does.
    let sharp_triangle = matches!(&cores[0].vertices, Vertices::Four(ring) if ring.len() == 3)
        && cores[0].radius == 0.0;
    ((first, second) != (Quad, Rect) || sharp_triangle).then_some((cores, flip))
}

#[cfg(test)]
mod tests;

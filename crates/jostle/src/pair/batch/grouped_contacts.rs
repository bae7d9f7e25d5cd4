//! Contacts of pairs of the same two classes, as many at a time as a register has lanes.
//!
//! The caller puts each pair into the group of its two classes, by a table and without a branch,
//! and computes a group when it is full. The numbers of a group are gathered then, sequentially.
//! Pairs that a group leaves undecided, and pairs of no group, are computed one by one.

use core::cmp::Ordering;
use core::hint::select_unpredictable;

use crate::math::ones;
use crate::math::simd::WIDTH;
use crate::math::{DVec2, Vec2};
use crate::pair::batch::dispatch::BATCH_CONTACTS;
use crate::pair::batch::run::{Numbers, touch};
use crate::pair::batch::soa::Block;
use crate::pair::canonical_order;
use crate::pair::class::CoreClass;
use crate::pair::query::Gap;
use crate::pair::sat8;
use crate::pair::sat8::polygons::{
    PointLayout, PolygonFormula, QuadLayout, RectLayout, SegmentLayout,
};
use crate::pair::sat8::{capsules, rects};
use crate::shape::body::core::Vertices;
use crate::shape::{Body, Core, Placed};

/// Two shapes, or `None`, which stays undecided.
pub(crate) type Asked<'p> = Option<[&'p Placed; 2]>;

/// The certain results of a group.
pub(crate) struct GroupResult {
    separated: u8,
    overlapping: u8,
    /// A bit for each pair of which the second comes first.
    turned: u8,
    numbers: [Numbers; 1],
}

impl GroupResult {
    /// Nothing.
    pub(crate) const NONE: Self =
        Self { separated: 0, overlapping: 0, turned: 0, numbers: [Numbers::ZERO] };

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

    /// Makes nothing sure.
    pub(crate) fn forget(&mut self) {
        (self.separated, self.overlapping) = (0, 0);
    }

    #[inline(always)]
    fn gap(&self, lane: usize) -> Gap {
        let number = |i: usize| self.numbers[0].0[i][lane % WIDTH];
        // No branch guesses which comes first.
        let turned = usize::from(self.turned >> lane & 1);
        let (sign, back) = ([1.0, -1.0][turned], 2 * turned);
        Gap {
            separation: -number(2),
            normal: Vec2::new(number(0) * sign + 0.0, number(1) * sign + 0.0),
            on_a: Vec2::new(number(5 + back), number(6 + back)),
            on_b: Vec2::new(number(7 - back), number(8 - back)),
        }
    }
}

/// Groups by the classes of their pairs, with the kernels of their contacts.
macro_rules! groups {
    ($($group:ident, $first:ident by $a:ident, $second:ident by $b:ident, $form:ty;)*) => {
        /// Pairs of the same two classes.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub(crate) enum PairClass {
            $($group,)*
            /// All other pairs.
            Others,
        }

        impl PairClass {
            pub(crate) const ALL: &'static [Self] = &[$(Self::$group,)* Self::Others];

            /// The group of two classes.
            const BY_CLASSES: [[Self; CoreClass::COUNT]; CoreClass::COUNT] = {
                let mut groups = [[Self::Others; CoreClass::COUNT]; CoreClass::COUNT];
                $(
                    groups[CoreClass::$first as usize][CoreClass::$second as usize] = Self::$group;
                    groups[CoreClass::$second as usize][CoreClass::$first as usize] = Self::$group;
                )*
                groups
            };

            /// Computes the contacts of up to eight pairs of this group.
            #[inline(never)]
            pub(crate) fn ask(self, pairs: &[Asked<'_>], answers: &mut GroupResult) {
                match self {
                    // Not called; the compiler cannot know that.
                    _ if !BATCH_CONTACTS => {}
                    $(Self::$group => {
                        let (mut a, mut b) = ([Block::ZERO], [Block::ZERO]);
                        let (mut known, mut turned) = (0, 0);
                        for (lane, pair) in pairs.iter().take(WIDTH).enumerate() {
                            let Some(Ordered { cores: [p, q], later }) =
                                Ordered::of(pair, CoreClass::$first, CoreClass::$second) else { continue };
                            let numbers = numbers::$a(p).zip(numbers::$b(q));
                            let Some((p, q)) = numbers else { continue };
                            a[0].set(lane, p);
                            b[0].set(lane, q);
                            known |= 1 << lane;
                            turned |= u8::from(later) << lane;
                        }
                        answers.turned = turned;
                        if known != 0 {
                            let sure = touch::<$form, _, _>(&a, &b, &mut answers.numbers, false);
                            answers.separated = sure.separated[0] as u8 & known;
                            answers.overlapping = sure.overlapping[0] as u8 & known;
                        }
                    })*
                    Self::Others => answers.forget(),
                }
            }
        }
    };
}

groups! {
    Points, Point by point, Point by point, sat8::Points;
    Rects, Rect by rect, Rect by rect, rects::Rects;
    RectAndPoint, Rect by rect, Point by point, sat8::RectAndPoint;
    PointAndSegment, Point by point, Segment by segment, capsules::PointAndSegment;
    Segments, Segment by segment, Segment by segment, capsules::Segments;
    PointAndQuad, Point by point, Quad by quad, PolygonFormula<PointLayout, QuadLayout, 1, 4>;
    SegmentAndQuad, Segment by segment, Quad by quad, PolygonFormula<SegmentLayout, QuadLayout, 2, 4>;
    SegmentAndRect, Segment by segment, Rect by rect, PolygonFormula<SegmentLayout, RectLayout, 2, 4>;
    TriangleAndRect, Quad by triangle, Rect by rect, PolygonFormula<QuadLayout, RectLayout, 4, 4>;
    Quads, Quad by quad, Quad by quad, PolygonFormula<QuadLayout, QuadLayout, 4, 4>;
}

impl PairClass {
    #[inline(always)]
    pub(crate) fn of(a: &Placed, b: &Placed) -> Self {
        if !BATCH_CONTACTS {
            return Self::Others;
        }
        Self::BY_CLASSES[CoreClass::of_body(&a.body) as usize][CoreClass::of_body(&b.body) as usize]
    }
}

/// A pair in the order of its group.
struct Ordered<'p> {
    cores: [&'p Core; 2],
    /// True if the second of the question comes first.
    later: bool,
}

impl<'p> Ordered<'p> {
    /// Returns `None` if the boxes are equal.
    #[inline(always)]
    fn of(pair: &Asked<'p>, first: CoreClass, second: CoreClass) -> Option<Self> {
        let [a, b] = (*pair)?;
        let (Body::Core(p), Body::Core(q)) = (&a.body, &b.body) else { return None };
        if a.bounds() == b.bounds() {
            return None;
        }
        let later = match (first, second) {
            (CoreClass::Quad, CoreClass::Quad) | (CoreClass::Segment, CoreClass::Segment) => {
                canonical_order::cores(p, q) == Ordering::Greater
            }
            // These find their order themselves.
            _ if first == second => false,
            _ => CoreClass::of_body(&a.body) != first,
        };
        let cores = [select_unpredictable(later, q, p), select_unpredictable(later, p, q)];
        Some(Self { cores, later })
    }
}

/// The numbers of each class; none of what has other numbers.
mod numbers {
    use super::{Core, DVec2, Vertices};
    use crate::pair::filter::pair_in_lanes::rounded;

    #[inline(always)]
    pub(super) fn point(core: &Core) -> Option<[f32; 3]> {
        Some([core.origin.x, core.origin.y, core.radius])
    }

    /// An end may be the difference of two `f32` numbers.
    #[inline(always)]
    pub(super) fn segment(core: &Core) -> Option<[f32; 9]> {
        let Vertices::Thin([v, w]) = &core.vertices else { return None };
        let (p, q) = (rounded(*v), rounded(*w));
        let more = rounded(*w - DVec2::from(q));
        let exact = (DVec2::from(p) == *v) & (DVec2::from(q) + DVec2::from(more) == *w) & (v != w);
        let [x, y, r] = point(core)?;
        exact.then_some([x, y, r, p.x, p.y, q.x, q.y, more.x, more.y])
    }

    #[inline(always)]
    pub(super) fn rect(core: &Core) -> Option<[f32; 6]> {
        let Vertices::Rect(frame) = &core.vertices else { return None };
        let (half, rot) = (frame.half, frame.rot);
        core.plain.then_some([core.origin.x, core.origin.y, half.x, half.y, rot.cos, rot.sin])
    }

    #[inline(always)]
    pub(super) fn quad(core: &Core) -> Option<[f32; 11]> {
        let Vertices::Four(small) = &core.vertices else { return None };
        let ([a, b, c, d], [e, f, g, h]) = (small.x, small.y);
        let [x, y, r] = point(core)?;
        Some([x, y, r, a, b, c, d, e, f, g, h])
    }

    /// A triangle with nothing round, which comes before any such rectangle.
    #[inline(always)]
    pub(super) fn triangle(core: &Core) -> Option<[f32; 11]> {
        let numbers = quad(core)?;
        let [_, _, r, a, _, _, d, e, _, _, h] = numbers;
        ((r == 0.0) & (a == d) & (e == h)).then_some(numbers)
    }
}

#[cfg(test)]
mod tests;

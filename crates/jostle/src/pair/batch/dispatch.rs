//! A chunk of pairs: those that are surely apart, those whose interiors surely meet, and contacts
//! of those.

use crate::math::Vec2;
use crate::math::simd::WIDTH;
use crate::pair::batch::run::{CHUNK, ChunkResult, Numbers, WORDS, look, touch};
use crate::pair::batch::soa::{Block, Of, ShapeBatch, ShapeRef};
use crate::pair::class::CoreClass;
use crate::pair::filter::formulas::{
    Points, RectAndPoint, Rects, RingAndPoint, RingAndRect, RingAndRing, Segments,
};
use crate::pair::query::Contact;
use crate::pair::sat8;
use crate::pair::sat8::rects;
use crate::shape::Placed;

/// True if contacts have forms in lanes: packages for pages would grow by these, and elsewhere
/// nothing has measured what arrays in place of registers take.
pub(super) const BATCH_CONTACTS: bool = cfg!(any(target_arch = "x86_64", target_arch = "aarch64"));

/// True if there is a survey at all: in WebAssembly without SIMD the forms of all classes are 370
/// kB, a third of a module, and every pair is asked by itself.
const BATCH_FILTER: bool = cfg!(any(not(target_arch = "wasm32"), target_feature = "simd128"));

/// The pairs of two lists of shapes.
#[derive(Clone, Copy)]
pub(super) enum Asked<'p> {
    /// The pairs at the same places, from `first` on.
    Each { first: usize, len: usize },
    /// Numbers that are known to be in the lists.
    Pairs(&'p [[u32; 2]]),
}

impl<'p> Asked<'p> {
    pub(super) fn len(&self) -> usize {
        match self {
            Self::Each { len, .. } => *len,
            Self::Pairs(pairs) => pairs.len(),
        }
    }

    pub(super) fn chunks(self) -> impl Iterator<Item = Self> + use<'p> {
        (0..self.len()).step_by(CHUNK).map(move |start| {
            let len = CHUNK.min(self.len() - start);
            match self {
                Self::Each { first, .. } => Self::Each { first: first + start, len },
                Self::Pairs(pairs) => Self::Pairs(&pairs[start..start + len]),
            }
        })
    }

    #[inline(always)]
    fn numbers(&self, at: usize) -> [usize; 2] {
        match self {
            Self::Each { first, .. } => [first + at; 2],
            Self::Pairs(pairs) => pairs[at].map(|i| i as usize),
        }
    }

    /// The shapes of the pair at a place; none beyond the last.
    pub(super) fn pair<'a>(
        &self,
        a: &ShapeBatch<'a>,
        b: &ShapeBatch<'a>,
        at: usize,
    ) -> Option<(Option<&'a Placed>, Option<&'a Placed>)> {
        let [i, j] = (at < self.len()).then(|| self.numbers(at))?;
        Some((a.shapes[i], b.shapes[j]))
    }
}

/// The contacts of a chunk.
pub(super) struct Contacts([Numbers; CHUNK / WIDTH]);

impl Contacts {
    pub(super) const NONE: Self = Self([Block::ZERO; CHUNK / WIDTH]);

    /// The contact of a pair that surely meets.
    #[inline(always)]
    pub(super) fn at(&self, pair: usize) -> Contact {
        let number = |i: usize| self.0[pair / WIDTH % (CHUNK / WIDTH)].0[i][pair % WIDTH];
        let two = |i: usize| Vec2::new(number(i), number(i + 1));
        Contact { normal: two(0), depth: number(2), point: two(3), on_a: two(5), on_b: two(7) }
    }

    fn copy(&mut self, to: usize, others: &Numbers, from: usize) {
        for (to_all, from_all) in self.0[to / WIDTH].0.iter_mut().zip(&others.0) {
            to_all[to % WIDTH] = from_all[from];
        }
    }
}

/// Tests a chunk. With contacts, pairs count as overlapping only if theirs were found.
pub(super) fn classify_pairs(
    a: &ShapeBatch<'_>,
    b: &ShapeBatch<'_>,
    asked: Asked<'_>,
    contacts: Option<&mut Contacts>,
) -> ChunkResult {
    if !BATCH_FILTER {
        return ChunkResult::default();
    }
    match (asked, a.uniform, b.uniform) {
        (Asked::Each { first, len }, Some(of_a), Some(of_b)) => {
            let run = Of::Row(first / WIDTH..(first + len).div_ceil(WIDTH));
            ask((a, of_a, &run), (b, of_b, &run), contacts.map(|all| &mut all.0[..]))
        }
        (_, of_a, of_b) => {
            let mut out = ChunkResult::default();
            let mut stands = [[ShapeRef::NOWHERE; 2]; CHUNK];
            let stands = &mut stands[..asked.len()];
            for (at, stand) in stands.iter_mut().enumerate() {
                let [i, j] = asked.numbers(at);
                *stand = [a.stands[i], b.stands[j]];
            }
            match of_a.zip(of_b) {
                Some(classes) => {
                    let mut all = [0; CHUNK];
                    (0..=u8::MAX).zip(&mut all).for_each(|(at, all)| *all = at);
                    let mut out = (&mut out, contacts);
                    same([a, b], classes, &all[..stands.len()], stands, &mut out);
                }
                None => by_classes([a, b], stands, &mut (&mut out, contacts)),
            }
            out
        }
    }
}

const KINDS: usize = CoreClass::COUNT * CoreClass::COUNT;

/// The results of a chunk, with contacts if the caller needs them.
type Out<'o> = (&'o mut ChunkResult, Option<&'o mut Contacts>);

/// Sorts pairs by classes, by counting, and tests each group.
fn by_classes(columns: [&ShapeBatch<'_>; 2], stands: &[[ShapeRef; 2]], out: &mut Out<'_>) {
    let kind = |[a, b]: [ShapeRef; 2]| a.class() as usize * CoreClass::COUNT + b.class() as usize;
    let mut ends = [0_u16; KINDS + 1];
    stands.iter().for_each(|stand| ends[kind(*stand) + 1] += 1);
    (0..KINDS).for_each(|kind| ends[kind + 1] += ends[kind]);
    let (starts, mut order) = (ends, [0; CHUNK]);
    for (at, stand) in (0..=u8::MAX).zip(stands) {
        let end = &mut ends[kind(*stand)];
        order[usize::from(*end)] = at;
        *end += 1;
    }
    for kind in 0..KINDS {
        let run = usize::from(starts[kind])..usize::from(starts[kind + 1]);
        let classes =
            (CoreClass::ALL[kind / CoreClass::COUNT], CoreClass::ALL[kind % CoreClass::COUNT]);
        same(columns, classes, &order[run], stands, out);
    }
}

/// Pairs of the same two classes, wherever they stand.
fn same(
    [a, b]: [&ShapeBatch<'_>; 2],
    (of_a, of_b): (CoreClass, CoreClass),
    order: &[u8],
    stands: &[[ShapeRef; 2]],
    (out, contacts): &mut Out<'_>,
) {
    if of_a == CoreClass::Other || of_b == CoreClass::Other {
        return;
    }
    for eight in order.chunks(WIDTH) {
        let (mut first, mut second) = ([ShapeRef::NOWHERE; WIDTH], [ShapeRef::NOWHERE; WIDTH]);
        for (lane, at) in eight.iter().enumerate() {
            [first[lane], second[lane]] = stands[usize::from(*at)];
        }
        let count = eight.len();
        let (first, second) = (Of::Gathered(&first[..count]), Of::Gathered(&second[..count]));
        let mut room = [Numbers::ZERO];
        let numbers = contacts.is_some().then_some(&mut room[..]);
        let found = ask((a, of_a, &first), (b, of_b, &second), numbers);
        for (lane, at) in eight.iter().enumerate() {
            out.copy(usize::from(*at), &found, lane);
            if let Some(contacts) = contacts {
                contacts.copy(usize::from(*at), &room[0], lane);
            }
        }
    }
}

type Side<'s, 'p> = (&'s ShapeBatch<'p>, CoreClass, &'s Of<'s>);

/// Pairs of two classes. Which comes first does not matter to what is sure of them, but to
/// contacts.
fn ask(a: Side<'_, '_>, b: Side<'_, '_>, numbers: Option<&mut [Numbers]>) -> ChunkResult {
    let swapped = (a.1 as u32) < b.1 as u32;
    let ((a, of_a, at_a), (b, of_b, at_b)) = if swapped { (b, a) } else { (a, b) };
    /// A form over the blocks of two classes.
    macro_rules! look {
        ($form:ty, $own:ident, $other:ident) => {
            look::<$form, _, _>(
                a.$own.row(at_a, &mut [Block::ZERO]),
                b.$other.row(at_b, &mut [Block::ZERO]),
            )
        };
    }
    /// Contacts of the blocks of two classes.
    macro_rules! touch {
        ($form:ty, $own:ident, $other:ident, $numbers:ident) => {
            touch::<$form, _, _>(
                a.$own.row(at_a, &mut [Block::ZERO]),
                b.$other.row(at_b, &mut [Block::ZERO]),
                $numbers,
                swapped,
            )
        };
    }
    if let Some(numbers) = numbers {
        let found = match (of_a, of_b) {
            _ if !BATCH_CONTACTS => None,
            (CoreClass::Point, _) => Some(touch!(sat8::Points, points, points, numbers)),
            (CoreClass::Rect, CoreClass::Point) => {
                Some(touch!(sat8::RectAndPoint, rects, points, numbers))
            }
            (CoreClass::Rect, _) => Some(touch!(rects::Rects, rects, rects, numbers)),
            _ => None,
        };
        let one_by_one = || ChunkResult {
            overlapping: [0; WORDS],
            ..ask((a, of_a, at_a), (b, of_b, at_b), None)
        };
        return found.unwrap_or_else(one_by_one);
    }
    match (of_a, of_b) {
        (CoreClass::Point, _) => look!(Points, points, points),
        (CoreClass::Rect, CoreClass::Point) => look!(RectAndPoint, rects, points),
        (CoreClass::Rect, _) => look!(Rects, rects, rects),
        (CoreClass::Segment, CoreClass::Point) => look!(RingAndPoint<2>, segments, points),
        (CoreClass::Segment, CoreClass::Rect) => look!(RingAndRect<2>, segments, rects),
        (CoreClass::Segment, _) => look!(Segments, segments, segments),
        (CoreClass::Quad, CoreClass::Point) => look!(RingAndPoint<4>, quads, points),
        (CoreClass::Quad, CoreClass::Rect) => look!(RingAndRect<4>, quads, rects),
        (CoreClass::Quad, CoreClass::Segment) => look!(RingAndRing<4, 2>, quads, segments),
        (CoreClass::Quad, _) => look!(RingAndRing<4, 4>, quads, quads),
        (CoreClass::Octagon, CoreClass::Point) => look!(RingAndPoint<8>, octagons, points),
        (CoreClass::Octagon, CoreClass::Rect) => look!(RingAndRect<8>, octagons, rects),
        (CoreClass::Octagon, CoreClass::Segment) => look!(RingAndRing<8, 2>, octagons, segments),
        (CoreClass::Octagon, CoreClass::Quad) => look!(RingAndRing<8, 4>, octagons, quads),
        (CoreClass::Octagon, _) => look!(RingAndRing<8, 8>, octagons, octagons),
        (CoreClass::Other, _) => ChunkResult::default(),
    }
}

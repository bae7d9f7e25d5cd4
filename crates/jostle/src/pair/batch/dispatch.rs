//! A chunk of pairs: sorts them by classes and evaluates the formula of each pair of classes.

use crate::math::Vec2;
use crate::math::simd::WIDTH;
use crate::pair::batch::columns::{MAX_COLUMNS, Row, Selection, ShapeBatch, ShapeRef};
use crate::pair::batch::formulas::{CHUNK, ChunkResult, Evaluate, WORDS, evaluate, filter};
use crate::pair::class::CoreClass;
use crate::pair::query::Contact;
use crate::pair::sat8::{CONTACT_NUMBERS, closed_forms};
use crate::shape::Placed;

/// True if contacts have formulas for eight pairs: they are too large for web pages, and slow
/// without registers.
pub(super) const BATCH_CONTACTS: bool = cfg!(any(target_arch = "x86_64", target_arch = "aarch64"));

/// True if there is a filter for eight pairs. In WebAssembly without SIMD its formulas are 370 kB,
/// a third of a module.
const BATCH_FILTER: bool = cfg!(any(not(target_arch = "wasm32"), target_feature = "simd128"));

/// The pairs of two lists of shapes.
#[derive(Clone, Copy)]
pub(super) enum Pairs<'p> {
    /// The pairs at equal indices, from `first` on.
    Zip { first: usize, len: usize },
    /// Indices that are known to be in the lists.
    Listed(&'p [[u32; 2]]),
}

impl<'p> Pairs<'p> {
    pub(super) fn len(&self) -> usize {
        match self {
            Self::Zip { len, .. } => *len,
            Self::Listed(pairs) => pairs.len(),
        }
    }

    pub(super) fn chunks(self) -> impl Iterator<Item = Self> + use<'p> {
        (0..self.len()).step_by(CHUNK).map(move |start| {
            let len = CHUNK.min(self.len() - start);
            match self {
                Self::Zip { first, .. } => Self::Zip { first: first + start, len },
                Self::Listed(pairs) => Self::Listed(&pairs[start..start + len]),
            }
        })
    }

    #[inline(always)]
    fn indices(&self, at: usize) -> [usize; 2] {
        match self {
            Self::Zip { first, .. } => [first + at; 2],
            Self::Listed(pairs) => pairs[at].map(|i| i as usize),
        }
    }

    /// Returns the shapes of a pair, or `None` beyond the last pair.
    pub(super) fn shapes<'a>(
        &self,
        a: &ShapeBatch<'a>,
        b: &ShapeBatch<'a>,
        at: usize,
    ) -> Option<(Option<&'a Placed>, Option<&'a Placed>)> {
        let [i, j] = (at < self.len()).then(|| self.indices(at))?;
        Some((a.shapes[i], b.shapes[j]))
    }
}

/// The contacts of a chunk, eight in a block of rows.
pub(super) struct Contacts([Row; CHUNK / WIDTH * CONTACT_NUMBERS]);

impl Contacts {
    pub(super) const NONE: Self = Self([Row::ZERO; CHUNK / WIDTH * CONTACT_NUMBERS]);

    /// Returns the contact of a pair that certainly overlaps.
    #[inline(always)]
    pub(super) fn at(&self, pair: usize) -> Contact {
        let first = pair / WIDTH % (CHUNK / WIDTH) * CONTACT_NUMBERS;
        let number = |i: usize| self.0[first + i].0[pair % WIDTH];
        let two = |i: usize| Vec2::new(number(i), number(i + 1));
        Contact { normal: two(0), depth: number(2), point: two(3), on_a: two(5), on_b: two(7) }
    }

    fn copy(&mut self, to: usize, block: &[Row], from: usize) {
        let first = to / WIDTH * CONTACT_NUMBERS;
        for (to_row, from_row) in self.0[first..].iter_mut().zip(block) {
            to_row.0[to % WIDTH] = from_row.0[from];
        }
    }
}

/// Tests a chunk. With contacts, pairs count as overlapping only if theirs were found.
pub(super) fn classify_pairs(
    a: &ShapeBatch<'_>,
    b: &ShapeBatch<'_>,
    pairs: Pairs<'_>,
    contacts: Option<&mut Contacts>,
) -> ChunkResult {
    if !BATCH_FILTER {
        return ChunkResult::default();
    }
    if let (Pairs::Zip { first, len }, Some(of_a), Some(of_b)) = (pairs, a.uniform, b.uniform) {
        let blocks = Selection::Blocks(first / WIDTH..(first + len).div_ceil(WIDTH));
        let contacts = contacts.map(|all| &mut all.0[..]);
        return of_classes((a, of_a, &blocks), (b, of_b, &blocks), contacts);
    }
    let mut refs = [[ShapeRef::NONE; 2]; CHUNK];
    let refs = &mut refs[..pairs.len()];
    for (at, pair) in refs.iter_mut().enumerate() {
        let [i, j] = pairs.indices(at);
        *pair = [a.refs[i], b.refs[j]];
    }
    by_classes([a, b], refs, contacts)
}

/// Sorts pairs by classes, by counting, and tests them in groups of eight.
fn by_classes(
    [a, b]: [&ShapeBatch<'_>; 2],
    refs: &[[ShapeRef; 2]],
    mut contacts: Option<&mut Contacts>,
) -> ChunkResult {
    const KINDS: usize = CoreClass::COUNT * CoreClass::COUNT;
    let kind = |[a, b]: [ShapeRef; 2]| a.class() as usize * CoreClass::COUNT + b.class() as usize;
    let mut ends = [0_u16; KINDS + 1];
    refs.iter().for_each(|pair| ends[kind(*pair) + 1] += 1);
    (0..KINDS).for_each(|kind| ends[kind + 1] += ends[kind]);
    let (starts, mut order) = (ends, [0; CHUNK]);
    for (at, pair) in (0..=u8::MAX).zip(refs) {
        let end = &mut ends[kind(*pair)];
        order[usize::from(*end)] = at;
        *end += 1;
    }
    let mut out = ChunkResult::default();
    for kind in 0..KINDS {
        let run = usize::from(starts[kind])..usize::from(starts[kind + 1]);
        let [of_a, of_b] =
            [kind / CoreClass::COUNT, kind % CoreClass::COUNT].map(|i| CoreClass::ALL[i]);
        for eight in order[run].chunks(WIDTH) {
            let mut sides = [[ShapeRef::NONE; WIDTH]; 2];
            for (lane, at) in eight.iter().enumerate() {
                [sides[0][lane], sides[1][lane]] = refs[usize::from(*at)];
            }
            let [first, second] = sides.each_ref().map(|all| Selection::Refs(&all[..eight.len()]));
            let mut block = [Row::ZERO; CONTACT_NUMBERS];
            let numbers = contacts.is_some().then_some(&mut block[..]);
            let found = of_classes((a, of_a, &first), (b, of_b, &second), numbers);
            for (lane, at) in eight.iter().enumerate() {
                out.copy(usize::from(*at), &found, lane);
                if let Some(contacts) = &mut contacts {
                    contacts.copy(usize::from(*at), &block, lane);
                }
            }
        }
    }
    out
}

type Side<'s, 'p> = (&'s ShapeBatch<'p>, CoreClass, &'s Selection<'s>);

/// Tests pairs of two classes.
fn of_classes(a: Side<'_, '_>, b: Side<'_, '_>, contacts: Option<&mut [Row]>) -> ChunkResult {
    let swapped = a.1 < b.1;
    let ((a, of_a, at_a), (b, of_b, at_b)) = if swapped { (b, a) } else { (a, b) };
    if of_a == CoreClass::Other {
        return ChunkResult::default();
    }
    let mut room = [[Row::ZERO; MAX_COLUMNS]; 2];
    let [room_a, room_b] = &mut room;
    let (a, b) = (a.rows(of_a, at_a, room_a), b.rows(of_b, at_b, room_b));
    let filter = || filter(of_a, of_b).map_or(ChunkResult::default(), |test| test(a, b, &mut []));
    let Some(numbers) = contacts else { return filter() };
    let contact: Evaluate = match (of_a, of_b) {
        (CoreClass::Point, _) if BATCH_CONTACTS => evaluate::<closed_forms::Points, _, _, _>,
        (CoreClass::Rect, CoreClass::Point) if BATCH_CONTACTS => {
            evaluate::<closed_forms::RectAndPoint, _, _, _>
        }
        (CoreClass::Rect, _) if BATCH_CONTACTS => evaluate::<closed_forms::Rects, _, _, _>,
        _ => return ChunkResult { overlapping: [0; WORDS], ..filter() },
    };
    let found = contact(a, b, numbers);
    if swapped {
        numbers.as_chunks_mut().0.iter_mut().for_each(flip);
    }
    found
}

/// Exchanges the two shapes of eight contacts.
fn flip(block: &mut [Row; CONTACT_NUMBERS]) {
    for row in &mut block[..2] {
        row.0 = row.0.map(|normal| 0.0 - normal);
    }
    block.swap(5, 7);
    block.swap(6, 8);
}

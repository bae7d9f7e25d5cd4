//! Many pairs at once: jostle's columns beside the peers, which test one pair after the other.

use super::inputs::{self, Kinds, Pair};
use super::own::{affine, shape};
use super::{Field, PAIRS, row, truth};
use crate::clock;
use crate::contest::{self, Side};
use crate::peers::{parry, sepax};
use crate::report::{Part, Row};
use crate::spread;
use crate::{Failure, Options};
use jostle::{
    Contact, Placed,
    batch::{HitMask, ShapeBatch},
};
use std::cell::RefCell;
use std::hint::black_box;

/// A million, for which the cheapest peers' shapes still have room.
const MANY: usize = 1 << 20;

/// First and second shapes in two lists.
struct Lists {
    a: Vec<Placed>,
    b: Vec<Placed>,
}

impl Lists {
    fn new(pairs: &[Pair]) -> Result<Self, Failure> {
        let mut lists = Self { a: Vec::new(), b: Vec::new() };
        for Pair { a, b } in pairs {
            lists.a.push(shape(&a.0)?.place(affine(&a.1))?);
            lists.b.push(shape(&b.0)?.place(affine(&b.1))?);
        }
        Ok(lists)
    }
}

/// The lists in columns, and room for answers.
struct Packed<'a> {
    a: ShapeBatch<'a>,
    b: ShapeBatch<'a>,
    lists: &'a Lists,
    hits: RefCell<HitMask>,
    found: RefCell<Vec<(u32, Contact)>>,
}

impl<'a> Packed<'a> {
    fn new(lists: &'a Lists) -> Self {
        Self {
            a: ShapeBatch::new(&lists.a),
            b: ShapeBatch::new(&lists.b),
            lists,
            hits: RefCell::new(HitMask::new()),
            found: RefCell::new(Vec::new()),
        }
    }

    /// The answers are bits; for the comparison they are unpacked after the clock has stopped.
    fn overlaps(&self) -> [Side<'_, bool>; 2] {
        let tell = |hits: &mut [bool]| {
            let bits = self.hits.borrow();
            hits.iter_mut().enumerate().for_each(|(at, hit)| *hit = bits.get(at));
        };
        [
            Side::own("jostle overlaps_each", |_: &mut [bool]| {
                self.a.overlaps_zip(&self.b, &mut self.hits.borrow_mut());
            })
            .told(tell),
            Side::new(
                "jostle columns of both, overlaps_each",
                Part::OwnAside,
                |_: &mut [bool]| {
                    let (a, b) = (ShapeBatch::new(&self.lists.a), ShapeBatch::new(&self.lists.b));
                    a.overlaps_zip(&b, &mut self.hits.borrow_mut());
                },
            )
            .told(tell),
        ]
    }

    fn contacts(&self) -> Side<'_, f32> {
        Side::own("jostle contacts_each", |_: &mut [f32]| {
            self.a.contacts_zip(&self.b, &mut self.found.borrow_mut());
        })
        .told(|depths| {
            depths.fill(0.0);
            for (at, contact) in self.found.borrow().iter() {
                depths[*at as usize] = contact.depth;
            }
        })
    }
}

/// The ratio that is aimed at.
fn goal(kinds: Kinds) -> f64 {
    match kinds {
        Kinds::Rects => 20.0,
        Kinds::CircleRect => 12.0,
        Kinds::Capsules | Kinds::Triangles => 10.0,
        Kinds::Octagons => 5.0,
    }
}

/// Verdicts of all pairs of a field.
fn overlaps(
    kinds: Kinds,
    packed: &Packed<'_>,
    field: &Field<'_>,
    turns: impl Into<contest::Turns>,
) -> Row {
    let mut sides: Vec<_> = packed.overlaps().into();
    sides.extend(field.overlaps());
    let count = field.pairs.len();
    let outcomes = contest::hold(sides, count, &false, turns);
    let judge = |answers: &[&[bool]]| truth::wrong_verdicts(field.pairs, answers);
    let title = format!("{}, overlaps, batch of {count}", kinds.name());
    row(title, goal(kinds), &outcomes, judge)
}

/// Few pairs are tested again and again, else most of a batch would be finding its numbers where
/// others left them, and reading the clock.
pub(super) const fn cached(options: &Options) -> contest::Turns {
    contest::Turns { rounds: options.rounds, repeats: 32 }
}

/// Verdicts of pairs that stay in the cache.
pub(super) fn in_the_cache(
    kinds: Kinds,
    field: &Field<'_>,
    options: &Options,
) -> Result<Row, Failure> {
    let lists = Lists::new(field.pairs)?;
    Ok(overlaps(kinds, &Packed::new(&lists), field, cached(options)))
}

/// What it takes, in nanoseconds a pair, to read as many bytes as the columns of pairs of
/// rectangles have, and nothing else, after all peers have used the cache, as in the contest.
pub(super) fn reading(field: &Field<'_>, options: &Options) -> f64 {
    let (mut others, pairs) = (field.overlaps(), field.pairs);
    let numbers = vec![1.0_f32; pairs.len() * NUMBERS];
    let mut answers = vec![false; pairs.len()];
    let mut times = Vec::new();
    for _ in 0..options.rounds {
        others.iter_mut().for_each(|side| side.run(&mut answers));
        let mut sums = [0.0; 32];
        let (spent, ()) = clock::time(|| {
            for some in numbers.chunks_exact(sums.len()) {
                sums.iter_mut().zip(some).for_each(|(sum, number)| *sum += number);
            }
        });
        black_box(sums);
        times.push(spent / pairs.len() as f64);
    }
    spread::spread(times).median * 1e9
}

/// Numbers of a pair of rectangles in columns.
const NUMBERS: usize = 12;

/// Verdicts of as many pairs as the rows of single pairs have, and contacts of rectangles.
pub(super) fn rows(
    kinds: Kinds,
    field: &Field<'_>,
    options: &Options,
) -> Result<Vec<Row>, Failure> {
    let lists = Lists::new(field.pairs)?;
    let packed = Packed::new(&lists);
    let name = kinds.name();
    let mut rows = Vec::new();

    rows.push(overlaps(kinds, &packed, field, options.rounds));

    if kinds == Kinds::Rects {
        let mut sides = vec![packed.contacts()];
        sides.extend(field.contacts());
        let outcomes = contest::hold(sides, PAIRS, &0.0, options.rounds);
        let judge = |answers: &[&[f32]]| truth::wrong_depths(field.pairs, answers);
        let title = format!("{name}, contact (depth, normal), batch of {PAIRS}");
        rows.push(row(title, 15.0, &outcomes, judge));
    }
    Ok(rows)
}

/// A million pairs of rectangles, with the two peers that are ahead with fewer.
pub(super) fn million(options: &Options) -> Result<Row, Failure> {
    let pairs = inputs::pairs(Kinds::Rects, MANY);
    let lists = Lists::new(&pairs)?;
    let packed = Packed::new(&lists);
    let (parry, sepax) = (parry::Pairs::new(&pairs)?, sepax::Pairs::new(&pairs));
    let mut sides: Vec<_> = packed.overlaps().into();
    sides.extend(parry.overlaps());
    sides.push(sepax.overlaps());
    let outcomes = contest::hold(sides, MANY, &false, options.rounds.min(7));
    let judge = |answers: &[&[bool]]| truth::wrong_verdicts(&pairs, answers);
    let title = format!("rect-rect, overlaps, batch of {MANY}");
    Ok(row(title, goal(Kinds::Rects), &outcomes, judge))
}

//! One pair at a time: verdicts, contacts, distances.

pub(crate) mod inputs;
mod own;
mod truth;

use crate::contest::{self, Outcome, Side};
use crate::peers::{box2d, geo, parry, sepax, sfml};
use crate::report::{Part, Row, Section};
use crate::{Failure, Options};
use inputs::{Kinds, Pair};
use own::Own;

/// As many pairs as do not fit into the inner caches, which is how a program meets them.
const PAIRS: usize = 65_536;
/// As many as do.
const FEW: usize = 1_024;

const ABOUT: &str = "Nanoseconds a pair; half of the pairs overlap. jostle and sepax2d get shapes that \
have been put in their places, the others shapes and poses, as their interfaces have it; `place both` \
is jostle with both shapes put in their places anew. Wrong verdicts are those that exact arithmetic \
says are wrong; distances and depths are wrong when they are off by more than 0.001, sizes being \
about 1.";

const NANO: f64 = 1e9;

fn row<A: Clone>(
    title: String,
    goal: f64,
    outcomes: &[Outcome<A>],
    judge: impl Fn(&[&[A]]) -> Vec<usize>,
) -> Row {
    let answers: Vec<&[A]> = outcomes.iter().map(|o| &*o.answers).collect();
    let wrong = judge(&answers);
    let entries = outcomes.iter().zip(wrong).map(|(o, wrong)| o.entry(NANO, wrong)).collect();
    Row { title, unit: "ns", goal: Some(goal), entries }
}

/// The ratio that is aimed at, one pair at a time.
fn goal(kinds: Kinds) -> f64 {
    match kinds {
        Kinds::Rects => 6.0,
        Kinds::CircleRect => 5.0,
        Kinds::Triangles => 4.0,
        Kinds::Capsules | Kinds::Octagons => 3.0,
    }
}

/// All that the row is compared with, made once for all questions.
struct Field<'a> {
    pairs: &'a [Pair],
    parry: parry::Pairs,
    box2d: box2d::Pairs,
    sepax: sepax::Pairs,
    geo: geo::Pairs,
    sfml: Option<sfml::Pairs>,
}

impl<'a> Field<'a> {
    fn new(kinds: Kinds, pairs: &'a [Pair]) -> Result<Self, Failure> {
        Ok(Self {
            pairs,
            parry: parry::Pairs::new(pairs)?,
            box2d: box2d::Pairs::new(pairs),
            sepax: sepax::Pairs::new(pairs),
            geo: geo::Pairs::new(pairs),
            sfml: (kinds == Kinds::Rects).then(|| sfml::Pairs::new(pairs)).flatten(),
        })
    }

    fn overlaps(&self) -> Vec<Side<'_, bool>> {
        let mut sides = self.parry.overlaps();
        sides.extend(self.box2d.overlaps());
        sides.push(self.sepax.overlaps());
        sides.extend(self.geo.overlaps());
        sides.extend(self.sfml.iter().map(sfml::Pairs::overlaps));
        sides
    }

    fn contacts(&self) -> Vec<Side<'_, f32>> {
        let mut sides = self.parry.contacts();
        sides.extend(self.box2d.contacts());
        sides.push(self.sepax.contacts());
        sides
    }

    fn distances(&self) -> Vec<Side<'_, f32>> {
        let mut sides = self.parry.distances();
        sides.push(self.box2d.distances());
        sides
    }
}

/// Verdicts again, on few pairs; branches are learnt in the rounds, by all alike.
fn in_the_cache(kinds: Kinds, options: &Options) -> Result<Row, Failure> {
    let pairs = inputs::pairs(kinds, FEW);
    let (own, field) = (Own::new(&pairs)?, Field::new(kinds, &pairs)?);
    let mut sides: Vec<_> = own.overlaps().into();
    sides.extend(field.overlaps());
    // Again and again, else most of the time would be reading the clock.
    let turns = contest::Turns { rounds: options.rounds, repeats: 32 };
    let outcomes = contest::hold(sides, FEW, &false, turns);
    let judge = |answers: &[&[bool]]| truth::wrong_verdicts(&pairs, answers);
    let title = format!("{}, overlaps, {FEW} pairs in the cache", kinds.name());
    Ok(row(title, goal(kinds), &outcomes, judge))
}

fn rows(kinds: Kinds, options: &Options, section: &mut Section) -> Result<(), Failure> {
    let pairs = inputs::pairs(kinds, PAIRS);
    let own = Own::new(&pairs)?;
    let field = Field::new(kinds, &pairs)?;
    let name = kinds.name();
    let n = pairs.len();

    let mut sides: Vec<_> = own.overlaps().into();
    sides.extend(field.overlaps());
    let outcomes = contest::hold(sides, n, &false, options.rounds);
    let judge = |answers: &[&[bool]]| truth::wrong_verdicts(field.pairs, answers);
    section.rows.push(row(format!("{name}, overlaps"), goal(kinds), &outcomes, judge));

    section.rows.push(in_the_cache(kinds, options)?);

    let contact = match kinds {
        Kinds::Rects => Some((4.0, "contact, two points")),
        Kinds::Octagons => Some((3.0, "contact, two points")),
        Kinds::CircleRect => Some((5.0, "contact")),
        _ => None,
    };
    if let Some((goal, question)) = contact {
        // A circle has one point; there the plain contact is the same answer for less.
        let single = kinds == Kinds::CircleRect;
        let part = |yes| if yes { Part::Own } else { Part::OwnAside };
        let mut sides = vec![own.manifold(part(!single)), own.contact(part(single))];
        sides.extend(field.contacts());
        let outcomes = contest::hold(sides, n, &0.0, options.rounds);
        let judge = |answers: &[&[f32]]| truth::wrong_depths(field.pairs, answers);
        section.rows.push(row(format!("{name}, {question}"), goal, &outcomes, judge));
    }

    let distance = match kinds {
        Kinds::Rects => Some(3.5),
        Kinds::Octagons => Some(2.5),
        _ => None,
    };
    if let Some(goal) = distance {
        let mut sides = vec![own.distance()];
        sides.extend(field.distances());
        let outcomes = contest::hold(sides, n, &0.0, options.rounds);
        let judge = |answers: &[&[f32]]| truth::wrong_distances(field.pairs, answers);
        let title = format!("{name}, distance with witness points");
        section.rows.push(row(title, goal, &outcomes, judge));
    }
    Ok(())
}

/// Measures all rows of pairs.
pub(crate) fn run(options: &Options) -> Result<Section, Failure> {
    let mut section = Section::new("Pairs", ABOUT);
    for kinds in Kinds::ALL {
        rows(kinds, options, &mut section)?;
    }
    if !sfml::FOUND {
        section.notes.push(
            "The row of the SFML snippet's method is missing: SFML's headers were not found when \
             this was built."
                .to_owned(),
        );
    }
    Ok(section)
}

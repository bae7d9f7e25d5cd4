//! Shapes that move: straight casts, and sweeps that turn.
#![expect(
    clippy::disallowed_methods,
    reason = "what is right is looked up in 64 bits, within a tolerance"
)]

mod world;

use crate::contest::{self, Side};
use crate::draw::Draw;
use crate::peers::{box2d, parry};
use crate::report::{Part, Row, Section};
use crate::{Failure, Options};
use jostle::{Affine, Meet, Motion, Placed, Rot, Shape};
use jostle_oracle::Set;
use jostle_oracle::motion::{Body, Leg, Sweep};
use std::time::Instant;

/// A shape with its start in the world; corners are as they are there, less the place.
#[derive(Clone, Debug)]
pub(crate) enum Form {
    /// Half extents and rotation.
    Rect([f32; 2], Rot),
    Circle(f32),
    /// Both ends and the radius.
    Capsule([f32; 2], [f32; 2], f32),
    Convex(Vec<[f32; 2]>),
    Star(Vec<[f32; 2]>),
}

/// One that moves and turns, and one that stands still.
#[derive(Clone, Debug)]
pub(crate) struct Case {
    pub(crate) a: (Form, [f32; 2]),
    pub(crate) b: (Form, [f32; 2]),
    pub(crate) by: [f32; 2],
    pub(crate) degrees: f32,
}

/// The kinds of the rows: both are of one.
const KINDS: [&str; 5] = ["discs", "boxes", "capsules", "octagons", "stars of 40 edges"];

/// An answer is right within this distance, which holds Box2D's slop twice.
const CLOSE: f64 = 0.01;

fn form(kind: usize, draw: &mut Draw) -> Form {
    let turn = Rot::from_degrees(draw.between(0.0, 360.0));
    let ring = |draw: &mut Draw, corners: usize, inner: f32| {
        let corner = |i: usize| {
            let angle =
                Rot::from_degrees(360.0 * (i as f32 + draw.between(-0.3, 0.3)) / corners as f32);
            let r = if i.is_multiple_of(2) { 1.0 } else { inner } * draw.between(0.9, 1.0);
            [r * angle.cos, r * angle.sin]
        };
        (0..corners).map(corner).collect::<Vec<_>>()
    };
    match kind {
        0 => Form::Circle(draw.between(0.25, 1.0)),
        1 => Form::Rect([draw.between(0.25, 1.0), draw.between(0.25, 1.0)], turn),
        2 => {
            let (half, radius) = (draw.between(0.2, 0.8), draw.between(0.1, 0.5));
            let end = [half * turn.cos, half * turn.sin];
            Form::Capsule(end.map(|x| -x), end, radius)
        }
        // On one circle, so that all corners are of the hull.
        3 => {
            let points = ring(draw, 8, 1.0);
            let on = |[x, y]: [f32; 2]| {
                let r = (x * x + y * y).sqrt();
                [x / r, y / r]
            };
            Form::Convex(points.into_iter().map(on).collect())
        }
        _ => Form::Star(ring(draw, 40, 0.6)),
    }
}

fn body((form, at): &(Form, [f32; 2])) -> Body {
    let moved = |p: &[f32; 2]| [p[0] + at[0], p[1] + at[1]];
    Body::Set(match form {
        Form::Rect(half, rot) => {
            Set::Rect { center: *at, half: *half, rot: [rot.cos, rot.sin], radius: 0.0 }
        }
        Form::Circle(radius) => Set::Circle { center: *at, radius: *radius },
        Form::Capsule(p, q, radius) => Set::Capsule { a: moved(p), b: moved(q), radius: *radius },
        Form::Convex(points) | Form::Star(points) => {
            Set::Polygon { origin: *at, rings: vec![points.clone()], radius: 0.0 }
        }
    })
}

fn placed((form, at): &(Form, [f32; 2])) -> Result<Placed, Failure> {
    let shape = match form {
        Form::Rect(half, rot) => Shape::rect_half_at((0.0, 0.0), *half, *rot)?,
        Form::Circle(radius) => Shape::circle(*radius)?,
        Form::Capsule(p, q, radius) => Shape::capsule(*p, *q, *radius)?,
        Form::Convex(points) | Form::Star(points) => Shape::polygon(points.iter().copied())?,
    };
    Ok(shape.place(Affine::at(*at))?)
}

/// The first contact by the oracle, infinite for none; nothing where that hangs on less than what is
/// allowed.
fn truth(case: &Case) -> Option<f64> {
    let leg = Leg {
        translation: case.by,
        degrees: case.degrees.into(),
        pivot: case.a.1,
        scale: [1.0; 2],
    };
    let legs = [leg];
    let (a, b) = (body(&case.a), body(&case.b));
    let grown = Sweep::new((&a, &legs), (&b, &[]), 2.0 * CLOSE as f32);
    if grown.distance(0.0) <= 0.1 {
        return None;
    }
    let near = grown.first_contact(1.0);
    if near.open == 0 {
        return Some(f64::INFINITY);
    }
    let sweep = Sweep::new((&a, &legs), (&b, &[]), 0.0);
    let known = sweep.first_contact(1.0);
    known.meets_at?;
    // Deep enough soon after that no slop hides it.
    let at = known.clear_until;
    let deep = (1..40).any(|i| {
        let t = at + 0.01 * f64::from(i);
        t <= 1.0 && sweep.distance(t) < -2.0 * CLOSE
    });
    deep.then_some(at)
}

/// Draws cases of which most hit, turning by up to `degrees` either way.
fn cases(kind: usize, degrees: f32, count: usize) -> Vec<(Case, f64)> {
    let draw = &mut Draw(0x6d6f_7665 ^ kind as u64 ^ (u64::from(degrees.to_bits()) << 8));
    let mut all = Vec::with_capacity(count);
    while all.len() < count {
        let (a, b) = (form(kind, draw), form(kind, draw));
        let at = draw.within(20.0);
        let off = draw.within(4.0);
        let aim = draw.within(1.2);
        let far = draw.between(0.8, 2.5);
        let case = Case {
            a: (a, [at[0] + off[0], at[1] + off[1]]),
            b: (b, at),
            by: [(aim[0] - off[0]) * far, (aim[1] - off[1]) * far],
            degrees: draw.between(-degrees, degrees),
        };
        if let Some(at) = truth(&case) {
            all.push((case, at));
        }
    }
    all
}

/// Sweeps that pass so far away that boxes decide.
fn misses(count: usize) -> Vec<(Case, f64)> {
    let draw = &mut Draw(0x6d69_7373);
    let case = |_| {
        let at = draw.within(20.0);
        let case = Case {
            a: (form(1, draw), [at[0] + draw.between(6.0, 12.0), at[1] + draw.between(-2.0, 2.0)]),
            b: (form(1, draw), at),
            by: [draw.between(-2.0, 2.0), draw.between(-4.0, 4.0)],
            degrees: draw.between(-90.0, 90.0),
        };
        (case, f64::INFINITY)
    };
    (0..count).map(case).collect()
}

/// jostle's pairs, and their motions, made once.
struct Own {
    pairs: Vec<(Placed, Placed)>,
    motions: Vec<Motion>,
    ways: Vec<[f32; 2]>,
}

impl Own {
    fn new(cases: &[(Case, f64)]) -> Result<Self, Failure> {
        let pairs = cases.iter().map(|(c, _)| Ok((placed(&c.a)?, placed(&c.b)?)));
        let motion = |(c, _): &(Case, f64)| {
            Motion::by(c.by[0], c.by[1]).turning_degrees(c.degrees).about(c.a.1)
        };
        Ok(Self {
            pairs: pairs.collect::<Result<_, Failure>>()?,
            motions: cases.iter().map(motion).collect(),
            ways: cases.iter().map(|(c, _)| c.by).collect(),
        })
    }

    fn cast(&self, i: usize) -> f32 {
        let (a, b) = &self.pairs[i];
        a.cast(b, self.ways[i], Meet::TOUCH).map_or(f32::INFINITY, |hit| hit.fraction)
    }

    fn sweep(&self, i: usize) -> f32 {
        let (a, b) = &self.pairs[i];
        let hit = a.sweep(b, &self.motions[i], Motion::NONE, Meet::TOUCH);
        hit.map_or(f32::INFINITY, |hit| hit.fraction)
    }
}

/// One that answers case by case.
struct Asked<'a> {
    name: &'static str,
    part: Part,
    ask: Box<dyn Fn(usize) -> f32 + 'a>,
}

fn asked<'a>(name: &'static str, part: Part, ask: impl Fn(usize) -> f32 + 'a) -> Asked<'a> {
    Asked { name, part, ask: Box::new(ask) }
}

/// The time of the slowest of a hundred cases, each the least of some tries, in seconds.
fn slowest(ask: &dyn Fn(usize) -> f32, count: usize) -> f64 {
    const REPEATS: u32 = 8;
    let one = |i: usize| {
        let least = (0..5).map(|_| {
            let start = Instant::now();
            for _ in 0..REPEATS {
                std::hint::black_box(ask(std::hint::black_box(i)));
            }
            start.elapsed().as_secs_f64() / f64::from(REPEATS)
        });
        least.fold(f64::INFINITY, |a, b| if b < a { b } else { a })
    };
    let mut times: Vec<f64> = (0..count).map(one).collect();
    times.sort_by(f64::total_cmp);
    times[count * 99 / 100]
}

fn row(title: String, goal: f64, cases: &[(Case, f64)], sides: &[Asked<'_>], rounds: usize) -> Row {
    let contestants = sides.iter().map(|ask| {
        let run = |answers: &mut [f32]| {
            for (i, answer) in answers.iter_mut().enumerate() {
                *answer = (ask.ask)(i);
            }
        };
        Side::new(ask.name, ask.part, run)
    });
    let outcomes = contest::hold(contestants.collect(), cases.len(), &0.0, rounds);
    let entries = outcomes.iter().zip(sides).map(|(outcome, side)| {
        let said = outcome.answers.iter().zip(cases);
        let (mut missed, mut late, mut early) = (0, 0, 0);
        for (said, (case, truth)) in said {
            let (said, [x, y]) = (f64::from(*said), case.by.map(f64::from));
            let speed = x.hypot(y) + f64::from(case.degrees.abs()).to_radians();
            match (said.is_finite(), truth.is_finite()) {
                (false, true) => missed += 1,
                (true, false) => early += 1,
                (true, true) if (said - truth) * speed > CLOSE => late += 1,
                (true, true) if (truth - said) * speed > 4.0 * CLOSE => early += 1,
                _ => {}
            }
        }
        let mut entry = outcome.entry(1e9, missed + late + early);
        let slow = crate::report::figure(slowest(&*side.ask, cases.len().min(1_024)) * 1e9);
        entry.note = format!("p99 {slow}; {missed} missed, {late} late, {early} early or false");
        entry
    });
    Row { title, unit: "ns", goal: Some(goal), entries: entries.collect() }
}

const ABOUT: &str = "Nanoseconds a question when a shape that moves first meets one that stands still; \
both of one kind, about one unit large and some units apart, most of them meet. p99 is the time of the \
slowest of a hundred pairs. Sweeps turn by up to 90 degrees either way. Wrong are hits and misses that \
the oracle's intervals refute, hits more than 0.01 late (twice Box2D's slop) and more than 0.04 early; \
cases that hang on less are not asked. Shapes are made before, motions too. Discs among rectangles run \
from anywhere to anywhere, as rays do in their part; wrong is what is more than 0.04 off.";

/// Measures casts and sweeps of pairs.
pub(crate) fn run(options: &Options) -> Result<Section, Failure> {
    let mut section = Section::new("Shapes that move", ABOUT);
    for (kind, name) in KINDS.iter().enumerate() {
        let stars = kind == 4;
        let count = if stars { 128 } else { 2_048 };
        let all = cases(kind, 0.0, count);
        let (own, parry, box2d) =
            (Own::new(&all)?, parry::Moving::new(&all)?, box2d::Moving::new(&all));
        let mut sides = vec![
            asked("jostle Placed::cast", Part::Own, |i| own.cast(i)),
            asked("parry2d cast_shapes", Part::Peer, |i| parry.cast(i)),
        ];
        if let Some(box2d) = &box2d {
            sides.push(asked("Box2D b2ShapeCast", Part::Peer, |i| box2d.cast(i)));
        }
        let goal = if stars { 5.0 } else { 1.5 };
        section.rows.push(row(format!("cast, {name}"), goal, &all, &sides, options.rounds));
        eprintln!("motion: cast, {name}");
    }
    for (kind, name) in KINDS.iter().enumerate() {
        let stars = kind == 4;
        let count = if stars { 64 } else { 1_024 };
        let all = cases(kind, 90.0, count);
        section.rows.push(sweeps(
            format!("sweep, {name}"),
            if stars { 5.0 } else { 1.0 },
            &all,
            options,
        )?);
        eprintln!("motion: sweep, {name}");
    }
    let all = misses(2_048);
    section.rows.push(sweeps("sweep, boxes that stay apart".into(), 1.0, &all, options)?);
    for (count, name) in [(10_000, "10k"), (100_000, "100k")] {
        section.rows.push(world::world(count, name, options)?);
        eprintln!("motion: world, {name}");
    }
    Ok(section)
}

fn sweeps(
    title: String,
    goal: f64,
    all: &[(Case, f64)],
    options: &Options,
) -> Result<Row, Failure> {
    let (own, parry, box2d) = (Own::new(all)?, parry::Moving::new(all)?, box2d::Moving::new(all));
    let mut sides = vec![
        asked("jostle Placed::sweep", Part::Own, |i| own.sweep(i)),
        asked("parry2d cast_shapes_nonlinear", Part::Peer, |i| parry.sweep(i)),
    ];
    if let Some(box2d) = &box2d {
        sides.push(asked("Box2D b2TimeOfImpact", Part::Peer, |i| box2d.sweep(i)));
    }
    Ok(row(title, goal, all, &sides, options.rounds))
}

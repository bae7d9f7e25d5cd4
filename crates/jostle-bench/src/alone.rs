//! One shape and a point or a ray, one question after the other, beside parry2d's concrete types.

use crate::contest::{self, Outcome, Side};
use crate::draw::Draw;
use crate::pairs::inputs::Pose;
use crate::peers::parry;
use crate::report::{Entry, Row, Section};
use crate::scene::Form;
use crate::{Failure, Options};
use jostle::shape::SupportMap;
use jostle::{Affine, Inside, Placed, Rot, Shape, Vec2};

/// Questions a round.
const ASKED: usize = 4_096;

/// Where the shape is, and a point and a ray near it.
pub(crate) struct Question {
    pub(crate) pose: Pose,
    pub(crate) point: [f32; 2],
    /// Origin and translation.
    pub(crate) ray: ([f32; 2], [f32; 2]),
}

/// A shape by name, and what stands for it elsewhere.
struct Kind {
    name: String,
    shape: Shape,
    form: Form,
    /// The radius around the form.
    radius: f32,
    /// How far the two may be off each other.
    close: f32,
    /// The most nanoseconds that a point may take.
    most: Option<f64>,
}

fn ring(corners: u16, radii: impl Fn(u16) -> [f32; 2]) -> Vec<[f32; 2]> {
    let turn = |i| Rot::from_degrees(360.0 * f32::from(i) / f32::from(corners));
    let corner = |i| [radii(i)[0] * turn(i).cos, radii(i)[1] * turn(i).sin];
    (0..corners).map(corner).collect()
}

const OVAL: [f32; 2] = [1.0, 0.6];

/// An ellipse, as a user writes it.
struct Oval;

impl SupportMap for Oval {
    fn support(&self, [x, y]: [f64; 2]) -> [f64; 2] {
        let [a, b] = OVAL.map(f64::from);
        let long = (a * a * x * x + b * b * y * y).sqrt();
        [a * a * x / long, b * b * y / long]
    }
}

fn kinds() -> Result<Vec<Kind>, Failure> {
    let rounded = |name: &str, form: Form, radius| -> Result<Kind, Failure> {
        let shape = if radius > 0.0 { form.shape()?.with_radius(radius)? } else { form.shape()? };
        Ok(Kind { name: name.to_owned(), shape, form, radius, close: 1e-4, most: None })
    };
    let kind = |name: &str, form| rounded(name, form, 0.0);
    let convex = |corners| Form::Convex(ring(corners, |_| [1.0; 2]));
    // The corners cut up to a hundredth off.
    let oval = |name: &str, shape, most| {
        let gon = kind(name, Form::Convex(ring(24, |_| OVAL)))?;
        Ok::<_, Failure>(Kind { shape, close: 0.02, most, ..gon })
    };
    let mut all = vec![
        kind("circle", Form::Circle(0.8))?,
        kind("rect", Form::Rect([1.0, 0.7]))?,
        kind("capsule", Form::Capsule([0.8, 0.4]))?,
        oval("ellipse (parry2d: 24 corners)", Shape::ellipse(OVAL)?, Some(60.0))?,
        oval("custom set (parry2d: 24 corners)", Shape::custom(Oval), None)?,
        rounded("rounded rect", Form::Rect([0.8, 0.5]), 0.2)?,
        rounded("rounded convex6", convex(6), 0.2)?,
    ];
    for corners in [6, 12, 32] {
        all.push(kind(&format!("convex{corners}"), convex(corners))?);
    }
    for corners in [12, 24, 50, 100, 400] {
        let uneven = |i: u16| if i.is_multiple_of(2) { 1.0 } else { 0.6 + 0.06 * f32::from(i % 5) };
        let ring = ring(corners, |i| [uneven(i); 2]);
        all.push(kind(&format!("outline{corners}"), Form::Outline { ring, pieces: Vec::new() })?);
    }
    Ok(all)
}

/// Rays start outside; some run along an axis.
fn questions(axis: bool) -> Vec<Question> {
    let draw = &mut Draw(0x616c_6f6e);
    let mut question = || {
        let (at, degrees) = (draw.within(20.0), draw.between(0.0, 360.0));
        let mut near = |reach| {
            let off = draw.within(reach);
            [at[0] + off[0], at[1] + off[1]]
        };
        let (point, mut from, to) = (near(1.5), near(3.0), near(3.0));
        while (from[0] - at[0]).abs() < 1.1 && (from[1] - at[1]).abs() < 1.1 {
            from = near(3.0);
        }
        let pose = Pose { at, rot: Rot::from_degrees(degrees), degrees };
        let ray = if axis {
            ([at[0] - 3.0, point[1]], [6.0, 0.0])
        } else {
            (from, [to[0] - from[0], to[1] - from[1]])
        };
        Question { pose, point, ray }
    };
    (0..ASKED).map(|_| question()).collect()
}

type Ask = fn(&Placed, &Question) -> f32;

const NAMES: [&str; 3] = ["jostle contains_point", "jostle ray", "jostle closest"];

const ASK: [Ask; 3] = [
    |a, q| f32::from(a.contains_point(q.point)),
    |a, Question { ray: (from, by), .. }| {
        let hit = a.ray(Vec2::from(*from), Vec2::from(*by), Inside::Hit);
        std::hint::black_box(&hit).as_ref().map_or(f32::INFINITY, |hit| hit.fraction)
    },
    |a, q| std::hint::black_box(&a.closest(q.point)).separation,
];

/// Answers that are not those of the first side count as wrong, but for `close`.
fn row(title: String, outcomes: &[Outcome<f32>], close: f32) -> Row {
    let first = outcomes.first().map_or(&[][..], |own| &own.answers);
    let entries = outcomes.iter().map(|outcome| {
        let same = |(a, b): &(&f32, &f32)| a == b || (*a - *b).abs() <= close;
        outcome.entry(1e9, outcome.answers.iter().zip(first).filter(|pair| !same(pair)).count())
    });
    Row { title, unit: "ns", goal: Some(1.0), entries: entries.collect() }
}

/// The rows of a kind, of which `which` are asked.
fn rows(
    kind: &Kind,
    asked: &[Question],
    which: &[(usize, &str)],
    options: &Options,
) -> Result<Vec<Row>, Failure> {
    let places =
        asked.iter().map(|q| Affine::at((q.pose.at[0], q.pose.at[1])).rotated_by(q.pose.rot));
    let placed: Vec<_> = places.map(|at| kind.shape.place(at)).collect::<Result<_, _>>()?;
    let mut peers = parry::alone(&kind.form, kind.radius, asked)?;
    let one = |(at, question): &(usize, &str)| {
        let (placed, ask) = (&placed, ASK[*at]);
        let mut sides = vec![Side::own(NAMES[*at], move |answers: &mut [f32]| {
            for ((placed, question), answer) in placed.iter().zip(asked).zip(answers) {
                *answer = ask(placed, question);
            }
        })];
        sides.append(&mut peers[*at]);
        let outcomes = contest::hold(sides, ASKED, &0.0, options.rounds);
        let mut row = row(format!("{}, {question}", kind.name), &outcomes, kind.close);
        if let (0, Some(most)) = (at, kind.most) {
            row.entries.push(Entry::limit("limit", most));
        }
        row
    };
    Ok(which.iter().map(one).collect())
}

const ABOUT: &str = "Nanoseconds a question to one shape that is placed already, turned, each question to \
another place. jostle answers `closest` and `ray` with point, normal and distance or fraction. Wrong are \
answers of parry2d that differ from jostle's by more than 0.0001 (verdicts: at all), and of its 24 corners \
for an ellipse by more than 0.02. parry2d has an outline as a line with an inside, and as triangles for points and rays; \
of a rounded shape it gets the nearest point of the core, less the radius.";

/// Measures questions to one shape.
pub(crate) fn run(options: &Options) -> Result<Section, Failure> {
    let mut section = Section::new("One shape: points, rays, nearest points", ABOUT);
    let (asked, along) = (questions(false), questions(true));
    for kind in kinds()? {
        let which = [(0, "point"), (1, "ray"), (2, "nearest point")];
        section.rows.extend(rows(&kind, &asked, &which, options)?);
        if kind.name == "outline400" {
            section.rows.extend(rows(&kind, &along, &[(1, "ray along an axis")], options)?);
        }
        eprintln!("one shape: {}", kind.name);
    }
    Ok(section)
}

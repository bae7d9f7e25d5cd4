//! One shape and a point or a ray, one question after the other, beside parry2d's concrete types.

use crate::contest::{self, Outcome, Side};
use crate::draw::Draw;
use crate::pairs::inputs::{Form, Pose};
use crate::peers::parry;
use crate::report::{Row, Section};
use crate::{Failure, Options};
use jostle::{Affine, Inside, Placed, Rot, Shape, ShapeError, Vec2};

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
    name: &'static str,
    shape: Shape,
    form: Form,
    /// How far the two may be off each other.
    close: f32,
}

fn ring(corners: u16, [x, y]: [f32; 2]) -> Vec<[f32; 2]> {
    let turn = |i| Rot::from_degrees(360.0 * f32::from(i) / f32::from(corners));
    (0..corners).map(|i| [x * turn(i).cos, y * turn(i).sin]).collect()
}

fn kinds() -> Result<Vec<Kind>, ShapeError> {
    let kind = |name, shape, form| Kind { name, shape, form, close: 1e-4 };
    let convex = |name, corners| {
        let ring = ring(corners, [1.0, 1.0]);
        Ok(kind(name, Shape::polygon(ring.iter().copied())?, Form::Convex(ring)))
    };
    let capsule = Shape::capsule((-0.8, 0.0), (0.8, 0.0), 0.4)?;
    let gon = Form::Convex(ring(24, [1.0, 0.6]));
    Ok(vec![
        kind("circle", Shape::circle(0.8)?, Form::Circle(0.8)),
        kind("rect", Shape::rect_half((1.0, 0.7))?, Form::Rect([1.0, 0.7])),
        kind("capsule", capsule, Form::Capsule(0.8, 0.4)),
        // The corners cut up to a hundredth off.
        Kind {
            close: 0.02,
            ..kind("ellipse (parry2d: 24 corners)", Shape::ellipse((1.0, 0.6))?, gon)
        },
        convex("convex6", 6)?,
        convex("convex12", 12)?,
        convex("convex32", 32)?,
    ])
}

fn questions() -> Vec<Question> {
    let draw = &mut Draw(0x616c_6f6e);
    let mut question = || {
        let (at, degrees) = (draw.within(20.0), draw.between(0.0, 360.0));
        let mut near = |reach| {
            let off = draw.within(reach);
            [at[0] + off[0], at[1] + off[1]]
        };
        let (point, from, to) = (near(1.5), near(3.0), near(3.0));
        let pose = Pose { at, rot: Rot::from_degrees(degrees), degrees };
        Question { pose, point, ray: (from, [to[0] - from[0], to[1] - from[1]]) }
    };
    (0..ASKED).map(|_| question()).collect()
}

fn own<'a>(
    name: &'static str,
    placed: &'a [Placed],
    asked: &'a [Question],
    ask: impl Fn(&Placed, &Question) -> f32 + 'a,
) -> Side<'a, f32> {
    Side::own(name, move |answers| {
        for ((placed, question), answer) in placed.iter().zip(asked).zip(answers) {
            *answer = ask(placed, question);
        }
    })
}

/// Answers that are not those of the first side count as wrong, but for `close`.
fn row(title: String, outcomes: &[Outcome<f32>], close: f32) -> Row {
    let first = outcomes.first().map_or(&[][..], |own| &own.answers);
    let entries = outcomes.iter().map(|outcome| {
        let same = |(a, b): &(&f32, &f32)| a == b || (*a - *b).abs() <= close;
        outcome.entry(1e9, outcome.answers.iter().zip(first).filter(|pair| !same(pair)).count())
    });
    Row { title, unit: "ns", goal: Some(1.0), entries: entries.collect() }
}

const ABOUT: &str = "Nanoseconds a question to one shape that is placed already, turned, each question to \
another place. jostle answers `closest` and `ray` with point, normal and distance or fraction. Wrong are \
answers of parry2d that differ from jostle's by more than 0.0001 (verdicts: at all), and of its 24 corners \
for an ellipse by more than 0.02.";

/// Measures questions to one shape.
pub(crate) fn run(options: &Options) -> Result<Section, Failure> {
    let mut section = Section::new("One shape: points, rays, nearest points", ABOUT);
    let asked = questions();
    for kind in kinds()? {
        let places =
            asked.iter().map(|q| Affine::at((q.pose.at[0], q.pose.at[1])).rotated_by(q.pose.rot));
        let placed: Vec<_> = places.map(|at| kind.shape.place(at)).collect::<Result<_, _>>()?;
        let [inside, ray, nearest] = parry::alone(&kind.form, &asked)?;
        let rows = [
            (
                own("jostle contains_point", &placed, &asked, |a, q| {
                    f32::from(a.contains_point(q.point))
                }),
                inside,
                "point",
            ),
            (
                own("jostle ray", &placed, &asked, |a, Question { ray: (from, by), .. }| {
                    let hit = a.ray(Vec2::from(*from), Vec2::from(*by), Inside::Hit);
                    std::hint::black_box(&hit).as_ref().map_or(f32::INFINITY, |hit| hit.fraction)
                }),
                ray,
                "ray",
            ),
            (
                own("jostle closest", &placed, &asked, |a, q| {
                    std::hint::black_box(&a.closest(q.point)).separation
                }),
                nearest,
                "nearest point",
            ),
        ];
        for (own, peer, question) in rows {
            let outcomes = contest::hold(vec![own, peer], ASKED, &0.0, options.rounds);
            section.rows.push(row(format!("{}, {question}", kind.name), &outcomes, kind.close));
        }
    }
    Ok(section)
}

//! A small disc and one ground of many vertices: what is far away costs nothing.

use super::{Outline, row};
use crate::contest::{self, Side};
use crate::frames::Own;
use crate::peers::rapier::{Line, Movers, Rapier};
use crate::report::{Entry, Row};
use crate::scene::{Body, Form, Pose};
use crate::slides::DEEP;
use crate::{Failure, Options};
use jostle::{Affine, Collider, Layers, Placed, Response, Shape, Slid, Slide, World};

const COUNTS: [u32; 4] = [500, 1_000, 10_000, 50_000];
const RADIUS: f32 = 0.5;

/// How much longer than with the least ground a question may take with any other.
const MOST: f64 = 1.5;

/// The height of the ground at a vertex.
fn top(x: u32) -> f32 {
    let hill = (x % 600) as f32 - 300.0;
    20.0 - 0.0004 * hill * hill + 0.3 * (x % 5 * 7 % 5) as f32
}

/// A ground, and discs that lie in and above it.
struct Scene {
    line: Outline,
    /// The line as the upper side of a solid.
    ring: Outline,
    places: Vec<[f32; 2]>,
    solid: Placed,
    discs: Vec<Placed>,
}

impl Scene {
    fn new(count: u32) -> Result<Self, Failure> {
        // The discs lie near the origin.
        let across = |x: u32| x as f32 - (count / 3) as f32;
        let line: Outline = (0..count).map(|x| [across(x), top(x)]).collect();
        let places = (0..100).map(|i| {
            let x = count / 3 + i;
            [across(x) + 0.4, top(x) + 0.02 * i as f32]
        });
        let places: Vec<_> = places.collect();
        let below = [[across(count - 1), -500.0], [across(0), -500.0]];
        let ring: Outline = line.iter().copied().chain(below).rev().collect();
        let solid = Shape::polygon(ring.iter().copied())?.place(Affine::IDENTITY)?;
        let disc = Shape::circle(RADIUS)?;
        let discs =
            places.iter().map(|at| disc.place(Affine::at(*at))).collect::<Result<_, _>>()?;
        Ok(Self { line, ring, places, solid, discs })
    }

    /// A question about each disc, to jostle and to parry2d.
    fn asked(
        &self,
        names: [&'static str; 2],
        own: impl Fn(&Placed, &Placed) -> f32,
        peer: impl Fn(&Line, [f32; 2]) -> f32,
        options: &Options,
    ) -> Row {
        let line = Line::new(&self.line);
        let own = Side::own(names[0], |answers: &mut [f32]| {
            for (disc, answer) in self.discs.iter().zip(answers) {
                *answer = own(&self.solid, disc);
            }
        });
        let peer = Side::peer(names[1], |answers: &mut [f32]| {
            for (at, answer) in self.places.iter().zip(answers) {
                *answer = peer(&line, *at);
            }
        });
        let outcomes = contest::hold(vec![own, peer], self.places.len(), &0.0, options.rounds);
        row("", None, &outcomes)
    }

    /// Discs that walk to and fro; wrong are those that end within the ground.
    fn slides(&self, options: &Options) -> Result<Row, Failure> {
        let (mut world, [hero, ground]) = (World::new(), [0, 1].map(Layers::bit));
        let solid = Shape::polygon(self.ring.iter().copied())?;
        world.add(Collider::new((), solid).layer(ground).sees(hero))?;
        let disc = Shape::circle(RADIUS)?;
        let starts: Vec<_> = self.places.iter().map(|[x, y]| [*x, y + 2.0]).collect();
        let add = |at: &[f32; 2]| {
            world.add(Collider::new((), disc.clone()).at(*at).layer(hero).sees(ground))
        };
        let heroes = starts.iter().map(add).collect::<Result<Vec<_>, _>>()?;
        let way = |turn: u32| [if (turn / 16).is_multiple_of(2) { 0.09 } else { -0.09 }, -0.125];
        let (mut turn, mut slid) = (0, Slid::default());
        let own = Side::own("jostle slide_into", |places: &mut [[f32; 2]]| {
            let by = way(turn);
            turn += 1;
            for (key, place) in heroes.iter().zip(places) {
                let slide = Slide::by(by[0], by[1]).up(0.0, 1.0).snap(0.2);
                let done = world.slide_into(*key, &slide, |_| Response::Slide, &mut slid);
                done.expect("numbers are finite and keys are fresh");
                if let Some(to) = slid.path().last() {
                    *place = [to.x, to.y];
                }
            }
        });
        let (movers, mut turns, mut places) =
            (Movers::on_line(&self.line, RADIUS), 0, starts.clone());
        let peer = Side::peer("rapier2d move_shape, polyline", |out: &mut [[f32; 2]]| {
            let by = way(turns);
            turns += 1;
            for (place, out) in places.iter_mut().zip(out) {
                *place = movers.slide(*place, by);
                *out = *place;
            }
        });
        let outcomes = contest::hold(vec![own, peer], starts.len(), &[0.0; 2], options.rounds);
        let is_within = |at: &&[f32; 2]| {
            let placed = disc.place(Affine::at(**at));
            placed.is_ok_and(|disc| self.solid.contact(&disc).is_some_and(|c| c.depth > DEEP))
        };
        let entries =
            outcomes.iter().map(|o| o.entry(1e9, o.answers.iter().filter(is_within).count()));
        let entries = entries.collect();
        Ok(Row { title: String::new(), unit: "ns", goal: None, entries })
    }

    /// A step of 200 discs that move to and fro, as nanoseconds a disc.
    fn steps(&self, options: &Options) -> Result<Row, Failure> {
        let mut bodies = vec![
            Body::new(Form::Outline { ring: self.ring.clone(), pieces: Vec::new() }).layers(1, 2),
        ];
        let mut poses = vec![Pose::new([0.0; 2], 0.0)];
        for i in 0..200 {
            bodies.push(Body::new(Form::Circle(RADIUS)).layers(2, 1));
            let [x, y] = self.places[i / 2];
            poses.push(Pose::new([x + 0.5 * (i % 2) as f32, y], 0.0));
        }
        let moved: Vec<usize> = (1..bodies.len()).collect();
        let walk = |poses: &mut Vec<Pose>, turn: &mut u32| {
            *turn += 1;
            let by = if (*turn / 8).is_multiple_of(2) { 0.05 } else { -0.05 };
            poses[1..].iter_mut().for_each(|pose| pose.at[0] += by);
        };
        let (mut world, mut rapier) = (Own::new(&bodies, &poses)?, Rapier::new(&bodies, &poses));
        let (mut places, mut turn) = (poses.clone(), 0);
        let own = Side::own("jostle World::step", |touching: &mut [f32]| {
            walk(&mut places, &mut turn);
            let done = world.frame(&places, &moved);
            done.expect("numbers are finite and keys are fresh");
            touching[0] = world.world.stats().pairs as f32;
        });
        let (mut places, mut turn, mut open) = (poses, 0, 0.0);
        let peer = Side::peer("rapier2d CollisionPipeline", |touching: &mut [f32]| {
            walk(&mut places, &mut turn);
            let [begun, ended] = rapier.frame(&places, &moved);
            open += begun as f32 - ended as f32;
            touching[0] = open;
        });
        let outcomes = contest::hold(vec![own, peer], moved.len(), &0.0, options.rounds);
        Ok(row("", None, &outcomes))
    }

    fn rows(&self, options: &Options) -> Result<[(&'static str, Row); 5], Failure> {
        let found = |is_some: bool| if is_some { 1.0 } else { 0.0 };
        let gap = self.asked(
            ["jostle gap", "parry2d distance to a Polyline"],
            |ground, disc| ground.gap(disc).distance(),
            |line, at| line.distance(at, RADIUS),
            options,
        );
        let contact = self.asked(
            ["jostle contact", "parry2d contact with a Polyline"],
            |ground, disc| found(std::hint::black_box(ground.contact(disc)).is_some()),
            |line, at| found(line.contact(at, RADIUS)),
            options,
        );
        let manifold = self.asked(
            ["jostle manifold", "parry2d contact_manifolds with a Polyline"],
            |ground, disc| found(std::hint::black_box(ground.manifold(disc)).is_some()),
            |line, at| found(line.manifold(at, RADIUS)),
            options,
        );
        Ok([
            ("distance", gap),
            ("contact", contact),
            ("manifold", manifold),
            ("slide", self.slides(options)?),
            ("step of 200 discs, each", self.steps(options)?),
        ])
    }
}

/// Measures all questions with all grounds; none may take much longer than with the least one.
pub(super) fn rows(options: &Options) -> Result<Vec<Row>, Failure> {
    let mut all: Vec<Row> = Vec::new();
    for count in COUNTS {
        for (at, (question, mut row)) in Scene::new(count)?.rows(options)?.into_iter().enumerate() {
            row.title = format!("a disc and one ground of {count} vertices: {question}");
            if let Some(least) = all.get(at).and_then(Row::own) {
                let name = format!("{MOST} times that of {} vertices", COUNTS[0]);
                row.entries.push(Entry::limit(name, MOST * least.median));
            }
            all.push(row);
        }
        eprintln!("large shapes: a ground of {count} vertices");
    }
    Ok(all)
}

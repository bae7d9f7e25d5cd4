//! Immediate mode: a program that keeps no world places all of its rectangles in each frame and
//! looks for the pairs that overlap, also without any structure.

use super::scenes::Scene;
use super::{Player, race};
use crate::draw::Draw;
use crate::frames::{Motion, Own};
use crate::peers::parry::Rectangles;
use crate::report::{Part, Row};
use crate::scene::{Body, Form, Pose};
use crate::{Failure, Options};
use jostle::{Pairs, Placed, Shape};

fn scene(count: usize, side: f32) -> Scene {
    let mut draw = Draw(19);
    let mut body = || Body::new(Form::Rect([draw.between(0.2, 0.8), draw.between(0.2, 0.8)]));
    let bodies = (0..count).map(|_| body()).collect();
    Scene::new(bodies, Motion::in_square(count, side), Motion::step)
}

/// Places everything again.
fn place(shapes: &[Shape], scene: &Scene, placed: &mut Vec<Placed>) -> Result<(), Failure> {
    placed.clear();
    for (shape, pose) in shapes.iter().zip(&scene.motion.poses) {
        placed.push(shape.place(pose.affine())?);
    }
    Ok(())
}

/// All pairs, each once.
fn all_pairs<T>(placed: &[T], overlap: impl Fn(&T, &T) -> bool) -> usize {
    let later = |(i, a): (usize, &T)| placed[i + 1..].iter().filter(|b| overlap(a, b)).count();
    placed.iter().enumerate().map(later).sum()
}

/// A rectangle as a program has it that tests the axes of two rectangles by hand.
struct Turned {
    at: [f32; 2],
    half: [f32; 2],
    axis: [f32; 2],
}

impl Turned {
    fn new(body: &Body, pose: &Pose) -> Self {
        let half = if let Form::Rect(half) = *body.form { half } else { [0.0; 2] };
        Self { at: pose.at, half, axis: [pose.rot.cos, pose.rot.sin] }
    }

    fn overlaps(&self, other: &Self) -> bool {
        let d = [other.at[0] - self.at[0], other.at[1] - self.at[1]];
        let dot = |p: [f32; 2], q: [f32; 2]| p[0] * q[0] + p[1] * q[1];
        let cross = |p: [f32; 2], q: [f32; 2]| p[0] * q[1] - p[1] * q[0];
        let (cos, sin) = (dot(self.axis, other.axis).abs(), cross(self.axis, other.axis).abs());
        let ([a, b], [u, v]) = (self.half, other.half);
        dot(d, self.axis).abs() <= a + u * cos + v * sin
            && cross(d, self.axis).abs() <= b + u * sin + v * cos
            && dot(d, other.axis).abs() <= u + a * cos + b * sin
            && cross(d, other.axis).abs() <= v + a * sin + b * cos
    }
}

fn shapes(scene: &Scene) -> Result<Vec<Shape>, Failure> {
    Ok(scene.bodies.iter().map(|body| body.form.shape()).collect::<Result<_, _>>()?)
}

/// The right number of pairs of a frame.
fn truth(shapes: &[Shape], scene: &Scene, placed: &mut Vec<Placed>) -> Option<[usize; 2]> {
    place(shapes, scene, placed).ok()?;
    Some([all_pairs(placed, Placed::overlaps), 0])
}

/// Measures loops over all pairs of few rectangles.
fn loops(options: &Options) -> Result<Row, Failure> {
    let mut scene = scene(500, 45.0);
    let shapes = shapes(&scene)?;
    let parry = Rectangles::new(&scene.bodies);
    let (mut placed, mut turned) = (Vec::new(), Vec::new());
    let players: Vec<Player<'_>> = vec![
        (
            "jostle place, all pairs",
            Part::Own,
            Box::new(|scene| {
                place(&shapes, scene, &mut placed)?;
                Ok([all_pairs(&placed, Placed::overlaps), 0])
            }),
        ),
        (
            "axes by hand, all pairs",
            Part::Peer,
            Box::new(|scene| {
                turned.clear();
                let all = scene.bodies.iter().zip(&scene.motion.poses);
                turned.extend(all.map(|(body, pose)| Turned::new(body, pose)));
                Ok([all_pairs(&turned, Turned::overlaps), 0])
            }),
        ),
        (
            "parry2d cuboid_cuboid, all pairs",
            Part::Peer,
            Box::new(|scene| Ok([parry.all_pairs(&scene.motion.poses), 0])),
        ),
    ];
    let frames = if options.quick { 20 } else { 100 };
    let title = "immediate: 500 rectangles placed, loops over all pairs".to_owned();
    let mut checked = Vec::new();
    race((title, Some(1.2)), &mut scene, players, frames, |scene| {
        truth(&shapes, scene, &mut checked)
    })
}

/// Measures immediate mode with something that finds pairs.
fn found(options: &Options) -> Result<Row, Failure> {
    let mut scene = scene(2_000, 90.0);
    let shapes = shapes(&scene)?;
    let mut own = Own::new(&scene.bodies, &scene.motion.poses)?;
    let mut parry = Rectangles::new(&scene.bodies);
    let (mut placed, mut again, mut pairs) = (Vec::new(), Vec::new(), Pairs::new());
    let players: Vec<Player<'_>> = vec![
        (
            "jostle place, Pairs",
            Part::Own,
            Box::new(|scene| {
                place(&shapes, scene, &mut placed)?;
                Ok([pairs.overlapping(&placed).len(), 0])
            }),
        ),
        (
            "jostle place, all pairs",
            Part::OwnAside,
            Box::new(|scene| {
                place(&shapes, scene, &mut again)?;
                Ok([all_pairs(&again, Placed::overlaps), 0])
            }),
        ),
        (
            "jostle World::step",
            Part::OwnAside,
            Box::new(|scene| {
                own.frame(&scene.motion.poses, &scene.motion.moved)?;
                Ok([own.world.stats().pairs, 0])
            }),
        ),
        (
            "parry2d Bvh, intersection_test",
            Part::Peer,
            Box::new(|scene| Ok([parry.frame(&scene.motion.poses), 0])),
        ),
    ];
    let (frames, title) =
        (if options.quick { 20 } else { 100 }, "immediate: 2,000 rectangles placed");
    let mut checked = Vec::new();
    race((title.to_owned(), Some(4.0)), &mut scene, players, frames, |scene| {
        truth(&shapes, scene, &mut checked)
    })
}

/// Measures immediate mode.
pub(super) fn run(options: &Options) -> Result<Vec<Row>, Failure> {
    Ok(vec![found(options)?, loops(options)?])
}

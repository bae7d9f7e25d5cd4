//! Immediate mode: a program that keeps no world places all of its rectangles in each frame and
//! looks for the pairs that overlap.

use super::scenes::Scene;
use super::{Player, race};
use crate::draw::Draw;
use crate::frames::{Motion, Own};
use crate::peers::parry::Rectangles;
use crate::report::{Part, Row};
use crate::scene::{Body, Form};
use crate::{Failure, Options};
use jostle::{Pairs, Placed, Shape};

const COUNT: usize = 2_000;

fn scene() -> Scene {
    let mut draw = Draw(19);
    let mut body = || Body::new(Form::Rect([draw.between(0.2, 0.8), draw.between(0.2, 0.8)]));
    let bodies = (0..COUNT).map(|_| body()).collect();
    Scene::new(bodies, Motion::in_square(COUNT, 90.0), Motion::step)
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
fn all_pairs(placed: &[Placed]) -> usize {
    let later = |(i, a): (usize, &Placed)| placed[i + 1..].iter().filter(|b| a.overlaps(b)).count();
    placed.iter().enumerate().map(later).sum()
}

/// Measures immediate mode.
pub(super) fn run(options: &Options) -> Result<Row, Failure> {
    let mut scene = scene();
    let shapes =
        scene.bodies.iter().map(|body| body.form.shape()).collect::<Result<Vec<_>, _>>()?;
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
            Part::Own,
            Box::new(|scene| {
                place(&shapes, scene, &mut again)?;
                Ok([all_pairs(&again), 0])
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
        place(&shapes, scene, &mut checked).ok()?;
        Some([all_pairs(&checked), 0])
    })
}

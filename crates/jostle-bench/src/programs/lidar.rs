//! A lidar: rays all around from one place, among outlines that stand still and boxes that move.

use super::scenes::Scene;
use super::{Player, race};
use crate::draw::Draw;
use crate::frames::{Motion, Own};
use crate::peers::rapier::Rapier;
use crate::report::{Part, Row};
use crate::scene::{Body, Form, traced};
use crate::{Failure, Options};
use jostle::{Filter, Inside, Ray, Rot};

const OUTLINES: usize = 200;
const BOXES: usize = 30;
const SIDE: f32 = 120.0;

fn scene() -> Scene {
    let mut draw = Draw(61);
    let outline = |_| Body::new(traced(46..=54, 1.0, &mut draw)).layers(1, 2);
    let mut bodies: Vec<_> = (0..OUTLINES).map(outline).collect();
    bodies.extend((0..BOXES).map(|_| Body::new(Form::Rect([1.0, 0.7])).layers(2, 1)));
    let mut motion = Motion::in_square(bodies.len(), SIDE);
    // Nothing lies where the rays start.
    for pose in &mut motion.poses[..OUTLINES] {
        let off = pose.at.map(|x| (x - 0.5 * SIDE).abs());
        pose.at[0] += if off[0] < 2.0 && off[1] < 2.0 { 6.0 } else { 0.0 };
    }
    motion.moved = (OUTLINES..bodies.len()).collect();
    Scene::new(bodies, motion, |motion| {
        for pose in &mut motion.poses[OUTLINES..] {
            pose.at[0] = (pose.at[0] + 0.1).rem_euclid(SIDE);
        }
    })
}

/// How many hit, and the sum of their fractions, rounded.
fn told(fractions: impl Iterator<Item = f32>) -> [usize; 2] {
    let (hits, sum) = fractions.fold((0, 0.0), |(hits, sum), at| (hits + 1, sum + at));
    [hits, sum.round() as usize]
}

/// The same bodies, outlines as lines.
fn lines(bodies: &[Body]) -> Vec<Body> {
    let line = |body: &Body| match &*body.form {
        Form::Outline { ring, .. } => {
            let form = Form::Outline { ring: ring.clone(), pieces: Vec::new() };
            Body { form: form.into(), ..body.clone() }
        }
        _ => body.clone(),
    };
    bodies.iter().map(line).collect()
}

/// Measures frames of the lidar.
pub(super) fn run(options: &Options) -> Result<Row, Failure> {
    let mut scene = scene();
    let ray = |i: u16| {
        let turn = Rot::from_degrees(f32::from(i) / 3.0);
        Ray::new([0.5 * SIDE; 2], (30.0 * turn.cos, 30.0 * turn.sin))
    };
    let rays: Vec<_> = (0..1_080).map(ray).collect();
    let (bodies, poses) = (&scene.bodies, &scene.motion.poses);
    let mut own = Own::new(bodies, poses)?;
    let mut pieces = Rapier::new(bodies, poses);
    let mut line = Rapier::new(&lines(bodies), poses);
    let players: Vec<Player<'_>> = vec![
        (
            "jostle step, ray_first",
            Part::Own,
            Box::new(|scene| {
                own.frame(&scene.motion.poses, &scene.motion.moved)?;
                let first = |ray| own.world.ray_first(ray, &Filter::ANY);
                Ok(told(rays.iter().filter_map(first).map(|hit| hit.fraction)))
            }),
        ),
        (
            "rapier2d step, cast_ray, polylines",
            Part::Peer,
            Box::new(|scene| {
                line.frame(&scene.motion.poses, &scene.motion.moved);
                Ok(line.rays(&rays))
            }),
        ),
        (
            "rapier2d step, cast_ray, convex pieces",
            Part::Peer,
            Box::new(|scene| {
                pieces.frame(&scene.motion.poses, &scene.motion.moved);
                Ok(pieces.rays(&rays))
            }),
        ),
    ];
    let shapes = scene.bodies.iter().map(|body| body.form.shape());
    let shapes = shapes.collect::<Result<Vec<_>, _>>()?;
    let frames = if options.quick { 8 } else { 40 };
    let title = "lidar: 1,080 rays among 200 outlines of 50 vertices, 30 boxes move".to_owned();
    race((title, Some(2.0)), &mut scene, players, frames, |scene| {
        let places = shapes.iter().zip(&scene.motion.poses);
        let placed = places.map(|(shape, pose)| shape.place(pose.affine()));
        let placed = placed.collect::<Result<Vec<_>, _>>().ok()?;
        let first = |ray: &Ray| {
            let all =
                placed.iter().filter_map(|one| one.ray(ray.origin, ray.translation, Inside::Hit));
            all.map(|hit| hit.fraction).reduce(|a, b| if b < a { b } else { a })
        };
        Some(told(rays.iter().filter_map(first)))
    })
}

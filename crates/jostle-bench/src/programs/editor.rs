//! An editor: sprites that mostly stand still, one outline that is dragged, and questions of points
//! and boxes in each frame.

use super::scenes::Scene;
use super::{Player, race};
use crate::draw::Draw;
use crate::frames::{Motion, Own};
use crate::peers::rapier::Rapier;
use crate::report::{Part, Row};
use crate::scene::{Body, Form, Pose, traced};
use crate::{Failure, Options};
use jostle::{Aabb, Filter};

const SPRITES: usize = 5_000;
const QUESTIONS: usize = 30;

fn scene() -> Scene {
    let mut draw = Draw(18);
    let mut bodies = vec![Body::new(traced(20..=40, 2.0, &mut draw)).layers(2, 1)];
    let sprite = |_| {
        let form = Form::Rect([draw.between(0.2, 1.0), draw.between(0.2, 1.0)]);
        Body::new(form).layers(1, 2)
    };
    bodies.extend((0..SPRITES).map(sprite));
    let mut motion = Motion::in_square(bodies.len(), 120.0);
    motion.moved = vec![0];
    let mut frame = 0.0;
    Scene::new(bodies, motion, move |motion| {
        frame += 1.0;
        let along = 20.0 + 0.35 * frame;
        motion.poses[0] = Pose::new([along, 60.0 + 0.2 * frame], 3.0 * frame);
    })
}

/// The points and boxes of a frame; the dragged outline is near most of them.
fn questions(scene: &Scene) -> (Vec<[f32; 2]>, Vec<Aabb>) {
    let at = scene.motion.poses[0].at;
    let mut draw = Draw(scene.motion.poses[0].degrees as u64);
    let mut near = || {
        let [x, y] = draw.within(25.0);
        [at[0] + x, at[1] + y]
    };
    let points = (0..QUESTIONS).map(|_| near()).collect();
    let boxes = (0..QUESTIONS).map(|_| {
        let [x, y] = near();
        Aabb::new((x, y), (x + 1.5, y + 1.0))
    });
    (points, boxes.collect())
}

/// Measures the editor.
pub(super) fn run(options: &Options) -> Result<Row, Failure> {
    let mut scene = scene();
    let (bodies, poses) = (&scene.bodies, &scene.motion.poses);
    let mut own = Own::new(bodies, poses)?;
    let mut rapier = Rapier::new(bodies, poses);
    let mut keys = Vec::new();
    let players: Vec<Player<'_>> = vec![
        (
            "jostle step, at_point_into, overlapping_aabb_into",
            Part::Own,
            Box::new(|scene| {
                own.frame(&scene.motion.poses, &scene.motion.moved)?;
                let (points, boxes) = questions(scene);
                let mut found = [0; 2];
                for point in points {
                    own.world.at_point_into(point, &Filter::ANY, &mut keys);
                    found[0] += keys.len();
                }
                for bounds in boxes {
                    own.world.overlapping_aabb_into(bounds, &Filter::ANY, &mut keys);
                    found[1] += keys.len();
                }
                Ok(found)
            }),
        ),
        (
            "rapier2d step, intersect_point, intersect_shape",
            Part::Peer,
            Box::new(|scene| {
                rapier.frame(&scene.motion.poses, &scene.motion.moved);
                let (points, boxes) = questions(scene);
                Ok(rapier.count(&points, &boxes))
            }),
        ),
    ];
    let (frames, title) =
        (if options.quick { 20 } else { 100 }, "editor: 5,000 sprites, one dragged");
    // A plain loop over all placed shapes.
    let all = scene.bodies.iter().map(|body| body.form.shape()).collect::<Result<Vec<_>, _>>()?;
    race((title.to_owned(), Some(4.0)), &mut scene, players, frames, |scene| {
        let (points, boxes) = questions(scene);
        let boxes = boxes.into_iter().map(Aabb::to_placed).collect::<Result<Vec<_>, _>>().ok()?;
        let mut found = [0; 2];
        for (shape, pose) in all.iter().zip(&scene.motion.poses) {
            let placed = shape.place(pose.affine()).ok()?;
            found[0] += points.iter().filter(|p| placed.contains_point(**p)).count();
            found[1] += boxes.iter().filter(|b| b.overlaps(&placed)).count();
        }
        Some(found)
    })
}

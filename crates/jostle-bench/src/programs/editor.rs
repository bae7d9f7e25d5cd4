//! An editor: things that mostly stand still, one outline that is dragged, and questions of points,
//! boxes and sights in each frame.

use super::scenes::{Scene, simple};
use super::{Player, race};
use crate::draw::Draw;
use crate::frames::{Motion, Own};
use crate::peers::rapier::Rapier;
use crate::report::{Part, Row};
use crate::scene::{Body, Form, Pose, traced};
use crate::{Failure, Options};
use jostle::{Aabb, Filter, Inside, Ray};

/// How large an editor's scene is, and what a frame asks.
struct Editor {
    title: &'static str,
    goal: f64,
    side: f32,
    things: usize,
    thing: fn(usize, &mut Draw) -> Form,
    points: usize,
    boxes: usize,
    /// The size of a box.
    size: [f32; 2],
    sights: usize,
}

const EDITORS: [Editor; 2] = [
    Editor {
        title: "editor: 5,000 sprites, one dragged, 30 points, 30 boxes",
        goal: 4.0,
        side: 120.0,
        things: 5_000,
        thing: |_, draw| Form::Rect([draw.between(0.2, 1.0), draw.between(0.2, 1.0)]),
        points: 30,
        boxes: 30,
        size: [1.5, 1.0],
        sights: 0,
    },
    Editor {
        title: "editor: 20,000 mixed shapes, one dragged, 5 points, a marquee, 50 sights",
        goal: 3.0,
        side: 240.0,
        things: 20_000,
        thing: simple,
        points: 5,
        boxes: 1,
        size: [20.0, 12.0],
        sights: 50,
    },
];

/// What a frame asks.
struct Asked {
    points: Vec<[f32; 2]>,
    boxes: Vec<Aabb>,
    sights: Vec<Ray>,
}

impl Editor {
    fn scene(&self) -> Scene {
        let mut draw = Draw(18);
        let mut bodies = vec![Body::new(traced(20..=40, 2.0, &mut draw)).layers(2, 1)];
        let thing = |i| Body::new((self.thing)(i, &mut draw)).layers(1, 2);
        bodies.extend((0..self.things).map(thing));
        let mut motion = Motion::in_square(bodies.len(), self.side);
        motion.moved = vec![0];
        let mut frame = 0.0;
        Scene::new(bodies, motion, move |motion| {
            frame += 1.0;
            let along = 20.0 + 0.35 * frame;
            motion.poses[0] = Pose::new([along, 60.0 + 0.2 * frame], 3.0 * frame);
        })
    }

    /// The questions of a frame; the dragged outline is near most of them.
    fn asked(&self, scene: &Scene) -> Asked {
        let at = scene.motion.poses[0].at;
        let mut draw = Draw(scene.motion.poses[0].degrees as u64);
        let mut near = || {
            let [x, y] = draw.within(25.0);
            [at[0] + x, at[1] + y]
        };
        let points = (0..self.points).map(|_| near()).collect();
        let boxes = (0..self.boxes).map(|_| {
            let [x, y] = near();
            Aabb::new((x, y), (x + self.size[0], y + self.size[1]))
        });
        let boxes = boxes.collect();
        let sights = (0..self.sights).map(|_| Ray::between(near(), near())).collect();
        Asked { points, boxes, sights }
    }

    fn run(&self, options: &Options) -> Result<Row, Failure> {
        let mut scene = self.scene();
        let (bodies, poses) = (&scene.bodies, &scene.motion.poses);
        let mut own = Own::new(bodies, poses)?;
        let mut rapier = Rapier::new(bodies, poses);
        let mut keys = Vec::new();
        let players: Vec<Player<'_>> = vec![
            (
                "jostle step, at_point_into, overlapping_aabb_into, ray_first",
                Part::Own,
                Box::new(|scene| {
                    own.frame(&scene.motion.poses, &scene.motion.moved)?;
                    let asked = self.asked(scene);
                    let mut found = [0; 2];
                    for point in asked.points {
                        own.world.at_point_into(point, &Filter::ANY, &mut keys);
                        found[0] += keys.len();
                    }
                    for bounds in asked.boxes {
                        own.world.overlapping_aabb_into(bounds, &Filter::ANY, &mut keys);
                        found[1] += keys.len();
                    }
                    let first = |ray| own.world.ray_first(ray, &Filter::ANY);
                    found[0] += asked.sights.iter().filter_map(first).count();
                    Ok(found)
                }),
            ),
            (
                "rapier2d step, intersect_point, intersect_shape, cast_ray",
                Part::Peer,
                Box::new(|scene| {
                    rapier.frame(&scene.motion.poses, &scene.motion.moved);
                    let asked = self.asked(scene);
                    let [at_points, in_boxes] = rapier.count(&asked.points, &asked.boxes);
                    Ok([at_points + rapier.rays(&asked.sights)[0], in_boxes])
                }),
            ),
        ];
        let frames = if options.quick { 20 } else { 100 };
        // A plain loop over all placed shapes.
        let place = |i: usize| -> Result<_, Failure> {
            Ok(scene.bodies[i].form.shape()?.place(scene.motion.poses[i].affine())?)
        };
        let mut all = (0..scene.bodies.len()).map(place).collect::<Result<Vec<_>, _>>()?;
        let dragged = scene.bodies[0].form.shape()?;
        race((self.title.to_owned(), Some(self.goal)), &mut scene, players, frames, |scene| {
            all[0] = dragged.place(scene.motion.poses[0].affine()).ok()?;
            let Asked { points, boxes, sights } = self.asked(scene);
            let boxes = boxes.into_iter().map(Aabb::to_placed);
            let boxes = boxes.collect::<Result<Vec<_>, _>>().ok()?;
            let mut found = [0; 2];
            for placed in &all {
                found[0] += points.iter().filter(|p| placed.contains_point(**p)).count();
                found[1] += boxes.iter().filter(|b| b.overlaps(placed)).count();
            }
            for Ray { origin, translation, .. } in sights {
                let to = origin + translation;
                let around = Aabb::new(origin, origin).union(Aabb::new(to, to));
                let mut near = all.iter().filter(|placed| placed.bounds().overlaps(around));
                let is_hit = near.any(|one| one.ray(origin, translation, Inside::Hit).is_some());
                found[0] += usize::from(is_hit);
            }
            Some(found)
        })
    }
}

/// Measures the editors.
pub(super) fn run(options: &Options) -> Result<Vec<Row>, Failure> {
    EDITORS.iter().map(|editor| editor.run(options)).collect()
}

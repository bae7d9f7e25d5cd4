//! The worlds of the programs.

use crate::draw::Draw;
use crate::frames::Motion;
use crate::scene::{Body, Form, Pose, convex, traced};
use jostle::Rot;

type Step = Box<dyn FnMut(&mut Motion)>;

/// Bodies, their motion, and how they move on.
pub(super) struct Scene {
    pub(super) bodies: Vec<Body>,
    pub(super) motion: Motion,
    step: Step,
    /// The ratio that is aimed at against Box2D; `None` where its shapes are others.
    pub(super) box2d: Option<f64>,
}

impl Scene {
    /// A scene that only jostle and rapier2d play.
    pub(super) fn new(
        bodies: Vec<Body>,
        motion: Motion,
        step: impl FnMut(&mut Motion) + 'static,
    ) -> Self {
        Self { bodies, motion, step: Box::new(step), box2d: None }
    }

    /// Bodies that drift and turn in a square with `room` for each.
    fn drifting(bodies: Vec<Body>, room: f32) -> Self {
        let motion = Motion::in_square(bodies.len(), (bodies.len() as f32).sqrt() * room);
        Self::new(bodies, motion, Motion::step)
    }

    pub(super) fn step(&mut self) {
        (self.step)(&mut self.motion);
    }
}

/// A vector of this length along this direction.
fn polar(length: f32, degrees: f32) -> [f32; 2] {
    let turn = Rot::from_degrees(degrees);
    [length * turn.cos, length * turn.sin]
}

fn sum([x, y]: [f32; 2], [u, v]: [f32; 2]) -> [f32; 2] {
    [x + u, y + v]
}

const ENEMY: u32 = 1;
const BULLET: u32 = 2;
const HERO: u32 = 4;
const WALL: u32 = 8;

/// A crowd that circles around a shooting hero; bullets start again at the hero.
pub(super) fn survivors() -> Scene {
    let mut draw = Draw(11);
    let mut bodies = vec![Body::new(Form::Circle(0.5)).layers(HERO, ENEMY)];
    let mut poses = vec![Pose::new([0.0, 0.0], 0.0)];
    for _ in 0..10_000 {
        let form = Form::Circle(draw.between(0.2, 0.7));
        bodies.push(Body::new(form).layers(ENEMY, ENEMY | BULLET | HERO));
        // As many on each unit of area.
        let far = 2.0 + 80.0 * draw.unit().sqrt();
        poses.push(Pose::new(polar(far, draw.between(0.0, 360.0)), 0.0));
    }
    let mut flights = vec![];
    for _ in 0..500 {
        bodies.push(Body::new(Form::Circle(draw.between(0.1, 0.2))).layers(BULLET, ENEMY));
        poses.push(Pose::new([0.0, 0.0], 0.0));
        flights.push((draw.between(0.0, 360.0), draw.between(0.0, 60.0)));
    }
    let paces: Vec<f32> = (0..10_000).map(|_| draw.between(0.02, 0.08)).collect();
    let (enemies, mut frame) = (1..10_001, 0.0);
    let step = move |motion: &mut Motion| {
        frame += 1.0;
        let hero = polar(3.0, frame * 0.5);
        motion.poses[0] = Pose::new(hero, 0.0);
        for (pose, pace) in motion.poses[enemies.clone()].iter_mut().zip(&paces) {
            // Mostly sideways, so that the crowd keeps its density.
            let [x, y] = [hero[0] - pose.at[0], hero[1] - pose.at[1]];
            let pace = pace / (1.0 + (x * x + y * y).sqrt());
            pose.at = sum(pose.at, [(0.2 * x - y) * pace, (0.2 * y + x) * pace]);
        }
        for (pose, (angle, start)) in motion.poses[enemies.end..].iter_mut().zip(&flights) {
            pose.at = sum(hero, polar(0.5 * ((frame + start) % 60.0), *angle));
        }
    };
    let motion = Motion::driven(poses, (0..bodies.len()).collect());
    Scene { box2d: Some(4.0), ..Scene::new(bodies, motion, step) }
}

/// Bullets fly straight and come back at the other side; enemies drift and turn. Only a bullet and
/// an enemy meet.
pub(super) fn bullet_hell(sensor: bool) -> Scene {
    let mut draw = Draw(12);
    let enemies: Vec<Form> =
        (0..300).map(|_| traced(20..=40, draw.between(0.7, 1.8), &mut draw)).collect();
    flying(3_000, enemies, Vec::new(), [80.0, 45.0], sensor, draw)
}

/// The same with more of all, and with walls that both meet, too.
pub(super) fn shooter() -> Scene {
    let mut draw = Draw(20);
    let enemies: Vec<Form> =
        (0..2_000).map(|_| traced(10..=30, draw.between(0.5, 1.2), &mut draw)).collect();
    let walls = (0..400).map(|_| Form::Rect([draw.between(0.5, 4.0), draw.between(0.2, 0.5)]));
    flying(4_000, enemies, walls.collect(), [160.0, 90.0], false, draw)
}

fn flying(
    bullets: usize,
    enemies: Vec<Form>,
    walls: Vec<Form>,
    side: [f32; 2],
    sensor: bool,
    mut draw: Draw,
) -> Scene {
    let mut bodies = Vec::new();
    for i in 0..bullets {
        let radius = draw.between(0.08, 0.25);
        let form = match i % 3 {
            0 => Form::Capsule([draw.between(0.1, 0.4), radius]),
            _ => Form::Circle(radius),
        };
        bodies.push(Body { sensor, ..Body::new(form).layers(BULLET, ENEMY | WALL) });
    }
    let enemy = |form| Body { sensor, ..Body::new(form).layers(ENEMY, BULLET | WALL) };
    bodies.extend(enemies.into_iter().map(enemy));
    let moving = bodies.len();
    let wall = |form| Body { sensor, ..Body::new(form).layers(WALL, BULLET | ENEMY) };
    bodies.extend(walls.into_iter().map(wall));
    let speeds: Vec<([f32; 2], f32)> = (0..moving)
        .map(|i| {
            let pace = if i < bullets { draw.between(0.05, 0.3) } else { draw.between(0.0, 0.03) };
            (polar(pace, draw.between(0.0, 360.0)), draw.between(-2.0, 2.0))
        })
        .collect();
    let mut motion = Motion::in_square(bodies.len(), 0.0);
    motion.moved.truncate(moving);
    for pose in &mut motion.poses {
        pose.at = [draw.unit() * side[0], draw.unit() * side[1]];
    }
    let step = move |motion: &mut Motion| {
        for (pose, (speed, spin)) in motion.poses.iter_mut().zip(&speeds) {
            let [x, y] = sum(pose.at, *speed);
            let at = [x.rem_euclid(side[0]), y.rem_euclid(side[1])];
            *pose = Pose::new(at, pose.degrees + spin);
        }
    };
    Scene::new(bodies, motion, step)
}

/// Circles in forty clusters with Gaussian flanks.
pub(super) fn clusters() -> Scene {
    const COUNT: usize = 20_000;
    let mut draw = Draw(21);
    let mut scene = drifting(COUNT, 0.0, false, |_| Form::Circle(draw.between(0.2, 0.7)));
    let middles: Vec<_> = (0..40).map(|_| draw.within(250.0)).collect();
    for (i, pose) in scene.motion.poses.iter_mut().enumerate() {
        let mut bell = || (0..6).map(|_| draw.unit() - 0.5).sum::<f32>() * 1.4 * 14.0;
        pose.at = sum(middles[i % middles.len()], [bell(), bell()]);
    }
    scene
}

/// A scene of drifting bodies.
fn drifting(count: usize, room: f32, sensor: bool, mut form: impl FnMut(usize) -> Form) -> Scene {
    let bodies = (0..count).map(|i| Body { sensor, ..Body::new(form(i)) });
    Scene::drifting(bodies.collect(), room)
}

/// As many vertices in all, whatever an outline has: 200 sprites, each in many sizes.
pub(super) fn traced_crowd(vertices: usize, sensor: bool) -> Scene {
    let mut draw = Draw(13);
    let (count, some) = (48_000 / vertices, vertices / 6);
    let range = vertices - some..=vertices + some;
    let sprites: Vec<Form> = (0..200).map(|_| traced(range.clone(), 1.0, &mut draw)).collect();
    drifting(count.min(2_000), 2.2, sensor, |i| {
        sprites[i % sprites.len()].scaled(draw.between(0.5, 1.1))
    })
}

/// Box2D has twelve corners as two shapes.
pub(super) fn polygons(sensor: bool) -> Scene {
    let mut draw = Draw(14);
    let scene = drifting(4_000, 1.7, sensor, |_| convex(12, draw.between(0.3, 0.8), &mut draw));
    Scene { box2d: (!sensor).then_some(2.5), ..scene }
}

pub(super) fn mixed(sensor: bool) -> Scene {
    let mut draw = Draw(15);
    let scene = drifting(10_000, 1.7, sensor, |i| simple(i, &mut draw));
    Scene { box2d: (!sensor).then_some(4.0), ..scene }
}

/// Circles, boxes, capsules and polygons of five to eight corners, in turn.
pub(super) fn simple(i: usize, draw: &mut Draw) -> Form {
    let mut size = || draw.between(0.2, 0.8);
    match i % 4 {
        0 => Form::Circle(size()),
        1 => Form::Rect([size(), size()]),
        2 => Form::Capsule([size(), 0.6 * size()]),
        _ => convex(5 + i / 4 % 4, size(), draw),
    }
}

pub(super) fn menagerie() -> Scene {
    let mut draw = Draw(16);
    drifting(3_000, 1.8, false, |i| match i % 5 {
        0 => traced(12..=48, draw.between(0.4, 1.2), &mut draw),
        1 => convex(3 + i / 5 % 20, draw.between(0.3, 0.8), &mut draw),
        _ => simple(i / 5, &mut draw),
    })
}

const COLUMNS: usize = 200;
const ROWS: usize = 50;

/// Movers that walk over hills of tiles and hop; runs of full tiles are boxes, and slopes are
/// triangles, as a loader of maps makes them.
pub(super) fn platformer() -> Scene {
    const MOVER: u32 = 2;
    let mut draw = Draw(17);
    let (mut bodies, mut poses) = (Vec::new(), Vec::new());
    // The height of the ground at the left side of each column; neighbors differ by a tile at most.
    let mut heights = vec![12_usize];
    for _ in 0..COLUMNS {
        let last = heights[heights.len() - 1];
        heights.push(match draw.unit() {
            ..0.2 => (last - 1).max(3),
            0.8.. => (last + 1).min(ROWS - 12),
            _ => last,
        });
    }
    let mut still = |form: Form, at: [f32; 2]| {
        bodies.push(Body::new(form).layers(WALL, MOVER));
        poses.push(Pose::new(at, 0.0));
    };
    for (column, ends) in heights.windows(2).enumerate() {
        let (x, low) = (column as f32, ends[0].min(ends[1]));
        still(Form::Rect([0.5, 0.5 * low as f32]), [x + 0.5, 0.5 * low as f32]);
        if ends[0] != ends[1] {
            let top = if ends[0] > ends[1] { [0.0, 1.0] } else { [1.0, 1.0] };
            still(Form::Convex(vec![[0.0, 0.0], [1.0, 0.0], top]), [x, low as f32]);
        }
    }
    for _ in 0..60 {
        let length = 2.0 + (draw.unit() * 6.0).floor();
        let at = [draw.between(0.0, 190.0).floor(), draw.between(20.0, 48.0).floor()];
        still(Form::Rect([0.5 * length, 0.5]), sum(at, [0.5 * length, 0.5]));
    }
    let first = bodies.len();
    for i in 0..100 {
        let [wide, high] = [draw.between(0.25, 0.45), draw.between(0.4, 0.9)];
        let form = match i % 3 {
            0 => Form::Rect([wide, high]),
            1 => Form::Circle(wide),
            _ => Form::Capsule([high, wide]),
        };
        bodies.push(Body::new(form).layers(MOVER, WALL | MOVER));
        poses.push(Pose::new([draw.between(0.0, 200.0), 0.0], if i % 3 == 2 { 90.0 } else { 0.0 }));
    }
    let paces: Vec<[f32; 2]> =
        (0..100).map(|_| [draw.between(-0.15, 0.15), draw.between(0.0, 360.0)]).collect();
    let mut frame = 0.0;
    let step = move |motion: &mut Motion| {
        frame += 1.0;
        for (pose, [pace, phase]) in motion.poses[first..].iter_mut().zip(&paces) {
            let x = (pose.at[0] + pace).rem_euclid(COLUMNS as f32);
            let hop = polar(1.5, frame * 6.0 + phase)[1].abs();
            pose.at = [x, heights[x as usize] as f32 + 0.3 + hop];
        }
    };
    let motion = Motion::driven(poses, (first..bodies.len()).collect());
    Scene::new(bodies, motion, step)
}

//! Whole frames: everything moves and turns, and all contacts, enters and exits are told.

use crate::clock;
use crate::draw::Draw;
use crate::peers::{box2d, rapier};
use crate::report::{Entry, Part, Row, Section};
use crate::spread;
use crate::{Failure, Options};
use jostle::{Affine, Collider, Event, Filter, Key, Rot, Shape, World, WorldError};
use rayon::prelude::*;
use std::sync::Arc;

/// Frames before the ones that count.
pub(crate) const WARM: usize = 8;
/// The side of the square for each collider, so that about half of them touch something.
const ROOM: f32 = 1.7;

/// Where something is.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Pose {
    pub(crate) at: [f32; 2],
    pub(crate) rot: Rot,
    degrees: f32,
}

/// The shapes of colliders by number: circle, rectangle, capsule, triangle.
pub(crate) const CIRCLE: f32 = 0.5;
pub(crate) const RECT: [f32; 2] = [0.5, 0.4];
/// Half the length and the radius.
pub(crate) const CAPSULE: [f32; 2] = [0.3, 0.3];
pub(crate) const TRIANGLE: [[f32; 2]; 3] = [[-0.4, -0.3], [0.6, -0.3], [-0.4, 0.7]];

/// Colliders that drift and turn.
pub(crate) struct Motion {
    pub(crate) poses: Vec<Pose>,
    speeds: Vec<[f32; 2]>,
}

impl Motion {
    pub(crate) fn new(count: usize) -> Self {
        let side = (count as f32).sqrt() * ROOM;
        let mut draw = Draw(7);
        let mut pose = || {
            let at = [draw.unit() * side, draw.unit() * side];
            let degrees = draw.unit() * 360.0;
            Pose { at, rot: Rot::from_degrees(degrees), degrees }
        };
        let poses = (0..count).map(|_| pose()).collect();
        let speeds = (0..count).map(|_| draw.within(0.1)).collect();
        Self { poses, speeds }
    }

    pub(crate) fn step(&mut self) {
        for (pose, [x, y]) in self.poses.iter_mut().zip(&self.speeds) {
            pose.at = [pose.at[0] + x, pose.at[1] + y];
            pose.degrees += 1.0;
            pose.rot = Rot::from_degrees(pose.degrees);
        }
    }
}

/// Moves that are told at a time.
const PIECE: usize = 512;

/// jostle's world and the room for its answers.
pub(crate) struct Own {
    pub(crate) world: World<u32>,
    keys: Vec<Key>,
    moves: Vec<(Key, Affine)>,
    pub(crate) events: Vec<Event<u32>>,
}

fn affine(pose: &Pose) -> Affine {
    Affine::at(pose.at[0], pose.at[1]).rotated_by(pose.rot)
}

impl Own {
    pub(crate) fn new(poses: &[Pose]) -> Result<Self, Failure> {
        let [a, b, c] = TRIANGLE;
        let [long, radius] = CAPSULE;
        let shapes: [Arc<Shape>; 4] = [
            Shape::circle(CIRCLE)?.into(),
            Shape::rect_half(RECT)?.into(),
            Shape::capsule((-long, 0.0), (long, 0.0), radius)?.into(),
            Shape::triangle(a, b, c)?.into(),
        ];
        let mut world = World::new();
        let all = (0_u32..).zip(poses).map(|(i, pose)| {
            Collider::new(i, shapes[i as usize % 4].clone()).transform(affine(pose))
        });
        let keys = world.add_all(all)?;
        Ok(Self { world, keys, moves: Vec::new(), events: Vec::new() })
    }

    /// In pieces, whose list stays in the nearest caches.
    fn put(&mut self, poses: &[Pose]) -> Result<(), WorldError> {
        for (keys, poses) in self.keys.chunks(PIECE).zip(poses.chunks(PIECE)) {
            self.moves.clear();
            self.moves.extend(keys.iter().zip(poses).map(|(key, pose)| (*key, affine(pose))));
            self.world.set_transforms(&self.moves)?;
        }
        Ok(())
    }

    /// The numbers of enters and exits; `told` is what telling where everything is took.
    fn timed(&mut self, poses: &[Pose], told: &mut Vec<f64>) -> Result<[usize; 2], WorldError> {
        let (spent, put) = clock::time(|| self.put(poses));
        told.push(spent);
        put?;
        Ok(self.stepped())
    }

    /// The same with no eye on the parts.
    pub(crate) fn frame(&mut self, poses: &[Pose]) -> Result<[usize; 2], WorldError> {
        self.put(poses)?;
        Ok(self.stepped())
    }

    /// Drops what the caller keeps.
    pub(crate) fn forget(&mut self) {
        (self.keys, self.moves, self.events) = Default::default();
    }

    fn stepped(&mut self) -> [usize; 2] {
        self.world.step_into(&mut self.events);
        let totals = self.world.stats();
        [totals.entered, totals.exited]
    }

    /// The same on the threads of the current pool, which list the moves, too.
    pub(crate) fn frame_in_parallel(&mut self, poses: &[Pose]) -> Result<(), WorldError> {
        let moves = self.keys.par_iter().zip(poses).map(|(key, pose)| (*key, affine(pose)));
        moves.collect_into_vec(&mut self.moves);
        self.world.set_transforms_parallel(&self.moves)?;
        self.world.step_parallel_into(&mut self.events);
        Ok(())
    }

    /// Counts the pairs that begin and cease to touch by asking each collider alone, without a
    /// step.
    fn asked(&self, before: &mut Vec<(Key, Key)>) -> [usize; 2] {
        let mut pairs = Vec::new();
        for key in &self.keys {
            let Some(placed) = self.world.placed(*key) else { continue };
            for other in self.world.overlapping(placed, &Filter::ANY) {
                if *key < other {
                    pairs.push((*key, other));
                }
            }
        }
        pairs.sort_unstable();
        let begun = pairs.iter().filter(|p| before.binary_search(p).is_err()).count();
        let ended = before.iter().filter(|p| pairs.binary_search(p).is_err()).count();
        *before = pairs;
        [begun, ended]
    }
}

/// Above this a frame's truth is not asked for again: it would take longer than the frames.
const CHECKED: usize = 10_000;

fn measure(count: usize, goal: f64, options: &Options) -> Result<(Row, String), Failure> {
    let mut motion = Motion::new(count);
    let mut own = Own::new(&motion.poses)?;
    let mut rapier = rapier::Rapier::new(&motion.poses);
    let mut box2d = box2d::World::new(&motion.poses);
    let budget = if options.quick { 300_000 } else { 1_000_000 };
    let frames = (budget / count).clamp(9, 60);
    let mut times: [Vec<f64>; 3] = Default::default();
    let mut wrong = [0; 3];
    let (mut before, mut putting) = (Vec::new(), Vec::new());
    for frame in 0..WARM + frames {
        motion.step();
        let (mut spent, mut told) = ([0.0; 3], [[0; 2]; 3]);
        for turn in 0..3 {
            let at = (turn + frame) % 3;
            let poses = &motion.poses;
            (spent[at], told[at]) = match at {
                0 => {
                    let (spent, told) = clock::time(|| own.timed(poses, &mut putting));
                    (spent, told?)
                }
                1 => clock::time(|| rapier.frame(poses)),
                _ => clock::time(|| box2d.frame(poses)),
            };
        }
        let truth = if count <= CHECKED { own.asked(&mut before) } else { told[0] };
        if frame >= WARM {
            for at in 0..3 {
                times[at].push(spent[at]);
                wrong[at] += usize::from(told[at] != truth);
            }
        }
    }
    let names = ["jostle World::step", "rapier2d CollisionPipeline", "Box2D b2World_Step"];
    let parts = [Part::Own, Part::Peer, Part::Peer];
    let entries = names.into_iter().zip(parts).zip(times).zip(wrong);
    let entries = entries.map(|(((name, part), times), wrong)| {
        let spread = spread::spread(times);
        Entry {
            name: name.to_owned(),
            part,
            median: spread.median * 1e3,
            least: spread.least * 1e3,
            wrong: Some((wrong, frames)),
            note: String::new(),
        }
    });
    let pairs = own.world.stats().pairs;
    let putting = spread::spread(putting.split_off(WARM)).median * 1e3;
    let note = format!(
        "{count}: {putting:.3} ms of jostle's frame go into telling where everything is, the rest into \
         the step, which looked at {} candidates.",
        own.world.stats().candidates
    );
    let row = Row {
        title: format!("{count} colliders, {pairs} pairs touch"),
        unit: "ms",
        goal: Some(goal),
        entries: entries.collect(),
    };
    Ok((row, note))
}

const ABOUT: &str = "Circles, rectangles, capsules and triangles in equal parts, all of which move and \
turn in every frame; milliseconds for telling where everything is and getting all contacts and who \
began and ceased to touch. rapier2d has colliders without bodies and everything switched on that \
reports, Box2D bodies that are put elsewhere before a step of no time. Wrong are frames in which the \
number of enters or exits is not that of asking jostle about each collider alone (at 100,000, of \
jostle's step): Box2D counts pairs that are about to touch, rapier2d decides nearly touching ones by \
rounding.";

/// Measures whole frames.
pub(crate) fn run(options: &Options) -> Result<Section, Failure> {
    let mut section =
        Section { title: "Whole frames", about: ABOUT, rows: Vec::new(), notes: Vec::new() };
    for (count, goal) in [(1_000, 6.0), (10_000, 10.0), (100_000, 12.0)] {
        if options.quick && count > 10_000 {
            continue;
        }
        let (row, note) = measure(count, goal, options)?;
        section.rows.push(row);
        section.notes.push(note);
        eprintln!("whole frames: {count}");
    }
    Ok(section)
}

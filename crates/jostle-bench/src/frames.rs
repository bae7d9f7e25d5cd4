//! Whole frames: everything moves and turns, and all contacts, enters and exits are read.

use crate::clock;
use crate::draw::Draw;
use crate::peers::{box2d, rapier};
use crate::report::{self, Part, Row, Section};
use crate::scene::{Body, Form, Pose};
use crate::spread;
use crate::{Failure, Options};
use jostle::{Affine, Collider, Event, Filter, Key, Layers, Shape, World, WorldError};
use rayon::prelude::*;
use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::sync::Arc;

/// Frames before the ones that count.
pub(crate) const WARM: usize = 8;
/// The side of the square for each collider, so that about half of them touch something.
const ROOM: f32 = 1.7;

/// Circles, rectangles, capsules and triangles in equal parts.
pub(crate) fn bodies(count: usize) -> Vec<Body> {
    let triangle = vec![[-0.4, -0.3], [0.6, -0.3], [-0.4, 0.7]];
    let forms = [
        Form::Circle(0.5),
        Form::Rect([0.5, 0.4]),
        Form::Capsule([0.3, 0.3]),
        Form::Convex(triangle),
    ];
    let forms = forms.map(Arc::new);
    (0..count).map(|i| Body::new(forms[i % 4].clone())).collect()
}

/// Colliders that drift and turn.
pub(crate) struct Motion {
    pub(crate) poses: Vec<Pose>,
    /// The numbers of those that move.
    pub(crate) moved: Vec<usize>,
    speeds: Vec<[f32; 2]>,
}

impl Motion {
    pub(crate) fn new(count: usize) -> Self {
        Self::in_square(count, (count as f32).sqrt() * ROOM)
    }

    pub(crate) fn in_square(count: usize, side: f32) -> Self {
        let mut draw = Draw(7);
        let mut pose = || Pose::new([draw.unit() * side, draw.unit() * side], draw.unit() * 360.0);
        let poses = (0..count).map(|_| pose()).collect();
        let speeds = (0..count).map(|_| draw.within(0.1)).collect();
        Self { poses, moved: (0..count).collect(), speeds }
    }

    /// Bodies that a scene moves by itself.
    pub(crate) fn driven(poses: Vec<Pose>, moved: Vec<usize>) -> Self {
        Self { poses, moved, speeds: Vec::new() }
    }

    /// Those from a number on stand still.
    fn stop_after(&mut self, count: usize) {
        self.speeds.truncate(count);
        self.moved.truncate(count);
    }

    pub(crate) fn step(&mut self) {
        for (pose, [x, y]) in self.poses.iter_mut().zip(&self.speeds) {
            *pose = Pose::new([pose.at[0] + x, pose.at[1] + y], pose.degrees + 1.0);
        }
    }
}

/// The number of moves in one call.
const PIECE: usize = 512;

/// jostle's world and the room for its answers.
pub(crate) struct Own {
    pub(crate) world: World<u32>,
    keys: Vec<Key>,
    moves: Vec<(Key, Affine)>,
    pub(crate) events: Vec<Event<u32>>,
}

/// What jostle has for bodies, each with its number.
pub(crate) fn colliders(bodies: &[Body], poses: &[Pose]) -> Result<Vec<Collider<u32>>, Failure> {
    let mut shapes: HashMap<*const Form, Arc<Shape>> = HashMap::new();
    let mut all = Vec::with_capacity(bodies.len());
    for ((i, body), pose) in (0_u32..).zip(bodies).zip(poses) {
        let shape = match shapes.entry(Arc::as_ptr(&body.form)) {
            Entry::Occupied(made) => made.get().clone(),
            Entry::Vacant(place) => place.insert(body.form.shape()?.into()).clone(),
        };
        let [layer, sees] = [body.layer, body.sees].map(|bits| Layers::from_bits(bits.into()));
        let collider = Collider::new(i, shape).transform(pose.affine()).layer(layer).sees(sees);
        all.push(if body.sensor { collider.sensor() } else { collider });
    }
    Ok(all)
}

impl Own {
    pub(crate) fn new(bodies: &[Body], poses: &[Pose]) -> Result<Self, Failure> {
        let mut world = World::new();
        let keys = world.add_all(colliders(bodies, poses)?)?;
        Ok(Self { world, keys, moves: Vec::new(), events: Vec::new() })
    }

    /// In pieces, whose list stays in the nearest caches.
    pub(crate) fn put(&mut self, poses: &[Pose], moved: &[usize]) -> Result<(), WorldError> {
        for moved in moved.chunks(PIECE) {
            self.moves.clear();
            self.moves.extend(moved.iter().map(|i| (self.keys[*i], poses[*i].affine())));
            self.world.set_transforms(&self.moves)?;
        }
        Ok(())
    }

    /// The numbers of enters and exits; `told` gets the time of the moves.
    fn timed(&mut self, motion: &Motion, told: &mut Vec<f64>) -> Result<[usize; 2], WorldError> {
        let (spent, put) = clock::time(|| self.put(&motion.poses, &motion.moved));
        told.push(spent);
        put?;
        Ok(self.stepped())
    }

    /// The same with no eye on the parts.
    pub(crate) fn frame(
        &mut self,
        poses: &[Pose],
        moved: &[usize],
    ) -> Result<[usize; 2], WorldError> {
        self.put(poses, moved)?;
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
        let moves = self.keys.par_iter().zip(poses).map(|(key, pose)| (*key, pose.affine()));
        moves.collect_into_vec(&mut self.moves);
        self.world.set_transforms_parallel(&self.moves)?;
        self.world.step_parallel_into(&mut self.events);
        Ok(())
    }

    /// Counts the pairs that begin and cease to touch by asking each collider alone, without a
    /// step.
    pub(crate) fn asked(&self, before: &mut Vec<(Key, Key)>) -> [usize; 2] {
        let mut pairs = Vec::new();
        for key in &self.keys {
            let Some(placed) = self.world.placed(*key) else { continue };
            let seen = self.world.sees(*key).unwrap_or(Layers::ALL);
            for other in self.world.overlapping(placed, &Filter::ANY.layers(seen)) {
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

/// Above this the truth of a frame is not computed: it would take longer than the frames.
const CHECKED: usize = 10_000;

/// `still` more stand among those that move.
fn measure(
    count: usize,
    still: usize,
    goal: f64,
    options: &Options,
) -> Result<(Row, String), Failure> {
    let mut motion = Motion::new(count + still);
    motion.stop_after(count);
    let bodies = bodies(count + still);
    let mut own = Own::new(&bodies, &motion.poses)?;
    let mut rapier = rapier::Rapier::new(&bodies, &motion.poses);
    let mut box2d = box2d::World::new(&bodies, &motion.poses);
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
            let (poses, moved) = (&motion.poses, &motion.moved);
            (spent[at], told[at]) = match at {
                0 => {
                    let (spent, told) = clock::time(|| own.timed(&motion, &mut putting));
                    (spent, told?)
                }
                1 => clock::time(|| rapier.frame(poses, moved)),
                _ => clock::time(|| box2d.frame(poses, moved)),
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
        report::Entry {
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
        "{count} and {still} still: {putting:.3} ms of jostle's frame go into telling where everything is, the rest into \
         the step, which looked at {} candidates.",
        own.world.stats().candidates
    );
    let and = if still > 0 { format!(" and {still} that stand still") } else { String::new() };
    let row = Row {
        title: format!("{count} colliders{and}, {pairs} pairs touch"),
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
    let mut section = Section::new("Whole frames", ABOUT);
    let still = [10, 100, 1_000, 4_000].map(|still| (10_000, still, 10.0));
    let moving = [(1_000, 0, 6.0), (10_000, 0, 10.0), (100_000, 0, 12.0)];
    for (count, still, goal) in moving.into_iter().chain(still) {
        if options.quick && count > 10_000 {
            continue;
        }
        let (row, note) = measure(count, still, goal, options)?;
        section.rows.push(row);
        section.notes.push(note);
        eprintln!("whole frames: {count} and {still} still");
    }
    Ok(section)
}

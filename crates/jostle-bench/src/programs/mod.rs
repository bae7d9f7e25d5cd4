//! Real programs: each is a game loop that jostle and its peers run on the same shapes.

mod crowd;
mod editor;
mod fill;
mod immediate;
mod lidar;
mod scenes;

use crate::clock;
use crate::frames::{Own, WARM};
use crate::peers::{box2d, rapier};
use crate::report::{Entry, Part, Row, Section};
use crate::spread;
use crate::{Failure, Options};
use scenes::Scene;

/// A contestant in a program: its name, its part, and one frame of it, which returns counts.
type Player<'a> = (&'static str, Part, Box<dyn FnMut(&Scene) -> Result<[usize; 2], Failure> + 'a>);

/// Runs a program for all players in turns within each frame. `truth` returns the right
/// answer of a frame, or `None` if the players count differently.
fn race(
    (title, goal): (String, Option<f64>),
    scene: &mut Scene,
    mut players: Vec<Player<'_>>,
    frames: usize,
    mut truth: impl FnMut(&Scene) -> Option<[usize; 2]>,
) -> Result<Row, Failure> {
    let mut times = vec![Vec::with_capacity(frames); players.len()];
    let mut wrong = vec![Some((0, 0)); players.len()];
    for frame in 0..WARM + frames {
        scene.step();
        let mut answers = vec![[0; 2]; players.len()];
        for turn in 0..players.len() {
            let at = (turn + frame) % players.len();
            let (spent, answer) = clock::time(|| (players[at].2)(scene));
            answers[at] = answer?;
            if frame >= WARM {
                times[at].push(spent * 1e3);
            }
        }
        let truth = truth(scene);
        if frame >= WARM {
            for (wrong, answer) in wrong.iter_mut().zip(answers) {
                let counted = wrong.take().zip(truth);
                *wrong =
                    counted.map(|((bad, of), truth)| (bad + usize::from(answer != truth), of + 1));
            }
        }
    }
    let entries = players.into_iter().zip(times).zip(wrong);
    let entries = entries.map(|(((name, part, _), times), wrong)| {
        let spread = spread::spread(times);
        Entry {
            name: name.to_owned(),
            part,
            median: spread.median,
            least: spread.least,
            wrong,
            note: String::new(),
        }
    });
    let entries = entries.collect();
    eprintln!("programs: {title}");
    Ok(Row { title, unit: "ms", goal, entries })
}

/// Frames of a world in which the bodies of a scene move.
fn world(title: &str, mut scene: Scene, goal: f64, options: &Options) -> Result<Row, Failure> {
    let (bodies, poses) = (&scene.bodies, &scene.motion.poses);
    let mut own = Own::new(bodies, poses)?;
    let mut rapier = rapier::Rapier::new(bodies, poses);
    let mut box2d = scene.box2d.map(|goal| (goal, box2d::World::new(bodies, poses)));
    // A second world answers by single queries, without a step.
    let mut single = Own::new(bodies, poses)?;
    let mut before = Vec::new();
    let mut players: Vec<Player<'_>> = vec![
        (
            "jostle World::step",
            Part::Own,
            Box::new(|scene| Ok(own.frame(&scene.motion.poses, &scene.motion.moved)?)),
        ),
        (
            "rapier2d CollisionPipeline",
            Part::Peer,
            Box::new(|scene| Ok(rapier.frame(&scene.motion.poses, &scene.motion.moved))),
        ),
    ];
    if let Some((goal, box2d)) = &mut box2d {
        let frame = |scene: &Scene| Ok(box2d.frame(&scene.motion.poses, &scene.motion.moved));
        players.push(("Box2D b2World_Step", Part::PeerBy(*goal), Box::new(frame)));
    }
    let frames = if options.quick { 8 } else { 40 };
    race((title.to_owned(), Some(goal)), &mut scene, players, frames, |scene| {
        if single.put(&scene.motion.poses, &scene.motion.moved).is_err() {
            return None;
        }
        Some(single.asked(&mut before))
    })
}

const ABOUT: &str = "Milliseconds a frame of game loops, with shapes that all differ. Outlines are \
traced from pixels; rapier2d has them as compounds of convex pieces with the same area. A frame \
moves bodies and reads which pairs began and ceased to touch, with all contacts; sensors report \
without a contact. A lidar casts 1,080 rays of length 30 among 200 outlines and 30 boxes that move; rapier2d has the \
outlines as pieces and as lines. Wrong are frames in which the number of enters or exits, of pairs or of what was \
found is not that of single queries (Box2D counts pairs that are about to touch, and those of both parts of a 12-gon).";

/// Measures the programs.
pub(crate) fn run(options: &Options) -> Result<Section, Failure> {
    let mut rows = Vec::new();
    let mut add = |title: &str, scene, goal| -> Result<(), Failure> {
        rows.push(world(title, scene, goal, options)?);
        Ok(())
    };
    add("survivors: 10,000 circles chase a hero, 500 bullets", scenes::survivors(), 4.0)?;
    for (name, sensor) in [("solids", false), ("sensors", true)] {
        let title = format!("bullet hell: 3,000 bullets, 300 traced enemies, {name}");
        add(&title, scenes::bullet_hell(sensor), 2.0)?;
        for vertices in [16, 24, 48, 96] {
            let scene = scenes::traced_crowd(vertices, sensor);
            let count = scene.bodies.len();
            add(
                &format!("traced crowd: {count} outlines of {vertices} vertices, {name}"),
                scene,
                2.0,
            )?;
        }
        let title = format!("polygons: 4,000 convex 12-gons, {name}");
        add(&title, scenes::polygons(sensor), if sensor { 2.5 } else { 4.0 })?;
        let title = format!("mixed: 10,000 circles, boxes, capsules and 5- to 8-gons, {name}");
        add(&title, scenes::mixed(sensor), if sensor { 4.0 } else { 6.0 })?;
    }
    let title = "shooter: 2,000 outlines of 10 to 30 vertices, 4,000 bullets, 400 walls, solids";
    add(title, scenes::shooter(), 3.0)?;
    add("platformer: 100 movers on 200 × 50 tiles with slopes", scenes::platformer(), 4.0)?;
    add("menagerie: 3,000 shapes of every kind", scenes::menagerie(), 4.0)?;
    rows.push(crowd::run(options)?);
    rows.extend(editor::run(options)?);
    rows.extend(immediate::run(options)?);
    rows.push(lidar::run(options)?);
    rows.extend(fill::run(options)?);
    Ok(Section { rows, ..Section::new("Programs", ABOUT) })
}

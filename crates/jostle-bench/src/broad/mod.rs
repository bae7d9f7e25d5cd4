//! All broad phases and their peers on the same moving boxes.

mod own;
pub(crate) mod worlds;

use crate::clock;
use crate::peers::{box2d, broccoli, obvhs, parry, rstar};
use crate::plot::{Curve, Plot};
use crate::report::{Entry, Part, Row, Section};
use crate::spread;
use crate::{Failure, Options};
use worlds::{Class, World};

/// A contestant that finds pairs.
pub(crate) trait Contestant {
    fn name(&self) -> String;

    fn part(&self) -> Part {
        Part::Peer
    }

    /// Takes the boxes of those that moved, and leaves all pairs with one of them in `out`.
    fn frame(&mut self, world: &World, out: &mut Vec<(u32, u32)>);
}

/// Who moved, by number.
pub(crate) fn flags(world: &World) -> Vec<bool> {
    let mut moved = vec![false; world.boxes.len()];
    world.moved.iter().for_each(|id| moved[*id as usize] = true);
    moved
}

/// Reports what a box that moved meets: each pair once.
pub(crate) fn report(id: u32, met: u32, moved: &[bool], out: &mut Vec<(u32, u32)>) {
    if met > id || (met < id && !moved[met as usize]) {
        out.push(if id < met { (id, met) } else { (met, id) });
    }
}

/// A number that any order of the same pairs has, and no other set is likely to.
fn fingerprint(pairs: &[(u32, u32)]) -> (usize, u64) {
    let mix = |(a, b): &(u32, u32)| {
        let (a, b) = if a < b { (*a, *b) } else { (*b, *a) };
        let z = (u64::from(a) << 32 | u64::from(b)).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        (z ^ (z >> 29)).wrapping_mul(0xBF58_476D_1CE4_E5B9)
    };
    (pairs.len(), pairs.iter().map(mix).fold(0, u64::wrapping_add))
}

/// Box2D's and obvhs's trees are queried for each box, in the order of the boxes, which is not
/// theirs: seconds a frame above this.
const ASKED_ONE_BY_ONE: usize = 100_000;

fn peers(world: &World) -> Vec<Box<dyn Contestant>> {
    let mut all: Vec<Box<dyn Contestant>> = vec![parry::tree(world), rstar::contestant(world)];
    if world.everybody_moves() {
        all.push(Box::new(broccoli::Broccoli));
    }
    if world.boxes.len() <= ASKED_ONE_BY_ONE {
        all.push(Box::new(box2d::Tree::new(world)));
        if world.everybody_moves() {
            all.push(Box::new(obvhs::Tree));
        }
    }
    all
}

/// Who is right about the pairs of a frame: the sweep that needs no structure, where a world is
/// small enough to look at everything, or else what most say.
fn truth(world: &World, said: &[(usize, u64)]) -> (usize, u64) {
    if world.boxes.len() <= 10_000 {
        let moved = flags(world);
        let mut pairs = Vec::new();
        for &id in &world.moved {
            let own = world.boxes[id as usize];
            for (met, bounds) in world.boxes.iter().enumerate() {
                if bounds.overlaps(own) {
                    report(id, met as u32, &moved, &mut pairs);
                }
            }
        }
        return fingerprint(&pairs);
    }
    let votes = |print: &(usize, u64)| said.iter().filter(|s| *s == print).count();
    said.iter().copied().max_by_key(votes).unwrap_or_default()
}

/// Frames before the ones that count: structures settle, memory grows.
const WARM: usize = 5;

/// Whoever takes longer than this for a frame, in seconds, is left out of the rest.
const HOPELESS: f64 = 1.0;

fn goal(row: &worlds::Row) -> Option<f64> {
    match row.class {
        Class::Moving => Some(if row.boxes <= 1_000 { 3.0 } else { 4.0 }),
        Class::Still => Some(2.5),
        Class::Odd => None,
    }
}

/// Runs frames of a world and states what each took, in nanoseconds a box that moves where all do,
/// else in microseconds a frame.
fn measure(row: &worlds::Row, options: &Options) -> Row {
    let mut world = (row.make)(row.boxes);
    let budget = if options.quick { 400_000 } else { 2_000_000 };
    let frames = (budget / row.boxes).clamp(7, 60);
    let mut all = own::all(&world);
    all.extend(peers(&world));
    let mut times = vec![Vec::new(); all.len()];
    let mut wrong = vec![0_usize; all.len()];
    let mut asked = vec![0_usize; all.len()];
    let mut out = Vec::new();
    for frame in 0..WARM + frames {
        let mut said = Vec::with_capacity(all.len());
        for turn in 0..all.len() {
            let at = (turn + frame) % all.len();
            if times[at].iter().any(|spent| *spent > HOPELESS) {
                continue;
            }
            out.clear();
            let (spent, ()) = clock::time(|| all[at].frame(&world, &mut out));
            if frame >= WARM || spent > HOPELESS {
                times[at].push(spent);
            }
            said.push((at, fingerprint(&out)));
        }
        // Looking at everything takes long; a contestant that agrees with all others is not checked each
        // time.
        if frame == WARM || said.iter().any(|(_, print)| *print != said[0].1) {
            let prints: Vec<_> = said.iter().map(|(_, print)| *print).collect();
            let truth = truth(&world, &prints);
            said.iter().for_each(|(at, print)| wrong[*at] += usize::from(*print != truth));
        }
        said.iter().for_each(|(at, _)| asked[*at] += 1);
        world.step();
    }
    let (unit, scale) = match world.everybody_moves() {
        true => ("ns a box", 1e9 / row.boxes as f64),
        false => ("µs", 1e6),
    };
    let entries = all.iter().zip(times).zip(wrong.into_iter().zip(asked));
    let entries = entries.map(|((one, times), (wrong, asked))| {
        let hopeless = times.len() == 1;
        let spread = spread::spread(times);
        Entry {
            name: one.name(),
            part: one.part(),
            median: spread.median * scale,
            least: spread.least * scale,
            wrong: Some((wrong, asked)),
            note: if hopeless { "one frame, left out after it".to_owned() } else { String::new() },
        }
    });
    Row { title: row.title.to_owned(), unit, goal: goal(row), entries: entries.collect() }
}

const ABOUT: &str = "A frame is what a game pays for: telling where the moved boxes are, and getting \
all pairs with one of them. Every set of pairs is compared; wrong are frames whose set is not that of \
looking at everything (up to 10,000 boxes; above, that of most). In these worlds everything moves by \
0.02 to 0.2 sizes a frame. jostle without further words is `auto`, which is what one gets.";

const ABOUT_STILL: &str = "The same, where most stands still: microseconds a frame, for telling what \
moved and getting all pairs with one of it.";

const ABOUT_ODD: &str = "What breaks structures. Nothing is aimed at; whoever has a cliff here has it \
in some game.";

/// Measures the rows of a class, and plots what moves.
pub(crate) fn run(class: Class, options: &Options) -> Result<(Section, Vec<Plot>), Failure> {
    let (title, about) = match class {
        Class::Moving => ("Broad phase, everything moves", ABOUT),
        Class::Still => ("Broad phase, mostly still", ABOUT_STILL),
        Class::Odd => ("Broad phase, odd worlds", ABOUT_ODD),
    };
    let mut section = Section::new(title, about);
    let mut plots: Vec<Plot> = Vec::new();
    for row in worlds::LIST.iter().filter(|row| row.class == class) {
        if options.quick && row.boxes > 100_000 {
            continue;
        }
        let measured = measure(row, options);
        if class == Class::Moving {
            let family = row.title.rsplit_once(' ').map_or(row.title, |(family, _)| family);
            if plots.last().is_none_or(|plot| plot.title != family) {
                plots.push(Plot::new(family, "boxes", "ns a box and frame"));
            }
            if let Some(plot) = plots.last_mut() {
                measured.entries.iter().for_each(|e| {
                    plot.add(&e.name, row.boxes as f64, e.median);
                });
            }
        }
        eprintln!("{title}: {}", row.title);
        section.rows.push(measured);
    }
    plots.retain(|plot| plot.curves.iter().any(|c: &Curve| c.points.len() > 1));
    Ok((section, plots))
}

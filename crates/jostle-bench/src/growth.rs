//! How cost grows with the number of boxes, in worlds that break structures; and threads.

use crate::clock;
use crate::draw::Draw;
use crate::frames::{Motion, Own, bodies};
use crate::plot::Plot;
use crate::report::{Entry, Part, Row, Section};
use crate::spread;
use crate::{Failure, Options};
use jostle::broad::{Auto, BroadPhase};
use jostle::{Aabb, Vec2};
use std::time::Instant;

type Make = fn(usize, &mut Draw) -> Vec<Aabb>;

fn sized(at: Vec2, x: f32, y: f32) -> Aabb {
    Aabb::new(at, (at.x + x, at.y + y))
}

fn side(n: usize) -> f32 {
    (n as f32 * 2.0).sqrt()
}

fn somewhere(side: f32, draw: &mut Draw) -> Vec2 {
    Vec2::new(draw.unit() * side, draw.unit() * side)
}

fn even(n: usize, draw: &mut Draw) -> Vec<Aabb> {
    let side = side(n);
    let mut one = || sized(somewhere(side, draw), draw.between(0.5, 1.5), draw.between(0.5, 1.5));
    (0..n).map(|_| one()).collect()
}

/// Sizes from 1 to 10,000, as many of each order of magnitude as keep the number of pairs near that
/// of boxes.
fn mixed(n: usize, draw: &mut Draw) -> Vec<Aabb> {
    let side = side(n) * 2.0;
    let one = |i: usize| {
        let size = match i {
            _ if i % 1_000_000 == 7 => 10_000.0,
            _ if i % 10_000 == 7 => 100.0,
            _ if i % 100 == 7 => 10.0,
            _ => 1.0,
        };
        let size = if size > side { side } else { size };
        sized(somewhere(side, draw), size, size)
    };
    (0..n).map(one).collect()
}

/// Each a little larger than the spaces between them, so that each meets its neighbors.
fn along(n: usize, draw: &mut Draw, x: f32, y: f32) -> Vec<Aabb> {
    let one = |i: usize| {
        let at = i as f32 + draw.unit() * 0.25;
        sized(Vec2::new(at * x, at * y), 0.9, 0.9)
    };
    (0..n).map(one).collect()
}

fn row(n: usize, draw: &mut Draw) -> Vec<Aabb> {
    along(n, draw, 1.0, 0.0)
}

fn column(n: usize, draw: &mut Draw) -> Vec<Aabb> {
    along(n, draw, 0.0, 1.0)
}

fn diagonal(n: usize, draw: &mut Draw) -> Vec<Aabb> {
    along(n, draw, 1.0, 1.0)
}

/// One box over an even world.
fn huge(n: usize, draw: &mut Draw) -> Vec<Aabb> {
    let mut boxes = even(n, draw);
    let side = side(n) + 2.0;
    boxes[n / 2] = Aabb::new((-1.0, -1.0), (side, side));
    boxes
}

/// In heaps of sixteen boxes that are equal, all over an even world.
fn equal(n: usize, draw: &mut Draw) -> Vec<Aabb> {
    let side = side(n) * 2.0;
    let places: Vec<_> = (0..n.div_ceil(16)).map(|_| somewhere(side, draw)).collect();
    (0..n).map(|i| sized(places[i / 16], 1.0, 1.0)).collect()
}

/// All equal and in one place: every pair is one, so the cost is that of telling them.
fn one_place(n: usize, _: &mut Draw) -> Vec<Aabb> {
    vec![sized(Vec2::ZERO, 1.0, 1.0); n]
}

/// A world, and the largest number of boxes; above, there are too many pairs to tell.
const WORLDS: [(&str, Make, usize); 8] = [
    ("even", even, 4_000_000),
    ("sizes 1 to 10,000", mixed, 4_000_000),
    ("on a row", row, 4_000_000),
    ("on a column", column, 4_000_000),
    ("on a diagonal", diagonal, 4_000_000),
    ("one box over all", huge, 4_000_000),
    ("heaps of sixteen equal boxes", equal, 4_000_000),
    ("all equal, in one place", one_place, 4_000),
];

const SIZES: [usize; 5] = [1_000, 10_000, 100_000, 1_000_000, 4_000_000];

/// The median frame in which everything moves by a hair, in nanoseconds for a box and a pair; and
/// the number of pairs.
fn frame(boxes: &mut [Aabb]) -> (spread::Spread, usize) {
    let mut broad = Auto::new();
    for (id, bounds) in (0..).zip(boxes.iter()) {
        broad.insert(id, *bounds);
    }
    let all: Vec<u32> = (0..boxes.len() as u32).collect();
    let mut out = Vec::new();
    let frames = (1_000_000 / boxes.len()).clamp(3, 15);
    let mut times = Vec::new();
    for frame in 0..2 + frames {
        let by = Vec2::new(if frame % 2 == 0 { 0.0625 } else { -0.0625 }, 0.0);
        for b in boxes.iter_mut() {
            *b = Aabb::new(b.min + by, b.max + by);
        }
        out.clear();
        let (spent, ()) = clock::time(|| {
            for (id, bounds) in (0..).zip(boxes.iter()) {
                broad.update(id, *bounds);
            }
            broad.pairs(&all, &mut out);
        });
        if frame >= 2 {
            times.push(spent * 1e9 / (boxes.len() + out.len()) as f64);
        }
    }
    (spread::spread(times), out.len())
}

const ABOUT: &str = "jostle's broad phase as one gets it (`auto`), everything moves: nanoseconds for \
each box and each pair, since a pair that is there has to be told. Growth by n log n would make the \
last column 1.2 to 2.2 from a thousand to four million; caches add to that.";

/// Measures growth; a row a world, and a picture of all.
pub(crate) fn run(options: &Options) -> Result<(Section, Vec<Plot>), Failure> {
    let mut section = Section::new("Growth", ABOUT);
    let mut plot = Plot::new("growth", "boxes", "ns a box and pair");
    let most = if options.quick { 100_000 } else { 4_000_000 };
    for (name, make, limit) in WORLDS {
        let mut entries = Vec::new();
        let mut sizes: Vec<usize> = SIZES.into_iter().filter(|n| *n <= limit.min(most)).collect();
        if limit < SIZES[1] {
            sizes.push(limit);
        }
        for n in sizes {
            let mut boxes = make(n, &mut Draw(31));
            let (each, pairs) = frame(&mut boxes);
            plot.add(name, n as f64, each.median);
            entries.push(Entry {
                name: format!("{n} boxes"),
                part: Part::OwnAside,
                median: each.median,
                least: each.least,
                wrong: None,
                note: format!("{pairs} pairs"),
            });
        }
        let first = entries.first().map_or(f64::NAN, |e: &Entry| e.median);
        if let Some(last) = entries.last_mut() {
            let times = last.median / first;
            last.note.push_str(&format!("; {times:.2} times the first"));
        }
        section.rows.push(Row {
            title: name.to_owned(),
            unit: "ns a box and pair",
            goal: None,
            entries,
        });
        eprintln!("growth: {name}");
    }
    Ok((section, vec![plot]))
}

const ABOUT_THREADS: &str = "Whole frames of 100,000 colliders on a pool of two threads (feature \
`rayon`) beside one: milliseconds that pass, since processor time would count both threads. They take turns \
every twelve frames, of which ten count: a program steps one world, on one pool.";

/// How often they take turns, for how many frames, and how many of these do not count.
const TURNS: usize = 6;
const FRAMES: usize = 12;
const FIRST: usize = 2;

/// Measures frames on one and two threads, by the clock on the wall, and compares their events.
pub(crate) fn threads(options: &Options) -> Result<Section, Failure> {
    let count = if options.quick { 10_000 } else { 100_000 };
    let mut motions = [Motion::new(count), Motion::new(count)];
    let bodies = bodies(count);
    let mut one = Own::new(&bodies, &motions[0].poses)?;
    let mut two = Own::new(&bodies, &motions[1].poses)?;
    let pool = rayon::ThreadPoolBuilder::new().num_threads(2).build()?;
    let mut times: [Vec<f64>; 2] = Default::default();
    let mut said: [Vec<_>; 2] = Default::default();
    for turn in 0..2 * (TURNS + 1) {
        let side = turn % 2;
        for frame in 0..FRAMES {
            motions[side].step();
            let poses = &motions[side].poses;
            let start = Instant::now();
            if side == 0 {
                one.frame(poses, &motions[side].moved)?;
            } else {
                pool.install(|| two.frame_in_parallel(poses))?;
            }
            if turn > 1 && frame >= FIRST {
                times[side].push(start.elapsed().as_secs_f64() * 1e3);
            }
            // Compared at the end: looking at all of a world here would leave it in the caches of
            // one core.
            said[side].push(if side == 0 { one.events.clone() } else { two.events.clone() });
        }
    }
    // Keys of two worlds are never equal, but they are written by their serial numbers.
    let differs = |(one, two)| usize::from(format!("{one:?}") != format!("{two:?}"));
    let differ = said[0].iter().zip(&said[1]).map(differs).sum::<usize>()
        + usize::from(one.world.hash() != two.world.hash());
    let [one, two] = times.map(spread::spread);
    let entry = |name: &str, part, spread: spread::Spread, wrong| Entry {
        name: name.to_owned(),
        part,
        median: spread.median,
        least: spread.least,
        wrong: Some((wrong, said[0].len())),
        note: String::new(),
    };
    let entries = vec![
        entry("jostle, two threads", Part::Own, two, differ),
        entry("jostle, one thread", Part::Peer, one, 0),
    ];
    let cores = std::thread::available_parallelism()?;
    let title = format!("{count} colliders");
    Ok(Section {
        rows: vec![Row { title, unit: "ms", goal: Some(1.7), entries }],
        notes: vec![format!(
            "The machine has {cores} cores and does other work at the same time; by the wall clock \
             that counts."
        )],
        ..Section::new("Threads", ABOUT_THREADS)
    })
}

//! A level that is loaded and left: boxes are added, looked at once, and removed.

use crate::draw::Draw;
use crate::frames;
use crate::peers::{rapier, rstar};
use crate::report::{Entry, Part, Row};
use crate::scene::{Body, Form, Pose};
use crate::{Failure, Options, clock, spread};
use jostle::{Aabb, Collider, World};

const COUNT: usize = 100_000;
const NAMES: [&str; 4] =
    ["jostle add_all, step, remove_all", "jostle add, step, remove", "rapier2d", "rstar bulk_load"];

/// Seconds and pairs of adding with the first step, and of removing.
type Told = [(f64, usize); 2];

fn own(all: Vec<Collider<u32>>, at_once: bool) -> Result<Told, Failure> {
    let (mut world, mut events) = (World::new(), Vec::new());
    let (adding, keys) = clock::time(|| -> Result<Vec<_>, Failure> {
        let keys = if at_once {
            world.add_all(all)?
        } else {
            all.into_iter().map(|one| world.add(one)).collect::<Result<_, _>>()?
        };
        world.step_into(&mut events);
        Ok(keys)
    });
    let (keys, entered) = (keys?, world.stats().entered);
    let (removing, ()) = clock::time(|| {
        if at_once {
            world.remove_all(&keys);
        } else {
            for key in &keys {
                let _ = world.remove(*key);
            }
        }
        world.step_into(&mut events);
    });
    Ok([(adding, entered), (removing, world.stats().exited)])
}

fn rapier(bodies: &[Body], poses: &[Pose]) -> Told {
    let all = rapier::colliders(bodies, poses);
    let (adding, (mut world, [entered, _])) = clock::time(|| {
        let mut world = rapier::Rapier::of(all);
        let told = world.frame(&[], &[]);
        (world, told)
    });
    let (removing, [_, exited]) = clock::time(|| world.remove_all());
    [(adding, entered), (removing, exited)]
}

fn rstar(boxes: &[Aabb]) -> Told {
    let (adding, (mut tree, pairs)) = clock::time(|| {
        let tree = rstar::Filled::new(boxes);
        let pairs = tree.pairs();
        (tree, pairs)
    });
    let (removing, ()) = clock::time(|| tree.remove_all());
    [(adding, pairs), (removing, pairs)]
}

/// Measures both ways of jostle's and the peers in turns.
pub(super) fn run(options: &Options) -> Result<Vec<Row>, Failure> {
    let (mut draw, side) = (Draw(22), (COUNT as f32).sqrt() * 1.7);
    let mut half = || [draw.between(0.2, 0.6), draw.between(0.2, 0.6)];
    let halves: Vec<_> = (0..COUNT).map(|_| half()).collect();
    let bodies: Vec<_> = halves.iter().map(|half| Body::new(Form::Rect(*half))).collect();
    let mut pose = || Pose::new([draw.unit() * side, draw.unit() * side], 0.0);
    let poses: Vec<_> = (0..COUNT).map(|_| pose()).collect();
    let colliders = frames::colliders(&bodies, &poses)?;
    let boxes = halves
        .iter()
        .zip(&poses)
        .map(|([w, h], Pose { at: [x, y], .. })| Aabb::new((x - w, y - h), (x + w, y + h)));
    let boxes: Vec<_> = boxes.collect();
    let rounds = if options.quick { 3 } else { 7 };
    let mut times: [[Vec<f64>; 2]; 4] = Default::default();
    let mut wrong = [[0; 2]; 4];
    for round in 0..=rounds {
        let mut told: [Told; 4] = Default::default();
        for turn in 0..4 {
            let at = (turn + round) % 4;
            told[at] = match at {
                0 | 1 => own(colliders.clone(), at == 0)?,
                2 => rapier(&bodies, &poses),
                _ => rstar(&boxes),
            };
        }
        for at in 0..4 {
            for part in 0..2 {
                let (spent, pairs) = told[at][part];
                wrong[at][part] += usize::from(pairs != told[3][0].1);
                if round > 0 {
                    times[at][part].push(spent);
                }
            }
        }
    }
    let entry = |at: usize, which: usize| {
        let spread = spread::spread(times[at][which].clone());
        Entry {
            name: NAMES[at].to_owned(),
            part: if at < 2 { Part::Own } else { Part::Peer },
            median: spread.median * 1e3,
            least: spread.least * 1e3,
            wrong: Some((wrong[at][which], rounds + 1)),
            note: String::new(),
        }
    };
    let row = |title: &str, own, which| {
        let entries = [own, 2, 3].map(|at| entry(at, which)).into();
        Row { title: title.to_owned(), unit: "ms", goal: Some(1.5), entries }
    };
    eprintln!("programs: 100,000 boxes added and removed");
    Ok(vec![
        row("100,000 boxes added at once, first step", 0, 0),
        row("100,000 boxes added one by one, first step", 1, 0),
        row("100,000 boxes removed at once", 0, 1),
        row("100,000 boxes removed one by one", 1, 1),
    ])
}

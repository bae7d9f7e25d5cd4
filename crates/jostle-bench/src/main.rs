//! jostle and parry2d on the same pairs, in the same run: `cargo run --release -p jostle-bench`.
//!
//! Both get ready-made shapes; parry gets poses at every call, jostle gets placed shapes, and the
//! rows named `place + …` put both of jostle's shapes into the world at every call. Neither computes
//! sines within the measurement. The last column
//! is the time of parry over that of jostle: above 1 jostle is ahead, below 1 it is behind. Answers
//! are compared first; a row of different answers is not a comparison.

#[path = "../../jostle/benches/cases/mod.rs"]
mod cases;
#[path = "../../jostle/benches/cases/clock.rs"]
mod clock;
#[path = "../../jostle/benches/cases/place.rs"]
mod place;

use cases::{At, Case, Form};
use jostle::{Affine, Placed};
use parry2d::math::{Pose, Vector};
use parry2d::query;
use parry2d::shape::SharedShape;
use std::hint::black_box;

/// Answers nearer to touching than this are not compared: sizes are about 1.
const NEAR: f32 = 1e-4;

fn parry_shape(form: &Form) -> Option<SharedShape> {
    let vectors = |points: &[[f32; 2]]| points.iter().map(|p| Vector::from(*p)).collect::<Vec<_>>();
    Some(match form {
        Form::Rect([x, y]) => SharedShape::cuboid(*x, *y),
        Form::Circle(radius) => SharedShape::ball(*radius),
        Form::Capsule(x, radius) => SharedShape::capsule_x(*x, *radius),
        Form::Convex(points) => match &vectors(points)[..] {
            [a, b, c] => SharedShape::triangle(*a, *b, *c),
            more => SharedShape::convex_polyline(more.to_vec())?,
        },
        // The same set as exact parts: parry's own decomposition only comes near it.
        Form::Star(points) => {
            let n = points.len();
            let p = vectors(points);
            let spike = |i: usize| SharedShape::triangle(p[(i + n - 1) % n], p[i], p[(i + 1) % n]);
            let inner = p.iter().skip(1).step_by(2).copied().collect();
            let parts = (0..n).step_by(2).map(spike).chain(SharedShape::convex_polyline(inner));
            SharedShape::compound(parts.map(|part| (Pose::identity(), part)).collect())
        }
    })
}

fn pose([x, y, angle]: At) -> Pose {
    Pose::new(Vector::new(x, y), angle)
}

struct Ready {
    jostle: Vec<(Placed, Placed)>,
    affines: Vec<(Affine, Affine)>,
    poses: Vec<(Pose, Pose)>,
    shapes: (SharedShape, SharedShape),
}

/// How many answers differ, of those that are not near touching.
fn disagreements(ready: &Ready) -> [usize; 3] {
    let mut wrong = [0; 3];
    let (s, t) = (&*ready.shapes.0.0, &*ready.shapes.1.0);
    for ((a, b), (p, q)) in ready.jostle.iter().zip(&ready.poses) {
        let gap = a.gap(b);
        if gap.separation.abs() < NEAR {
            continue;
        }
        let hit =
            query::intersection_test(p, s, q, t).is_ok_and(|i| i.intersecting == a.overlaps(b));
        wrong[0] += usize::from(!hit);
        let distance = query::distance(p, s, q, t);
        wrong[1] +=
            usize::from(!distance.is_ok_and(|d| (d.distance - gap.distance()).abs() < 1e-3));
        let contact = query::contact(p, s, q, t, 0.0);
        let depth = contact.ok().flatten().map_or(0.0, |c| -c.dist);
        wrong[2] += usize::from((depth - gap.depth()).abs() >= 1e-3);
    }
    wrong
}

fn rows(case: &Case, ready: &Ready, shapes: (&jostle::Shape, &jostle::Shape)) {
    let (s, t) = (&*ready.shapes.0.0, &*ready.shapes.1.0);
    let own = |ask: &dyn Fn(&Placed, &Placed)| ready.jostle.iter().for_each(|(a, b)| ask(a, b));
    let theirs = |ask: &dyn Fn(&Pose, &Pose)| ready.poses.iter().for_each(|(p, q)| ask(p, q));
    let fresh = |ask: &dyn Fn(&Placed, &Placed)| {
        for (at_a, at_b) in &ready.affines {
            if let (Ok(a), Ok(b)) = (shapes.0.place(*at_a), shapes.1.place(*at_b)) {
                ask(&a, &b);
            }
        }
    };
    let times = clock::medians(
        case.pairs.len(),
        &mut [
            &mut || {
                own(&|a, b| {
                    black_box(a.overlaps(b));
                })
            },
            &mut || {
                fresh(&|a, b| {
                    black_box(a.overlaps(b));
                })
            },
            &mut || {
                theirs(&|p, q| {
                    let _ = black_box(query::intersection_test(p, s, q, t));
                })
            },
            &mut || {
                own(&|a, b| {
                    black_box(a.gap(b));
                })
            },
            &mut || {
                theirs(&|p, q| {
                    let _ = black_box(query::distance(p, s, q, t));
                })
            },
            &mut || {
                own(&|a, b| {
                    black_box(a.contact(b));
                })
            },
            &mut || {
                fresh(&|a, b| {
                    black_box(a.contact(b));
                })
            },
            &mut || {
                theirs(&|p, q| {
                    let _ = black_box(query::contact(p, s, q, t, 0.0));
                })
            },
        ],
    );
    let [overlaps, placed, test, gap, distance, contact, placed_contact, contacts] = times[..]
    else {
        return;
    };
    let wrong = disagreements(ready);
    let table = [
        ("overlaps", overlaps, test, wrong[0]),
        ("place + overlaps", placed, test, wrong[0]),
        ("gap | distance", gap, distance, wrong[1]),
        ("contact", contact, contacts, wrong[2]),
        ("place + contact", placed_contact, contacts, wrong[2]),
    ];
    for (question, own, theirs, wrong) in table {
        let name = case.name;
        println!(
            "{name:<18} {question:<17} {own:>9.1} {theirs:>9.1} {wrong:>7} {:>7.2}",
            theirs / own
        );
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    println!("medians of {} rounds over {} pairs", clock::ROUNDS, cases::PAIRS);
    println!(
        "{:<18} {:<17} {:>9} {:>9} {:>7} {:>7}",
        "pair", "question", "jostle ns", "parry ns", "differ", "ratio"
    );
    for case in cases::all() {
        let (a, b) = (place::shape(&case.a)?, place::shape(&case.b)?);
        let affine = |(p, q): &(At, At)| (place::affine(*p), place::affine(*q));
        let affines: Vec<_> = case.pairs.iter().map(affine).collect();
        let mut jostle = Vec::with_capacity(affines.len());
        for (at_a, at_b) in &affines {
            jostle.push((a.place(*at_a)?, b.place(*at_b)?));
        }
        let poses = case.pairs.iter().map(|(p, q)| (pose(*p), pose(*q))).collect();
        let shapes = parry_shape(&case.a).zip(parry_shape(&case.b));
        let shapes = shapes.ok_or("parry refuses a shape")?;
        rows(&case, &Ready { jostle, affines, poses, shapes }, (&a, &b));
    }
    Ok(())
}

//! Every proof that jostle gives for its verdict holds in integer arithmetic.

use jostle::{Affine, Ends, ExactCorner, Placed, Proof, Shape, ShapeError, Sided};
use jostle_oracle::r#gen::{Class, Numbers, batch};
use jostle_oracle::{Set, Verdict, check_axis, check_common, verdict};

fn placed(set: &Set) -> Result<Placed, ShapeError> {
    match set {
        Set::Circle { center, radius } => {
            Shape::circle(*radius)?.place(Affine::at(center[0], center[1]))
        }
        Set::Capsule { a, b, radius } => Shape::capsule(*a, *b, *radius)?.place(Affine::IDENTITY),
        Set::Rect { center, half, rot: [c, s], radius } => Shape::rect(*half)?
            .rounded(*radius)?
            .place(Affine::from_matrix([*c, *s, -*s, *c, center[0], center[1]])),
        Set::Polygon { origin, rings, radius } => {
            let holes = rings[1..].iter().cloned();
            Shape::polygon_with_holes(rings[0].clone(), holes)?
                .rounded(*radius)?
                .place(Affine::at(origin[0], origin[1]))
        }
        Set::Chain { origin, points, closed } => {
            let ends = if *closed { Ends::Closed } else { Ends::Open };
            Shape::chain(points.clone(), ends, Sided::Both)?.place(Affine::at(origin[0], origin[1]))
        }
    }
}

fn radius(set: &Set) -> f32 {
    match set {
        Set::Circle { radius, .. }
        | Set::Capsule { radius, .. }
        | Set::Rect { radius, .. }
        | Set::Polygon { radius, .. } => *radius,
        Set::Chain { .. } => 0.0,
    }
}

/// An edge as a set of its own, where its ends are `f32` numbers or sums of two.
fn edge(corners: &[ExactCorner], set: &Set) -> Option<Set> {
    let radius = radius(set);
    let plain = |c: &ExactCorner| c.iter().all(|x| x[2] == 0.0 && f64::from(x[1] as f32) == x[1]);
    if !corners.iter().all(plain) {
        return None;
    }
    let origin = [0, 1].map(|k| corners[0][k][0] as f32);
    let ring = corners.iter().map(|c| [0, 1].map(|k| c[k][1] as f32)).collect();
    Some(Set::Polygon { origin, rings: vec![ring], radius })
}

#[derive(Default, Debug)]
struct Tally {
    axes: u64,
    split: u64,
    edges: u64,
    points: u64,
    meetings: u64,
    unchecked: u64,
    predicates: u64,
}

fn check(a: &Set, b: &Set, tally: &mut Tally) {
    let (Ok(pa), Ok(pb)) = (placed(a), placed(b)) else { return };
    let why = pa.why(&pb);
    let exact = verdict(a, b);
    assert_eq!(why.verdict as u8, exact as u8, "{a:?} {b:?}");
    let apart = exact == Verdict::Separated;
    match &why.proof {
        Proof::Axis(axis) => {
            tally.axes += 1;
            let proven = check_axis(a, b, axis.direction);
            if axis.rest != [0.0; 2] {
                tally.split += 1;
            }
            assert!(apart && (proven || axis.rest != [0.0; 2]), "{axis:?} {a:?} {b:?}");
        }
        Proof::Edges { a: ea, b: eb, axes } => {
            tally.edges += 1;
            assert!(apart);
            let mut covered = vec![false; ea.len() * eb.len()];
            for run in axes {
                for i in run.a.clone() {
                    for j in run.b.clone() {
                        covered[i * eb.len() + j] = true;
                        let (Some(p), Some(q)) = (edge(&ea[i], a), edge(&eb[j], b)) else {
                            tally.unchecked += 1;
                            continue;
                        };
                        let holds = check_axis(&p, &q, run.axis.direction);
                        assert!(holds || run.axis.rest != [0.0; 2], "{run:?} {a:?} {b:?}");
                    }
                }
            }
            assert!(covered.iter().all(|c| *c), "{a:?} {b:?}");
        }
        Proof::Point(point) => {
            tally.points += 1;
            assert!(!apart && check_common(a, b, *point), "{point:?} {a:?} {b:?}");
        }
        Proof::Meeting { a: ea, b: eb } => {
            tally.meetings += 1;
            assert!(!apart);
            match (edge(ea, a), edge(eb, b)) {
                (Some(p), Some(q)) => {
                    assert_ne!(verdict(&p, &q), Verdict::Separated, "{a:?} {b:?}");
                }
                _ => tally.unchecked += 1,
            }
        }
        Proof::Predicates => tally.predicates += 1,
        other => panic!("{other:?} for shapes with straight edges"),
    }
}

fn run(numbers: Numbers, batches: u64) -> Tally {
    let mut tally = Tally::default();
    for classes in Class::pairs() {
        for index in 0..batches {
            for (a, b) in batch(numbers, classes, 11, index) {
                check(&a, &b, &mut tally);
                check(&b, &a, &mut tally);
            }
        }
    }
    println!("{numbers:?}: {tally:?}");
    tally
}

#[test]
fn proofs_on_a_grid_hold_in_integers_and_are_never_missing() {
    let tally = run(Numbers::Grid, 40);
    assert_eq!(tally.predicates, 0);
    assert!(tally.axes > 1000 && tally.points > 1000);
}

#[test]
fn proofs_over_the_whole_range_of_f32_hold_in_integers() {
    let tally = run(Numbers::Wide, 10);
    assert!(tally.axes > 200 && tally.points > 200);
}

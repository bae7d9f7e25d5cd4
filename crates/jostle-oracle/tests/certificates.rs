//! Every proof that jostle gives for its verdict holds in integer arithmetic.

use jostle::{Affine, Axis, Ends, ExactCorner, Placed, Proof, Shape, ShapeError, Sided};
use jostle_oracle::r#gen::{Class, Numbers, batch};
use jostle_oracle::{Set, Verdict, check_axis, check_common, verdict};
use num_rational::BigRational;
use num_traits::Zero;

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

fn exact_radius(set: &Set) -> BigRational {
    let radius = match set {
        Set::Circle { radius, .. }
        | Set::Capsule { radius, .. }
        | Set::Rect { radius, .. }
        | Set::Polygon { radius, .. } => *radius,
        Set::Chain { .. } => 0.0,
    };
    exact(f64::from(radius))
}

type Point = [BigRational; 2];

fn exact(x: f64) -> BigRational {
    BigRational::from_float(x).unwrap()
}

fn corner(c: &ExactCorner) -> Point {
    c.map(|x| x.map(exact).into_iter().sum())
}

fn minus(p: &Point, q: &Point) -> Point {
    [&p[0] - &q[0], &p[1] - &q[1]]
}

fn dot(p: &Point, q: &Point) -> BigRational {
    &p[0] * &q[0] + &p[1] * &q[1]
}

fn cross(p: &Point, q: &Point) -> BigRational {
    &p[0] * &q[1] - &p[1] * &q[0]
}

/// The vertices of a set, as the oracle's own words say.
fn vertices(set: &Set) -> Vec<Point> {
    let n = |x: f32| exact(f64::from(x));
    let at = |p: [f32; 2]| p.map(n);
    let moved = |o: [f32; 2], v: &[f32; 2]| [n(o[0]) + n(v[0]), n(o[1]) + n(v[1])];
    match set {
        Set::Circle { center, .. } => vec![at(*center)],
        Set::Capsule { a, b, .. } => vec![at(*a), at(*b)],
        Set::Rect { center, half, rot, .. } => {
            let [c, s] = at(*rot);
            let corner = |x: f32, y: f32| {
                let (x, y) = (n(x), n(y));
                [n(center[0]) + &x * &c - &y * &s, n(center[1]) + &x * &s + &y * &c]
            };
            let [x, y] = *half;
            vec![corner(-x, -y), corner(x, -y), corner(x, y), corner(-x, y)]
        }
        Set::Polygon { origin, rings, .. } => {
            rings.iter().flatten().map(|v| moved(*origin, v)).collect()
        }
        Set::Chain { origin, points, .. } => points.iter().map(|v| moved(*origin, v)).collect(),
    }
}

/// Whether the way from every point of a to every point of b leads more than r along d.
fn parts(a: &[Point], b: &[Point], r: &BigRational, axis: &Axis) -> bool {
    let d = [0, 1].map(|k| exact(axis.direction[k]) + exact(axis.rest[k]));
    let reach = r * r * dot(&d, &d);
    a.iter().all(|v| {
        b.iter().all(|w| {
            let gap = dot(&minus(w, v), &d);
            gap > BigRational::zero() && &gap * &gap > reach
        })
    })
}

/// Whether a vertex is within r of a closed edge.
fn near(p: &Point, edge: &[Point], r: &BigRational) -> bool {
    let (u, v) = (&edge[0], &edge[edge.len() - 1]);
    let (w, e) = (minus(p, u), minus(v, u));
    let (along, length) = (dot(&w, &e), dot(&e, &e));
    if along <= BigRational::zero() {
        return dot(&w, &w) <= r * r;
    }
    if along >= length {
        let w = minus(p, v);
        return dot(&w, &w) <= r * r;
    }
    let c = cross(&e, &w);
    &c * &c <= r * r * length
}

fn edges_meet(a: &[Point], b: &[Point], r: &BigRational) -> bool {
    let side = |e: &[Point], p: &Point| cross(&minus(&e[1], &e[0]), &minus(p, &e[0]));
    let parted = |e: &[Point], f: &[Point]| side(e, &f[0]) * side(e, &f[1]) >= BigRational::zero();
    a.iter().any(|p| near(p, b, r))
        || b.iter().any(|p| near(p, a, r))
        || a.len() == 2 && b.len() == 2 && !parted(a, b) && !parted(b, a)
}

#[derive(Default)]
struct Tally {
    axes: u64,
    split: u64,
    edges: u64,
    points: u64,
    meetings: u64,
    predicates: u64,
}

fn check(a: &Set, b: &Set, tally: &mut Tally) {
    let (Ok(pa), Ok(pb)) = (placed(a), placed(b)) else { return };
    let why = pa.why(&pb);
    let truth = verdict(a, b);
    assert_eq!(why.verdict as u8, truth as u8, "{a:?} {b:?}");
    let r = exact_radius(a) + exact_radius(b);
    let apart = truth == Verdict::Separated;
    match &why.proof {
        Proof::Axis(axis) => {
            tally.axes += 1;
            let proven = if axis.rest == [0.0; 2] {
                check_axis(a, b, axis.direction)
            } else {
                tally.split += 1;
                parts(&vertices(a), &vertices(b), &r, axis)
            };
            assert!(apart && proven, "{axis:?} {a:?} {b:?}");
        }
        Proof::Edges { a: ea, b: eb, axes } => {
            tally.edges += 1;
            assert!(apart);
            let mut covered = vec![false; ea.len() * eb.len()];
            let ends =
                |e: &[[ExactCorner; 2]]| -> Vec<Point> { e.iter().flatten().map(corner).collect() };
            for run in axes {
                for i in run.a.clone() {
                    for j in run.b.clone() {
                        covered[i * eb.len() + j] = true;
                    }
                }
                let (p, q) = (ends(&ea[run.a.clone()]), ends(&eb[run.b.clone()]));
                assert!(parts(&p, &q, &r, &run.axis), "{run:?} {a:?} {b:?}");
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
            let [p, q] = [ea, eb].map(|e| e.iter().map(corner).collect::<Vec<_>>());
            assert!(edges_meet(&p, &q, &r), "{a:?} {b:?}");
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
    tally
}

#[test]
fn proofs_on_a_grid_hold_in_integers_and_are_never_missing() {
    let tally = run(Numbers::Grid, 40);
    assert_eq!(tally.predicates, 0);
    assert!(tally.axes > 1000 && tally.points > 1000);
    assert!(tally.edges > 50 && tally.meetings > 100);
}

#[test]
fn proofs_over_the_whole_range_of_f32_hold_in_integers() {
    let tally = run(Numbers::Wide, 30);
    assert_eq!(tally.predicates, 0);
    assert!(tally.axes > 1000 && tally.points > 1000 && tally.split > 0);
}

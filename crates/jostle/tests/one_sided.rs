//! A closed one-sided chain stops what starts outside of it as the solid polygon that it bounds does.
//!
//! The polygon is cut into triangles and asked by other code, so it is an independent judge. All
//! coordinates are small integers: corners meet corners, ways run along edges and through vertices.
#![allow(clippy::disallowed_methods, reason = "tests compare with plain functions")]

use jostle::{
    Affine, Hit, Meet, Motion, Placed, Shape, Verdict,
    shape::{ChainEnds, Sidedness},
};
use jostle_testing::Rng;

/// Casts; a million by `JOSTLE_CASES=1000000`.
fn cases() -> usize {
    std::env::var("JOSTLE_CASES").ok().and_then(|n| n.parse().ok()).unwrap_or(6_000)
}

fn below(rng: &mut Rng, n: u64) -> u64 {
    (rng.bits() >> 16) % n
}

fn whole(rng: &mut Rng, most: i32) -> f32 {
    (below(rng, 2 * most as u64 + 1) as i32 - most) as f32
}

type Points = Vec<[f32; 2]>;

/// A simple ring of even integers around the origin, some corners acute, the outside to the left.
fn ring(rng: &mut Rng) -> Option<Points> {
    let n = 3 + below(rng, 6);
    let mut turns: Vec<f32> = (0..n).map(|_| below(rng, 6283) as f32 / 1000.0).collect();
    turns.sort_by(|a, b| b.total_cmp(a));
    let even = |x: f32| (x / 2.0).round() * 2.0;
    let points: Points = turns
        .iter()
        .map(|turn| {
            let radius = 2.0 + below(rng, 20) as f32;
            [even(radius * turn.cos()), even(radius * turn.sin())]
        })
        .collect();
    let area: f32 = (0..points.len())
        .map(|i| {
            let ([x, y], [v, w]) = (points[i], points[(i + 1) % points.len()]);
            x * w - y * v
        })
        .sum();
    (area < 0.0 && is_strict(&points) && Shape::polygon(points.clone()).is_ok()).then_some(points)
}

/// Returns `true` if no corner of a ring lies on an edge that does not end there.
fn is_strict(points: &Points) -> bool {
    let n = points.len();
    let on = |[x, y]: [f32; 2], [u, v]: [f32; 2], [p, q]: [f32; 2]| {
        let (a, b) = ([u - x, v - y], [p - x, q - y]);
        a[0] * b[1] == a[1] * b[0] && a[0] * b[0] + a[1] * b[1] <= 0.0
    };
    let others = |i: usize| (0..n).filter(move |j| *j != i && (*j + 1) % n != i);
    (0..n).all(|i| others(i).all(|j| !on(points[i], points[j], points[(j + 1) % n])))
}

/// A mover and points of its boundary.
fn mover(rng: &mut Rng) -> Option<(Shape, Points)> {
    let [w, h, r] = [0; 3].map(|_| 1.0 + below(rng, 6) as f32);
    let (x, y) = (whole(rng, 6), whole(rng, 6));
    let around = |[x, y]: [f32; 2], r: f32| [[x + r, y], [x - r, y], [x, y + r], [x, y - r]];
    let corners = vec![[w, h], [-w, h], [-w, -h], [w, -h]];
    let (shape, points) = match below(rng, 9) {
        0 => (Shape::point((0.0, 0.0)), vec![[0.0, 0.0]]),
        1 | 2 => (Shape::segment((-x, -y), (x, y)), vec![[-x, -y], [x, y], [0.0, 0.0]]),
        3 => (Shape::circle(r), around([0.0, 0.0], r).to_vec()),
        4 => {
            let ends = [[-x, -y], [x, y]];
            let points = ends.iter().flat_map(|end| around(*end, r)).collect();
            (Shape::capsule(ends[0], ends[1], r), points)
        }
        5 | 6 => (Shape::rect_half((w, h)), corners),
        7 => (
            Shape::rect_half((w, h)).and_then(|s| s.with_radius(1.0)),
            around([w, h], 1.0).to_vec(),
        ),
        _ => {
            let points = ring(rng)?;
            (Shape::polygon(points.clone()), points)
        }
    };
    Some((shape.ok()?, points))
}

struct Scene {
    mover: Placed,
    solid: Placed,
    chain: Placed,
    points: Points,
    way: [f32; 2],
}

fn scene(rng: &mut Rng) -> Option<Scene> {
    let points = ring(rng)?;
    let (shape, corners) = mover(rng)?;
    let n = points.len() as u64;
    let mut way = [whole(rng, 40), whole(rng, 40)];
    let start = if below(rng, 2) == 0 {
        // A point of the mover on a corner or on the middle of an edge, or so later on.
        let k = below(rng, n) as usize;
        let [p, q] = [k, (k + below(rng, 2) as usize) % points.len()].map(|i| points[i]);
        let on = corners[below(rng, corners.len() as u64) as usize];
        let back = below(rng, 2) as f32 * 0.5;
        [0, 1].map(|i| (p[i] + q[i]) * 0.5 - on[i] - way[i] * back)
    } else {
        way = way.map(|x| x * 1.5);
        [whole(rng, 30), whole(rng, 30)]
    };
    if below(rng, 4) == 0 {
        // Along an edge.
        let k = below(rng, n) as usize;
        let (p, q) = (points[k], points[(k + 1) % points.len()]);
        way = [0, 1].map(|i| (q[i] - p[i]) * 2.0);
    }
    let chain = Shape::chain(points.clone(), ChainEnds::Closed, Sidedness::Left).ok()?;
    let solid = Shape::polygon(points.clone()).ok()?;
    let place = |shape: &Shape, [x, y]: [f32; 2]| shape.place(Affine::at((x, y))).unwrap();
    let [mover, solid, chain] =
        [place(&shape, start), place(&solid, [0.0; 2]), place(&chain, [0.0; 2])];
    Some(Scene { mover, solid, chain, points, way })
}

fn note(scene: &Scene, rules: Meet, found: [Option<Hit>; 2]) -> String {
    let Scene { mover, points, way, .. } = scene;
    format!(
        "{:?} {way:?} {points:?} {mover:?}\n solid {:?}\n chain {:?}",
        rules.stop, found[0], found[1]
    )
}

fn bracket(hit: Hit) -> [f32; 2] {
    [hit.fraction, hit.latest]
}

#[test]
fn closed_chains_stop_casts_as_solids_do() {
    let mut rng = Rng::new(11);
    let (mut hits, mut touching, mut wrong) = (0, 0, Vec::new());
    for _ in 0..cases() {
        let Some(scene) = scene(&mut rng) else { continue };
        let Scene { mover, solid, chain, way, .. } = &scene;
        let start = mover.verdict(solid);
        if start == Verdict::Overlapping {
            continue;
        }
        for rules in [Meet::TOUCH, Meet::OVERLAP] {
            let ask = |other: &Placed, rules: Meet| mover.cast(other, *way, rules);
            let found = [ask(solid, rules), ask(chain, rules)];
            let back = chain.cast(mover, way.map(|x| -x), rules);
            assert_eq!(found[1].map(bracket), back.map(bracket), "{}", note(&scene, rules, found));
            // What touches at the start and does not go in is no contact of a side.
            let goes_in = || ask(solid, Meet::OVERLAP).is_some_and(|hit| hit.fraction == 0.0);
            if start == Verdict::Touching && rules == Meet::TOUCH && !goes_in() {
                continue;
            }
            if found[0].map(bracket) != found[1].map(bracket) {
                wrong.push(note(&scene, rules, found));
            }
            hits += usize::from(found[0].is_some());
            touching += usize::from(start == Verdict::Touching);
        }
    }
    let count = wrong.len();
    wrong.truncate(5);
    assert!(count == 0, "{count} of {hits}:\n{}", wrong.join("\n"));
    assert!(hits > cases() / 4 && touching > cases() / 20, "{hits} {touching}");
}

#[test]
fn closed_chains_stop_sweeps_as_solids_do() {
    let mut rng = Rng::new(12);
    let (mut hits, mut wrong) = (0, Vec::new());
    for _ in 0..cases() / 3 {
        let Some(scene) = scene(&mut rng) else { continue };
        let Scene { mover, solid, chain, way, .. } = &scene;
        let start = mover.verdict(solid);
        let turn = f64::from(whole(&mut rng, 180));
        let motion = Motion::from(*way).turning_degrees(turn);
        for rules in [Meet::TOUCH, Meet::OVERLAP] {
            if start == Verdict::Overlapping || start == Verdict::Touching && rules == Meet::TOUCH {
                continue;
            }
            let ask = |other: &Placed| mover.sweep(other, &motion, Motion::NONE, rules);
            let found = [ask(solid), ask(chain)];
            // Both brackets hold the time, where it is certain that there is one.
            let agrees = match found {
                [Some(p), Some(q)] => p.fraction <= q.latest && q.fraction <= p.latest,
                [p, q] => [p, q].iter().flatten().all(|hit| !hit.certain),
            };
            if !agrees {
                wrong.push(format!("{turn} {}", note(&scene, rules, found)));
            }
            hits += usize::from(found[0].is_some());
        }
    }
    let count = wrong.len();
    wrong.truncate(5);
    assert!(count == 0, "{count} of {hits}:\n{}", wrong.join("\n"));
    assert!(hits > cases() / 12, "{hits}");
}

#[test]
fn hills_stop_what_lands_on_their_tops() {
    let chain = |points: &[[f32; 2]]| {
        let chain = Shape::chain(points.to_vec(), ChainEnds::Open, Sidedness::Left).unwrap();
        chain.place(Affine::IDENTITY).unwrap()
    };
    let [hill, floor] =
        [[20.0, 20.0], [0.0, 0.0]].map(|[a, b]| chain(&[[40., a], [0., 0.], [-40., b]]));
    let hill = [hill, chain(&[[40., 20.], [0., 0.], [-40., 20.]]), floor];
    let movers = [
        (Shape::rect_half((6.0, 7.0)), 7.0),
        (Shape::circle(7.0), 7.0),
        (Shape::capsule((0.0, -2.0), (0.0, 2.0), 5.0), 7.0),
        (Shape::segment((-3.0, 0.0), (3.0, 0.0)), 0.0),
        (Shape::point((0.0, 0.0)), 0.0),
    ];
    for (shape, foot) in movers {
        let shape = shape.unwrap();
        for hill in &hill {
            for high in [0.0, 4.0] {
                let mover = shape.place(Affine::at((0.0, -foot - high))).unwrap();
                let turn = Motion::by(0.0, 8.0).turning_degrees(1.0);
                for rules in [Meet::TOUCH, Meet::OVERLAP] {
                    let hit = mover.cast(hill, (0.0, 8.0), rules).map(|hit| hit.fraction);
                    assert_eq!(hit, Some(high / 8.0), "{mover:?} {rules:?} {hill:?}");
                    let hit = mover.sweep(hill, &turn, Motion::NONE, rules);
                    let at = hit.map(|hit| (hit.fraction - high / 8.0).abs());
                    assert!(
                        foot == 0.0 || at.is_some_and(|off| off < 1e-2),
                        "{mover:?} {rules:?} {hit:?}"
                    );
                    assert_eq!(mover.cast(hill, (0.0, -8.0), rules), None);
                }
            }
        }
    }
}

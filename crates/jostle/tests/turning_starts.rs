//! Sweeps that start in touch and turn, against small steps in `f64`: doors, boxes on edges, hands, wheels,
//! capsules and arcs on floors, tips, pins and in corners.
//!
//! The judge measures the signed distance of the convex pieces at many times. `JOSTLE_CASES=100000` is the
//! long run.
#![allow(clippy::disallowed_methods, reason = "tests compare with plain functions")]

use jostle::{
    Affine, Hit, Meet, Motion, Placed, Shape, Verdict,
    shape::{ChainEnds, Sidedness},
};
use jostle_testing::Rng;

fn cases() -> usize {
    std::env::var("JOSTLE_CASES").ok().and_then(|n| n.parse().ok()).unwrap_or(1_500)
}

type Spot = [f64; 2];

fn minus(p: Spot, q: Spot) -> Spot {
    [p[0] - q[0], p[1] - q[1]]
}

fn dot(p: Spot, q: Spot) -> f64 {
    p[0] * q[0] + p[1] * q[1]
}

/// A hull of points with a radius.
#[derive(Clone, Debug)]
struct Piece(Vec<Spot>, f64);

fn below(rng: &mut Rng, n: u64) -> usize {
    ((rng.bits() >> 16) % n) as usize
}

/// Multiples of a quarter.
fn quarters(rng: &mut Rng, from: i32, to: i32) -> f64 {
    f64::from(4 * from + below(rng, 4 * (to - from) as u64 + 1) as i32) / 4.0
}

/// How far apart two pieces are, or how deep in each other.
fn separation(a: &Piece, b: &Piece) -> f64 {
    let (p, q) = (&a.0, &b.0);
    let mut deepest = f64::NEG_INFINITY;
    for (own, other) in [(p, q), (q, p)] {
        for i in 0..own.len() {
            let e = minus(own[(i + 1) % own.len()], own[i]);
            let length = dot(e, e).sqrt();
            if length == 0.0 {
                continue;
            }
            let out = [e[1] / length, -e[0] / length];
            let least = |u: Spot| {
                let top = own.iter().map(|v| dot(*v, u)).fold(f64::NEG_INFINITY, f64::max);
                other.iter().map(|v| dot(*v, u)).fold(f64::INFINITY, f64::min) - top
            };
            deepest = deepest.max(least(out)).max(least([-out[0], -out[1]]));
        }
    }
    if deepest < 0.0 && p.len() + q.len() > 2 {
        return deepest - a.1 - b.1;
    }
    let mut nearest = f64::INFINITY;
    for (own, other) in [(p, q), (q, p)] {
        for v in other {
            for i in 0..own.len() {
                let (u, e) = (own[i], minus(own[(i + 1) % own.len()], own[i]));
                let share = (dot(minus(*v, u), e) / dot(e, e).max(1e-300)).clamp(0.0, 1.0);
                let off = minus(*v, [u[0] + e[0] * share, u[1] + e[1] * share]);
                nearest = nearest.min(dot(off, off).sqrt());
            }
        }
    }
    nearest - a.1 - b.1
}

/// A turn about a point and a way.
#[derive(Clone, Copy, Debug)]
struct Turn {
    degrees: f64,
    about: Spot,
    by: Spot,
}

impl Turn {
    fn moved(&self, p: Spot, t: f64) -> Spot {
        let (sin, cos) = (self.degrees * t).to_radians().sin_cos();
        let [x, y] = minus(p, self.about);
        let [c, d] = [0, 1].map(|i| self.about[i] + t * self.by[i]);
        [c + cos * x - sin * y, d + sin * x + cos * y]
    }

    fn motion(&self, place: Spot) -> Motion {
        let [x, y] = self.by.map(|x| x as f32);
        let about = [0, 1].map(|i| (self.about[i] + place[i]) as f32);
        Motion::by(x, y).turning_degrees(self.degrees).about(about)
    }
}

#[derive(Debug)]
struct Scene {
    mover: Vec<Piece>,
    other: Vec<Piece>,
    turn: Turn,
    /// What both are turned by.
    frame: Option<Turn>,
    place: Spot,
}

impl Scene {
    fn depth(&self, t: f64) -> f64 {
        let moved = |piece: &Piece| {
            Piece(piece.0.iter().map(|p| self.turn.moved(*p, t)).collect(), piece.1)
        };
        let pairs =
            self.mover.iter().map(moved).flat_map(|a| {
                self.other.iter().map(move |b| separation(&a, b)).collect::<Vec<_>>()
            });
        -pairs.fold(f64::INFINITY, f64::min)
    }
}

fn shape(pieces: &[Piece]) -> Option<Shape> {
    let single = |Piece(ring, radius): &Piece| {
        let ring = ring.iter().map(|p| p.map(|x| x as f32)).collect::<Vec<_>>();
        let radius = *radius as f32;
        let sharp = match ring[..] {
            [p] if radius > 0.0 => return Shape::circle_at(p, radius).ok(),
            [p] => Shape::point(p),
            [p, q] if radius > 0.0 => return Shape::capsule(p, q, radius).ok(),
            [p, q] => Shape::segment(p, q),
            _ => Shape::polygon(ring),
        };
        if radius > 0.0 { sharp.ok()?.with_radius(radius).ok() } else { sharp.ok() }
    };
    match pieces {
        [piece] => single(piece),
        [Piece(ring, radius), ..] if ring.len() == 2 => {
            let mut points = vec![ring[0]];
            points.extend(pieces.iter().map(|piece| piece.0[1]));
            let points = points.iter().map(|p| p.map(|x| x as f32));
            let chain = Shape::chain(points, ChainEnds::Open, Sidedness::Both).ok()?;
            if *radius > 0.0 { chain.with_radius(*radius as f32).ok() } else { Some(chain) }
        }
        _ => {
            let parts = pieces.iter().map(single).collect::<Option<Vec<_>>>()?;
            Shape::compound(parts.into_iter().map(|part| (part, Affine::IDENTITY))).ok()
        }
    }
}

fn block([x, y]: Spot, [w, h]: Spot) -> Piece {
    Piece(vec![[x, y], [x + w, y], [x + w, y + h], [x, y + h]], 0.0)
}

/// A mover whose lowest points are at y = 0, and those points.
fn mover(rng: &mut Rng) -> (Vec<Piece>, Vec<Spot>) {
    let (w, h) = (quarters(rng, 1, 5), quarters(rng, 1, 4));
    let x = quarters(rng, -3, 1);
    let r = 0.25 + quarters(rng, 0, 1);
    match below(rng, 9) {
        0 | 1 => (vec![block([x, 0.0], [w, h])], vec![[x, 0.0], [x + w, 0.0]]),
        2 => (vec![Piece(vec![[x, 0.0], [x + w, 0.0]], 0.0)], vec![[x, 0.0], [x + w, 0.0]]),
        3 => (vec![Piece(vec![[x, 0.0], [x + quarters(rng, -2, 2), h]], 0.0)], vec![[x, 0.0]]),
        4 => (vec![Piece(vec![[x, r]], r)], vec![[x, 0.0]]),
        5 => {
            let ends = vec![[x, r], [x + w, r + quarters(rng, 0, 1) * below(rng, 2) as f64]];
            (vec![Piece(ends, r)], vec![[x, 0.0]])
        }
        6 => {
            let Piece(ring, _) = block([x, r], [w, h]);
            (vec![Piece(ring, r)], vec![[x, 0.0], [x + w, 0.0]])
        }
        7 => (vec![Piece(vec![[x, 0.0], [x + w, h], [x - 0.5, h + 1.0]], 0.0)], vec![[x, 0.0]]),
        _ => {
            // An arc that stands on its middle or on its ends.
            let r = if below(rng, 2) == 0 { 0.0 } else { 0.25 };
            let arc = [[-2.0, 2.0], [-1.5, 0.5], [0.0, 0.0], [1.5, 0.5], [2.0, 2.0]];
            let is_bridge = below(rng, 2) == 0;
            let at = |[u, v]: Spot| [x + u, r + if is_bridge { 2.0 - v } else { v }];
            let pieces = arc.windows(2).map(|w| Piece(vec![at(w[0]), at(w[1])], r)).collect();
            let feet =
                if is_bridge { vec![[x - 2.0, 0.0], [x + 2.0, 0.0]] } else { vec![[x, 0.0]] };
            (pieces, feet)
        }
    }
}

/// Something that touches y = 0 from below in some of the feet, perhaps with a wall beside it.
fn other(rng: &mut Rng, feet: &[Spot]) -> Vec<Piece> {
    let [x, _] = feet[below(rng, feet.len() as u64)];
    let r = 0.5 + quarters(rng, 0, 3);
    match below(rng, 8) {
        0 | 1 => vec![block([-9.0, -2.0], [18.0, 2.0])],
        2 => vec![block([-9.0, -2.0], [18.0, 2.0]), block([6.0, 0.0], [1.0, 5.0])],
        3 => vec![block([x - quarters(rng, 0, 4), -1.0], [4.0, 1.0])],
        4 => vec![Piece(vec![[x, -r]], r)],
        5 => vec![Piece(vec![[x - 3.0, -r], [x + 2.0, -r]], r)],
        6 => vec![Piece(vec![[x, 0.0], [x - 2.0, -3.0], [x + 1.0, -2.0]], 0.0)],
        _ => vec![Piece(vec![[x - 2.0, 0.0], [x + 3.0, 0.0]], 0.0)],
    }
}

fn scene(rng: &mut Rng) -> Scene {
    let (mut mover, feet) = mover(rng);
    let mut other = other(rng, &feet);
    let foot = feet[below(rng, feet.len() as u64)];
    let mut about = match below(rng, 4) {
        0 | 1 => foot,
        2 => [foot[0] + quarters(rng, -3, 3), 0.0],
        _ => [quarters(rng, -4, 4), quarters(rng, -3, 4)],
    };
    // Of a round mover its own center.
    if let ([Piece(ring, r)], 0) = (&mover[..], below(rng, 3))
        && *r > 0.0
    {
        about = ring[0];
    }
    let sizes = [1.0, 5.0, 30.0, 60.0, 89.0, 120.0, 200.0, 300.0];
    let degrees = sizes[below(rng, 8)] * if below(rng, 2) == 0 { 1.0 } else { -1.0 };
    let mut by = [0.0; 2];
    if below(rng, 4) == 0 {
        by = [quarters(rng, -1, 1), quarters(rng, 0, 1) * below(rng, 2) as f64];
    }
    // Quarter turns of all.
    for _ in 0..below(rng, 4) {
        let turned = |[x, y]: Spot| [-y, x];
        for Piece(ring, _) in mover.iter_mut().chain(&mut other) {
            ring.iter_mut().for_each(|p| *p = turned(*p));
        }
        (about, by) = (turned(about), turned(by));
    }
    let frame = (below(rng, 4) == 0).then(|| Turn {
        degrees: [20.0, -200.0][below(rng, 2)],
        about: [quarters(rng, -9, 9), 3.0],
        by: [quarters(rng, -2, 2), 0.0],
    });
    let places = [[0.0, 0.0], [1000.0, -7.0], [-3.0, 1000.0], [100_000.0, -100_000.0]];
    let place = places[below(rng, 4)];
    Scene { mover, other, turn: Turn { degrees, about, by }, frame, place }
}

/// What is wrong with an answer; `None` if nothing is, or if steps do not show it.
fn fault(scene: &Scene, hit: Option<Hit>) -> Option<String> {
    const STEPS: usize = 600;
    let size = 24.0 + 12.0 * scene.turn.degrees.abs().to_radians();
    let tolerance = size / f64::from(1 << 26);
    let near = (0..30).map(|k| 0.5_f64.powi(38 - k));
    let times = near.chain((1..=STEPS).map(|k| k as f64 / STEPS as f64));
    let all = times.map(|t| (t, scene.depth(t))).collect::<Vec<_>>();
    let most = all.iter().map(|(_, depth)| *depth).fold(f64::NEG_INFINITY, f64::max);
    let Some(hit) = hit else {
        let first = all.iter().find(|(_, depth)| *depth > 2.0 * tolerance);
        return first.map(|(t, depth)| format!("missed: {depth:e} deep at {t}"));
    };
    let [from, to] = [hit.fraction, hit.latest].map(f64::from);
    let before = all.iter().find(|(t, depth)| *t < from && *depth > 2.0 * tolerance);
    if let Some((t, depth)) = before {
        return Some(format!("late: {depth:e} deep at {t}"));
    }
    // Apart by a tolerance at a time before, and near again.
    let parts = |until: f64| all.iter().any(|(t, depth)| *t < until && *depth < -2.0 * tolerance);
    let depth = scene.depth(from);
    if depth < -2.0 * tolerance {
        return Some(format!("early: {depth:e} apart"));
    }
    // A line that turns through another lies on it at one time, which steps do not see and is no certain
    // crossing.
    let are_thin = scene.mover.iter().chain(&scene.other).all(|p| p.0.len() == 2 && p.1 == 0.0);
    if most < 1e-10 && !are_thin && (hit.certain || !parts(from)) {
        return Some("a false hit".into());
    }
    if most > 32.0 * tolerance && !are_thin {
        let shallow = scene.depth(to) < 32.0 * tolerance;
        // It may come near and part again.
        let is_near_miss = !hit.certain && parts(from) && scene.depth(to) < tolerance;
        if !is_near_miss && !(hit.certain && (shallow || to - from < 1e-4)) {
            return Some("in doubt".into());
        }
    }
    None
}

#[test]
fn what_starts_in_touch_and_turns_meets_when_small_steps_say() {
    let mut rng = Rng::new(41);
    let (mut touching, mut hits, mut wrong) = (0, 0, Vec::new());
    for _ in 0..cases() {
        let scene = scene(&mut rng);
        if scene.depth(0.0).abs() > 1e-12 {
            continue;
        }
        let [x, y] = scene.place.map(|x| x as f32);
        let put = |pieces: &[Piece]| shape(pieces)?.place(Affine::at((x, y))).ok();
        let (Some(a), Some(b)) = (put(&scene.mover), put(&scene.other)) else { continue };
        if a.verdict(&b) != Verdict::Touching {
            continue;
        }
        let own = scene.turn.motion(scene.place);
        let (own, still) = match scene.frame.map(|frame| frame.motion(scene.place)) {
            Some(frame) => (own.under(&frame), frame),
            None => (own, Motion::NONE),
        };
        let sweep = |a: &Placed, own: &Motion, b: &Placed, other: &Motion, rules| {
            a.sweep(b, own, other, rules)
        };
        let hit = sweep(&a, &own, &b, &still, Meet::OVERLAP);
        let back = sweep(&b, &still, &a, &own, Meet::OVERLAP);
        assert_eq!(hit.map(|h| h.fraction), back.map(|h| h.fraction), "{scene:?}");
        let touch = sweep(&a, &own, &b, &still, Meet::TOUCH);
        assert!(touch.is_some_and(|hit| hit.certain && hit.latest == 0.0), "{scene:?} {touch:?}");
        if let Some(fault) = fault(&scene, hit) {
            wrong.push(format!("{fault}: {scene:?}\n {hit:?}"));
        }
        touching += 1;
        hits += usize::from(hit.is_some());
    }
    let count = wrong.len();
    wrong.truncate(8);
    assert!(count == 0, "{count} of {touching}, {hits} hits:\n{}", wrong.join("\n"));
    assert!(touching > cases() / 3 && hits > touching / 8 && hits < touching, "{touching} {hits}");
}

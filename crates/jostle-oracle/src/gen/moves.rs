//! Pairs that move: casts of exact sets, and sweeps of bodies of every kind on paths of every kind.

use super::shapes::{Space, shape};
use super::{BATCH, Class, Numbers, Rng, batch, touch};
use crate::motion::{Body, Leg};
use crate::set::Set;

/// A set that moves straight, and another.
#[derive(Clone, Debug)]
pub struct Cast {
    /// What moves.
    pub a: Set,
    /// What stands still.
    pub b: Set,
    /// The whole way.
    pub way: [f32; 2],
    /// How far b is grown.
    pub skin: f32,
}

/// Two bodies on their paths.
#[derive(Clone, Debug)]
pub struct Move {
    /// The bodies.
    pub bodies: [Body; 2],
    /// Their legs, innermost first.
    pub legs: [Vec<Leg>; 2],
    /// How far b is grown.
    pub skin: f32,
}

/// Makes ten casts that share their two shapes; the same arguments give the same bits everywhere.
///
/// ```
/// use jostle_oracle::r#gen::casts;
/// assert_eq!(casts(1, 7).len(), 10);
/// ```
#[must_use]
pub fn casts(seed: u64, index: u64) -> Vec<Cast> {
    let classes = Class::pairs()[(index % 15) as usize];
    let numbers = if index % 8 == 7 { Numbers::Wide } else { Numbers::Grid };
    let mut rng = Rng::new(seed, 0x6361_7374, index);
    let pairs = batch(numbers, classes, seed ^ 0xCA57, index);
    pairs.into_iter().map(|(a, b)| cast(&mut rng, numbers, a, b)).collect()
}

fn cast(rng: &mut Rng, numbers: Numbers, mut a: Set, b: Set) -> Cast {
    let size = size(&a).max(size(&b)).max(1e-44);
    // A sixteenth of the size, as a power of two, so that grids stay grids.
    let step = libm::exp2(libm::floor(libm::log2(size)) - 4.0).max(f64::from(f32::from_bits(1)));
    let long = match rng.below(8) {
        0 => size * 1e-3,
        1 => size * 1e4,
        _ => size * rng.between(0.5, 6.0),
    };
    let snap =
        |x: f64| if numbers == Numbers::Grid { libm::rint(x / step) * step } else { x } as f32;
    let angle = rng.unit() * core::f64::consts::TAU;
    let (x, y) = match rng.below(6) {
        0 => (long, 0.0),
        1 => (0.0, -long),
        2 => (long, long),
        _ => (long * libm::cos(angle), long * libm::sin(angle)),
    };
    let way = if rng.one_in(64) { [0.0; 2] } else { [snap(x), snap(y)] };
    // Most pairs lie about a contact: the way starts well before it, so that it ends there, runs past
    // it, or grazes.
    let back = [1.0, 0.5, 0.25, 0.0][rng.below(4) as usize];
    touch::shift(&mut a, way.map(|w| -f64::from(w) * back));
    let skin = if rng.one_in(12) { snap(size * rng.unit() * 0.25).abs() } else { 0.0 };
    Cast { a, b, way, skin }
}

/// Makes a pair of bodies that move; the same arguments give the same bits everywhere.
///
/// ```
/// use jostle_oracle::r#gen::moves;
/// assert!(!moves(1, 7).legs[0].is_empty());
/// ```
#[must_use]
pub fn moves(seed: u64, index: u64) -> Move {
    let mut rng = Rng::new(seed, 0x7377_6570, index);
    let rng = &mut rng;
    let [mut a, mut b] = [body(rng), body(rng)];
    // One of two planes is another body, and planes go second or first alike.
    if matches!((&a, &b), (Body::HalfPlane { .. }, Body::HalfPlane { .. })) {
        a = Body::Set(shape(rng, Space::units(), Class::Rect, 1.0));
    }
    let power = match rng.below(8) {
        0 => 20.0,
        1 => -20.0,
        _ => 0.0,
    };
    let far = if rng.one_in(12) { 4096.0 } else { 4.0 };
    let place = |rng: &mut Rng, body: &mut Body, spread: f64| {
        let by = [0, 1].map(|_| libm::rint(rng.signed() * spread * 64.0) / 64.0);
        shift(body, by);
    };
    place(rng, &mut b, far);
    let home = [0, 1].map(|i| f64::from(middle(&b)[i]));
    shift(&mut a, home);
    place(rng, &mut a, 5.0);
    let skin = if rng.one_in(10) { 0.125 } else { 0.0 };
    let straight = |body: &Body| matches!(body, Body::HalfPlane { .. });
    let mut legs_b = if rng.one_in(2) { Vec::new() } else { legs(rng, &b, straight(&b)) };
    if straight(&b) {
        legs_b.truncate(1);
    }
    let legs_a = legs(rng, &a, straight(&a));
    let mut scene = Move { bodies: [a, b], legs: [legs_a, legs_b], skin };
    scale(&mut scene, libm::exp2(power) as f32);
    scene
}

fn legs(rng: &mut Rng, body: &Body, straight: bool) -> Vec<Leg> {
    let count = if rng.one_in(6) && !straight { 2 } else { 1 };
    let at = middle(body);
    (0..count)
        .map(|_| {
            let long = match rng.below(8) {
                0 => 0.0,
                1 => 1e4,
                2 => 1e-3,
                _ => 6.0,
            };
            let translation = [0, 1].map(|_| (rng.signed() * long) as f32);
            // Degrees that are exact, so that both sides turn by the same.
            let degrees = match rng.below(10) {
                0 => 0.0,
                1 => 90.0 * (rng.below(9) as f64 - 4.0),
                2 => libm::rint(rng.signed() * 3600.0),
                3 => libm::rint(rng.signed() * 64.0) / 64.0,
                _ => rng.signed() * 90.0,
            };
            let pivot = match rng.below(4) {
                0 => [0, 1].map(|i| at[i] + (rng.signed() * 3.0) as f32),
                _ => at,
            };
            let scale = if rng.one_in(6) && !straight {
                [0, 1].map(|_| rng.between(0.25, 2.0) as f32)
            } else {
                [1.0; 2]
            };
            let degrees = if straight { 0.0 } else { degrees };
            Leg { translation, degrees, pivot, scale }
        })
        .collect()
}

fn body(rng: &mut Rng) -> Body {
    let space = if rng.one_in(2) { Space::units() } else { Space::plain() };
    let size = if rng.one_in(6) { libm::exp2(rng.between(-7.0, 3.0)) } else { 1.0 };
    let classes = Class::ALL;
    let class = classes[rng.below(5) as usize];
    match rng.below(14) {
        0 => {
            let [x, y] = [0, 1].map(|_| size * rng.between(0.05, 1.0));
            let turn = rng.unit() * core::f64::consts::TAU;
            let (c, s) = (libm::cos(turn), libm::sin(turn));
            let axes = [[x * c, x * s], [-y * s, y * c]].map(|axis| axis.map(|v| v as f32));
            Body::Ellipse { center: [0.0; 2], axes }
        }
        1 => {
            let turn = libm::rint(rng.unit() * 16.0) / 16.0 * core::f64::consts::TAU;
            let normal = [libm::cos(turn) as f32, libm::sin(turn) as f32];
            Body::HalfPlane { normal, offset: rng.signed() as f32 }
        }
        2 | 3 => {
            let n = 2 + rng.below(8);
            let points = (0..n).map(|_| [0, 1].map(|_| (rng.signed() * size) as f32)).collect();
            Body::Set(Set::Chain { origin: [0.0; 2], points, closed: rng.one_in(3) })
        }
        4 => {
            // Tiles side by side: a floor with seams.
            let half = 0.25f32;
            let n = 2 + rng.below(6);
            let tile = |i: u64| Set::Rect {
                center: [i as f32 * 0.5, 0.5 * (i % 3 / 2) as f32],
                half: [half; 2],
                rot: [1.0, 0.0],
                radius: 0.0,
            };
            Body::Union((0..n).map(tile).collect())
        }
        5 => {
            // A sheet as thin as numbers of this size allow.
            let thin = libm::exp2(-rng.between(10.0, 22.0)) as f32;
            let rot = [[1.0, 0.0], [0.0, 1.0]][rng.below(2) as usize];
            Body::Set(Set::Rect { center: [0.0; 2], half: [thin, 2.0], rot, radius: 0.0 })
        }
        _ => Body::Set(shape(rng, space, class, size)),
    }
}

fn shift(body: &mut Body, by: [f64; 2]) {
    match body {
        Body::Set(set) => touch::shift(set, by),
        Body::Union(sets) => sets.iter_mut().for_each(|set| touch::shift(set, by)),
        Body::Ellipse { center, .. } => {
            *center = [0, 1].map(|i| (f64::from(center[i]) + by[i]) as f32 + 0.0);
        }
        Body::HalfPlane { normal, offset } => {
            let up = f64::from(normal[0]) * by[0] + f64::from(normal[1]) * by[1];
            *offset = (f64::from(*offset) + up) as f32;
        }
    }
}

fn middle(body: &Body) -> [f32; 2] {
    let of = |set: &Set| match set {
        Set::Circle { center, .. } | Set::Rect { center, .. } => *center,
        Set::Capsule { a, b, .. } => [0, 1].map(|i| (a[i] + b[i]) * 0.5),
        Set::Polygon { origin, .. } | Set::Chain { origin, .. } => *origin,
    };
    match body {
        Body::Set(set) => of(set),
        Body::Union(sets) => of(&sets[0]),
        Body::Ellipse { center, .. } => *center,
        Body::HalfPlane { normal, offset } => normal.map(|n| n * offset),
    }
}

/// Multiplies all lengths by a power of two.
fn scale(scene: &mut Move, k: f32) {
    let grow = |p: &mut [f32; 2]| *p = p.map(|x| x * k);
    let set = |set: &mut Set| match set {
        Set::Circle { center, radius } => {
            grow(center);
            *radius *= k;
        }
        Set::Capsule { a, b, radius } => {
            grow(a);
            grow(b);
            *radius *= k;
        }
        Set::Rect { center, half, radius, .. } => {
            grow(center);
            grow(half);
            *radius *= k;
        }
        Set::Polygon { origin, rings, radius } => {
            grow(origin);
            rings.iter_mut().flatten().for_each(grow);
            *radius *= k;
        }
        Set::Chain { origin, points, .. } => {
            grow(origin);
            points.iter_mut().for_each(grow);
        }
    };
    for body in &mut scene.bodies {
        match body {
            Body::Set(one) => set(one),
            Body::Union(sets) => sets.iter_mut().for_each(set),
            Body::Ellipse { center, axes } => {
                grow(center);
                axes.iter_mut().for_each(grow);
            }
            Body::HalfPlane { offset, .. } => *offset *= k,
        }
    }
    for leg in scene.legs.iter_mut().flatten() {
        grow(&mut leg.translation);
        grow(&mut leg.pivot);
    }
    scene.skin *= k;
}

/// How far a set reaches from its own middle, at most.
fn size(set: &Set) -> f64 {
    let far = |points: &mut dyn Iterator<Item = &[f32; 2]>| {
        points.flatten().map(|x| f64::from(x.abs())).fold(0.0, f64::max)
    };
    match set {
        Set::Circle { radius, .. } => f64::from(*radius),
        Set::Capsule { a, b, radius } => {
            let [x, y] = [0, 1].map(|i| f64::from(a[i]) - f64::from(b[i]));
            x.abs().max(y.abs()) + f64::from(*radius)
        }
        Set::Rect { half: [x, y], radius, .. } => f64::from(x.max(*y)) + f64::from(*radius),
        Set::Polygon { rings, radius, .. } => far(&mut rings[0].iter()) + f64::from(*radius),
        Set::Chain { points, .. } => far(&mut points.iter()),
    }
}

/// How many casts share their shapes.
pub const CASTS: u64 = BATCH as u64;

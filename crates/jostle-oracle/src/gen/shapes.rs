//! One random shape of a class, about the origin and of a given size.

use core::f64::consts::TAU;

use super::rng::Rng;
use super::{Class, Numbers};
use crate::lower::{Exact, lower_big, lower_small};
use crate::outline::{Outline, Place};
use crate::scalar::Scalar;
use crate::set::Set;

/// Where numbers are rounded to.
#[derive(Clone, Copy)]
pub(super) struct Space {
    /// The grid step, or `None` for plain rounding to `f32`.
    step: Option<f64>,
}

impl Space {
    /// Multiples of 1/64.
    pub(super) fn units() -> Self {
        Self { step: Some(1.0 / 64.0) }
    }

    /// Any `f32`.
    pub(super) fn plain() -> Self {
        Self { step: None }
    }

    /// Draws a space and the sizes (half extents) of two shapes.
    pub(super) fn draw(rng: &mut Rng, numbers: Numbers) -> (Self, f64, f64) {
        match numbers {
            Numbers::Grid => {
                let step = libm::exp2(-(4.0 + rng.below(13) as f64));
                let power = rng.between(3.0, 21.0);
                let other = (power + rng.between(-3.0, 3.0)).clamp(2.0, 21.0);
                let size = |p: f64| libm::exp2(p) * step;
                (Self { step: Some(step) }, size(power), size(other))
            }
            Numbers::Wide => {
                let power = if rng.one_in(5) {
                    rng.between(-43.0, -37.0)
                } else {
                    rng.between(-30.0, 17.5)
                };
                let other = (power + rng.between(-6.0, 6.0)).clamp(-44.0, 18.0);
                let size = |p: f64| libm::exp10(p);
                (Self { step: None }, size(power), size(other))
            }
        }
    }

    /// Draws where the first shape lies.
    pub(super) fn home(self, rng: &mut Rng, size: f64) -> [f64; 2] {
        let range = match self.step {
            Some(step) => step * 4_194_304.0,
            None if rng.one_in(2) => 0.0,
            None => (size * libm::exp10(rng.between(0.0, 4.0))).min(1e18),
        };
        [0, 1].map(|_| f64::from(self.snap(rng.signed() * range)))
    }

    /// Rounds to the grid, or to `f32`.
    pub(super) fn snap(self, x: f64) -> f32 {
        match self.step {
            Some(step) => (libm::rint(x / step) * step) as f32,
            None => x as f32,
        }
    }

    /// A grid on which shapes of this size have 22 bits: the same space if it is a grid already.
    pub(super) fn gridded(self, size: f64) -> Self {
        let step = libm::exp2((libm::floor(libm::log2(size)) - 21.0).max(-149.0));
        Self { step: self.step.or(Some(step)) }
    }

    /// The least positive length that makes sense here.
    pub(super) fn least(self) -> f64 {
        self.step.unwrap_or_else(|| f64::from(f32::from_bits(1)))
    }

    fn point(self, x: f64, y: f64) -> [f32; 2] {
        [self.snap(x), self.snap(y)]
    }

    /// A radius below `most`, at least one step.
    pub(super) fn radius(self, rng: &mut Rng, most: f64) -> f32 {
        let wanted =
            most * if rng.one_in(3) { libm::exp2(rng.between(-12.0, 0.0)) } else { rng.unit() };
        self.snap(wanted.max(self.least()))
    }
}

/// Makes a shape of the class within about `size` of the origin.
pub(super) fn shape(rng: &mut Rng, space: Space, class: Class, size: f64) -> Set {
    match class {
        Class::Circle => {
            let radius = if rng.one_in(16) { 0.0 } else { space.radius(rng, size) };
            Set::Circle { center: [0.0; 2], radius }
        }
        Class::Capsule | Class::Segment => {
            let thick = class == Class::Capsule;
            let radius = if thick { space.radius(rng, size * 0.5) } else { 0.0 };
            let [a, b] = segment(rng, space, size);
            Set::Capsule { a, b, radius }
        }
        Class::Rect => {
            let half = [0, 1].map(|_| side(rng, space, size));
            let radius = if rng.one_in(2) { space.radius(rng, size * 0.5) } else { 0.0 };
            Set::Rect { center: [0.0; 2], half, rot: rotation(rng), radius }
        }
        Class::Polygon => polygon(rng, space, size),
    }
}

fn segment(rng: &mut Rng, space: Space, size: f64) -> [[f32; 2]; 2] {
    let [x, y] = [rng.signed() * size, rng.signed() * size];
    let (a, b) = match rng.below(16) {
        0 => ([x, y], [x, y]),
        1 | 2 => ([x, y], [-x, y]),
        3 | 4 => ([x, y], [x, -y]),
        _ => ([x, y], [rng.signed() * size, rng.signed() * size]),
    };
    [space.point(a[0], a[1]), space.point(b[0], b[1])]
}

fn side(rng: &mut Rng, space: Space, size: f64) -> f32 {
    match rng.below(24) {
        0 => 0.0,
        1..4 => space.snap((size * libm::exp2(rng.between(-10.0, 0.0))).max(space.least())),
        _ => space.snap((size * rng.between(0.1, 1.0)).max(space.least())),
    }
}

/// A stored (c, s): quarter turns, rounded triples, small and arbitrary angles.
fn rotation(rng: &mut Rng) -> [f32; 2] {
    const TRIPLES: [[f64; 3]; 4] =
        [[3.0, 4.0, 5.0], [5.0, 12.0, 13.0], [8.0, 15.0, 17.0], [7.0, 24.0, 25.0]];
    let quarter = |[c, s]: [f32; 2], turns: u64| match turns {
        0 => [c, s],
        1 => [-s + 0.0, c],
        2 => [-c + 0.0, -s + 0.0],
        _ => [s, -c + 0.0],
    };
    let angle = |t: f64| [libm::cos(t) as f32, libm::sin(t) as f32];
    let base = match rng.below(20) {
        0..6 => [1.0, 0.0],
        6..8 => {
            let [x, y, h] = TRIPLES[rng.below(4) as usize];
            [(x / h) as f32, (y / h) as f32]
        }
        8..10 => angle(rng.signed() * libm::exp2(rng.between(-24.0, -2.0))),
        _ => angle(rng.unit() * TAU),
    };
    quarter(base, rng.below(4))
}

fn polygon(rng: &mut Rng, space: Space, size: f64) -> Set {
    let radius = if rng.one_in(2) { space.radius(rng, size * 0.3) } else { 0.0 };
    let shift = [0, 1].map(|_| if rng.one_in(3) { space.snap(rng.signed() * size) } else { 0.0 });
    for _ in 0..4 {
        let mut rings = rings(rng, space, size);
        // All points of a small shape may lie on one of the grid.
        if rings.iter().any(Vec::is_empty) {
            continue;
        }
        for v in rings.iter_mut().flatten() {
            *v = [0, 1].map(|i| space.snap(f64::from(v[i]) + f64::from(shift[i])));
        }
        for ring in &mut rings {
            if rng.one_in(2) {
                ring.reverse();
            }
            let start = rng.below(ring.len() as u64) as usize;
            ring.rotate_left(start);
            if rng.one_in(12) {
                ring.insert(0, ring[0]);
            }
        }
        let set = Set::Polygon { origin: shift.map(|x| 0.0 - x), rings, radius };
        if is_regular(&set) {
            return set;
        }
    }
    let w = space.snap(size.max(space.least() * 2.0));
    Set::Polygon { origin: [0.0; 2], rings: vec![vec![[0.0; 2], [w, 0.0], [0.0, w]]], radius }
}

fn rings(rng: &mut Rng, space: Space, size: f64) -> Vec<Vec<[f32; 2]>> {
    let n = 3 + rng.below(30) as usize;
    let holes = rng.one_in(10);
    let star = rng.one_in(3);
    let squash = if holes || rng.one_in(2) { 1.0 } else { libm::exp2(rng.between(-6.0, 0.0)) };
    let outer = if holes { n.max(6) } else { n };
    let inner = if star { rng.between(0.2, 0.9) } else { 1.0 };
    let mut rings = vec![loop_around(rng, space, outer, [size, size * squash], inner)];
    if !star && !holes {
        rings[0] = hull(&rings[0]);
    }
    if holes {
        let room = size * inner * 0.6;
        let count = 1 + rng.below(2) as usize;
        for i in 0..count {
            let (scale, x) = if count == 1 { (0.9, 0.0) } else { (0.45, i as f64 - 0.5) };
            let corners = 3 + rng.below(6) as usize;
            let hole = loop_around(rng, space, corners, [room * scale; 2], 0.6);
            let move_by = |v: [f32; 2]| space.point(f64::from(v[0]) + x * room, f64::from(v[1]));
            rings.push(hole.into_iter().map(move_by).collect());
        }
    }
    rings
}

/// n points around the origin in order of angle, at `inner`..1 times the radii.
fn loop_around(
    rng: &mut Rng,
    space: Space,
    n: usize,
    radii: [f64; 2],
    inner: f64,
) -> Vec<[f32; 2]> {
    let phase = rng.unit();
    let mut ring: Vec<[f32; 2]> = Vec::with_capacity(n);
    for i in 0..n {
        let t = (i as f64 + phase + rng.signed() * 0.35) / n as f64 * TAU;
        let r = rng.between(inner, 1.0);
        ring.push(space.point(radii[0] * r * libm::cos(t), radii[1] * r * libm::sin(t)));
    }
    ring.dedup();
    ring
}

/// The convex hull (Andrew); the products of 24-bit grid numbers are exact.
fn hull(points: &[[f32; 2]]) -> Vec<[f32; 2]> {
    let mut sorted = points.to_vec();
    sorted.sort_by(|p, q| p[0].total_cmp(&q[0]).then(p[1].total_cmp(&q[1])));
    sorted.dedup();
    let turn = |a: [f32; 2], b: [f32; 2], p: [f32; 2]| {
        let [ax, ay, bx, by, px, py] = [a[0], a[1], b[0], b[1], p[0], p[1]].map(f64::from);
        (bx - ax) * (py - ay) - (by - ay) * (px - ax)
    };
    let half = |points: &mut dyn Iterator<Item = &[f32; 2]>| {
        let mut chain: Vec<[f32; 2]> = Vec::new();
        for &p in points {
            while let [.., a, b] = chain.as_slice() {
                if turn(*a, *b, p) > 0.0 {
                    break;
                }
                chain.pop();
            }
            chain.push(p);
        }
        chain.pop();
        chain
    };
    let mut ring = half(&mut sorted.iter());
    ring.extend(half(&mut sorted.iter().rev()));
    ring
}

/// Returns `true` if a polygon's rings are simple, disjoint and rightly nested, exactly; other sets
/// are.
#[must_use]
pub fn is_regular(set: &Set) -> bool {
    let Set::Polygon { origin, rings, .. } = set else { return true };
    let alone = |ring: &Vec<[f32; 2]>| {
        Exact::new(&Set::Polygon { origin: *origin, rings: vec![ring.clone()], radius: 0.0 })
    };
    if rings.iter().any(|ring| ring.len() < 3) {
        return false;
    }
    let first = alone(&rings[0]);
    let small: Option<Vec<_>> =
        rings.iter().map(|r| lower_small(&first, &alone(r)).map(|(_, b, _)| b)).collect();
    // Rings are lowered against ring 0, whose grid may be too coarse for another ring alone.
    if let (1, Some(rings)) = (rings.len(), small) {
        return nested(&rings);
    }
    let whole = Exact::new(set);
    nested(&rings.iter().map(|r| lower_big(&whole, &alone(r), &[], 0).1).collect::<Vec<_>>())
}

fn nested<S: Scalar>(rings: &[Outline<S>]) -> bool {
    let zero = S::zero();
    let simple = |o: &Outline<S>| {
        let n = o.edges.len();
        o.area
            && (0..n).all(|i| {
                (i + 1..n).all(|j| {
                    let (e, f) = (&o.edges[i], &o.edges[j]);
                    let neighbors = j == i + 1 || i == 0 && j == n - 1;
                    if neighbors {
                        e.shares_stretch(f).is_none()
                    } else {
                        e.clear_of(f, &zero) || !e.meets(f)
                    }
                })
            })
    };
    let apart = |o: &Outline<S>, p: &Outline<S>| {
        o.edges.iter().all(|e| p.edges.iter().all(|f| e.clear_of(f, &zero) || !e.meets(f)))
    };
    let outside = |o: &Outline<S>, p: &Outline<S>| o.place(&p.edges[0].p) == Place::Outside;
    rings.iter().all(simple)
        && rings[1..].iter().enumerate().all(|(i, hole)| {
            apart(&rings[0], hole)
                && !outside(&rings[0], hole)
                && rings[1..i + 1]
                    .iter()
                    .all(|other| apart(other, hole) && outside(other, hole) && outside(hole, other))
        })
}

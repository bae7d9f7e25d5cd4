//! Worlds to try broad phases in, from even to hostile.

use crate::broad::box_table::holds;
use crate::math::{Aabb, Vec2};
use alloc::vec::Vec;

pub(super) struct Rng(u64);

impl Rng {
    pub(super) fn new(seed: u64) -> Self {
        Self(seed)
    }

    pub(super) fn bits(&mut self) -> u64 {
        crate::math::splitmix(&mut self.0)
    }

    pub(super) fn below(&mut self, n: usize) -> usize {
        (self.bits() >> 33) as usize % n
    }

    /// In [0, 1).
    pub(super) fn unit(&mut self) -> f32 {
        (self.bits() >> 40) as f32 / (1 << 24) as f32
    }

    /// A size from a thousandth to a thousand.
    pub(super) fn size(&mut self) -> f32 {
        let power = self.below(7) as i32 - 3;
        10_f32.powi(power) * (1.0 + self.unit())
    }

    fn at(&mut self, spread: f32) -> Vec2 {
        Vec2::new(self.unit() * spread, self.unit() * spread)
    }
}

fn sized(at: Vec2, x: f32, y: f32) -> Aabb {
    Aabb::new(at, (at.x + x, at.y + y))
}

/// As wide as makes about one pair for each box of size 1.
fn spread(n: usize) -> f32 {
    (n as f32 * 2.0).sqrt()
}

type Draw = fn(&mut Rng, usize) -> Vec<Aabb>;

pub(super) const WORLDS: &[(&str, Draw)] = &[
    ("uniform", |rng, n| {
        (0..n).map(|_| sized(rng.at(spread(n)), rng.unit() * 2.0, rng.unit() * 2.0)).collect()
    }),
    ("power law", |rng, n| {
        let draw = |rng: &mut Rng| 0.1 / (rng.unit() + 1e-3);
        (0..n).map(|_| sized(rng.at(spread(n)), draw(rng), draw(rng))).collect()
    }),
    ("clusters far apart", |rng, n| {
        let far = |rng: &mut Rng| (rng.below(5) as f32).powi(9);
        (0..n)
            .map(|_| (far(rng), far(rng), rng.at(spread(n) / 5.0)))
            .collect::<Vec<_>>()
            .into_iter()
            .map(|(x, y, at)| sized(at + Vec2::new(x, y), 1.0, 1.0))
            .collect()
    }),
    ("tiles that touch", |_, n| {
        let side = (n as f32).sqrt() as usize + 1;
        (0..n).map(|i| sized(Vec2::new((i % side) as f32, (i / side) as f32), 1.0, 1.0)).collect()
    }),
    ("a row", |rng, n| {
        (0..n).map(|_| sized(Vec2::new(rng.unit() * n as f32, 3.0), 1.0, rng.unit())).collect()
    }),
    ("a column", |rng, n| {
        (0..n).map(|_| sized(Vec2::new(3.0, rng.unit() * n as f32), rng.unit(), 1.0)).collect()
    }),
    ("points on a diagonal", |_, n| {
        (0..n).map(|i| sized(Vec2::new((i / 2) as f32, (i / 2) as f32), 0.0, 0.0)).collect()
    }),
    ("points in a column", |rng, n| {
        (0..n).map(|_| sized(Vec2::new(1.0, rng.below(n) as f32), 0.0, 0.0)).collect()
    }),
    ("giants and dust", |rng, n| {
        let size = |rng: &mut Rng| if rng.below(20) == 0 { 1e4 } else { 1.0 };
        (0..n)
            .map(|_| (size(rng), size(rng)))
            .collect::<Vec<_>>()
            .into_iter()
            .map(|(x, y)| sized(rng.at(spread(n) * 100.0), x, y))
            .collect()
    }),
    ("walls", |rng, n| {
        (0..n)
            .map(|i| {
                let at = rng.at(spread(n) * 8.0);
                if i % 2 == 0 { sized(at, 0.01, 60.0) } else { sized(at, 60.0, 0.01) }
            })
            .collect()
    }),
    ("all the numbers there are", |rng, n| {
        let number = |rng: &mut Rng| loop {
            let x = f32::from_bits(rng.bits() as u32);
            if x.is_finite() {
                return x;
            }
        };
        (0..n).map(|_| Aabb::new((number(rng), number(rng)), (number(rng), number(rng)))).collect()
    }),
    ("the far corner", |rng, n| {
        let end = |rng: &mut Rng| f32::from_bits(f32::MAX.to_bits() - rng.below(40) as u32);
        (0..n).map(|_| Aabb::new((end(rng), -end(rng)), (end(rng), -end(rng)))).collect()
    }),
    ("next to zero", |rng, n| {
        let tiny = |rng: &mut Rng| {
            let x = f32::from_bits(rng.below(60) as u32);
            if rng.below(2) == 0 { -x } else { x }
        };
        (0..n).map(|_| Aabb::new((tiny(rng), tiny(rng)), (tiny(rng), tiny(rng)))).collect()
    }),
    ("all in one place", |rng, n| {
        (0..n).map(|_| sized(rng.at(1e-3), rng.unit(), rng.unit())).collect()
    }),
    ("all equal", |_, n| (0..n).map(|_| sized(Vec2::new(4.0, 4.0), 1.0, 1.0)).collect()),
    ("one giant over all", |rng, n| {
        (0..n)
            .map(|i| {
                let at = rng.at(spread(n));
                if i == n / 2 {
                    sized(Vec2::new(-9.0, -9.0), 1e5, 1e5)
                } else {
                    sized(at, 1.0, 1.0)
                }
            })
            .collect()
    }),
    ("half-planes and the whole plane", |rng, n| {
        (0..n)
            .map(|i| {
                let b = sized(rng.at(spread(n)), rng.unit(), rng.unit());
                match i % 10 {
                    0 => Aabb::UNBOUNDED,
                    1 => Aabb { min: Aabb::UNBOUNDED.min, max: b.max },
                    2 => Aabb { min: b.min, max: Vec2::new(f32::INFINITY, b.max.y) },
                    _ => b,
                }
            })
            .collect()
    }),
];

/// Returns `true` if the pairs of a world grow no faster than its boxes, or nearly.
pub(super) fn pairs_stay_few(world: usize) -> bool {
    let many = ["all in one place", "all equal", "next to zero", "all the numbers there are"];
    let more = ["half-planes and the whole plane", "the far corner"];
    !many.contains(&WORLDS[world].0) && !more.contains(&WORLDS[world].0)
}

/// A box near the old one: moved by a part of its size, or by a step of the last place.
pub(super) fn nudged(rng: &mut Rng, old: Aabb) -> Aabb {
    let size = old.max - old.min;
    let by = |rng: &mut Rng, size: f32| (rng.unit() - 0.5) * if size > 0.0 { size } else { 0.5 };
    let by = Vec2::new(by(rng, size.x), by(rng, size.y));
    let new = match rng.below(4) {
        0 => Aabb { min: old.min, max: Vec2::new(old.max.x.next_up(), old.max.y) },
        _ => Aabb { min: old.min + by, max: old.max + by },
    };
    if new.is_finite() && holds(new) { new } else { old }
}

/// One of the boxes, or a place beside one.
pub(super) fn somewhere(rng: &mut Rng, boxes: &[Option<Aabb>]) -> Aabb {
    let pick = if boxes.is_empty() { None } else { boxes[rng.below(boxes.len())] };
    let b = pick.unwrap_or(Aabb::new((0.0, 0.0), (3.0, 1.0)));
    match rng.below(3) {
        0 => b,
        _ => nudged(rng, b),
    }
}

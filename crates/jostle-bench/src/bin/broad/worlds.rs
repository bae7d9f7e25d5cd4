//! The boxes and how they move.

use jostle::{Aabb, Vec2};

/// SplitMix64 (Steele, Lea and Flood, 2014).
struct Rng(u64);

impl Rng {
    fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    fn unit(&mut self) -> f32 {
        (self.bits() >> 40) as f32 / (1 << 24) as f32
    }
}

/// Boxes, who of them moves, and how.
pub(crate) struct World {
    pub(crate) title: String,
    pub(crate) boxes: Vec<Aabb>,
    pub(crate) moved: Vec<u32>,
    velocity: Vec<Vec2>,
    low: Vec2,
    high: Vec2,
    /// Jumps anywhere instead of moving on.
    jumps: Option<Rng>,
}

impl World {
    /// Moves those that move by a frame; they turn back at the rim.
    pub(crate) fn step(&mut self) {
        for &id in &self.moved {
            let own = &mut self.boxes[id as usize];
            if let Some(rng) = &mut self.jumps {
                let size = own.max - own.min;
                let span = self.high - self.low;
                own.min = self.low + Vec2::new(rng.unit() * span.x, rng.unit() * span.y);
                own.max = own.min + size;
                continue;
            }
            let by = &mut self.velocity[id as usize];
            if (own.min.x < self.low.x && by.x < 0.0) || (own.max.x > self.high.x && by.x > 0.0) {
                by.x = -by.x;
            }
            if (own.min.y < self.low.y && by.y < 0.0) || (own.max.y > self.high.y && by.y > 0.0) {
                by.y = -by.y;
            }
            own.min += *by;
            own.max += *by;
        }
    }
}

/// Puts a world together: everybody moves by 0.02 to 0.2 mean sizes a frame.
fn world(title: &str, boxes: Vec<Aabb>, share: f32, rng: &mut Rng) -> World {
    let all = boxes.iter().copied().reduce(Aabb::combine).unwrap_or(Aabb::new((0., 0.), (1., 1.)));
    let sum: f32 = boxes.iter().map(|b| (b.max.x - b.min.x) + (b.max.y - b.min.y)).sum();
    let mean = sum / (2.0 * boxes.len() as f32);
    let velocity = boxes.iter().map(|_| {
        let speed = mean * (0.02 + 0.18 * rng.unit());
        let way = Vec2::new(rng.unit() - 0.5, rng.unit() - 0.5);
        way * (speed / (way.length() + 1e-6))
    });
    let velocity = velocity.collect();
    let ids = 0..boxes.len() as u32;
    let moved = ids.filter(|_| share >= 1.0 || rng.unit() < share).collect();
    World {
        title: title.to_owned(),
        boxes,
        moved,
        velocity,
        low: all.min,
        high: all.max,
        jumps: None,
    }
}

fn sized(at: Vec2, x: f32, y: f32) -> Aabb {
    Aabb::new(at, (at.x + x, at.y + y))
}

fn side(n: usize) -> f32 {
    (n as f32 * 2.0).sqrt()
}

fn evenly(rng: &mut Rng, n: usize) -> Vec<Aabb> {
    let s = side(n);
    let draw = |rng: &mut Rng| {
        let at = Vec2::new(rng.unit() * s, rng.unit() * s);
        sized(at, 0.5 + rng.unit(), 0.5 + rng.unit())
    };
    (0..n).map(|_| draw(rng)).collect()
}

fn uniform(title: &str, n: usize) -> World {
    let rng = &mut Rng(1);
    let boxes = evenly(rng, n);
    world(title, boxes, 1.0, rng)
}

/// Sizes from 1 to 1000 by a power law, in a square that makes about one pair for each.
#[expect(clippy::disallowed_methods, reason = "nothing depends on the last place of a size")]
fn power(title: &str, n: usize) -> World {
    let rng = &mut Rng(2);
    let size = |rng: &mut Rng| {
        let u = rng.unit();
        // Density falls with the power 2.5.
        (1.0 - u * (1.0 - 1000_f32.powf(-1.5))).powf(-1.0 / 1.5)
    };
    let sizes: Vec<(f32, f32)> = (0..n)
        .map(|_| {
            let s = size(rng);
            (s, s * (0.5 + rng.unit()))
        })
        .collect();
    let mean = sizes.iter().map(|(x, y)| x + y).sum::<f32>() / (2.0 * n as f32);
    let s = side(n) * mean * 1.2;
    let boxes = sizes
        .iter()
        .map(|(x, y)| sized(Vec2::new(rng.unit() * s, rng.unit() * s), *x, *y))
        .collect();
    world(title, boxes, 1.0, rng)
}

/// Fifty heaps with Gaussian flanks.
fn clustered(title: &str, n: usize) -> World {
    let rng = &mut Rng(3);
    let s = side(n) * 3.0;
    let heaps: Vec<Vec2> = (0..50).map(|_| Vec2::new(rng.unit() * s, rng.unit() * s)).collect();
    let spread = s / 15.0;
    let bell = |rng: &mut Rng| (0..6).map(|_| rng.unit() - 0.5).sum::<f32>() * 1.4 * spread;
    let boxes = (0..n)
        .map(|i| {
            let at = heaps[i % 50] + Vec2::new(bell(rng), bell(rng));
            sized(at, 0.5 + rng.unit(), 0.5 + rng.unit())
        })
        .collect();
    world(title, boxes, 1.0, rng)
}

fn one_percent(title: &str, n: usize) -> World {
    let rng = &mut Rng(4);
    let boxes = evenly(rng, n);
    world(title, boxes, 0.01, rng)
}

fn ten_percent(title: &str, n: usize) -> World {
    let rng = &mut Rng(5);
    let boxes = evenly(rng, n);
    world(title, boxes, 0.1, rng)
}

fn half(title: &str, n: usize) -> World {
    let rng = &mut Rng(15);
    let boxes = evenly(rng, n);
    world(title, boxes, 0.5, rng)
}

fn row(title: &str, n: usize) -> World {
    let rng = &mut Rng(6);
    let boxes = (0..n).map(|_| sized(Vec2::new(rng.unit() * n as f32, 0.0), 1.0, 1.0)).collect();
    world(title, boxes, 1.0, rng)
}

fn column(title: &str, n: usize) -> World {
    let rng = &mut Rng(7);
    let boxes = (0..n).map(|_| sized(Vec2::new(0.0, rng.unit() * n as f32), 1.0, 1.0)).collect();
    world(title, boxes, 1.0, rng)
}

/// A crowd in one corner of a world that a few others make enormous.
fn outliers(title: &str, n: usize) -> World {
    let rng = &mut Rng(8);
    let mut boxes = evenly(rng, n);
    for (i, own) in boxes.iter_mut().enumerate().filter(|(i, _)| i % 1000 == 0) {
        let at = Vec2::new(i as f32 * 1e6, i as f32 * -1e6);
        *own = sized(at, 1.0, 1.0);
    }
    world(title, boxes, 1.0, rng)
}

/// One in a hundred is 10,000 times as large, far from a crowd of small ones.
fn giants(title: &str, n: usize) -> World {
    let rng = &mut Rng(9);
    let mut boxes = evenly(rng, n);
    let far = 1e4 * side(n / 100);
    for own in boxes.iter_mut().step_by(100) {
        *own = sized(Vec2::new(1e5 + rng.unit() * far, rng.unit() * far), 1e4, 1e4);
    }
    let mut world = world(title, boxes, 1.0, rng);
    for by in &mut world.velocity {
        *by = *by * 0.01;
    }
    world
}

/// Thin walls, half of them each way.
fn walls(title: &str, n: usize) -> World {
    let rng = &mut Rng(10);
    let s = side(n) * 4.0;
    let boxes = (0..n)
        .map(|i| {
            let at = Vec2::new(rng.unit() * s, rng.unit() * s);
            if i % 2 == 0 { sized(at, 0.1, 6.0) } else { sized(at, 6.0, 0.1) }
        })
        .collect();
    world(title, boxes, 1.0, rng)
}

/// A floor of tiles that touch, a tenth as many movers above it.
fn tiles(title: &str, n: usize) -> World {
    let rng = &mut Rng(11);
    let s = (n as f32).sqrt() as usize;
    let tile = |i: usize| sized(Vec2::new((i % s) as f32, (i / s) as f32), 1.0, 1.0);
    let mover = |rng: &mut Rng| Vec2::new(rng.unit() * s as f32, rng.unit() * s as f32);
    let boxes = (0..n).map(|i| if i % 11 == 0 { sized(mover(rng), 0.8, 0.8) } else { tile(i) });
    let boxes = boxes.collect();
    let mut world = world(title, boxes, 1.0, rng);
    world.moved.retain(|id| id % 11 == 0);
    world
}

/// Everything jumps anywhere in every frame.
fn jumping(title: &str, n: usize) -> World {
    let mut world = uniform(title, n);
    world.jumps = Some(Rng(12));
    world
}

/// A row of the table: its title, how many boxes, and what makes it.
type Row = (&'static str, usize, fn(&str, usize) -> World);

pub(crate) const LIST: &[Row] = &[
    ("uniform 1k", 1_000, uniform),
    ("uniform 10k", 10_000, uniform),
    ("uniform 100k", 100_000, uniform),
    ("uniform 1M", 1_000_000, uniform),
    ("power law 1k", 1_000, power),
    ("power law 10k", 10_000, power),
    ("power law 100k", 100_000, power),
    ("power law 1M", 1_000_000, power),
    ("clustered 1k", 1_000, clustered),
    ("clustered 10k", 10_000, clustered),
    ("clustered 100k", 100_000, clustered),
    ("clustered 1M", 1_000_000, clustered),
    ("still, 1 % of 10k", 10_000, one_percent),
    ("still, 1 % of 100k", 100_000, one_percent),
    ("still, 10 % of 100k", 100_000, ten_percent),
    ("still, half of 100k", 100_000, half),
    ("still, tiles 100k", 100_000, tiles),
    ("degenerate, row 10k", 10_000, row),
    ("degenerate, row 100k", 100_000, row),
    ("degenerate, column 10k", 10_000, column),
    ("degenerate, column 100k", 100_000, column),
    ("degenerate, outliers 10k", 10_000, outliers),
    ("degenerate, outliers 100k", 100_000, outliers),
    ("degenerate, giants 10k", 10_000, giants),
    ("degenerate, giants 100k", 100_000, giants),
    ("degenerate, walls 10k", 10_000, walls),
    ("degenerate, walls 100k", 100_000, walls),
    ("degenerate, jumping 10k", 10_000, jumping),
    ("degenerate, jumping 100k", 100_000, jumping),
];

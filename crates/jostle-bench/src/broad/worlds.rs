//! The boxes and how they move.

use crate::draw::Draw;
use jostle::{Aabb, Vec2};

/// Boxes, and the motion of those that move.
pub(crate) struct World {
    pub(crate) boxes: Vec<Aabb>,
    pub(crate) moved: Vec<u32>,
    velocity: Vec<Vec2>,
    low: Vec2,
    high: Vec2,
    /// Jumps anywhere instead of moving on.
    jumps: Option<Draw>,
}

impl World {
    pub(crate) fn everybody_moves(&self) -> bool {
        self.moved.len() == self.boxes.len()
    }

    /// Moves those that move by a frame; they turn back at the rim.
    pub(crate) fn step(&mut self) {
        for &id in &self.moved {
            let own = &mut self.boxes[id as usize];
            if let Some(draw) = &mut self.jumps {
                let size = own.max - own.min;
                let span = self.high - self.low;
                own.min = self.low + Vec2::new(draw.unit() * span.x, draw.unit() * span.y);
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

/// Puts a world together: each box moves by 0.02 to 0.2 mean sizes a frame.
fn world(boxes: Vec<Aabb>, share: f32, draw: &mut Draw) -> World {
    let all = boxes.iter().copied().reduce(Aabb::union).unwrap_or(Aabb::new((0., 0.), (1., 1.)));
    let sum: f32 = boxes.iter().map(|b| (b.max.x - b.min.x) + (b.max.y - b.min.y)).sum();
    let mean = sum / (2.0 * boxes.len() as f32);
    let velocity = boxes.iter().map(|_| {
        let speed = mean * (0.02 + 0.18 * draw.unit());
        let way = Vec2::new(draw.unit() - 0.5, draw.unit() - 0.5);
        way * (speed / (way.length() + 1e-6))
    });
    let velocity = velocity.collect();
    let ids = 0..boxes.len() as u32;
    let moved = ids.filter(|_| share >= 1.0 || draw.unit() < share).collect();
    World { boxes, moved, velocity, low: all.min, high: all.max, jumps: None }
}

fn sized(at: Vec2, x: f32, y: f32) -> Aabb {
    Aabb::new(at, (at.x + x, at.y + y))
}

fn side(n: usize) -> f32 {
    (n as f32 * 2.0).sqrt()
}

fn evenly(draw: &mut Draw, n: usize) -> Vec<Aabb> {
    let s = side(n);
    let one = |draw: &mut Draw| {
        let at = Vec2::new(draw.unit() * s, draw.unit() * s);
        sized(at, 0.5 + draw.unit(), 0.5 + draw.unit())
    };
    (0..n).map(|_| one(draw)).collect()
}

fn uniform(n: usize) -> World {
    let draw = &mut Draw(1);
    let boxes = evenly(draw, n);
    world(boxes, 1.0, draw)
}

/// Sizes from 1 to 1000 by a power law, in a square that makes about one pair for each.
#[expect(clippy::disallowed_methods, reason = "nothing depends on the last place of a size")]
fn power(n: usize) -> World {
    let draw = &mut Draw(2);
    let size = |draw: &mut Draw| {
        let u = draw.unit();
        // Density falls with the power 2.5.
        (1.0 - u * (1.0 - 1000_f32.powf(-1.5))).powf(-1.0 / 1.5)
    };
    let sizes: Vec<(f32, f32)> = (0..n)
        .map(|_| {
            let s = size(draw);
            (s, s * (0.5 + draw.unit()))
        })
        .collect();
    let mean = sizes.iter().map(|(x, y)| x + y).sum::<f32>() / (2.0 * n as f32);
    let s = side(n) * mean * 1.2;
    let boxes = sizes
        .iter()
        .map(|(x, y)| sized(Vec2::new(draw.unit() * s, draw.unit() * s), *x, *y))
        .collect();
    world(boxes, 1.0, draw)
}

/// Fifty heaps with Gaussian flanks.
fn clustered(n: usize) -> World {
    let draw = &mut Draw(3);
    let s = side(n) * 3.0;
    let heaps: Vec<Vec2> = (0..50).map(|_| Vec2::new(draw.unit() * s, draw.unit() * s)).collect();
    let spread = s / 15.0;
    let bell = |draw: &mut Draw| (0..6).map(|_| draw.unit() - 0.5).sum::<f32>() * 1.4 * spread;
    let boxes = (0..n)
        .map(|i| {
            let at = heaps[i % 50] + Vec2::new(bell(draw), bell(draw));
            sized(at, 0.5 + draw.unit(), 0.5 + draw.unit())
        })
        .collect();
    world(boxes, 1.0, draw)
}

fn one_percent(n: usize) -> World {
    let draw = &mut Draw(4);
    let boxes = evenly(draw, n);
    world(boxes, 0.01, draw)
}

fn ten_percent(n: usize) -> World {
    let draw = &mut Draw(5);
    let boxes = evenly(draw, n);
    world(boxes, 0.1, draw)
}

fn half(n: usize) -> World {
    let draw = &mut Draw(15);
    let boxes = evenly(draw, n);
    world(boxes, 0.5, draw)
}

fn row(n: usize) -> World {
    let draw = &mut Draw(6);
    let boxes = (0..n).map(|_| sized(Vec2::new(draw.unit() * n as f32, 0.0), 1.0, 1.0)).collect();
    world(boxes, 1.0, draw)
}

fn column(n: usize) -> World {
    let draw = &mut Draw(7);
    let boxes = (0..n).map(|_| sized(Vec2::new(0.0, draw.unit() * n as f32), 1.0, 1.0)).collect();
    world(boxes, 1.0, draw)
}

/// A crowd in one corner of a world that a few others make enormous.
fn outliers(n: usize) -> World {
    let draw = &mut Draw(8);
    let mut boxes = evenly(draw, n);
    for (i, own) in boxes.iter_mut().enumerate().filter(|(i, _)| i % 1000 == 0) {
        let at = Vec2::new(i as f32 * 1e6, i as f32 * -1e6);
        *own = sized(at, 1.0, 1.0);
    }
    world(boxes, 1.0, draw)
}

/// One in a hundred is 10,000 times as large, far from a crowd of small ones.
fn giants(n: usize) -> World {
    let draw = &mut Draw(9);
    let mut boxes = evenly(draw, n);
    let far = 1e4 * side(n / 100);
    for own in boxes.iter_mut().step_by(100) {
        *own = sized(Vec2::new(1e5 + draw.unit() * far, draw.unit() * far), 1e4, 1e4);
    }
    let mut world = world(boxes, 1.0, draw);
    for by in &mut world.velocity {
        *by *= 0.01;
    }
    world
}

/// Thin walls, half of them each way.
fn walls(n: usize) -> World {
    let draw = &mut Draw(10);
    let s = side(n) * 4.0;
    let boxes = (0..n)
        .map(|i| {
            let at = Vec2::new(draw.unit() * s, draw.unit() * s);
            if i % 2 == 0 { sized(at, 0.1, 6.0) } else { sized(at, 6.0, 0.1) }
        })
        .collect();
    world(boxes, 1.0, draw)
}

/// A floor of tiles that touch, a tenth as many movers above it.
fn tiles(n: usize) -> World {
    let draw = &mut Draw(11);
    let s = (n as f32).sqrt() as usize;
    let tile = |i: usize| sized(Vec2::new((i % s) as f32, (i / s) as f32), 1.0, 1.0);
    let mover = |draw: &mut Draw| Vec2::new(draw.unit() * s as f32, draw.unit() * s as f32);
    let boxes = (0..n).map(|i| if i % 11 == 0 { sized(mover(draw), 0.8, 0.8) } else { tile(i) });
    let boxes = boxes.collect();
    let mut world = world(boxes, 1.0, draw);
    world.moved.retain(|id| id % 11 == 0);
    world
}

/// Everything jumps anywhere in every frame.
fn jumping(n: usize) -> World {
    let mut world = uniform(n);
    world.jumps = Some(Draw(12));
    world
}

/// What a row is for, and with that the ratio that is aimed at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Class {
    /// Everything moves.
    Moving,
    /// Most stands still.
    Still,
    /// What breaks structures.
    Odd,
}

/// A row of the table: its title, how many boxes, what makes it, and what it is for.
pub(crate) struct Row {
    pub(crate) title: &'static str,
    pub(crate) boxes: usize,
    pub(crate) make: fn(usize) -> World,
    pub(crate) class: Class,
}

const fn row_of(class: Class, title: &'static str, boxes: usize, make: fn(usize) -> World) -> Row {
    Row { title, boxes, make, class }
}

pub(crate) const LIST: &[Row] = &[
    row_of(Class::Moving, "uniform 1k", 1_000, uniform),
    row_of(Class::Moving, "uniform 10k", 10_000, uniform),
    row_of(Class::Moving, "uniform 100k", 100_000, uniform),
    row_of(Class::Moving, "uniform 1M", 1_000_000, uniform),
    row_of(Class::Moving, "power law 1k", 1_000, power),
    row_of(Class::Moving, "power law 10k", 10_000, power),
    row_of(Class::Moving, "power law 100k", 100_000, power),
    row_of(Class::Moving, "power law 1M", 1_000_000, power),
    row_of(Class::Moving, "clustered 1k", 1_000, clustered),
    row_of(Class::Moving, "clustered 10k", 10_000, clustered),
    row_of(Class::Moving, "clustered 100k", 100_000, clustered),
    row_of(Class::Moving, "clustered 1M", 1_000_000, clustered),
    row_of(Class::Still, "1 % of 10k move", 10_000, one_percent),
    row_of(Class::Still, "1 % of 100k move", 100_000, one_percent),
    row_of(Class::Still, "10 % of 100k move", 100_000, ten_percent),
    row_of(Class::Still, "half of 100k move", 100_000, half),
    row_of(Class::Still, "movers over 100k tiles", 100_000, tiles),
    row_of(Class::Odd, "row 10k", 10_000, row),
    row_of(Class::Odd, "column 10k", 10_000, column),
    row_of(Class::Odd, "outliers 100k", 100_000, outliers),
    row_of(Class::Odd, "giants 100k", 100_000, giants),
    row_of(Class::Odd, "walls 100k", 100_000, walls),
    row_of(Class::Odd, "jumping 10k", 10_000, jumping),
    row_of(Class::Odd, "jumping 100k", 100_000, jumping),
];

//! How work that reads or makes whole shapes grows on inputs that are worst for it: tracing, cutting, welding,
//! placing, and steps of piles.
//!
//! `cargo run --release -p jostle-bench --no-default-features --bin work [NAME...]` prints Markdown. Times are
//! processor time of the thread, of one run each.

#[path = "../clock.rs"]
mod clock;

use jostle::shape::weld;
use jostle::world::StepOptions;
use jostle::{Affine, Collider, Layers, Placed, Shape, World};
use jostle_trace::{Connectivity, Goal, Mask, Pieces, Side, Tracing, outline, pieces};

type Failure = Box<dyn std::error::Error>;

/// Returns the seconds that work of a size takes, and what came out.
type Work = fn(u32) -> Result<(f64, String), Failure>;

/// A number of 32 bits that has no pattern (lowbias32).
fn hash(x: u32) -> u32 {
    let x = (x ^ (x >> 16)).wrapping_mul(0x7feb_352d);
    let x = (x ^ (x >> 15)).wrapping_mul(0x846c_a68b);
    x ^ (x >> 16)
}

/// Pixels of which three in four are solid.
fn noise(side: u32, seed: u32) -> Mask {
    Mask::from_fn(side, side, |x, y| !hash(hash(y * side + x) ^ seed).is_multiple_of(4))
}

/// A body with limbs, in a picture of `side` pixels each way.
fn figure(side: u32) -> Mask {
    const LIMBS: [[f64; 5]; 8] = [
        [0.56, 0.13, 0.56, 0.15, 0.09],
        [0.55, 0.23, 0.46, 0.55, 0.07],
        [0.50, 0.28, 0.20, 0.35, 0.03],
        [0.20, 0.35, 0.08, 0.25, 0.03],
        [0.53, 0.29, 0.80, 0.43, 0.03],
        [0.46, 0.55, 0.74, 0.70, 0.04],
        [0.74, 0.70, 0.62, 0.91, 0.03],
        [0.45, 0.56, 0.25, 0.80, 0.04],
    ];
    let scale = 1.0 / f64::from(side);
    Mask::from_fn(side, side, |x, y| {
        let [x, y] = [x, y].map(|k| (f64::from(k) + 0.5) * scale);
        LIMBS.iter().any(|[ax, ay, bx, by, r]| {
            let (dx, dy) = (bx - ax, by - ay);
            let t = (((x - ax) * dx + (y - ay) * dy) / (dx * dx + dy * dy)).clamp(0.0, 1.0);
            let (p, q) = (x - ax - t * dx, y - ay - t * dy);
            p * p + q * q <= r * r
        })
    })
}

/// The slowest of three seeds.
fn cut(side: u32, goal: Option<Goal>) -> Result<(f64, String), Failure> {
    let mut slowest = (0.0, String::new());
    for seed in 1..=3 {
        let mask = noise(side, seed);
        let rings = match goal {
            None => outline(&mask, Connectivity::Eight),
            Some(goal) => Tracing { goal, ..Tracing::default() }.trace(&mask, None)?.outline,
        };
        let (seconds, found) = clock::time(|| pieces(&rings, None));
        let found = found.ok_or("the rings cross")?.len();
        let size =
            format!("{} rings, {} vertices: {found} pieces", rings.rings.len(), rings.vertices());
        slowest = if seconds > slowest.0 { (seconds, size) } else { slowest };
    }
    Ok(slowest)
}

fn traced(mask: &Mask, goal: Goal) -> Result<(f64, String), Failure> {
    let tracing = Tracing { goal, pieces: Pieces::Any, ..Tracing::default() };
    let (seconds, found) = clock::time(|| tracing.trace(mask, None));
    Ok((seconds, format!("{} vertices", found?.outline.vertices())))
}

/// A third of the tiles lie on a floor, each crossed by one of another third.
fn welded(n: u32) -> Result<(f64, String), Failure> {
    let boxes = [[0.0, 0.0, 2.0, 2.0], [1.0, 1.0, 2.0, 3.0], [0.0, -2.0, 2.0, 0.0]];
    let tile = |i: u32| -> Result<Placed, Failure> {
        let [left, bottom, right, top] = boxes[i as usize % 3];
        let half = Shape::rect_half((0.5 * (right - left), 0.5 * (top - bottom)))?;
        let x = 2.0 * (i / 3) as f32;
        Ok(half.place(Affine::at((x + 0.5 * (left + right), 0.5 * (bottom + top))))?)
    };
    let tiles = (0..n).map(tile).collect::<Result<Vec<_>, _>>()?;
    let (seconds, report) = clock::time(|| weld(&tiles));
    Ok((seconds, format!("{} left, {} welds", report.left.len(), report.welds.len())))
}

/// A bar, and a comb whose tips touch it.
fn placed(teeth: u32) -> Result<(f64, String), Failure> {
    let right = 2.0 * teeth as f32 + 1.0;
    let mut ring = vec![[0.0, 0.0], [right, 0.0], [right, 4.0], [0.0, 4.0], [0.0, 3.0]];
    for x in (0..teeth).map(|i| 2.0 * i as f32) {
        ring.extend([[x + 0.5, 3.0], [x + 1.0, 1.0], [x + 1.5, 3.0]]);
    }
    ring.extend([[right - 1.0, 3.0], [right - 1.0, 1.0], [0.0, 1.0]]);
    let comb = Shape::polygon(ring)?;
    let (seconds, placed) = clock::time(|| comb.place(Affine::at((1.0, 2.0))));
    placed?;
    Ok((seconds, format!("{} vertices", 3 * teeth + 8)))
}

/// Discs in one place, moved by a hair; those that see each other, or none of which sees another.
fn stepped(n: u32, sees: Layers) -> Result<(f64, String), Failure> {
    let ball = Layers::bit(0);
    let disc = std::sync::Arc::new(Shape::circle(0.5)?);
    let mut world = World::new();
    world.set_step_options(StepOptions { stays: false, ..StepOptions::default() });
    let all = (0..n).map(|_| Collider::new((), disc.clone()).layer(ball).sees(sees));
    let keys = world.add_all(all)?;
    let _ = world.step();
    for key in keys {
        world.move_by(key, (0.001, 0.0))?;
    }
    let (seconds, events) = clock::time(|| world.step().len());
    Ok((seconds, format!("{events} events")))
}

const WORKS: [(&str, [u32; 3], Work); 9] = [
    ("cut: noise of n × n pixels", [48, 128, 256], |n| cut(n, None)),
    ("cut: the same, simplified", [48, 128, 256], |n| cut(n, Some(Goal::deviation(0.6)))),
    ("trace: noise of n × n pixels within 1 pixel", [48, 128, 256], |n| {
        traced(&noise(n, 1), Goal::deviation(1.0))
    }),
    ("trace: a figure of n × n pixels within n / 20", [100, 200, 400], |n| {
        traced(&figure(n), Goal::deviation(f64::from(n) / 20.0))
    }),
    ("trace: the same, covered within n / 2", [100, 200, 400], |n| {
        traced(&figure(n), Goal { side: Side::Cover, ..Goal::deviation(f64::from(n) / 2.0) })
    }),
    ("weld: n tiles, two of three cross", [300, 2_400, 24_000], welded),
    ("place: a comb whose n tips touch a bar", [400, 4_000, 40_000], placed),
    ("step: n discs in one place, no pair allowed", [1_000, 2_000, 8_000], |n| {
        stepped(n, Layers::bit(1))
    }),
    ("step: n discs in one place, all pairs", [250, 500, 1_000], |n| stepped(n, Layers::ALL)),
];

fn main() -> Result<(), Failure> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    println!("| work | n | time | result |\n|---|---:|---:|---|");
    for (name, sizes, work) in WORKS {
        if !words.is_empty() && !words.iter().any(|word| name.contains(word)) {
            continue;
        }
        for n in sizes {
            let (seconds, result) = work(n)?;
            println!("| {name} | {n} | {:.3} ms | {result} |", seconds * 1e3);
        }
    }
    Ok(())
}

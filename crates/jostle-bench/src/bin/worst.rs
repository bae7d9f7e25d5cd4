//! How questions and constructors grow on the shapes that are worst for them, from 100 to 10,000 vertices.
//!
//! `cargo run --release -p jostle-bench --no-default-features --bin worst [SHAPE...]` prints Markdown: for each
//! shape and question the slowest of four places of a copy. Times are processor time of the thread. A time with
//! `~` is what the sizes before promise, where that is more than [`LIMIT`]. A row is marked where a question
//! takes a second, or grows by more than n log n. The last table has the most time per edge and candidate.

#![expect(clippy::disallowed_methods, reason = "nothing depends on the last place of an angle")]

#[path = "../clock.rs"]
mod clock;

use jostle::shape::{ChainEnds, Sidedness, SupportMap, TileCell};
use jostle::{
    Aabb, Affine, Collider, Filter, Inside, Key, Meet, Motion, Placed, Ray, Response, Shape,
    ShapeError, Slide, World,
};
use jostle_trace::{Mask, Tracing};
use std::f32::consts::TAU;
use std::hint::black_box;

type Failure = Box<dyn std::error::Error>;
type Points = Vec<[f32; 2]>;
type Make = fn(usize) -> Result<Shape, Failure>;

const SIZES: [usize; 4] = [100, 1_000, 3_000, 10_000];

/// Seconds beyond which a size is not measured.
const LIMIT: f64 = 3.0;

/// Questions with a bound on the pairs of pieces that they look at: the sizes before promise nothing.
const BOUNDED: [&str; 8] =
    ["gap", "contact", "manifold", "cast", "cast to exit", "sweep", "step", "slide"];
const LIMIT_OF_BOUNDED: f64 = 200.0;

/// Times below that say little about the time per candidate.
const SHORT: f64 = 0.01;

/// How much n log n makes of ten times as many, with room for caches.
const GROWTH: f64 = 1.35;

fn noise(i: usize) -> f32 {
    let bits = (i as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    ((bits ^ bits >> 29).wrapping_mul(0xbf58_476d_1ce4_e5b9) >> 40) as f32 / 16_777_216.0
}

/// Points around the origin; `radius` of the number.
fn around(n: usize, radius: impl Fn(usize) -> f32) -> Points {
    let point = |i: usize| {
        let (sin, cos) = (TAU * i as f32 / n as f32).sin_cos();
        [50.0 * radius(i) * cos, 50.0 * radius(i) * sin]
    };
    (0..n).map(point).collect()
}

fn comb(n: usize) -> Points {
    let teeth = n / 4;
    let step = 100.0 / teeth as f32;
    let tooth = |i: usize| {
        let x = step * i as f32 - 50.0;
        [[x, -40.0], [x, 50.0], [x + 0.5 * step, 50.0], [x + 0.5 * step, -40.0]]
    };
    let own = (0..teeth).flat_map(tooth);
    own.chain([[50.0, -40.0], [50.0, -50.0], [-50.0, -50.0]]).collect()
}

/// A line that is open.
fn zigzag(n: usize) -> impl Iterator<Item = [f32; 2]> {
    let x = move |i: usize| 100.0 * i as f32 / n as f32 - 50.0;
    (0..n).map(move |i| [x(i), if i.is_multiple_of(2) { -49.0 } else { 50.0 }])
}

fn spiral(n: usize) -> Points {
    let turns = (n as f32).sqrt() / 4.0;
    let at = |t: f32| {
        let ((sin, cos), r) = ((TAU * turns * t).sin_cos(), 5.0 + 44.0 * t);
        [r * cos, r * sin]
    };
    let inner = |i: usize| at(i as f32 / (n / 2) as f32);
    let outer = |i: usize| inner(i).map(|x| x * (1.0 + 10.0 / (turns * 50.0 * 5.0)));
    (0..n / 2).map(inner).chain((0..n / 2).rev().map(outer)).collect()
}

fn petals(n: usize) -> Points {
    let rim = around(n, |_| 1.0);
    rim.chunks_exact(3).flat_map(|three| [[0.0, 0.0], three[0], three[1]]).collect()
}

fn square(at: [f32; 2], half: f32) -> Points {
    [[-half, -half], [half, -half], [half, half], [-half, half]]
        .map(|p| [at[0] + p[0], at[1] + p[1]])
        .to_vec()
}

/// Places of a lattice of `n`, with the step between them.
fn lattice(n: usize) -> (f32, impl Iterator<Item = [f32; 2]> + Clone) {
    let side = (n as f32).sqrt().ceil() as usize;
    let step = 98.0 / side as f32;
    let middle = move |i: usize| step * (i as f32 + 0.5) - 49.0;
    (step, (0..n).map(move |i| [middle(i % side), middle(i / side)]))
}

/// A square with holes that touch at their corners.
fn holes(n: usize) -> Result<Shape, Failure> {
    let side = (n as f32 / 2.0).sqrt().ceil() as usize;
    let cells = (0..side * side).map(|i| [i % side, i / side]);
    // Halves are exact, so that corners are equal.
    let odd = cells.filter(|[x, y]| (x + y).is_multiple_of(2));
    let holes = odd.map(|cell| square(cell.map(|x| x as f32), 0.5));
    let middle = 0.5 * (side - 1) as f32;
    Ok(Shape::polygon_with_holes(square([middle; 2], middle + 1.0), holes)?)
}

/// Frames in frames.
fn rings(n: usize) -> Result<Shape, Failure> {
    let count = n / 8;
    let frame = |i: usize| {
        let half = 50.0 * (i + 1) as f32 / count as f32;
        let frame = Shape::polygon_with_holes(
            square([0.0; 2], half),
            [square([0.0; 2], half - 25.0 / count as f32)],
        );
        Ok((frame?, Affine::IDENTITY))
    };
    Ok(Shape::compound((0..count).map(frame).collect::<Result<Vec<_>, ShapeError>>()?)?)
}

fn parts(n: usize, part: Shape) -> Result<Shape, Failure> {
    let (step, places) = lattice(n);
    let own = places.map(|at| (part.clone(), Affine::at(at).scaled(0.5 * step, 0.5 * step)));
    Ok(Shape::compound(own)?)
}

/// Noise of about `n` corners, as words of rows.
fn words(n: usize) -> (u32, Vec<u64>) {
    let side = (n as f32).sqrt().ceil() as usize;
    let row = side.div_ceil(64);
    let bit = |y: usize, x: usize| u64::from(x < side && noise(y * side + x) < 0.5);
    let word = |i: usize| (0..64).map(|b| bit(i / row, i % row * 64 + b) << b).sum();
    (side as u32, (0..side * row).map(word).collect())
}

fn tiles(n: usize) -> Result<Shape, Failure> {
    let side = (n as f32).sqrt().ceil() as u32;
    let slope = Shape::polygon([(0.0, 1.0), (1.0, 0.0), (1.0, 1.0)])?;
    let cell = |i: u32| if noise(i as usize) < 0.5 { TileCell::Tile(0) } else { TileCell::Full };
    Ok(Shape::grid_of_tiles(side, side, (1.0, 1.0), [slope], (0..side * side).map(cell))?)
}

fn traced(n: usize) -> Result<Shape, Failure> {
    let side = (n as f32).sqrt().ceil() as u32;
    let mask = Mask::from_fn(side, side, |x, y| noise((y * side + x) as usize) < 0.5);
    Tracing::default().trace(&mask, None)?.shape.ok_or_else(|| "no pixel is solid".into())
}

struct Furthest(Points);

impl SupportMap for Furthest {
    fn support(&self, [x, y]: [f64; 2]) -> [f64; 2] {
        let own = self.0.iter().map(|p| p.map(f64::from));
        own.max_by(|p, q| (p[0] * x + p[1] * y).total_cmp(&(q[0] * x + q[1] * y)))
            .unwrap_or_default()
    }
}

const SHAPES: [(&str, Make); 22] = [
    ("convex polygon", |n| Ok(Shape::polygon(around(n, |_| 1.0))?)),
    ("hull of noise", |n| Ok(Shape::hull(around(n, |i| 0.99 + 0.01 * noise(i)))?)),
    ("comb", |n| Ok(Shape::polygon(comb(n))?)),
    ("comb, rounded", |n| Ok(Shape::polygon(comb(n))?.with_radius(0.001)?)),
    ("zigzag", |n| Ok(Shape::polygon(zigzag(n - 2).chain([[50.0, -50.0], [-50.0, -50.0]]))?)),
    ("spiral", |n| Ok(Shape::polygon(spiral(n))?)),
    ("star", |n| Ok(Shape::polygon(around(n, |i| if i % 2 == 0 { 1.0 } else { 0.5 }))?)),
    ("star, rounded", |n| {
        Ok(Shape::polygon(around(n, |i| if i % 2 == 0 { 1.0 } else { 0.5 }))?.with_radius(0.01)?)
    }),
    ("needles", |n| Ok(Shape::polygon(around(n, |i| if i % 2 == 0 { 1.0 } else { 0.001 }))?)),
    ("noise on a circle", |n| Ok(Shape::polygon(around(n, |i| 0.2 + 0.8 * noise(i)))?)),
    ("petals", |n| Ok(Shape::polygon(petals(n))?)),
    ("holes that touch", holes),
    ("rings in rings", rings),
    ("circles that touch", |n| parts(n, Shape::circle(1.0)?)),
    ("triangles that touch", |n| {
        parts(n / 3, Shape::triangle((-1.0, -1.0), (1.0, -1.0), (0.0, 1.0))?)
    }),
    ("chain, zigzag", |n| Ok(Shape::chain(zigzag(n), ChainEnds::Open, Sidedness::Both)?)),
    ("chain, spiral", |n| {
        Ok(Shape::chain(spiral(2 * n).into_iter().take(n), ChainEnds::Open, Sidedness::Both)?)
    }),
    ("mask of noise", |n| {
        let (side, words) = words(n);
        Ok(Shape::mask(side, side, words)?)
    }),
    ("grid of noise", |n| {
        let (side, words) = words(n);
        Ok(Shape::grid(side, side, (1.0, 1.0), words)?)
    }),
    ("grid of slopes", tiles),
    ("picture of noise", traced),
    ("custom of n points", |n| Ok(Shape::custom(Furthest(around(n, |_| 1.0))))),
];

struct Case {
    make: Make,
    n: usize,
    shape: Shape,
    a: Placed,
    b: Placed,
    /// Holds both.
    world: World,
    key: Key,
}

fn case(make: Make, n: usize, place: fn(Aabb) -> Affine) -> Result<Case, Failure> {
    let shape = make(n)?;
    let a = shape.place(Affine::IDENTITY)?;
    let at = place(a.bounds());
    let mut world = World::new();
    world.add(Collider::new((), shape.clone()))?;
    let key = world.add(Collider::new((), shape.clone()).transform(at))?;
    Ok(Case { make, n, b: shape.place(at)?, shape, a, world, key })
}

/// Where the copy lies, given the box of the shape.
type Place = fn(Aabb) -> Affine;

/// A copy turned by a right angle about the middle crosses most.
const PLACES: [(&str, Place); 4] = [
    ("equal", |_| Affine::IDENTITY),
    ("a hair off", |_| Affine::at((0.0703, 0.0311)).rotated(0.0007)),
    ("across", |b| {
        let [x, y] = [0.5 * (b.min.x + b.max.x), 0.5 * (b.min.y + b.max.y)];
        Affine::at((x + y, y - x)).rotated(0.25 * TAU)
    }),
    ("beside", |b| Affine::at((1.001 * (b.max.x - b.min.x), 0.0))),
];

type Question = fn(&mut Case);

fn keep<T>(result: T) {
    black_box(result);
}

const QUESTIONS: [(&str, Question); 22] = [
    ("make", |c| keep((c.make)(c.n))),
    ("place", |c| keep(c.shape.place(Affine::at((1.0, 2.0)).rotated(1.0)))),
    ("overlaps", |c| keep(c.a.overlaps(&c.b))),
    ("contains", |c| keep(c.a.contains(&c.b))),
    ("contains_point", |c| keep(c.a.contains_point(c.b.bounds().center()))),
    ("relation", |c| keep(c.a.relation(&c.b))),
    ("why", |c| keep(c.a.why(&c.b))),
    ("gap", |c| keep(c.a.gap(&c.b))),
    ("contact", |c| keep(c.a.contact(&c.b))),
    ("contacts", |c| keep(c.a.contacts(&c.b))),
    ("manifold", |c| keep(c.a.manifold(&c.b))),
    ("closest", |c| keep(c.a.closest(c.b.bounds().center()))),
    ("crossings", |c| keep(c.a.crossings(&c.b))),
    ("region", |c| keep(c.a.region(&c.b, 0.01))),
    ("ray", |c| keep(c.a.ray(c.b.bounds().min, (200.0, 100.0), Inside::Exit))),
    ("cast", |c| keep(c.a.cast(&c.b, (130.0, 70.0), Meet::TOUCH))),
    ("cast to exit", |c| {
        keep(c.a.cast(&c.b, (130.0, 70.0), Meet { inside: Inside::Exit, ..Meet::TOUCH }))
    }),
    ("sweep", |c| {
        keep(c.a.sweep(&c.b, Motion::by(130.0, 70.0).turning(0.5), Motion::NONE, Meet::TOUCH))
    }),
    ("step", |c| {
        keep(c.world.move_by(c.key, (1e-5, 0.0)));
        keep(c.world.step());
    }),
    ("slide", |c| keep(c.world.slide_try(c.key, &Slide::by(-30.0, 10.0), |_| Response::Slide))),
    ("world.overlapping", |c| keep(c.world.overlapping(&c.b, &Filter::ANY))),
    ("world.ray_all", |c| {
        keep(c.world.ray_all(&Ray::new(c.b.bounds().min, (200.0, 100.0)), &Filter::ANY))
    }),
];

#[derive(Clone, Default)]
struct Row {
    question: &'static str,
    shape: &'static str,
    place: &'static str,
    seconds: Vec<f64>,
    /// How many of these are measured.
    measured: usize,
    /// The most seconds per edge and candidate, and the size.
    rate: (f64, usize),
}

impl Row {
    fn last(&self) -> f64 {
        self.seconds.last().copied().unwrap_or(0.0)
    }

    fn growth(&self) -> f64 {
        growth(&self.seconds)
    }

    fn is_bad(&self) -> bool {
        self.last() > 1.0 || self.growth() > GROWTH && self.last() > 0.05
    }

    fn print(&self) {
        let Self { question, shape, place, .. } = self;
        let mut times: Vec<String> =
            self.seconds.iter().map(|s| format!("{:.3}", s * 1e3)).collect();
        times.iter_mut().skip(self.measured).for_each(|time| time.insert(0, '~'));
        let mark = if self.is_bad() { "**worse**" } else { "" };
        println!(
            "| {question} | {shape}, {place} | {} | {:.2} | {mark} |",
            times.join(" | "),
            self.growth()
        );
    }
}

/// The exponent between the last two sizes.
fn growth(seconds: &[f64]) -> f64 {
    let [.., before, last] = seconds else { return 0.0 };
    let [m, n] = [seconds.len() - 2, seconds.len() - 1].map(|i| SIZES[i] as f64);
    (last / before).ln() / (n / m).ln()
}

/// Adds the next size; a promise where it would take too long.
fn measure(
    row: &mut Row,
    make: Make,
    place: fn(Aabb) -> Affine,
    ask: Question,
    n: usize,
) -> Result<(), Failure> {
    let done = row.seconds.len();
    let promise = if done == 0 {
        0.0
    } else {
        let growth = if done == 1 { 1.5 } else { growth(&row.seconds).clamp(1.0, 2.0) };
        row.last() * (n as f64 / SIZES[done - 1] as f64).powf(growth)
    };
    let is_bounded = BOUNDED.contains(&row.question);
    let limit = if is_bounded { LIMIT_OF_BOUNDED } else { LIMIT };
    if row.measured < done || promise > limit {
        row.seconds.push(promise);
        return Ok(());
    }
    let mut case = case(make, n, place)?;
    let mut least = clock::time(|| ask(&mut case)).0;
    for _ in 0..if least < 0.001 { 4 } else { 0 } {
        least = least.min(clock::time(|| ask(&mut case)).0);
    }
    row.seconds.push(least);
    row.measured += 1;
    if least > SHORT {
        let rate = least / (2 * n + case.a.candidate_count(&case.b, usize::MAX)) as f64;
        row.rate = if rate > row.rate.0 { (rate, n) } else { row.rate };
    }
    Ok(())
}

fn main() -> Result<(), Failure> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let is_wanted = |name: &str| words.is_empty() || words.iter().any(|word| name.contains(word));
    let title = "| question | shape, place | 100: ms | 1,000: ms | 3,000: ms | 10,000: ms | growth | |\n|---|---|---:|---:|---:|---:|---:|---|";
    println!("{title}");
    let (mut worst, mut dearest): (Vec<Row>, Vec<Row>) = (Vec::new(), Vec::new());
    for (shape, make) in SHAPES.into_iter().filter(|(name, _)| is_wanted(name)) {
        for (question, ask) in QUESTIONS {
            let mut slowest = Row::default();
            for (place, at) in PLACES {
                let mut row = Row { question, shape, place, ..Row::default() };
                for n in SIZES {
                    measure(&mut row, make, at, ask, n)
                        .map_err(|error| format!("{shape}: {error}"))?;
                }
                match dearest.iter_mut().find(|most| most.question == question) {
                    Some(most) if most.rate.0 < row.rate.0 => *most = row.clone(),
                    Some(_) => {}
                    None => dearest.push(row.clone()),
                }
                if row.last() >= slowest.last() {
                    slowest = row;
                }
            }
            slowest.print();
            match worst.iter_mut().find(|row| row.question == question) {
                Some(row) if row.last() < slowest.last() => *row = slowest,
                Some(_) => {}
                None => worst.push(slowest),
            }
        }
    }
    println!("\nThe slowest shape of each question:\n\n{title}");
    worst.iter().for_each(Row::print);
    println!(
        "\n| question | shape, place, size | most time per edge and candidate: µs |\n|---|---|---:|"
    );
    for Row { question, shape, place, rate: (rate, n), .. } in &dearest {
        println!("| {question} | {shape}, {place}, {n} | {:.2} |", rate * 1e6);
    }
    Ok(())
}

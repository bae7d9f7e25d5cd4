//! Every kind of shape against every kind, for every question about a pair: no cell may be a cliff.

use crate::clock;
use crate::draw::Draw;
use crate::report::{Grid, Section, figure};
use crate::scene::{Form, convex, traced};
use crate::spread::spread;
use crate::{Failure, Options};
use jostle::shape::{ChainEnds, Sidedness, TileCell};
use jostle::{Affine, Inside, Placed, Rot, Shape, ShapeError, Vec2};
use std::hint::black_box;

const KINDS: [&str; 18] = [
    "point",
    "segment",
    "circle",
    "capsule",
    "rect",
    "rounded rect",
    "triangle",
    "octagon",
    "convex 12",
    "convex 32",
    "ellipse",
    "half-plane",
    "chain 16",
    "outline 16",
    "outline 32",
    "compound 3",
    "mask 16²",
    "grid 16²",
];
const QUESTIONS: [&str; 4] = ["overlaps", "gap", "contact", "manifold"];
/// The kind that others are asked about in the table of single shapes.
const CIRCLE: usize = 2;
const LARGE: [&str; 3] = ["outline 400", "ground 10,000", "grid 320²"];
/// Pairs of a cell.
const PAIRS: usize = 24;
/// A first round above this, in seconds, is the only one.
const LONG: f64 = 0.02;

fn shape(kind: &str, draw: &mut Draw) -> Result<Shape, ShapeError> {
    let size = draw.between(0.6, 1.0);
    let thick = draw.between(0.2, 0.5);
    // Half of the cells, in clumps.
    let mut row = || (0..16).fold(0_u64, |row, i| row | u64::from(draw.unit() < 0.6) << i);
    match kind {
        "point" => Shape::point((0.0, 0.0)),
        "segment" => Shape::segment((-size, 0.0), (size, 0.0)),
        "circle" => Shape::circle(size),
        "capsule" => Form::Capsule([size, thick]).shape(),
        "rect" => Shape::rect_half((size, thick)),
        "rounded rect" => Shape::rect_half((size, thick))?.with_radius(0.2),
        "triangle" => convex(3, size, draw).shape(),
        "octagon" => convex(8, size, draw).shape(),
        "convex 12" => convex(12, size, draw).shape(),
        "convex 32" => convex(32, size, draw).shape(),
        "ellipse" => Shape::ellipse((size, thick)),
        "half-plane" => Shape::half_plane((0.0, 1.0), 0.0),
        "chain 16" => {
            let point = |i: u8| [f32::from(i) * 0.125 - 1.0, draw.between(-0.4, 0.4)];
            Shape::chain((0..17).map(point), ChainEnds::Open, Sidedness::Both)
        }
        "outline 16" => traced(14..=18, size, draw).shape(),
        "outline 32" => traced(28..=36, size, draw).shape(),
        "compound 3" => {
            let disc = Shape::circle(size * 0.6)?;
            let arm = Shape::rect_half((size, 0.2))?;
            let at = [Affine::at((-0.6, 0.0)), Affine::at((0.6, 0.2))];
            Shape::compound([(disc.clone(), at[0]), (disc, at[1]), (arm, Affine::IDENTITY)])
        }
        "mask 16²" => {
            let rows: Vec<u64> = (0..16).map(|_| row() | 1 << 8).collect();
            Shape::mask(16, 16, rows)
        }
        _ => Shape::grid(16, 16, (1.0, 1.0), (0..16).map(|_| row() | 1 << 8)),
    }
}

/// Shapes of a kind, no two the same.
fn shapes(kind: &'static str, draw: &mut Draw) -> Result<Vec<(Shape, Affine)>, ShapeError> {
    let map = match kind {
        "mask 16²" | "grid 16²" => Affine::IDENTITY.scaled(0.12, 0.12).pivoted((8.0, 8.0)),
        _ => Affine::IDENTITY,
    };
    (0..PAIRS).map(|_| Ok((shape(kind, draw)?, map))).collect()
}

/// Two shapes that overlap by little, as they do in most frames of a game, or just miss.
fn pair(shapes: [&(Shape, Affine); 2], draw: &mut Draw) -> Result<(Placed, Placed), ShapeError> {
    let mut turned =
        |(shape, map): &(Shape, Affine)| shape.place(map.rotated(draw.between(0.0, 6.0)));
    let [a, b] = [turned(shapes[0])?, turned(shapes[1])?];
    let [x, y] = draw.within(1.0);
    let far = 6.0 / (0.1 + (x * x + y * y).sqrt());
    let b = b.moved((x * far, y * far));
    let gap = a.gap(&b);
    let by = if gap.separation > 0.0 { gap.separation + draw.between(-0.02, 0.12) } else { 0.0 };
    let b = b.moved((-gap.normal.x * by, -gap.normal.y * by));
    Ok((a, b))
}

/// A large shape and a small circle at its boundary.
fn large(kind: &str, draw: &mut Draw) -> Result<Vec<(Placed, Placed)>, ShapeError> {
    let top = |x: usize| 3.0 + (x % 5 * 7 % 5) as f32 * 0.3;
    let shape = match kind {
        "outline 400" => {
            let corner = |i: u16| {
                let (turn, r) = (Rot::from_degrees(0.9 * f32::from(i)), draw.between(9.0, 10.0));
                [r * turn.cos, r * turn.sin]
            };
            Shape::polygon((0..400).map(corner))?
        }
        "ground 10,000" => {
            let tops = (0..10_000).map(|x| [x as f32, top(x)]);
            Shape::polygon(tops.chain([[9_999.0, -500.0], [0.0, -500.0]]))?
        }
        _ => {
            let cells = (0..320 * 320).map(|_| TileCell::from(draw.unit() < 0.125));
            Shape::grid_of_tiles(320, 320, (1.0, 1.0), [], cells.collect::<Vec<_>>())?
        }
    };
    let (placed, circle) = (shape.place(Affine::IDENTITY)?, Shape::circle(0.5)?);
    let mut pair = || {
        let at = match kind {
            "outline 400" => {
                let turn = Rot::from_degrees(draw.between(0.0, 360.0));
                [9.5 * turn.cos, 9.5 * turn.sin]
            }
            "ground 10,000" => {
                let x = draw.between(3_000.0, 6_000.0).floor();
                [x, top(x as usize) + draw.between(0.3, 0.6)]
            }
            _ => [draw.between(80.0, 240.0), draw.between(80.0, 240.0)],
        };
        Ok((placed.clone(), circle.place(Affine::at(at))?))
    };
    (0..PAIRS).map(|_| pair()).collect()
}

/// Questions about one shape: a point in or near its box, a ray from the other of the pair.
fn alone(pairs: &[(Placed, Placed)], reach: f32, rounds: usize, draw: &mut Draw) -> Vec<f64> {
    let asked = pairs.iter().map(|(a, b)| {
        let (middle, half) = (a.bounds().center(), a.bounds().half_extents());
        let off = Vec2::from(draw.within(0.55));
        // A half-plane has no box.
        let from = if half.x < 1e6 { b.bounds().center() } else { Vec2::new(0.5, 3.0) };
        let is_small = half.x < reach && half.y < reach;
        let by = if reach > 0.0 { from * -2.0 } else { Vec2::from(draw.within(30.0)) };
        let in_box = middle + Vec2::new(2.0 * off.x * half.x, 2.0 * off.y * half.y);
        let point = if is_small { in_box } else { from + off };
        (a.clone(), [point, from, by])
    });
    let asked: Vec<_> = asked.collect();
    vec![
        cell(&asked, rounds, |(a, [p, ..])| _ = black_box(a.contains_point(*p))),
        cell(&asked, rounds, |(a, [_, from, by])| _ = black_box(a.ray(*from, *by, Inside::Skip))),
        cell(&asked, rounds, |(a, [p, ..])| _ = black_box(a.closest(*p))),
    ]
}

fn ask(question: &str, (a, b): &(Placed, Placed)) {
    match question {
        "overlaps" => _ = black_box(a.overlaps(b)),
        "gap" => _ = black_box(a.gap(b)),
        "contact" => _ = black_box(a.contact(b)),
        _ => _ = black_box(a.manifold(b)),
    }
}

/// The median time of a question in nanoseconds; a question that takes long gets fewer rounds.
fn cell<T>(pairs: &[T], rounds: usize, ask: impl Fn(&T)) -> f64 {
    let (first, ()) = clock::time(|| pairs.iter().for_each(&ask));
    if first > LONG {
        return first * 1e9 / pairs.len() as f64;
    }
    let mut times = Vec::new();
    for _ in 0..rounds {
        // Some questions take less time than the clock.
        let (once, ()) = clock::time(|| pairs.iter().for_each(&ask));
        let repeats = (2e-5 / (once + 1e-9)).ceil() as usize;
        let (spent, ()) = clock::time(|| (0..repeats).for_each(|_| pairs.iter().for_each(&ask)));
        times.push(spent * 1e9 / (repeats * pairs.len()) as f64);
    }
    spread(times).median
}

const ABOUT: &str = "Nanoseconds of a question about two placed shapes that overlap by up to 0.12 or \
miss by up to 0.02, with sizes of about 2; a is the row. The branches are those of 24 different \
pairs. In the table of single shapes a point lies in or near the box of the shape, a ray starts outside and points at \
it; the other columns are those of the shape and a circle. An outline of 400 vertices is 20 wide, and a ground and \
a grid are large: points, circles of radius 0.5 and the starts of rays lie at their boundary.";

/// Measures all cells.
pub(crate) fn run(options: &Options) -> Result<Section, Failure> {
    let rounds = if options.quick { 3 } else { 7 };
    let mut draw = Draw(23);
    let mut section = Section::new("Every kind with every kind", ABOUT);
    let mut grids = QUESTIONS.map(|question| Grid {
        title: question.to_owned(),
        columns: KINDS.to_vec(),
        rows: Vec::new(),
    });
    let mut single: Vec<(&'static str, Vec<f64>)> = Vec::new();
    let all = KINDS.map(|kind| shapes(kind, &mut draw));
    let all = all.into_iter().collect::<Result<Vec<_>, _>>()?;
    for (a, shapes_a) in KINDS.into_iter().zip(&all) {
        let mut rows = QUESTIONS.map(|_| Vec::new());
        for (b, shapes_b) in KINDS.into_iter().zip(&all) {
            let both = shapes_a.iter().zip(shapes_b.iter().rev());
            let pairs = both.map(|(a, b)| pair([a, b], &mut draw));
            let pairs = pairs.collect::<Result<Vec<_>, _>>()?;
            for (row, question) in rows.iter_mut().zip(QUESTIONS) {
                row.push(cell(&pairs, rounds, |pair| ask(question, pair)));
            }
            if a == b {
                single.push((a, alone(&pairs, 8.0, rounds, &mut draw)));
            }
        }
        let circle = rows.iter().map(|row| row[CIRCLE]);
        single.last_mut().into_iter().for_each(|(_, cells)| cells.extend(circle.clone()));
        grids.iter_mut().zip(rows).for_each(|(grid, row)| grid.rows.push((a, row)));
        eprintln!("matrix: {a}");
    }
    for grid in &grids {
        let cells = grid
            .rows
            .iter()
            .flat_map(|(a, row)| row.iter().zip(KINDS).map(move |(time, b)| (*time, *a, b)));
        if let Some((time, a, b)) = cells.max_by(|p, q| p.0.total_cmp(&q.0)) {
            let (title, time) = (&grid.title, figure(time));
            section.notes.push(format!("The worst cell of {title}: {a} and {b}, {time} ns."));
        }
    }
    for kind in LARGE {
        let pairs = large(kind, &mut draw)?;
        let mut cells = alone(&pairs, 0.0, rounds, &mut draw);
        cells.extend(QUESTIONS.map(|question| cell(&pairs, rounds, |pair| ask(question, pair))));
        single.push((kind, cells));
        eprintln!("matrix: {kind}");
    }
    let columns = ["point", "ray", "nearest", "overlaps", "gap", "contact", "manifold"].into();
    section.grids = grids.into();
    section.grids.push(Grid { title: "one shape, and a circle".to_owned(), columns, rows: single });
    Ok(section)
}

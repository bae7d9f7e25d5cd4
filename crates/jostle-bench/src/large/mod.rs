//! Large concave shapes: rays of a lidar among outlines, a disc on one ground, a grid against its tiles.

use crate::contest::{self, Outcome, Side};
use crate::draw::Draw;
use crate::peers::rapier;
use crate::report::{Part, Row, Section};
use crate::{Failure, Options};
use jostle::shape::{ChainEnds, Sidedness, TileCell};
use jostle::{Affine, Collider, Filter, Placed, Ray, Rot, Shape, World};

pub(crate) type Outline = Vec<[f32; 2]>;

/// Rays from one place among outlines and boxes.
pub(crate) struct Lidar {
    /// Closed lines, in the world.
    pub(crate) outlines: Vec<Outline>,
    /// Middles of boxes, all of half extents [`BOX`].
    pub(crate) boxes: Vec<[f32; 2]>,
    pub(crate) rays: Vec<([f32; 2], [f32; 2])>,
}

pub(crate) const BOX: [f32; 2] = [1.0, 0.7];

const SIDE: f32 = 60.0;

impl Lidar {
    fn new() -> Self {
        let draw = &mut Draw(61);
        let outline = |draw: &mut Draw| -> Outline {
            let [x, y] = draw.within(SIDE);
            let corner = |i: u8| {
                let turn = Rot::from_degrees(7.2 * f32::from(i));
                let r = if i.is_multiple_of(2) { 1.0 } else { draw.between(0.6, 0.9) };
                [x + r * turn.cos, y + r * turn.sin]
            };
            (0..50).map(corner).collect()
        };
        let outlines = (0..200).map(|_| outline(draw)).collect();
        let boxes = (0..30).map(|_| draw.within(SIDE)).collect();
        let ray = |i: u16| {
            let turn = Rot::from_degrees(f32::from(i) / 3.0);
            ([0.5, 0.25], [30.0 * turn.cos, 30.0 * turn.sin])
        };
        Self { outlines, boxes, rays: (0..1_080).map(ray).collect() }
    }

    fn world(&self) -> Result<World<()>, Failure> {
        let mut world = World::new();
        for outline in &self.outlines {
            let line = outline.iter().copied();
            let line = Shape::chain(line, ChainEnds::Closed, Sidedness::Both)?;
            world.add(Collider::new((), line))?;
        }
        for at in &self.boxes {
            world.add(Collider::new((), Shape::rect_half(BOX)?).at(*at))?;
        }
        let _ = world.step();
        Ok(world)
    }
}

fn rays<'a>(name: &'static str, part: Part, world: World<()>, rays: &'a [Ray]) -> Side<'a, f32> {
    Side::new(name, part, move |hits: &mut [f32]| {
        for (ray, hit) in rays.iter().zip(hits) {
            *hit = world.ray_first(ray, &Filter::ANY).map_or(f32::INFINITY, |hit| hit.fraction);
        }
    })
}

/// Wrong are answers that are not those of the last side within a ten-thousandth.
fn row(title: &str, goal: Option<f64>, outcomes: &[Outcome<f32>]) -> Row {
    let truth = &outcomes[outcomes.len() - 1].answers;
    let entries = outcomes.iter().map(|outcome| {
        let is_off = |(p, q): &(&f32, &f32)| **p != **q && (**p - **q).abs() > 1e-4;
        outcome.entry(1e9, outcome.answers.iter().zip(truth).filter(is_off).count())
    });
    eprintln!("large shapes: {title}");
    Row { title: title.into(), unit: "ns", goal, entries: entries.collect() }
}

fn lidar(options: &Options) -> Result<Row, Failure> {
    let scene = Lidar::new();
    let own: Vec<Ray> = scene.rays.iter().map(|(from, by)| Ray::new(*from, *by)).collect();
    let peer = rapier::Still::lidar(&scene);
    let sides = vec![rays("jostle ray_first", Part::Own, scene.world()?, &own), peer.rays()];
    Ok(row("a ray of a lidar", Some(2.0), &contest::hold(sides, own.len(), &0.0, options.rounds)))
}

/// The height of the ground at a vertex.
fn top(x: u32) -> f32 {
    let hill = (x % 600) as f32 - 300.0;
    20.0 - 0.0004 * hill * hill + 0.3 * (x % 5 * 7 % 5) as f32
}

/// Discs that lie in and above one line of many vertices.
fn discs(count: u32) -> Result<(Outline, Vec<[f32; 2]>, Placed), Failure> {
    let line: Outline = (0..count).map(|x| [x as f32, top(x)]).collect();
    let places = (0..100).map(|i| {
        let x = count / 3 + i;
        [x as f32 + 0.4, top(x) + 0.02 * i as f32]
    });
    let ground = Shape::chain(line.iter().copied(), ChainEnds::Open, Sidedness::Both)?;
    let places = places.collect();
    Ok((line, places, ground.place(Affine::IDENTITY)?))
}

fn ground(count: u32, options: &Options) -> Result<Row, Failure> {
    let (line, places, placed) = discs(count)?;
    let disc = Shape::circle(0.5)?;
    let at = |place: &[f32; 2]| disc.place(Affine::at(*place));
    let placed_discs = places.iter().map(at).collect::<Result<Vec<_>, _>>()?;
    let own = Side::own("jostle gap", |far: &mut [f32]| {
        for (disc, far) in placed_discs.iter().zip(far) {
            *far = placed.gap(disc).distance();
        }
    });
    let contact = Side::new("jostle contact", Part::OwnAside, |far: &mut [f32]| {
        for (disc, far) in placed_discs.iter().zip(far) {
            *far = if placed.contact(disc).is_some() { 0.0 } else { placed.gap(disc).distance() };
        }
    });
    let peer = rapier::Line::new(&line);
    let peer = Side::peer("parry2d distance to a Polyline", |far: &mut [f32]| {
        for (at, far) in places.iter().zip(far) {
            *far = peer.distance(*at, 0.5);
        }
    });
    let outcomes = contest::hold(vec![own, contact, peer], places.len(), &0.0, options.rounds);
    Ok(row(&format!("a disc and one ground of {count} vertices"), None, &outcomes))
}

/// Rays at a grid of which every eighth cell is full, as one shape and as single tiles.
fn grid(options: &Options) -> Result<Row, Failure> {
    const SIDE: u16 = 320;
    let draw = &mut Draw(62);
    let all = (0..SIDE).flat_map(|y| (0..SIDE).map(move |x| [x, y].map(f32::from)));
    let cells: Vec<([f32; 2], bool)> = all.map(|at| (at, draw.unit() < 0.125)).collect();
    let full = cells.iter().map(|(_, full)| TileCell::from(*full));
    let (mut one, mut many) = (World::new(), World::new());
    let whole = Shape::grid_of_tiles(SIDE.into(), SIDE.into(), (1.0, 1.0), [], full)?;
    one.add(Collider::new((), whole))?;
    let tiles = cells.iter().filter(|(_, full)| *full).map(|([x, y], _)| [x + 0.5, y + 0.5]);
    for at in tiles {
        many.add(Collider::new((), Shape::rect_half((0.5, 0.5))?).at(at))?;
    }
    let _ = (one.step(), many.step());
    let asked: Vec<Ray> = (0..1_000)
        .map(|_| {
            let from = [draw.between(0.0, 320.0), draw.between(0.0, 320.0)];
            Ray::new(from, draw.within(60.0))
        })
        .collect();
    let sides = vec![
        rays("jostle ray_first, one grid", Part::Own, one, &asked),
        rays("jostle ray_first, its tiles", Part::OwnAside, many, &asked),
    ];
    Ok(row("a ray at a grid", None, &contest::hold(sides, asked.len(), &0.0, options.rounds)))
}

const ABOUT: &str = "Nanoseconds a question to large concave shapes. A lidar casts 1,080 rays of length 30 among \
200 closed lines of 50 vertices and 30 boxes; a disc is asked for its distance from one line of so many \
vertices, in its middle; rays meet a grid of 320 by 320 cells, as one shape and as single tiles. Wrong are \
answers that differ from the last one's by more than 0.0001.";

/// Measures questions to large concave shapes.
pub(crate) fn run(options: &Options) -> Result<Section, Failure> {
    let mut section = Section::new("Large concave shapes", ABOUT);
    section.rows.push(lidar(options)?);
    for count in [500, 50_000] {
        section.rows.push(ground(count, options)?);
    }
    section.rows.push(grid(options)?);
    Ok(section)
}

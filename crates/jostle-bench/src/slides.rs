//! Movers that walk on tiles, and among boxes and polygons: `World::slide` beside the movers of rapier and Box2D.

use crate::contest::{self, Side};
use crate::draw::Draw;
use crate::peers::{box2d, rapier};
use crate::report::{Part, Row, Section};
use crate::scene::{Body, Form, Pose, traced};
use crate::{Failure, Options};
use jostle::shape::TileCell;
use jostle::{Affine, Collider, Filter, Key, Layers, Response, Rot, Shape, Slid, Slide, World};

/// The capsule of a mover: half the height between the ends, and the radius.
pub(crate) const MOVER: [f32; 2] = [0.4, 0.35];

/// What pulls a mover down, each frame.
const FALL: f32 = 0.125;

/// Frames of each turn.
const FRAMES: usize = 8;

/// How far into a tile counts as an overlap; Box2D's slop and rapier's gap are less.
pub(crate) const DEEP: f32 = 0.01;

/// Ground of unit tiles, five deep, each column with a height of its own.
pub(crate) struct Level {
    tops: Vec<i32>,
}

/// How many tiles lie in a column.
const DEPTH: i32 = 5;

impl Level {
    /// Flat runs of 8 to 40 columns; between them walls, ledges and pits of one or two tiles.
    fn new(columns: usize, draw: &mut Draw) -> Self {
        let (mut tops, mut top) = (Vec::with_capacity(columns), 20);
        while tops.len() < columns {
            let run = draw.between(8.0, 40.0) as usize;
            tops.extend(std::iter::repeat_n(top, run.min(columns - tops.len())));
            top = (top + [-2, -1, 1, 2][draw.between(0.0, 4.0) as usize]).clamp(10, 30);
        }
        Self { tops }
    }

    /// The middles of all tiles.
    pub(crate) fn tiles(&self) -> impl Iterator<Item = [f32; 2]> + '_ {
        let column = |(x, top): (usize, &i32)| {
            (*top - DEPTH..*top).map(move |y| [x as f32 + 0.5, y as f32 + 0.5])
        };
        self.tops.iter().enumerate().flat_map(column)
    }

    /// The height of the ground at x; walls beyond both ends.
    fn top(&self, x: f32) -> f32 {
        let at = if x >= 0.0 { self.tops.get(x as usize) } else { None };
        at.map_or(f32::INFINITY, |top| *top as f32)
    }

    fn columns(&self) -> u32 {
        self.tops.len() as u32
    }
}

/// A mover of one contestant; it turns back where it is stopped.
#[derive(Clone, Copy)]
struct Walker {
    at: [f32; 2],
    /// The step to the right in each frame.
    ask: f32,
}

/// One frame of all movers. `slide` returns where a mover ends.
fn frame(
    level: &Level,
    walkers: &mut [Walker],
    mut slide: impl FnMut(usize, [f32; 2], [f32; 2]) -> [f32; 2],
) {
    let end = level.tops.len() as f32 - 3.0;
    for (i, walker) in walkers.iter_mut().enumerate() {
        let before = walker.at;
        walker.at = slide(i, before, [walker.ask, -FALL]);
        if (walker.at[0] - before[0]).abs() < 0.5 * walker.ask.abs() {
            walker.ask = -walker.ask;
        }
        if walker.at[0] < 3.0 || walker.at[0] > end {
            walker.ask = walker.ask.abs() * if walker.at[0] < 3.0 { 1.0 } else { -1.0 };
        }
    }
}

/// How often movers stop where nothing is in the way, or end within a tile.
fn faults(
    level: &Level,
    walkers: &[Walker],
    mut slide: impl FnMut(usize, [f32; 2], [f32; 2]) -> [f32; 2],
) -> [usize; 2] {
    let (mut walkers, mut stalls, mut overlaps) = (walkers.to_vec(), 0, 0);
    let reach = MOVER[0] + MOVER[1];
    for _ in 0..600 {
        frame(level, &mut walkers, |i, at, by| {
            let to = slide(i, at, by);
            // On a flat stretch, also behind: at ledges a mover follows the corner.
            let ahead = (MOVER[1] + by[0].abs() + 0.1) * by[0].signum();
            let near = [-1.0, -0.5, 0.0, 0.5, 1.0].map(|part| level.top(at[0] + part * ahead));
            let feet = at[1] - reach;
            let is_clear = near.iter().all(|top| *top == near[2]) && near[2] < feet + 0.02;
            stalls +=
                usize::from(is_clear && (to[0] - at[0]) * by[0].signum() < 0.95 * by[0].abs());
            overlaps += usize::from(to[1] - reach < level.top(to[0]) - DEEP);
            to
        });
    }
    [stalls, overlaps]
}

const WALKERS: Layers = Layers::bit(0);
const GROUND: Layers = Layers::bit(1);

/// jostle's movers in a world with the ground.
struct Own {
    world: World<()>,
    heroes: Vec<Key>,
    slid: Slid,
}

impl Own {
    fn new(ground: &[(Shape, [f32; 2])], walkers: &[Walker]) -> Result<Self, Failure> {
        let mut world = World::new();
        for (shape, at) in ground {
            world.add(Collider::new((), shape.clone()).at(*at).layer(GROUND).sees(WALKERS))?;
        }
        let [half, radius] = MOVER;
        let shape = Shape::capsule([0.0, -half], [0.0, half], radius)?;
        let hero = |walker: &Walker| {
            let hero = Collider::new((), shape.clone()).at(walker.at);
            world.add(hero.layer(WALKERS).sees(GROUND))
        };
        let heroes = walkers.iter().map(hero).collect::<Result<_, _>>()?;
        let _ = world.step();
        Ok(Self { world, heroes, slid: Slid::default() })
    }

    fn slide(&mut self, i: usize, at: [f32; 2], by: [f32; 2]) -> [f32; 2] {
        let slide = Slide::by(by[0], by[1]).up(0.0, 1.0).snap(0.2);
        let Self { world, heroes, slid } = self;
        let done = world.slide_into(heroes[i], &slide, |_| Response::Slide, slid);
        done.expect("numbers are finite and keys are fresh");
        match slid.path().last() {
            Some(to) => [to.x, to.y],
            None => at,
        }
    }
}

/// Runs movers of one contestant in turns of some frames; the answers are where they are.
fn side<'a>(
    name: &'static str,
    part: Part,
    (level, walkers): (&'a Level, &[Walker]),
    mut slide: impl FnMut(usize, [f32; 2], [f32; 2]) -> [f32; 2] + 'a,
) -> Side<'a, f32> {
    let mut walkers = walkers.to_vec();
    Side::new(name, part, move |places: &mut [f32]| {
        for _ in 0..FRAMES {
            frame(level, &mut walkers, &mut slide);
        }
        for (place, walker) in places.iter_mut().zip(&walkers) {
            *place = walker.at[0];
        }
    })
}

const ABOUT: &str = "Nanoseconds a slide. A thousand capsules walk and fall on flat runs, ledges, walls and \
pits of ten thousand unit tiles, and turn back at walls; each keeps to its floor. Wrong are frames in which \
one loses more than a twentieth of its step with nothing in the way, or ends more than 0.01 within a tile, \
of 600 frames of all. Discs among boxes and polygons go all ways; wrong are those that end more than 0.01 within \
one.";

/// Whether no ground is within a distance.
fn is_free(world: &World<()>, radius: f32, at: [f32; 2]) -> Result<bool, Failure> {
    let disc = Shape::circle(radius)?.place(Affine::at(at))?;
    Ok(world.overlapping(&disc, &Filter::ANY.layers(GROUND)).is_empty())
}

/// Discs that walk all ways among boxes and polygons, as seen from above.
fn among(options: &Options) -> Result<Row, Failure> {
    const RADIUS: f32 = 0.35;
    let draw = &mut Draw(0x616d_6f6e);
    let mut bodies: Vec<Body> = (0..2_000)
        .map(|_| Body::new(Form::Rect([draw.between(0.3, 0.8), draw.between(0.3, 0.8)])))
        .collect();
    bodies.extend((0..50).map(|_| Body::new(traced(16..=32, draw.between(1.0, 2.0), draw))));
    let poses: Vec<Pose> =
        bodies.iter().map(|_| Pose::new(draw.within(80.0), draw.between(0.0, 360.0))).collect();
    let shapes = bodies.iter().map(|body| body.form.shape()).collect::<Result<Vec<_>, _>>()?;
    let (mut world, disc) = (World::new(), Shape::circle(RADIUS)?);
    let solid = shapes.into_iter().zip(&poses);
    let solid = solid.map(|(shape, pose)| Collider::new((), shape).transform(pose.affine()));
    world.add_all(solid.map(|one| one.layer(GROUND).sees(WALKERS)))?;
    let _ = world.step();
    let mut starts = Vec::new();
    while starts.len() < 500 {
        let at = draw.within(80.0);
        if is_free(&world, RADIUS + 0.05, at)? {
            starts.push(at);
        }
    }
    let ways: Vec<f32> = starts.iter().map(|_| draw.between(0.0, 360.0)).collect();
    // Each turns by a little in every frame, and so goes round.
    let way = |i: usize, frame: u16| {
        let turn = Rot::from_degrees(ways[i] + 3.0 * f32::from(frame));
        [0.1 * turn.cos, 0.1 * turn.sin]
    };
    let hero = |at: &[f32; 2]| Collider::new((), disc.clone()).at(*at).layer(WALKERS).sees(GROUND);
    let heroes = world.add_all(starts.iter().map(hero))?;
    let rapier = rapier::Movers::among(&bodies, &poses, RADIUS);
    let (mut places, mut frame, mut slid) = (starts.clone(), 0, Slid::default());
    let peer = Side::peer("rapier2d move_shape", |out: &mut [[f32; 2]]| {
        frame += 1;
        for (i, place) in places.iter_mut().enumerate() {
            *place = rapier.slide(*place, way(i, frame));
        }
        out.copy_from_slice(&places);
    });
    let mut turn = 0;
    let own = Side::own("jostle slide_into", |out: &mut [[f32; 2]]| {
        turn += 1;
        for ((i, key), out) in heroes.iter().enumerate().zip(out) {
            let [x, y] = way(i, turn);
            let done = world.slide_into(*key, &Slide::by(x, y), |_| Response::Slide, &mut slid);
            done.expect("numbers are finite and keys are fresh");
            if let Some(to) = slid.path().last() {
                *out = [to.x, to.y];
            }
        }
    });
    let outcomes = contest::hold(vec![own, peer], starts.len(), &[0.0; 2], options.rounds);
    let mut entries = Vec::new();
    for outcome in &outcomes {
        let mut within = 0;
        for at in &outcome.answers {
            within += usize::from(!is_free(&world, RADIUS - DEEP, *at)?);
        }
        entries.push(outcome.entry(1e9, within));
    }
    let title = "500 discs among 2,000 boxes and 50 polygons".to_owned();
    eprintln!("slides: {title}");
    Ok(Row { title, unit: "ns", goal: Some(1.5), entries })
}

/// Measures movers on single tiles, and on the same ground as one shape.
pub(crate) fn run(options: &Options) -> Result<Section, Failure> {
    let draw = &mut Draw(0x736c_6964);
    let level = Level::new(2_000, draw);
    let walkers: Vec<Walker> = (0..1_000)
        .map(|_| {
            let x = draw.between(2.0, 1_998.0);
            let speed = draw.between(0.04, 0.16);
            let ask = if draw.unit() < 0.5 { speed } else { -speed };
            // Clear of walls on both sides.
            let top = [-1.0, 0.0, 1.0].map(|by| level.top(x + by)).into_iter();
            let top = top.fold(0.0, |most: f32, top| if top > most { top } else { most });
            Walker { at: [x, top + MOVER[0] + MOVER[1] + 0.05], ask }
        })
        .collect();
    let tile = Shape::rect_half((0.5, 0.5))?;
    let tiles: Vec<_> = level.tiles().map(|at| (tile.clone(), at)).collect();
    let rows = *level.tops.iter().max().expect("columns");
    let full = |(x, y): (u32, u32)| {
        let top = level.tops[x as usize];
        TileCell::from((top - DEPTH..top).contains(&(y as i32)))
    };
    let cells = (0..rows as u32).flat_map(|y| (0..level.columns()).map(move |x| (x, y))).map(full);
    let grid = Shape::grid_of_tiles(level.columns(), rows as u32, (1.0, 1.0), [], cells)?;
    let row = |title: &str, ground: &[(Shape, [f32; 2])], voxels: bool| -> Result<Row, Failure> {
        let mut own = Own::new(ground, &walkers)?;
        let rapier = rapier::Movers::new(&level, voxels);
        let box2d = box2d::Movers::new(&level);
        let rapier_name =
            if voxels { "rapier2d move_shape, voxels" } else { "rapier2d move_shape" };
        let found = [
            faults(&level, &walkers, |i, at, by| own.slide(i, at, by)),
            faults(&level, &walkers, |_, at, by| rapier.slide(at, by)),
            faults(&level, &walkers, |_, at, by| box2d.slide(at, by)),
        ];
        let mut own = Own::new(ground, &walkers)?;
        let sides = vec![
            side("jostle slide_into", Part::Own, (&level, &walkers), |i, at, by| {
                own.slide(i, at, by)
            }),
            side(rapier_name, Part::Peer, (&level, &walkers), |_, at, by| rapier.slide(at, by)),
            side("Box2D mover loop", Part::Peer, (&level, &walkers), |_, at, by| {
                box2d.slide(at, by)
            }),
        ];
        let outcomes = contest::hold(sides, walkers.len(), &0.0, options.rounds);
        let entries = outcomes.iter().zip(found).map(|(outcome, [stalls, overlaps])| {
            let mut entry = outcome.entry(1e9 / FRAMES as f64, 0);
            entry.wrong = Some((stalls + overlaps, 600 * walkers.len()));
            entry.note = format!("{stalls} stalls, {overlaps} overlaps");
            entry
        });
        eprintln!("slides: {title}");
        Ok(Row { title: title.into(), unit: "ns", goal: Some(5.0), entries: entries.collect() })
    };
    let mut section = Section::new("Movers", ABOUT);
    section.rows.push(row("walking on 10k tiles", &tiles, false)?);
    section.rows.push(row("walking on the same ground as one shape", &[(grid, [0.0; 2])], true)?);
    section.rows.push(among(options)?);
    Ok(section)
}

//! A tile grid of 320 × 320 cells, every eighth of which is full, against its tiles as single boxes.

use super::row;
use crate::contest::{self, Side};
use crate::draw::Draw;
use crate::report::Row;
use crate::{Failure, Options};
use jostle::shape::TileCell;
use jostle::{
    Affine, Cast, Collider, Filter, Key, Layers, Placed, Ray, Response, Shape, Slide, Vec2, World,
};

const SIDE: u16 = 320;
const ASKED: usize = 1_000;
const RADIUS: f32 = 0.375;
const GROUND: Layers = Layers::bit(0);
const HEROES: Layers = Layers::bit(1);

/// The ground, and those that slide on it.
struct Ground {
    world: World<()>,
    heroes: Vec<Key>,
}

impl Ground {
    fn new(ground: impl IntoIterator<Item = (Shape, [f32; 2])>) -> Result<Self, Failure> {
        let mut world = World::new();
        let ground = ground.into_iter().map(|(shape, at)| Collider::new((), shape).at(at));
        world.add_all(ground.map(|one| one.layer(GROUND).sees(HEROES)))?;
        let _ = world.step();
        Ok(Self { world, heroes: Vec::new() })
    }

    fn add_heroes(&mut self, disc: &Shape, places: &[Vec2]) -> Result<(), Failure> {
        let hero = |at: &Vec2| Collider::new((), disc.clone()).at(*at).layer(HEROES).sees(GROUND);
        self.heroes = self.world.add_all(places.iter().map(hero))?;
        let _ = self.world.step();
        Ok(())
    }
}

/// What is asked, in pairs of a place and a way.
struct Asked {
    places: Vec<Vec2>,
    ways: Vec<Vec2>,
    discs: Vec<Placed>,
    filter: Filter<'static, ()>,
}

type Ask = fn(&Ground, &Asked, usize) -> f32;

fn fraction(of: Option<f32>) -> f32 {
    of.unwrap_or(f32::INFINITY)
}

fn verdict(holds: bool) -> f32 {
    if holds { 1.0 } else { 0.0 }
}

const QUESTIONS: [(&str, Ask); 6] = [
    ("ray", |ground, asked, i| {
        let ray = Ray::new(asked.places[i], asked.ways[i]);
        fraction(ground.world.ray_first(&ray, &asked.filter).map(|hit| hit.fraction))
    }),
    ("point", |ground, asked, i| {
        verdict(!ground.world.at_point(asked.places[i], &asked.filter).is_empty())
    }),
    ("circle", |ground, asked, i| {
        verdict(!ground.world.overlapping(&asked.discs[i], &asked.filter).is_empty())
    }),
    ("cast of a circle", |ground, asked, i| {
        let cast = Cast::of(&asked.discs[i], asked.ways[i]);
        fraction(ground.world.cast_first(&cast, &asked.filter).map(|hit| hit.fraction))
    }),
    ("cast of a circle that turns", |ground, asked, i| {
        let motion = jostle::Motion::from(asked.ways[i]).turning_degrees(60.0);
        let cast = Cast::of(&asked.discs[i], motion);
        fraction(ground.world.cast_first(&cast, &asked.filter).map(|hit| hit.fraction))
    }),
    ("slide of a circle", |ground, asked, i| {
        // Those that can stand somewhere, again and again.
        let hero = ground.heroes[i % ground.heroes.len()];
        let by = asked.ways[i] * (1.0 / 128.0);
        let slide = Slide::by(by.x, by.y).up(0.0, 1.0).snap(0.2);
        let slid = ground.world.slide_try(hero, &slide, |_| Response::Slide);
        slid.map_or(f32::NAN, |slid| slid.moved.x)
    }),
];

/// Measures one grid against its tiles; it may never be slower.
pub(super) fn rows(options: &Options) -> Result<Vec<Row>, Failure> {
    let draw = &mut Draw(62);
    let all = (0..SIDE).flat_map(|y| (0..SIDE).map(move |x| [x, y].map(f32::from)));
    let cells: Vec<([f32; 2], bool)> = all.map(|at| (at, draw.unit() < 0.125)).collect();
    let full = cells.iter().map(|(_, full)| TileCell::from(*full));
    let grid = Shape::grid_of_tiles(SIDE.into(), SIDE.into(), (1.0, 1.0), [], full)?;
    let tile = Shape::rect_half((0.5, 0.5))?;
    let tiles = cells.iter().filter(|(_, full)| *full).map(|([x, y], _)| [x + 0.5, y + 0.5]);
    let mut grounds =
        [Ground::new([(grid, [0.0; 2])])?, Ground::new(tiles.map(|at| (tile.clone(), at)))?];
    let disc = Shape::circle(RADIUS)?;
    let side = f32::from(SIDE);
    let mut place = || Vec2::new(draw.between(0.0, side), draw.between(0.0, side));
    let places: Vec<_> = (0..ASKED).map(|_| place()).collect();
    let ways = (0..ASKED).map(|_| draw.within(60.0).into()).collect();
    let discs = places.iter().map(|at| disc.place(Affine::at(*at))).collect::<Result<_, _>>()?;
    let asked = Asked { places, ways, discs, filter: Filter::ANY.layers(GROUND) };
    let is_free = |disc: &&Placed| grounds[1].world.overlapping(disc, &Filter::ANY).is_empty();
    let free = asked.discs.iter().filter(is_free).map(|disc| disc.bounds().center());
    let free: Vec<_> = free.take(500).collect();
    grounds.iter_mut().try_for_each(|ground| ground.add_heroes(&disc, &free))?;
    let [one, many] = &grounds;
    let rows = QUESTIONS.map(|(question, ask)| {
        let asked = &asked;
        let answer = |ground: &Ground, answers: &mut [f32]| {
            for (i, answer) in answers.iter_mut().enumerate() {
                *answer = ask(ground, asked, i);
            }
        };
        let sides = vec![
            Side::own("jostle, one grid", |answers| answer(one, answers)),
            Side::peer("jostle, its tiles", |answers| answer(many, answers)),
        ];
        let outcomes = contest::hold(sides, ASKED, &0.0, options.rounds);
        row(&format!("a grid of {SIDE} × {SIDE} cells: {question}"), Some(1.0), &outcomes)
    });
    Ok(rows.into())
}

//! A platform level: a hero walks over tiles and a slope, jumps through decks and rides a lift.

use crate::{DARK, GREEN, RED, color};
use jostle::shape::TileCell;
use jostle::{Affine, Collider, Error, Key, Response, Shape, Slid, Slide, Vec2, World};
use macroquad::prelude as mq;

/// `#` is solid, `/` and `\` are slopes, `=` is a deck that holds from above only.
const MAP: [&str; 15] = [
    "#..................#",
    "#..................#",
    "#..................#",
    "#............===...#",
    "#..................#",
    "#..................#",
    "#.......===........#",
    "#..................#",
    "#..................#",
    "#..................#",
    "#..===.......==....#",
    "#........../##\\....#",
    "#........./####\\...#",
    "###############....#",
    "####################",
];
const TILE: f32 = 32.0;
const HERO: Vec2 = Vec2::new(10.0, 14.0);
const LIFT: Vec2 = Vec2::new(30.0, 6.0);
const UP: (f32, f32) = (0.0, -1.0);

/// Speeds in pixels a frame.
const WALK: f32 = 3.0;
const JUMP: f32 = -11.0;
const GRAVITY: f32 = 0.5;

pub(crate) struct Level {
    world: World<()>,
    hero: Key,
    lift: Key,
    decks: Vec<Key>,
    slid: Slid,
    fall: f32,
    frame: u32,
    /// What was printed last: whether the hero stands, walks, and is at a wall.
    said: [bool; 3],
}

impl Level {
    pub(crate) fn new() -> Result<Self, Error> {
        let mut world = World::new();
        let rise = Shape::polygon([(0.0, 1.0), (1.0, 0.0), (1.0, 1.0)])?;
        let drop = Shape::polygon([(0.0, 0.0), (1.0, 1.0), (0.0, 1.0)])?;
        let cells = MAP.iter().flat_map(|row| row.chars()).map(|cell| match cell {
            '#' => TileCell::Full,
            '/' => TileCell::Tile(0),
            '\\' => TileCell::Tile(1),
            _ => TileCell::Empty,
        });
        let (columns, rows) = (MAP[0].len() as u32, MAP.len() as u32);
        let ground = Shape::grid_of_tiles(columns, rows, (TILE, TILE), [rise, drop], cells)?;
        world.add(Collider::new((), ground))?;
        let mut decks = Vec::new();
        let deck = Shape::rect_half((TILE / 2.0, 3.0))?;
        for (y, row) in MAP.iter().enumerate() {
            for (x, _) in row.match_indices('=') {
                let at = ((x as f32 + 0.5) * TILE, y as f32 * TILE + 3.0);
                decks.push(world.add(Collider::new((), deck.clone()).at(at).one_way(UP))?);
            }
        }
        let lift = world.add(Collider::new((), Shape::rect_half(LIFT)?).at(lift_at(0)).platform())?;
        let hero = world.add(Collider::new((), Shape::rect_half(HERO)?).at((120.0, 380.0)))?;
        let _ = world.step();
        let said = [false; 3];
        Ok(Self { world, hero, lift, decks, slid: Slid::default(), fall: 0.0, frame: 0, said })
    }

    /// One frame; `walk` is −1, 0 or 1.
    pub(crate) fn step(&mut self, walk: f32, jumps: bool) -> Result<(), Error> {
        self.frame += 1;
        self.world.set_transform(self.lift, Affine::at(lift_at(self.frame)))?;
        let stands = self.slid.floor.is_some();
        self.fall = match (stands, jumps) {
            (true, true) => JUMP,
            (true, false) => GRAVITY,
            (false, _) => self.fall + GRAVITY,
        };
        let slide = Slide::by(walk * WALK, self.fall).up(UP.0, UP.1).snap(6.0).step(8.0);
        let slide = slide.footing(self.slid.footing);
        self.world.slide_into(self.hero, &slide, |_| Response::Slide, &mut self.slid)?;
        if self.slid.ceiling.is_some() {
            self.fall = 0.0;
        }
        let _ = self.world.step();
        let now = [self.slid.floor.is_some(), walk != 0.0, self.slid.wall.is_some()];
        if now != self.said {
            self.said = now;
            let (word, at) = (if now[0] { "stands" } else { "falls" }, self.place(self.hero));
            let wall = if now[2] { "wall" } else { "free" };
            println!("{word} level {wall} {:.3} {:.3}", at.x, at.y);
        }
        Ok(())
    }

    fn place(&self, key: Key) -> Vec2 {
        self.world.transform(key).map_or(Vec2::ZERO, |m| Vec2::new(m.tx, m.ty))
    }

    pub(crate) fn draw(&self) {
        let block = |at: Vec2, half: Vec2, paint| {
            let (x, y) = (at.x - half.x, at.y - half.y);
            mq::draw_rectangle(x, y, 2.0 * half.x, 2.0 * half.y, color(paint));
        };
        mq::clear_background(color([246, 248, 250, 255]));
        for (y, row) in MAP.iter().enumerate() {
            for (x, cell) in row.chars().enumerate() {
                let at = |dx: f32, dy: f32| mq::Vec2::new(x as f32 + dx, y as f32 + dy) * TILE;
                let triangle = |top: mq::Vec2| {
                    mq::draw_triangle(at(0.0, 1.0), at(1.0, 1.0), top, color(DARK));
                };
                match cell {
                    '#' => mq::draw_rectangle(at(0.0, 0.0).x, at(0.0, 0.0).y, TILE, TILE, color(DARK)),
                    '/' => triangle(at(1.0, 0.0)),
                    '\\' => triangle(at(0.0, 0.0)),
                    _ => {}
                }
            }
        }
        self.decks.iter().for_each(|deck| block(self.place(*deck), Vec2::new(TILE / 2.0, 3.0), GREEN));
        block(self.place(self.lift), LIFT, GREEN);
        block(self.place(self.hero), HERO, RED);
    }
}

/// The lift goes up and down once in six seconds.
fn lift_at(frame: u32) -> (f32, f32) {
    let part = (frame % 360) as f32 / 180.0;
    (540.0, 442.0 - 300.0 * if part < 1.0 { part } else { 2.0 - part })
}

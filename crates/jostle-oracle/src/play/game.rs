//! The library under test: does the calls of a run and returns what slides did. Only this file knows its interface.

use std::collections::BTreeMap;

use jostle::shape::{ChainEnds, Sidedness, TileCell};
use jostle::{
    Affine, Collider, Key, Pace, Response, Shape, ShapeError, Slid, Slide, SlideEnd, Vec2, World,
    world::Footing,
};

use super::form::{Form, Matrix, triangle};
use super::op::{Ask, Body, Op};

/// What a slide did; world frame.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Answer {
    pub(crate) from: [f32; 2],
    pub(crate) to: [f32; 2],
    /// The transform at the end in the frame of the parent.
    pub(crate) local: Matrix,
    pub(crate) path: Vec<[f32; 2]>,
    pub(crate) carried: [f32; 2],
    pub(crate) pushed: [f32; 2],
    pub(crate) floor: Option<[f32; 2]>,
    pub(crate) wall: Option<[f32; 2]>,
    pub(crate) ceiling: Option<[f32; 2]>,
    /// The key of what it stands on.
    pub(crate) footing: Option<u64>,
    pub(crate) stepped: f32,
    pub(crate) snapped: f32,
    pub(crate) end: End,
}

/// Why a slide ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum End {
    Done,
    Stuck,
    OutOfLegs,
}

/// A world and the footings of its movers.
pub(crate) struct Game {
    world: World<u64>,
    keys: BTreeMap<u64, Key>,
    footings: BTreeMap<u64, Footing>,
}

impl Game {
    pub(crate) fn new() -> Self {
        Self { world: World::new(), keys: BTreeMap::new(), footings: BTreeMap::new() }
    }

    /// Does a call; a slide answers.
    pub(crate) fn apply(&mut self, op: &Op) -> Result<Option<Answer>, String> {
        match op {
            Op::Insert { key, body } => self.insert(*key, body)?,
            Op::Set { key, matrix } => {
                let key = self.key(*key)?;
                let set = self.world.set_transform(key, Affine::from_matrix(*matrix));
                set.map_err(|e| e.to_string())?;
            }
            Op::Slide { key, ask } => return self.slide(*key, ask).map(Some),
            Op::Step => _ = self.world.step(),
        }
        Ok(None)
    }

    fn key(&self, key: u64) -> Result<Key, String> {
        self.keys.get(&key).copied().ok_or_else(|| format!("no key {key}"))
    }

    fn insert(&mut self, key: u64, body: &Body) -> Result<(), String> {
        let collider = match &body.form {
            Some(form) => Collider::new(key, shape(form).map_err(|e| e.to_string())?),
            None => Collider::group(key),
        };
        let mut collider = collider.transform(Affine::from_matrix(body.matrix));
        if let Some(direction) = body.one_way {
            collider = collider.one_way(direction);
        }
        if body.is_platform {
            collider = collider.platform();
        }
        if let Some(parent) = body.parent {
            collider = collider.parent(self.key(parent)?);
        }
        let made = self.world.add(collider).map_err(|e| e.to_string())?;
        self.keys.insert(key, made);
        Ok(())
    }

    fn slide(&mut self, number: u64, ask: &Ask) -> Result<Answer, String> {
        let key = self.key(number)?;
        let place = |world: &World<u64>| {
            world.world_transform(key).map_or([f32::NAN; 2], |Affine { tx, ty, .. }| [tx, ty])
        };
        let from = place(&self.world);
        let footing = self.footings.get(&number).copied();
        let slid = self.world.slide(key, &asked(ask).footing(footing), |_| Response::Slide);
        let slid: Slid = slid.map_err(|e| e.to_string())?;
        match slid.footing {
            Some(footing) => _ = self.footings.insert(number, footing),
            None => _ = self.footings.remove(&number),
        }
        let two = |v: Vec2| [v.x, v.y];
        let Affine { a, b, c, d, tx, ty } = slid.transform;
        Ok(Answer {
            from,
            to: place(&self.world),
            local: [a, b, c, d, tx, ty],
            path: slid.path().iter().copied().map(two).collect(),
            carried: two(slid.carried),
            pushed: two(slid.pushed),
            floor: slid.floor.map(two),
            wall: slid.wall.map(two),
            ceiling: slid.ceiling.map(two),
            footing: slid.footing.and_then(|f| self.world.data(f.key).copied()),
            stepped: slid.stepped,
            snapped: slid.snapped,
            end: match slid.end {
                SlideEnd::Stuck => End::Stuck,
                SlideEnd::OutOfLegs => End::OutOfLegs,
                SlideEnd::Done | SlideEnd::Stopped => End::Done,
            },
        })
    }
}

fn asked(ask: &Ask) -> Slide {
    let pace = match ask.pace {
        "keep" => Pace::Keep,
        "level" => Pace::Level,
        _ => Pace::Project,
    };
    let slide = Slide::by(ask.by[0], ask.by[1]).step(ask.step).snap(ask.snap).pace(pace);
    match ask.up {
        Some([x, y]) => slide.up(x, y).max_slope(ask.max_slope.to_radians()),
        None => slide,
    }
}

fn shape(form: &Form) -> Result<Shape, ShapeError> {
    match form {
        Form::Rect { center, half } => Shape::rect_half_at(*center, *half, jostle::Rot::IDENTITY),
        Form::Circle { center, radius } => Shape::circle_at(*center, *radius),
        Form::Capsule { a, b, radius } => Shape::capsule(*a, *b, *radius),
        Form::Polygon { points, .. } => Shape::polygon(points.iter().copied()),
        Form::Chain { points, is_left } => {
            let sided = if *is_left { Sidedness::Left } else { Sidedness::Both };
            Shape::chain(points.iter().copied(), ChainEnds::Open, sided)
        }
        Form::Compound(parts) => {
            let parts: Result<Vec<_>, _> =
                parts.iter().map(|part| Ok((shape(part)?, Affine::IDENTITY))).collect();
            Shape::compound(parts?)
        }
        Form::Grid { cell, rows } => grid(*cell, rows),
        Form::Mask { rows } => {
            let wide = rows[0].len();
            let word =
                |row: &[u8]| row.iter().rev().fold(0, |bits, c| bits << 1 | u64::from(*c == b'#'));
            let words = rows.iter().flat_map(|row| row.as_bytes().chunks(64).map(word));
            Shape::mask(wide as u32, rows.len() as u32, words)
        }
    }
}

fn grid(cell: f32, rows: &[String]) -> Result<Shape, ShapeError> {
    let tiles = ['/', '\\'].map(|tile| Shape::polygon(triangle(tile).unwrap_or_default()));
    let [up, down] = tiles;
    let cells = rows.iter().flat_map(|row| row.chars()).map(|tile| match tile {
        '#' => TileCell::Full,
        '/' => TileCell::Tile(0),
        '\\' => TileCell::Tile(1),
        _ => TileCell::Empty,
    });
    let size = [rows[0].len() as u32, rows.len() as u32];
    Shape::grid_of_tiles(size[0], size[1], [cell, cell], [up?, down?], cells)
}

//! The rules. There is no window here, so a test can play them.

use jostle::prelude::*;
use jostle::{Response, Slid, Slide, Vec2};
use jostle_macroquad::jostle_tiled::{Item, Map};

jostle::layers! { HERO, SOLID, COIN }

#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Thing {
    Hero,
    Ground,
    Coin,
    Block,
}

pub struct Game {
    pub world: World<Thing>,
    pub hero: Key,
    pub coins: u32,
    lifts: Vec<(Key, Item)>,
    start: Vec2,
    bottom: f32,
    slid: Slid,
    /// Down, in pixels a frame; a frame is a sixtieth of a second.
    fall: f32,
    frames: f32,
}

impl Game {
    pub fn new(map: &Map) -> Result<Self, Box<dyn std::error::Error>> {
        let mut world = World::new();
        for item in map.grids()? {
            world.add(item.collider(Thing::Ground).layer(SOLID).sees(Layers::NONE))?;
        }
        let mut lifts = Vec::new();
        for object in map.objects() {
            let block = object.collider(Thing::Block).layer(SOLID).sees(HERO);
            match &*object.class {
                "coin" => {
                    _ = world.add(object.collider(Thing::Coin).layer(COIN).sees(HERO).sensor())?
                }
                "crate" => _ = world.add(block)?,
                "lift" => lifts.push((world.add(block.platform())?, object.clone())),
                _ => {}
            }
        }
        let start = map.object("hero").ok_or("the map has no object named hero")?.center();
        let body = Shape::capsule((0.0, -5.0), (0.0, 5.0), 6.0)?;
        let hero = Collider::new(Thing::Hero, body).at(start).layer(HERO).sees(SOLID | COIN);
        let hero = world.add(hero)?;
        let (slid, bottom) = (Slid::default(), map.bounds().max.y);
        Ok(Self { world, hero, coins: 0, lifts, start, bottom, slid, fall: 0.0, frames: 0.0 })
    }

    /// One frame; `walk` is -1, 0 or 1.
    pub fn frame(&mut self, walk: f32, jump: bool) -> Result<(), jostle::Error> {
        self.frames += 1.0;
        for (key, lift) in &self.lifts {
            let number = |name| lift.properties.number(name).unwrap_or(0.0) as f32;
            let turn = self.frames / 60.0 / number("seconds").max(1.0) * std::f32::consts::TAU;
            let way = Vec2::new(number("travel_x"), number("travel_y")) * (0.5 - 0.5 * turn.cos());
            self.world.set_position(*key, lift.transform.translation() + way)?;
        }
        self.fall = match (self.slid.floor.is_some(), jump) {
            (true, true) => -7.0,
            (true, false) => 0.34,
            (false, _) => (self.fall + 0.34).min(8.0),
        };
        let snap = if self.fall < 0.0 { 0.0 } else { 6.0 };
        let slide = Slide::by(walk * 2.4, self.fall).up(0.0, -1.0).step(5.0).snap(snap);
        let slide = slide.footing(self.slid.footing);
        self.world.slide_into(self.hero, &slide, |_| Response::Slide, &mut self.slid)?;
        if self.slid.ceiling.is_some() {
            self.fall = 0.0;
        }
        if self.world.position(self.hero).is_some_and(|at| at.y > self.bottom) {
            self.world.set_position(self.hero, self.start)?;
        }
        for event in self.world.step() {
            let Some(other) = event.other(self.hero).filter(|_| event.is_enter()) else { continue };
            if self.world.data(other) == Some(&Thing::Coin) {
                self.world.remove(other);
                self.coins += 1;
            }
        }
        Ok(())
    }
}

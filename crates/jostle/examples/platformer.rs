//! A hero runs over tiles, jumps through a deck and rides a lift.
//!
//! `cargo run --example platformer`

use jostle::{Affine, Collider, Error, Key, Response, Shape, Slid, Slide, Vec2, World};

/// One frame of a game: speeds in pixels a frame, y down.
struct Hero {
    key: Key,
    fall: f32,
    slid: Slid,
}

impl Hero {
    fn frame(&mut self, world: &mut World<&str>, walk: f32, jumps: bool) -> Result<(), Error> {
        let stands = self.slid.floor.is_some();
        self.fall = match (stands, jumps) {
            (true, true) => -9.0,
            (true, false) => 0.5,
            (false, _) => self.fall + 0.5,
        };
        let slide = Slide::by(walk, self.fall).up(0.0, -1.0).snap(4.0).step(6.0);
        let slide = slide.footing(self.slid.footing);
        world.slide_into(self.key, &slide, |_| Response::Slide, &mut self.slid)?;
        if self.slid.ceiling.is_some() {
            self.fall = 0.0;
        }
        Ok(())
    }
}

/// Returns where the hero is after a walk, after a jump, and after a ride.
pub(crate) fn play() -> Result<[Vec2; 3], Error> {
    let mut world = World::new();
    let tile = std::sync::Arc::new(Shape::rect_half((8.0, 8.0))?);
    for column in 0..20 {
        world.add(Collider::new("tile", tile.clone()).at((column as f32 * 16.0, 8.0)))?;
    }
    let deck = Shape::rect_half((32.0, 2.0))?;
    world.add(Collider::new("deck", deck).at((160.0, -48.0)).one_way((0.0, -1.0)))?;
    let lift = Shape::rect_half((16.0, 4.0))?;
    let lift = world.add(Collider::new("lift", lift).at((328.0, 4.0)).platform())?;
    let body = Shape::rect_half((6.0, 8.0))?;
    let key = world.add(Collider::new("hero", body).at((0.0, -20.0)))?;
    let mut hero = Hero { key, fall: 0.0, slid: Slid::default() };
    let place =
        |world: &World<&str>| world.transform(key).map_or(Vec2::ZERO, |m| (m.tx, m.ty).into());
    let mut places = [Vec2::ZERO; 3];
    for frame in 0..80 {
        hero.frame(&mut world, if frame < 10 { 0.0 } else { 2.0 }, false)?;
        let _events = world.step();
    }
    places[0] = place(&world);
    for frame in 0..50 {
        hero.frame(&mut world, 0.0, frame == 0)?;
        let _events = world.step();
    }
    places[1] = place(&world);
    for frame in 0..160 {
        // The lift rises once the hero is on it.
        if frame >= 120 {
            world.set_transform(lift, Affine::at((328.0, 4.0 - (frame - 120) as f32 * 2.0)))?;
        }
        hero.frame(&mut world, if frame < 94 { 2.0 } else { 0.0 }, false)?;
        let _events = world.step();
    }
    places[2] = place(&world);
    Ok(places)
}

fn main() -> Result<(), Error> {
    for place in play()? {
        println!("{} {}", place.x, place.y);
    }
    Ok(())
}

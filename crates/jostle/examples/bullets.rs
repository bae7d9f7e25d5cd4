//! Bullets that are faster than the walls are thick, and a blade that spins.
//!
//! `cargo run --example bullets`

use jostle::{Affine, Cast, Collider, Error, Filter, Key, Motion, Shape, Vec2, World};

/// Shoots once: moves the bullet to what it meets, removes a target, and returns its data.
fn shoot(world: &mut World<&'static str>, bullet: Key, speed: f32) -> Result<&'static str, Error> {
    let way = Motion::by(speed, 0.0);
    let Some(hit) = world.cast_key(bullet, &way, &Filter::ANY)? else { return Ok("nothing") };
    let start = world.transform(bullet).unwrap_or(Affine::IDENTITY);
    world.set_transform(bullet, way.at(&start, hit.fraction))?;
    let met = world.data(hit.key).copied().unwrap_or("nothing");
    if met == "paper" {
        world.remove(hit.key);
    }
    Ok(met)
}

/// Returns what three shots meet, where the bullet ends, and what a blade meets first in a turn.
pub(crate) fn play() -> Result<([&'static str; 3], Vec2, &'static str), Error> {
    let mut world = World::new();
    // Two sheets of paper, thin beside the 100,000 pixels that a bullet flies in a frame.
    let paper = Shape::rect_half((0.0001, 50.0))?;
    for x in [300.0, 600.0] {
        world.add(Collider::new("paper", paper.clone()).at((x, 0.0)))?;
    }
    world.add(Collider::new("wall", Shape::rect_half((10.0, 50.0))?).at((1010.0, 0.0)))?;
    let bullet = world.add(Collider::new("bullet", Shape::circle(2.0)?))?;
    let mut met = ["nothing"; 3];
    for met in &mut met {
        *met = shoot(&mut world, bullet, 100_000.0)?;
    }
    let end = world.transform(bullet).map_or(Vec2::ZERO, |m| (m.tx, m.ty).into());
    // A blade turns three times in one frame: no sampling of its poses would find the post.
    world.add(Collider::new("post", Shape::circle(1.0)?).at((0.0, 535.0)))?;
    let blade = Shape::rect_half((40.0, 0.5))?.place(Affine::at((0.0, 500.0)))?;
    let spin = Cast::of(&blade, Motion::NONE.turning_degrees(1080.0));
    let first = world.cast_first(&spin, &Filter::ANY);
    let cut = first.and_then(|hit| world.data(hit.key)).copied().unwrap_or("nothing");
    Ok((met, end, cut))
}

fn main() -> Result<(), Error> {
    let (met, end, cut) = play()?;
    println!("{met:?} {} {} {cut}", end.x, end.y);
    Ok(())
}

//! Rollback: the input of the other player comes eight frames late. The game goes on with a guess; when
//! the input arrives, it takes the world back and plays the frames again. Both worlds agree in the end.

mod stage;

use std::collections::VecDeque;

use jostle::prelude::*;
use jostle_macroquad::{draw_world, screen_rect};
use macroquad::prelude::*;
use stage::{Input, Stage};

const LATE: usize = 8;

fn conf() -> Conf {
    stage::window("rollback")
}

fn script(frame: u32) -> Input {
    Input { walk: Vec2::from_angle(frame as f32 * 0.05), ..Input::default() }
}

/// Two balls in a room of posts; the data is the number of the player, 0 for posts.
fn room() -> Result<(World<u8>, [Key; 2]), jostle::Error> {
    let mut world = World::new();
    let ball = std::sync::Arc::new(Shape::circle(18.0)?);
    let players = [1, 2].map(|n| Collider::new(n, ball.clone()).at((f32::from(n) * 210.0, 240.0)));
    let keys = world.add_all(players)?;
    for i in 0..12 {
        let at = vec2(320.0, 240.0) + Vec2::from_angle(i as f32 * 0.52) * 180.0;
        world.add(Collider::new(0, Shape::rect_size((30.0, 30.0))?).at(at).sees(Layers::NONE))?;
    }
    Ok((world, [keys[0], keys[1]]))
}

/// The whole game: walk, step, push out.
fn tick(world: &mut World<u8>, players: [Key; 2], walk: [Vec2; 2]) -> Result<(), jostle::Error> {
    for (key, walk) in players.into_iter().zip(walk) {
        world.move_by(key, walk * 3.0)?;
    }
    for event in world.step() {
        let Some(touch) = event.touch() else { continue };
        for key in players {
            world.move_by(key, touch.push(key))?;
        }
    }
    Ok(())
}

#[macroquad::main(conf)]
async fn main() -> Result<(), jostle::Error> {
    let ((mut here, players), (mut there, others)) = (room()?, room()?);
    let mut stage = Stage::new("rollback", 240, script);
    // What this side has saved, and the inputs that are on their way.
    let mut saved: VecDeque<Vec<u8>> = VecDeque::new();
    let mut mine: VecDeque<Vec2> = VecDeque::new();
    let mut coming: VecDeque<Vec2> = VecDeque::new();
    let (mut seen, mut frame) = (Vec2::ZERO, 0);
    loop {
        let walk = stage.input().walk;
        // The other player runs in circles, on a machine that has all inputs in time.
        let other = Vec2::from_angle(-0.03 * frame as f32);
        frame += 1;
        tick(&mut there, others, [walk, other])?;

        saved.push_back(here.snapshot()?);
        mine.push_back(walk);
        coming.push_back(other);
        tick(&mut here, players, [walk, seen])?;
        if coming.len() > LATE {
            // The input of the oldest frame is here: go back to it, and play on with the new guess.
            seen = coming.pop_front().unwrap_or_default();
            here.restore(&saved[0])?;
            for (i, walk) in mine.iter().enumerate() {
                saved[i] = here.snapshot()?;
                tick(&mut here, players, [*walk, seen])?;
            }
            saved.pop_front();
            mine.pop_front();
        }

        clear_background(WHITE);
        draw_world(&here, screen_rect());
        let at = there.position(others[1]).unwrap_or_default();
        draw_circle_lines(at.x, at.y, 22.0, 2.0, VIOLET);
        draw_text("violet: where the other player really is", 10.0, 24.0, 24.0, BLACK);
        // Once all inputs have arrived both worlds are the same, bit for bit.
        let mut check = || -> Result<bool, jostle::Error> {
            here.restore(&saved[0])?;
            for (walk, other) in mine.iter().zip(&coming) {
                tick(&mut here, players, [*walk, *other])?;
            }
            Ok(here.hash() == there.hash())
        };
        stage.show(|| assert_eq!(check(), Ok(true))).await;
    }
}

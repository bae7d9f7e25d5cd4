//! A room from above: the arrow keys walk, walls push out, coins are collected, and a guard sees the hero
//! where no wall is between them.

mod stage;

use jostle::prelude::*;
use jostle_macroquad::{draw_world, screen_rect};
use macroquad::prelude::*;
use stage::{Input, Stage};

jostle::layers! { HERO, WALL, COIN, GUARD }

const MAP: [&str; 12] = [
    "################",
    "#h    #        #",
    "#     #   c    #",
    "#  c  #        #",
    "#     #   ##   #",
    "#              #",
    "#   ####    c  #",
    "#      #       #",
    "#  c   #   g   #",
    "#      #       #",
    "#      #       #",
    "################",
];
const TILE: f32 = 40.0;

fn conf() -> Conf {
    stage::window("top_down")
}

/// Over a coin to the gap in the wall, and through it to the guard.
fn script(frame: u32) -> Input {
    let walk = match frame {
        0..=27 => vec2(1.0, 1.0),
        28..=47 => vec2(-1.0, 4.0),
        _ => vec2(1.0, 0.0),
    };
    Input { walk, ..Input::default() }
}

fn main_world() -> Result<(World<char>, Key, Key), jostle::Error> {
    let mut world = World::new();
    let (mut hero, mut guard) = (Key::default(), Key::default());
    let row = |row: &str| {
        row.bytes().enumerate().fold(0, |bits, (i, c)| bits | u64::from(c == b'#') << i)
    };
    let walls = Shape::grid(16, 12, (TILE, TILE), MAP.map(row))?;
    world.add(Collider::new('#', walls).layer(WALL).sees(Layers::NONE))?;
    for (y, line) in MAP.iter().enumerate() {
        for (x, kind) in line.chars().enumerate() {
            let at = vec2(x as f32 + 0.5, y as f32 + 0.5) * TILE;
            let ball =
                |radius: f32| Shape::circle(radius).map(|shape| Collider::new(kind, shape).at(at));
            match kind {
                'h' => hero = world.add(ball(14.0)?.layer(HERO))?,
                'g' => guard = world.add(ball(14.0)?.layer(GUARD).sees(HERO))?,
                'c' => _ = world.add(ball(8.0)?.layer(COIN).sees(HERO).sensor())?,
                _ => {}
            }
        }
    }
    Ok((world, hero, guard))
}

#[macroquad::main(conf)]
async fn main() -> Result<(), jostle::Error> {
    let (mut world, hero, guard) = main_world()?;
    let mut stage = Stage::new("top_down", 150, script);
    let (mut coins, mut alarms) = (0, 0);
    let mut found = Vec::new();
    loop {
        world.move_by(hero, stage.input().walk.normalize_or_zero() * 4.0)?;
        // One contact for each face: out of a corner by both.
        if let Some(body) = world.placed(hero).cloned() {
            world.contacts_of_into(&body, &WALL.into(), &mut found);
            for (_, contact) in &found {
                world.move_by(hero, contact.push_a())?;
            }
        }
        for event in world.step() {
            let Some(other) = event.other(hero).filter(|_| event.is_enter()) else { continue };
            if world.data(other) == Some(&'c') {
                world.remove(other);
                coins += 1;
            }
        }
        let ends = [guard, hero].map(|key| world.position(key).unwrap_or_default());
        let seen = world.line_of_sight(ends[0], ends[1], &WALL.into());
        alarms += u32::from(seen);

        clear_background(WHITE);
        draw_world(&world, screen_rect());
        let color = if seen { RED } else { LIGHTGRAY };
        draw_line(ends[0].x, ends[0].y, ends[1].x, ends[1].y, 2.0, color);
        draw_text(format!("{coins} coins, seen in {alarms} frames"), 50.0, 30.0, 24.0, BLACK);
        let inside = world.placed(hero).is_some_and(|body| {
            world.contacts_of(body, &WALL.into()).iter().all(|(_, contact)| contact.depth < 0.01)
        });
        stage.show(|| assert!(inside && coins == 1 && alarms > 10, "{coins} {alarms}")).await;
    }
}

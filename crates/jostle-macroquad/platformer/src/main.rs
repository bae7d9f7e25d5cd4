//! A platformer: the arrow keys walk and jump, D draws what jostle sees.

mod game;

use game::{Game, Thing};
use jostle_macroquad::{TiledLevel, camera_rect, draw_world};
use macroquad::prelude::*;

/// What is seen of the level from top to bottom.
const HEIGHT: f32 = 320.0;

#[macroquad::main("platformer")]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let level = TiledLevel::load("level.tmj").await?;
    let mut game = Game::new(&level.map)?;
    let size = Vec2::from(level.map.bounds().size());
    let (mut late, mut jump, mut debug, mut coins) = (0.0, false, false, 0);
    loop {
        // The rules run 60 times a second, however often the screen does.
        late = (late + get_frame_time()).min(0.1);
        jump |= is_key_pressed(KeyCode::Up);
        debug ^= is_key_pressed(KeyCode::D);
        let walk = f32::from(is_key_down(KeyCode::Right)) - f32::from(is_key_down(KeyCode::Left));
        while late >= 1.0 / 60.0 {
            late -= 1.0 / 60.0;
            game.frame(walk, std::mem::take(&mut jump))?;
        }
        if game.coins > coins {
            coins = game.coins;
            info!("coins: {}", coins);
        }

        let at = Vec2::from(game.world.position(game.hero).unwrap_or_default());
        let view = vec2(HEIGHT * screen_width() / screen_height(), HEIGHT);
        let target = at.clamp(view / 2.0, size - view / 2.0);
        let camera = Camera2D { target, zoom: 2.0 / view, ..Camera2D::default() };
        set_camera(&camera);
        clear_background(SKYBLUE);
        level.draw();
        for (key, thing) in game.world.iter() {
            let Some(placed) = game.world.placed(key) else { continue };
            let (corner, size) = (placed.bounds().min, placed.bounds().size());
            match thing {
                Thing::Ground => {}
                Thing::Coin => draw_circle(corner.x + 5.0, corner.y + 5.0, 5.0, GOLD),
                Thing::Hero => draw_rectangle(corner.x, corner.y, size.x, size.y, MAROON),
                Thing::Block => draw_rectangle(corner.x, corner.y, size.x, size.y, BROWN),
            }
        }
        if debug {
            draw_world(&game.world, camera_rect(&camera));
        }
        set_default_camera();
        draw_text(format!("{coins} coins"), 16.0, 32.0, 32.0, BLACK);
        next_frame().await;
    }
}

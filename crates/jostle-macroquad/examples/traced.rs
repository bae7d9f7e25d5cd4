//! Hitboxes from pictures: a picture is traced once, and its shape turns with it. The arrow keys move the
//! small one, which is pushed out.

mod stage;

use jostle::prelude::*;
use jostle_macroquad::{draw_world, jostle_trace::Goal, screen_rect, texture_hitbox};
use macroquad::prelude::*;
use stage::{Input, Stage};

fn conf() -> Conf {
    stage::window("traced")
}

/// The small one walks right into the big one.
fn script(_: u32) -> Input {
    Input { walk: vec2(1.0, 0.0), ..Input::default() }
}

/// A gear with this number of teeth and a hole.
fn gear(side: u16, teeth: f32, color: Color) -> Texture2D {
    let mut image = Image::gen_image_color(side, side, BLANK);
    let middle = f32::from(side) / 2.0;
    for y in 0..side {
        for x in 0..side {
            let from = vec2(f32::from(x) + 0.5 - middle, f32::from(y) + 0.5 - middle);
            let tooth = Vec2::from_angle(from.to_angle() * teeth).y > 0.0;
            let outer = middle * if tooth { 0.95 } else { 0.75 };
            if (middle * 0.3..outer).contains(&from.length()) {
                image.set_pixel(x.into(), y.into(), color);
            }
        }
    }
    Texture2D::from_image(&image)
}

#[macroquad::main(conf)]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let pictures = [gear(240, 9.0, GOLD), gear(80, 5.0, SKYBLUE)];
    let mut world = World::new();
    let mut add = |picture: &Texture2D, at: Vec2| -> Result<_, Box<dyn std::error::Error>> {
        let shape = texture_hitbox(picture, Goal::deviation(1.0))?.ok_or("an empty picture")?;
        Ok(world.add(Collider::new((), shape).at(at))?)
    };
    let big = add(&pictures[0], vec2(380.0, 240.0))?;
    let small = add(&pictures[1], vec2(80.0, 240.0))?;
    let mut stage = Stage::new("traced", 120, script);
    let mut angle = 0.0;
    loop {
        angle += 0.01;
        world.set_transform(big, Affine::at((380.0, 240.0)).rotated(angle))?;
        world.move_by(small, stage.input().walk * 4.0)?;
        for event in world.step() {
            if let Some(touch) = event.touch() {
                world.move_by(small, touch.push(small))?;
            }
        }

        clear_background(WHITE);
        for (picture, key) in pictures.iter().zip([big, small]) {
            let transform = world.transform(key).unwrap_or_default();
            let corner = Vec2::from(transform.translation()) - picture.size() / 2.0;
            let rotation = transform.rotation().angle();
            let turned = DrawTextureParams { rotation, ..DrawTextureParams::default() };
            draw_texture_ex(picture, corner.x, corner.y, WHITE, turned);
        }
        draw_world(&world, screen_rect());
        let gap = world.gap(big, small).map_or(0.0, |gap| gap.separation);
        let x = world.position(small).unwrap_or_default().x;
        stage.show(|| assert!(gap > -0.01 && x > 180.0 && x < 300.0, "{gap} at {x}")).await;
    }
}

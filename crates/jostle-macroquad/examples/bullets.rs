//! Many bullets against traced rocks: a bullet is a ray with a radius, so that none passes through and none
//! needs a collider. The mouse aims, the button shoots.

mod stage;

use jostle::Vec2 as Point;
use jostle::prelude::*;
use jostle_macroquad::{draw_world, image_hitbox, jostle_trace::Goal, screen_rect};
use macroquad::prelude::*;
use stage::{Input, Stage};

const RADIUS: f32 = 3.0;
const GUN: Vec2 = vec2(320.0, 470.0);

struct Bullet {
    at: Vec2,
    velocity: Vec2,
}

fn conf() -> Conf {
    stage::window("bullets")
}

/// Sweeps over all rocks, and shoots all the time.
fn script(frame: u32) -> Input {
    let mouse = vec2(5.0 * frame as f32, 100.0);
    Input { mouse, click: true, ..Input::default() }
}

/// A rock with a notch, by its pixels.
fn rock(side: u16, notch: f32) -> Result<Shape, Box<dyn std::error::Error>> {
    let mut image = Image::gen_image_color(side, side, BLANK);
    let middle = f32::from(side) / 2.0;
    for (x, y) in (0..side).flat_map(|y| (0..side).map(move |x| (x, y))) {
        let from = vec2(f32::from(x) + 0.5 - middle, f32::from(y) + 0.5 - middle);
        let is_notch = (from.to_angle() - notch).abs() < 0.4 && from.length() > middle * 0.3;
        if from.length() < middle * 0.95 && !is_notch {
            image.set_pixel(x.into(), y.into(), GRAY);
        }
    }
    Ok(image_hitbox(&image, Goal::deviation(1.0))?.ok_or("an empty picture")?)
}

#[macroquad::main(conf)]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut world = World::new();
    for (i, x) in (0..6).zip([60.0, 160.0, 260.0, 380.0, 480.0, 580.0]) {
        let rock = rock(56 + 8 * i, 0.5 * f32::from(i) - 1.0)?;
        world.add(Collider::new(0_u32, rock).at((x, 90.0 + 30.0 * f32::from(i % 3))))?;
    }
    let mut stage = Stage::new("bullets", 128, script);
    let mut bullets: Vec<Bullet> = Vec::new();
    let (mut rays, mut found) = (Vec::new(), Vec::new());
    let (mut hits, mut shots) = (0, 0);
    loop {
        let input = stage.input();
        if input.click || is_mouse_button_down(MouseButton::Left) {
            // A fan of bullets that fly 300 pixels a frame.
            for i in -10..=10 {
                let aim = (input.mouse - GUN).normalize_or_zero();
                let velocity = Vec2::from_angle(0.02 * i as f32).rotate(aim) * 300.0;
                bullets.push(Bullet { at: GUN, velocity });
                shots += 1;
            }
        }
        // The way of this frame: what it meets first. A ray that starts in a rock hits it at once.
        rays.clear();
        let way = |b: &Bullet| Ray::new(b.at, b.velocity).thick(RADIUS);
        rays.extend(bullets.iter().map(way));
        world.ray_first_each(&rays, &Filter::ANY, &mut found);
        let mut sparks: Vec<Point> = Vec::new();
        let mut answers = found.iter();
        bullets.retain_mut(|bullet| {
            bullet.at += bullet.velocity;
            let hit = answers.next().copied().flatten();
            if let Some(hit) = hit {
                hits += 1;
                sparks.push(hit.point);
                if let Some(count) = world.data_mut(hit.key) {
                    *count += 1;
                }
            }
            hit.is_none() && screen_rect().contains(bullet.at)
        });

        clear_background(WHITE);
        draw_world(&world, screen_rect());
        for bullet in &bullets {
            draw_circle(bullet.at.x, bullet.at.y, RADIUS, BLUE);
        }
        for spark in sparks {
            draw_circle(spark.x, spark.y, 5.0, ORANGE);
        }
        draw_circle(GUN.x, GUN.y, 8.0, BLACK);
        draw_text(format!("{hits} of {shots} bullets hit"), 16.0, 30.0, 24.0, BLACK);
        let each = world.iter().map(|(_, count)| *count).collect::<Vec<_>>();
        let inside = bullets.iter().filter(|b| !world.at_point(b.at, &Filter::ANY).is_empty());
        let inside = inside.count();
        stage.show(|| assert!(each.iter().all(|hits| *hits > 10) && inside == 0, "{each:?}")).await;
    }
}

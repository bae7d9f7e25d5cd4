//! What is under the mouse: shapes of every kind light up; a click takes one away; a laser from the
//! middle of the window ends at the first thing in its way.

mod stage;

use jostle::prelude::*;
use jostle_macroquad::{draw_world, screen_rect};
use macroquad::prelude::*;
use stage::{Input, Stage};

fn conf() -> Conf {
    stage::window("mouse_pick")
}

/// The mouse crosses the window and clicks on the star at its end.
fn script(frame: u32) -> Input {
    let mouse = vec2(70.0, 40.0).lerp(vec2(70.0, 400.0), frame.min(50) as f32 / 50.0);
    Input { mouse, click: frame == 50, ..Input::default() }
}

fn shapes() -> Result<Vec<Shape>, jostle::Error> {
    let star = (0..10).map(|i| {
        let radius = if i % 2 == 0 { 30.0 } else { 12.0 };
        radius * Vec2::from_angle(i as f32 * std::f32::consts::PI / 5.0)
    });
    Ok(vec![
        Shape::circle(24.0)?,
        Shape::rect_size((50.0, 30.0))?,
        Shape::capsule((-16.0, 0.0), (16.0, 0.0), 12.0)?,
        Shape::polygon(star)?,
        Shape::ellipse((30.0, 16.0))?,
    ])
}

#[macroquad::main(conf)]
async fn main() -> Result<(), jostle::Error> {
    let mut world = World::new();
    for (i, shape) in shapes()?.into_iter().cycle().take(24).enumerate() {
        let at = vec2((i % 6) as f32 * 100.0 + 70.0, (i / 6) as f32 * 110.0 + 70.0);
        world.add(Collider::new(i, shape).transform(Affine::at(at).rotated(i as f32)))?;
    }
    let mut stage = Stage::new("mouse_pick", 60, script);
    let middle = screen_rect().center();
    loop {
        let input = stage.input();
        let under = world.at_point(input.mouse, &Filter::ANY);
        if let (true, Some(key)) = (input.click, under.first()) {
            world.remove(*key);
        }
        let laser = Ray::between(middle, input.mouse);
        let end = world.ray_first(&laser, &Filter::ANY).map_or(input.mouse, |hit| hit.point.into());

        clear_background(WHITE);
        draw_world(&world, screen_rect());
        draw_line(middle.x, middle.y, end.x, end.y, 2.0, ORANGE);
        for key in under {
            if let Some(bounds) = world.placed(key).map(|placed| placed.bounds()) {
                let (corner, size) = (bounds.min, bounds.size());
                draw_rectangle_lines(corner.x, corner.y, size.x, size.y, 3.0, BLUE);
            }
        }
        draw_circle(input.mouse.x, input.mouse.y, 4.0, BLACK);
        let left = world.len();
        stage.show(|| assert_eq!(left, 23, "one was clicked away")).await;
    }
}

//! [jostle](https://docs.rs/jostle) in [macroquad](https://macroquad.rs): draw a world over the game, trace
//! textures to hitboxes, and ask what is under the mouse.
//!
//! Vectors need nothing from here: the feature `glam-027` of jostle, which this crate switches on, takes
//! macroquad's `Vec2` as it is, and `jostle::Vec2` becomes one by `into`. The preludes of both go together.
//!
//! ```no_run
//! use jostle::prelude::*;
//! use jostle_macroquad::{RectExt, draw_world, screen_rect};
//! use macroquad::prelude::*;
//!
//! #[macroquad::main("hello")]
//! async fn main() -> Result<(), jostle::Error> {
//!     let mut world = World::new();
//!     world.add(Collider::new("wall", Rect::new(200.0, 80.0, 32.0, 160.0).shape()?))?;
//!     let hero = world.add(Collider::new("hero", Shape::circle(12.0)?))?;
//!     loop {
//!         world.set_position(hero, Vec2::from(mouse_position()))?;
//!         for event in world.step() {
//!             if let Some(touch) = event.touch() {
//!                 world.move_by(hero, touch.push(hero))?;
//!             }
//!         }
//!         clear_background(WHITE);
//!         draw_world(&world, screen_rect());
//!         next_frame().await;
//!     }
//! }
//! ```
//!
//! The feature `tiled` has `TiledLevel`, which loads and draws maps of Tiled; their colliders come from
//! `jostle_tiled`.

#[cfg(feature = "tiled")]
mod tiled;

use jostle::debug::DebugDrawOptions;
use jostle::{Aabb, Shape, ShapeError, World};
use jostle_trace::{Goal, TraceError, shape_of_rgba};
use macroquad::prelude::*;

#[cfg(feature = "tiled")]
pub use jostle_tiled;
#[cfg(feature = "tiled")]
pub use tiled::{TiledError, TiledLevel};
pub use {jostle, jostle_trace};

/// Returns the screen as a rectangle: what is seen without a camera.
#[must_use]
pub fn screen_rect() -> Rect {
    Rect::new(0.0, 0.0, screen_width(), screen_height())
}

/// Returns the rectangle of the world that a camera shows; with a rotation, a rectangle around it.
#[must_use]
pub fn camera_rect(camera: &Camera2D) -> Rect {
    let Rect { w, h, .. } = screen_rect();
    let corners = [(0.0, 0.0), (w, 0.0), (0.0, h), (w, h)];
    let corners = corners.map(|corner| camera.screen_to_world(Vec2::from(corner)));
    let (min, max) = corners
        .iter()
        .fold((corners[0], corners[0]), |(min, max), corner| (min.min(*corner), max.max(*corner)));
    Rect::new(min.x, min.y, max.x - min.x, max.y - min.y)
}

/// Returns where the mouse is in the world of a camera.
#[must_use]
pub fn mouse_world(camera: &Camera2D) -> Vec2 {
    camera.screen_to_world(Vec2::from(mouse_position()))
}

/// Draws the outlines of what is seen, its contacts and normals, in colors that state what touches.
///
/// `view` is [`screen_rect`], or [`camera_rect`] of the camera that is set.
pub fn draw_world<T>(world: &World<T>, view: Rect) {
    let options = DebugDrawOptions {
        outlines: true,
        contacts: true,
        normals: true,
        ..DebugDrawOptions::default()
    };
    draw_world_with(world, view, options);
}

/// Draws the parts of a world that options choose, without texts. Curves are flattened within half a
/// pixel unless the options have a tolerance.
pub fn draw_world_with<T>(world: &World<T>, view: Rect, mut options: DebugDrawOptions) {
    let pixel = view.w / screen_width();
    if options.tolerance == 0.0 {
        options.tolerance = 0.5 * pixel;
    }
    world.draw_with(&options, view.aabb(), |line| {
        let [r, g, b, a] = line.paint.color();
        let (from, to) = (line.from, line.to);
        draw_line(from.x, from.y, to.x, to.y, 1.5 * pixel, Color::from_rgba(r, g, b, a));
    });
}

/// Traces an image to a shape around its middle, x right and y down; `None` if nothing is solid.
///
/// # Errors
/// The goal cannot be reached, or the outline has more vertices than a shape may have.
pub fn image_hitbox(image: &Image, goal: Goal) -> Result<Option<Shape>, TraceError> {
    shape_of_rgba([image.width.into(), image.height.into()], &image.bytes, goal)
}

/// Traces a texture like [`image_hitbox`]; it is read back from the graphics card, so do it once.
///
/// # Errors
/// As [`image_hitbox`].
pub fn texture_hitbox(texture: &Texture2D, goal: Goal) -> Result<Option<Shape>, TraceError> {
    image_hitbox(&texture.get_texture_data(), goal)
}

/// Rectangles of macroquad as shapes and boxes.
pub trait RectExt {
    /// Returns the box of the rectangle.
    fn aabb(&self) -> Aabb;

    /// Makes a shape of the rectangle where it is.
    ///
    /// # Errors
    /// A side is negative, or a number is not finite.
    fn shape(&self) -> Result<Shape, ShapeError>;
}

impl RectExt for Rect {
    fn aabb(&self) -> Aabb {
        Aabb::xywh(self.x, self.y, self.w, self.h)
    }

    fn shape(&self) -> Result<Shape, ShapeError> {
        Shape::rect_xywh(self.x, self.y, self.w, self.h)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use jostle::prelude::*;

    #[test]
    fn rectangles_images_and_both_preludes_go_together() {
        let rect = macroquad::prelude::Rect::new(1.0, 2.0, 30.0, 40.0);
        let placed = rect.shape().unwrap().place(Affine::IDENTITY).unwrap();
        assert_eq!(
            (placed.bounds(), rect.aabb()),
            (rect.aabb(), Aabb::new((1.0, 2.0), (31.0, 42.0)))
        );
        assert!(Rect::new(0.0, 0.0, -1.0, 1.0).shape().is_err());
        let mut image = Image::gen_image_color(4, 2, BLANK);
        assert!(image_hitbox(&image, Goal::default()).unwrap().is_none());
        image.set_pixel(3, 1, RED);
        let dot = image_hitbox(&image, Goal::default()).unwrap().unwrap();
        let at: Vec2 = dot.place(Affine::at(vec2(2.0, 1.0))).unwrap().bounds().center().into();
        assert_eq!(at, vec2(3.5, 1.5));
    }
}

/// The README's programs compile.
#[cfg(all(doctest, feature = "tiled"))]
#[doc = include_str!("../README.md")]
struct Readme;

/// The first chapter of the guide compiles.
#[cfg(doctest)]
#[doc = include_str!("../../jostle/src/guide/first_game.md")]
struct FirstGame;

//! What all examples share: input by keys and mouse, or by a script while a test plays them.
#![allow(dead_code, unreachable_pub, reason = "each example uses its part")]

use macroquad::prelude::*;

/// What the player does in a frame.
#[derive(Clone, Copy, Debug, Default)]
pub struct Input {
    /// The direction of the arrow keys, right and down positive.
    pub walk: Vec2,
    pub mouse: Vec2,
    pub click: bool,
}

/// Plays an example by hand, or by its script where `JOSTLE_PLAY` names a folder for pictures.
pub struct Stage {
    name: &'static str,
    script: fn(u32) -> Input,
    folder: Option<String>,
    frame: u32,
    frames: u32,
}

impl Stage {
    pub fn new(name: &'static str, frames: u32, script: fn(u32) -> Input) -> Self {
        Self { name, script, folder: std::env::var("JOSTLE_PLAY").ok(), frame: 0, frames }
    }

    pub fn input(&self) -> Input {
        if self.folder.is_some() {
            return (self.script)(self.frame);
        }
        let axis = |less, more| f32::from(is_key_down(more)) - f32::from(is_key_down(less));
        Input {
            walk: vec2(axis(KeyCode::Left, KeyCode::Right), axis(KeyCode::Up, KeyCode::Down)),
            mouse: mouse_position().into(),
            click: is_mouse_button_pressed(MouseButton::Left),
        }
    }

    /// Shows the frame. A script ends with a picture and with what the game has to state then.
    pub async fn show(&mut self, check: impl FnOnce()) {
        self.frame += 1;
        if let Some(folder) = self.folder.as_ref().filter(|_| self.frame == self.frames) {
            get_screen_data().export_png(&format!("{folder}/{}.png", self.name));
            check();
            println!("{}: {} frames", self.name, self.frames);
            std::process::exit(0);
        }
        next_frame().await;
    }
}

/// The window of all examples.
pub fn window(title: &str) -> Conf {
    Conf {
        window_title: title.to_owned(),
        window_width: 640,
        window_height: 480,
        ..Conf::default()
    }
}

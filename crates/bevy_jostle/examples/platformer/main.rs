//! A hero that walks, jumps, rides lifts and collects coins on a level of Tiled.
//!
//! With all of Bevy, this opens a window and draws it:
//!
//! ```ignore
//! App::new().add_plugins((DefaultPlugins, JostlePlugin::default(), JostleGizmosPlugin, platformer)).run();
//! ```
//!
//! Here a script presses the keys, so that a test can run it.
#![allow(clippy::disallowed_methods, reason = "a game needs no bits that are the same everywhere")]

mod game;

use bevy_app::prelude::*;
use bevy_ecs::prelude::*;
use bevy_input::{ButtonInput, keyboard::KeyCode};
use bevy_jostle::JostlePlugin;
use bevy_transform::prelude::*;
use game::{Coins, Hero, platformer};

fn main() {
    let mut app = App::new();
    app.init_resource::<ButtonInput<KeyCode>>();
    app.add_plugins((TransformPlugin, JostlePlugin::default(), platformer));
    for frame in 0..450 {
        let mut keys = app.world_mut().resource_mut::<ButtonInput<KeyCode>>();
        keys.clear();
        keys.press(KeyCode::ArrowRight);
        keys.release(KeyCode::ArrowUp);
        if frame % 40 == 0 {
            keys.press(KeyCode::ArrowUp);
        }
        app.update();
    }
    let mut heroes = app.world_mut().query_filtered::<&Transform, With<Hero>>();
    let at = heroes.single(app.world()).expect("one hero").translation;
    let coins = app.world().resource::<Coins>().0;
    println!("{coins} coins at {} {}", at.x, at.y);
    assert!(coins >= 3 && at.x > 400.0 && at.y > -300.0);
}

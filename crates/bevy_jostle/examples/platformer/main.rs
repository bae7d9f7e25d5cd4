//! A hero that walks, jumps and collects coins on a level of Tiled.
//!
//! With all of Bevy, `DefaultPlugins` and `JostleGizmosPlugin` in place of `TransformPlugin` open a window
//! and draw it; the rest is the same. Here a script presses the keys, so that a test can run it.
#![allow(clippy::disallowed_methods, reason = "a game needs no bits that are the same everywhere")]

use bevy_app::prelude::*;
use bevy_ecs::prelude::*;
use bevy_input::{ButtonInput, keyboard::KeyCode};
use bevy_jostle::{SpawnItem, jostle_tiled::Map, prelude::*};
use bevy_math::Vec2;
use bevy_transform::prelude::*;

layers! { HERO, SOLID, COIN }

#[derive(Component, Default)]
struct Hero {
    fall: f32,
    stands: bool,
    footing: Option<Footing>,
}

#[derive(Component)]
struct Lift {
    from: Vec2,
    travel: Vec2,
    seconds: f32,
}

#[derive(Resource, Default)]
struct Coins(u32);

/// From a map, where y points down.
fn y_up(at: Vec2) -> Vec2 {
    Vec2::new(at.x, -at.y)
}

fn level(mut commands: Commands) -> Result<(), BevyError> {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/tiled/platformer.tmj");
    let map = Map::load(path)?;
    for item in map.grids()? {
        commands.spawn_item(&item).insert(Layers2d::on(SOLID).seeing(Layers::NONE));
    }
    for object in map.objects() {
        let number = |name| object.properties.number(name).unwrap_or(0.0) as f32;
        match &*object.class {
            "coin" => {
                let coin = (Layers2d::on(COIN).seeing(HERO), Sensor);
                commands.spawn_item(object).insert(coin).observe(collect);
            }
            "lift" => {
                let from = y_up(object.transform.translation().into());
                let travel = y_up(Vec2::new(number("travel_x"), number("travel_y")));
                let lift = Lift { from, travel, seconds: number("seconds").max(1.0) };
                let layers = Layers2d::on(SOLID).seeing(HERO);
                commands.spawn_item(object).insert((lift, layers, Platform));
            }
            "hero" => {
                let layers = Layers2d::on(HERO).seeing(SOLID | COIN);
                let hero = (Hero::default(), Collider::capsule(6.0, 10.0), layers);
                let at = y_up(object.center().into()).extend(0.0);
                commands.spawn((hero, Transform::from_translation(at)));
            }
            _ => {}
        }
    }
    Ok(())
}

fn collect(hit: On<Touched>, mut commands: Commands, mut coins: ResMut<Coins>) {
    commands.entity(hit.entity).despawn();
    coins.0 += 1;
}

fn ride(mut lifts: Query<(&Lift, &mut Transform)>, mut frames: Local<f32>) {
    *frames += 1.0;
    for (lift, mut transform) in &mut lifts {
        let turn = *frames / 60.0 / lift.seconds * std::f32::consts::TAU;
        let at = lift.from + lift.travel * (0.5 - 0.5 * turn.cos());
        transform.translation = at.extend(transform.translation.z);
    }
}

fn walk(
    mut jostle: JostleMut,
    hero: Single<(Entity, &mut Hero, &mut Transform)>,
    keys: Res<ButtonInput<KeyCode>>,
) {
    let (entity, mut hero, mut transform) = hero.into_inner();
    let pressed = |key| f32::from(u8::from(keys.pressed(key)));
    let run = 2.4 * (pressed(KeyCode::ArrowRight) - pressed(KeyCode::ArrowLeft));
    hero.fall = match (hero.stands, keys.just_pressed(KeyCode::ArrowUp)) {
        (true, true) => 7.0,
        (true, false) => -0.34,
        (false, _) => (hero.fall - 0.34).max(-8.0),
    };
    let snap = if hero.fall > 0.0 { 0.0 } else { 6.0 };
    let slide = Slide::by(run, hero.fall).up(0.0, 1.0).step(5.0).snap(snap).footing(hero.footing);
    let Some(slid) = jostle.slide(entity, &slide, |_| Response::Slide) else { return };
    transform.translation = slid.at.extend(transform.translation.z);
    (hero.stands, hero.footing) = (slid.floor.is_some(), slid.footing);
    if slid.ceiling.is_some() {
        hero.fall = 0.0;
    }
}

fn main() {
    let mut app = App::new();
    app.add_plugins((TransformPlugin, JostlePlugin::default())).init_resource::<Coins>();
    app.init_resource::<ButtonInput<KeyCode>>().add_systems(Startup, level);
    app.add_systems(Update, ride).add_systems(PostUpdate, walk.in_set(JostleSystems::Move));
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

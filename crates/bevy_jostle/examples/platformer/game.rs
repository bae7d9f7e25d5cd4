//! The game; `main.rs` starts it.

use bevy_app::prelude::*;
use bevy_ecs::prelude::*;
use bevy_input::{ButtonInput, keyboard::KeyCode};
use bevy_jostle::{SpawnItem, from_map, jostle_tiled::Map, prelude::*};
use bevy_math::Vec2;
use bevy_transform::prelude::*;

layers! { HERO, SOLID, COIN }

#[derive(Component, Default)]
pub(crate) struct Hero {
    fall: f32,
    slid: Slid,
}

#[derive(Component)]
struct Lift {
    from: Vec2,
    travel: Vec2,
    seconds: f32,
}

#[derive(Resource, Default)]
pub(crate) struct Coins(pub(crate) u32);

pub(crate) fn platformer(app: &mut App) {
    app.init_resource::<Coins>().add_systems(Startup, level).add_systems(Update, ride);
    app.add_systems(PostUpdate, walk.in_set(JostleSystems::Move));
}

fn level(mut commands: Commands) -> Result<(), BevyError> {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/tiled/platformer.tmj");
    let map = Map::load(path)?;
    commands.spawn_grids(&map, Layers2d::on(SOLID).seeing(Layers::NONE))?;
    for object in map.objects() {
        let number = |name| object.properties.number(name).unwrap_or(0.0) as f32;
        match &*object.class {
            "coin" => {
                let coin = (Layers2d::on(COIN).seeing(HERO), Sensor);
                commands.spawn_item(object).insert(coin).observe(collect);
            }
            "lift" => {
                let from = from_map(object.transform.translation());
                let travel = from_map((number("travel_x"), number("travel_y")));
                let lift = Lift { from, travel, seconds: number("seconds").max(1.0) };
                let layers = Layers2d::on(SOLID).seeing(HERO);
                commands.spawn_item(object).insert((lift, layers, Platform));
            }
            "hero" => {
                let layers = Layers2d::on(HERO).seeing(SOLID | COIN);
                let at = Transform::from_translation(from_map(object.center()).extend(0.0));
                commands.spawn((Hero::default(), Collider::capsule(6.0, 10.0), layers, at));
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

type HeroParts = (Entity, &'static mut Hero, &'static mut Transform);

fn walk(mut jostle: JostleMut, hero: Single<HeroParts>, keys: Res<ButtonInput<KeyCode>>) {
    let (entity, mut hero, mut transform) = hero.into_inner();
    let pressed = |key| f32::from(keys.pressed(key));
    let run = 2.4 * (pressed(KeyCode::ArrowRight) - pressed(KeyCode::ArrowLeft));
    hero.fall = match (hero.slid.floor.is_some(), keys.just_pressed(KeyCode::ArrowUp)) {
        (true, true) => 7.0,
        (true, false) => -0.34,
        (false, _) => (hero.fall - 0.34).max(-8.0),
    };
    let snap = if hero.fall > 0.0 { 0.0 } else { 6.0 };
    let slide = Slide::by(run, hero.fall).up(0.0, 1.0).step(5.0).snap(snap);
    let slide = slide.footing(hero.slid.footing);
    let Some(slid) = jostle.slide(entity, &slide, |_| Response::Slide) else { return };
    transform.translation = slid.at.extend(transform.translation.z);
    if slid.ceiling.is_some() {
        hero.fall = 0.0;
    }
    hero.slid = slid;
}

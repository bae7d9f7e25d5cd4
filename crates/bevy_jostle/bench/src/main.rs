//! A frame of a Bevy app with the plugin, beside rapier2d's detection on the same places without Bevy: discs
//! that drift and touch, all of them or a tenth. `cargo run --release`.
//!
//! The app copies transforms, propagates them and writes messages and entity events on top; rapier2d gets
//! the places and counts its events. So the difference of the first two columns is what Bevy costs, too.
#![allow(
    clippy::disallowed_methods,
    reason = "places of a bench need no bits that are the same everywhere"
)]

use std::time::Instant;

use bevy_app::prelude::*;
use bevy_ecs::prelude::*;
use bevy_jostle::jostle::{self, Affine, Shape, World as Colliders};
use bevy_jostle::prelude::*;
use bevy_transform::prelude::*;
use rapier2d::prelude as rapier;

const FRAMES: u32 = 120;

/// Places in a square in which about one disc in three touches another; a fixed stream of numbers.
fn place(index: u32, count: u32, frame: u32) -> (f32, f32) {
    let side = (count as f32).sqrt() * 4.0;
    let noise = |salt: u32| {
        let mixed = (index ^ salt).wrapping_mul(0x9E37_79B9) ^ salt.rotate_left(13);
        let mixed = (mixed ^ (mixed >> 15)).wrapping_mul(0x85EB_CA6B);
        f32::from((mixed >> 16) as u16) / 65536.0
    };
    let drift = |salt| (noise(salt) - 0.5) * 0.4 * frame as f32;
    (noise(1) * side + drift(3), noise(2) * side + drift(4))
}

/// The median of a frame in milliseconds, and the pairs that began to touch.
fn median(mut frame: impl FnMut(u32) -> usize) -> (f64, usize) {
    let mut starts = frame(0);
    let mut times: Vec<f64> = (1..FRAMES)
        .map(|number| {
            let start = Instant::now();
            starts += frame(number);
            start.elapsed().as_secs_f64() * 1e3
        })
        .collect();
    times.sort_by(f64::total_cmp);
    (times[times.len() / 2], starts)
}

#[derive(Component)]
struct Index(u32);

fn bevy(count: u32, moving: u32) -> (f64, usize) {
    let mut app = App::new();
    app.add_plugins((TransformPlugin, JostlePlugin::default()));
    for index in 0..count {
        let (x, y) = place(index, count, 0);
        app.world_mut().spawn((
            Index(index),
            Collider::circle(1.0),
            Transform::from_xyz(x, y, 0.0),
        ));
    }
    let mut all = app.world_mut().query::<(&Index, &mut Transform)>();
    median(|frame| {
        for (index, mut transform) in all.iter_mut(app.world_mut()) {
            if index.0 < moving {
                let (x, y) = place(index.0, count, frame);
                (transform.translation.x, transform.translation.y) = (x, y);
            }
        }
        app.update();
        let world = app.world().resource::<bevy_jostle::JostleWorld>();
        world.stats().entered
    })
}

fn world(count: u32, moving: u32) -> (f64, usize) {
    let mut world = Colliders::new();
    let shape = std::sync::Arc::new(Shape::circle(1.0).expect("a disc"));
    let collider = |index| jostle::Collider::new(index, shape.clone()).at(place(index, count, 0));
    let keys = world.add_all((0..count).map(collider)).expect("finite places");
    let mut events = Vec::new();
    let mut moves = Vec::new();
    median(|frame| {
        moves.clear();
        moves.extend((0..moving).map(|i| (keys[i as usize], Affine::at(place(i, count, frame)))));
        world.set_transforms(&moves).expect("finite places");
        world.step_into(&mut events);
        events.iter().filter(|event| event.is_enter()).count()
    })
}

fn rapier(count: u32, moving: u32) -> (f64, usize) {
    let mut colliders = rapier::ColliderSet::new();
    let handles: Vec<_> = (0..count)
        .map(|index| {
            let (x, y) = place(index, count, 0);
            let disc = rapier::ColliderBuilder::ball(1.0)
                .translation(rapier::Vector::new(x, y))
                .active_collision_types(rapier::ActiveCollisionTypes::all())
                .active_events(rapier::ActiveEvents::COLLISION_EVENTS);
            colliders.insert(disc)
        })
        .collect();
    let (mut pipeline, mut islands) =
        (rapier::CollisionPipeline::new(), rapier::IslandManager::new());
    let (mut broad, mut narrow) = (rapier::BroadPhaseBvh::new(), rapier::NarrowPhase::new());
    let mut bodies = rapier::RigidBodySet::new();
    let (sender, starts) = std::sync::mpsc::channel();
    let (forces, _) = std::sync::mpsc::channel();
    let (tears, _) = std::sync::mpsc::channel();
    let events = rapier::ChannelEventCollector::new(sender, forces, tears);
    median(|frame| {
        for index in 0..moving {
            let (x, y) = place(index, count, frame);
            if let Some(collider) = colliders.get_mut(handles[index as usize]) {
                collider.set_translation(rapier::Vector::new(x, y));
            }
        }
        let (physics, dt) = (&(), 0.0);
        pipeline.step(
            dt,
            &mut islands,
            &mut broad,
            &mut narrow,
            &mut bodies,
            &mut colliders,
            physics,
            &events,
        );
        starts.try_iter().filter(|event| event.started()).count()
    })
}

fn main() {
    println!(
        "{:>9} {:>7} {:>12} {:>12} {:>12}",
        "entities", "moving", "bevy_jostle", "jostle", "rapier2d"
    );
    for (count, moving) in [(1_000, 1_000), (10_000, 10_000), (10_000, 1_000), (10_000, 0)] {
        let results = [bevy(count, moving), world(count, moving), rapier(count, moving)];
        let row = results.map(|(time, _)| format!("{time:.3} ms"));
        println!("{count:>9} {moving:>7} {:>12} {:>12} {:>12}", row[0], row[1], row[2]);
        println!("{:>17} {:>12} {:>12} {:>12}", "starts", results[0].1, results[1].1, results[2].1);
    }
}

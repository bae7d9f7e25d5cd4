//! One long run with all kinds of shapes: the same hash everywhere.

#[path = "world/shapes.rs"]
mod shapes;

use jostle::broad::{NAMES, named};
use jostle::testing::Rng;
use jostle::{Affine, Collider, Op, Replay, World};

/// Pinned: a change of any answer's last bit shows here. When a kind of shape is added, or a number
/// becomes more accurate, pin it anew and say so in the changelog.
const GOLDEN: u64 = 0x0530_bfc7_cc2f_40d6;
const STEPS: usize = 1000;

/// A number in 0..n.
pub(crate) fn below(rng: &mut Rng, n: usize) -> usize {
    (rng.bits() >> 16) as usize % n
}

fn run(world: &mut World<u64>) -> u64 {
    let mut rng = Rng::new(2026);
    let pool = shapes::pool(&mut rng);
    let mut keys = Vec::new();
    let mut digest = 0_u64;
    for step in 0..STEPS {
        for _ in 0..6 {
            let shape = &pool[below(&mut rng, pool.len())];
            let transform = shapes::transform(&mut rng, 24.0);
            if keys.len() < 40 {
                let collider = Collider::new(step as u64, shape.clone()).transform(transform);
                keys.push(world.add(collider).unwrap());
                continue;
            }
            let place = below(&mut rng, keys.len());
            match below(&mut rng, 8) {
                0 => {
                    world.remove(keys.swap_remove(place));
                    keys.retain(|key| world.contains(*key));
                }
                1 => world.set_shape(keys[place], Some(shape.clone())).unwrap(),
                2 => {
                    let parent = keys[below(&mut rng, keys.len())];
                    // A cycle is refused, the same way everywhere.
                    let _ = world.set_parent(keys[place], Some(parent));
                    let _ = world.set_parent(keys[place], None);
                }
                3 => world.compose(keys[place], &Affine::at(0.25, -0.125)).unwrap(),
                _ => world.set_transform(keys[place], transform).unwrap(),
            }
        }
        let events = world.step();
        digest = digest.rotate_left(7) ^ world.hash() ^ events.len() as u64;
    }
    digest
}

#[test]
fn a_thousand_steps_have_one_hash_for_every_broad_phase_and_build() {
    for name in NAMES {
        let mut world = World::with_broad_phase(named(name).unwrap());
        let digest = run(&mut world);
        assert_eq!(digest, GOLDEN, "{name}: {digest:#018x}");
    }
}

#[test]
fn a_recorded_run_replays_to_the_same_hash_through_its_text() {
    let mut world = World::new();
    world.record();
    run(&mut world);
    let mut replay = Replay::new();
    let mut names = jostle::LayerNames::default();
    for op in world.take_journal() {
        let line = op.to_json().expect("no custom shapes").to_string();
        let read = Op::from_json(&serde_json::from_str(&line).unwrap(), &mut names).unwrap();
        replay.apply(&read).unwrap();
    }
    assert_eq!(replay.world().hash(), world.hash());
}

//! Bytes that are no snapshot, or a changed one.

use super::*;
use crate::{Affine, Collider};
use alloc::format;

fn busy() -> World<u32> {
    let mut world = World::new();
    let ball = Arc::new(Shape::circle(1.0).unwrap());
    let tile = Arc::new(Shape::rect_half((1.0, 1.0)).unwrap());
    let parts = [(Shape::circle(1.0).unwrap(), Affine::IDENTITY)];
    let both = Arc::new(Shape::compound(parts).unwrap());
    let mut keys = Vec::new();
    for i in 0..12_u32 {
        let shape = [&ball, &tile, &both][i as usize % 3].clone();
        let mut one = Collider::new(i, shape).at((i as f32, 0.5));
        if let Some(parent) = keys.last().filter(|_| i % 4 == 3) {
            one = one.parent(*parent);
        }
        keys.push(world.add(one).unwrap());
    }
    let _ = world.step();
    world.remove(keys[1]);
    world.set_transform(keys[5], Affine::at((0.25, 0.0))).unwrap();
    world.set_enabled(keys[6], false).unwrap();
    world
}

#[test]
fn a_restored_world_goes_on_as_the_saved_one_would_have() {
    let mut world = busy();
    let saved = world.snapshot().unwrap();
    let mut other = World::with_broad_phase(crate::broad::Brute::new());
    other.restore(&saved).unwrap();
    assert_eq!(other.snapshot().unwrap(), saved);
    assert_eq!((other.hash(), other.stats()), (world.hash(), world.stats()));
    for _ in 0..3 {
        assert_eq!(format!("{:?}", other.step()), format!("{:?}", world.step()));
        let next = Collider::new(99, Shape::circle(1.0).unwrap());
        assert_eq!(other.add(next.clone()), world.add(next), "the next keys are the same");
    }
    assert_eq!(other.hash(), world.hash());
}

#[test]
fn every_sentence_of_the_header_is_checked() {
    let mut world = busy();
    let saved = world.snapshot().unwrap();
    let before = world.hash();
    let mut refused = |change: &dyn Fn(&mut Vec<u8>)| {
        let mut bytes = saved.clone();
        change(&mut bytes);
        let error = world.restore(&bytes).unwrap_err();
        assert_eq!(world.hash(), before, "nothing has changed");
        error
    };
    assert_eq!(refused(&|b| b[0] = b'J'), SnapshotError::NotASnapshot);
    assert_eq!(refused(&|b| b.truncate(20)), SnapshotError::NotASnapshot);
    assert_eq!(refused(&|b| b[8] = 2), SnapshotError::Version { found: 2 });
    assert!(matches!(refused(&|b| b.push(0)), SnapshotError::Length { .. }));
    assert!(matches!(refused(&|b| b.truncate(99)), SnapshotError::Length { found: 71, .. }));
    assert_eq!(refused(&|b| *b.last_mut().unwrap() ^= 1), SnapshotError::Damaged);
    let absurd = refused(&|b| {
        b[HEADER + 6..HEADER + 10].copy_from_slice(&u32::MAX.to_le_bytes());
        *b = sealed(&b[HEADER..]);
    });
    assert!(matches!(absurd, SnapshotError::Invalid { .. }), "{absurd}");
}

#[test]
fn a_world_steps_after_any_number_of_steps() {
    let mut world = World::<u32>::new();
    let saved = world.snapshot().unwrap();
    // The number of steps and five counts end the body.
    let mut body = saved[HEADER..].to_vec();
    let steps = body.len() - 6 * 8;
    body[steps..steps + 8].fill(0xff);
    world.restore(&sealed(&body)).unwrap();
    assert_eq!(world.stats().steps, u64::MAX);
    assert!(world.step().is_empty());
}

#[test]
fn changed_bytes_under_a_right_hash_are_an_error_or_a_sound_world() {
    let saved = busy().snapshot().unwrap();
    let body = &saved[HEADER..];
    let (mut seed, mut sound) = (7_u64, 0);
    let mut next = move |n: usize| {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (seed >> 33) as usize % n
    };
    for _ in 0..4000 {
        let mut changed = body.to_vec();
        for _ in 0..=next(3) {
            let at = next(changed.len());
            match next(4) {
                0 => changed[at] = next(256) as u8,
                1 => changed[at] ^= 1 << next(8),
                2 => changed.truncate(at),
                _ => changed[at] = changed[at].wrapping_add(1),
            }
            if changed.is_empty() {
                break;
            }
        }
        let mut world = World::<u32>::new();
        if world.restore(&sealed(&changed)).is_ok() {
            sound += 1;
            let _ = world.step();
            let keys = world.keys();
            for key in keys {
                world.remove(key);
            }
            let _ = world.step();
            assert_eq!((world.len(), world.stats().pairs), (0, 0));
        }
    }
    assert!(sound > 100, "{sound}");
}

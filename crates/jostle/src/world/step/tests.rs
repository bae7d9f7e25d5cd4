use super::*;
use crate::{Affine, Collider, Shape};
use alloc::format;

#[test]
fn what_a_list_held_before_does_not_matter() {
    let two = Shape::circle(0.4).unwrap();
    let two = Shape::compound([(two.clone(), Affine::IDENTITY), (two, Affine::at((0.7, 0.0)))]);
    let shapes = [Shape::circle(0.5), two, Shape::rect_half((0.5, 0.3))];
    let shapes = shapes.map(|shape| alloc::sync::Arc::new(shape.unwrap()));
    let mut worlds = [World::new(), World::new(), World::new()];
    let place = |i: u32, frame: u32| {
        let (x, y) = ((i % 40) as f32, (i / 40) as f32);
        Affine::at((x + ((i * 7 + frame * 13) % 11) as f32 * 0.1, y)).rotated(frame as f32)
    };
    for world in &mut worlds {
        let all = (0..1600_u32)
            .map(|i| Collider::new(i, shapes[i as usize % 3].clone()).transform(place(i, 0)));
        world.add_all(all).unwrap();
    }
    let (mut own, mut theirs) = (Vec::new(), Vec::new());
    for frame in 1..9 {
        for world in &mut worlds {
            for (i, key) in (0..).zip(world.keys()) {
                world.set_transform(key, place(i, frame)).unwrap();
            }
        }
        let [one, many, fresh] = &mut worlds;
        one.step_into(&mut own);
        many.step_parallel_into(&mut theirs);
        let new = fresh.step();
        let told = |events: &[Event<u32>]| format!("{events:?}");
        assert!([told(&own), told(&theirs)].iter().all(|t| *t == told(&new)), "{frame}");
        let serials = |world: &World<u32>| -> Vec<u32> {
            world.changed().iter().map(|key| key.serial()).collect()
        };
        assert_eq!(serials(one), serials(many));
        if frame % 3 == 0 {
            // One alone, between steps by many.
            one.step_into(&mut own);
            many.step_into(&mut theirs);
            assert!(many.changed().is_empty());
        }
    }
}

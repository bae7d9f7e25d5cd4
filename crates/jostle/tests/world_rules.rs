//! The rules of worlds, row by row: who reports, who sees whom, why pairs end, what stays private.

use jostle::{
    Affine, Children, Collider, Event, ExitReason, Filter, Key, Layers, Placed, SeenBy, Shape,
    TouchPolicy, Vec2, WhyNot, World, WorldError,
    query::BuiltinMethod,
    world::{Detail, StepOptions},
};
use std::sync::Arc;

fn ball() -> Arc<Shape> {
    Arc::new(Shape::circle(1.0).unwrap())
}

/// Two balls that overlap, a and b, after their enter.
fn open_pair() -> (World<char>, Key, Key) {
    let mut world = World::new();
    let a = world.add(Collider::new('a', ball())).unwrap();
    let b = world.add(Collider::new('b', ball()).at((1.0, 0.0))).unwrap();
    assert!(world.step()[0].is_enter());
    (world, a, b)
}

fn only_exit(world: &mut World<char>) -> ExitReason {
    match &world.step()[..] {
        [Event::Exit(parting)] => {
            assert_eq!((parting.data_a, parting.data_b), ('a', 'b'));
            parting.reason
        }
        other => panic!("{other:?}"),
    }
}

#[test]
fn solid_or_sensor_moved_or_not_every_pair_reports() {
    for row in 0..16 {
        let [sensor_a, sensor_b, moved_a, moved_b] = [0, 1, 2, 3].map(|bit| row >> bit & 1 == 1);
        let mut world = World::new();
        let mut add = |sensor, data| {
            let collider = Collider::new(data, ball());
            world.add(if sensor { collider.sensor() } else { collider }).unwrap()
        };
        let (a, b) = (add(sensor_a, 'a'), add(sensor_b, 'b'));
        let events = world.step();
        assert!(matches!(&events[..], [Event::Enter(t)] if t.sensor == (sensor_a || sensor_b)));
        for (moved, key) in [(moved_a, a), (moved_b, b)] {
            if moved {
                world.set_transform(key, Affine::at((0.5, 0.0))).unwrap();
            }
        }
        let events = world.step();
        let touch = events[0].touch().expect("still in touch");
        let sensor = sensor_a || sensor_b;
        assert!(matches!(events[0], Event::Stay(_)), "row {row}");
        assert_eq!(touch.contact().is_none(), sensor, "row {row}");
        assert!(world.contact(a, b).is_some_and(|contact| contact.depth > 0.0));
        assert_eq!(touch.push_a() == Vec2::ZERO, sensor, "row {row}");
        world.set_transform(a, Affine::at((9.0, 0.0))).unwrap();
        assert_eq!(only_exit(&mut world), ExitReason::Separated);
    }
}

#[test]
fn all_sixteen_rows_of_details() {
    let details = [None, Some(Detail::Touch), Some(Detail::Near), Some(Detail::Push)];
    let bar = Arc::new(Shape::rect_half((4.0, 0.5)).unwrap());
    let ring = [(-4., -4.), (4., -4.), (4., 4.), (-4., 4.)];
    let frame = Shape::polygon_with_holes(ring, [ring.map(|(x, y)| (x / 2.0, y / 2.0))]).unwrap();
    for row in 0..16 {
        let (own_a, own_b) = (details[row % 4], details[row / 4]);
        for (sensor, general) in [(false, Detail::Push), (true, Detail::Touch)] {
            let mut world = World::new();
            let mut a = Collider::new('a', frame.clone());
            let mut b = Collider::new('b', bar.clone()).at((2.75, 1.0));
            a = if sensor { a.sensor() } else { a };
            a = own_a.into_iter().fold(a, Collider::detail);
            b = own_b.into_iter().fold(b, Collider::detail);
            let (a, b) = (world.add(a).unwrap(), world.add(b).unwrap());
            assert_eq!((world.detail(a), world.detail(b)), (own_a, own_b));
            let contact = world.step()[0].touch().unwrap().contact().copied();
            // The greater of two, one alone, or that of the world.
            let expected = match own_a.max(own_b).unwrap_or(general) {
                Detail::Touch => None,
                // The side of the frame that is nearest to the middle of the bar is its hole's.
                Detail::Near => Some((Vec2::new(-1.0, 0.0), 4.75)),
                Detail::Push => world.contact(a, b).map(|contact| (contact.normal, contact.depth)),
            };
            assert_eq!(contact.map(|c| (c.normal, c.depth)), expected, "row {row} {sensor}");
        }
    }
}

#[test]
fn a_near_contact_is_that_of_the_tangent_of_the_larger_shape() {
    let star =
        [(0., 3.), (-1., 1.), (-3., 0.), (-1., -1.), (0., -3.), (1., -1.), (3., 0.), (1., 1.)];
    let star = Collider::new('a', Shape::polygon(star).unwrap()).detail(Detail::Near);
    let mut world = World::new();
    let bullet = Collider::new('b', Shape::circle(0.5).unwrap());
    world.add_all([star, bullet.at((1.25, 1.5))]).unwrap();
    let events = world.step();
    let contact = events[0].touch().unwrap().contact().unwrap();
    // From the side of the upper spike toward the middle of the bullet.
    let out = Vec2::new(0.4, 0.2);
    assert_eq!(contact.on_a, Vec2::new(0.85, 1.3));
    assert!((contact.normal - out * (1.0 / out.length())).length() < 1e-6, "{contact:?}");
    assert!((contact.depth - (0.5 - out.length())).abs() < 1e-6, "{contact:?}");
    let mut other = World::new();
    let _ = other.add(Collider::new((), Shape::circle(1.0).unwrap()));
    let (stale, key) = (other.keys()[0], world.keys()[0]);
    assert_eq!((world.contact(key, stale), world.gap(stale, key)), (None, None));
    assert_eq!((world.overlaps(key, stale), world.closest(stale, (0.0, 0.0))), (None, None));
    assert_eq!(world.set_detail(stale, None), Err(WorldError::Unknown { key: stale }));
}

#[test]
fn steps_without_stays_report_every_enter_and_exit() {
    let run = |stays: bool| {
        let mut world = World::new();
        world.set_step_options(StepOptions { stays, ..StepOptions::default() });
        let balls = (0..40).map(|i| Collider::new(i, ball()).at(((i % 8) as f32, (i / 8) as f32)));
        let keys = world.add_all(balls).unwrap();
        let mut news = Vec::new();
        for frame in 0..30 {
            for (i, key) in keys.iter().enumerate().filter(|(i, _)| (i + frame) % 3 == 0) {
                let (x, y) = ((i * 7 + frame * 5) % 11, (i * 3 + frame) % 6);
                world.set_transform(*key, Affine::at((x as f32, y as f32))).unwrap();
            }
            news.extend(world.step().into_iter().filter_map(|event| match event {
                Event::Stay(_) => stays.then_some(None),
                _ => {
                    Some(Some((event.is_enter(), event.keys().map(|key| keys.binary_search(&key)))))
                }
            }));
            let open = world.pairs().count();
            news.push(Some((false, [Ok(open); 2])));
        }
        (news.iter().any(Option::is_none), news.into_iter().flatten().collect::<Vec<_>>())
    };
    let (with, without) = (run(true), run(false));
    assert!(with.0 && !without.0);
    assert_eq!(with.1, without.1);
}

#[test]
fn all_sixteen_rows_of_layers_and_sees() {
    for row in 0..16 {
        let [on_a, on_b, sees_a, sees_b] = [0, 1, 2, 3].map(|bit| row >> bit & 1 == 1);
        let set = |yes: bool| if yes { Layers::bit(7) } else { Layers::NONE };
        let mut world = World::new();
        let a = Collider::new('a', ball()).layer(set(on_a)).sees(set(sees_a));
        let b = Collider::new('b', ball()).layer(set(on_b)).sees(set(sees_b));
        let (a, b) = (world.add(a).unwrap(), world.add(b).unwrap());
        let expected = match (sees_a && on_b, sees_b && on_a) {
            (true, true) => Some(SeenBy::Both),
            (true, false) => Some(SeenBy::A),
            (false, true) => Some(SeenBy::B),
            (false, false) => None,
        };
        let events = world.step();
        assert_eq!(events.first().and_then(|e| e.touch()).map(|t| t.seen_by), expected);
        let why = world.why_not(a, b);
        assert_eq!(why == WhyNot::Nothing, expected.is_some(), "row {row}: {why}");
    }
}

#[test]
fn every_reason_for_an_exit_is_told_once() {
    let (mut world, a, _) = open_pair();
    world.remove(a);
    assert_eq!(only_exit(&mut world), ExitReason::Removed);

    let (mut world, a, b) = open_pair();
    world.remove(a);
    world.remove(b);
    assert_eq!(only_exit(&mut world), ExitReason::Removed);

    let (mut world, a, _) = open_pair();
    world.set_enabled(a, false).unwrap();
    assert_eq!(only_exit(&mut world), ExitReason::Disabled);

    let (mut world, a, b) = open_pair();
    world.set_layers(a, Layers::NONE, Layers::NONE).unwrap();
    world.set_layers(b, Layers::NONE, Layers::NONE).unwrap();
    assert_eq!(only_exit(&mut world), ExitReason::Filtered);

    let (mut world, a, b) = open_pair();
    world.set_team(a, 2).unwrap();
    world.set_team(b, 2).unwrap();
    assert_eq!(only_exit(&mut world), ExitReason::Filtered);

    let (mut world, ..) = open_pair();
    world.set_pair_filter(|_, _| false);
    assert_eq!(only_exit(&mut world), ExitReason::Filtered);

    let (mut world, a, _) = open_pair();
    world.set_shape(a, Shape::circle_at((-9.0, 0.0), 1.0).unwrap()).unwrap();
    assert_eq!(only_exit(&mut world), ExitReason::Reshaped);

    let (mut world, a, _) = open_pair();
    world.remove_shape(a).unwrap();
    assert_eq!(only_exit(&mut world), ExitReason::Reshaped);

    let (mut world, a, _) = open_pair();
    world.set_transform(a, Affine::at((1e6, 0.0))).unwrap();
    assert_eq!(only_exit(&mut world), ExitReason::Separated);

    let (mut world, a, _) = open_pair();
    let far = world.add(Collider::group('p').at((50.0, 0.0))).unwrap();
    world.set_parent(a, Some(far)).unwrap();
    assert_eq!(only_exit(&mut world), ExitReason::Separated);
    assert!(world.step().is_empty(), "told once");
}

#[test]
fn state_is_sampled_at_the_step() {
    let (mut world, a, _) = open_pair();
    world.set_transform(a, Affine::at((99.0, 0.0))).unwrap();
    world.set_transform(a, Affine::IDENTITY).unwrap();
    assert!(matches!(&world.step()[..], [Event::Stay(_)]), "away and back");
    world.set_enabled(a, false).unwrap();
    world.set_enabled(a, true).unwrap();
    assert!(matches!(&world.step()[..], [Event::Stay(_)]), "off and on");
    let c = world.add(Collider::new('c', ball()).at((9.0, 0.0))).unwrap();
    let _ = world.step();
    world.set_transform(c, Affine::IDENTITY).unwrap();
    world.set_transform(c, Affine::at((9.0, 0.0))).unwrap();
    assert_eq!(world.step().len(), 1, "in and out is nothing");
    let d = world.add(Collider::new('d', ball())).unwrap();
    world.remove(d);
    assert_eq!(world.step().len(), 1, "came and went");
}

#[test]
fn one_that_is_removed_and_added_again_is_another() {
    let (mut world, _, b) = open_pair();
    world.remove(b);
    let again = world.add(Collider::new('b', ball()).at((1.0, 0.0))).unwrap();
    assert_ne!(again, b);
    let events = world.step();
    assert!(matches!(&events[..], [Event::Exit(p), Event::Enter(t)] if p.b == b && t.b == again));
}

#[test]
fn stale_and_foreign_keys_find_nothing() {
    let (mut world, a, _) = open_pair();
    let (other, foreign, _) = open_pair();
    world.remove(a);
    for key in [a, foreign] {
        assert!(!world.contains(key) && world.data(key).is_none() && world.placed(key).is_none());
        assert_eq!(world.set_transform(key, Affine::IDENTITY), Err(WorldError::Unknown { key }));
        assert_eq!(world.set_enabled(key, true), Err(WorldError::Unknown { key }));
        assert!(world.touching(key).is_empty() && world.remove(key).is_none());
        assert!(world.subtree_bounds(key).is_none() && world.children(key).is_empty());
        assert_eq!(world.why_not(key, key), WhyNot::Unknown { key });
    }
    assert!(other.contains(foreign));
    let error = world.add(Collider::group('x').parent(foreign)).unwrap_err();
    assert_eq!(error, WorldError::Unknown { key: foreign });
}

#[test]
fn what_cannot_be_placed_changes_nothing() {
    let mut world = World::new();
    let parent = world.add(Collider::group(0).at((1.0, 0.0))).unwrap();
    let child = world.add(Collider::new(1, ball()).at((1e38, 0.0)).parent(parent)).unwrap();
    let before = world.hash();
    let huge = Affine::IDENTITY.scaled(1e3, 1.0);
    assert!(matches!(world.set_transform(parent, huge), Err(WorldError::Shape { .. })));
    assert!(
        world
            .set_transforms(&[(child, Affine::IDENTITY), (parent, Affine::at((f32::NAN, 0.)))])
            .is_err_and(|error| matches!(error, WorldError::At { index: 1, .. }))
    );
    assert!(
        world.add_all([Collider::group(2), Collider::group(3).at((f32::INFINITY, 0.))]).is_err()
    );
    assert_eq!((world.hash(), world.len()), (before, 2));
}

#[test]
fn moving_a_parent_moves_all_below_it() {
    let mut world = World::new();
    let root = world.add(Collider::group("root")).unwrap();
    let mut last = root;
    for _ in 0..10_000 {
        last = world.add(Collider::group("link").at((1.0, 0.0)).parent(last)).unwrap();
    }
    let leaf = world.add(Collider::new("leaf", ball()).parent(last)).unwrap();
    world.set_transform(root, Affine::at((0.0, 5.0))).unwrap();
    assert_eq!(world.at_point((10_000.0, 5.0), &Filter::ANY), [leaf]);
    assert_eq!(world.remove_with(root, Children::Release), Some("root"));
    assert_eq!(world.at_point((10_000.0, 5.0), &Filter::ANY), [leaf]);
}

#[test]
fn a_method_of_choice_decides_and_a_touch_without_contact_is_possible() {
    let mut world = World::new();
    world.set_method(BuiltinMethod::Bounds);
    for x in [0.0, 1.9] {
        world.add(Collider::new(x as u8, ball()).at((x, x))).unwrap();
    }
    let events = world.step();
    assert_eq!(events[0].touch().unwrap().contact(), None);
    // No other method pays for a contact, and the exact one is the world's own.
    world.set_method(|a: &Placed, b: &Placed| a.overlaps(b));
    world.set_transform(world.keys()[1], Affine::at((1.0, 0.0))).unwrap();
    assert_eq!(world.step()[0].touch().unwrap().contact(), None);
    world.set_method(BuiltinMethod::Exact);
    assert!(world.step()[0].touch().unwrap().contact().is_some());
}

#[test]
fn what_only_touches_is_a_pair_unless_the_world_ignores_it() {
    for (touching, pairs) in [(TouchPolicy::Counts, 1), (TouchPolicy::Ignored, 0)] {
        let mut world = World::new().with_touch_policy(touching);
        let keys = [0.0, 2.0].map(|x| world.add(Collider::new((), ball()).at((x, 0.0))).unwrap());
        assert_eq!(world.step().len(), pairs);
        assert_eq!(world.at_point((1.0, 0.0), &Filter::ANY), keys, "queries are closed");
    }
}

#[test]
fn data_behind_a_pair_filter_is_asked_again_when_it_changes() {
    let mut world = World::new();
    let a = world.add(Collider::new(1, ball())).unwrap();
    world.add(Collider::new(1, ball())).unwrap();
    world.set_pair_filter(|a, b| a.data != b.data);
    assert!(world.step().is_empty());
    *world.data_mut(a).unwrap() = 2;
    assert!(world.step()[0].is_enter());
    world.clear_pair_filter();
    assert!(matches!(&world.step()[..], [Event::Stay(_)]));
}

#[test]
fn unmoved_colliders_cost_nothing_in_a_step() {
    let mut world = World::new();
    let wall = Arc::new(Shape::rect_half((0.5, 0.5)).unwrap());
    let keys = world
        .add_all(
            (0..10_000)
                .map(|i| Collider::new(i, wall.clone()).at(((i % 100) as f32, (i / 100) as f32))),
        )
        .unwrap();
    let _ = world.step();
    assert!(world.stats().tested > 10_000);
    let _ = world.step();
    let still = world.stats();
    assert_eq!((still.moved, still.candidates, still.tested), (0, 0, 0));
    world.apply_transform(keys[5050], &Affine::at((0.1, 0.0))).unwrap();
    let _ = world.step();
    let one = world.stats();
    assert_eq!(one.moved, 1);
    assert!(one.candidates <= 9 && one.tested <= 9, "{one:?}");
}

#[test]
fn compounds_name_the_parts_that_touch() {
    let mut world = World::new();
    let square = [(-2., -2.), (2., -2.), (2., 2.), (-2., 2.), (0., 0.)];
    let bent = Shape::polygon(square).unwrap().with_radius(0.1).unwrap();
    let parts = [
        (bent, Affine::IDENTITY.scaled(2.0, 1.0)),
        (Shape::circle(1.0).unwrap(), Affine::at((20.0, 0.0))),
    ];
    world.add(Collider::new('a', Shape::compound(parts).unwrap())).unwrap();
    world.add(Collider::new('b', ball()).at((20.5, 0.0))).unwrap();
    let events = world.step();
    // A skewed rounded outline becomes many pieces; its number is still that of the part.
    assert_eq!(events[0].touch().unwrap().parts(), [[1, 0]]);
}

#[test]
fn events_can_be_read_while_the_world_is_edited() {
    let (mut world, ..) = open_pair();
    for event in world.step() {
        for key in event.keys() {
            world.remove(key);
        }
        world.add(Collider::new('n', ball())).unwrap();
    }
    assert_eq!(world.len(), 1);
}

//! Calls that edit several colliders or several things of one: all or none, in journals too.

use jostle::world::{Detail, Op, Replay};
use jostle::{
    Aabb, Affine, Collider, Event, Filter, Key, Layers, Ray, Rot, SeenBy, Shape, Slide, Vec2,
    WhyNot, World, WorldError,
};

fn ball() -> Shape {
    Shape::circle(1.0).unwrap()
}

fn replayed(ops: &[Op]) -> u64 {
    let mut replay = Replay::new();
    ops.iter().for_each(|op| _ = replay.apply(op).expect("a call that was noted"));
    replay.world().hash()
}

#[test]
fn a_replaced_collider_keeps_its_key_its_children_and_its_pairs() {
    let mut world = World::new();
    world.record();
    let ship = world.add(Collider::group("ship")).unwrap();
    let a = world.add(Collider::new("a", ball())).unwrap();
    let child = world.add(Collider::new("child", ball()).at((0.5, 0.0)).parent(a)).unwrap();
    let _ = world.step();
    let new = Collider::new("b", Shape::rect_half((1.0, 1.0)).unwrap())
        .at((20.0, 0.0))
        .parent(ship)
        .team(3)
        .layer(Layers::bit(2));
    assert_eq!(world.replace(a, new.clone().sensor()), Ok("a"));
    assert_eq!((world[a], world.parent(a), world.children(a)), ("b", Some(ship), vec![child]));
    assert_eq!((world.team(a), world.is_sensor(a)), (Some(3), Some(true)));
    assert_eq!(world.layer(a), Some(Layers::bit(2)));
    let touch = world.step();
    assert!(
        matches!(&touch[..], [Event::Stay(touch)] if touch.sensor && touch.other(a) == Some(child))
    );
    // In place of nothing, below itself, and where its shape cannot be.
    let (before, noted) = (world.hash(), world.drain_journal().collect::<Vec<_>>());
    let near = Collider::new("near", ball());
    let unknown = world.replace(Key::default(), near.clone()).unwrap_err();
    assert_eq!(unknown.to_string(), "no collider has the key Key(0)");
    assert!(matches!(world.replace(a, near.clone().parent(child)), Err(WorldError::Cycle { .. })));
    let refused = world.replace(a, near.transform(Affine::at((f32::MAX, 0.0)).scaled(2e38, 9.0)));
    assert!(matches!(refused, Err(WorldError::Shape { .. })), "{refused:?}");
    assert_eq!((world.hash(), world[a]), (before, "b"));
    assert_eq!((replayed(&noted), world.drain_journal().count()), (before, 0));
}

#[test]
fn where_a_child_cannot_follow_nothing_is_replaced() {
    let mut world = World::new();
    let other = world.add(Collider::group("other").transform(Affine::at((9.0, 0.0)))).unwrap();
    let a = world.add(Collider::new("a", ball())).unwrap();
    world.add(Collider::new("child", ball()).at((2e38, 0.0)).parent(a)).unwrap();
    let _ = world.step();
    world.record();
    let (hash, ops) = (world.hash(), world.drain_journal().count());
    let new = Collider::new("b", Shape::rect_half((1.0, 1.0)).unwrap()).parent(other);
    let refused = world.replace(a, new.at((2e38, 0.0)));
    assert!(matches!(refused, Err(WorldError::Shape { .. })), "{refused:?}");
    assert_eq!((world.hash(), world.parent(a), world[a]), (hash, None, "a"));
    assert_eq!(world.shape(a).unwrap().kind(), "circle");
    assert!(ops > 0 && world.take_journal().is_empty(), "what was undone is not noted");
}

#[test]
fn what_is_refused_leaves_the_bytes_of_a_snapshot_and_the_next_key() {
    let mut world = World::new();
    let [parent, child, lone] = [0, 1, 2].map(|i| world.add(Collider::new(i, ball())).unwrap());
    world.set_parent(child, Some(parent)).unwrap();
    world.set_transform(child, Affine::at((2e38, 0.0))).unwrap();
    world.remove(lone);
    let _ = world.step();
    world.record();
    assert_eq!(world.drain_journal().count(), 4);
    let before = world.snapshot().unwrap();
    // The parent may go there, and its child cannot follow.
    let far = Affine::at((1.0, 2.0)).scaled(4.0, 4.0);
    let at = |x: f32| Collider::new(9, ball()).at((x, 0.0));
    // The family of a collider, the last of many that move, and the last of many that are added.
    assert!(world.set_transform(parent, far).is_err());
    let nowhere = Affine::at((f32::NAN, 0.0));
    assert!(world.set_transforms(&[(child, Affine::IDENTITY), (parent, nowhere)]).is_err());
    assert!(world.add_all([at(0.0), at(1.0), at(2.0), at(f32::NAN)]).is_err());
    assert!(world.snapshot().unwrap() == before);
    assert_eq!(world.drain_journal().count(), 0);
    let mut twin = World::new();
    twin.restore(&before).unwrap();
    assert_eq!(world.add_all([at(0.0), at(1.0)]), twin.add_all([at(0.0), at(1.0)]));
    assert_eq!(world.step(), twin.step());
}

#[test]
fn lossy_transforms_set_all_but_those_that_are_refused() {
    let run = |with_parents: bool| {
        let mut world = World::new();
        world.record();
        let keys = world.add_all((0..200).map(|i| Collider::new(i, ball()))).unwrap();
        if with_parents {
            world.set_parent(keys[1], Some(keys[0])).unwrap();
        }
        let bad = |i: usize| i % 64 == 63 || i < 3 || i == 199;
        let place = |i: usize| Affine::at((if bad(i) { f32::NAN } else { i as f32 }, 1.0));
        let mut moves: Vec<_> = keys.iter().enumerate().map(|(i, key)| (*key, place(i))).collect();
        moves[100].0 = Key::default();
        let mut refused = vec![(7, WorldError::Full)];
        world.set_transforms_lossy(&moves, &mut refused);
        let indices: Vec<usize> = refused.iter().map(|(index, _)| *index).collect();
        assert_eq!(indices, [0, 1, 2, 63, 100, 127, 191, 199]);
        assert_eq!(refused[4].1, WorldError::Unknown { key: Key::default() });
        assert!(
            matches!(&refused[3].1, WorldError::Shape { key: Some(key), .. } if *key == keys[63])
        );
        for (i, key) in keys.iter().enumerate() {
            let stays = indices.contains(&i);
            assert_eq!(
                world.transform(*key),
                Some(if stays { Affine::IDENTITY } else { place(i) })
            );
        }
        let (ops, hash) = (world.take_journal(), world.hash());
        assert_eq!(replayed(&ops), hash);
    };
    run(false);
    run(true);
}

#[test]
fn all_removals_end_their_pairs_with_the_next_step() {
    let mut world = World::new();
    let keys = world.add_all((0..6).map(|i| Collider::new(i, ball()))).unwrap();
    assert_eq!(world.step().len(), 15);
    world.retain(|_, data| {
        *data += 10;
        *data != 12
    });
    world.remove_all(&[keys[0], keys[0], keys[2]]);
    assert_eq!(world.iter().map(|(_, data)| *data).collect::<Vec<_>>(), [11, 13, 14, 15]);
    assert_eq!(world.step().iter().filter(|event| event.is_exit()).count(), 9);
    world.clear();
    assert!(world.is_empty() && world.step().iter().all(Event::is_exit));
    assert!(world.step().is_empty());
}

#[test]
#[should_panic(expected = "no collider has the key Key(0)")]
fn the_index_of_nothing_panics_and_names_the_key() {
    let _ = World::<u8>::new()[Key::default()];
}

#[test]
fn lists_are_emptied_before_they_are_filled() {
    let mut world = World::new();
    let key = world.add(Collider::new((), ball())).unwrap();
    let (here, any) = (Vec2::ZERO, Filter::ANY);
    let (near, blast) = (Aabb::around(here, (1.0, 1.0)), ball().place(Affine::IDENTITY).unwrap());
    let mut keys = vec![Key::default(); 3];
    for _ in 0..2 {
        world.at_point_into(here, &any, &mut keys);
        assert_eq!(keys, [key]);
        world.overlapping_aabb_into(near, &any, &mut keys);
        assert_eq!(keys, [key]);
        world.overlapping_into(&blast, &any, &mut keys);
        assert_eq!(keys, [key]);
        world.contained_in_into(&blast, &any, &mut keys);
        assert_eq!(keys, [key]);
    }
    let (mut hits, mut nearest, mut contacts) = (Vec::new(), Vec::new(), Vec::new());
    for _ in 0..2 {
        world.ray_all_into(&Ray::new((-5.0, 0.0), (9.0, 0.0)), &any, &mut hits);
        world.nearest_into((5.0, 0.0), 3, &any, &mut nearest);
        world.contacts_of_into(&blast, &any, &mut contacts);
        assert_eq!((hits.len(), nearest.len(), contacts.len()), (1, 1, 1));
    }
    // Where nothing can be found the list is empty too.
    world.at_point_into((f32::NAN, 0.0), &any, &mut keys);
    assert!(keys.is_empty());
    world.nearest_into((f32::NAN, 0.0), 3, &any, &mut nearest);
    world.ray_all_into(&Ray::new((f32::NAN, 0.0), (9.0, 0.0)), &any, &mut hits);
    assert!(nearest.is_empty() && hits.is_empty());
}

#[test]
fn no_line_of_sight_leads_to_nowhere() {
    let world = World::<()>::new();
    assert!(world.line_of_sight((0.0, 0.0), (5.0, 0.0), &Filter::ANY));
    assert!(!world.line_of_sight((0.0, 0.0), (f32::NAN, 0.0), &Filter::ANY));
    assert!(!world.line_of_sight((f32::MAX, 0.0), (f32::MIN, 0.0), &Filter::ANY));
}

#[test]
fn the_table_of_layers_holds_row_by_row() {
    // a is on layer 0 and b on layer 1; the columns are what b sees: all, a's layer, another, none.
    let (on_a, on_b, other) = (Layers::bit(0), Layers::bit(1), Layers::bit(9));
    let table = [
        (Layers::ALL, [Some(SeenBy::Both), Some(SeenBy::Both), None, Some(SeenBy::A)]),
        (on_b, [Some(SeenBy::Both), Some(SeenBy::Both), Some(SeenBy::A), Some(SeenBy::A)]),
        (other, [None, Some(SeenBy::B), None, None]),
        (Layers::NONE, [Some(SeenBy::B), Some(SeenBy::B), None, None]),
    ];
    for (sees_a, row) in table {
        for (sees_b, expected) in [Layers::ALL, on_a, other, Layers::NONE].into_iter().zip(row) {
            let mut world = World::new();
            let a = world.add(Collider::new("a", ball()).layer(on_a).sees(sees_a)).unwrap();
            let b = world.add(Collider::new("b", ball()).layer(on_b).sees(sees_b)).unwrap();
            let why = world.why_not(a, b);
            let events = world.step();
            let seen = events.first().and_then(Event::touch).map(|touch| touch.seen_by);
            assert_eq!(seen, expected, "{sees_a} {sees_b}");
            assert_eq!(why == WhyNot::Nothing, expected.is_some(), "{sees_a} {sees_b}: {why}");
        }
    }
    let mut world = World::new();
    let bullet = world.add(Collider::new("bullet", ball()).sees(on_b)).unwrap();
    let wall = world.add(Collider::new("wall", ball())).unwrap();
    let words = "b sees all layers, so a decides: it sees layer 1 and b is on no layer";
    assert_eq!(world.why_not(bullet, wall).to_string(), words);
    let words = "a sees all layers, so b decides: it sees layer 1 and a is on no layer";
    assert_eq!(world.why_not(wall, bullet).to_string(), words);
}

#[test]
fn conversions_keep_what_they_convert() {
    let ways = [Vec2::X, Vec2::new(2.0, -3.0)];
    assert_eq!(ways.iter().sum::<Vec2>().to_array(), [3.0, -3.0]);
    assert_eq!(Rot::from(Vec2::new(0.0, 2.0)), Rot::from_degrees(90.0));
    assert_eq!(Affine::at((5.0, 6.0)).to_string(), "[1.0, 0.0, 0.0, 1.0, 5.0, 6.0]");
    assert_eq!(Slide::from((1.0, 2.0)), Slide::by(1.0, 2.0));
    let bounds = Aabb::xywh(1.0, 2.0, 4.0, 6.0);
    let room = Shape::try_from(bounds).unwrap().place(Affine::IDENTITY).unwrap();
    assert_eq!(room.bounds(), bounds);
    let broken = Aabb { max: Vec2::new(f32::NAN, 0.0), ..bounds };
    assert!(Shape::try_from(broken).unwrap_err().to_string().contains("b.x"));
}

#[test]
fn the_hash_shows_every_property_of_a_collider() {
    let hash = |change: fn(Collider<()>) -> Collider<()>| {
        let mut world = World::new();
        world.add(change(Collider::new((), Shape::circle(1.0).unwrap()))).unwrap();
        world.hash()
    };
    jostle::layers! { ONE, TWO }
    let changes: [fn(Collider<()>) -> Collider<()>; 10] = [
        |c| c,
        |c| c.sensor(),
        |c| c.disabled(),
        |c| c.team(3),
        |c| c.layer(TWO),
        |c| c.sees(ONE),
        |c| c.detail(Detail::Touch),
        |c| c.detail(Detail::Near),
        |c| c.platform(),
        |c| c.at((0.0, 1.0)),
    ];
    let hashes = changes.map(hash);
    for (i, one) in hashes.iter().enumerate() {
        assert!(!hashes[..i].contains(one), "{i}");
    }
    assert!(hashes.iter().zip(changes).all(|(one, change)| *one == hash(change)));
}

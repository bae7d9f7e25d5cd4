//! What a game does with entities, without a window.

use bevy_app::prelude::*;
use bevy_ecs::entity_disabling::Disabled;
use bevy_ecs::message::MessageCursor;
use bevy_ecs::prelude::*;
use bevy_jostle::prelude::*;
use bevy_jostle::{ColliderRefused, JostleWorld, jostle::ExitReason};
use bevy_math::{Quat, Vec2, Vec3};
use bevy_transform::prelude::*;

fn app() -> App {
    let mut app = App::new();
    app.add_plugins((TransformPlugin, JostlePlugin::default()));
    app
}

fn ball(x: f32) -> (Collider, Transform) {
    (Collider::circle(1.0), Transform::from_xyz(x, 0.0, 0.0))
}

/// The messages of one frame.
#[derive(Default)]
struct Reader {
    starts: MessageCursor<TouchStart>,
    ends: MessageCursor<TouchEnd>,
    refused: MessageCursor<ColliderRefused>,
}

struct Frame {
    starts: Vec<[Entity; 2]>,
    ends: Vec<TouchEnd>,
    refused: Vec<ColliderRefused>,
}

impl Reader {
    fn update(&mut self, app: &mut App) -> Frame {
        app.update();
        let world = app.world();
        let starts = self.starts.read(world.resource());
        Frame {
            starts: starts.map(|start: &TouchStart| sorted([start.a, start.b])).collect(),
            ends: self.ends.read(world.resource()).cloned().collect(),
            refused: self.refused.read(world.resource()).cloned().collect(),
        }
    }
}

/// Which of two was added first is Bevy's business.
fn sorted(mut pair: [Entity; 2]) -> [Entity; 2] {
    pair.sort_unstable();
    pair
}

fn stats(app: &App) -> bevy_jostle::jostle::world::WorldStats {
    app.world().resource::<JostleWorld>().stats()
}

#[test]
fn entities_enter_and_every_way_to_go_ends_their_pair_once() {
    type Way = (fn(&mut App, Entity), ExitReason);
    let ways: [Way; 6] = [
        (|app, b| _ = app.world_mut().despawn(b), ExitReason::Removed),
        (|app, b| _ = app.world_mut().entity_mut(b).remove::<Collider>(), ExitReason::Removed),
        (|app, b| _ = app.world_mut().entity_mut(b).insert(Disabled), ExitReason::Disabled),
        (|app, b| _ = app.world_mut().entity_mut(b).insert(Team(3)), ExitReason::Filtered),
        (
            |app, b| {
                let point = Shape::point((9.0, 0.0)).unwrap();
                app.world_mut().get_mut::<Collider>(b).unwrap().set_shape(point);
            },
            ExitReason::Reshaped,
        ),
        (
            |app, b| app.world_mut().get_mut::<Transform>(b).unwrap().translation.x = 9.0,
            ExitReason::Separated,
        ),
    ];
    for (way, reason) in ways {
        let (mut app, mut reader) = (app(), Reader::default());
        let a = app.world_mut().spawn((ball(0.0), Team(3))).id();
        let b = app.world_mut().spawn(ball(1.0)).id();
        assert_eq!(reader.update(&mut app).starts, [sorted([a, b])]);
        assert!(reader.update(&mut app).starts.is_empty());
        way(&mut app, b);
        let ends = reader.update(&mut app).ends.into_iter();
        let ends: Vec<_> = ends.map(|end| (sorted([end.a, end.b]), end.reason)).collect();
        assert_eq!(ends, [(sorted([a, b]), reason)]);
        let after = reader.update(&mut app);
        assert!(after.ends.is_empty() && after.starts.is_empty() && after.refused.is_empty());
    }
}

#[test]
fn components_that_go_or_come_back_count_too() {
    let (mut app, mut reader) = (app(), Reader::default());
    let a = app.world_mut().spawn((ball(0.0), Team(3), Disabled)).id();
    let layers = Layers2d::default().seeing(Layers::NONE);
    let b = app.world_mut().spawn((ball(1.0), Team(3), Sensor, layers)).id();
    assert!(reader.update(&mut app).starts.is_empty());
    app.world_mut().entity_mut(a).remove::<Disabled>();
    assert!(reader.update(&mut app).starts.is_empty(), "one team");
    app.world_mut().entity_mut(a).remove::<Team>();
    assert_eq!(
        reader.update(&mut app).starts,
        [sorted([b, a])],
        "a was not in the world while disabled"
    );
    app.world_mut().entity_mut(a).insert(Disabled);
    assert_eq!(reader.update(&mut app).ends.len(), 1);
    app.world_mut().entity_mut(a).remove::<Disabled>();
    assert_eq!(reader.update(&mut app).starts, [sorted([b, a])]);
    app.world_mut().entity_mut(b).remove::<(Sensor, Layers2d)>();
    app.update();
    let world = app.world().resource::<JostleWorld>();
    let key = app.world().get::<Collider>(b).unwrap().key().unwrap();
    assert_eq!((world.is_sensor(key), world.sees(key)), (Some(false), Some(Layers::ALL)));
}

#[test]
fn shapes_follow_parents_that_turn_and_shear_and_new_parents() {
    let (mut app, mut reader) = (app(), Reader::default());
    let turned = Transform::from_xyz(10.0, 0.0, 0.0)
        .with_rotation(Quat::from_rotation_z(std::f32::consts::FRAC_PI_2))
        .with_scale(Vec3::new(2.0, 1.0, 1.0));
    let ship = app.world_mut().spawn(turned).id();
    let gun = app.world_mut().spawn((ball(3.0), ChildOf(ship))).id();
    let post =
        app.world_mut().spawn((Collider::rect(1.0, 1.0), Transform::from_xyz(10.0, 8.0, 0.0))).id();
    assert_eq!(
        reader.update(&mut app).starts,
        [sorted([gun, post])],
        "the gun is at (10, 6), 4 high"
    );
    app.world_mut().entity_mut(gun).remove::<ChildOf>();
    assert_eq!(reader.update(&mut app).ends.len(), 1, "it is at (3, 0) now");
    app.world_mut().entity_mut(gun).insert(ChildOf(ship));
    assert_eq!(reader.update(&mut app).starts, [sorted([gun, post])]);
    app.world_mut().despawn(ship);
    assert_eq!(reader.update(&mut app).ends.len(), 1, "children go with their parent");
}

#[test]
fn a_scale_of_zero_is_a_point_and_bad_numbers_are_reported_and_change_nothing() {
    let (mut app, mut reader) = (app(), Reader::default());
    let flat = Transform::from_xyz(1.0, 0.0, 0.0).with_scale(Vec3::ZERO);
    let a = app.world_mut().spawn((Collider::circle(1.0), flat)).id();
    let others: Vec<Entity> =
        (0..3).map(|i| app.world_mut().spawn(ball(i as f32 * 9.0)).id()).collect();
    let bad = app.world_mut().spawn(ball(f32::NAN)).id();
    let negative = app.world_mut().spawn(Collider::circle(-1.0)).id();
    let frame = reader.update(&mut app);
    assert_eq!(frame.starts, [sorted([a, others[0]])]);
    assert_eq!(frame.refused.iter().map(|r| r.entity).collect::<Vec<_>>(), [bad, negative]);
    assert_eq!(frame.refused[1].error.to_string(), "radius is -1, which is negative");
    app.world_mut().get_mut::<Transform>(others[1]).unwrap().translation.x = f32::INFINITY;
    app.world_mut().get_mut::<Transform>(others[2]).unwrap().translation.x = 1.0;
    let frame = reader.update(&mut app);
    assert_eq!(frame.refused.iter().map(|r| r.entity).collect::<Vec<_>>(), [others[1]]);
    assert_eq!(frame.starts.len(), 2, "one bad transform keeps no other from moving");
    app.world_mut().get_mut::<Transform>(bad).unwrap().translation.x = 200.0;
    assert!(reader.update(&mut app).refused.is_empty());
    assert_eq!(stats(&app).colliders, 5, "all but the one with a negative radius");
}

#[test]
fn ten_thousand_entities_are_as_the_world_has_them_and_still_ones_cost_nothing() {
    let mut app = app();
    let many = (0..10_000).map(|i| ((i % 100) as f32 * 3.0, (i / 100) as f32 * 3.0));
    let balls: Vec<_> =
        many.map(|(x, y)| (Collider::circle(1.0), Transform::from_xyz(x, y, 0.0))).collect();
    let entities: Vec<Entity> = app.world_mut().spawn_batch(balls).collect();
    app.update();
    assert_eq!((stats(&app).colliders, stats(&app).moved, stats(&app).pairs), (10_000, 10_000, 0));
    app.update();
    assert_eq!(stats(&app).moved, 0);
    for entity in entities.iter().step_by(10) {
        app.world_mut().get_mut::<Transform>(*entity).unwrap().translation.x += 1.5;
    }
    app.update();
    assert_eq!((stats(&app).moved, stats(&app).pairs), (1000, 1000));
    for entity in &entities[5..] {
        app.world_mut().despawn(*entity);
    }
    app.update();
    assert_eq!((stats(&app).colliders, stats(&app).pairs), (5, 1));
}

#[test]
fn clones_have_places_of_their_own() {
    let mut app = app();
    let a = app.world_mut().spawn(ball(0.0)).id();
    app.update();
    let collider = app.world().get::<Collider>(a).unwrap().clone();
    let b = app.world_mut().spawn((collider, Transform::from_xyz(1.0, 0.0, 0.0))).id();
    app.update();
    assert_eq!(stats(&app).pairs, 1);
    app.world_mut().despawn(b);
    app.update();
    assert_eq!((stats(&app).colliders, stats(&app).pairs), (1, 0));
}

#[derive(Resource, Default)]
struct Seen(Vec<String>);

#[test]
fn observers_get_the_push_and_the_normal_of_their_entity() {
    let mut app = app();
    app.init_resource::<Seen>();
    let floor = app.world_mut().spawn(Collider::rect(20.0, 2.0)).id();
    let hero =
        app.world_mut().spawn((Collider::circle(1.0), Transform::from_xyz(0.0, 1.5, 0.0))).id();
    app.world_mut().entity_mut(hero).observe(
        move |hit: On<Touched>, mut seen: ResMut<Seen>, mut heroes: Query<&mut Transform>| {
            assert_eq!((hit.other, hit.normal), (floor, Some(Vec2::Y)));
            heroes.get_mut(hit.entity).unwrap().translation += hit.push.extend(0.0);
            seen.0.push(format!("push {}", hit.push));
        },
    );
    app.add_observer(|parted: On<Parted>, mut seen: ResMut<Seen>| {
        seen.0.push(format!("{:?}", parted.reason));
    });
    app.update();
    assert_eq!(app.world().get::<Transform>(hero).unwrap().translation.y, 2.0);
    app.world_mut().despawn(floor);
    app.update();
    assert_eq!(app.world().resource::<Seen>().0, ["push [0, 0.5]", "Removed"]);
}

#[test]
fn questions_answer_in_entities() {
    bevy_jostle::jostle::layers! { WALL, HERO }
    #[derive(Resource, Default)]
    struct Answers(Vec<Vec<Entity>>);
    let mut app = app();
    app.init_resource::<Answers>();
    let wall = app.world_mut().spawn((ball(10.0), Layers2d::on(WALL))).id();
    let hero = app.world_mut().spawn((ball(0.0), Layers2d::on(HERO))).id();
    let gone = app.world_mut().spawn((ball(5.0), Layers2d::on(WALL), Disabled)).id();
    app.add_systems(Last, move |jostle: Jostle, mut answers: ResMut<Answers>| {
        let any = Filter::ANY;
        assert!(jostle.line_of_sight(Vec2::new(1.5, 0.0), Vec2::new(8.5, 0.0), &any));
        assert_eq!(jostle.gap(hero, wall).unwrap().separation, 8.0);
        assert!(jostle.contact(hero, wall).is_none() && jostle.gap(hero, gone).is_none());
        assert_eq!(jostle.nearest(Vec2::new(7.0, 0.0), 1, &any), [(wall, 2.0)]);
        let hit = jostle.ray(&Ray::toward((0.0, 0.0), (1.0, 0.0), 99.0), &WALL.into()).unwrap();
        assert_eq!((hit.entity, hit.point, hit.normal), (wall, Vec2::new(9.0, 0.0), -Vec2::X));
        let blast = jostle.placed(wall).unwrap().moved(Vec2::new(-9.0, 0.0));
        answers.0 = vec![
            jostle.at(Vec2::ZERO, &any),
            jostle.at(Vec2::ZERO, &WALL.into()),
            jostle.overlapping(&blast, &any),
            jostle.touching(hero),
        ];
    });
    app.update();
    assert_eq!(app.world().resource::<Answers>().0, [vec![hero], vec![], vec![hero], vec![]]);
}

#[test]
fn another_schedule_propagates_transforms_itself() {
    let mut app = App::new();
    app.add_plugins(JostlePlugin::default().in_schedule(Update));
    let parent = app.world_mut().spawn(Transform::from_xyz(10.0, 0.0, 0.0)).id();
    app.world_mut().spawn((ball(0.0), ChildOf(parent)));
    app.world_mut().spawn(ball(11.0));
    app.update();
    assert_eq!(stats(&app).pairs, 1);
}

#[test]
fn a_snapshot_holds_what_touches_what() {
    let mut app = app();
    let a = app.world_mut().spawn(ball(0.0)).id();
    let _b = app.world_mut().spawn(ball(1.0));
    app.update();
    let saved = app.world().resource::<JostleWorld>().snapshot().unwrap();
    app.world_mut().get_mut::<Transform>(a).unwrap().translation.x = -40.0;
    app.update();
    assert_eq!(stats(&app).pairs, 0);
    app.world_mut().resource_mut::<JostleWorld>().configure().restore(&saved).unwrap();
    app.world_mut().get_mut::<Transform>(a).unwrap().translation.x = 0.0;
    app.update();
    assert_eq!((stats(&app).pairs, stats(&app).entered), (1, 0), "the pair was open");
}

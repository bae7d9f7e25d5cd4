//! Casts and slides of entities, without a window.

use bevy_app::prelude::*;
use bevy_ecs::prelude::*;
use bevy_jostle::jostle::{Affine, Shape as JostleShape};
use bevy_jostle::{CastHit, JostleWorld, prelude::*};
use bevy_math::Vec2;
use bevy_transform::prelude::*;

layers! { HERO, SOLID }

#[derive(Component, Default)]
struct Walker {
    by: Vec2,
    last: Option<Slid>,
}

fn walk(mut jostle: JostleMut, mut walkers: Query<(Entity, &mut Walker, &mut Transform)>) {
    for (entity, mut walker, mut transform) in &mut walkers {
        let footing = walker.last.as_ref().and_then(|slid| slid.footing);
        let slide = Slide::by(walker.by.x, walker.by.y).up(0.0, 1.0).snap(2.0).footing(footing);
        let slid = jostle.slide(entity, &slide, |_| Response::Slide);
        if let Some(slid) = &slid {
            transform.translation = slid.at.extend(transform.translation.z);
        }
        walker.last = slid;
    }
}

fn app() -> App {
    let mut app = App::new();
    app.add_plugins((TransformPlugin, JostlePlugin::default()));
    app.add_systems(PostUpdate, walk.in_set(JostleSystems::Move));
    app
}

fn boxed(app: &mut App, (w, h): (f32, f32), (x, y): (f32, f32)) -> Entity {
    app.world_mut().spawn((Collider::rect(w, h), Transform::from_xyz(x, y, 0.0))).id()
}

fn walker(app: &mut App, at: (f32, f32), by: Vec2) -> Entity {
    let entity = boxed(app, (2.0, 2.0), at);
    app.world_mut().entity_mut(entity).insert(Walker { by, last: None });
    entity
}

fn at(app: &App, entity: Entity) -> Vec2 {
    app.world().get::<Transform>(entity).unwrap().translation.truncate()
}

fn last(app: &App, entity: Entity) -> Slid {
    app.world().get::<Walker>(entity).unwrap().last.clone().unwrap()
}

#[test]
fn a_walker_stops_at_a_wall_and_the_step_of_the_same_frame_sees_it_there() {
    let mut app = app();
    let floor = boxed(&mut app, (100.0, 2.0), (0.0, -2.0));
    let wall = boxed(&mut app, (2.0, 20.0), (10.0, 0.0));
    let hero = walker(&mut app, (0.0, 0.0), Vec2::new(5.0, -1.0));
    for _ in 0..2 {
        app.update();
    }
    assert_eq!(at(&app, hero), Vec2::new(8.0, 0.0));
    let slid = last(&app, hero);
    assert_eq!((slid.floor, slid.wall), (Some(Vec2::Y), Some(-Vec2::X)));
    assert_eq!((slid.ground, slid.met.contains(&wall)), (Some(floor), true));
    let world = app.world().resource::<JostleWorld>();
    let key = app.world().get::<Collider>(hero).unwrap().key().unwrap();
    assert_eq!(world.touching(key).len(), 2, "the floor and the wall");
}

#[test]
fn a_platform_takes_a_walker_along_and_a_deck_holds_from_above_only() {
    let mut app = app();
    let lift = boxed(&mut app, (10.0, 2.0), (0.0, -2.0));
    app.world_mut().entity_mut(lift).insert(Platform);
    let rider = walker(&mut app, (1.0, 0.0), Vec2::new(0.0, -0.5));
    app.add_systems(Update, move |mut all: Query<&mut Transform>| {
        all.get_mut(lift).unwrap().translation.x += 3.0;
    });
    for _ in 0..10 {
        app.update();
    }
    // The first slide has no footing yet.
    assert_eq!(at(&app, rider), Vec2::new(28.0, 0.0));

    let mut app = self::app();
    let deck = boxed(&mut app, (10.0, 1.0), (0.0, 0.0));
    app.world_mut().entity_mut(deck).insert(OneWay(Vec2::Y));
    let hero = walker(&mut app, (0.0, -4.0), Vec2::new(0.0, 10.0));
    app.update();
    assert_eq!(at(&app, hero), Vec2::new(0.0, 6.0), "up through the deck");
    app.world_mut().get_mut::<Walker>(hero).unwrap().by = Vec2::new(0.0, -10.0);
    app.update();
    assert_eq!(at(&app, hero), Vec2::new(0.0, 1.5), "down onto it");
    app.world_mut().entity_mut(deck).remove::<OneWay>();
    app.world_mut().get_mut::<Walker>(hero).unwrap().by = Vec2::new(0.0, 10.0);
    app.update();
    app.update();
    app.world_mut().get_mut::<Transform>(hero).unwrap().translation.y = -4.0;
    app.update();
    assert_eq!(at(&app, hero).y, -1.5, "it blocks from below, too");
}

#[test]
fn what_cannot_slide_moves_nothing() {
    let mut app = app();
    let hero = walker(&mut app, (0.0, 0.0), Vec2::new(f32::NAN, 0.0));
    app.update();
    assert_eq!(at(&app, hero), Vec2::ZERO);
    assert_eq!(app.world().get::<Walker>(hero).unwrap().last, None);
    app.world_mut().entity_mut(hero).remove::<Collider>();
    app.update();
    assert_eq!(app.world().get::<Walker>(hero).unwrap().last, None);
}

#[derive(Resource, Default)]
struct Found {
    shape: Option<CastHit>,
    entity: Option<CastHit>,
    masked: Option<CastHit>,
    tried: Option<Slid>,
}

#[test]
fn casts_answer_in_entities_and_respect_layers_and_filters() {
    let mut app = app();
    app.init_resource::<Found>();
    let hero = boxed(&mut app, (2.0, 2.0), (0.0, 0.0));
    let ghost = boxed(&mut app, (2.0, 2.0), (5.0, 0.0));
    let wall = boxed(&mut app, (2.0, 20.0), (11.0, 0.0));
    app.world_mut().entity_mut(hero).insert(Layers2d::on(HERO).seeing(SOLID));
    app.world_mut().entity_mut(ghost).insert(Layers2d::default().seeing(Layers::NONE));
    app.world_mut().entity_mut(wall).insert(Layers2d::on(SOLID).seeing(Layers::NONE));
    app.update();
    app.add_systems(Update, move |jostle: Jostle, mut found: ResMut<Found>| {
        let ball = JostleShape::circle(1.0).unwrap().place(Affine::at((-3.0, 0.0))).unwrap();
        let by = Vec2::new(16.0, 0.0);
        found.shape = jostle.cast(&ball, by, &Filter::ANY);
        found.masked = jostle.cast(&ball, by, &SOLID.into());
        found.entity = jostle.cast_entity(hero, by, &Filter::ANY);
        found.tried = jostle.slide_try(hero, &Slide::by(20.0, 0.0), |_| Response::Slide);
        assert_eq!(jostle.cast_entity(hero, Vec2::NAN, &Filter::ANY), None);
        assert_eq!(jostle.cast_entity(Entity::PLACEHOLDER, by, &Filter::ANY), None);
    });
    app.update();
    let found = app.world().resource::<Found>();
    let shape = found.shape.unwrap();
    assert_eq!((shape.entity, shape.fraction, shape.normal), (hero, 0.0625, -Vec2::X));
    assert_eq!(found.masked.unwrap().entity, wall);
    let met = found.entity.unwrap();
    assert_eq!((met.entity, met.fraction), (wall, 0.5625));
    let tried = found.tried.clone().unwrap();
    assert_eq!((tried.at, tried.met), (Vec2::new(9.0, 0.0), vec![wall]));
    assert_eq!(at(&app, hero), Vec2::ZERO, "it was only tried");
}

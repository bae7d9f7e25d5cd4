//! Casts of shapes through worlds: exact, current, the same for every broad phase.

use jostle::broad::{NAMES, named};
use jostle::{
    Affine, Cast, CastFound, Collider, Filter, Inside, Key, Layers, Meet, Motion, Placed, Ray, Rot,
    Shape, Stop, Vec2, World, WorldError,
};
use jostle_testing::Rng;

fn number(rng: &mut Rng, from: f32, to: f32) -> f32 {
    from + (rng.bits() >> 40) as f32 / (1 << 24) as f32 * (to - from)
}

fn ball(radius: f32, at: (f32, f32)) -> Placed {
    Shape::circle(radius).unwrap().place(Affine::at((at.0, at.1))).unwrap()
}

fn boxes(places: &[(f32, f32)]) -> (World<()>, Vec<Key>) {
    let mut world = World::new();
    let shape = Shape::rect_half((1.0, 1.0)).unwrap();
    let all = places.iter().map(|(x, y)| Collider::new((), shape.clone()).at((*x, *y)));
    let keys = world.add_all(all).unwrap();
    (world, keys)
}

#[test]
fn a_thick_ray_is_the_cast_of_a_disc() {
    let mut rng = Rng::new(7);
    let (mut world, mut met) = (World::new(), 0);
    for _ in 0..300 {
        let [x, y, w, h] = [0; 4].map(|_| number(&mut rng, -30.0, 30.0));
        let shape = Shape::rect_half((1.0 + w.abs() * 0.1, 1.0 + h.abs() * 0.1)).unwrap();
        let place = Affine::at((x, y)).rotated(w);
        world.add(Collider::new((), shape).transform(place)).unwrap();
    }
    for _ in 0..2000 {
        let [x, y, w, h] = [0; 4].map(|_| number(&mut rng, -40.0, 40.0));
        let ray = Ray::new((x, y), (w, h)).thick(0.5).inside(Inside::Skip);
        let disc = ball(0.5, (x, y));
        let cast = Cast::of(&disc, (w, h)).inside(Inside::Skip);
        let rays = world.ray_all(&ray, &Filter::ANY);
        let casts = world.cast_all(&cast, &Filter::ANY);
        assert_eq!(rays.len(), casts.len());
        for (ray, cast) in rays.iter().zip(&casts) {
            assert_eq!((ray.key, ray.fraction, ray.normal), (cast.key, cast.fraction, cast.normal));
            assert_eq!((ray.part, ray.edge), (cast.part, cast.edge));
            let middle = cast.point + cast.normal * 0.5;
            assert!((ray.point - middle).length() < 1e-4, "{ray:?} {cast:?}");
            let way = Vec2::new(x, y) + Vec2::new(w, h) * ray.fraction;
            assert!((ray.point - way).length() < 1e-4, "{ray:?} {way:?}");
        }
        met += rays.len();
    }
    assert!(met > 1000, "{met}");
}

#[test]
fn every_broad_phase_gives_the_same_casts() {
    let foreign = World::new().add(Collider::group(())).unwrap();
    let run = |name: &str| -> Vec<Vec<(usize, CastFound)>> {
        let mut rng = Rng::new(3);
        let mut world = World::<()>::with_broad_phase(named(name).unwrap());
        let mut keys = Vec::new();
        for i in 0..200 {
            let [x, y, turn] = [0; 3].map(|_| number(&mut rng, -60.0, 60.0));
            let shape = match i % 3 {
                0 => Shape::rect_half((3.0, 0.5)),
                1 => Shape::circle(1.5),
                _ => Shape::ellipse((2.0, 0.5)),
            };
            let collider = Collider::new((), shape.unwrap());
            keys.push(world.add(collider.transform(Affine::at((x, y)).rotated(turn))).unwrap());
        }
        let casts = (0..300).map(|i| {
            let [x, y, w, h] = [0; 4].map(|_| number(&mut rng, -60.0, 60.0));
            let shape = Shape::rect_half((4.0, 0.25)).unwrap().place(Affine::at((x, y))).unwrap();
            let motion = Motion::by(w, h).turning_degrees(if i % 2 == 0 { 0.0 } else { 200.0 });
            let stop = if i % 5 == 0 { Stop::Overlapping } else { Stop::Touching };
            let cast = Cast::of(&shape, motion).inside(Inside::Skip).stop(stop).skin(0.125);
            let all = world.cast_all(&cast, &Filter::ANY);
            assert_eq!(world.cast_first(&cast, &Filter::ANY), all.first().copied(), "{name}");
            // Keys of two worlds differ.
            let number = |hit: &CastFound| keys.iter().position(|key| *key == hit.key).unwrap();
            all.iter().map(|hit| (number(hit), CastFound { key: foreign, ..*hit })).collect()
        });
        casts.collect()
    };
    let first = run(NAMES[0]);
    assert!(first.iter().map(Vec::len).sum::<usize>() > 300);
    NAMES.iter().for_each(|name| assert!(run(name) == first, "{name}"));
}

#[test]
fn of_two_at_one_fraction_the_lesser_key_is_first() {
    let (world, keys) = boxes(&[(5.0, 1.0), (5.0, -1.0)]);
    let found = world.cast_all(&Cast::of(&ball(1.0, (0.0, 0.0)), (6.0, 0.0)), &Filter::ANY);
    assert_eq!(found.iter().map(|hit| hit.key).collect::<Vec<_>>(), keys);
    assert_eq!(found[0].fraction, found[1].fraction);
}

#[test]
fn a_collider_meets_what_it_may_be_a_pair_with() {
    let mut world = World::new();
    let shape = || Shape::rect_half((1.0, 1.0)).unwrap();
    let hero = world.add(Collider::new((), shape()).layer(Layers::bit(1)).sees(Layers::bit(2)));
    let hero = hero.unwrap();
    let sword = world.add(Collider::new((), shape()).at((2.0, 0.0)).parent(hero)).unwrap();
    world.set_layers(sword, Layers::bit(2), Layers::bit(1)).unwrap();
    let unseen = Collider::new((), shape()).at((4.0, 0.0)).layer(Layers::bit(3)).sees(Layers::NONE);
    world.add(unseen).unwrap();
    let wall = Collider::new((), shape()).at((8.0, 0.0)).layer(Layers::bit(2)).sees(Layers::NONE);
    let wall = world.add(wall).unwrap();
    let found = world.cast_key(hero, (12.0, 0.0), &Filter::ANY).unwrap().unwrap();
    assert_eq!((found.key, found.fraction, found.normal), (wall, 0.5, Vec2::new(-1.0, 0.0)));
    assert_eq!(world.cast_key(hero, (12.0, 0.0), &Filter::ANY.except(&[wall])), Ok(None));
    let found = world.cast_key(sword, (-12.0, 0.0), &Filter::ANY).unwrap().unwrap();
    assert_eq!((found.key, found.fraction), (hero, 0.0), "a child meets its parent");
    world.set_pair_filter(|_, _| false);
    assert_eq!(world.cast_key(hero, (12.0, 0.0), &Filter::ANY), Ok(None));
}

#[test]
fn a_collider_turns_about_the_origin_of_its_transform() {
    let mut world = World::new();
    // A door whose hinge is at its left end, and a post on its way.
    let door = Shape::rect_half_at((2.0, 0.0), (2.0, 0.25), Rot::IDENTITY).unwrap();
    let door = world.add(Collider::new((), door).at((10.0, 10.0))).unwrap();
    let post = world.add(Collider::new((), Shape::circle(0.5).unwrap()).at((10.0, 13.0))).unwrap();
    let turn = Motion::NONE.turning_degrees(90.0);
    let found = world.cast_key(door, &turn, &Filter::ANY).unwrap().unwrap();
    assert_eq!(found.key, post);
    assert!((0.6..0.9).contains(&found.fraction), "{found:?}");
    let back = Motion::NONE.turning_degrees(-90.0);
    assert_eq!(world.cast_key(door, &back, &Filter::ANY), Ok(None));
}

#[test]
fn bad_casts_find_nothing_or_name_the_value() {
    let (mut world, keys) = boxes(&[(0.0, 0.0), (4.0, 0.0)]);
    let ball = ball(1.0, (0.0, 9.0));
    for cast in [
        Cast::of(&ball, (f32::NAN, 0.0)),
        Cast::of(&ball, (0.0, -20.0)).skin(-1.0),
        Cast::of(&ball, (0.0, -20.0)).skin(f32::INFINITY),
        Cast::of(&ball, Motion::by(0.0, -20.0).turning(f64::INFINITY)),
    ] {
        assert_eq!(world.cast_first(&cast, &Filter::ANY), None);
        assert!(!world.cast_any(&cast, &Filter::ANY));
    }
    let error = world.cast_key(keys[0], (f32::INFINITY, 0.0), &Filter::ANY).unwrap_err();
    assert!(error.to_string().contains("motion is "), "{error}");
    let group = world.add(Collider::group(())).unwrap();
    let error = world.cast_key(group, (1.0, 0.0), &Filter::ANY).unwrap_err();
    assert_eq!(error, WorldError::Group { key: group });
    world.remove(keys[0]);
    let error = world.cast_key(keys[0], (1.0, 0.0), &Filter::ANY).unwrap_err();
    assert_eq!(error, WorldError::Unknown { key: keys[0] });
}

#[test]
fn casts_reach_half_planes_and_half_planes_reach_all() {
    let (mut world, keys) = boxes(&[(0.0, 0.0)]);
    let floor = Shape::half_plane((0.0, -1.0), -10.0).unwrap();
    let floor = world.add(Collider::new((), floor)).unwrap();
    let found = world.cast_key(keys[0], (0.0, 18.0), &Filter::ANY).unwrap().unwrap();
    assert_eq!((found.key, found.fraction), (floor, 0.5));
    let found = world.cast_key(floor, (0.0, -18.0), &Filter::ANY).unwrap().unwrap();
    assert_eq!((found.key, found.fraction), (keys[0], 0.5));
}

#[test]
fn a_cast_sees_edits_at_once() {
    let (mut world, keys) = boxes(&[(0.0, 0.0), (6.0, 0.0)]);
    let cast = |world: &World<()>| {
        let found = world.cast_key(keys[0], (8.0, 0.0), &Filter::ANY).unwrap();
        found.map(|hit| hit.fraction)
    };
    assert_eq!(cast(&world), Some(0.5));
    world.set_transform(keys[1], Affine::at((8.0, 0.0))).unwrap();
    assert_eq!(cast(&world), Some(0.75));
    world.set_enabled(keys[1], false).unwrap();
    assert_eq!(cast(&world), None);
    assert_eq!(Meet::default(), Meet::TOUCH);
}

//! One long run with all kinds of shapes: the same hash everywhere.

#[path = "world/shapes.rs"]
mod shapes;

use jostle::broad::{NAMES, named};
use jostle::{
    Affine, Cast, Collider, Event, Filter, Meet, Motion, Response, Slid, Slide, World,
    world::{Op, Replay},
};
use jostle_testing::Rng;

/// Pinned: a change of any answer's last bit shows here. When a kind of shape is added, or a number
/// becomes more accurate, pin it again and say so in the changelog.
const GOLDEN: u64 = 0x52c5_0114_c37f_f632;
const STEPS: usize = 1000;

/// The same of what moves: slides, casts and sweeps.
const MOTION: u64 = 0x5d8c_a14d_c748_3662;

/// A number in 0..n.
pub(crate) fn below(rng: &mut Rng, n: usize) -> usize {
    (rng.bits() >> 16) as usize % n
}

fn run(world: &mut World<u64>, step: fn(&mut World<u64>) -> Vec<Event<u64>>) -> u64 {
    let mut rng = Rng::new(2026);
    let pool = shapes::pool(&mut rng);
    let mut keys = Vec::new();
    let mut digest = 0_u64;
    for number in 0..STEPS {
        for _ in 0..6 {
            let shape = &pool[below(&mut rng, pool.len())];
            let transform = shapes::transform(&mut rng, 24.0);
            if keys.len() < 40 {
                let collider = Collider::new(number as u64, shape.clone()).transform(transform);
                keys.push(world.add(collider).unwrap());
                continue;
            }
            let place = below(&mut rng, keys.len());
            match below(&mut rng, 8) {
                0 => {
                    world.remove(keys.swap_remove(place));
                    keys.retain(|key| world.contains(*key));
                }
                1 => world.set_shape(keys[place], shape.clone()).unwrap(),
                2 => {
                    let parent = keys[below(&mut rng, keys.len())];
                    // A cycle is refused, the same way everywhere.
                    let _ = world.set_parent(keys[place], Some(parent));
                    let _ = world.set_parent(keys[place], None);
                }
                3 => world.apply_transform(keys[place], &Affine::at((0.25, -0.125))).unwrap(),
                _ => world.set_transform(keys[place], transform).unwrap(),
            }
        }
        let events = step(world);
        digest = digest.rotate_left(7) ^ world.hash() ^ events.len() as u64;
    }
    digest
}

/// Heroes slide among all kinds, on decks and platforms that move; casts and sweeps of all kinds.
fn move_about(world: &mut World<u64>) -> u64 {
    let mut rng = Rng::new(2027);
    let pool = shapes::pool(&mut rng);
    let mut digest = 0_u64;
    let mut note = |bits: u64| digest = digest.rotate_left(7) ^ bits;
    let mut keys = Vec::new();
    for number in 0..40 {
        let shape = &pool[1 + below(&mut rng, pool.len() - 1)];
        let collider = Collider::new(number, shape.clone());
        let collider = match number % 8 {
            0 => collider.platform(),
            1 => collider.one_way((0.0, -1.0)),
            _ => collider,
        };
        keys.push(world.add(collider.transform(shapes::transform(&mut rng, 24.0))).unwrap());
    }
    let mut heroes = Vec::new();
    for (number, shape) in [3, 6, 7, 9].into_iter().enumerate() {
        let hero = Collider::new(100 + number as u64, pool[shape].clone());
        heroes.push((world.add(hero.at((number as f32 * 4.0, -20.0))).unwrap(), Slid::default()));
    }
    let number = |rng: &mut Rng, size: f32| shapes::signed(rng) * size;
    for frame in 0..200 {
        let platform = keys[below(&mut rng, 5) * 8];
        world.apply_transform(platform, &Affine::at((0.25, -0.125))).unwrap();
        for (hero, slid) in &mut heroes {
            let slide = Slide::by(number(&mut rng, 2.0), number(&mut rng, 3.0));
            let slide =
                if frame % 4 == 0 { slide } else { slide.up(0.0, -1.0).snap(0.5).step(0.5) };
            let slide = slide.footing(slid.footing);
            world.slide_into(*hero, &slide, |_| Response::Slide, slid).unwrap();
            slid.path()
                .iter()
                .for_each(|p| note(u64::from(p.x.to_bits()) << 32 | u64::from(p.y.to_bits())));
        }
        let [a, b] = [0; 2].map(|_| world.placed(keys[below(&mut rng, keys.len())]).unwrap());
        let way = [number(&mut rng, 20.0), number(&mut rng, 20.0)];
        let turn = Motion::from(way).turning_degrees(f64::from(number(&mut rng, 180.0)));
        let turn = turn.about([number(&mut rng, 8.0), number(&mut rng, 8.0)]);
        let found = [
            a.cast(b, way, Meet::TOUCH),
            a.cast(b, way, Meet::OVERLAP),
            a.sweep(b, &turn, Motion::NONE, Meet::TOUCH),
        ];
        for hit in found.into_iter().flatten() {
            let numbers =
                [hit.fraction, hit.latest, hit.normal.x, hit.normal.y, hit.point.x, hit.point.y];
            numbers.iter().for_each(|v| note(v.to_bits().into()));
        }
        for cast in [Cast::of(a, way), Cast::of(a, turn)] {
            let first = world.cast_first(&cast, &Filter::ANY);
            // Keys hold a number of the world's own.
            let data = |key| world.data(key).copied().unwrap_or_default() << 32;
            note(first.map_or(1, |found| u64::from(found.fraction.to_bits()) ^ data(found.key)));
        }
        let _ = world.step();
        note(world.hash());
    }
    digest
}

#[test]
fn what_moves_has_one_hash_for_every_broad_phase_and_build() {
    for name in NAMES {
        let mut world = World::with_broad_phase(named(name).unwrap());
        let digest = move_about(&mut world);
        assert_eq!(digest, MOTION, "{name}: {digest:#018x}");
    }
}

#[test]
fn a_thousand_steps_have_one_hash_for_every_broad_phase_and_build() {
    for name in NAMES {
        let mut world = World::with_broad_phase(named(name).unwrap());
        let digest = run(&mut world, World::step);
        assert_eq!(digest, GOLDEN, "{name}: {digest:#018x}");
    }
}

#[test]
fn the_hash_is_the_same_where_the_broad_phase_is_exchanged_on_the_way() {
    let step = |world: &mut World<u64>| {
        let steps = world.stats().steps as usize;
        if steps.is_multiple_of(7) {
            let name = NAMES[steps / 7 % NAMES.len()];
            world.set_broad_phase(named(name).unwrap());
            assert_eq!(world.broad_phase().name(), name);
        }
        world.step()
    };
    assert_eq!(run(&mut World::new(), step), GOLDEN);
}

#[test]
fn the_hash_and_all_events_are_the_same_for_one_two_and_eight_threads() {
    for threads in [1, 2, 8] {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        let digest = pool.install(|| run(&mut World::new(), World::step_parallel));
        assert_eq!(digest, GOLDEN, "{threads} threads");
    }
    // Enough pairs for many pieces, and every event compared.
    let ball = std::sync::Arc::new(jostle::Shape::circle(1.0).unwrap());
    let crowd = || {
        let mut world = World::new();
        let mut rng = Rng::new(3);
        for i in 0..3000 {
            let (x, y) = (below(&mut rng, 60) as f32, below(&mut rng, 60) as f32);
            world.add(Collider::new(i, ball.clone()).at((x, y * 0.75))).unwrap();
        }
        world
    };
    let pool = rayon::ThreadPoolBuilder::new().num_threads(8).build().unwrap();
    let (mut one, mut many) = (crowd(), crowd());
    let same = |a: &[Event<u64>], b: &[Event<u64>]| {
        let plain = |e: &Event<u64>| {
            (e.is_enter(), e.touch().map(|t| (t.contact().copied(), t.seen_by, t.sensor)))
        };
        a.iter().map(plain).eq(b.iter().map(plain))
    };
    for _ in 0..2 {
        let (a, b) = (one.step(), pool.install(|| many.step_parallel()));
        assert!(a.len() > 10_000 && same(&a, &b));
        assert_eq!(one.hash(), many.hash());
    }
}

#[test]
fn transforms_set_by_many_hands_are_those_set_one_by_one() {
    let shapes = [jostle::Shape::circle(1.0), jostle::Shape::rect_half((1.0, 0.5))];
    let shapes = shapes.map(|shape| std::sync::Arc::new(shape.unwrap()));
    let mut rng = Rng::new(5);
    let mut places = || {
        let mut place = || below(&mut rng, 6000) as f32 / 100.0;
        (0..3000).map(|_| Affine::at((place(), place())).rotated(place())).collect::<Vec<_>>()
    };
    let start = places();
    let crowd = || {
        let mut world = World::new();
        let all = (0..)
            .zip(&start)
            .map(|(i, at)| Collider::new(i, shapes[i as usize % 2].clone()).transform(*at));
        let keys = world.add_all(all).unwrap();
        (world, keys)
    };
    let pool = rayon::ThreadPoolBuilder::new().num_threads(3).build().unwrap();
    let ((mut one, keys), (mut all, _), (mut many, their)) = (crowd(), crowd(), crowd());
    let (lone, gone) = (all.keys(), their[2999]);
    for frame in 0..6 {
        let to = places();
        let moves = |keys: &[jostle::Key]| {
            let mut moves: Vec<_> = keys.iter().copied().zip(to.iter().copied()).collect();
            match frame {
                // Some twice, and in another order.
                3 => moves.extend_from_within(..700),
                4 => moves.reverse(),
                _ => {}
            }
            moves
        };
        for (key, to) in moves(&keys) {
            one.set_transform(key, to).unwrap();
        }
        all.set_transforms(&moves(&lone)).unwrap();
        let (before, mut refused) = (many.hash(), moves(&their));
        refused[1234].1.tx = f32::NAN;
        for turn in 0..2 {
            let error = pool.install(|| many.set_transforms_parallel(&refused)).unwrap_err();
            assert!(error.to_string().contains("1234"), "{error}");
            assert_eq!(many.hash(), before);
            refused[2345 - turn].0 = keys[0];
        }
        pool.install(|| many.set_transforms_parallel(&moves(&their))).unwrap();
        let [a, b, c] = [one.step(), all.step(), pool.install(|| many.step_parallel())]
            .map(|events| events.iter().map(|event| format!("{event:?}")).collect::<Vec<_>>());
        assert!(a == b && b == c && a.iter().any(|event| event.starts_with("Exit")) == (frame > 0));
        assert_eq!([one.hash(), all.hash()], [many.hash(); 2]);
        if frame == 4 {
            // With relatives it goes one by one.
            for (world, keys) in [(&mut one, &keys), (&mut all, &lone), (&mut many, &their)] {
                world.set_parent(keys[9], Some(keys[3])).unwrap();
            }
        }
    }
    let mut after = vec![(their[5], Affine::at((1.0, 2.0))), (gone, Affine::IDENTITY)];
    many.remove(gone);
    let hash = many.hash();
    assert!(many.set_transforms_parallel(&after).is_err() && many.set_transforms(&after).is_err());
    assert_eq!(many.hash(), hash);
    after.pop();
    many.set_transforms(&after).unwrap();
    assert_eq!(many.transform(their[5]), Some(after[0].1));
}

#[test]
fn a_recorded_run_replays_to_the_same_hash_through_its_text() {
    let mut world = World::new();
    world.record();
    run(&mut world, World::step);
    let mut replay = Replay::new();
    let mut names = jostle::json::LayerNames::default();
    for op in world.take_journal() {
        let line = op.to_json().expect("no custom shapes").to_string();
        let read = Op::from_json(&serde_json::from_str(&line).unwrap(), &mut names).unwrap();
        replay.apply(&read).unwrap();
    }
    assert_eq!(replay.world().hash(), world.hash());
}

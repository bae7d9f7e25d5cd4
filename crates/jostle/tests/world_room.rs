//! Queries and steps allocate nothing once they are warm, and a world counts its memory.

use jostle::{
    Aabb, Affine, Collider, Filter, Pairs, Ray, Response, Shape, Slid, Slide, Vec2, World,
    broad::NAMES, broad::named, debug::DebugDrawOptions, world::ResultLists,
};
use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;
use std::collections::VecDeque;
use std::rc::Rc;
use std::sync::Arc;

struct Counting;

thread_local! {
    /// A thread's own, since the harness and the other tests allocate at the same time.
    static COUNT: Cell<usize> = const { Cell::new(0) };
    /// The bytes that it holds.
    static HELD: Cell<isize> = const { Cell::new(0) };
}

#[expect(unsafe_code, reason = "an allocator that counts is one line around the system's")]
// SAFETY: every call is handed on to the system's allocator as it came.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        COUNT.set(COUNT.get() + 1);
        HELD.set(HELD.get() + layout.size() as isize);
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, at: *mut u8, layout: Layout) {
        HELD.set(HELD.get() - layout.size() as isize);
        unsafe { System.dealloc(at, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// The allocations of the third run of `work`.
fn third(mut work: impl FnMut()) -> usize {
    work();
    work();
    let before = COUNT.get();
    work();
    COUNT.get() - before
}

#[test]
fn warm_queries_and_steps_allocate_nothing() {
    let shapes = [
        Arc::new(Shape::circle(1.5).unwrap()),
        Arc::new(Shape::rect_half((1.0, 2.0)).unwrap()),
        Arc::new(Shape::capsule((0.0, 0.0), (2.0, 0.0), 0.5).unwrap()),
        Arc::new(Shape::triangle((0.0, 0.0), (3.0, 0.0), (0.0, 3.0)).unwrap()),
    ];
    for name in NAMES {
        let mut world = World::with_broad_phase(named(name).unwrap());
        let mut keys = Vec::new();
        for i in 0..400_usize {
            let at = ((i % 20) as f32 * 3.0, (i / 20) as f32 * 3.0);
            keys.push(world.add(Collider::new(i, shapes[i % 4].clone()).at(at)).unwrap());
        }
        let mut events = Vec::new();
        let mut turn = 0;
        let step = third(|| {
            turn += 1;
            for (i, key) in keys.iter().enumerate() {
                let x = (i % 20) as f32 * 3.0 + (turn % 2) as f32 * 0.25;
                world.set_transform(*key, Affine::at((x, (i / 20) as f32 * 3.0))).unwrap();
            }
            world.step_into(&mut events);
        });
        assert_eq!(step, 0, "{name}: step");

        let blast = shapes[0].place(Affine::at((30.0, 30.0))).unwrap();
        let (mut found, mut hits, mut near) = (Vec::new(), Vec::new(), Vec::new());
        let (mut batch, mut firsts, mut nearest) =
            (ResultLists::default(), Vec::new(), ResultLists::default());
        let points: Vec<Vec2> = (0..50).map(|i| Vec2::new(i as f32, i as f32)).collect();
        let rays: Vec<Ray> = points.iter().map(|p| Ray::new(*p, (30.0, 5.0))).collect();
        let any = Filter::ANY;
        let asked = third(|| {
            world.at_point_into((30.0, 30.0), &any, &mut found);
            let mut all = found.len();
            world.overlapping_aabb_into(Aabb::new((10.0, 10.0), (20.0, 20.0)), &any, &mut found);
            all += found.len();
            world.contained_in_into(&blast, &any, &mut found);
            all += found.len();
            world.overlapping_into(&blast, &any, &mut found);
            assert!(all > 0);
            world.ray_all_into(&rays[0], &any, &mut hits);
            world.nearest_into((30.0, 30.0), 5, &any, &mut near);
            world.at_point_each(&points, &any, &mut batch);
            world.ray_first_each(&rays, &any, &mut firsts);
            world.nearest_each(&points, 3, &any, &mut nearest);
        });
        assert_eq!(asked, 0, "{name}: queries");
        assert!(!found.is_empty() && !hits.is_empty() && near.len() == 5);

        let (mut lines, window) = (0, Aabb::new((0.0, 0.0), (60.0, 60.0)));
        let drawn = third(|| world.draw_with(&DebugDrawOptions::ALL, window, |_| lines += 1));
        assert_eq!((drawn, lines > 3 * 1600), (0, true), "{name}: drawing");
    }
}

#[test]
fn warm_pairs_allocate_nothing() {
    let shapes = [Shape::circle(1.5), Shape::rect_half((1.0, 2.0)), Shape::circle(0.5)];
    let placed: Vec<_> = (0..300_u16)
        .map(|i| {
            let at = Affine::at((f32::from(i % 17), f32::from(i / 17)));
            shapes[usize::from(i % 3)].clone().unwrap().place(at).unwrap()
        })
        .collect();
    let (half, mut pairs) = (placed.len() / 2, Pairs::new());
    let count = third(|| {
        assert!(pairs.overlapping(&placed).len() > 100);
        pairs.contacts(&placed);
        pairs.overlapping_between(&placed[..half], &placed[half..]);
        pairs.contacts_between(&placed[..half], &placed[half..]);
    });
    assert_eq!(count, 0);
}

#[test]
fn warm_slides_allocate_nothing() {
    let mut world = World::new();
    let tile = Arc::new(Shape::rect_half((0.5, 0.5)).unwrap());
    for i in 0..200 {
        world.add(Collider::new(0, tile.clone()).at((i as f32, 2.0))).unwrap();
    }
    let wall = Shape::rect_half((0.5, 9.0)).unwrap();
    world.add(Collider::new(0, wall).at((60.0, -7.0)).platform()).unwrap();
    let shapes = [
        Shape::circle(0.5),
        Shape::rect_half((0.5, 1.0)),
        Shape::capsule((0.0, -0.5), (0.0, 0.5), 0.5),
        Shape::triangle((-0.5, 0.5), (0.0, -0.5), (0.5, 0.5)),
    ];
    let mut heroes = Vec::new();
    for (i, shape) in shapes.into_iter().enumerate() {
        let hero = Collider::new(1, shape.unwrap()).at((20.0 + 9.0 * i as f32, 0.0));
        heroes.push((world.add(hero).unwrap(), Slid::default()));
    }
    let mut slides = || {
        for frame in 0..300 {
            for (key, slid) in &mut heroes {
                let by = if frame / 100 % 2 == 0 { 0.25 } else { -0.25 };
                let slide = Slide::by(by, 0.5).up(0.0, -1.0).snap(0.5).step(0.25);
                let slide = slide.footing(slid.footing);
                world.slide_into(*key, &slide, |_| Response::Slide, slid).unwrap();
                assert!(frame < 20 || slid.floor.is_some());
            }
        }
    };
    assert_eq!(third(&mut slides), 0);
}

/// Colliders come and go, a thousand at a time, in worlds that are never stepped again.
#[test]
fn a_world_that_is_not_stepped_keeps_nothing_of_what_left() {
    let ball = Arc::new(Shape::circle(1.0).unwrap());
    for name in NAMES {
        let data = Rc::new(());
        let mut world = World::with_broad_phase(named(name).unwrap());
        let new = |at: (f32, f32)| Collider::new(data.clone(), ball.clone()).at(at);
        // What touched something at the last step is owed an exit.
        let owed = world.add_all((0..20_u8).map(|i| new((f32::from(i), 0.0)))).unwrap();
        let open = world.step().len();
        world.remove_all(&owed);
        let mut alive = VecDeque::with_capacity(1100);
        let mut warm = 0;
        for i in 0..250_000_u32 {
            let at = ((i * 37 % 1009) as f32, (i * 101 % 997) as f32);
            alive.push_back(world.add(new(at)).unwrap());
            if alive.len() > 1000 {
                world.remove(alive.pop_front().unwrap());
            }
            assert_eq!(Rc::strong_count(&data), 1 + owed.len() + alive.len(), "{name}: {i}");
            if i == 25_000 {
                warm = HELD.get();
            }
        }
        let held = HELD.get();
        assert!(held <= warm + warm / 8, "{name}: held {warm} bytes, then {held}");
        let exits = world.step().iter().filter(|event| event.exit().is_some()).count();
        assert_eq!((exits, open > 0), (open, true), "{name}");
        assert_eq!(Rc::strong_count(&data), 1 + alive.len(), "{name}");
        assert!(world.step().iter().all(|event| event.exit().is_none()), "{name}");
    }
}

#[test]
fn a_world_counts_what_it_holds_on_the_heap() {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build().unwrap();
    pool.install(count_what_worlds_hold);
}

fn count_what_worlds_hold() {
    let ball = Arc::new(Shape::circle(1.0).unwrap());
    let at = |i: u32, shift: f32| Affine::at(((i % 60) as f32 * 1.5 + shift, (i / 60) as f32));
    for name in NAMES {
        let (mut keys, mut events, mut all) = (Vec::new(), Vec::new(), Vec::new());
        keys.reserve(3000);
        events.reserve(100_000);
        all.reserve(3000);
        let held = HELD.get();
        let mut world = World::with_broad_phase(named(name).unwrap());
        let check = |world: &World<[u32; 16]>, what: &str| {
            let (held, counted) = (HELD.get() - held, world.heap_bytes() as isize);
            let off = (held - counted).abs();
            assert!(off <= held / 200, "{name} {what}: holds {held} bytes, counts {counted}");
        };
        for i in 0..3000 {
            let collider = Collider::new([i; 16], ball.clone()).transform(at(i, 0.0));
            keys.push(world.add(if i % 3 == 0 { collider.platform() } else { collider }).unwrap());
        }
        check(&world, "of colliders");
        world.step_into(&mut events);
        check(&world, "after a step");
        all.extend(keys.iter().zip(0..).map(|(key, i)| (*key, at(i, 0.25))));
        world.set_transforms(&all).unwrap();
        world.step_into(&mut events);
        check(&world, "after moves");
        // On one thread, whose memory is all counted here; one block holds all moves.
        world.set_transforms_parallel(&all).unwrap();
        check(&world, "after moves in one block");
        for key in keys.iter().step_by(2) {
            world.remove(*key);
        }
        check(&world, "of what is removed");
        world.step_into(&mut events);
        check(&world, "after removals");
    }
}

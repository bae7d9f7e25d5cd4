//! What movers of games do on ground whose height a formula gives: they land, stand and walk.
#![allow(clippy::disallowed_methods, reason = "tests compare with plain functions")]

use super::*;
use jostle::shape::ChainEnds;

/// The usual movers: centered, with the origin at the feet, and at the top left. With each goes the
/// height of its feet below its origin, y being down.
fn movers(size: f32) -> Vec<(Shape, f32)> {
    let (w, h) = (0.5 * size, size);
    let feet = |y: f32| Shape::rect_xywh(-w / 2.0, y, w, h).unwrap();
    let capsule = |top: f32, low: f32| Shape::capsule((0.0, top), (0.0, low), w / 2.0).unwrap();
    let low = capsule(-h + w / 2.0, -w / 2.0);
    vec![
        (rect(w / 2.0, h / 2.0), h / 2.0),
        (feet(-h), 0.0),
        (feet(0.0), h),
        (low, 0.0),
        (capsule(-h / 2.0 + w / 2.0, h / 2.0 - w / 2.0), h / 2.0),
        (Shape::circle_at((0.0, -w), w).unwrap(), 0.0),
        (Shape::circle(w).unwrap(), w),
        (Shape::hull([(0.0, 0.0), (w, -h / 2.0), (0.0, -h), (-w, -h / 2.0)]).unwrap(), 0.0),
    ]
}

#[test]
fn all_movers_fall_onto_level_floors_and_stand_there() {
    let mut rng = Rng::new(11);
    for case in 0..cases(3_000) {
        let size = [1.8, 0.9, 14.0, 32.0][case % 4];
        let all = movers(size);
        let (shape, feet) = all[case / 4 % all.len()].clone();
        let floor = [0.0, -1.0, 0.1, 16.0, 144.0][case / 4 % 5];
        let from =
            (number(&mut rng, -50.0, 50.0), floor - feet - number(&mut rng, 0.5, 6.0) * size);
        let ground = vec![(rect(100.0, 0.5), Affine::at((0.0, floor + 0.5)))];
        let (mut world, hero) = scene(shape, from, ground);
        // Gravity of a game of metres, and of one of pixels.
        let mut speed = 0.0;
        for frame in 0..400 {
            speed += if size < 2.0 { 9.81 / 3600.0 } else { 0.3 };
            let slid = go(&mut world, hero, &Slide::by(0.0, speed).up(0.0, -1.0));
            let at = place(&world, hero).y;
            let height = f64::from(floor) - f64::from(at) - f64::from(feet);
            let ulp =
                f64::from(f32::EPSILON) * f64::from(floor.abs().max(at.abs()).max(2.0 * size));
            assert!(height > -ulp, "case {case}, frame {frame}: in the floor by {height}");
            if f64::from(slid.moved.y - speed).abs() <= 4.0 * ulp && slid.floor.is_none() {
                continue;
            }
            assert!(
                height < 3.0 * ulp,
                "case {case}, frame {frame}: hangs {height} above: {slid:?}"
            );
            assert!(slid.floor.is_some() && slid.footing.is_some(), "case {case}: {slid:?}");
            speed = 0.0;
            if frame > 200 {
                break;
            }
        }
        assert_eq!(speed, 0.0, "case {case}: it never lands");
    }
}

#[test]
fn whole_numbers_rest_on_whole_numbers() {
    let mut rng = Rng::new(12);
    for (height, floor) in [(14.0, 16.0), (32.0, 48.0), (32.0, 144.0), (16.0, 16.0), (1.0, 0.0)] {
        for _ in 0..200 {
            let shape = Shape::rect_xywh(0.0, 0.0, height, height).unwrap();
            let from = (number(&mut rng, -9.0, 9.0), floor - height - number(&mut rng, 0.0, 9.0));
            let ground = vec![
                (Shape::rect_xywh(-80.0, 0.0, 160.0, 8.0).unwrap(), Affine::at((0.0, floor))),
                (Shape::rect_xywh(0.0, -99.0, 8.0, 99.0).unwrap(), Affine::at((40.0, floor))),
            ];
            let (mut world, hero) = scene(shape, from, ground);
            let by = (number(&mut rng, 50.0, 99.0), number(&mut rng, 20.0, 60.0));
            let slid = go(&mut world, hero, &Slide::by(by.0, by.1).up(0.0, -1.0));
            let to = Vec2::new(40.0 - height, floor - height);
            assert_eq!(place(&world, hero), to, "{from:?} by {by:?}: {slid:?}");
            assert_eq!(slid.wall, Some(Vec2::new(-1.0, 0.0)));
        }
    }
}

#[test]
fn a_walker_leaves_a_valley_to_both_sides() {
    for degrees in [30.0_f32, 45.0, 56.0] {
        let rise = 100.0 * (degrees.to_radians()).tan();
        let rim = [(-100.0, -rise), (0.0, 0.0), (100.0, -rise)];
        let solid = Shape::polygon([rim[0], rim[1], rim[2], (100.0, 300.0), (-100.0, 300.0)]);
        let chain = Shape::chain(rim, ChainEnds::Open, Default::default());
        for ground in [solid.unwrap(), chain.unwrap()] {
            for (shape, snap) in
                movers(14.0).iter().flat_map(|m| [(m.0.clone(), 0.0), (m.0.clone(), 4.0)])
            {
                let walk = |wish: f32| {
                    let (mut world, hero) = scene(
                        shape.clone(),
                        (0.0, -60.0),
                        vec![(ground.clone(), Affine::IDENTITY)],
                    );
                    let slide = |x, y| Slide::by(x, y).up(0.0, -1.0).max_slope(1.1).snap(snap);
                    go(&mut world, hero, &slide(0.0, 60.0));
                    (0..30)
                        .map(|_| {
                            go(&mut world, hero, &slide(wish, 1.0));
                            place(&world, hero)
                        })
                        .collect::<Vec<_>>()
                };
                let (right, left) = (walk(2.0), walk(-2.0));
                assert!(right[29].x > 15.0, "{degrees} {snap} {shape:?}: {right:?}");
                let mirrored = left.iter().map(|p| Vec2::new(0.0 - p.x, p.y));
                assert!(
                    mirrored.eq(right.iter().copied()),
                    "{degrees} {snap} {shape:?}: {right:?}, {left:?}"
                );
            }
        }
    }
}

#[test]
fn a_walk_on_a_slope_has_a_floor_in_each_frame() {
    let mut rng = Rng::new(13);
    for case in 0..cases(60) {
        let (run, rise) =
            [(560.0, 175.0), (400.0, 200.0), (300.0, 300.0), (600.0, -300.0)][case % 4];
        let at = number(&mut rng, -900.0, 900.0);
        let rim = [(-64.0, at), (0.0, at), (run, at - rise), (run + 64.0, at - rise)];
        let ground =
            Shape::polygon([rim[0], rim[1], rim[2], rim[3], (run + 64.0, 2000.0), (-64.0, 2000.0)]);
        let all = movers(14.0);
        let (shape, feet) = all[case / 4 % all.len()].clone();
        let from = (-30.0, at - feet - 0.3);
        let (mut world, hero) = scene(shape, from, vec![(ground.unwrap(), Affine::IDENTITY)]);
        let pace = [Pace::Project, Pace::Keep, Pace::Level][case % 3];
        let (wish, gravity) = (number(&mut rng, 0.5, 4.0), number(&mut rng, 0.25, 3.0));
        let snap = if rise < 0.0 { 8.0 } else { 0.0 };
        for frame in 0..150 {
            if place(&world, hero).x > run - 20.0 {
                break;
            }
            let by = if frame == 0 { (0.0, 1.0) } else { (wish, gravity) };
            let slide = Slide::by(by.0, by.1).up(0.0, -1.0).pace(pace).snap(snap);
            let slid = go(&mut world, hero, &slide);
            assert!(
                slid.floor.is_some() && slid.footing.is_some() && slid.wall.is_none(),
                "case {case}, frame {frame}: {slid:?}"
            );
        }
    }
}

#[test]
fn a_corner_at_a_seam_of_tiles_costs_nothing_in_any_order() {
    // A wall of single tiles at x = 16, and a box beside it whose upper corner lies at a seam.
    for order in 0..4 {
        let mut rows: Vec<i32> = (-6..6).collect();
        match order {
            0 => {}
            1 => rows.reverse(),
            _ => rows.sort_by_key(|row| (row * (order * 5 + 2)).rem_euclid(7)),
        }
        let tiles = |x: f32| {
            let tile = move |row: &i32| (rect(8.0, 8.0), Affine::at((x, 16.0 * *row as f32 + 8.0)));
            rows.iter().map(tile).collect::<Vec<_>>()
        };
        for (dx, dy) in [
            (2.0, -2.0),
            (4.0, -2.0),
            (2.0, -1.0),
            (0.5, -3.0),
            (9.0, -4.0),
            (2.0, 2.0),
            (5.0, 1.0),
        ] {
            for side in [1.0, -1.0] {
                let (mut world, hero) =
                    scene(rect(6.0, 8.0), (side * 2.0, 8.0), tiles(side * 16.0));
                let slid = go(&mut world, hero, &Slide::by(side * dx, dy).up(0.0, -1.0));
                assert_eq!(slid.moved, Vec2::new(0.0, dy), "order {order}: {slid:?}");
                assert_eq!((slid.ceiling, slid.floor), (None, None));
            }
        }
    }
}

#[test]
fn what_is_stepped_over_is_no_wall() {
    let step = vec![
        (rect(50.0, 1.0), Affine::at((0.0, 1.0))),
        (rect(10.0, 1.0), Affine::at((15.0, 0.75))),
    ];
    let (mut world, hero) = scene(rect(0.5, 1.0), (3.0, -1.0), step);
    let slid = go(&mut world, hero, &Slide::by(4.0, 0.1).up(0.0, -1.0).step(0.5));
    assert_eq!((slid.moved.x, slid.stepped, slid.wall), (4.0, 0.25, None));
    assert!(!slid.touches.is_empty());
}

#[test]
fn points_and_lines_stand_on_lines() {
    let grounds = [
        Shape::segment((-40.0, 0.0), (40.0, 0.0)).unwrap(),
        Shape::chain([(-40.0, 0.0), (7.0, 0.0), (40.0, 0.0)], ChainEnds::Open, Default::default())
            .unwrap(),
        rect(40.0, 0.0),
    ];
    let movers = [
        Shape::point((0.0, 0.0)).unwrap(),
        Shape::segment((-2.0, 0.0), (2.0, 0.0)).unwrap(),
        Shape::segment((-2.0, -1.0), (2.0, 0.0)).unwrap(),
    ];
    for (ground, mover) in grounds.iter().flat_map(|g| movers.iter().map(move |m| (g, m))) {
        for height in [0.0, 1e-7, 0.3, 10.0] {
            let (mut world, hero) =
                scene(mover.clone(), (7.0, -height), vec![(ground.clone(), Affine::IDENTITY)]);
            for frame in 0..30 {
                let walk = if frame == 0 { 0.0 } else { 0.25 };
                let slid = go(&mut world, hero, &Slide::by(walk, 12.0).up(0.0, -1.0));
                let at = place(&world, hero);
                assert!(slid.floor.is_some(), "{ground:?} {mover:?} {height}: {slid:?}");
                assert!(
                    at.y < 0.0 && at.y > -1e-5 && (at.x - 7.0 - frame as f32 * 0.25).abs() < 1e-4
                );
            }
        }
    }
}

#[test]
fn a_hero_far_along_one_axis_goes_down_a_slope_to_the_wall_beside_it() {
    // Along x positions are eight times as coarse as along y.
    let slope = Shape::polygon([(-25.0, 0.0), (-24.0, -1.0), (-24.0, 3.0), (-25.0, 3.0)]).unwrap();
    let wall = Shape::rect_xywh(-26.0, -6.0, 1.0, 9.0).unwrap();
    let hero = Shape::capsule((0.0, -0.24), (0.0, -1.7), 0.24).unwrap();
    let ground = vec![(slope, Affine::IDENTITY), (wall, Affine::IDENTITY)];
    let (mut world, hero) = scene(hero, (-24.723629, -0.3757825), ground);
    let slide = Slide::by(-0.125, 0.1345576).up(0.0, -1.0).step(0.3).snap(0.25);
    let slid = go(&mut world, hero, &slide);
    assert!((slid.moved.x + 0.036371).abs() < 1e-5, "{slid:?}");
    assert!((slid.moved.y - 0.036371).abs() < 1e-5, "{slid:?}");
    assert_eq!(slid.wall, Some(Vec2::new(1.0, 0.0)));
    assert!(is_free(&world, hero));
}

#[test]
fn a_floor_is_found_beside_the_corner_of_a_step_that_touches_as_well() {
    let steps = [(7.75, -0.25), (6.0, -0.25), (6.0, -0.5), (4.75, -0.5)];
    let ground =
        vec![(Shape::chain(steps, ChainEnds::Open, Default::default()).unwrap(), Affine::IDENTITY)];
    let (mut world, hero) = scene(Shape::circle(0.43).unwrap(), (6.493478, -0.68000007), ground);
    let slid = go(&mut world, hero, &Slide::by(-0.12704864, 0.2004464).up(0.0, -1.0).step(0.3125));
    assert_eq!(slid.floor, Some(UP), "{slid:?}");
}

#[test]
fn a_child_goes_up_to_what_it_meets_wherever_its_ship_is() {
    let mut world = World::new();
    let ship = world.add(Collider::group(()).at((-9.30384, 7.936707))).unwrap();
    world.add(Collider::new((), rect(1.04, 0.18)).parent(ship)).unwrap();
    let ball = Collider::new((), Shape::circle(0.23).unwrap()).at((-1.3125005, 0.12099385));
    let hero = world.add(ball.parent(ship)).unwrap();
    let slid = go(&mut world, hero, &Slide::by(0.05, 0.0));
    assert!((slid.moved.x - 0.0425).abs() < 2e-6, "{slid:?}");
}

#[test]
fn a_jump_that_starts_at_the_exact_corner_of_a_tile_goes_up_along_its_side() {
    // Along y positions are sixteen times as coarse as along x.
    let tile = (Shape::rect_xywh(16.0, -752.0, 16.0, 16.0).unwrap(), Affine::IDENTITY);
    for side in [1.0, -1.0] {
        let mirror = |x: f32| 24.0 + side * (x - 24.0);
        let hero = Shape::rect_xywh(-6.0, -22.0, 12.0, 22.0).unwrap();
        let (mut world, hero) = scene(hero, (mirror(38.0), -714.0), vec![tile.clone()]);
        let slid = go(&mut world, hero, &Slide::by(-3.0 * side, -4.0).up(0.0, -1.0));
        assert_eq!(slid.moved, Vec2::new(0.0, -4.0), "{slid:?}");
        assert_eq!((slid.wall, slid.ceiling), (Some(Vec2::new(side, 0.0)), None), "{slid:?}");
    }
}

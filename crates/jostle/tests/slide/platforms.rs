//! What platforms do to movers: turning ones, children of what moves, every order of calls, presses.
#![allow(clippy::disallowed_methods, reason = "tests compare with plain functions")]

use super::*;

const GRAVITY: f32 = 1.0;

fn gravity(footing: Option<jostle::world::Footing>) -> Slide {
    Slide { footing, ..Slide::by(0.0, GRAVITY).up(0.0, -1.0) }
}

fn platform(shape: Shape, at: (f32, f32)) -> Collider<()> {
    Collider::new((), shape).at(at).platform()
}

#[test]
fn a_rider_below_the_parent_of_its_deck_is_carried_once() {
    for turn in [0.0, 0.02, 0.7] {
        let mut world = World::new();
        let ship = world.add(Collider::group(())).unwrap();
        let deck = platform(rect(40.0, 4.0), (0.0, 0.0)).parent(ship);
        let deck = world.add(deck).unwrap();
        let wall = platform(rect(1.0, 20.0), (10.0, -20.0)).parent(ship);
        world.add(wall).unwrap();
        let hero = Collider::new((), Shape::circle(7.0).unwrap()).at((2.0, -11.0)).parent(ship);
        let hero = world.add(hero).unwrap();
        let mut footing = go(&mut world, hero, &gravity(None)).footing;
        assert_eq!(footing.map(|f| f.key), Some(deck));
        for frame in 1..40_i16 {
            let _ = world.step();
            let at = Affine::at((10.0 * f32::from(frame), f32::from(frame % 5)));
            world.set_transform(ship, at.rotated(turn * f32::from(frame % 3))).unwrap();
            // On slopes it would slide down.
            let ask = if turn == 0.0 { Slide::by(0.0, GRAVITY) } else { Slide::by(0.0, 0.0) };
            let slid = go(&mut world, hero, &Slide { footing, ..ask.up(0.0, -1.0).max_slope(1.5) });
            footing = slid.footing;
            let local = world.transform(hero).unwrap().translation();
            let off = (local - Vec2::new(2.0, -11.0)).length();
            assert!(off < 0.01, "turn {turn}, frame {frame}: {local:?} {slid:?}");
            assert!(slid.floor.is_some() && slid.carried.length() < 0.01);
        }
    }
}

#[test]
fn a_mover_that_walks_in_a_ship_keeps_its_walk() {
    let mut world = World::new();
    let ship = world.add(Collider::group(())).unwrap();
    world.add(platform(rect(400.0, 4.0), (0.0, 0.0)).parent(ship)).unwrap();
    let hero = Collider::new((), rect(6.0, 7.0)).at((0.0, -11.0));
    let [inside, outside] = [hero.clone().parent(ship), hero].map(|c| world.add(c).unwrap());
    // They pass each other.
    for key in [inside, outside] {
        world.set_team(key, 1).unwrap();
    }
    let mut footings = [None; 2];
    for frame in 0..50_i16 {
        world.set_transform(ship, Affine::at((10.0 * f32::from(frame), 0.0))).unwrap();
        for (key, footing) in [inside, outside].into_iter().zip(&mut footings) {
            let slide = Slide { footing: *footing, ..Slide::by(0.5, 1.0).up(0.0, -1.0) };
            *footing = go(&mut world, key, &slide).footing;
        }
        let [a, b] = [inside, outside].map(|key| world.world_transform(key).unwrap().tx);
        assert_eq!((a, b), (10.5 * f32::from(frame) + 0.5, 10.5 * f32::from(frame) + 0.5));
        let _ = world.step();
    }
}

/// Turns a bar of 200 about its end, from the level to upright, past a disc, in equal steps.
fn swept_by_a_bar(world: &mut World<()>, (bar, hero): (Key, Key), degrees: f32) {
    let _ = world.step();
    for number in 1..=(90.0 / degrees) as u32 {
        let angle = (number as f32 * degrees).to_radians();
        world.set_transform(bar, Affine::IDENTITY.rotated(angle)).unwrap();
        go(world, hero, &Slide::by(0.0, 0.0));
        assert!(is_free(world, hero), "{degrees} degrees, step {number}");
        let _ = world.step();
    }
}

#[test]
fn platforms_that_turn_far_in_a_frame_shove_what_is_in_their_way() {
    let mut rng = Rng::new(11);
    for case in 0..cases(40) {
        let (r, at) = (number(&mut rng, 3.0, 12.0), number(&mut rng, 25.0, 150.0));
        // Above the bar, which turns toward positive y, within its reach.
        let above = number(&mut rng, r + 3.0, 60.0);
        for degrees in [3.0, 10.0, 30.0, 45.0, 90.0] {
            let bar = rect(100.0, 2.0);
            let bar = Shape::compound([(bar, Affine::at((100.0, 0.0)))]).unwrap();
            let mut world = World::new();
            let bar = world.add(platform(bar, (0.0, 0.0))).unwrap();
            let hero = Collider::new((), Shape::circle(r).unwrap()).at((at, above));
            let hero = world.add(hero).unwrap();
            swept_by_a_bar(&mut world, (bar, hero), degrees);
            let end = place(&world, hero);
            assert!(end.x <= -1.999 - r, "case {case}, {degrees} degrees: ends at {end:?}");
        }
    }
}

#[test]
fn what_turns_goes_through_no_mover_of_any_shape() {
    let mut rng = Rng::new(5);
    let (mut shoved, mut beside) = (0, 0);
    for case in 0..cases(300) {
        let half = number(&mut rng, 20.0, 100.0);
        let thick = number(&mut rng, 0.05, 5.0);
        // It turns about its middle, its end, or a point between.
        let off = number(&mut rng, 0.0, half);
        let bar = Shape::compound([(rect(half, thick), Affine::at((off, 0.0)))]).unwrap();
        let mut world = World::new();
        let bar = world.add(platform(bar, (0.0, 0.0))).unwrap();
        let at = (number(&mut rng, -half, half + off), number(&mut rng, -half, half));
        let hero = world.add(Collider::new((), mover(&mut rng)).at(at)).unwrap();
        if !is_free(&world, hero) {
            continue;
        }
        go(&mut world, hero, &Slide::by(0.0, 0.0));
        let degrees = number(&mut rng, -80.0, 80.0);
        let drift = (number(&mut rng, -3.0, 3.0), number(&mut rng, -3.0, 3.0));
        for frame in 1..=6_u8 {
            let local = |world: &World<()>| {
                let back = world.transform(bar).unwrap().inverse().unwrap();
                back.transform_point(place(world, hero))
            };
            let before = local(&world);
            let angle = (degrees * f32::from(frame)).to_radians();
            let at = (drift.0 * f32::from(frame), drift.1 * f32::from(frame));
            world.set_transform(bar, Affine::at(at).rotated(angle)).unwrap();
            let slid = go(&mut world, hero, &Slide::by(0.0, 0.0));
            let after = local(&world);
            let said = (case, frame, degrees, before, after, &slid);
            assert!(is_free(&world, hero), "{said:?}");
            // Both arms reach it.
            if before.length() < 0.8 * (half - off) - 3.0 {
                beside += 1;
                assert_eq!(before.y < 0.0, after.y < 0.0, "{said:?}");
            }
            shoved += usize::from(slid.carried != Vec2::ZERO);
        }
    }
    assert!(shoved > 100 && beside > 100, "{shoved}, {beside}");
}

#[test]
fn riders_stay_on_wheels_and_decks_that_turn_far_in_a_frame() {
    // A wheel with four seats that stay level, as children of its hub; 1 to 80 degrees a frame.
    for degrees in [1.0, 10.0, 30.0, 45.0, 80.0_f32] {
        let mut world = World::new();
        let hub = world.add(Collider::group(())).unwrap();
        let arms = [(100.0, 0.0), (0.0, 100.0), (-100.0, 0.0), (0.0, -100.0)];
        let seats = arms.map(|at| world.add(platform(rect(15.0, 2.0), at).parent(hub)).unwrap());
        let riders = arms.map(|(x, y)| {
            let rider = Collider::new((), rect(5.0, 7.0)).at((x, y - 9.0));
            world.add(rider).unwrap()
        });
        let mut footings = riders.map(|hero| go(&mut world, hero, &gravity(None)).footing);
        for frame in 1..=30_u8 {
            let _ = world.step();
            let angle = (degrees * f32::from(frame)).to_radians();
            world.set_transform(hub, Affine::IDENTITY.rotated(angle)).unwrap();
            for (seat, at) in seats.iter().zip(arms) {
                world.set_transform(*seat, Affine::at(at).rotated(-angle)).unwrap();
            }
            for (i, (hero, footing)) in riders.iter().zip(&mut footings).enumerate() {
                let slid = go(&mut world, *hero, &gravity(*footing));
                *footing = slid.footing;
                let seat = world.world_transform(seats[i]).unwrap().translation();
                let off = place(&world, *hero) - seat;
                let is_on = (off - Vec2::new(0.0, -9.0)).length() < 0.1;
                assert!(is_on, "{degrees} degrees, frame {frame}, seat {i}: {off:?} {slid:?}");
                assert_eq!(footing.map(|f| f.key), Some(seats[i]));
            }
        }
    }
}

/// The orders in which a game may move a platform, slide and step.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Order {
    PlatformsSlidesStep,
    SlidesPlatformsStep,
    PlatformsSlidesTwice,
    EveryThirdStep,
    NoSteps,
}

const ORDERS: [Order; 5] = [
    Order::PlatformsSlidesStep,
    Order::SlidesPlatformsStep,
    Order::PlatformsSlidesTwice,
    Order::EveryThirdStep,
    Order::NoSteps,
];

impl Order {
    /// Plays a frame.
    fn play(
        self,
        world: &mut World<()>,
        frame: usize,
        platforms: impl FnOnce(&mut World<()>),
        mut slide: impl FnMut(&mut World<()>),
    ) {
        match self {
            Self::SlidesPlatformsStep => {
                slide(world);
                platforms(world);
            }
            Self::PlatformsSlidesTwice => {
                platforms(world);
                slide(world);
                slide(world);
            }
            _ => {
                platforms(world);
                slide(world);
            }
        }
        let steps = match self {
            Self::EveryThirdStep => frame.is_multiple_of(3),
            Self::NoSteps => false,
            _ => true,
        };
        if steps {
            let _ = world.step();
        }
    }
}

#[test]
fn platforms_carry_in_every_order_of_calls() {
    for order in ORDERS {
        let mut world = World::new();
        let lift = world.add(platform(rect(64.0, 4.0), (0.0, 0.0))).unwrap();
        let hero = world.add(Collider::new((), rect(6.0, 7.0)).at((0.0, -11.0))).unwrap();
        let slid = core::cell::RefCell::new(go(&mut world, hero, &gravity(None)));
        let place_of = |frame: usize| ((frame * 5) as f32, ((frame % 7) * 3) as f32);
        for frame in 0..60 {
            // What the hero sees when it slides.
            let seen = if order == Order::SlidesPlatformsStep { frame.max(1) - 1 } else { frame };
            order.play(
                &mut world,
                frame,
                |world| world.set_transform(lift, Affine::at(place_of(frame))).unwrap(),
                |world| {
                    let footing = slid.borrow().footing;
                    *slid.borrow_mut() = go(world, hero, &gravity(footing));
                    let (x, y) = place_of(seen);
                    let at = place(world, hero);
                    assert_eq!(at, Vec2::new(x, y - 11.0), "{order:?}, frame {frame}");
                    assert!(slid.borrow().floor.is_some());
                },
            );
        }
    }
}

#[test]
fn platforms_shove_in_every_order_of_calls() {
    // A thin plate that goes through the mover in a frame takes it along.
    for order in ORDERS {
        for speed in [0.5, 3.0, 40.0, 200.0_f32] {
            let mut world = World::new();
            let plate = world.add(platform(rect(0.01, 50.0), (-20.0, 0.0))).unwrap();
            let hero = world.add(Collider::new((), rect(6.0, 7.0))).unwrap();
            go(&mut world, hero, &Slide::by(0.0, 0.0));
            for frame in 0..40 {
                order.play(
                    &mut world,
                    frame,
                    |world| {
                        let at = world.transform(plate).unwrap().moved((speed, 0.0));
                        world.set_transform(plate, at).unwrap();
                    },
                    |world| {
                        go(world, hero, &Slide::by(0.0, 0.0));
                        let [x, edge] = [hero, plate].map(|key| place(world, key).x);
                        assert!(is_free(world, hero), "{order:?}, {speed}, frame {frame}");
                        let is_ahead = x >= edge + 6.0099;
                        assert!(is_ahead, "{order:?}, {speed}, frame {frame}: {x}, {edge}");
                        assert!(x == 0.0 || x < edge + 6.02, "it is not shoved twice");
                    },
                );
            }
        }
    }
}

#[test]
fn one_way_decks_that_rise_hold_in_every_order_of_calls() {
    for order in ORDERS {
        let mut world = World::new();
        let lift = world.add(deck(30.0, (0.0, 20.0))).unwrap();
        let hero = world.add(Collider::new((), rect(6.0, 7.0))).unwrap();
        go(&mut world, hero, &Slide::by(0.0, 0.0));
        let footing = core::cell::Cell::new(None);
        for frame in 0..40 {
            order.play(
                &mut world,
                frame,
                |world| {
                    let at = world.transform(lift).unwrap().moved((0.0, -5.0));
                    world.set_transform(lift, at).unwrap();
                },
                |world| {
                    let slid = go(world, hero, &gravity(footing.get()));
                    footing.set(slid.footing);
                    let [y, top] = [hero, lift].map(|key| place(world, key).y);
                    assert!(y <= top - 7.499, "{order:?}, frame {frame}: {y}, {top} {slid:?}");
                },
            );
        }
    }
}

#[test]
fn a_cabin_of_platforms_takes_along_what_is_in_it() {
    // Floor, ceiling and walls are colliders of their own; it goes farther than it is wide.
    let mut world = World::new();
    let cabin = world.add(Collider::group(())).unwrap();
    for (half, at) in [
        ((20.0, 1.0), (0.0, 0.0)),
        ((20.0, 1.0), (0.0, -20.0)),
        ((1.0, 10.0), (-20.0, -10.0)),
        ((1.0, 10.0), (20.0, -10.0)),
    ] {
        world.add(platform(rect(half.0, half.1), at).parent(cabin)).unwrap();
    }
    let hero = world.add(Collider::new((), rect(5.0, 7.0)).at((0.0, -8.0))).unwrap();
    let mut footing = go(&mut world, hero, &gravity(None)).footing;
    for (dx, dy) in [(100.0, 0.0), (0.0, -60.0), (-70.0, 50.0), (3.0, 3.0), (0.0, 90.0)] {
        let _ = world.step();
        let now = world.transform(cabin).unwrap().moved((dx, dy));
        world.set_transform(cabin, now).unwrap();
        let slid = go(&mut world, hero, &gravity(footing));
        footing = slid.footing;
        assert_eq!(place(&world, hero), now.translation() + Vec2::new(0.0, -8.0), "{slid:?}");
    }
}

#[test]
fn what_a_platform_presses_against_a_ceiling_is_stuck_and_not_pushed_through() {
    for (speed, pauses) in [(1.0, false), (3.0, false), (0.4, false), (1.0, true), (5.0, true)] {
        let mut world = World::new();
        let lift = world.add(platform(rect(30.0, 4.0), (0.0, 0.0))).unwrap();
        world.add(Collider::new((), rect(30.0, 4.0)).at((0.0, -30.0))).unwrap();
        let hero = world.add(Collider::new((), rect(6.0, 7.0)).at((0.0, -11.0))).unwrap();
        let mut footing = go(&mut world, hero, &gravity(None)).footing;
        let mut was_stuck = false;
        for frame in 0..80 {
            let _ = world.step();
            // It stops before it has gone through, and goes back.
            let moves = if pauses && (10..30).contains(&frame) { 0.0 } else { -speed };
            let moves = if frame >= 50 { speed } else { moves };
            let now = world.transform(lift).unwrap().moved((0.0, moves));
            let now = if now.ty < -26.0 { Affine::at((0.0, -26.0)) } else { now };
            world.set_transform(lift, now).unwrap();
            let before = place(&world, hero);
            let slid = go(&mut world, hero, &gravity(footing));
            let is_pressed = now.ty < -8.0;
            let said = (speed, pauses, frame, now.ty, place(&world, hero), &slid);
            assert_eq!(slid.end == jostle::SlideEnd::Stuck, is_pressed, "{said:?}");
            if is_pressed {
                assert_eq!(before, place(&world, hero), "{said:?}");
            } else {
                assert!(place(&world, hero).y <= now.ty - 11.0, "{said:?}");
                footing = slid.footing;
            }
            was_stuck |= is_pressed;
        }
        assert!(was_stuck);
    }
}

#[test]
fn a_rider_with_a_gap_of_rounding_keeps_its_floor_nearer_to_the_origin() {
    let gaps = [0, 1, 2, 3];
    for gap in gaps {
        let mut world = World::new();
        let lift = world.add(platform(rect(64.0, 4.0), (0.0, 1000.0))).unwrap();
        let rests = 989.0_f32;
        let above = (0..gap).fold(rests, |y, _| y.next_down());
        let hero = world.add(Collider::new((), rect(6.0, 7.0)).at((0.0, above))).unwrap();
        let mut slid = go(&mut world, hero, &gravity(None));
        for y in [10.0, 1.5, 0.0, 500.0, -3.0] {
            assert!(slid.floor.is_some(), "gap {gap}, before {y}: {slid:?}");
            world.set_transform(lift, Affine::at((0.0, y))).unwrap();
            slid = go(&mut world, hero, &gravity(slid.footing));
            let off = y - 11.0 - place(&world, hero).y;
            assert!((0.0..=4.0 * f32::EPSILON * 15.0_f32.max(y)).contains(&off), "{off}");
        }
        assert!(slid.floor.is_some());
    }
}

#[test]
fn riders_keep_their_floor_in_every_frame() {
    let mut rng = Rng::new(23);
    for case in 0..cases(40) {
        let (x, y) = (number(&mut rng, -600.0, 600.0), number(&mut rng, -600.0, 600.0));
        let (dx, dy) = (number(&mut rng, 0.0, 300.0), number(&mut rng, 0.0, 300.0));
        let (wx, wy) = (number(&mut rng, 0.0, 0.35), number(&mut rng, 0.0, 0.35));
        let mut world = World::new();
        let lift = world.add(platform(rect(64.0, 4.0), (x + dx, y))).unwrap();
        let shapes = [Shape::circle(7.0).unwrap(), rect(6.0, 7.0)];
        let shape = shapes[case % 2].clone();
        let shape = if case % 3 == 0 {
            Shape::capsule((0.0, -2.0), (0.0, 2.0), 5.0).unwrap()
        } else {
            shape
        };
        let hero = world.add(Collider::new((), shape).at((x + dx, y - 11.0))).unwrap();
        let mut slid = go(&mut world, hero, &gravity(None));
        let platforms_first = case % 4 < 2;
        for frame in 1..=300_u16 {
            let t = f32::from(frame);
            let lift_to = (x + dx * (wx * t).cos(), y + dy * (wy * t).sin());
            let slides = |world: &mut World<()>, slid: &mut Slid| {
                let back = if frame / 100 % 2 == 0 { 0.4 } else { -0.4 };
                let ask = Slide::by(back, 0.25).up(0.0, -1.0);
                *slid = go(world, hero, &Slide { footing: slid.footing, ..ask });
                assert!(slid.floor.is_some(), "case {case}, frame {frame}: {slid:?}");
            };
            if !platforms_first {
                slides(&mut world, &mut slid);
            }
            world.set_transform(lift, Affine::at(lift_to)).unwrap();
            if platforms_first {
                slides(&mut world, &mut slid);
            }
            let _ = world.step();
        }
    }
}

#[test]
fn a_snapshot_amid_rides_goes_on_as_the_world_does() {
    let mut world = World::<u8>::new();
    let lift = world.add(Collider::new(1, rect(30.0, 4.0)).platform()).unwrap();
    world.add(Collider::new(2, rect(30.0, 4.0)).at((0.0, -40.0))).unwrap();
    let hero = world.add(Collider::new(3, rect(6.0, 7.0)).at((0.0, -11.0))).unwrap();
    let mut other = World::<u8>::new();
    let play = |world: &mut World<u8>, frame: i16, footing: &mut Option<jostle::world::Footing>| {
        let slide = gravity(*footing);
        let slid = world.slide(hero, &slide, |_| Response::Slide).unwrap();
        *footing = slid.footing;
        let y = -f32::from((frame % 40 - 20).abs() - 20);
        world.set_transform(lift, Affine::at((f32::from(frame), -y))).unwrap();
        if frame % 2 == 0 {
            let _ = world.step();
        }
        (slid.moved, slid.end, world.hash())
    };
    let mut footing = None;
    for frame in 0..100 {
        other.restore(&world.snapshot().unwrap()).unwrap();
        let mut theirs = footing;
        let there = play(&mut other, frame, &mut theirs);
        assert_eq!(play(&mut world, frame, &mut footing), there, "frame {frame}");
    }
}

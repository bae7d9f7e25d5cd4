//! Slides: rules row by row, and the promises as properties of random rooms.
//!
//! `JOSTLE_CASES=1000000 cargo test --release -p jostle --test slide` is the long run.

use jostle::broad::{NAMES, named};
use jostle::{
    Affine, Collider, Key, Meet, Pace, Response, Shape, Slid, Slide, SlideEnd, Vec2, World,
    WorldError,
};
use jostle_testing::Rng;

#[path = "slide/ends.rs"]
mod ends;
#[path = "slide/platforms.rs"]
mod platforms;
#[path = "slide/standing.rs"]
mod standing;

const UP: Vec2 = Vec2::new(0.0, -1.0);

fn cases(default: usize) -> usize {
    std::env::var("JOSTLE_CASES").ok().and_then(|n| n.parse().ok()).unwrap_or(default)
}

fn below(rng: &mut Rng, n: usize) -> usize {
    (rng.bits() >> 16) as usize % n
}

fn number(rng: &mut Rng, from: f32, to: f32) -> f32 {
    from + (rng.bits() >> 40) as f32 / (1 << 24) as f32 * (to - from)
}

fn rect(w: f32, h: f32) -> Shape {
    Shape::rect_half((w, h)).unwrap()
}

/// A world with a mover at a place, and others.
fn scene(mover: Shape, at: (f32, f32), others: Vec<(Shape, Affine)>) -> (World<()>, Key) {
    let mut world = World::new();
    let hero = world.add(Collider::new((), mover).at((at.0, at.1))).unwrap();
    for (shape, place) in others {
        world.add(Collider::new((), shape).transform(place)).unwrap();
    }
    (world, hero)
}

fn go(world: &mut World<()>, hero: Key, slide: &Slide) -> Slid {
    world.slide(hero, slide, |_| Response::Slide).unwrap()
}

fn place(world: &World<()>, key: Key) -> Vec2 {
    world.transform(key).unwrap().transform_point((0.0, 0.0))
}

fn is_free(world: &World<()>, hero: Key) -> bool {
    let own = world.placed(hero).unwrap();
    let mut others = world.keys().into_iter().filter_map(|key| world.placed(key));
    others.all(|other| std::ptr::eq(own, other) || !own.overlaps_interior(other))
}

#[test]
fn level_floors_of_tiles_take_the_asked_bit_for_bit() {
    let mut rng = Rng::new(1);
    for case in 0..cases(300) {
        let size = [1.0, 16.0, 0.75][case % 3];
        let tiles = (-4..40).map(|i| (rect(size, size), Affine::at((i as f32 * 2.0 * size, 3.0))));
        let mover = if case % 2 == 0 { rect(0.5, 1.0) } else { Shape::circle(1.0).unwrap() };
        let top = 3.0 - size - 1.0;
        let (mut world, hero) = scene(mover, (0.0, top), tiles.collect());
        for _ in 0..20 {
            let by = number(&mut rng, 0.0, size);
            let (before, snap) = (place(&world, hero), [0.0, 2.0][case % 2]);
            let slide = Slide::by(by, number(&mut rng, 0.0, 9.0)).up(0.0, -1.0).snap(snap);
            let slid = go(&mut world, hero, &slide);
            assert_eq!(place(&world, hero), Vec2::new(before.x + by, top), "{slid:?}");
            assert_eq!((slid.floor, slid.end), (Some(UP), SlideEnd::Done));
            assert_eq!(slid.wall, None);
        }
    }
}

/// A room of boxes, discs, capsules and turned boxes.
fn room(rng: &mut Rng) -> Vec<(Shape, Affine)> {
    let many = 3 + below(rng, 12);
    let one = |rng: &mut Rng| {
        let [x, y] = [0; 2].map(|_| number(rng, -12.0, 12.0));
        let grid = below(rng, 2) == 0;
        let (x, y) = if grid { (x.round(), y.round()) } else { (x, y) };
        let turn = if grid { 0.0 } else { number(rng, -3.0, 3.0) };
        let place = Affine::at((x, y)).rotated(turn);
        let shape = match below(rng, 6) {
            0 => Shape::circle(1.5).unwrap(),
            1 => Shape::capsule((-2.0, 0.0), (2.0, 0.0), 0.5).unwrap(),
            2 => Shape::polygon([(0., 3.), (-1., 1.), (-3., 0.), (-1., -1.), (0., -3.), (1., 0.5)])
                .unwrap(),
            _ => rect(1.0 + below(rng, 3) as f32, 1.0),
        };
        (shape, place)
    };
    (0..many).map(|_| one(rng)).collect()
}

fn mover(rng: &mut Rng) -> Shape {
    match below(rng, 4) {
        0 => Shape::circle(0.75).unwrap(),
        1 => Shape::capsule((0.0, -0.5), (0.0, 0.5), 0.5).unwrap(),
        2 => Shape::polygon([(0.0, 1.0), (-1.0, 0.0), (0.0, -1.0), (0.5, 0.0)]).unwrap(),
        _ => rect(0.5, 1.0),
    }
}

fn random_slide(rng: &mut Rng) -> Slide {
    let [x, y] = [0; 2].map(|_| number(rng, -4.0, 4.0));
    let slide = Slide::by(x, y);
    let slide = if below(rng, 3) > 0 { slide.up(0.0, -1.0) } else { slide };
    let slide = if below(rng, 2) == 0 { slide.snap(0.5) } else { slide };
    let slide = if below(rng, 3) == 0 { slide.step(1.0) } else { slide };
    slide.pace([Pace::Project, Pace::Keep, Pace::Level][below(rng, 3)])
}

#[test]
fn slides_end_free_and_go_with_what_is_asked() {
    let mut rng = Rng::new(2);
    let (mut blocked, mut stuck) = (0, 0);
    for case in 0..cases(2000) / 20 {
        let (mut world, hero) = scene(mover(&mut rng), (0.0, 0.0), room(&mut rng));
        for _ in 0..20 {
            let before = world.placed(hero).unwrap().clone();
            let from = place(&world, hero);
            let slide = random_slide(&mut rng);
            let slid = go(&mut world, hero, &slide);
            if slid.end == SlideEnd::Stuck {
                stuck += 1;
                assert_eq!(place(&world, hero), from);
                break;
            }
            assert!(is_free(&world, hero), "S1, case {case}: {slide:?} {slid:?} from {from:?}");
            blocked += usize::from(!slid.touches.is_empty());
            let moved = place(&world, hero) - from;
            assert_eq!(moved, slid.moved);
            if slid.pushed == Vec2::ZERO && slide.up.is_none() {
                let with = f64::from(moved.x) * f64::from(slide.by.x)
                    + f64::from(moved.y) * f64::from(slide.by.y);
                assert!(with >= -1e-5, "S4, case {case}: {slide:?} {slid:?}");
            }
            // S2 of slides that went one straight leg.
            let pushed = slid.pushed != Vec2::ZERO;
            if !pushed && slid.touches.is_empty() && slid.stepped == 0.0 && slid.snapped == 0.0 {
                let meets =
                    |key: Key| before.cast(world.placed(key).unwrap(), moved, Meet::OVERLAP);
                let met = world.keys().into_iter().filter(|key| *key != hero).find_map(meets);
                assert!(met.is_none() || slide.up.is_some(), "S2, case {case}: {slide:?} {slid:?}");
            }
        }
    }
    assert!(blocked > 100, "{blocked} {stuck}");
}

#[test]
fn nothing_asked_and_repeated_pressing_move_no_bit() {
    let mut rng = Rng::new(3);
    for case in 0..cases(1000) / 10 {
        let (mut world, hero) = scene(mover(&mut rng), (0.0, 0.0), room(&mut rng));
        let press = random_slide(&mut rng);
        let long = Slide { by: press.by * 8.0, snap: 0.0, step: 0.0, ..press };
        for _ in 0..12 {
            go(&mut world, hero, &long);
        }
        let zero = Slide { by: Vec2::ZERO, ..press };
        let before = place(&world, hero);
        let slid = go(&mut world, hero, &zero);
        if slid.snapped == 0.0 && slid.end != SlideEnd::Stuck {
            assert_eq!(place(&world, hero), before, "S5, case {case}: {zero:?}");
        }
        // In a closed corner.
        let walls = vec![
            (rect(1.0, 50.0), Affine::at((4.0, 0.0))),
            (rect(50.0, 1.0), Affine::at((0.0, 4.0))),
        ];
        let (mut world, hero) = scene(mover(&mut rng), (0.0, 0.0), walls);
        let slide = Slide { by: Vec2::new(9.0, 9.0), ..press };
        go(&mut world, hero, &slide);
        go(&mut world, hero, &slide);
        let before = place(&world, hero);
        for _ in 0..5 {
            go(&mut world, hero, &slide);
            assert_eq!(place(&world, hero), before, "S5, case {case}: {slide:?}");
        }
    }
}

#[test]
fn mirrored_worlds_give_mirrored_bits() {
    let mut rng = Rng::new(4);
    for case in 0..cases(1000) / 10 {
        let shapes = room(&mut rng);
        let mirrored = |(shape, place): &(Shape, Affine)| {
            let m = place.to_matrix();
            (shape.clone(), Affine::from_matrix([-m[0], m[1], -m[2], m[3], -m[4], m[5]]))
        };
        let other = shapes.iter().map(mirrored).collect();
        let hero = [Shape::circle(0.75).unwrap(), rect(0.5, 1.0)][case % 2].clone();
        let (mut a, hero_a) = scene(hero.clone(), (0.0, 0.0), shapes);
        let (mut b, hero_b) = scene(hero, (0.0, 0.0), other);
        for _ in 0..10 {
            let slide = random_slide(&mut rng);
            let back = Slide { by: Vec2::new(0.0 - slide.by.x, slide.by.y), ..slide };
            let from = place(&a, hero_a);
            let (p, q) = (go(&mut a, hero_a, &slide), go(&mut b, hero_b, &back));
            if p.pushed != Vec2::ZERO || SlideEnd::Stuck == p.end || SlideEnd::Stuck == q.end {
                // Of two ways out that are equally short, a contact takes one.
                break;
            }
            let flip = |v: Vec2| Vec2::new(0.0 - v.x, v.y);
            let (to, other) = (place(&a, hero_a), flip(place(&b, hero_b)));
            if to != other {
                // Coordinates nearer to zero than 2^-48 of the size have digits that no f64 has.
                let off = to - other;
                assert!(
                    off.x.abs() < 3e-14 && off.y.abs() < 3e-14,
                    "S7, case {case}: {slide:?} from {from:?}\n{p:?}\n{q:?}"
                );
                break;
            }
            assert_eq!((p.floor, p.end), (q.floor.map(flip), q.end));
        }
    }
}

#[test]
fn every_broad_phase_gives_the_same_slides() {
    let run = |name: &str| -> Vec<Vec2> {
        let mut rng = Rng::new(5);
        let mut places = Vec::new();
        for _ in 0..40 {
            let mut world = World::<()>::with_broad_phase(named(name).unwrap());
            let hero = world.add(Collider::new((), mover(&mut rng))).unwrap();
            for (shape, place) in room(&mut rng) {
                world.add(Collider::new((), shape).transform(place)).unwrap();
            }
            for _ in 0..10 {
                go(&mut world, hero, &random_slide(&mut rng));
                places.push(place(&world, hero));
            }
        }
        places
    };
    let first = run(NAMES[0]);
    NAMES.iter().for_each(|name| assert_eq!(run(name), first, "{name}"));
}

#[test]
fn a_corridor_as_wide_as_the_mover_costs_nothing() {
    let walls =
        vec![(rect(50.0, 1.0), Affine::at((0.0, -2.0))), (rect(50.0, 1.0), Affine::at((0.0, 2.0)))];
    let (mut world, hero) = scene(rect(1.0, 1.0), (0.0, 0.0), walls);
    for by in [(5.0, 0.0), (3.0, 2.0), (2.0, -7.0)] {
        let before = place(&world, hero);
        go(&mut world, hero, &Slide::by(by.0, by.1));
        assert_eq!(place(&world, hero), Vec2::new(before.x + by.0, 0.0));
    }
}

#[test]
fn slopes_up_to_the_limit_are_floors_on_both_sides() {
    for side in [1.0, -1.0] {
        for (degrees, climbs) in [(30.0_f32, true), (45.0, true), (46.0, false), (60.0, false)] {
            let turn = -side * degrees.to_radians();
            let slope = (rect(40.0, 1.0), Affine::at((side * 30.0, 0.0)).rotated(turn));
            let floor = (rect(60.0, 1.0), Affine::at((0.0, 11.0)));
            let (mut world, hero) =
                scene(Shape::circle(1.0).unwrap(), (0.0, 9.0), vec![floor, slope]);
            for _ in 0..60 {
                go(&mut world, hero, &Slide::by(side, 1.0).up(0.0, -1.0));
            }
            let rose = 9.0 - place(&world, hero).y;
            assert_eq!(rose > 3.0, climbs, "{side} {degrees}: {rose}");
            assert!(climbs || rose == 0.0, "{side} {degrees}: {rose}");
        }
    }
}

#[test]
fn a_corner_at_the_foot_of_a_slope_goes_up() {
    for side in [1.0, -1.0] {
        let points = [(0.0, 0.0), (side * 8.0, -8.0), (side * 8.0, 0.0)];
        let slope = (Shape::polygon(points).unwrap(), Affine::at((side * 2.0, 1.0)));
        let floor = (rect(60.0, 1.0), Affine::at((0.0, 2.0)));
        let (mut world, hero) = scene(rect(1.0, 1.0), (0.0, 0.0), vec![floor, slope]);
        let slid = go(&mut world, hero, &Slide::by(side * 3.0, 1.0).up(0.0, -1.0));
        let off = place(&world, hero) - Vec2::new(side * 2.0, -1.0);
        assert!(slid.wall.is_none() && off.length() < 1e-6, "{slid:?}");
    }
}

#[test]
fn no_drift_on_floors_of_any_slope() {
    for degrees in [0.0_f32, 10.0, 30.0] {
        let floor = (rect(4000.0, 1.0), Affine::at((0.0, 3.0)).rotated(degrees.to_radians()));
        let (mut world, hero) = scene(Shape::circle(1.0).unwrap(), (0.0, 0.0), vec![floor]);
        let mut slid = Slid::default();
        go(&mut world, hero, &Slide::by(0.0, 9.0).up(0.0, -1.0));
        for frame in 0..cases(4000) {
            let by = if frame / 100 % 2 == 0 { 0.5 } else { -0.5 };
            let slide = Slide::by(by, 1.0).up(0.0, -1.0).snap(0.5);
            world.slide_into(hero, &slide, |_| Response::Slide, &mut slid).unwrap();
        }
        let floor = world.keys().into_iter().find(|key| *key != hero).unwrap();
        let gap = world.gap(hero, floor).unwrap().separation;
        let bounds = world.placed(hero).unwrap().bounds();
        let sides = [bounds.min.x, bounds.min.y, bounds.max.x, bounds.max.y];
        let longest = |a: f32, b: f32| if b.abs() > a { b.abs() } else { a };
        let ulp = sides.into_iter().fold(0.0, longest) * f32::EPSILON;
        assert!((0.0..=4.0 * ulp).contains(&gap), "S6, {degrees}: {gap} of {ulp}");
        assert!(slid.floor.is_some());
    }
}

#[test]
fn gravity_alone_does_not_creep_down_a_slope() {
    let floor = (rect(40.0, 1.0), Affine::at((0.0, 3.0)).rotated(0.6));
    let (mut world, hero) = scene(Shape::circle(1.0).unwrap(), (0.0, 0.0), vec![floor]);
    go(&mut world, hero, &Slide::by(0.0, 9.0).up(0.0, -1.0));
    let before = place(&world, hero);
    for _ in 0..50 {
        go(&mut world, hero, &Slide::by(0.0, 1.0).up(0.0, -1.0));
    }
    assert_eq!(place(&world, hero), before);
}

#[test]
fn ledges_up_to_a_step_are_stepped_over() {
    for side in [1.0, -1.0] {
        for (height, over) in [(0.5, true), (1.0, true), (1.5, false)] {
            let floor = (rect(50.0, 1.0), Affine::at((0.0, 2.0)));
            let ledge = (rect(5.0, 1.0), Affine::at((side * 8.0, 2.0 - height)));
            let (mut world, hero) = scene(rect(1.0, 1.0), (0.0, 0.0), vec![floor, ledge]);
            let slid = go(&mut world, hero, &Slide::by(side * 5.0, 1.0).up(0.0, -1.0).step(1.0));
            let end = if over { (5.0 * side, -height) } else { (2.0 * side, 0.0) };
            assert_eq!(place(&world, hero), Vec2::new(end.0, end.1), "{slid:?}");
            assert_eq!(slid.stepped, if over { height } else { 0.0 });
            assert_eq!(slid.floor, Some(UP));
        }
    }
}

#[test]
fn a_mover_in_an_overlap_is_pushed_out_or_stuck() {
    let (mut world, hero) =
        scene(rect(1.0, 1.0), (0.0, 0.0), vec![(rect(1.0, 9.0), Affine::at((1.5, 0.0)))]);
    let slid = go(&mut world, hero, &Slide::by(0.0, 2.0));
    assert_eq!((place(&world, hero), slid.pushed), (Vec2::new(-0.5, 2.0), Vec2::new(-0.5, 0.0)));
    let all = (rect(9.0, 9.0), Affine::at((0.0, 0.0)));
    let left = (rect(9.0, 90.0), Affine::at((-14.0, 0.0)));
    let right = (rect(9.0, 90.0), Affine::at((14.0, 0.0)));
    let top = (rect(90.0, 9.0), Affine::at((0.0, -14.0)));
    let bottom = (rect(90.0, 9.0), Affine::at((0.0, 14.0)));
    let (mut world, hero) = scene(rect(1.0, 1.0), (0.0, 0.0), vec![all, left, right, top, bottom]);
    let slid = go(&mut world, hero, &Slide::by(0.0, 2.0));
    assert_eq!((slid.end, place(&world, hero)), (SlideEnd::Stuck, Vec2::ZERO));
    assert_eq!((slid.moved, slid.left), (Vec2::ZERO, Vec2::new(0.0, 2.0)));
}

#[test]
fn responses_decide_what_others_do() {
    let wall = || vec![(rect(1.0, 9.0), Affine::at((4.0, 0.0)))];
    let with = |response: Response| {
        let (mut world, hero) = scene(rect(1.0, 1.0), (0.0, 0.0), wall());
        let mut asked = 0;
        let slid = world.slide(hero, &Slide::by(4.0, 2.0), |_| {
            asked += 1;
            response
        });
        assert_eq!(asked, 1);
        (place(&world, hero), slid.unwrap())
    };
    assert_eq!(with(Response::Slide).0, Vec2::new(2.0, 2.0));
    let (place, slid) = with(Response::Stop);
    assert_eq!((place, slid.end), (Vec2::new(2.0, 1.0), SlideEnd::Stopped));
    assert_eq!(slid.left, Vec2::new(2.0, 1.0));
    assert_eq!(with(Response::Bounce).0, Vec2::new(0.0, 2.0));
    let (place, slid) = with(Response::Cross);
    assert_eq!((place, slid.touches.len()), (Vec2::new(4.0, 2.0), 1));
    assert_eq!(slid.touches[0].fraction, 0.5);
    let (place, slid) = with(Response::Ignore);
    assert_eq!((place, slid.touches.len()), (Vec2::new(4.0, 2.0), 0));
}

#[test]
fn a_skin_keeps_its_distance() {
    let (mut world, hero) =
        scene(rect(1.0, 1.0), (0.0, 0.0), vec![(rect(1.0, 9.0), Affine::at((4.0, 0.0)))]);
    go(&mut world, hero, &Slide::by(4.0, 2.0).skin(0.5));
    assert_eq!(place(&world, hero), Vec2::new(1.5, 2.0));
    go(&mut world, hero, &Slide::by(4.0, 2.0).skin(0.5));
    assert_eq!(place(&world, hero), Vec2::new(1.5, 4.0));
}

#[test]
fn a_child_slides_in_the_frame_of_its_parent() {
    let mut world = World::new();
    let ship = Collider::group(()).transform(Affine::at((10.0, 0.0)).scaled(2.0, 2.0));
    let ship = world.add(ship).unwrap();
    let hero = world.add(Collider::new((), rect(0.5, 0.5)).parent(ship)).unwrap();
    world.add(Collider::new((), rect(1.0, 9.0)).at((14.0, 0.0))).unwrap();
    let slid = go(&mut world, hero, &Slide::by(9.0, 2.0));
    assert_eq!(slid.moved, Vec2::new(2.0, 2.0));
    assert_eq!(world.transform(hero), Some(Affine::at((1.0, 1.0))));
    assert!(is_free(&world, hero));
}

#[test]
fn bad_slides_name_the_value_and_move_nothing() {
    let (mut world, hero) = scene(rect(1.0, 1.0), (0.0, 0.0), vec![]);
    let bad = [
        (Slide::by(f32::NAN, 0.0), "by.x is NaN"),
        (Slide::by(0.0, f32::INFINITY), "by.y is inf"),
        (Slide::by(1.0, 0.0).up(0.0, f32::NAN), "up.y is NaN"),
        (Slide::by(1.0, 0.0).up(0.0, 0.0), "up is the zero vector"),
        (Slide::by(1.0, 0.0).step(-1.0), "step is -1"),
        (Slide::by(1.0, 0.0).snap(-2.0), "snap is -2"),
        (Slide::by(1.0, 0.0).skin(f32::NAN), "skin is NaN"),
        (Slide::by(1.0, 0.0).max_slope(f32::INFINITY), "max_slope is inf"),
    ];
    for (slide, message) in bad {
        let error = world.slide(hero, &slide, |_| Response::Slide).unwrap_err();
        assert!(error.to_string().contains(message), "{error}");
    }
    assert_eq!(place(&world, hero), Vec2::ZERO);
    let group = world.add(Collider::group(())).unwrap();
    let error = world.slide(group, &Slide::by(1.0, 0.0), |_| Response::Slide).unwrap_err();
    assert_eq!(error, WorldError::Group { key: group });
    world.remove(hero);
    let error = world.slide(hero, &Slide::by(1.0, 0.0), |_| Response::Slide).unwrap_err();
    assert_eq!(error, WorldError::Unknown { key: hero });
}

fn deck(half: f32, at: (f32, f32)) -> Collider<()> {
    Collider::new((), rect(half, 0.5)).at(at).one_way(UP)
}

#[test]
fn one_way_decks_are_passed_from_below_and_hold_from_above() {
    let mut world = World::new();
    let hero = world.add(Collider::new((), rect(0.5, 1.0))).unwrap();
    let deck = world.add(deck(9.0, (0.0, -5.0))).unwrap();
    let jump = Slide::by(0.25, -3.0).up(0.0, -1.0);
    let mut heights = Vec::new();
    for _ in 0..3 {
        go(&mut world, hero, &jump);
        let _ = world.step();
        heights.push(place(&world, hero).y);
    }
    assert_eq!(heights, [-3.0, -6.0, -9.0], "it passes, and may stay in the deck meanwhile");
    for _ in 0..3 {
        go(&mut world, hero, &Slide::by(0.25, 3.0).up(0.0, -1.0));
        let _ = world.step();
    }
    assert_eq!(place(&world, hero).y, -6.5);
    let slid = go(&mut world, hero, &Slide::by(0.25, 3.0).up(0.0, -1.0));
    assert_eq!((slid.floor, slid.footing.map(|f| f.key)), (Some(UP), Some(deck)));
    let fall = |_: &jostle::world::PairMember<'_, ()>| Response::Ignore;
    world.slide(hero, &Slide::by(0.0, 0.5).up(0.0, -1.0), fall).unwrap();
    let _ = world.step();
    go(&mut world, hero, &Slide::by(0.0, 5.0).up(0.0, -1.0));
    assert_eq!(place(&world, hero).y, -1.0, "what is inside falls through");
}

#[test]
fn a_deck_does_not_block_from_its_sides() {
    let mut world = World::new();
    let hero = world.add(Collider::new((), rect(0.5, 1.0))).unwrap();
    world.add(deck(2.0, (4.0, 0.0))).unwrap();
    go(&mut world, hero, &Slide::by(9.0, 0.0).up(0.0, -1.0));
    assert_eq!(place(&world, hero), Vec2::new(9.0, 0.0));
    let refused = world.set_one_way(hero, Some(Vec2::ZERO)).unwrap_err().to_string();
    assert!(refused.contains("one_way"), "{refused}");
}

#[test]
fn platforms_carry_and_shove() {
    let mut world = World::new();
    let hero = world.add(Collider::new((), rect(0.5, 1.0)).at((0.0, -1.0))).unwrap();
    let lift = world.add(Collider::new((), rect(4.0, 0.5)).at((0.0, 0.5)).platform()).unwrap();
    let gravity = Slide::by(0.0, 1.0).up(0.0, -1.0);
    let mut footing = go(&mut world, hero, &gravity).footing;
    let mut offset = 0.0;
    for frame in 0..100 {
        let _ = world.step();
        // It rises, sinks faster than the fall, and goes sideways.
        let (x, y) = [(0.0, -3.0), (0.0, 7.0), (2.5, 0.0), (-1.0, -4.0)][frame % 4];
        let now = world.transform(lift).unwrap().moved((x, y));
        world.set_transform(lift, now).unwrap();
        let slid = go(&mut world, hero, &Slide { footing, ..Slide::by(0.25, 1.0).up(0.0, -1.0) });
        offset += 0.25;
        assert_eq!(slid.carried, Vec2::new(x, y), "{frame}");
        assert_eq!(place(&world, hero), Vec2::new(now.tx + offset, now.ty - 1.5), "{frame}");
        footing = slid.footing;
        assert_eq!(footing.map(|f| f.key), Some(lift));
        if offset == 3.0 {
            offset = 0.0;
            let back = world.transform(hero).unwrap().moved((-3.0, 0.0));
            world.set_transform(hero, back).unwrap();
            footing = go(&mut world, hero, &gravity).footing;
        }
    }
    // A wall that moves through the mover in one frame takes it along.
    let mut world = World::new();
    let hero = world.add(Collider::new((), rect(0.5, 1.0))).unwrap();
    let wall = world.add(Collider::new((), rect(0.5, 5.0)).at((-5.0, 0.0)).platform()).unwrap();
    let _ = world.step();
    world.set_transform(wall, Affine::at((20.0, 0.0))).unwrap();
    let slid = go(&mut world, hero, &Slide::by(0.0, 0.0));
    assert_eq!((place(&world, hero).x, slid.carried.x), (21.0, 21.0));
    assert!(is_free(&world, hero));
}

#[test]
fn turning_decks_carry_jumpers_without_falls_or_blocks() {
    let mut rng = Rng::new(6);
    for _ in 0..cases(60) {
        let mut world = World::new();
        let hero =
            world.add(Collider::new((), Shape::circle(0.5).unwrap()).at((0.0, -2.0))).unwrap();
        let deck = world.add(deck(6.0, (0.0, 0.0)).platform()).unwrap();
        let (mut slid, mut fall, mut turn) = (Slid::default(), 0.0, 0.0_f32);
        let spin = number(&mut rng, -0.02, 0.02);
        let [dx, dy] = [number(&mut rng, -0.05, 0.05), number(&mut rng, -0.3, 0.3)];
        for frame in 0..60 {
            let _ = world.step();
            turn = (turn + spin).clamp(-0.5, 0.5);
            let t = frame as f32;
            world.set_transform(deck, Affine::at((dx * t, dy * t)).rotated(turn)).unwrap();
            fall = if slid.floor.is_some() { 0.0 } else { fall + 0.05 };
            if slid.floor.is_some() && frame % 20 == 10 {
                fall = -0.6;
            }
            let ask =
                Slide { footing: slid.footing, ..Slide::by(0.0, fall).up(0.0, -1.0).snap(0.2) };
            world.slide_into(hero, &ask, |_| Response::Slide, &mut slid).unwrap();
            let frame_of_deck = world.transform(deck).unwrap().inverse().unwrap();
            let local = frame_of_deck.transform_point(place(&world, hero));
            assert!(local.y < -0.9 && local.x.abs() < 6.0, "fell at {frame}: {local:?} {slid:?}");
        }
    }
}

#[test]
fn platforms_are_in_snapshots_hashes_and_journals() {
    use jostle::world::Replay;
    let mut world = World::<u32>::new();
    world.record();
    let deck = Collider::new(1, rect(2.0, 0.5)).one_way(UP);
    let [deck, lift] =
        [deck, Collider::new(2, rect(2.0, 0.5)).platform()].map(|c| world.add(c).unwrap());
    let _ = world.step();
    world.set_transform(lift, Affine::at((3.0, 0.0))).unwrap();
    let (hash, saved) = (world.hash(), world.snapshot().unwrap());
    world.set_one_way(deck, None).unwrap();
    world.set_platform(deck, true).unwrap();
    assert_ne!(world.hash(), hash);
    let mut replay = Replay::new();
    for op in world.take_journal() {
        replay.apply(&op).unwrap();
    }
    assert_eq!(replay.world().hash(), world.hash());
    world.restore(&saved).unwrap();
    assert_eq!(
        (world.hash(), world.one_way(deck), world.is_platform(lift)),
        (hash, Some(UP), Some(true))
    );
    let _ = world.step();
    assert_ne!(world.hash(), hash, "where platforms were at the step is state");
}

//! Where slides end and what they report: places that a formula gives, and the words of the docs.

use super::*;

fn ball(radius: f32) -> Shape {
    Shape::circle(radius).unwrap()
}

#[test]
fn equal_slides_give_equal_answers() {
    let (mut world, hero) =
        scene(rect(0.5, 1.0), (0.0, 0.0), vec![(rect(1.0, 9.0), Affine::at((4.0, 0.0)))]);
    let slide = Slide::by(5.0, 1.0);
    let first = world.slide_try(hero, &slide, |_| Response::Slide).unwrap();
    // The lists that a slide keeps for the next are no part of the answer.
    let mut again = Slid::default();
    world.slide_into(hero, &slide, |_| Response::Slide, &mut again).unwrap();
    assert_eq!(first, again);
    assert_ne!(first, Slid::default());
}

#[test]
fn a_slide_that_needs_all_its_legs_is_done() {
    for legs in 1..3 {
        let (mut world, hero) = scene(rect(0.5, 1.0), (0.0, 0.0), vec![]);
        let slid = go(&mut world, hero, &Slide::by(3.0, 1.0).legs(legs));
        assert_eq!(
            (slid.end, slid.moved, slid.left),
            (SlideEnd::Done, Vec2::new(3.0, 1.0), Vec2::ZERO)
        );
        // Along a wall it takes two.
        let wall = vec![(rect(1.0, 9.0), Affine::at((3.5, 0.0)))];
        let (mut world, hero) = scene(rect(0.5, 1.0), (0.0, 0.0), wall);
        let slid = go(&mut world, hero, &Slide::by(4.0, 4.0).legs(legs));
        let end = [SlideEnd::OutOfLegs, SlideEnd::Done][legs as usize - 1];
        assert_eq!((slid.end, slid.moved), (end, Vec2::new(2.0, [2.0, 4.0][legs as usize - 1])));
    }
}

#[test]
fn a_long_slide_ends_as_near_to_a_wall_as_a_short_one() {
    for (wall, way) in [(100.3_f32, 1e6), (7.7, 1e7), (1000.9, 3e8)] {
        let others = vec![(rect(0.5, 9.0), Affine::at((wall + 0.5, 0.0)))];
        let (mut world, hero) = scene(rect(0.5, 1.0), (0.0, 0.0), others);
        let slid = go(&mut world, hero, &Slide::by(way, 0.0));
        let gap = f64::from(wall) - 0.5 - f64::from(place(&world, hero).x);
        assert!(gap.abs() <= f64::from(4.0 * f32::EPSILON * wall), "{gap} {slid:?}");
    }
}

#[test]
fn a_touch_states_when_it_came() {
    // Half of the way to the wall, half along it, through a sensor in its middle.
    let mut world = World::new();
    let hero = world.add(Collider::new((), rect(0.5, 0.5))).unwrap();
    let wall = world.add(Collider::new((), rect(0.5, 9.0)).at((5.0, 0.0))).unwrap();
    let sensor = world.add(Collider::new((), rect(1.0, 0.5)).at((4.0, 7.0)).sensor()).unwrap();
    let slid = go(&mut world, hero, &Slide::by(8.0, 8.0));
    let touches = slid.touches.iter().map(|t| (t.key, t.response, t.fraction)).collect::<Vec<_>>();
    assert_eq!(touches, [(wall, Response::Slide, 0.5), (sensor, Response::Cross, 0.75)]);
    assert_eq!(slid.moved, Vec2::new(4.0, 8.0));
}

#[test]
fn a_jump_reports_floors_walls_and_ceilings_apart() {
    let others =
        vec![(rect(9.0, 0.5), Affine::at((0.0, -4.5))), (rect(0.5, 9.0), Affine::at((6.0, 0.0)))];
    let (mut world, hero) = scene(rect(0.5, 1.0), (0.0, 0.0), others);
    let slid = go(&mut world, hero, &Slide::by(1.0, -9.0).up(0.0, -1.0));
    assert_eq!((slid.floor, slid.wall, slid.ceiling), (None, None, Some(-UP)));
    let slid = go(&mut world, hero, &Slide::by(9.0, 1.0).up(0.0, -1.0));
    assert_eq!((slid.floor, slid.wall, slid.ceiling), (None, Some(-Vec2::X), None));
    // Without up all are walls.
    let slid = go(&mut world, hero, &Slide::by(0.0, -9.0));
    assert_eq!((slid.floor, slid.wall, slid.ceiling), (None, Some(-UP), None));
}

#[test]
fn a_deck_blocks_at_60_degrees_and_not_beyond() {
    for (degrees, blocks) in
        [(0.0_f32, true), (45.0, true), (60.0, true), (-60.0, true), (61.0, false), (-61.0, false)]
    {
        let mut world = World::new();
        let hero = world.add(Collider::new((), ball(0.5)).at((0.0, -6.0))).unwrap();
        let turned = Affine::IDENTITY.rotated(degrees.to_radians());
        let one_way = turned.inverse().unwrap().transform_vector(UP);
        let deck = Collider::new((), rect(8.0, 0.5)).one_way(one_way).transform(turned);
        let deck = world.add(deck).unwrap();
        let slid = world.slide(hero, &Slide::by(0.0, 12.0), |_| Response::Stop).unwrap();
        let met = slid.touches.iter().any(|t| t.key == deck);
        assert_eq!((met, slid.end == SlideEnd::Stopped), (blocks, blocks), "{degrees} {slid:?}");
    }
}

#[test]
fn a_wall_that_leans_over_a_slope_does_not_lead_back() {
    for (slope, lean) in [(40.0_f32, 20.0_f32), (30.0, 10.0), (35.0, 30.0), (20.0, 5.0)] {
        let [slope, lean] = [slope, lean].map(f32::to_radians);
        let floor = Affine::IDENTITY.rotated(-slope);
        let wall = Affine::at((6.0, 0.0)).rotated(-lean);
        let others = vec![
            (Shape::half_plane((0.0, -1.0), 0.0).unwrap(), floor),
            (Shape::half_plane((-1.0, 0.0), 0.0).unwrap(), wall),
        ];
        let (mut world, hero) = scene(ball(1.0), (-3.0, -2.0), others);
        let slide = Slide::by(20.0, 4.0).up(0.0, -1.0).snap(1.0);
        let mut at = Vec2::ZERO;
        for frame in 0..5 {
            let slid = go(&mut world, hero, &slide);
            assert!(slid.floor.is_some() && slid.wall.is_some(), "{slid:?}");
            assert!(frame < 2 || place(&world, hero) == at, "{slope} {lean} {slid:?}");
            at = place(&world, hero);
        }
    }
}

/// A box that first comes near to the top of an ellipse, within the tolerance of curves, and sinks
/// into it far behind that place.
#[test]
fn a_slide_past_a_near_miss_goes_on_to_the_overlap() {
    for sink in [1.2e-7, 1.5e-7, 2e-7_f32] {
        let ellipse = (Shape::ellipse((2.0, 0.25)).unwrap(), Affine::IDENTITY);
        let gap = 0.5 * f32::EPSILON;
        let (mut world, hero) = scene(rect(4.0, 0.25), (-6.0, -0.5 - gap), vec![ellipse]);
        let slid = world.slide(hero, &Slide::by(8.0, sink), |_| Response::Stop).unwrap();
        let depth = slid.moved.x / 8.0 * sink - gap;
        // The bracket begins before the contact, by the rounding of `f64` across the way.
        assert!((-1e-5 * gap..gap).contains(&depth), "{sink} {depth} {slid:?}");
        assert_eq!(slid.end, SlideEnd::Stopped);
    }
}

#[test]
fn a_leg_ends_at_no_subnormal_number() {
    // Rounded the other way, the leg beside the corner would dip past it by less than a cast sees.
    for (x, y) in [(1.0, 1.0), (-1.0, 1.0), (1.0, -1.0), (-1.0, -1.0)] {
        let ledge = (rect(2.5, 2.0), Affine::at((-2.0 * x, -3.0 * y)));
        let hero = Shape::capsule((0.0, -0.5), (0.0, 0.5), 0.5).unwrap();
        let (mut world, hero) = scene(hero, (0.5 * x, 0.0), vec![ledge]);
        let slid = go(&mut world, hero, &Slide::by(3.386_178_3 * x, -1.719_076_6 * y));
        let numbers = slid.path().iter().flat_map(|p| [p.x, p.y]);
        assert_eq!(numbers.filter(|x| x.is_subnormal()).count(), 0, "{:?}", slid.path());
        assert!(!slid.touches.is_empty() && is_free(&world, hero), "{slid:?}");
    }
}

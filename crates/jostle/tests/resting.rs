//! Sweeps that begin in touch and turn, and what leaves a shape from within, against closed forms.
#![allow(clippy::disallowed_methods, reason = "tests compare with plain functions")]

use jostle::{Affine, Hit, Inside, Meet, Motion, Placed, Rot, Shape, Vec2, Verdict};

fn at(shape: Shape, x: f32, y: f32) -> Placed {
    shape.place(Affine::at((x, y))).unwrap()
}

fn rect(w: f32, h: f32) -> Shape {
    Shape::rect_half((w, h)).unwrap()
}

fn turn(degrees: f64, about: (f32, f32)) -> Motion {
    Motion::NONE.turning_degrees(degrees).about(about)
}

/// Checks that a hit is certain and its bracket holds a time, no wider than 1e-5.
fn meets(hit: Option<Hit>, time: f64, note: &str) {
    let hit = hit.unwrap_or_else(|| panic!("{note}: no hit"));
    let [from, to] = [hit.fraction, hit.latest].map(f64::from);
    assert!(
        hit.certain && from <= time && time <= to && to - from < 1e-5,
        "{note}: {time} {hit:?}"
    );
}

/// Sizes, places and quarter turns of a scene.
fn frames() -> impl Iterator<Item = Affine> {
    let scales = [1.0, 0.015625, 48.0];
    let spots = [(0.0, 0.0), (300.0, -20.0), (-7.5, 0.25)];
    let turns = [0.0, 90.0, 180.0].map(Rot::from_degrees);
    let place = move |k, spot| turns.map(|turn| Affine::at(spot).rotated_by(turn).scaled(k, k));
    scales.into_iter().flat_map(move |k| spots.into_iter().flat_map(move |spot| place(k, spot)))
}

fn placed(frame: &Affine, shape: &Shape, x: f32, y: f32) -> Placed {
    shape.place(*frame * Affine::at((x, y))).unwrap()
}

/// What overlaps or is apart by the rounding of its place is left out; returns how many were not.
fn count_touching(
    check: impl Fn(&Affine, &dyn Fn(&Shape, f32, f32) -> Placed) -> Option<()>,
) -> usize {
    let put = |frame: Affine| move |shape: &Shape, x: f32, y: f32| placed(&frame, shape, x, y);
    frames().filter(|frame| check(frame, &put(*frame)).is_some()).count()
}

#[test]
fn a_door_opens_from_its_wall_and_meets_what_it_turns_to() {
    // The door lies along the top of the wall, hinged at its lower left corner.
    let exact = count_touching(|frame, put| {
        let (wall, door) = (put(&rect(8.0, 1.0), 0.0, -1.0), put(&rect(2.0, 0.25), 2.0, 0.25));
        let hinge = frame.transform_point((0.0, 0.0));
        let sweep = |degrees: f64, rules: Meet| {
            door.sweep(&wall, turn(degrees, (hinge.x, hinge.y)), Motion::NONE, rules)
        };
        let is_touching = door.verdict(&wall) == Verdict::Touching;
        is_touching.then(|| {
            for degrees in [30.0, 89.0] {
                assert_eq!(sweep(degrees, Meet::OVERLAP), None, "{frame:?} {degrees}");
            }
            meets(sweep(-30.0, Meet::OVERLAP), 0.0, "into the wall");
            meets(sweep(30.0, Meet::TOUCH), 0.0, "it touches");
            // Its upper left corner comes down to the wall after a quarter turn.
            meets(sweep(120.0, Meet::OVERLAP), 0.75, "the back of the door");
        })
    });
    assert!(exact >= 20, "{exact}");
}

#[test]
fn a_door_beside_its_post_and_one_hinged_within_its_side() {
    let exact = count_touching(|frame, put| {
        let (post, door) = (put(&rect(1.0, 1.0), -1.0, 0.0), put(&rect(2.0, 0.25), 2.0, 0.0));
        let sweep = |y: f32, degrees: f64, rules: Meet| {
            let hinge = frame.transform_point((0.0, y));
            door.sweep(&post, turn(degrees, (hinge.x, hinge.y)), Motion::NONE, rules)
        };
        (door.verdict(&post) == Verdict::Touching).then(|| {
            // About its upper corner it turns down into the post, about its lower one up; else away.
            for (y, into) in [(0.25, -1.0), (-0.25, 1.0)] {
                meets(sweep(y, 60.0 * into, Meet::OVERLAP), 0.0, "into the post");
                assert_eq!(
                    sweep(y, -60.0 * into, Meet::OVERLAP),
                    None,
                    "{frame:?} away from the post"
                );
            }
            for degrees in [60.0, -60.0] {
                meets(sweep(0.0, degrees, Meet::OVERLAP), 0.0, "a half goes in");
                meets(sweep(0.0, degrees, Meet::TOUCH), 0.0, "it touches");
            }
        })
    });
    assert!(exact >= 20, "{exact}");
}

#[test]
fn a_box_that_tips_over_its_edge_comes_down_on_its_side() {
    let exact = count_touching(|frame, put| {
        let (floor, block) = (put(&rect(9.0, 1.0), 0.0, -1.0), put(&rect(1.0, 2.0), 0.0, 2.0));
        let edge = frame.transform_point((1.0, 0.0));
        let sweep = |degrees: f64, rules: Meet| {
            block.sweep(&floor, turn(degrees, (edge.x, edge.y)), Motion::NONE, rules)
        };
        (block.verdict(&floor) == Verdict::Touching).then(|| {
            assert_eq!(sweep(-89.0, Meet::OVERLAP), None, "{frame:?} it tips");
            meets(sweep(-100.0, Meet::OVERLAP), 0.9, "it comes down");
            meets(sweep(10.0, Meet::OVERLAP), 0.0, "into the floor");
            meets(sweep(-80.0, Meet::TOUCH), 0.0, "it touches");
        })
    });
    assert!(exact >= 20, "{exact}");
}

#[test]
fn a_clock_hand_leaves_a_wall_and_comes_to_the_next() {
    let exact = count_touching(|frame, put| {
        let hand = put(&Shape::segment((0.0, 0.0), (4.0, 0.0)).unwrap(), 0.0, 0.0);
        let hub = frame.transform_point((0.0, 0.0));
        let sweep = |wall: &Placed, degrees: f64, rules: Meet| {
            hand.sweep(wall, turn(degrees, (hub.x, hub.y)), Motion::NONE, rules)
        };
        // A wall below the hand, and one that its tip touches.
        let (below, ahead) = (put(&rect(1.0, 0.5), 3.0, -0.5), put(&rect(1.0, 2.0), 5.0, 0.0));
        let are_touching = [&below, &ahead].iter().all(|w| hand.verdict(w) == Verdict::Touching);
        are_touching.then(|| {
            for degrees in [90.0, 350.0] {
                let found = sweep(&below, degrees, Meet::OVERLAP);
                if degrees < 300.0 {
                    assert_eq!(found, None, "{frame:?} it leaves the wall");
                } else {
                    // The tip of the wall nearest to the hub, or that its corner, is met from below.
                    let angle = 360.0 - f64::atan2(1.0, 2.0).to_degrees();
                    meets(found, angle / 350.0, "round to the wall");
                }
            }
            meets(sweep(&below, -10.0, Meet::OVERLAP), 0.0, "into the wall");
            for degrees in [45.0, -45.0] {
                assert_eq!(sweep(&ahead, degrees, Meet::OVERLAP), None, "{frame:?} past the wall");
            }
            meets(sweep(&below, 45.0, Meet::TOUCH), 0.0, "it touches");
        })
    });
    assert!(exact >= 20, "{exact}");
}

#[test]
fn a_disc_that_turns_about_a_far_pivot_keeps_its_gap() {
    let ball = at(Shape::circle(1.0).unwrap(), 5.0, 0.0);
    for gap in [0.01, 0.5] {
        let hub = at(Shape::circle(4.0 - gap).unwrap(), 0.0, 0.0);
        for degrees in [90.0, 3600.0, 360_000.0] {
            let frame = turn(degrees, (0.0, 0.0));
            for motion in [frame.clone(), Motion::NONE.turning_degrees(-degrees).under(&frame)] {
                for rules in [Meet::TOUCH, Meet::OVERLAP] {
                    assert_eq!(
                        ball.sweep(&hub, &motion, Motion::NONE, rules),
                        None,
                        "{degrees} {gap}"
                    );
                }
            }
        }
    }
}

#[test]
fn what_is_in_the_middle_of_a_shape_leaves_it_at_its_boundary() {
    let exit = |rules: Meet| Meet { inside: Inside::Exit, ..rules };
    let point = || Shape::point((0.0, 0.0)).unwrap();
    let (ball, square) = (Shape::circle(0.25).unwrap(), rect(0.25, 0.25));
    let shapes = [
        Shape::circle(1.0).unwrap(),
        Shape::capsule((-0.5, 0.0), (0.5, 0.0), 0.5).unwrap(),
        rect(0.5, 0.5).with_radius(0.5).unwrap(),
        Shape::ellipse((1.0, 1.5)).unwrap(),
        rect(1.0, 1.0),
    ];
    for shape in shapes {
        let around = shape.place(Affine::IDENTITY).unwrap();
        for (mover, reach) in [(point(), 0.0), (ball.clone(), 0.25), (square.clone(), 0.25)] {
            for rules in [Meet::TOUCH, Meet::OVERLAP] {
                let mover = at(mover.clone(), 0.0, 0.0);
                let note = format!("{shape:?} {mover:?} {rules:?}");
                let hit = mover.cast(&around, (5.0, 0.0), exit(rules)).unwrap();
                // The corner of a square comes to a round side later than its own side would.
                let most = (1.0 - reach) / 5.0;
                let time = f64::from(hit.fraction);
                assert!(hit.certain && hit.latest - hit.fraction < 1e-6, "{note} {hit:?}");
                assert!(time > 0.1 && time < most + 1e-6, "{note} {hit:?}");
                if reach == 0.0 || mover.area() != Some(0.25) {
                    assert!(
                        (time - most).abs() < 1e-6 && hit.normal.x.abs() > 0.99,
                        "{note} {hit:?}"
                    );
                    assert!((hit.point - Vec2::new(1.0, 0.0)).length() < 1e-5, "{note} {hit:?}");
                }
                let turning = Motion::by(5.0, 0.0).turning_degrees(90.0);
                let swept = mover.sweep(&around, turning, Motion::NONE, exit(rules)).unwrap();
                assert!(swept.certain && swept.fraction > 0.1, "{note} {swept:?}");
                assert_eq!(mover.cast(&around, (0.1, 0.0), exit(rules)), None, "{note}");
            }
        }
        let ray = around.ray((0.0, 0.0), (5.0, 0.0), Inside::Exit).unwrap();
        assert!((ray.fraction - 0.2).abs() < 1e-6, "{shape:?} {ray:?}");
        assert_eq!(around.ray((1.0, 0.0), (5.0, 0.0), Inside::Exit).unwrap().fraction, 0.0);
    }
}

#[test]
fn what_turns_in_one_frame_meets_as_it_does_in_a_still_one() {
    let (ball, wall) =
        (at(Shape::circle(1.0).unwrap(), 0.0, 0.0), at(rect(1.0, 9.0), 2.015625, 0.0));
    for degrees in [30.0, -3600.0, 1e6] {
        let frame = turn(degrees, (500.0, 40.0));
        let under = |motion: Motion| motion.under(&frame);
        for rules in [Meet::TOUCH, Meet::OVERLAP] {
            let sweep = |x: f32| ball.sweep(&wall, under(Motion::by(x, 1.0)), &frame, rules);
            assert_eq!(sweep(0.0), None, "{degrees}: a gap of a hundredth");
            let hit = sweep(0.0625).unwrap();
            assert!(hit.certain && (hit.fraction - 0.25).abs() < 1e-4, "{degrees} {hit:?}");
            let turned = frame.at(&Affine::IDENTITY, hit.fraction);
            let normal = turned.transform_vector((1.0, 0.0));
            assert!((hit.normal - normal).length() < 1e-2, "{degrees} {hit:?} {normal:?}");
        }
    }
}

#[test]
fn what_lies_far_from_its_own_origin_turns_as_tightly_as_what_is_placed_there() {
    for far in [0.0, 2048.0, 65_536.0] {
        let blade = Shape::segment((far - 2.0, far), (far + 2.0, far)).unwrap();
        let post = Shape::circle_at((far, far + 2.0), 0.5).unwrap();
        let [blade, post] = [blade, post].map(|shape| shape.place(Affine::IDENTITY).unwrap());
        let hit = blade.sweep(&post, turn(90.0, (far, far)), Motion::NONE, Meet::TOUCH);
        // The end passes 1.9365 beside the center of the post, where the side of the blade meets it.
        let angle = f64::acos(0.25).to_degrees();
        let hit = hit.unwrap();
        let time = f64::from(hit.fraction);
        assert!(hit.certain && (time - angle / 90.0).abs() < 2e-7, "{far} {hit:?}");
    }
}

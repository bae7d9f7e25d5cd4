use super::*;
use crate::r#gen::{Class, Numbers, batch};
use crate::{Verdict, verdict};

fn polygon(rings: &[&[[f32; 2]]], radius: f32) -> Set {
    Set::Polygon { origin: [0.0; 2], rings: rings.iter().map(|r| r.to_vec()).collect(), radius }
}
fn rect(center: [f32; 2], half: [f32; 2], radius: f32) -> Set {
    Set::Rect { center, half, rot: [1.0, 0.0], radius }
}
fn segment(a: [f32; 2], b: [f32; 2]) -> Set {
    Set::Capsule { a, b, radius: 0.0 }
}
fn circle(center: [f32; 2], radius: f32) -> Set {
    Set::Circle { center, radius }
}

const OUTER: [[f32; 2]; 4] = [[0.0, 0.0], [6.0, 0.0], [6.0, 6.0], [0.0, 6.0]];
const HOLE: [[f32; 2]; 4] = [[2.0, 2.0], [4.0, 2.0], [4.0, 4.0], [2.0, 4.0]];
const L_SHAPE: [[f32; 2]; 6] =
    [[0.0, 0.0], [4.0, 0.0], [4.0, 2.0], [2.0, 2.0], [2.0, 4.0], [0.0, 4.0]];

#[test]
fn every_set_contains_itself() {
    for class in Class::ALL {
        for index in 0..200 {
            for (a, _) in batch(Numbers::Grid, (class, class), 3, index).into_iter().take(1) {
                assert_eq!(contains(&a, &a), Some(true), "{a:?}");
            }
        }
    }
}

#[test]
fn a_box_contains_the_circle_that_fills_it() {
    let a = rect([0.0; 2], [2.0, 3.0], 0.0);
    assert_eq!(contains(&a, &circle([0.0, 1.0], 2.0)), Some(true));
    assert_eq!(contains(&a, &circle([0.0, 1.0_f32.next_up()], 2.0)), Some(false));
    assert_eq!(contains(&a, &circle([0.0, 0.0], 2.0_f32.next_up())), Some(false));
    assert_eq!(contains(&circle([0.0; 2], 5.0), &rect([0.0; 2], [3.0, 4.0], 0.0)), Some(true));
    assert_eq!(contains(&circle([0.0; 2], 5.0), &rect([0.0; 2], [3.0, 4.0], 1e-9)), Some(false));
    assert_eq!(contains(&rect([0.0; 2], [1.0; 2], 1.0), &circle([1.0; 2], 1.0)), Some(true));
}

#[test]
fn a_hole_keeps_out_what_covers_it() {
    let a = polygon(&[&OUTER, &HOLE], 0.0);
    assert_eq!(contains(&a, &polygon(&[&OUTER], 0.0)), Some(false));
    assert_eq!(contains(&a, &polygon(&[&HOLE], 0.0)), Some(false));
    assert_eq!(contains(&polygon(&[&OUTER], 0.0), &a), Some(true));
    assert_eq!(contains(&a, &rect([3.0, 1.0], [3.0, 1.0], 0.0)), Some(true));
    assert_eq!(contains(&a, &rect([3.0, 1.0], [1.0, 0.5], 0.5)), Some(true));
    assert_eq!(contains(&a, &rect([3.0, 1.0], [1.0, 0.625], 0.5)), Some(false));
    assert_eq!(contains(&a, &rect([3.0, 3.0], [2.0, 2.0], 0.5)), Some(false));
    assert_eq!(contains(&a, &segment([2.0, 2.0], [2.0, 4.0])), Some(true));
    assert_eq!(contains(&a, &segment([2.0, 2.0], [4.0, 4.0])), Some(false));
    assert_eq!(contains(&a, &circle([3.0, 3.0], 0.5)), Some(false));
}

#[test]
fn a_concave_container_is_not_its_hull() {
    let a = polygon(&[&L_SHAPE], 0.0);
    assert_eq!(contains(&a, &segment([4.0, 2.0], [2.0, 4.0])), Some(false));
    assert_eq!(contains(&a, &segment([4.0, 0.0], [0.0, 4.0])), Some(true));
    assert_eq!(contains(&a, &segment([4.0, 2.0], [0.0, 2.0])), Some(true));
    assert_eq!(contains(&a, &circle([1.0, 1.0], 1.0)), Some(true));
    // The reflex corner is √2 away.
    assert_eq!(contains(&a, &circle([1.0, 1.0], 1.25)), Some(false));
    let big = polygon(&[&L_SHAPE], 0.5);
    assert_eq!(contains(&big, &circle([1.0, 1.0], 1.0)), Some(true));
    assert_eq!(contains(&big, &circle([4.0, 4.0], 0.25)), Some(false));
    assert_eq!(contains(&big, &circle([4.5, 1.0], 0.0)), Some(true));
}

#[test]
fn a_radius_fills_a_slit_and_a_notch_up_to_the_last_ulp() {
    let fork = [[0., 0.], [5., 0.], [5., 8.], [3., 8.], [3., 2.], [2., 2.], [2., 8.], [0., 8.]];
    let fork = |radius: f32| polygon(&[&fork], radius);
    let pin = segment([0.5, 5.0], [4.5, 5.25]);
    assert_eq!(contains(&fork(0.5), &pin), Some(true));
    assert_eq!(contains(&fork(0.625), &pin), Some(true));
    assert_eq!(contains(&fork(0.25), &pin), Some(false));
    assert_eq!(contains(&fork(0.75), &rect([2.5, 6.0], [2.0, 1.0], 0.0)), Some(true));
    assert_eq!(contains(&fork(0.25), &rect([2.5, 6.0], [2.0, 1.0], 0.0)), Some(false));
    // The inner corner (2, 2) of the rounded L is at (2.5, 2.5).
    let room = polygon(&[&L_SHAPE], 0.5);
    assert_eq!(contains(&room, &circle([1.75, 1.5], 1.25_f32.next_down())), Some(true));
    assert_eq!(contains(&room, &circle([1.75, 1.5], 1.25_f32.next_up())), Some(false));
    // Its end lies on the boundary, and no single edge holds it.
    assert_eq!(contains(&room, &segment([4.5, 1.0], [1.0, 4.0])), Some(false));
    assert_eq!(contains(&room, &segment([4.5, 1.0], [1.0, 2.25])), Some(true));
}

#[test]
fn a_line_contains_lines_only() {
    let path = |closed| Set::Chain {
        origin: [0.0; 2],
        points: vec![[0.0, 0.0], [4.0, 0.0], [4.0, 4.0], [2.0, 0.0]],
        closed,
    };
    assert_eq!(contains(&path(false), &segment([1.0, 0.0], [3.0, 0.0])), Some(true));
    assert_eq!(contains(&path(false), &segment([0.0, 0.0], [4.0, 4.0])), Some(false));
    assert_eq!(contains(&path(true), &path(false)), Some(true));
    assert_eq!(
        contains(&path(true), &polygon(&[&[[0.0, 0.0], [4.0, 0.0], [2.0, 0.0]]], 0.0)),
        Some(true)
    );
    assert_eq!(contains(&path(true), &circle([1.0, 0.0], 1e-20)), Some(false));
    let s = segment([0.0, 0.0], [4.0, 2.0]);
    assert_eq!(contains(&s, &circle([2.0, 1.0], 0.0)), Some(true));
    assert_eq!(contains(&s, &circle([2.0, 1.0_f32.next_up()], 0.0)), Some(false));
}

#[test]
fn contained_sets_meet_and_points_of_them_are_inside() {
    let mut held = 0;
    for classes in Class::pairs() {
        for index in 0..60 {
            for (a, b) in batch(Numbers::Grid, classes, 21, index) {
                for (a, b) in [(&a, &b), (&b, &a)] {
                    if contains(a, b) == Some(true) {
                        held += 1;
                        assert_ne!(verdict(a, b), Verdict::Separated, "{a:?} {b:?}");
                        let zero = [0.0; 2];
                        for [p, _] in crate::measure::features(b, zero).edges {
                            let exact = !matches!(b, Set::Rect { .. });
                            let split = [[p[0], 0.0], [p[1], 0.0]];
                            assert!(!exact || crate::check_point(a, split), "{a:?} {b:?}");
                        }
                    }
                }
            }
        }
    }
    assert!(held > 300, "{held}");
}

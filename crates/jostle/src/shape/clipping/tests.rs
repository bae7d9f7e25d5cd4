//! Cases with known answers. `random` compares with an independent oracle.

mod oracle;
mod random;
mod scale;

use crate::math::DVec2;
use crate::shape::clipping::{Op, OverlayPolygon, area, overlay};
use alloc::vec;
use alloc::vec::Vec;
use core::slice::from_ref;
use oracle::check;

pub(super) fn ring(points: &[(f64, f64)]) -> Vec<DVec2> {
    points.iter().map(|&(x, y)| DVec2::new(x, y)).collect()
}

pub(super) fn rect(x0: f64, y0: f64, x1: f64, y1: f64) -> Vec<DVec2> {
    ring(&[(x0, y0), (x1, y0), (x1, y1), (x0, y1)])
}

pub(super) fn reversed(mut ring: Vec<DVec2>) -> Vec<DVec2> {
    ring.reverse();
    ring
}

/// A star with `tips` tips around (x, y), turned by `turn` radians.
pub(super) fn star(x: f64, y: f64, tips: usize, inner: f64, outer: f64, turn: f64) -> Vec<DVec2> {
    (0..2 * tips)
        .map(|i| {
            let angle = turn + i as f64 * core::f64::consts::PI / tips as f64;
            let radius = if i % 2 == 0 { outer } else { inner };
            DVec2::new(x + radius * libm::cos(angle), y + radius * libm::sin(angle))
        })
        .collect()
}

fn one(answer: &[OverlayPolygon]) -> &OverlayPolygon {
    assert_eq!(answer.len(), 1, "{answer:?}");
    &answer[0]
}

#[test]
fn disjoint_squares_have_nothing_in_common_and_a_union_of_two() {
    let (a, b) = (vec![rect(0., 0., 1., 1.)], vec![rect(2., 0., 3., 1.)]);
    assert!(overlay(&a, &b, Op::Intersection).is_empty());
    let union = overlay(&a, &b, Op::Union);
    assert_eq!(union.len(), 2);
    assert_eq!(union[0].outer, a[0]);
    assert_eq!(union[1].outer, b[0]);
}

#[test]
fn squares_with_a_shared_edge_unite_to_one_rectangle() {
    let (a, b) = (vec![rect(0., 0., 1., 1.)], vec![rect(1., 0., 3., 1.)]);
    assert!(overlay(&a, &b, Op::Intersection).is_empty());
    assert_eq!(one(&overlay(&a, &b, Op::Union)).outer, rect(0., 0., 3., 1.));
}

#[test]
fn squares_that_touch_at_a_corner_stay_two_polygons() {
    let (a, b) = (vec![rect(0., 0., 1., 1.)], vec![rect(1., 1., 2., 2.)]);
    assert!(overlay(&a, &b, Op::Intersection).is_empty());
    let union = overlay(&a, &b, Op::Union);
    assert_eq!((union.len(), area(&union)), (2, 2.0));
}

#[test]
fn identical_shapes_give_themselves() {
    let l = ring(&[(0., 0.), (3., 0.), (3., 1.), (1., 1.), (1., 3.), (0., 3.)]);
    for op in [Op::Intersection, Op::Union] {
        assert_eq!(one(&overlay(from_ref(&l), from_ref(&l), op)).outer, l);
        assert_eq!(one(&overlay(from_ref(&l), &[reversed(l.clone())], op)).outer, l);
    }
    let s = star(0.1, 0.7, 7, 0.3, 1.1, 0.4);
    let both = overlay(from_ref(&s), from_ref(&s), Op::Intersection);
    assert_eq!(both, overlay(from_ref(&s), from_ref(&s), Op::Union));
    assert_eq!(one(&both).outer.len(), 14);
}

#[test]
fn the_smaller_of_two_nested_shapes_is_their_intersection() {
    let (a, b) = (vec![rect(0., 0., 9., 9.)], vec![rect(2., 3., 4., 5.)]);
    assert_eq!(one(&overlay(&a, &b, Op::Intersection)).outer, b[0]);
    assert_eq!(one(&overlay(&a, &b, Op::Union)).outer, a[0]);
}

#[test]
fn an_island_in_a_hole_is_a_polygon_of_its_own() {
    let a = vec![rect(0., 0., 9., 9.), reversed(rect(1., 1., 8., 8.)), rect(3., 3., 6., 6.)];
    let b = vec![rect(-1., -1., 10., 10.)];
    let both = overlay(&a, &b, Op::Intersection);
    assert_eq!(both.len(), 2);
    assert_eq!(both[0].outer, a[0]);
    assert_eq!(both[0].holes.len(), 1);
    assert_eq!((both[1].outer.as_slice(), both[1].holes.len()), (a[2].as_slice(), 0));
    assert_eq!(area(&both), 81.0 - 49.0 + 9.0);
}

#[test]
fn a_hole_within_a_hole_of_the_other_shape_is_kept_apart() {
    let a = vec![rect(0., 0., 9., 9.), reversed(rect(1., 1., 8., 8.))];
    let b = vec![rect(2., 2., 7., 7.), reversed(rect(3., 3., 6., 6.))];
    assert!(overlay(&a, &b, Op::Intersection).is_empty());
    let union = overlay(&a, &b, Op::Union);
    assert_eq!(union.iter().map(|p| p.holes.len()).collect::<Vec<_>>(), [1, 1]);
    assert_eq!(area(&union), 81.0 - 49.0 + 25.0 - 9.0);
}

#[test]
fn a_cross_has_twelve_corners_and_a_square_in_common() {
    let (a, b) = (vec![rect(0., 1., 3., 2.)], vec![rect(1., 0., 2., 3.)]);
    assert_eq!(one(&overlay(&a, &b, Op::Intersection)).outer, rect(1., 1., 2., 2.));
    let union = overlay(&a, &b, Op::Union);
    assert_eq!((one(&union).outer.len(), area(&union)), (12, 5.0));
}

#[test]
fn nine_tiles_unite_to_one_square_of_four_corners() {
    let tiles: Vec<_> = (0..9)
        .map(|i| {
            let (x, y) = (f64::from(i % 3), f64::from(i / 3));
            rect(x, y, x + 1.0, y + 1.0)
        })
        .collect();
    assert_eq!(one(&overlay(&tiles, &[], Op::Union)).outer, rect(0., 0., 3., 3.));
    assert_eq!(one(&overlay(&[], &tiles, Op::Union)).outer, rect(0., 0., 3., 3.));
    let mut ring_of_tiles = tiles.clone();
    ring_of_tiles.remove(4);
    let frame = overlay(&ring_of_tiles, &[], Op::Union);
    assert_eq!(one(&frame).holes, [reversed_from_min(rect(1., 1., 2., 2.))]);
    // The missing tile fills the hole exactly.
    assert_eq!(one(&overlay(&ring_of_tiles, &tiles[4..5], Op::Union)).holes.len(), 0);
    assert!(overlay(&ring_of_tiles, &tiles[4..5], Op::Intersection).is_empty());
}

/// Reversed, but still starting from the smallest vertex.
fn reversed_from_min(mut ring: Vec<DVec2>) -> Vec<DVec2> {
    ring[1..].reverse();
    ring
}

#[test]
fn four_bars_leave_a_hole_between_them() {
    let (a, b) = (
        vec![rect(0., 0., 4., 1.), rect(0., 3., 4., 4.)],
        vec![rect(0., 0., 1., 4.), rect(3., 0., 4., 4.)],
    );
    let union = overlay(&a, &b, Op::Union);
    assert_eq!(one(&union).outer, rect(0., 0., 4., 4.));
    assert_eq!(union[0].holes, [reversed_from_min(rect(1., 1., 3., 3.))]);
    let corners = overlay(&a, &b, Op::Intersection);
    assert_eq!((corners.len(), area(&corners)), (4, 4.0));
}

#[test]
fn a_hole_that_touches_the_outline_at_a_corner_is_a_ring_of_its_own() {
    let a = vec![rect(0., 0., 4., 4.), ring(&[(0., 0.), (1., 2.), (2., 1.)])];
    let both = overlay(&a, &[rect(0., 0., 4., 4.)], Op::Intersection);
    assert_eq!(one(&both).outer, rect(0., 0., 4., 4.));
    assert_eq!(both[0].holes, [a[1].clone()]);
}

#[test]
fn holes_that_touch_each_other_at_a_corner_are_two_rings() {
    let a =
        vec![rect(0., 0., 6., 6.), reversed(rect(1., 1., 3., 3.)), reversed(rect(3., 3., 5., 5.))];
    let both = overlay(&a, &[], Op::Union);
    assert_eq!((one(&both).outer.len(), both[0].holes.len(), area(&both)), (4, 2, 28.0));
}

#[test]
fn spikes_folds_and_repeated_vertices_add_nothing() {
    let spiky = ring(&[
        (0., 0.),
        (4., 0.),
        (4., 0.),
        (9., 0.),
        (4., 0.),
        (4., 4.),
        (2., 4.),
        (2., 7.),
        (2., 1.),
        (2., 4.),
        (0., 4.),
        (0., 2.),
        (-3., 2.),
        (0., 2.),
    ]);
    let square = rect(0., 0., 4., 4.);
    assert_eq!(one(&overlay(from_ref(&spiky), &[], Op::Union)).outer, square);
    assert_eq!(one(&overlay(&[spiky], &[rect(-9., -9., 9., 9.)], Op::Intersection)).outer, square);
    let flat = ring(&[(0., 0.), (1., 1.), (3., 3.)]);
    for nothing in [vec![flat], vec![ring(&[(1., 1.)])], vec![vec![]], vec![]] {
        assert!(overlay(&nothing, &nothing, Op::Union).is_empty());
        assert!(overlay(&nothing, from_ref(&square), Op::Intersection).is_empty());
        assert_eq!(one(&overlay(&nothing, from_ref(&square), Op::Union)).outer, square);
    }
}

#[test]
fn a_pentagram_is_filled_by_the_nonzero_rule() {
    let tips = star(0., 0., 5, 1.0, 3.0, 0.0);
    let crossing: Vec<_> = [0, 4, 8, 2, 6].iter().map(|&i| tips[i]).collect();
    let union = overlay(&[crossing], &[], Op::Union);
    assert_eq!((one(&union).outer.len(), union[0].holes.len()), (10, 0));
}

#[test]
fn opposite_rings_cancel_where_they_overlap() {
    let a = vec![rect(0., 0., 4., 4.), reversed(rect(2., 1., 6., 3.))];
    assert_eq!(area(&overlay(&a, &[], Op::Union)), 12.0 + 4.0);
}

#[test]
fn interlocked_combs_have_nothing_in_common_until_they_are_pushed() {
    let comb = |dx: f64, down: bool| {
        let mut points = vec![(0.0, 10.0), (0.0, 11.0), (100.0, 11.0), (100.0, 10.0)];
        for i in (0..25).rev() {
            let x = 4.0 * f64::from(i) + 1.0;
            points.extend([(x + 2.0, 10.0), (x + 2.0, 0.0), (x, 0.0), (x, 10.0)]);
        }
        let flip = |y: f64| if down { y } else { 10.0 - y };
        ring(&points.iter().map(|&(x, y)| (x + dx, flip(y))).collect::<Vec<_>>())
    };
    let (a, b) = (vec![comb(0.0, true)], vec![comb(2.0, false)]);
    assert!(overlay(&a, &b, Op::Intersection).is_empty());
    check(&a, &b);
    let pushed = vec![comb(2.5, false)];
    assert_eq!(area(&overlay(&a, &pushed, Op::Intersection)), 0.5 * 10.0 * 24.0);
    check(&a, &pushed);
}

#[test]
fn a_star_in_a_star_agrees_with_the_oracle() {
    for tips in [3, 8, 40] {
        for turn in [0.0, 0.01, 0.4] {
            let a = vec![star(0., 0., tips, 1.0, 3.0, 0.0)];
            check(&a, &[star(0.1, -0.2, tips, 0.9, 3.3, turn)]);
            check(&a, &[star(0., 0., tips, 0.5, 1.5, turn)]);
        }
    }
}

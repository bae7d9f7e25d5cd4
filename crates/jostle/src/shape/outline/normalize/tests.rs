//! Rules by example; random rings against an independent reading are in the tests of `decompose`.

use super::*;
use alloc::vec;

type Points<'a> = &'a [(i32, i32)];

fn ring(points: Points) -> Vec<Vec2> {
    points.iter().map(|p| Vec2::new(p.0 as f32, p.1 as f32)).collect()
}

fn form(outer: Points, holes: &[Points]) -> Result<Outline, ShapeError> {
    let holes: Vec<Vec<Vec2>> = holes.iter().map(|hole| ring(hole)).collect();
    let holes: Vec<&[Vec2]> = holes.iter().map(|hole| &hole[..]).collect();
    normalize(&ring(outer), &holes)
}

fn rings(outer: Points, holes: &[Points]) -> Vec<Vec<(i32, i32)>> {
    let outline = form(outer, holes).expect("a legal outline");
    let integer = |ring: &Vec<Vec2>| ring.iter().map(|p| (p.x as i32, p.y as i32)).collect();
    outline.rings.iter().map(integer).collect()
}

const SQUARE: Points = &[(0, 0), (9, 0), (9, 9), (0, 9)];

#[test]
fn rotated_reversed_and_cluttered_rings_have_one_form() {
    let expected = form(SQUARE, &[]);
    assert!(expected.as_ref().is_ok_and(|outline| outline.convex));
    assert_eq!(form(&[(9, 9), (9, 0), (0, 0), (0, 9)], &[]), expected);
    let cluttered =
        [(0, 4), (0, 4), (0, 0), (3, 0), (9, 0), (9, 0), (9, 9), (0, 9), (0, 9), (0, 7)];
    assert_eq!(form(&cluttered, &[]), expected);
}

#[test]
fn negative_zero_is_stored_as_zero() {
    let outer = [Vec2::new(-0.0, -0.0), Vec2::new(1.0, -0.0), Vec2::new(-0.0, 1.0)];
    let outline = normalize(&outer, &[]).expect("a triangle");
    let points = outline.rings.iter().flatten();
    assert!(points.clone().all(|p| p.x.is_sign_positive() && p.y.is_sign_positive()));
}

#[test]
fn flat_rings_become_segments_and_points() {
    assert_eq!(rings(&[(2, 3), (2, 3), (2, 3)], &[]), vec![vec![(2, 3)]]);
    assert_eq!(rings(&[(0, 0), (5, 5), (3, 3)], &[]), vec![vec![(0, 0), (5, 5)]]);
    assert_eq!(rings(&[(0, 0), (5, 5), (2, 2), (3, 3)], &[]), vec![vec![(0, 0), (5, 5)]]);
    assert_eq!(rings(&[], &[]), vec![vec![]]);
    assert!(!form(&[(0, 0), (5, 5)], &[]).expect("a segment").convex);
}

#[test]
fn a_spike_outward_is_kept_and_a_spike_inward_is_dropped() {
    let outward = rings(&[(0, 0), (9, 0), (9, 9), (12, 12), (9, 9), (0, 9)], &[]);
    assert_eq!(outward, vec![vec![(0, 0), (9, 0), (9, 9), (12, 12), (9, 9), (0, 9)]]);
    let inward = form(&[(0, 0), (9, 0), (9, 9), (5, 5), (9, 9), (0, 9)], &[]);
    assert_eq!(inward, form(SQUARE, &[]));
}

#[test]
fn a_hole_on_a_bridge_becomes_a_ring() {
    let keyhole = [(0, 0), (9, 0), (9, 9), (0, 9), (0, 0), (3, 3), (3, 6), (6, 6), (6, 3), (3, 3)];
    assert_eq!(form(&keyhole, &[]), form(SQUARE, &[&[(3, 3), (6, 3), (6, 6), (3, 6)]]));
}

#[test]
fn a_proper_crossing_says_where() {
    let fault = ShapeError::Crossing { ring_a: 0, edge_a: 1, ring_b: 0, edge_b: 3 };
    assert_eq!(
        form(&[(0, 0), (9, 9), (9, 0), (0, 9)], &[]),
        Err(ShapeError::Crossing { ring_a: 0, edge_a: 0, ring_b: 0, edge_b: 2 })
    );
    assert_eq!(form(&[(0, 9), (0, 0), (9, 9), (9, 0)], &[]), Err(fault));
    let hole: Points = &[(1, 1), (1, 1), (20, 4), (1, 7)];
    let crossed = form(SQUARE, &[&[(2, 2), (3, 2), (2, 3)], hole]);
    let Err(ShapeError::Crossing { ring_a: 0, edge_a: 1, ring_b: 2, edge_b }) = crossed else {
        panic!("{crossed:?}");
    };
    assert!([1, 2].contains(&edge_b));
}

#[test]
fn a_passage_through_a_vertex_is_a_touch() {
    // The ring goes from corner to corner by (4, 4), where it also turns.
    let through = rings(&[(0, 0), (8, 8), (8, 0), (4, 4), (0, 0), (0, 8), (4, 4)], &[]);
    assert_eq!(through, vec![vec![(0, 0), (4, 4), (8, 0), (8, 8), (4, 4), (0, 8)]]);
    // Straight vertices do not count, so here two edges cross.
    let bow = form(&[(0, 0), (4, 4), (8, 8), (8, 0), (4, 4), (0, 8)], &[]);
    assert!(matches!(bow, Err(ShapeError::Crossing { .. })));
}

#[test]
fn a_ring_walked_twice_is_the_ring() {
    let twice: Vec<_> = SQUARE.iter().chain(SQUARE).copied().collect();
    assert_eq!(form(&twice, &[]), form(SQUARE, &[]));
}

#[test]
fn holes_are_negative_and_sorted() {
    let (a, b): (Points, Points) = (&[(6, 6), (7, 6), (7, 7)], &[(1, 1), (2, 1), (2, 2)]);
    let expected =
        vec![SQUARE.to_vec(), vec![(1, 1), (2, 2), (2, 1)], vec![(6, 6), (7, 7), (7, 6)]];
    assert_eq!(rings(SQUARE, &[a, b]), expected);
    assert_eq!(rings(SQUARE, &[b, a]), expected);
}

#[test]
fn a_hole_inside_a_hole_is_dropped_and_so_is_a_copy() {
    let big: Points = &[(1, 1), (8, 1), (8, 8), (1, 8)];
    let alone = form(SQUARE, &[big]);
    assert_eq!(form(SQUARE, &[big, &[(3, 3), (4, 3), (4, 4)]]), alone);
    assert_eq!(form(SQUARE, &[&[(1, 1), (4, 1), (4, 4)], big]), alone);
    assert_eq!(form(SQUARE, &[big, big]), alone);
}

#[test]
fn a_flat_hole_changes_nothing() {
    let square = form(SQUARE, &[]);
    assert_eq!(form(SQUARE, &[&[(3, 3), (4, 4)]]), square);
    assert_eq!(form(SQUARE, &[&[(3, 3)]]), square);
    assert_eq!(form(SQUARE, &[&[(0, 0), (4, 0)]]).map(|outline| outline.rings.len()), Ok(2));
}

#[test]
fn a_hole_outside_names_hole_and_vertex() {
    let inside: Points = &[(1, 1), (2, 1), (2, 2)];
    let outside = |hole, vertex| Err(ShapeError::HoleOutside { hole, vertex });
    let away = form(SQUARE, &[inside, &[(20, 20), (21, 20), (20, 21)]]);
    assert!(matches!(away, Err(ShapeError::HoleOutside { hole: 1, vertex: 0..3 })));
    assert_eq!(form(SQUARE, &[&[(9, 3), (12, 5), (9, 6)]]), outside(0, 1));
    assert_eq!(form(SQUARE, &[inside, &[(10, 3)]]), outside(1, 0));
    // All vertices are on the ring, an edge is not.
    let notched = [(0, 0), (9, 0), (9, 9), (5, 2), (0, 9)];
    assert!(matches!(
        form(&notched, &[&[(0, 9), (5, 2), (9, 9)]]),
        Err(ShapeError::HoleOutside { hole: 0, .. })
    ));
    // The hole goes around a void that the outer ring only surrounds.
    let keyhole = [(0, 0), (9, 0), (9, 9), (0, 9), (0, 0), (3, 3), (3, 6), (6, 6), (6, 3), (3, 3)];
    let around: Points = &[(3, 3), (7, 2), (7, 7), (2, 7)];
    let covered = form(&keyhole, &[inside, around]);
    assert!(matches!(covered, Err(ShapeError::HoleOutside { hole: 1, .. })));
}

#[test]
fn a_hole_equal_to_the_outer_ring_leaves_its_edges() {
    let reversed: Vec<_> = core::iter::once((0, 0)).chain([(0, 9), (9, 9), (9, 0)]).collect();
    assert_eq!(rings(SQUARE, &[SQUARE]), vec![SQUARE.to_vec(), reversed]);
}

//! Extreme sizes, tiny overlaps of large shapes, and large inputs.

use crate::math::DVec2;
use crate::shape::clipping::tests::oracle::assert_promises;
use crate::shape::clipping::tests::random::Random;
use crate::shape::clipping::tests::{rect, ring, star};
use crate::shape::clipping::{Op, OverlayPolygon, area, overlay};
use alloc::vec;
use alloc::vec::Vec;
use core::slice::from_ref;

fn assert_area(answer: &[OverlayPolygon], truth: f64, relative: f64) {
    assert_promises(answer);
    let got = area(answer);
    assert!((got - truth).abs() <= relative * truth, "{got:e} for {truth:e}");
}

#[test]
fn a_power_of_two_scales_every_bit_of_the_answer() {
    let mut random = Random(7);
    for _ in 0..40 {
        let mut shape = |tips| star(random.unit(), random.unit(), tips, 0.4, 1.0, random.unit());
        let (a, b) = (shape(5), shape(8));
        for op in [Op::Intersection, Op::Union] {
            let plain = overlay(from_ref(&a), from_ref(&b), op);
            for power in [-110, -60, 60, 126] {
                let k = libm::exp2(f64::from(power));
                let scale = |r: &Vec<DVec2>| r.iter().map(|&p| p * k).collect::<Vec<_>>();
                let scaled = overlay(&[scale(&a)], &[scale(&b)], op);
                assert_eq!(scaled.len(), plain.len());
                for (s, p) in scaled.iter().zip(&plain) {
                    assert_eq!(s.outer, scale(&p.outer));
                    assert_eq!(s.holes, p.holes.iter().map(scale).collect::<Vec<_>>());
                }
            }
        }
    }
}

#[test]
fn the_corners_of_the_f32_range_are_in_reach() {
    for k in [1e-38, 1e-30, 1e30, 1e38] {
        let (a, b) = (rect(-k, -k, k, k), rect(0.0, 0.0, 3.0 * k, 3.0 * k));
        assert_area(&overlay(from_ref(&a), from_ref(&b), Op::Intersection), k * k, 1e-9);
        assert_area(&overlay(&[a], &[b], Op::Union), 12.0 * k * k, 1e-9);
    }
}

#[test]
fn tips_of_large_shapes_that_overlap_by_a_little_keep_their_digits() {
    for d in [1e-3, 1e-7, 1e-15, 1e-30] {
        let left = |r: f64| ring(&[(d, 0.0), (-r, r), (-r, -r)]);
        let right = |r: f64| ring(&[(-d, 0.0), (r, -r), (r, r)]);
        for r in [1.0, 1e6, 1e20] {
            // Two triangles with slopes r / (r + d) and height 2 d · r / (r + d).
            let truth = 2.0 * d * d * (r / (r + d));
            assert_area(&overlay(&[left(r)], &[right(r)], Op::Intersection), truth, 1e-5);
        }
    }
}

#[test]
fn a_huge_slanted_edge_cuts_a_small_square_where_it_should() {
    for r in [1e3, 1e12, 1e30] {
        let half = ring(&[(-r, -r), (r, -r), (r, r)]);
        assert_area(&overlay(&[half], &[rect(0.0, 0.0, 1.0, 1.0)], Op::Intersection), 0.5, 1e-9);
        let steep = ring(&[(-1.0, -r), (1.0, r), (-1.0, r)]);
        let common = overlay(&[steep], &[rect(-2.0, -1.0, 2.0, 1.0)], Op::Intersection);
        assert_area(&common, 2.0, 1e-9);
    }
}

#[test]
fn a_shape_that_lies_around_the_window_fills_it() {
    // A "C" of which only the middle of the long side and far detours are outside the window.
    let c = ring(&[
        (-9.0, -9.0),
        (9.0, -9.0),
        (9.0, -8.0),
        (-3.0, -8.0),
        (-3.0, 8.0),
        (9.0, 8.0),
        (9.0, 9.0),
        (-9.0, 9.0),
    ]);
    let small = rect(-4.0, -1.0, 4.0, 1.0);
    assert_area(&overlay(from_ref(&c), from_ref(&small), Op::Intersection), 2.0, 0.0);
    let around = rect(-100.0, -100.0, 100.0, 100.0);
    assert_area(&overlay(&[around], &[small], Op::Intersection), 16.0, 0.0);
}

#[test]
fn a_thin_common_strip_is_measured_across() {
    for d in [1e-6, 1e-20] {
        let (a, b) = (rect(0.0, 0.0, 5.0, d), rect(-3.0, 0.0, 3.0, 7.0));
        assert_area(&overlay(&[a], &[b], Op::Intersection), 3.0 * d, 1e-9);
    }
}

#[test]
fn needles_cross_in_a_small_diamond() {
    let d = 1e-5;
    let flat = ring(&[(-1.0, 0.0), (0.0, -d), (1.0, 0.0), (0.0, d)]);
    let tall = ring(&[(0.0, -1.0), (d, 0.0), (0.0, 1.0), (-d, 0.0)]);
    // In the first quadrant x/d + y < 1 and x + y/d < 1: a kite with corner d / (1 + d) twice.
    let truth = 4.0 * d * (d / (1.0 + d));
    assert_area(&overlay(&[flat], &[tall], Op::Intersection), truth, 1e-9);
}

#[test]
fn curves_of_thousands_of_vertices_give_a_lens() {
    let circle = |x: f64| star(x, 0.0, 2000, 1.0, 1.0, 0.1);
    let lens = overlay(&[circle(0.0)], &[circle(1.0)], Op::Intersection);
    // Two segments of the unit circle over a third of a turn.
    let truth = 2.0 * core::f64::consts::PI / 3.0 - libm::sqrt(3.0) / 2.0;
    assert_area(&lens, truth, 1e-5);
    assert_eq!(lens.len(), 1);
    let same = overlay(&[circle(0.0)], &[circle(0.0)], Op::Union);
    assert_eq!(same[0].outer.len(), 4000);
}

#[test]
fn two_stars_of_a_thousand_edges_add_up() {
    let (a, b) =
        (vec![star(0.0, 0.0, 500, 0.5, 1.0, 0.0)], vec![star(0.3, 0.2, 500, 0.4, 1.0, 0.5)]);
    let (both, either) = (overlay(&a, &b, Op::Intersection), overlay(&a, &b, Op::Union));
    let alone = |r: &[Vec<DVec2>]| area(&overlay(r, &[], Op::Union));
    let sum = alone(&a) + alone(&b);
    assert!((area(&both) + area(&either) - sum).abs() < 1e-9 * sum);
    assert_promises(&both);
}

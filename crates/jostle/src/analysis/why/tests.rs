use super::*;
use crate::math::Random;
use crate::{Affine, Shape};

fn place(shape: Result<Shape, crate::ShapeError>, x: f32, y: f32) -> Placed {
    shape.unwrap().place(Affine::at((x, y))).unwrap()
}

#[test]
fn circles_that_touch_at_a_grid_point_name_it_exactly() {
    let a = place(Shape::circle(1.0), 0.0, 0.0);
    let b = place(Shape::circle(4.0), 3.0, 4.0);
    let why = a.why(&b);
    assert_eq!(why.verdict, Verdict::Touching);
    // (0.6, 0.8) is no sum of two binary fractions: the centers' distance is the proof.
    assert!(matches!(why.proof, Proof::Meeting { a, b } if a.len() == 1 && b.len() == 1));
    let c = place(Shape::circle(5.0), 6.0, 8.0);
    let why = place(Shape::circle(5.0), 0.0, 0.0).why(&c);
    assert_eq!(why.proof, Proof::Point([[3.0, 0.0], [4.0, 0.0]]));
}

#[test]
fn crossing_boxes_without_an_inner_corner_share_a_named_point() {
    let a = place(Shape::rect_half((4.0, 1.0)), 0.1, 0.3);
    let b = place(Shape::rect_half((1.0, 4.0)), 0.7, 0.2);
    let Proof::Point([x, y]) = a.why(&b).proof else { panic!("no point") };
    assert!(x[0].abs() < 2.0 && y[0].abs() < 2.0);
}

#[test]
fn segments_that_cross_at_a_third_name_their_edges() {
    let a = place(Shape::segment((0.0, 0.0), (3.0, 1.0)), 0.0, 0.0);
    let b = place(Shape::segment((0.0, 1.0), (1.0, 0.0)), 0.0, 0.0);
    let c = place(Shape::segment((0.0, 0.5), (3.0, 0.0)), 0.0, 0.0);
    assert!(matches!(a.why(&b).proof, Proof::Point(_)));
    let Proof::Meeting { a, b } = a.why(&c).proof else { panic!("a point for a third") };
    assert_eq!((a.len(), b.len()), (2, 2));
}

#[test]
fn a_ball_in_a_cup_is_parted_from_its_walls_by_more_than_one_axis() {
    let cup = [
        (0.0, 0.0),
        (6.0, 0.0),
        (6.0, 6.0),
        (4.0, 6.0),
        (4.0, 2.0),
        (2.0, 2.0),
        (2.0, 6.0),
        (0.0, 6.0),
    ];
    let cup = place(Shape::polygon(cup), 0.0, 0.0);
    let ball = place(Shape::circle(0.75), 3.0, 4.0);
    let Proof::Edges { a, b, axes } = cup.why(&ball).proof else { panic!("one axis") };
    assert_eq!((a.len(), b.len()), (8, 1));
    let covered: usize = axes.iter().map(|e| e.a.len() * e.b.len()).sum();
    assert_eq!(covered, 8);
    assert!(axes.len() > 1 && axes.iter().all(|e| e.axis.a[1] < e.axis.b[0]));
}

#[test]
fn half_planes_are_parted_along_their_normal() {
    let floor = place(Shape::half_plane((0.0, 2.0), 1.0), 0.0, 0.0);
    let ball = place(Shape::circle(1.0), 0.0, 2.0);
    let Proof::Axis(axis) = ball.why(&floor).proof else { panic!("no axis") };
    assert_eq!((axis.direction, axis.a, axis.b[0]), ([0.0, -2.0], [-6.0, -2.0], -1.0));
    let low = place(Shape::circle(1.0), 0.0, 1.5);
    assert_eq!(low.why(&floor).verdict, Verdict::Touching);
    assert_eq!(low.why(&floor).proof, Proof::Point([[0.0, 0.0], [0.5, 0.0]]));
    let wall = place(Shape::half_plane((3.0, 1.0), -40.0), 0.0, 0.0);
    assert!(matches!(wall.why(&floor).proof, Proof::Point(_)));
}

#[test]
fn an_ellipse_carries_its_bracket() {
    let eye = place(Shape::ellipse((2.0, 1.0)), 0.0, 0.0);
    // Near the diagonal, so that the boxes overlap.
    let ball = place(Shape::circle(1.0), 2.4, 1.6);
    let Proof::Bracket { lo, hi, normal } = eye.why(&ball).proof else { panic!("no bracket") };
    assert!(0.0 < lo && lo <= hi && hi - lo < 1e-9 && normal.iter().all(|x| *x > 0.5));
    let far = place(Shape::circle(1.0), 0.0, 2.5);
    assert!(matches!(eye.why(&far).proof, Proof::Axis(_)));
}

#[test]
fn a_turned_box_is_parted_by_its_own_stored_normal() {
    let a = Shape::rect_half((2.0, 1.0)).unwrap().place(Affine::IDENTITY.rotated(0.5)).unwrap();
    let b = a.moved((-1.2, 2.2));
    let Proof::Axis(axis) = a.why(&b).proof else { panic!("no axis") };
    let (s, c) = (0.5_f32.sin(), 0.5_f32.cos());
    assert!((axis.direction[0] + f64::from(s)).abs() < 1e-7);
    assert!((axis.direction[1] - f64::from(c)).abs() < 1e-7);
    assert_eq!(axis.direction.map(|x| f64::from(x as f32)), axis.direction);
}

#[test]
fn a_segment_in_the_seam_of_two_boxes_shares_a_point_with_them() {
    let tile = Shape::rect_half((1.0, 1.0)).unwrap();
    let both = [(tile.clone(), Affine::at((-1.0, 0.0))), (tile, Affine::at((1.0, 0.0)))];
    let boxes = place(Shape::compound(both), 0.0, 0.0);
    let line = place(Shape::segment((0.0, -0.5), (0.0, 0.5)), 0.0, 0.0);
    assert!(matches!(boxes.why(&line).proof, Proof::Point([[0.0, 0.0], _])));
}

#[test]
fn a_circle_on_a_slanted_half_plane_is_named_where_no_point_fits() {
    let slope = place(Shape::half_plane((1.0, 1.0), 0.0), 0.0, 0.0);
    // Inside the disc by less than any f64 point can show, or by plenty.
    let grazing = place(Shape::circle(1.0), 0.0, core::f32::consts::SQRT_2.next_down());
    assert_eq!(grazing.why(&slope).verdict, Verdict::Overlapping);
    assert!(!matches!(grazing.why(&slope).proof, Proof::Predicates));
    let exact = place(Shape::half_plane((3.0, 4.0), -5.0), 0.0, 0.0);
    let why = place(Shape::circle(1.0), 0.0, 0.0).why(&exact);
    assert_eq!(why.verdict, Verdict::Touching);
    assert!(matches!(why.proof, Proof::Meeting { a, b } if a.len() == 1 && b.is_empty()));
}

#[test]
fn corners_forty_decades_apart_from_the_size_still_have_their_axis() {
    let pairs = [
        (
            ((1.027e-42, 6.2115153e-19), (1.027e-42, -1.103e-42)),
            ((1.23e-43, 1.28e-43), 4.5e-44, (8.6e-43, -1.25e-42)),
        ),
        (
            ((4.97e-43, 7.409186e-20), (-5.9e-44, -4.48e-43)),
            ((1.176e-42, 4.96e-43), 1.225e-42, (-2.416e-42, -1.293e-42)),
        ),
        (
            ((2.515e-42, 3.444e-42), (9.749067e-13, -1.0258e-41)),
            ((8.919983e-38, 4.6188678e-38), 8.2768445e-38, (-1.2761435e-37, 1.2274556e-37)),
        ),
    ];
    for ((a, b), (half, radius, (x, y))) in pairs {
        let line = place(Shape::segment(a, b), 0.0, 0.0);
        let tile = place(Shape::rect_half(half).unwrap().with_radius(radius), x, y);
        for why in [line.why(&tile), tile.why(&line)] {
            assert_eq!(why.verdict, Verdict::Separated);
            assert!(matches!(why.proof, Proof::Axis(_)), "{:?}", why.proof);
        }
    }
}

#[test]
fn boxes_that_cross_at_any_angle_share_a_named_point() {
    let mut random = Random(3);
    let a = place(Shape::rect_half((4.0, 0.25)), 0.1, 0.3);
    for _ in 0..300 {
        let turn = Affine::at((random.within(-2.0, 2.0), 0.0)).rotated(random.within(0.8, 2.3));
        let b = Shape::rect_half((4.0, 0.125)).unwrap().place(turn).unwrap();
        let why = a.why(&b);
        assert!(matches!(why.proof, Proof::Point(_)), "{why:?}");
    }
}

#[test]
fn half_planes_that_meet_share_a_point_however_far_it_is() {
    for k in 1..20 {
        // Nearly opposed, with a strip between them near the origin.
        let turn = 1.0 / (1_u32 << k) as f32;
        for (low, high) in [(-1.0, -1.0), (-3.0, 0.5), (0.25, -2.0), (-0.5, -7.0)] {
            let a = place(Shape::half_plane((turn, 2.0), low), 0.0, 0.0);
            let b = place(Shape::half_plane((turn, -1.0), high), 0.0, 0.0);
            let Proof::Point([x, y]) = a.why(&b).proof else { panic!("no point for {k}") };
            assert!(f64::from(turn) * x[0] + 2.0 * y[0] <= f64::from(low), "{k}");
            assert!(f64::from(turn) * x[0] - y[0] <= f64::from(high), "{k}");
        }
    }
}

#[test]
fn a_tiny_pair_is_parted_by_the_rest_of_a_normal_as_a_large_one_is() {
    let tiny = |k: i32| f32::from_bits(((127 - k) as u32) << 23);
    // An edge that is a rounding away from the next, at both ends: two numbers hold its normal.
    let (p, r, d) = (tiny(60), tiny(60) + tiny(80), tiny(23));
    for scale in [1.0, tiny(20), tiny(62)] {
        let scaled = |ring: [(f32, f32); 3]| ring.map(|(x, y)| (x * scale, y * scale));
        let a = scaled([(p, 0.0), (1.0, 0.5), (0.0, 1.0)]);
        let b = scaled([(r, 0.0), (1.0, -1.0), (1.0 + 2.0 * d, 0.5 + d)]);
        let why = place(Shape::polygon(a), 0.0, 0.0).why(&place(Shape::polygon(b), 0.0, 0.0));
        assert_eq!(why.verdict, Verdict::Separated);
        let Proof::Axis(axis) = why.proof else { panic!("{why:?}") };
        assert_ne!(axis.rest, [0.0; 2], "{scale}");
    }
}

#[test]
fn an_axis_between_a_small_corner_and_a_large_disc_parts_them() {
    // The disc passes the corner by a half of 1/r; the edge's own normal would not do.
    let (x, y, radius) = (700_001.0_f64, 729_195.0_f64, 1_010_805.0_f64);
    let (ux, uy) = (x / radius, y / radius);
    for (flip, length) in [(1.0, 131_072.0), (-1.0, 65_536.0), (1.0, 4096.0)] {
        let at = |along: f64, up: f64| {
            ((-uy * along * flip + ux * up) as f32, (ux * along * flip + uy * up) as f32)
        };
        let ring = [(0.0, 0.0), at(length, -1e-5 * length), at(0.0, -length)];
        let a = place(Shape::polygon(ring), 0.0, 0.0);
        let b = place(Shape::circle(radius as f32), x as f32, y as f32);
        let Proof::Axis(axis) = a.why(&b).proof else { panic!("no axis") };
        assert!(axis.a[1] <= axis.b[0] + 1e-8 * axis.direction[0].abs(), "{axis:?}");
    }
}

#[test]
fn no_number_of_a_proof_is_a_negative_zero() {
    let triangle = Shape::triangle((-1.0, -1.0), (1.0, 0.0), (-1.0, 1.0));
    let roof = Shape::triangle((-1.0, 0.0), (1.0, 0.0), (0.0, 2.0));
    let ellipse = Shape::ellipse((2.0, 1.0));
    let shapes = [Shape::rect_half((2.0, 1.0)), ellipse, Shape::circle(1.0), triangle, roof];
    let shapes = shapes.map(|shape| place(shape, 0.0, 0.0));
    let is_clean = |all: &[f64]| all.iter().all(|x| *x != 0.0 || x.is_sign_positive());
    let straight = [(1.0, 0.0), (-1.0, 0.0), (0.0, 1.0), (0.0, -1.0)];
    let diagonal = [(1.0, 1.0), (-1.0, 1.0), (-1.0, -1.0), (1.0, -1.0)];
    for (x, y) in straight.into_iter().chain(diagonal) {
        for (a, b) in shapes.iter().flat_map(|a| shapes.iter().map(move |b| (a, b))) {
            for way in [0.5, 1.25, 4.0, 8.0] {
                let proof = a.why(&b.moved((x * way, y * way))).proof;
                let clean = match &proof {
                    Proof::Axis(axis) => is_clean(&axis.direction) && is_clean(&axis.rest),
                    Proof::Bracket { normal, .. } => is_clean(normal),
                    _ => true,
                };
                assert!(clean, "{proof:?}");
            }
        }
    }
}

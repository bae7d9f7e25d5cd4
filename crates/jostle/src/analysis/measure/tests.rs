use super::*;
use crate::pair::test_shapes::Random;
use crate::{Affine, Shape};

fn placed(shape: Result<Shape, crate::ShapeError>) -> Placed {
    shape.unwrap().place(Affine::IDENTITY).unwrap()
}

fn near(got: Option<f32>, want: f64, relative: f64) {
    let got = f64::from(got.unwrap());
    assert!((got - want).abs() <= relative * want, "{got:e} is not {want:e}");
}

#[test]
fn the_perimeter_of_an_ellipse_agrees_with_a_fine_polygon() {
    for (rx, ry) in [(1.0, 1.0), (3.0, 1.0), (100.0, 1.0), (1.0, 0.5)] {
        let n = 2_000_000;
        let at = |i: usize| {
            let (s, c) = libm::sincos(core::f64::consts::TAU * i as f64 / n as f64);
            DVec2::new(rx * c, ry * s)
        };
        let walked: f64 = (0..n).map(|i| (at(i + 1) - at(i)).length()).sum();
        let got = ellipse_perimeter([rx, 0.0, 0.0, ry]);
        assert!((got - walked).abs() < 1e-9 * walked, "{rx} {ry}: {got} {walked}");
    }
}

/// The area that boxes cover: all terms are positive, so nothing is lost.
fn covered(boxes: &[[f64; 4]]) -> f64 {
    let cuts = |i: usize| {
        let mut all: Vec<f64> = boxes.iter().flat_map(|b| [b[i], b[i + 2]]).collect();
        all.sort_by(f64::total_cmp);
        all
    };
    let (xs, ys) = (cuts(0), cuts(1));
    let mut area = 0.0;
    for x in xs.windows(2) {
        for y in ys.windows(2) {
            let holds = |b: &[f64; 4]| b[0] <= x[0] && x[1] <= b[2] && b[1] <= y[0] && y[1] <= b[3];
            if boxes.iter().any(holds) {
                area += (x[1] - x[0]) * (y[1] - y[0]);
            }
        }
    }
    area
}

#[test]
fn unions_over_many_scales_have_the_area_that_they_cover() {
    let mut random = Random(7);
    for round in 0..400 {
        let mut boxes = Vec::new();
        let mut parts = Vec::new();
        for _ in 0..2 + round % 4 {
            let [x, y, hx, hy] = [0; 4].map(|_| {
                let power = (random.next() % 15) as i32 * 3 - 21;
                ((random.next() % 63) as f32 + 1.0) * libm::exp2f(power as f32)
            });
            let signed = |v: f32, odd: bool| if odd { -v } else { v };
            let center = (
                signed(x, random.next().is_multiple_of(2)),
                signed(y, random.next().is_multiple_of(2)),
            );
            parts.push((
                Shape::rect_half_at(center, (hx, hy), crate::Rot::IDENTITY).unwrap(),
                Affine::IDENTITY,
            ));
            let [cx, cy, hx, hy] = [center.0, center.1, hx, hy].map(f64::from);
            boxes.push([cx - hx, cy - hy, cx + hx, cy + hy]);
        }
        let union = placed(Shape::compound(parts));
        near(union.area(), covered(&boxes), 1e-6);
    }
}

#[test]
fn a_sliver_has_its_area_and_its_centroid() {
    // The base and the height are a few units in the last place of the coordinates.
    let tip = 1024.0_f32;
    let thin = placed(Shape::triangle((tip, tip), (tip.next_up(), tip), (tip, tip.next_up())));
    let step = f64::from(tip.next_up()) - f64::from(tip);
    near(thin.area(), step * step * 0.5, 1e-6);
    let long = placed(Shape::triangle((-3e7, -1e7), (3e7, 1e7), (1e-30, 0.0)));
    near(long.area(), 1e-30 * 1e7, 1e-6);
    let middle = long.centroid().unwrap();
    assert!(middle.length() < 1.0, "{middle:?}");
}

#[test]
fn a_turned_sliver_of_a_rectangle_keeps_its_area_and_rounding() {
    let rot = crate::Rot { cos: 0.6, sin: 0.8 };
    let square = f64::from(rot.cos) * f64::from(rot.cos) + f64::from(rot.sin) * f64::from(rot.sin);
    let thin = Shape::rect_half_at((5.0, 6.0), (1e10, 1e-20), rot).unwrap();
    near(placed(Ok(thin.clone())).area(), 4e-10 * square, 1e-6);
    let pill = placed(thin.with_radius(1e-20));
    near(pill.area(), (4e-10 + 4e-10) * square, 1e-5);
}

#[test]
fn far_parts_do_not_cost_the_near_ones_their_length() {
    let ring = Shape::circle(1.0).unwrap();
    let far = Shape::segment((1e19, 0.0), (1e19, 1e-3)).unwrap().with_radius(1e-25).unwrap();
    let both = [(ring, Affine::IDENTITY), (far, Affine::IDENTITY)];
    let union = placed(Shape::compound(both));
    near(union.area(), core::f64::consts::PI, 1e-6);
    near(union.perimeter(), core::f64::consts::TAU + 2e-3, 1e-6);
}

#[test]
fn overlapping_discs_of_two_sizes_are_joined() {
    let both = [
        (Shape::circle(1e6).unwrap(), Affine::IDENTITY),
        (Shape::circle(1.0).unwrap(), Affine::at((1e6, 0.0))),
    ];
    let union = placed(Shape::compound(both));
    near(union.area(), core::f64::consts::PI * 1e12, 1e-5);
    let rounded = Shape::polygon([(0.0, 0.0), (4.0, 0.0), (4.0, 4.0), (2.0, 2.0), (0.0, 4.0)]);
    let rounded = placed(rounded.unwrap().with_radius(1e-10));
    near(rounded.area(), 12.0, 1e-6);
}

#[test]
fn outlines_that_rounding_folds_have_the_area_of_what_they_became() {
    // The map leaves a few units in the last place of width, in which edges cross and loops turn
    // round.
    let map = Affine::from_matrix([1.0, 1.0, 1.0, 1.0 + 3.0 * f32::EPSILON, 0.0, 0.0]);
    let mut random = Random(11);
    let mut differ = 0;
    for _ in 0..200 {
        let Ok(shape) = Shape::polygon(random.star(9)) else { continue };
        let shape = shape.place(map).unwrap();
        let Body::Core(core) = &shape.body else { panic!("a core") };
        if core.kind != Kind::Polygon || !core.is_solid() {
            continue;
        }
        let sum = exact_polygon(core.sides(), 1.0).area;
        let clipped = f64::from(shape.region(&shape, 0.0).unwrap().area());
        near(shape.area(), clipped, 1e-5);
        differ += usize::from((sum - clipped).abs() > 1e-3 * clipped);
    }
    assert!(differ > 0, "no outline was folded");
}

#[test]
fn seams_of_turned_parts_do_not_count_whatever_rounding_made_of_them() {
    let tile = Shape::rect_half((1.0, 1.0)).unwrap();
    let spots = [(0., 0.), (2., 0.), (2., 2.), (4., 1.)];
    let parts = spots.map(|(x, y)| (tile.clone(), Affine::at((x, y))));
    let floor = Shape::compound(parts).unwrap();
    for k in 0..40 {
        let to = Affine::at((k as f32 * 3.3, 7.1)).rotated(0.37 * k as f32);
        let floor = floor.place(to).unwrap();
        near(floor.area(), 16.0, 1e-5);
        // 16 sides of length 2, less both banks of seams of 2, 2, 1 and 1.
        near(floor.perimeter(), 20.0, 1e-5);
    }
    // A gap that is wider than rounding is a gap.
    let parts = [(tile.clone(), Affine::IDENTITY), (tile, Affine::at((2.001, 0.0)))];
    near(Shape::compound(parts).unwrap().place(Affine::IDENTITY).unwrap().perimeter(), 16.0, 1e-6);
}

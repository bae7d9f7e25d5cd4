use super::*;
use crate::pair::test_shapes::{Random, placed};
use crate::{Affine, Shape};

/// How far a point lies outside the box, in units of the stored direction's length.
fn sticks_out(b: &OrientedBox, p: Vec2) -> f64 {
    let x = DVec2::new(f64::from(b.rot.cos), f64::from(b.rot.sin));
    let w = DVec2::from(p) - DVec2::from(b.center);
    let square = x.dot(x);
    let along = (w.dot(x) / square).abs() - f64::from(b.half.x);
    let across = (w.dot(x.left()) / square).abs() - f64::from(b.half.y);
    greater(along, across)
}

#[test]
fn a_turned_plank_gets_its_own_box_back() {
    for turn in [0.0, 0.2, 1.0, 2.5] {
        let plank = Shape::rect_half((4., 1.)).unwrap();
        let b = plank.place(Affine::at((1., 2.)).rotated(turn)).unwrap().oriented_bounds().unwrap();
        let (long, short) = (b.half.x.max(b.half.y), b.half.x.min(b.half.y));
        assert!((long - 4.).abs() < 1e-5 && (short - 1.).abs() < 1e-5, "{b:?}");
    }
}

#[test]
fn a_capsule_gets_its_length_and_width() {
    let pill = Shape::capsule((0., 0.), (3., 4.), 0.5).unwrap().place(Affine::IDENTITY).unwrap();
    let b = pill.oriented_bounds().unwrap();
    let (long, short) = (b.half.x.max(b.half.y), b.half.x.min(b.half.y));
    assert!((long - 3.).abs() < 1e-5 && (short - 0.5).abs() < 1e-5, "{b:?}");
}

#[test]
fn an_ellipse_gets_its_axes() {
    let e = Shape::ellipse((3., 1.)).unwrap().place(Affine::at((5., 5.)).rotated(0.7)).unwrap();
    let b = e.oriented_bounds().unwrap();
    assert!((b.half.x * b.half.y - 3.).abs() < 1e-5, "{b:?}");
}

#[test]
fn upright_boxes_and_circles_are_exact_and_half_planes_have_none() {
    let r = Shape::rect_half((2., 1.)).unwrap().place(Affine::at((7., 8.))).unwrap();
    let want =
        OrientedBox { center: Vec2::new(7., 8.), half: Vec2::new(2., 1.), rot: Rot::IDENTITY };
    assert_eq!(r.oriented_bounds(), Some(want));
    let c = Shape::circle(2.).unwrap().place(Affine::IDENTITY).unwrap();
    assert_eq!(c.oriented_bounds().unwrap().half, Vec2::new(2., 2.));
    let plane = Shape::half_plane((0., 1.), 0.).unwrap().place(Affine::IDENTITY).unwrap();
    assert_eq!(plane.oriented_bounds(), None);
}

#[test]
fn the_box_holds_the_shape_and_is_no_larger_than_any_of_many() {
    let mut random = Random(17);
    for round in 0..40 {
        for (name, shape) in placed(&mut random) {
            let Some(b) = shape.oriented_bounds() else { continue };
            let lines = shape.outline(1e-3, crate::Aabb::UNBOUNDED);
            let points: Vec<Vec2> = lines.into_iter().flat_map(|l| l.points).collect();
            for p in &points {
                // The outline's points are rounded to f32 themselves.
                assert!(sticks_out(&b, *p) <= 1e-6, "{round} {name}");
            }
            let area = 4.0 * f64::from(b.half.x) * f64::from(b.half.y);
            let mut u = DVec2::X;
            let step = crate::math::unit_turn(720);
            for _ in 0..180 {
                let [low, high] = span(&shape.body, DVec2::ZERO, u);
                let [left, right] = span(&shape.body, DVec2::ZERO, u.left());
                let other = (high - low) * (right - left);
                assert!(area <= other * 1.0001 + 1e-5, "{round} {name} {area} {other}");
                u = DVec2::new(u.x * step.x - u.y * step.y, u.x * step.y + u.y * step.x);
            }
        }
    }
}

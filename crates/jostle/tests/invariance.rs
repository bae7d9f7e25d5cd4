//! Answers under any map, both ways round, and of all sizes.

use jostle::{Affine, Meet, Motion, Placed, Shape, ShapeError, Vec2, proof::Proof};

fn put(shape: Result<Shape, ShapeError>, affine: Affine) -> Placed {
    shape.unwrap().place(affine).unwrap()
}

#[test]
fn zeros_of_a_transform_have_no_sign() {
    let bits = |m: Affine| m.to_matrix().map(f32::to_bits);
    assert_eq!(bits(Affine::from_matrix([-0.0; 6])), [0; 6]);
}

#[test]
fn a_half_plane_under_any_map_holds_the_images_of_its_points() {
    let plane = Shape::half_plane((1.0, 2.0), 0.5).unwrap();
    let maps = [[1.0, 0.0, 2.0, 1.0, 5.0, -3.0], [0.5, 1.5, -0.25, 2.0, 0.0, 7.0]];
    for map in maps.into_iter().chain([[0.0, 3.0, 1.0, 1.0, -2.0, 0.0]]).map(Affine::from_matrix) {
        let placed = plane.place(map).unwrap();
        for i in 0..64_u8 {
            let p = Vec2::new(f32::from(i % 8) - 3.5, f32::from(i / 8) - 3.75);
            let is_held = p.x + 2.0 * p.y <= 0.5;
            assert_eq!(placed.contains_point(map.transform_point(p)), is_held, "{map:?} {p:?}");
        }
    }
}

#[test]
fn the_proof_of_curves_is_the_same_both_ways_wherever_they_are() {
    for (x, y) in [(2.75, 2.75), (2.5, 0.0), (1.0, 2.0)] {
        let leaf = Shape::ellipse((2.0, 1.0)).unwrap();
        let (a, b) = (
            leaf.place(Affine::at((100.0, 50.0))).unwrap(),
            put(Shape::ellipse((1.0, 2.0)), Affine::at((100.0 + x, 50.0 + y))),
        );
        let [own, other] = [a.why(&b).proof, b.why(&a).proof].map(|proof| match proof {
            Proof::Bracket { lo, hi, normal } => (lo, hi, normal),
            proof => panic!("{proof:?}"),
        });
        let gap = a.gap(&b);
        let separation = f64::from(gap.separation);
        assert!(own.1 - own.0 < 1e-6 && (own.0 - separation).abs() < 1e-6, "{own:?} {gap:?}");
        assert_eq!((own.0, own.1), (other.0, other.1));
        assert_eq!(own.2.map(|x| -x), other.2);
        let cos = own.2[0] * f64::from(gap.normal.x) + own.2[1] * f64::from(gap.normal.y);
        assert!((cos - 1.0).abs() < 1e-6, "{own:?} {gap:?}");
    }
}

#[test]
fn a_safe_fraction_is_free_and_no_later_than_the_hit() {
    let (shape, wall) = (
        Shape::rect_half((2.0, 0.5)).unwrap(),
        put(Shape::rect_half((1.0, 1.0)), Affine::at((4.0, 0.0))),
    );
    for i in 0..200_u8 {
        let start = Affine::IDENTITY.rotated(f32::from(i) * 0.015);
        let motion = Motion::by(2.5, f32::from(i % 7) * 0.1 - 0.3).turning(f64::from(i) * 0.01);
        let blade = shape.place(start).unwrap();
        let Some(hit) = blade.sweep(&wall, &motion, Motion::NONE, Meet::TOUCH) else { continue };
        let t = hit.safe(&shape, &start, &motion, &wall).unwrap();
        assert!(t <= hit.fraction && t > hit.fraction - 1e-5, "{i}: {t} {hit:?}");
        assert!(!shape.place(motion.at(&start, t)).unwrap().overlaps_interior(&wall), "{i}");
    }
}

#[test]
fn the_region_of_small_curves_is_as_exact_as_that_of_large_ones() {
    for size in [1e-3, 1.0, 1e3] {
        let at = |x: f32| put(Shape::ellipse((2.0 * size, size)), Affine::at((x * size, 0.0)));
        let area = at(0.0).region(&at(0.0), 0.0).unwrap().area();
        let part = area / (size * size) / core::f32::consts::TAU;
        assert!((part - 1.0).abs() < 1e-5, "{size}: {part}");
        let vertices = at(0.0).region(&at(1.0), 0.0).unwrap();
        let count: usize = vertices.polygons().iter().map(|polygon| polygon.points.len()).sum();
        assert!((100..3000).contains(&count), "{size}: {count}");
    }
}

//! Shapes under maps that flatten, shear and mirror them.

use jostle::{Affine, Placed, Shape};

fn under(shape: &Shape, matrix: [f32; 4]) -> Placed {
    let [a, b, c, d] = matrix;
    shape.place(Affine::from_matrix([a, b, c, d, 0.0, 0.0])).unwrap()
}

#[test]
fn a_disc_keeps_its_area_times_the_determinant() {
    let disc = Shape::circle(1.0).unwrap();
    for m in [
        [1.0, 2.0, 2.0, 3.0],
        [3.0, 2.0, 3.0, 3.0],
        [2.0, 0.5, -1.0, -2.5],
        [1.0, 2.0, 2.0, 4.0],
        [3.0, 1.0, -6.0, -2.0],
        [0.0, 1.0, 2.0, 0.0],
    ] {
        let placed = under(&disc, m);
        let want = core::f32::consts::PI * (m[0] * m[3] - m[1] * m[2]).abs();
        assert!((placed.area().unwrap() - want).abs() <= 1e-5 * want, "{m:?}");
        // Its image of (1, 0) is in it but for rounding, and twice that is not.
        assert!(placed.contains_point((0.999 * m[0], 0.999 * m[1])) || want == 0.0, "{m:?}");
        assert!(!placed.contains_point((2.0 * m[0], 2.0 * m[1])) || want == 0.0, "{m:?}");
    }
}

#[test]
fn a_flattened_half_plane_is_a_ray_or_a_whole_line() {
    for (normal, offset, low, high) in [
        ((1.0, 1.0), 1.0, true, true),
        ((-1.0, 3.0), -2.0, true, true),
        ((0.0, 1.0), 1.0, true, true),
        ((1e-3, 1.0), 1.0, true, true),
        ((1.0, 0.0), 2.0, true, false),
        ((-0.5, 0.0), 2.0, false, true),
    ] {
        let line = under(&Shape::half_plane(normal, offset).unwrap(), [1.0, 0.0, 0.0, 0.0]);
        assert_eq!(line.contains_point((-1e6, 0.0)), low, "{normal:?}");
        assert_eq!(line.contains_point((1e6, 0.0)), high, "{normal:?}");
        assert!(line.contains_point((0.0, 0.0)) && !line.contains_point((0.0, 1.0)));
    }
}

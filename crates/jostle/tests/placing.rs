//! Shapes under maps that flatten, shear and mirror them.

use jostle::{Affine, Placed, Shape, Verdict};

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

#[test]
fn equal_steps_of_a_position_are_equal_steps_of_the_set() {
    // All stand with their feet on y = feet when their position is at 0.
    let movers = [
        (Shape::rect_xywh(0.0, 0.0, 16.0, 14.0), 14.0),
        (Shape::rect_xywh(-0.4, -1.8, 0.8, 1.8), 0.0),
        (Shape::capsule((0.0, -1.5), (0.0, -0.3), 0.3), 0.0),
        (Shape::circle_at((5.0, -0.7), 0.7), 0.0),
        (Shape::segment((0.1, -3.0), (7.0, 0.0)), 0.0),
        (Shape::polygon([(0.1, -3.0), (7.0, 0.0), (0.2, -9.0)]), 0.0),
    ];
    for (mover, feet) in movers {
        let mover = mover.unwrap();
        for y in [0.0_f32, 2.0, -7.3, 0.1, 1000.9, 1e-6] {
            let floor = Shape::half_plane((0.0, -1.0), 0.0).unwrap();
            let floor = floor.place(Affine::at((0.0, y))).unwrap();
            let at = |y: f32| mover.place(Affine::at((0.3, y))).unwrap();
            let step = if y > 1e-12 { y.next_up() } else { 1e-12 };
            if feet == 0.0 {
                assert_eq!(at(y).verdict(&floor), Verdict::Touching, "{mover:?} at {y}");
                assert_eq!(at(step).verdict(&floor), Verdict::Overlapping, "{mover:?} at {step}");
            }
            // A tile of whole numbers rests where its numbers say.
            let tile = Shape::rect_half((50.0, 1.0)).unwrap();
            let tile = tile.place(Affine::at((0.0, 3.0 + feet))).unwrap();
            let on_tile = at(2.0).verdict(&tile);
            assert_eq!(on_tile, Verdict::Touching, "{mover:?}");
            assert_eq!(at(2.0_f32.next_up()).verdict(&tile), Verdict::Overlapping, "{mover:?}");
            assert_eq!(at(2.0_f32.next_down()).verdict(&tile), Verdict::Separated, "{mover:?}");
        }
    }
}

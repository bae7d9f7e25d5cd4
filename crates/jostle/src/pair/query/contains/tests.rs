use crate::shape::{ChainEnds, Sidedness};
use crate::{Affine, Placed, Shape};

const L_SHAPE: [(f32, f32); 6] =
    [(0.0, 0.0), (4.0, 0.0), (4.0, 2.0), (2.0, 2.0), (2.0, 4.0), (0.0, 4.0)];

fn place(shape: Shape, at: (f32, f32)) -> Placed {
    shape.place(Affine::at(at)).unwrap()
}

fn rounded_l(radius: f32) -> Placed {
    place(Shape::polygon(L_SHAPE).unwrap().with_radius(radius).unwrap(), (0.0, 0.0))
}

fn ball(at: (f32, f32), radius: f32) -> Placed {
    place(Shape::circle(radius).unwrap(), at)
}

/// Two arms with a gap of 1 between them.
fn fork(radius: f32) -> Placed {
    let points = [(0., 0.), (5., 0.), (5., 8.), (3., 8.), (3., 2.), (2., 2.), (2., 8.), (0., 8.)];
    place(Shape::polygon(points).unwrap().with_radius(radius).unwrap(), (0.0, 0.0))
}

/// A little more than the tolerance, for lengths of a few units.
const OVER: f32 = 1.0 / 65536.0;

#[test]
fn a_ball_in_a_rounded_room_rests_on_the_inner_corner() {
    // The corner (2, 2), moved out by the radius, is (2.5, 2.5): 0.75, 1 and 1.25 from the center.
    let room = rounded_l(0.5);
    assert!(room.contains(&ball((1.75, 1.5), 1.25)));
    assert!(room.contains(&ball((1.75, 1.5), 1.25_f32.next_down())));
    assert!(!room.contains(&ball((1.75, 1.5), 1.25 + OVER)));
}

#[test]
fn a_ball_on_the_floor_of_a_rounded_room_touches_it_from_within() {
    let room = rounded_l(0.5);
    for x in [0.5, 1.0, 1.5, 2.0, 2.5, 3.0] {
        assert!(room.contains(&ball((x, 0.5), 1.0)), "{x}");
        assert!(!room.contains(&ball((x, 0.5 - OVER), 1.0)), "{x}");
        assert!(room.contains(&ball((x, -0.25), 0.25)), "{x}");
        assert!(!room.contains(&ball((x, -0.25), 0.25 + OVER)), "{x}");
    }
}

#[test]
fn a_radius_closes_a_gap_of_twice_its_size_and_a_little_less_does_not() {
    let bar = place(Shape::rect_half((2.0, 1.0)).unwrap(), (2.5, 6.0));
    let pin = place(Shape::segment((0.5, 5.0), (4.5, 5.25)).unwrap(), (0.0, 0.0));
    for b in [&bar, &pin] {
        assert!(fork(0.5).contains(b) && fork(0.625).contains(b));
        assert!(!fork(0.5 - OVER).contains(b));
        assert!(!fork(0.25).contains(b));
    }
}

#[test]
fn a_hole_that_the_radius_leaves_open_shows_inside_what_covers_it() {
    let square = |h: f32| [(-h, -h), (h, -h), (h, h), (-h, h)];
    let frame = |radius: f32| {
        let shape = Shape::polygon_with_holes(square(4.0), [square(1.0)]).unwrap();
        place(shape.with_radius(radius).unwrap(), (0.0, 0.0))
    };
    let lid = place(Shape::rect_half((3.0, 2.0)).unwrap(), (0.0, 0.0));
    assert!(frame(1.0).contains(&lid));
    assert!(!frame(1.0 - OVER).contains(&lid));
    assert!(frame(0.5).contains(&place(Shape::rect_half((0.5, 2.0)).unwrap(), (1.0, 0.0))));
}

#[test]
fn a_rounded_outline_holds_itself_and_what_its_edges_hold() {
    let room = rounded_l(0.25);
    assert!(room.contains(&rounded_l(0.25)) && room.contains(&rounded_l(0.0)));
    assert!(!room.contains(&rounded_l(0.25 + OVER)));
    let rail = Shape::capsule((0.0, 0.0), (4.0, 0.0), 0.25).unwrap();
    assert!(room.contains(&place(rail.clone(), (0.0, 0.0))));
    assert!(!room.contains(&place(rail, (0.0, -OVER))));
    let floor = Shape::segment((0.0, -0.25), (4.0, -0.25)).unwrap();
    assert!(room.contains(&place(floor, (0.0, 0.0))));
}

#[test]
fn a_line_along_the_rim_of_a_hole_and_on_into_the_solid_is_inside() {
    let square = |h: f32| [(-h, -h), (h, -h), (h, h), (-h, h)];
    let shape = Shape::polygon_with_holes(square(4.0), [square(2.0)]).unwrap();
    let frame = place(shape.with_radius(0.25).unwrap(), (0.0, 0.0));
    let out = 1.75 - OVER;
    let rim = |x: f32| place(Shape::segment((x, 0.5), (x, 3.5)).unwrap(), (0.0, 0.0));
    assert!(frame.contains(&rim(1.75)) && !frame.contains(&rim(out)));
    let slab = |x: f32| place(Shape::rect_half((0.5, 1.5)).unwrap(), (x + 0.5, 2.0));
    assert!(frame.contains(&slab(1.75)) && !frame.contains(&slab(out)));
    let pill = |x: f32| {
        let axis = ((x + 0.5, 1.0), (x + 0.5, 3.5));
        place(Shape::capsule(axis.0, axis.1, 0.5).unwrap(), (0.0, 0.0))
    };
    assert!(frame.contains(&pill(1.75)) && !frame.contains(&pill(out)));
    let hook = |x: f32| {
        let points = [(x, 0.0), (x, 3.0), (3.5, 3.0), (3.5, 2.5), (x + 0.5, 2.5), (x + 0.5, 0.0)];
        place(Shape::polygon(points).unwrap(), (0.0, 0.0))
    };
    assert!(frame.contains(&hook(1.75)) && !frame.contains(&hook(out)));
}

#[test]
fn boxes_rounded_outward_by_the_larger_coordinate_hide_no_subset() {
    let turned = |half: (f32, f32), [c, s]: [f32; 2], (x, y): (f32, f32)| {
        let m = Affine::from_matrix([c, s, -s, c, x, y]);
        Shape::rect_half(half).unwrap().place(m).unwrap()
    };
    let line = turned((0.0, 0.017362732), [0.0, -1.0], (3.831899e-16, 0.0));
    let tile = turned((22113.95, 15083.567), [-1.0, 0.0], (-21424.94, 15083.567));
    assert!(tile.contains(&line) && !line.contains(&tile));
    let pole = turned((0.0, 1.2297196e9), [-1.0, 0.0], (0.0, -1e-45));
    let land = turned((6.328999e13, 1.3352758e14), [-1.0, 0.0], (6.328999e13, -1.1024896e14));
    assert!(land.contains(&pole));
}

#[test]
fn an_ellipse_is_in_an_outline_off_all_its_edges_and_in_an_ellipse_that_is_hardly_larger() {
    let room = place(Shape::polygon(L_SHAPE).unwrap(), (0.0, 0.0));
    let shell =
        Shape::chain([(0.0, 0.0), (4.0, 0.0), (0.0, 4.0)], ChainEnds::Closed, Sidedness::Both)
            .unwrap();
    let leaf = |scale: f32, degrees: f32| {
        let affine = Affine::at((1.0, 1.0)).rotated(degrees.to_radians()).scaled(scale, scale);
        Shape::ellipse((0.9, 0.02)).unwrap().place(affine).unwrap()
    };
    for degrees in [0.0, 10.1, 33.33, 45.0, 71.7, 100.0] {
        assert!(room.contains(&leaf(1.0, degrees)), "{degrees}");
        assert!(!room.contains(&leaf(2.0, degrees)), "{degrees}");
        // Its tips reach out between the directions that are compared first.
        let outer = leaf(1.0, degrees);
        assert!(outer.contains(&leaf(1.0 - 1e-6, degrees)), "{degrees}");
        assert!(!outer.contains(&leaf(1.0 + 1e-6, degrees)), "{degrees}");
        assert!(!outer.contains(&leaf(1.0, degrees + 0.01)), "{degrees}");
    }
    assert!(!place(shell, (0.0, 0.0)).contains(&leaf(1.0, 0.0)));
}

#[test]
fn what_sticks_out_of_one_part_by_a_millionth_of_its_size_is_held_by_a_union() {
    let bar = (Shape::rect_half((0.5, 3.0)).unwrap(), Affine::at((8.0, 0.0)));
    let two = |radius: f32| {
        let disc = Shape::circle(radius).unwrap();
        let discs = [-4.0, 4.0].map(|x| (disc.clone(), Affine::at((x, 0.0))));
        let bars = [bar.clone(), (bar.0.clone(), Affine::at((-8.0, 0.0)))];
        place(Shape::compound(discs.into_iter().chain(bars)).unwrap(), (0.0, 0.0))
    };
    assert!(two(1.0).contains(&two(1.0 + 1.5e-6)));
    assert!(!two(1.0).contains(&two(1.0 + 4e-6)));
}

#[test]
fn a_flat_ellipse_that_bulges_out_of_a_flat_box_is_not_held() {
    for k in 0..40 {
        let turn = Affine::IDENTITY.rotated(0.0371 * k as f32);
        let on = |shape: Shape| shape.place(turn).unwrap();
        let ellipse = on(Shape::ellipse((10.0, 0.01)).unwrap());
        // Twice as long: only the middle of a side can be too near.
        assert!(on(Shape::rect_half((20.0, 0.0101)).unwrap()).contains(&ellipse), "{k}");
        assert!(!on(Shape::rect_half((20.0, 0.0099)).unwrap()).contains(&ellipse), "{k}");
    }
}

#[test]
fn a_union_holds_a_line_only_without_a_gap_in_it() {
    let union = |spans: &[(f32, f32)]| {
        let part = |(low, high): &(f32, f32)| {
            let shape = Shape::rect_half((0.5 * (high - low), 1.0)).unwrap();
            (shape, Affine::at((0.5 * (low + high), 0.0)))
        };
        place(Shape::compound(spans.iter().map(part)).unwrap(), (0.0, 0.0))
    };
    let points = [(0.5, 0.0), (9.5, 0.0), (9.5, 0.5)];
    let line = Shape::chain(points, ChainEnds::Open, Sidedness::Both).unwrap();
    let line = place(line, (0.0, 0.0));
    // The third lies within the first two.
    assert!(union(&[(0.0, 7.0), (6.0, 10.0)]).contains(&line));
    assert!(union(&[(0.0, 7.0), (6.0, 10.0), (6.5, 8.0)]).contains(&line));
    assert!(!union(&[(0.0, 7.0), (7.5, 10.0)]).contains(&line));
    assert!(!union(&[(0.0, 4.0), (1.0, 2.0), (5.0, 10.0)]).contains(&line));
}

#[test]
fn a_corner_out_of_an_ellipse_is_out_however_far_off_its_shape_has_its_origin() {
    let ellipse = place(Shape::ellipse((1.0, 2.0)).unwrap(), (0.0, 0.0));
    // x² + y²/4 is 1 + 2^-12 for the first, and no number here is rounded.
    for (x, held) in [(56.0 / 64.0, false), (55.0 / 64.0, true)] {
        let corners = [(0.0, 0.0), (0.5, 0.0), (x, 62.0 / 64.0)];
        for off in [0.0, 1024.0, 131_072.0] {
            let ring = corners.map(|(x, y)| (x - off, y));
            let b = place(Shape::polygon(ring).unwrap(), (off, 0.0));
            assert_eq!(ellipse.contains(&b), held, "{x} {off}");
        }
    }
}

#[test]
fn a_needle_over_a_gap_is_not_held() {
    let parts = |gap: f32| {
        let tile = Shape::rect_half((1.0, 1.0)).unwrap();
        let parts = [-1.0, 1.0].map(|side| (tile.clone(), Affine::at((side * (1.0 + gap), 0.0))));
        place(Shape::compound(parts).unwrap(), (0.0, 0.0))
    };
    let needle = Shape::polygon([(-0.9, 0.0), (0.9, 0.0), (0.9, 1e-5)]).unwrap();
    for (gap, held) in [(0.0, true), (5e-7, true), (1e-4, false), (0.05, false)] {
        assert_eq!(parts(gap).contains(&place(needle.clone(), (0.0, 0.3))), held, "{gap}");
    }
}

#[test]
fn several_parts_hold_a_disc_together_unless_they_leave_a_gap() {
    let four = |part: Shape, off: f32| {
        let corners = [(-off, -off), (off, -off), (off, off), (-off, off)];
        place(
            Shape::compound(corners.map(|at| (part.clone(), Affine::at(at)))).unwrap(),
            (0.0, 0.0),
        )
    };
    let tiles = |gap: f32| four(Shape::rect_half((1.0, 1.0)).unwrap(), 1.0 + 0.5 * gap);
    for (gap, held) in [(0.0, true), (1e-5, false), (1e-3, false), (0.1, false)] {
        assert_eq!(tiles(gap).contains(&ball((0.3, 0.2), 0.9)), held, "{gap}");
    }
    for (y, held) in [(-1.0, true), (-1.1, true), (-1.10001, false), (-1.2, false)] {
        assert_eq!(tiles(0.0).contains(&ball((0.3, y), 0.9)), held, "{y}");
    }
    // They leave a hole in the middle until their radius is the root of 2.
    for (radius, held) in [(1.2, false), (1.41, false), (1.42, true), (1.5, true)] {
        let discs = four(Shape::circle(radius).unwrap(), 1.0);
        assert_eq!(discs.contains(&ball((0.5, 0.0), 0.9)), held, "{radius}");
    }
}

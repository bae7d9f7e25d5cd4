//! Answers about the cells of tile grids and the pixels of masks, at their sides.

use jostle::shape::{ChainEnds, Sidedness};
use jostle::{Affine, Collider, Filter, Meet, Placed, Ray, Shape, Vec2, Verdict, World};

const SIDE: u32 = 20;

/// A grid of 20 × 20 cells, which of them are full.
fn grid(cell: (f32, f32), full: impl Fn(u32, u32) -> bool) -> Shape {
    let row = |j| (0..SIDE).fold(0, |row, i| row | u64::from(full(i, j)) << i);
    Shape::grid(SIDE, SIDE, cell, (0..SIDE).map(row)).unwrap()
}

fn at(shape: &Shape, x: f32, y: f32) -> Placed {
    shape.place(Affine::at((x, y))).unwrap()
}

#[test]
fn a_line_that_starts_on_the_side_of_a_hole_is_in_the_grid() {
    // It runs around all of the grid, so that no cell can be left out.
    let shape = grid((0.75, 1.5), |i, j| !((5..9).contains(&i) && (5..9).contains(&j)));
    let around = [(19.5, 0.5), (0.5, 0.5), (0.5, 19.5), (19.5, 19.5)];
    for (x, y) in [(0.0, 0.0), (1000.25, -3.5), (-7.0, 8192.75)] {
        let placed = at(&shape, x, y);
        for (start, inside) in [((9.0, 7.0), true), ((9.0, 9.0), true), ((8.75, 7.0), false)] {
            let points = [start].into_iter().chain(around);
            let points = points.map(|(i, j)| Vec2::new(x + 0.75 * i, y + 1.5 * j));
            let line = Shape::chain(points, ChainEnds::Open, Sidedness::Both).unwrap();
            assert_eq!(placed.contains(&at(&line, 0.0, 0.0)), inside, "{start:?}");
        }
    }
}

#[test]
fn a_bar_that_sweeps_nearly_all_of_a_grid_meets_the_cell_in_which_its_way_ends() {
    for (full, half, at_first, way) in [
        ([(18, 7), (18, 12)], (0.25, 9.0), (0.5, 9.5), (17.5, 0.0)),
        ([(7, 18), (12, 18)], (9.0, 0.25), (9.5, 0.5), (0.0, 17.5)),
    ] {
        let shape = grid((1.0, 1.0), |i, j| full.contains(&(i, j)));
        for m in [(1.0, 1.0), (-1.0, 1.0), (1.0, -1.0)] {
            let m = Affine::IDENTITY.scaled(m.0, m.1);
            let placed = shape.place(m).unwrap();
            let bar = at(&Shape::rect_half(half).unwrap(), 0.0, 0.0);
            let bar = bar.moved(m.transform_point(at_first));
            let found = bar.cast(&placed, m.transform_vector(way), Meet::TOUCH).unwrap();
            assert!((found.fraction - 17.25 / 17.5).abs() < 1e-6, "{found:?}");
            let found = placed.cast(&bar, m.transform_vector(way) * -1.0, Meet::TOUCH).unwrap();
            assert!((found.fraction - 17.25 / 17.5).abs() < 1e-6, "{found:?}");
        }
    }
}

#[test]
fn a_ray_names_the_cell_that_it_meets_at_a_corner() {
    for (i, j) in [(13, 4), (4, 13), (19, 19), (0, 0)] {
        let shape = grid((0.7, 0.7), |x, y| (x, y) == (i, j));
        let mut world = World::new();
        world.add(Collider::new((), shape).at((100.3, -50.7))).unwrap();
        let low = Vec2::new(100.3 + 0.7 * i as f32, -50.7 + 0.7 * j as f32);
        for (from, way) in [
            ((-1.0, -1.0), (2.0, 2.0)),
            ((0.35, -1.0), (0.0, 2.0)),
            ((-1.0, 0.35), (2.0, 0.0)),
            ((1.7, 0.35), (-2.0, 0.0)),
            ((0.35, 1.7), (0.0, -2.0)),
            ((1.7, 1.7), (-2.0, -2.0)),
        ] {
            let ray = Ray::new(low + Vec2::from(from), way);
            let hit = world.ray_first(&ray, &Filter::ANY).unwrap();
            assert_eq!(hit.part, j * SIDE + i, "{from:?}");
        }
    }
}

#[test]
fn a_mask_whose_corners_are_rounded_has_them_where_its_outline_has() {
    // An L of 1,000 by 2 pixels: multiples of 0.1 are no numbers of `f32`.
    for swap in [false, true] {
        let mask = if swap {
            let row = [u64::MAX; 16];
            Shape::mask(1000, 2, row.into_iter().chain([1]).chain([0; 15]))
        } else {
            Shape::mask(2, 1000, [0b11].into_iter().chain([0b01; 999]))
        };
        let mask = mask.unwrap();
        let (x, y) = if swap { (0.1, 1.0) } else { (1.0, 0.1) };
        let placed = mask.place(Affine::IDENTITY.scaled(x, y)).unwrap();
        let end = 0.1_f32 * 1000.0;
        for (end, want) in [
            (end.next_down(), Verdict::Overlapping),
            (end, Verdict::Touching),
            (end.next_up(), Verdict::Separated),
        ] {
            let p = if swap { (end, 0.5) } else { (0.5, end) };
            let dot = Shape::point(p).unwrap().place(Affine::IDENTITY).unwrap();
            assert_eq!(placed.verdict(&dot), want, "{p:?}");
        }
    }
}

//! Grids against masks, and what is no grid.

use alloc::string::ToString;
use alloc::vec::Vec;

use super::*;
use crate::Verdict;
use crate::shape::Placed;
use crate::shape::outline::normalize;

fn slope() -> Shape {
    Shape::polygon([(0.0, 1.0), (1.0, 0.0), (1.0, 1.0)]).unwrap()
}

fn bits(state: &mut u64) -> u64 {
    crate::math::splitmix(state)
}

#[test]
fn a_grid_of_full_cells_is_the_mask_of_the_same_bits() {
    let mut state = 1;
    let maps = [[1., 0., 0., 1., 3., 4.], [0., -2., 0.5, 0., 0., 1.], [-1., 0., 0., 3., 0., 0.]];
    for round in 0..300 {
        let (width, height) = (1 + bits(&mut state) % 70, 1 + bits(&mut state) % 6);
        let stride = width.div_ceil(64) * height;
        let words: Vec<u64> = (0..stride).map(|_| bits(&mut state) | bits(&mut state)).collect();
        let [width, height] = [width as u32, height as u32];
        let Ok(mask) = Shape::mask(width, height, words.iter().copied()) else { continue };
        let grid = Shape::grid(width, height, (1.0, 1.0), words).unwrap();
        let m = Affine::from_matrix(maps[round % 3]);
        let [mask, grid] = [mask, grid].map(|shape| shape.place(m).unwrap());
        assert!(mask.contains(&grid) && grid.contains(&mask), "{round}");
        assert_eq!(grid.bounds(), mask.bounds());
        assert_eq!((grid.area(), grid.perimeter()), (mask.area(), mask.perimeter()));
    }
}

#[test]
fn a_ramp_over_many_cells_is_one_edge_under_any_map() {
    let cells: Vec<TileCell> = (0..64)
        .map(|n| match (n % 8) + (n / 8) {
            7 => TileCell::Tile(0),
            k => TileCell::from(k > 7),
        })
        .collect();
    let grid = Shape::grid_of_tiles(8, 8, (0.1, 0.3), [slope()], cells).unwrap();
    for m in
        [Affine::IDENTITY, Affine::at((1e4, 7.0)).rotated(0.7).scaled(1.3, -2.1).skewed(0.2, 0.1)]
    {
        let Body::Core(core) = grid.place(m).unwrap().body else { panic!("one outline") };
        assert_eq!((core.offsets().len(), core.is_convex()), (3, true));
    }
}

#[test]
fn corners_of_a_turned_grid_lie_exactly_on_its_lines() {
    let m = Affine::at((0.3, 0.7)).rotated(1.1);
    // The floor of the first cell continues below the tip of the last.
    let tip = Shape::polygon([(0.0, 1.0), (0.5, 0.0), (1.0, 1.0)]).unwrap();
    let cells = [
        TileCell::Full,
        TileCell::Full,
        TileCell::Full,
        TileCell::Empty,
        TileCell::Tile(0),
        TileCell::Empty,
    ];
    let grid = Shape::grid_of_tiles(3, 2, (0.3, 0.3), [tip], cells).unwrap().place(m).unwrap();
    let floor = Shape::grid_of_tiles(3, 1, (0.3, 0.3), [], [true; 3]).unwrap().place(m).unwrap();
    let core = |placed: &Placed| match &placed.body {
        Body::Core(core) => core.clone(),
        other => panic!("{other:?}"),
    };
    let (all, floor) = (core(&grid), core(&floor));
    assert!(all.offsets().len() == 8 && floor.offsets().len() == 4);
    assert_eq!(floor.offsets().iter().filter(|v| all.offsets().contains(v)).count(), 4);
}

#[test]
fn a_flattened_grid_is_the_segments_that_its_islands_become() {
    let words = [0b10011];
    let grid = Shape::grid(5, 1, (2.0, 2.0), words).unwrap();
    let flat = grid.place(Affine::IDENTITY.scaled(1.0, 0.0)).unwrap();
    for (x, on) in
        [(0.0, true), (4.0, true), (5.0, false), (8.0, true), (10.0, true), (10.5, false)]
    {
        assert_eq!(flat.contains_point((x, 0.0)), on, "{x}");
    }
    assert_eq!(flat.area(), Some(0.0));
    let point = grid.place(Affine::at((3.0, 4.0)).scaled(0.0, 0.0)).unwrap();
    assert!(point.contains_point((3.0, 4.0)));
}

#[test]
fn tips_of_tiles_touch_the_floor_of_their_neighbors() {
    let tip = Shape::polygon([(0.0, 0.0), (1.0, 0.0), (0.5, 1.0)]).unwrap();
    let grid =
        Shape::grid_of_tiles(1, 2, (4.0, 4.0), [tip], [TileCell::Tile(0), TileCell::Full]).unwrap();
    let grid = grid.place(Affine::IDENTITY).unwrap();
    let beside = Shape::rect_half((1.0, 0.5)).unwrap().place(Affine::at((0.25, 3.25))).unwrap();
    assert_eq!(grid.verdict(&beside), Verdict::Separated);
    let through = Shape::segment((2.0, 3.0), (2.0, 5.0)).unwrap().place(Affine::IDENTITY).unwrap();
    assert!(grid.contains(&through));
    assert_eq!(grid.area(), Some(24.0));
}

#[test]
fn what_is_no_grid_says_why() {
    let none: [Shape; 0] = [];
    let why = |made: Result<Shape, ShapeError>| made.unwrap_err().to_string();
    let tiled = |tile: Shape| {
        why(Shape::grid_of_tiles(
            2,
            2,
            (1.0, 1.0),
            [slope(), tile],
            [TileCell::Full, TileCell::Empty, TileCell::Empty, TileCell::Tile(1)],
        ))
    };
    assert_eq!(why(Shape::grid(2, 1, (1.0, 0.0), [3])), "cell.y is 0, which is not above 0");
    assert_eq!(why(Shape::grid(2, 1, (1.0, -0.5), [3])), "cell.y is -0.5, which is not above 0");
    assert_eq!(
        why(Shape::grid(2, 1, (f32::NAN, 1.0), [3])),
        "cell.x is NaN, which is not a finite number"
    );
    assert_eq!(
        why(Shape::grid(2, 1, (1.0, 1.0), [4])),
        "cells has no solid cell; at least one is needed"
    );
    assert_eq!(
        why(Shape::grid(0, 0, (1.0, 1.0), [])),
        "cells has no solid cell; at least one is needed"
    );
    assert_eq!(why(Shape::grid(2, 2, (1.0, 1.0), [3])), "words has 1 entries; the size asks for 2");
    assert_eq!(
        why(Shape::grid(99_999, 2, (1.0, 1.0), [])),
        "columns is 99999, which is more than 16384"
    );
    assert_eq!(
        why(Shape::grid(16_384, 16_384, (1.0, 1.0), [])),
        "cells is 268435456, which is more than 16777216"
    );
    let missing = Shape::grid_of_tiles(
        2,
        2,
        (1.0, 1.0),
        none,
        [TileCell::Full, TileCell::Full, TileCell::Tile(7), TileCell::Full],
    );
    assert_eq!(why(missing), "tiles[7], the cell in column 0 of row 1, does not exist");
    assert_eq!(
        tiled(Shape::circle(0.5).unwrap()),
        "tiles[1], the cell in column 1 of row 1, is a circle; a tile is a polygon or a rect"
    );
    assert!(
        tiled(Shape::rect_half((0.5, 0.5)).unwrap())
            .ends_with("leaves the cell from (0, 0) to (1, 1)")
    );
    assert!(
        tiled(slope().with_radius(0.1).unwrap()).ends_with("has a radius, which tiles do not have")
    );
    let thin = Shape::polygon([(0.0, 0.0), (1.0, 0.0), (1.0, 1e-6)]).unwrap();
    assert!(tiled(thin).ends_with("has no area in steps of 1/4096 of the cell"));
    let spike = [(0.0, 0.0), (1.0, 0.0), (0.5, 0.0), (0.5, 1.0), (0.0, 1.0)];
    assert!(
        tiled(Shape::polygon(spike).unwrap()).ends_with("has an edge with the same on both sides")
    );
    let fine = Shape::polygon([(0.0, 0.0), (1.0 / 4096.0, 0.0), (0.0, 1.0)]).unwrap();
    let many = Shape::grid_of_tiles(8192, 1, (1.0, 1.0), [fine], [TileCell::Tile(0); 8192]);
    assert_eq!(why(many), "steps is 33554432, which is more than 16777216");
}

#[test]
fn every_cell_has_a_number_and_back() {
    for cell in [TileCell::Empty, TileCell::Full, TileCell::Tile(0), TileCell::Tile(9999)] {
        assert_eq!(TileCell::of_code(cell.code()), cell);
    }
}

#[test]
fn a_large_grid_is_the_sum_of_its_parts_and_finds_its_edges_under_any_map() {
    let mut state = 5;
    let maps =
        [[1., 0., 0., 1., 3., 4.], [0., -2., 0.5, 0.3, 0., 1.], [-1., 0.25, 0.1, 3., 0., 0.]];
    for round in 0..30 {
        let cells: Vec<TileCell> = (0..17 * 13)
            .map(|_| match bits(&mut state) % 4 {
                0 => TileCell::Empty,
                1 => TileCell::Tile(0),
                _ => TileCell::Full,
            })
            .collect();
        let grid = Shape::grid_of_tiles(17, 13, (1.0, 2.0), [slope()], cells).unwrap();
        let placed = grid.place(Affine::from_matrix(maps[round % 3])).unwrap();
        let Body::Core(core) = &placed.body else { panic!("a core") };
        let mut sum = 0.0;
        core.convex_parts(&mut |part| {
            let part = part.offsets();
            let convex = normalize::is_convex(part.len(), |i| part[i].round());
            assert!(convex, "{part:?}");
            let fan = part.windows(2).map(|e| (e[0] - part[0]).cross(e[1] - part[0]));
            sum += 0.5 * fan.sum::<f64>();
        });
        let area = f64::from(placed.area().unwrap());
        assert!((sum - area).abs() <= 1e-6 * area, "{round}: {sum} {area}");
        for edge in 0..core.edge_count() {
            let bounds = core.edge_bounds(edge);
            let mut found = Vec::new();
            core.edges_near(bounds, &mut |i| {
                found.push(i);
                true
            });
            found.sort_unstable();
            let all = 0..core.edge_count();
            let want: Vec<usize> = all.filter(|i| core.edge_bounds(*i).overlaps(bounds)).collect();
            assert_eq!(found, want);
        }
    }
}

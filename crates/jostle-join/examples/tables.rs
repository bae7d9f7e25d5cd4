//! Which trees stand within three metres of a house? All at once, part by part, and the nearest ones.

use jostle::{Aabb, Affine, Placed, Shape, ShapeError};
use jostle_join::{Cuts, Within, join_area, join_parallel, nearest, reaching};

const NEAR: f32 = 3.0;

fn main() -> Result<(), ShapeError> {
    let (tree, house) = (Shape::circle(1.5)?, Shape::rect_half((6.0, 4.0))?);
    // Scattered by the golden ratio, which repeats no place.
    let scatter = |i: usize, side: f32| {
        let turn = i as f32 * 0.618_034;
        Affine::at(((turn % 1.0) * side, (turn * 31.0 % 1.0) * side)).rotated(turn)
    };
    let place = |shape: &Shape, count: usize| -> Result<Vec<Placed>, ShapeError> {
        (0..count).map(|i| shape.place(scatter(i, 2_000.0))).collect()
    };
    let (trees, houses) = (place(&tree, 20_000)?, place(&house, 3_000)?);

    let rows = join_parallel(&trees[..], &houses[..], &Within(NEAR), 16 << 20);
    println!("{} pairs of a tree and a house", rows.len());

    // The same by parts, as tables on disk or on other machines are joined.
    let sample = trees.iter().chain(&houses).map(|row| (row.bounds(), 1.0)).collect();
    let cuts = Cuts::new(Aabb::UNBOUNDED, sample, 2_000.0, usize::MAX);
    let deal = |table: &[Placed], reach: f32| {
        let mut parts = vec![Vec::new(); cuts.areas().len()];
        for row in table {
            cuts.visit(reaching(row.bounds(), reach), &mut |area| parts[area].push(row.clone()));
        }
        parts
    };
    let (left, right) = (deal(&trees, NEAR), deal(&houses, 0.0));
    let mut found = Vec::new();
    for ((area, left), right) in cuts.areas().iter().zip(&left).zip(&right) {
        join_area(*area, left, right, &Within(NEAR), &mut found);
    }
    assert_eq!(found.len(), rows.len());
    println!("the same in {} parts", cuts.areas().len());

    let rows = nearest(&trees[..1], &houses[..], 2, 16 << 20);
    rows.iter()
        .for_each(|row| println!("house {} is {} m from the first tree", row.right, row.answer));
    Ok(())
}

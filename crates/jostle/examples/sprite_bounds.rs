//! What the sprite libraries do with boxes: axis-aligned, turned, and the rectangle they share.

use jostle::{Aabb, Affine, Interval, Shape, ShapeError, Vec2};

fn main() -> Result<(), ShapeError> {
    // A sprite of 64 × 32 with its anchor in the middle, turned and scaled.
    let sprite = Shape::rect_half((32.0, 16.0))?;
    let a = sprite.place(Affine::at((100.0, 100.0)).rotated(0.6).scaled(1.5, 1.0))?;
    let b = sprite.place(Affine::at((170.0, 120.0)).rotated(-0.3))?;

    let (box_a, box_b) = (a.bounds(), b.bounds());
    println!("bounds of a: {box_a:?}");
    let shared = box_a.intersection(box_b).expect("the boxes overlap");
    println!("the boxes share {} by {}", shared.x_range().length(), shared.y_range().length());
    assert!(box_a.overlaps_interior(box_b));

    // The oriented box keeps the sprite's own axes.
    let oriented = a.oriented_bounds().expect("a sprite is bounded");
    let corners = oriented.corners();
    println!("corners of a: {corners:?}");
    let area = a.area().expect("a sprite has an area");
    assert!((area - 64.0 * 1.5 * 32.0).abs() < 0.5);
    let around = 4.0 * box_a.half_extents().x * box_a.half_extents().y;
    assert!(area < around, "the upright box is larger");

    // Boxes that only touch: closed by default, strict on request.
    let left = Aabb::new((0.0, 0.0), (10.0, 10.0));
    let right = Aabb::new((10.0, 0.0), (20.0, 10.0));
    assert!(left.overlaps(right) && !left.overlaps_interior(right));

    // The separating axis by hand: projections on one direction, as ranges.
    let along = |corners: [Vec2; 4], axis: Vec2| {
        let mut dots = corners.map(|c| c.dot(axis)).into_iter();
        let first = dots.next().unwrap_or_default();
        dots.fold(Interval::new(first, first), Interval::extend)
    };
    let others = b.oriented_bounds().expect("a sprite is bounded").corners();
    let apart = [Vec2::X, Vec2::Y, Vec2::new(0.8, 0.6)]
        .into_iter()
        .find(|axis| !along(corners, *axis).overlaps(along(others, *axis)));
    println!("an axis that separates them: {apart:?}; they overlap: {}", a.overlaps(&b));
    assert_eq!(apart.is_some(), !a.overlaps(&b));
    Ok(())
}

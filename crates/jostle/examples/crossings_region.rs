//! Where outlines cross, and the part that two shapes share.

use jostle::{Affine, Shape, ShapeError, Vec2};

fn main() -> Result<(), ShapeError> {
    // A square meadow with a pond, and a field that lies across its corner.
    let meadow = [(0.0, 0.0), (100.0, 0.0), (100.0, 100.0), (0.0, 100.0)];
    let pond = [(60.0, 60.0), (90.0, 60.0), (90.0, 90.0), (60.0, 90.0)];
    let meadow = Shape::polygon_with_holes(meadow, [pond])?.place(Affine::IDENTITY)?;
    let field = Shape::rect_half((40.0, 40.0))?.place(Affine::at((110.0, 110.0)))?; // from 70 to 150

    let marks = meadow.crossings(&field);
    for mark in &marks {
        println!("edge {} of the meadow crosses at {:?}", mark.edge_a, mark.point);
    }
    let at = |x: f32, y: f32| marks.iter().any(|mark| mark.point == Vec2::new(x, y));
    assert!(at(100.0, 70.0) && at(70.0, 100.0), "at the meadow's own border");
    assert!(at(90.0, 70.0) && at(70.0, 90.0), "and at the bank of the pond");
    assert_eq!(marks.len(), 4);

    let shared = meadow.region(&field, 0.0).expect("both are bounded");
    println!("they share {} in {} pieces", shared.area(), shared.polygons().len());
    // 30 × 30, less the 20 × 20 of the pond that lies below the field.
    assert_eq!(shared.area(), 30.0 * 30.0 - 20.0 * 20.0);

    // Curves are flattened from inside within a tolerance.
    let lamp = Shape::circle(50.0)?.place(Affine::at((0.0, 0.0)))?;
    let coarse = meadow.region(&lamp, 1.0).expect("bounded").area();
    let fine = meadow.region(&lamp, 0.001).expect("bounded").area();
    let quarter = core::f32::consts::PI * 2500.0 / 4.0;
    println!("a quarter of the light is {quarter}; flattened {coarse} and {fine}");
    assert!(coarse < fine && fine <= quarter && quarter - fine < 0.2);
    Ok(())
}

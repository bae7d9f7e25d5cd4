//! A scene graph: parts below parents, with turns, scale and skew all the way down.

use jostle::{Affine, Placed, Shape, ShapeError, TransformParts, Vec2, query::bounds_of};

fn main() -> Result<(), ShapeError> {
    // A tank: the hull drives, the turret turns on it, the barrel sticks out of the turret.
    let hull = Affine::at((200.0, 120.0)).rotated(0.5);
    let turret = Affine::at((-4.0, 0.0)).rotated(-0.9).under(&hull);
    let barrel = Affine::at((10.0, 0.0)).under(&turret);
    let parts = [
        Shape::rect_half((24.0, 14.0))?.place(hull)?,
        Shape::circle(10.0)?.place(turret)?,
        Shape::capsule((0.0, 0.0), (30.0, 0.0), 3.0)?.place(barrel)?,
    ];
    let muzzle = barrel.transform_point((33.0, 0.0));
    println!("the muzzle is at ({:.2}, {:.2})", muzzle.x, muzzle.y);
    assert!(parts[2].gap(&Shape::point(muzzle)?.place(Affine::IDENTITY)?).distance() < 1e-4);

    // The box that holds all children, in the world.
    let bounds = bounds_of(&parts).expect("there are parts");
    println!("the tank fits into {bounds:?}");
    assert!(parts.iter().all(|part| bounds.union(part.bounds()) == bounds));

    // The same words as in PixiJS; a disc under skew and scale is a true ellipse.
    let mud = Affine::from_parts(TransformParts {
        position: Vec2::new(230.0, 100.0),
        scale: Vec2::new(2.0, 0.75),
        skew: Vec2::new(0.4, 0.0),
        ..TransformParts::default()
    });
    let puddle = Shape::circle(16.0)?.place(mud)?;
    let wet: Vec<&Placed> = parts.iter().filter(|part| part.overlaps(&puddle)).collect();
    println!("{} of {} parts are in the puddle", wet.len(), parts.len());
    assert!(!wet.is_empty());
    let shallow = puddle.area().expect("a puddle has an area");
    // π · 16² times the determinant, 2 · 0.75 · cos 0.4.
    assert!((shallow - 804.2477 * 1.5 * 0.921_061).abs() < 0.1);

    // Turned upside down by a negative scale, nothing is lost.
    let mirror = Affine::IDENTITY.scaled(-1.0, 1.0);
    let a = Shape::rect_half((24.0, 14.0))?.place(hull.under(&mirror))?;
    let b = Shape::circle(16.0)?.place(mud.under(&mirror))?;
    assert_eq!(a.verdict(&b), parts[0].verdict(&puddle));
    Ok(())
}

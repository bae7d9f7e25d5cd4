//! Stages of a test, and methods that are chosen by the caller: bounds, circles, corners, exact.

use jostle::{
    Affine, Level, Placed, Rot, Shape, ShapeError,
    query::{BuiltinMethod, OverlapMethod},
};

/// Counts the pairs that collide, by whatever method is given.
fn count(shapes: &[Placed], method: &impl OverlapMethod) -> usize {
    let pairs =
        shapes.iter().enumerate().flat_map(|(i, a)| shapes[..i].iter().map(move |b| (a, b)));
    pairs.filter(|(a, b)| method.hit(a, b)).count()
}

fn main() -> Result<(), ShapeError> {
    // Two long boxes, turned by 45 degrees, side by side: their bounds overlap, they do not.
    let plank = Shape::rect_half((40.0, 2.0))?;
    let turn = Rot::from_degrees(45.0);
    let a = plank.place(Affine::at((0.0, 0.0)).rotated_by(turn))?;
    let b = plank.place(Affine::at((10.0, -10.0)).rotated_by(turn))?;
    for level in [Level::Bounds, Level::Corners, Level::Exact] {
        let test = a.test_until(&b, level);
        let sure = if test.certain { "for sure" } else { "perhaps" };
        println!("{level:?}: {} {sure}", if test.hit { "hit" } else { "no hit" });
    }
    assert!(a.test_until(&b, Level::Bounds).hit, "the boxes around them overlap");
    assert!(!a.test_until(&b, Level::Bounds).certain);
    let exact = a.test_until(&b, Level::Exact);
    assert!(!exact.hit && exact.certain);

    let shapes = [a, b, Shape::circle(5.0)?.place(Affine::at((20.0, 20.0)))?];
    for method in [BuiltinMethod::Bounds, BuiltinMethod::Circles, BuiltinMethod::Exact] {
        println!("{method:?} finds {} pairs", count(&shapes, &method));
    }
    assert_eq!(count(&shapes, &BuiltinMethod::Bounds), 3);
    assert_eq!(count(&shapes, &BuiltinMethod::Exact), 1);

    // A closure is a method too: here, things count when they come within 12 units.
    let near = |a: &Placed, b: &Placed| a.gap(b).separation < 12.0;
    println!("within 12 units: {} pairs", count(&shapes, &near));
    assert_eq!(count(&shapes, &near), 3);
    Ok(())
}

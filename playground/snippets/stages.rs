use jostle::{Affine, Level, Rot, Shape, ShapeError};

fn main() -> Result<(), ShapeError> {
    let plank = Shape::rect_size((80.0, 4.0))?;
    let turn = Rot::from_degrees(45.0);
    let a = plank.place(Affine::IDENTITY.rotated_by(turn))?;
    let b = plank.place(Affine::at((10.0, -10.0)).rotated_by(turn))?;

    let boxes = a.test_until(&b, Level::Bounds);
    assert!(boxes.hit && !boxes.certain);
    assert!(!a.test_until(&b, Level::Exact).hit);
    Ok(())
}

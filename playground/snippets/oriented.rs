use jostle::{Affine, Rot, Shape, ShapeError};

fn main() -> Result<(), ShapeError> {
    let at = |x, degrees| Affine::at((x, 0.0)).rotated_by(Rot::from_degrees(degrees));
    let a = Shape::rect_size((100.0, 40.0))?.place(at(0.0, 30.0))?;
    let b = Shape::rect_size((60.0, 60.0))?.place(at(70.0, -10.0))?;

    let contact = a.contact(&b).expect("they overlap");
    let push = contact.push_b(); // moves b out of a
    assert!(!a.overlaps(&b.moved((1.001 * push.x, 1.001 * push.y))));
    Ok(())
}

//! Two shapes, one question: the shortest program.

use jostle::{Affine, Relation, Shape, ShapeError};

fn main() -> Result<(), ShapeError> {
    // A shape is made once, in its own units, and may be placed many times.
    let crate_shape = Shape::rect_half((16.0, 16.0))?;
    let barrel = Shape::circle(12.0)?;

    let a = crate_shape.place(Affine::at((100.0, 100.0)))?;
    let b = barrel.place(Affine::at((128.0, 100.0)))?;
    println!("the box reaches to 116, the barrel from 116: {:?}", a.relation(&b));
    assert!(a.overlaps(&b), "touching counts");
    assert!(!a.overlaps_interior(&b), "the strict reading does not count it");

    let b = b.moved((1.0, 0.0));
    println!("one unit further: {:?}, {} apart", a.relation(&b), a.gap(&b).separation);
    assert_eq!(a.relation(&b), Relation::Apart);
    assert_eq!(a.gap(&b).separation, 1.0);

    let b = b.moved((-21.0, 0.0));
    println!("twenty-one units back: {:?}", a.relation(&b));
    assert_eq!(a.relation(&b), Relation::Overlapping);

    let small = Shape::circle(4.0)?.place(Affine::at((100.0, 100.0)))?;
    println!("a ball in the box: {:?}", small.relation(&a));
    assert_eq!(small.relation(&a), Relation::AInB);
    assert!(a.contains(&small));
    Ok(())
}

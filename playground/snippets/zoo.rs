use jostle::{Affine, Relation, Rot, Shape, ShapeError};

fn main() -> Result<(), ShapeError> {
    let dart = Shape::polygon([(0.0, -62.0), (56.0, 56.0), (0.0, 18.0), (-56.0, 56.0)])?;
    let a = dart.place(Affine::IDENTITY)?;
    let tilted = Affine::IDENTITY.rotated_by(Rot::from_degrees(30.0)).scaled(2.0, 1.0);
    let b = Shape::circle(20.0)?.place(tilted)?; // an ellipse

    assert_eq!(a.relation(&b), Relation::Overlapping);
    assert!(a.gap(&b).separation < 0.0 && a.contact(&b).is_some());
    assert!(a.region(&b, 0.0).is_some_and(|common| common.area() > 1000.0));
    assert_eq!(a.crossings(&b).len(), 6);
    Ok(())
}

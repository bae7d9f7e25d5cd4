//! An answer and its proof: a separating axis or a common point that anyone can check.

use jostle::{Affine, Relation, Rot, Shape, ShapeError, Verdict, proof::Proof};

fn main() -> Result<(), ShapeError> {
    let gate = Shape::rect_half_at((0.0, 0.0), (30.0, 4.0), Rot::from_degrees(90.0))?;
    let gate = gate.place(Affine::at((50.0, 0.0)))?; // x from 46 to 54
    let cart = Shape::triangle((0.0, -10.0), (20.0, 0.0), (0.0, 10.0))?;

    let away = cart.place(Affine::at((20.0, 0.0)))?; // the tip at x = 40
    let why = away.why(&gate);
    assert_eq!(why.verdict, Verdict::Separated);
    if let Proof::Axis(axis) = &why.proof {
        println!("along {:?} the cart spans {:?}, the gate {:?}", axis.direction, axis.a, axis.b);
        assert!(axis.a[1] < axis.b[0] || axis.b[1] < axis.a[0]);
    } else {
        unreachable!("two convex shapes that are apart have an axis");
    }

    let there = cart.place(Affine::at((26.0, 0.0)))?; // the tip exactly on the gate
    let why = there.why(&gate);
    assert_eq!((why.verdict, there.relation(&gate)), (Verdict::Touching, Relation::Touching));
    if let Proof::Point([[x, x_rest], [y, y_rest]]) = why.proof {
        println!("both hold the point ({}, {})", x + x_rest, y + y_rest);
        assert_eq!((x + x_rest, y + y_rest), (46.0, 0.0));
    }

    // A square as a rectangle and as a polygon is one set, whatever the kinds.
    let corners = [(-2.0, -2.0), (2.0, -2.0), (2.0, 2.0), (-2.0, 2.0)];
    let tile = Shape::rect_half((2.0, 2.0))?.place(Affine::IDENTITY)?;
    let outline = Shape::polygon(corners)?.place(Affine::IDENTITY)?;
    println!("rectangle and polygon: {:?}", tile.relation(&outline));
    assert_eq!(tile.relation(&outline), Relation::Same);

    // What a physics step wants: one normal, up to two points, ids that stay.
    let floor = Shape::rect_half((100.0, 10.0))?.place(Affine::at((0.0, 11.5)))?;
    let manifold = tile.manifold(&floor).expect("the tile sinks in by half a unit");
    for point in manifold.points() {
        println!("contact at {:?}, {} deep, id {:?}", point.point, point.depth, point.id);
    }
    assert_eq!(manifold.points().len(), 2);
    Ok(())
}

//! A hero walks into a level and is pushed out of it, corner included.

use jostle::{
    Affine, Shape, ShapeError, Vec2,
    shape::{ChainEnds, Sidedness},
};

fn main() -> Result<(), ShapeError> {
    let hero = Shape::capsule((0.0, -6.0), (0.0, 6.0), 6.0)?;
    let floor = Shape::half_plane((0.0, -1.0), -200.0)?.place(Affine::IDENTITY)?; // y ≥ 200
    let wall = Shape::rect_half((20.0, 100.0))?.place(Affine::at((320.0, 120.0)))?;
    let hill = [(0.0, 200.0), (60.0, 160.0), (120.0, 150.0), (180.0, 200.0)];
    let hill = Shape::chain(hill, ChainEnds::Open, Sidedness::Both)?.place(Affine::IDENTITY)?;
    let level = [floor, wall, hill];

    let mut position = Vec2::new(250.0, 180.0);
    let step = Vec2::new(5.0, 1.5);
    for _ in 0..20 {
        position += step;
        // A push out of one thing may push into the next; a few rounds settle a corner.
        for _ in 0..4 {
            for thing in &level {
                let body = hero.place(Affine::at(position))?;
                if let Some(contact) = body.contact(thing) {
                    // `push_a` moves a, which is the hero here.
                    position += contact.push_a();
                }
            }
        }
    }

    println!("the hero stands in the corner at ({}, {})", position.x, position.y);
    assert!((position.x - 294.0).abs() < 1e-3, "6 left of the wall at 300");
    assert!((position.y - 188.0).abs() < 1e-3, "12 above the floor at 200");
    let body = hero.place(Affine::at(position))?;
    assert!(level.iter().all(|thing| body.gap(thing).depth() < 1e-3));
    Ok(())
}

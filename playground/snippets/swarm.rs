use jostle::{Affine, Collider, Shape, World};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let ball = Shape::circle(1.0)?;
    let mut world = World::new();
    let (mut moves, mut events) = (Vec::new(), Vec::new());
    for i in 0..10_000_u16 {
        let (x, y) = (f32::from(i % 100), f32::from(i / 100));
        let key = world.add(Collider::new(i, ball.clone()).at((3.0 * x, 3.0 * y)))?;
        moves.push((key, Affine::at((1.5 * x, 3.0 * y))));
    }

    world.set_transforms(&moves)?; // all in one call
    world.step_into(&mut events); // the memory of the events is used again
    assert_eq!(events.len(), 9900);
    assert_eq!(world.nearest((0.0, 0.0), 3, &Default::default()).len(), 3);
    Ok(())
}

use jostle::{Affine, Collider, Event, ExitReason, Layers, Shape, World};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let fixed = Layers::bit(0);
    let ball = Shape::circle(60.0)?;
    let mut world = World::new();
    world.add(Collider::new("fixed", ball.clone()).layer(fixed))?;
    let moving = world.add(Collider::new("moving", ball).at((300.0, 0.0)).sees(fixed))?;

    world.set_transform(moving, Affine::at((100.0, 0.0)))?;
    let events = world.step();
    assert!(matches!(&events[..], [Event::Enter(touch)] if touch.push_b().x == 20.0));
    world.set_transform(moving, Affine::at((300.0, 0.0)))?;
    let events = world.step();
    assert!(matches!(&events[..], [Event::Exit(exit)] if exit.reason == ExitReason::Separated));
    Ok(())
}

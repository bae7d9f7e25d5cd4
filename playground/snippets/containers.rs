use jostle::{Affine, Collider, Rot, Shape, World};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut world = World::new();
    let turned = Affine::at((100.0, 0.0)).rotated_by(Rot::from_degrees(90.0));
    let arm = world.add(Collider::group("arm").transform(turned))?;
    let pod = world.add(Collider::new("pod", Shape::circle(5.0)?).at((40.0, 0.0)).parent(arm))?;

    assert!(world.at_point((100.0, 40.0), &Default::default()).contains(&pod));
    world.set_transform(arm, Affine::at((100.0, 0.0)))?;
    assert!(world.at_point((140.0, 0.0), &Default::default()).contains(&pod));
    Ok(())
}

use jostle::{Affine, Collider, Shape, Slid, Slide, World};

fn main() -> Result<(), jostle::Error> {
    let mut world = World::new();
    world.add(Collider::new("floor", Shape::rect_half((60.0, 10.0))?).at((60.0, 50.0)))?;
    let deck = Shape::rect_half((15.0, 2.0))?;
    world.add(Collider::new("deck", deck).at((60.0, 10.0)).one_way((0.0, -1.0)))?;
    let lift = Shape::rect_half((20.0, 4.0))?;
    let lift = world.add(Collider::new("lift", lift).at((140.0, 44.0)).platform())?;
    let body = Shape::capsule((0.0, -5.0), (0.0, 5.0), 6.0)?;
    let hero = world.add(Collider::new("hero", body).at((20.0, 20.0)))?;

    let (mut fall, mut slid) = (0.0, Slid::default());
    for frame in 0..80 {
        if frame >= 70 {
            world.set_transform(lift, Affine::at((140.0, 44.0 - 2.0 * (frame - 69) as f32)))?;
        }
        fall = if slid.floor.is_some() { 0.5 } else { fall + 0.5 };
        let walk = if frame < 60 { 2.0 } else { 0.0 };
        let slide = Slide::by(walk, fall).up(0.0, -1.0).step(5.0).snap(6.0).footing(slid.footing);
        slid = world.slide(hero, &slide, |_| jostle::Response::Slide)?;
        let _events = world.step();
    }
    // Carried up by the lift.
    let place = world.transform(hero).map(|m| (m.tx, m.ty.round()));
    assert_eq!(place, Some((140.0, 9.0)));
    Ok(())
}

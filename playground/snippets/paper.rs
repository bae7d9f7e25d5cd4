use jostle::{Affine, Cast, Collider, Filter, Meet, Motion, Shape, World};

fn main() -> Result<(), jostle::Error> {
    let paper = Shape::rect_half((0.00005, 45.0))?; // a ten-thousandth thick
    let mut world = World::new();
    for x in [100.0, 200.0] {
        world.add(Collider::new(x, paper.clone()).at((x, 0.0)))?;
    }
    // A shot of 400,000 pixels in a frame meets both, in order.
    let shot = Shape::circle(6.0)?.place(Affine::IDENTITY)?;
    let met = world.cast_all(&Cast::of(&shot, Motion::by(400_000.0, 0.0)), &Filter::ANY);
    let sheets: Vec<_> = met.iter().filter_map(|hit| world.data(hit.key)).collect();
    assert_eq!(sheets, [&100.0, &200.0]);
    assert!(met.iter().all(|hit| hit.certain));

    // A bar of 160 pixels makes a turn beside a sheet: its poses before and after do not touch it.
    let bar = Shape::rect_half((4.0, 80.0))?.place(Affine::IDENTITY)?;
    let sheet = paper.place(Affine::at((74.0, 0.0)))?;
    let turn = Motion::NONE.turning_degrees(360.0);
    let hit = bar.sweep(&sheet, &turn, &Motion::NONE, Meet::TOUCH).expect("they meet");
    assert!(hit.certain && (hit.fraction - 0.18).abs() < 0.001);
    Ok(())
}

//! A laser and a mouse: the first thing a ray hits, and what lies under a point.

use jostle::{
    Affine, Inside, Placed, RayHit, Shape, ShapeError, Vec2,
    shape::{ChainEnds, Sidedness},
};

fn first<'a>(
    things: &'a [(&'a str, Placed)],
    origin: Vec2,
    ray: Vec2,
) -> Option<(&'a str, RayHit)> {
    let hits = things
        .iter()
        .filter_map(|(name, shape)| shape.ray(origin, ray, Inside::Skip).map(|hit| (*name, hit)));
    hits.min_by(|a, b| a.1.fraction.total_cmp(&b.1.fraction))
}

fn main() -> Result<(), ShapeError> {
    let mirror = Shape::chain([(60.0, -20.0), (60.0, 20.0)], ChainEnds::Open, Sidedness::Left)?;
    let things = [
        ("tower", Shape::circle(10.0)?.place(Affine::at((100.0, 0.0)))?),
        (
            "house",
            Shape::polygon([(0., 0.), (30., 0.), (15., -20.)])?.place(Affine::at((40.0, 50.0)))?,
        ),
        ("mirror", mirror.place(Affine::IDENTITY)?),
    ];
    let eye = Vec2::new(0.0, 0.0);

    // The mirror's edge runs toward +y; its left is −x, so it faces the eye.
    let (name, hit) = first(&things, eye, Vec2::new(200.0, 0.0)).expect("something is there");
    println!("to the right: the {name} at {:?}, normal {:?}", hit.point, hit.normal);
    assert_eq!((name, hit.point), ("mirror", Vec2::new(60.0, 0.0)));

    // From behind it lets the ray through.
    let behind = Vec2::new(80.0, 0.0);
    let back = first(&things, behind, Vec2::new(-200.0, 0.0));
    println!("from behind: {:?}", back.map(|(name, _)| name));
    assert!(back.is_none());

    let (name, hit) = first(&things, behind, Vec2::new(40.0, 0.0)).expect("the tower");
    assert_eq!((name, hit.point, hit.fraction), ("tower", Vec2::new(90.0, 0.0), 0.25));

    // Under the mouse, and the nearest thing to it.
    let mouse = Vec2::new(55.0, 45.0);
    let under: Vec<&str> =
        things.iter().filter(|(_, s)| s.contains_point(mouse)).map(|(name, _)| *name).collect();
    println!("under the mouse: {under:?}");
    assert_eq!(under, ["house"]);
    let nearest = things[0].1.closest(mouse);
    println!("the tower is {:.2} away, at {:?}", nearest.separation, nearest.point);
    assert!(nearest.separation > 0.0);
    Ok(())
}

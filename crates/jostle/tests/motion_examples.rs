//! The examples of motion end where they should.

#[expect(dead_code, reason = "its `main` prints what `play` returns")]
#[path = "../examples/bullets.rs"]
mod bullets;
#[expect(dead_code, reason = "its `main` prints what `play` returns")]
#[path = "../examples/platformer.rs"]
mod platformer;

use jostle::{Collider, Filter, Ray, Shape, Vec2, World};

#[test]
fn the_hero_walks_jumps_and_rides() {
    let [walked, jumped, rode] = platformer::play().unwrap();
    assert_eq!(walked, Vec2::new(140.0, -8.0));
    assert_eq!(jumped, Vec2::new(140.0, -58.0));
    assert_eq!(rode, Vec2::new(328.0, -86.0));
}

#[test]
fn bullets_miss_no_paper_and_blades_no_post() {
    let (met, end, cut) = bullets::play().unwrap();
    assert_eq!(met, ["paper", "paper", "wall"]);
    assert_eq!((end, cut), (Vec2::new(998.0, 0.0), "post"));
}

/// Bullets of 25 a frame at slimes that walk toward them, by the recipe of the guide.
#[test]
fn no_bullet_passes_an_enemy_that_walks_toward_it() {
    for speed in [2.0, 4.0, 8.0] {
        let mut passed = 0;
        for i in 0..100_u8 {
            let mut world = World::new();
            let gun = world.add(Collider::new((), Shape::circle(10.0).unwrap())).unwrap();
            let slime = Collider::new((), Shape::circle(8.0).unwrap());
            let slime = world.add(slime.at((150.0 + f32::from(i) * 0.37, 0.0))).unwrap();
            let (shooter, mut at, mut hit) = ([gun], Vec2::ZERO, None);
            for _frame in 0..20 {
                world.move_by(slime, (-speed, 0.0)).unwrap();
                let ray = Ray::new(at, (25.0, 0.0)).thick(3.0);
                hit = hit.or(world.ray_first(&ray, &Filter::ANY.except(&shooter)));
                at += Vec2::new(25.0, 0.0);
            }
            passed += usize::from(hit.is_none_or(|hit| hit.key != slime));
        }
        assert_eq!(passed, 0, "of 100 bullets at slimes of {speed} a frame");
    }
}

//! The examples of motion end where they should.

#[expect(dead_code, reason = "its `main` prints what `play` returns")]
#[path = "../examples/bullets.rs"]
mod bullets;
#[expect(dead_code, reason = "its `main` prints what `play` returns")]
#[path = "../examples/platformer.rs"]
mod platformer;

use jostle::Vec2;

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

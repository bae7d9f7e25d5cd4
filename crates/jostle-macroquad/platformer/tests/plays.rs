//! Plays the level by a script, without a window.

#[path = "../src/game.rs"]
mod game;

use game::{Game, Thing};
use jostle::Vec2;
use jostle_macroquad::jostle_tiled::Map;

fn game() -> Game {
    let map = Map::load(concat!(env!("CARGO_MANIFEST_DIR"), "/level.tmj")).unwrap();
    Game::new(&map).unwrap()
}

fn at(game: &Game) -> Vec2 {
    game.world.position(game.hero).unwrap()
}

#[test]
fn the_hero_stands_jumps_through_a_deck_and_stands_on_it() {
    let mut game = game();
    for _ in 0..60 {
        game.frame(0.0, false).unwrap();
    }
    let floor = at(&game);
    assert_eq!(floor.y, 229.0, "the ground is at 240, and he is 11 below his middle");
    // Under the first deck, which is at 180, and up.
    for _ in 0..30 {
        game.frame(1.0, false).unwrap();
    }
    let below = at(&game);
    assert!(below.y >= floor.y && below.x > 100.0, "{below:?}");
    game.frame(0.0, true).unwrap();
    for _ in 0..60 {
        game.frame(0.0, false).unwrap();
    }
    assert_eq!(at(&game), Vec2::new(below.x, 169.0), "on the deck");
}

#[test]
fn walking_and_jumping_to_the_right_collects_coins_and_never_enters_the_ground() {
    let mut game = game();
    for frame in 0..450 {
        game.frame(1.0, frame % 40 == 0).unwrap();
        let body = game.world.placed(game.hero).unwrap();
        let inside = game.world.iter().any(|(key, thing)| {
            let other = game.world.placed(key).unwrap();
            *thing == Thing::Block && body.overlaps_interior(other)
        });
        assert!(!inside, "frame {frame} at {:?}", at(&game));
    }
    assert!(game.coins >= 3 && at(&game).x > 400.0, "{} coins at {:?}", game.coins, at(&game));
}

#[test]
fn a_lift_takes_the_hero_along() {
    let mut game = game();
    let lift = game.world.iter().filter(|(_, thing)| **thing == Thing::Block);
    let (lift, _) = lift
        .min_by(|a, b| {
            let width = |key| game.world.placed(key).unwrap().bounds().size().x;
            (width(a.0) - 52.0).abs().total_cmp(&(width(b.0) - 52.0).abs())
        })
        .unwrap();
    let top = game.world.placed(lift).unwrap().bounds();
    game.world.set_position(game.hero, (top.center().x, top.min.y - 12.0)).unwrap();
    for _ in 0..20 {
        game.frame(0.0, false).unwrap();
    }
    let offset = |game: &Game| at(game) - game.world.position(lift).unwrap();
    let (before, x) = (offset(&game), at(&game).x);
    for _ in 0..90 {
        game.frame(0.0, false).unwrap();
    }
    assert!(at(&game).x > x + 50.0);
    assert!((offset(&game) - before).length() < 0.1, "{:?} {before:?}", offset(&game));
}

#[test]
fn a_hero_that_falls_out_of_the_map_is_back_at_the_start() {
    let mut game = game();
    let start = at(&game);
    game.world.set_position(game.hero, (-50.0, 100.0)).unwrap();
    for _ in 0..120 {
        game.frame(0.0, false).unwrap();
    }
    assert_eq!(at(&game).x, start.x);
}

//! Rooms: a shape that slides, and what stands in its way.

use super::shapes::{Space, shape};
use super::{Class, Rng, touch};
use crate::set::Set;

/// What a slide is asked.
#[derive(Clone, Debug)]
pub struct Ask {
    /// The translation.
    pub by: [f32; 2],
    /// Whether up is against y; otherwise all is seen from above.
    pub has_up: bool,
    /// The highest ledge that is stepped over.
    pub step: f32,
    /// How far below a floor is followed.
    pub snap: f32,
}

/// A room, its mover, and the slides of the mover in their order.
#[derive(Clone, Debug)]
pub struct Room {
    /// What slides; it is placed by its center or origin.
    pub mover: Set,
    /// What stands still.
    pub blockers: Vec<Set>,
    /// One slide after the other.
    pub asks: Vec<Ask>,
}

/// How many slides a room has.
pub const SLIDES: u64 = 20;

/// Makes a room; the same arguments give the same bits everywhere.
///
/// ```
/// use jostle_oracle::r#gen::{SLIDES, room};
/// assert_eq!(room(1, 7).asks.len() as u64, SLIDES);
/// ```
#[must_use]
pub fn room(seed: u64, index: u64) -> Room {
    let rng = &mut Rng::new(seed, 0x736C_6964, index);
    let space = if rng.one_in(2) { Space::units() } else { Space::plain() };
    let home = if rng.one_in(8) { [4096.0, -1000.0] } else { [0.0; 2] };
    let mut mover = match rng.below(6) {
        0 => Set::Circle { center: [0.0; 2], radius: 0.75 },
        1 => Set::Rect { center: [0.0; 2], half: [0.0, 0.5], rot: [1.0, 0.0], radius: 0.5 },
        2 => upright(rng, 1.0),
        3 => shape(rng, space, Class::Rect, 1.0),
        _ => shape(rng, space, Class::Polygon, 1.0),
    };
    touch::shift(&mut mover, home);
    let count = 3 + rng.below(12);
    let blockers = (0..count)
        .map(|_| {
            let mut set = match rng.below(8) {
                0 => shape(rng, space, Class::Circle, 2.0),
                1 => shape(rng, space, Class::Capsule, 2.5),
                2 => shape(rng, space, Class::Polygon, 3.0),
                3 => shape(rng, space, Class::Rect, 2.5),
                _ => upright(rng, 3.0),
            };
            // Tiles lie on a grid and share their sides.
            let on_grid = rng.one_in(2);
            let place = home.map(|h| {
                let x = rng.signed() * 8.0;
                h + if on_grid { libm::rint(x) } else { x }
            });
            touch::shift(&mut set, place);
            set
        })
        .collect();
    let mut asks: Vec<Ask> = (0..SLIDES).map(|_| ask(rng)).collect();
    // Now and then back where it came from, so that the mover stays among the others.
    for i in 1..asks.len() {
        if rng.one_in(3) {
            asks[i].by = asks[i - 1].by.map(|x| -x);
        }
    }
    Room { mover, blockers, asks }
}

/// A box whose sides are multiples of a half.
fn upright(rng: &mut Rng, most: f64) -> Set {
    let half = [0, 1].map(|_| (libm::rint(rng.between(0.0, most * 2.0)) * 0.5).max(0.5) as f32);
    Set::Rect { center: [0.0; 2], half, rot: [1.0, 0.0], radius: 0.0 }
}

fn ask(rng: &mut Rng) -> Ask {
    let long = match rng.below(12) {
        0 => 1e-3,
        1 => 40.0,
        _ => 4.0,
    };
    let mut by = [0, 1].map(|_| (rng.signed() * long) as f32);
    if rng.one_in(3) {
        by[rng.below(2) as usize] = 0.0;
    }
    let has_up = !rng.one_in(3);
    let step = if rng.one_in(3) { 1.0 } else { 0.0 };
    let snap = if rng.one_in(3) { 0.5 } else { 0.0 };
    Ask { by, has_up, step, snap }
}

//! Reproducible pairs of nasty shapes, in batches of ten that share their two shapes.
//!
//! Of each batch five pairs are moved to within a few ulp of touching, one touches exactly by
//! construction, and four lie at random. `Grid` takes 24-bit numbers on a 2^-k grid; `Wide` takes
//! the whole `f32` range: sizes of 1e-44 (denormal) to 1e18, ratios of up to 1e6.

mod moves;
mod rng;
mod rooms;
mod shapes;
mod touch;

pub use moves::{CASTS, Cast, Move, casts, moves};
pub use rng::Rng;
pub use rooms::{Ask, Room, SLIDES, room};
pub use shapes::is_regular;

use crate::set::Set;
use shapes::{Space, shape};

/// The classes of shapes that the generators know.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Class {
    /// A circle, now and then a point.
    Circle,
    /// A segment with a radius.
    Capsule,
    /// A segment, now and then of length zero.
    Segment,
    /// A rectangle at any stored rotation, half of them rounded.
    Rect,
    /// A polygon of 3 to 32 vertices: a third concave, a tenth with holes, half of them rounded.
    Polygon,
}

impl Class {
    /// All classes, in the order of their names in a pair.
    pub const ALL: [Self; 5] =
        [Self::Circle, Self::Capsule, Self::Segment, Self::Rect, Self::Polygon];

    /// Returns the lower-case name.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Circle => "circle",
            Self::Capsule => "capsule",
            Self::Segment => "segment",
            Self::Rect => "rect",
            Self::Polygon => "polygon",
        }
    }

    /// Lists the fifteen unordered pairs.
    #[must_use]
    pub fn pairs() -> Vec<(Self, Self)> {
        let all = Self::ALL;
        (0..5).flat_map(|i| (i..5).map(move |j| (all[i], all[j]))).collect()
    }
}

/// Which numbers are drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Numbers {
    /// 24-bit multiples of 2^-k.
    Grid,
    /// Any `f32`, from denormals up.
    Wide,
}

/// How many pairs a batch has.
pub const BATCH: usize = 10;

/// Makes one batch; the same arguments give the same bits on every machine.
///
/// ```
/// use jostle_oracle::r#gen::{BATCH, Class, Numbers, batch};
/// let pairs = batch(Numbers::Grid, (Class::Circle, Class::Rect), 1, 7);
/// assert_eq!(pairs.len(), BATCH);
/// assert_eq!(pairs, batch(Numbers::Grid, (Class::Circle, Class::Rect), 1, 7));
/// ```
#[must_use]
pub fn batch(
    numbers: Numbers,
    (class_a, class_b): (Class, Class),
    seed: u64,
    index: u64,
) -> Vec<(Set, Set)> {
    let lane = class_a as u64 * 5 + class_b as u64 + 25 * (numbers as u64);
    let mut rng = Rng::new(seed, lane, index);
    let (space, size_a, size_b) = Space::draw(&mut rng, numbers);
    let home = space.home(&mut rng, size_a);
    let mut a = shape(&mut rng, space, class_a, size_a);
    touch::shift(&mut a, home);
    let mut b = shape(&mut rng, space, class_b, size_b);
    if numbers == Numbers::Wide {
        touch::season(&mut rng, &mut a);
        touch::season(&mut rng, &mut b);
    }
    let reach = size_a + size_b;

    let mut pairs = Vec::with_capacity(BATCH);
    let placed = |rng: &mut Rng| {
        let mut b = b.clone();
        let [dx, dy] = [rng.signed() * reach * 0.8, rng.signed() * reach * 0.8];
        let [x, y] = [home[0] + dx, home[1] + dy].map(|v| space.snap(v));
        touch::shift(&mut b, [f64::from(x), f64::from(y)]);
        b
    };
    for _ in 0..4 {
        pairs.push((a.clone(), placed(&mut rng)));
    }
    while pairs.len() < 9 {
        let mut near = placed(&mut rng);
        touch::bring_near(&mut rng, &a, &mut near);
        for ulps in [4, 2, 1] {
            if pairs.len() < 9 {
                let mut jittered = near.clone();
                touch::jitter(&mut rng, &mut jittered, ulps);
                pairs.push((a.clone(), jittered));
            }
        }
    }
    let exact = touch::exact(
        &mut rng,
        space.gridded(size_a.max(size_b)),
        (class_a, class_b),
        (size_a, size_b),
    );
    pairs.push(exact.unwrap_or_else(|| (a.clone(), placed(&mut rng))));
    pairs
}

#[cfg(test)]
mod tests;

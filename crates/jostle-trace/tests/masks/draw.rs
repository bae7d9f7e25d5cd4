//! Small random masks of several structures and densities, each from one number.

use jostle_trace::Mask;

/// SplitMix64 (Steele, Lea and Flood 2014).
pub(crate) struct Random(u64);

impl Random {
    pub(crate) fn new(seed: u64) -> Self {
        Self(seed)
    }

    pub(crate) fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    /// A number below `n`.
    pub(crate) fn below(&mut self, n: u32) -> u32 {
        (((self.bits() >> 32) * u64::from(n)) >> 32) as u32
    }
}

/// From 4 to 40 pixels, small ones far more often.
fn side(random: &mut Random) -> u32 {
    let most = random.below(37) + 1;
    let most = random.below(most) + 1;
    4 + random.below(most)
}

/// A mask; its structure is the number's too.
pub(crate) fn mask(random: &mut Random) -> Mask {
    let (width, height) = (side(random), side(random));
    match random.below(8) {
        0 => noise(random, width, height),
        1 => smooth(random, width, height, 1),
        2 => smooth(random, width, height, 4),
        3 => boxes(random, width, height),
        4 => discs(random, width, height),
        5 => stripes(random, width, height),
        6 => framed(random, width, height),
        _ => lines(random, width, height),
    }
}

fn noise(random: &mut Random, width: u32, height: u32) -> Mask {
    let density = 1 + random.below(15);
    Mask::from_fn(width, height, |_, _| random.below(16) < density)
}

/// Noise after some turns of the majority of nine: blobs with bays and islands.
fn smooth(random: &mut Random, width: u32, height: u32, turns: u32) -> Mask {
    let mut mask = noise(random, width, height);
    for _ in 0..turns {
        mask = Mask::from_fn(width, height, |x, y| {
            let near = |k: u32| [k.wrapping_sub(1), k, k + 1];
            let solid = near(y).into_iter().flat_map(|y| near(x).map(|x| (x, y)));
            solid.filter(|&(x, y)| mask.get(x, y)).count() >= 5
        });
    }
    mask
}

/// Boxes, each put in or taken out.
fn boxes(random: &mut Random, width: u32, height: u32) -> Mask {
    let mut mask = Mask::new(width, height);
    for _ in 0..1 + random.below(9) {
        let (x, y) = (random.below(width), random.below(height));
        let (w, h, solid) = (random.below(width), random.below(height), random.below(3) > 0);
        for y in y..y + h {
            for x in x..x + w {
                mask.set(x, y, solid);
            }
        }
    }
    mask
}

fn discs(random: &mut Random, width: u32, height: u32) -> Mask {
    let mut mask = Mask::new(width, height);
    for _ in 0..1 + random.below(6) {
        let (cx, cy) = (random.below(width), random.below(height));
        let (square, solid) = (random.below(200), random.below(3) > 0);
        for y in 0..height {
            for x in 0..width {
                if x.abs_diff(cx).pow(2) + y.abs_diff(cy).pow(2) <= square {
                    mask.set(x, y, solid);
                }
            }
        }
    }
    mask
}

/// Patterns in which corners touch: checkers, diagonals, combs.
fn stripes(random: &mut Random, width: u32, height: u32) -> Mask {
    let (p, q, over) = (random.below(4), random.below(4), 2 + random.below(4));
    let (cut, specks) = (random.below(over), random.below(20));
    Mask::from_fn(width, height, |x, y| {
        ((p * x + q * y) % over <= cut) != (random.below(40) < specks)
    })
}

/// Rings in rings, with some pixels the other way.
fn framed(random: &mut Random, width: u32, height: u32) -> Mask {
    let (every, specks) = (1 + random.below(3), random.below(4));
    Mask::from_fn(width, height, |x, y| {
        let depth = [x, y, width - 1 - x, height - 1 - y].into_iter().min().unwrap_or(0);
        (depth / every).is_multiple_of(2) != (random.below(40) < specks)
    })
}

/// Lines one pixel wide from one place to the next.
fn lines(random: &mut Random, width: u32, height: u32) -> Mask {
    let mut mask = Mask::new(width, height);
    let (mut x, mut y) = (random.below(width), random.below(height));
    for _ in 0..2 + random.below(8) {
        let (to_x, to_y) = (random.below(width), random.below(height));
        let steps = x.abs_diff(to_x).max(y.abs_diff(to_y)).max(1);
        for k in 0..=steps {
            mask.set(
                (x * (steps - k) + to_x * k) / steps,
                (y * (steps - k) + to_y * k) / steps,
                true,
            );
        }
        (x, y) = (to_x, to_y);
    }
    mask
}

//! Who moves, and how it is steered.

use jostle_oracle::r#gen::Rng;

use super::form::Form;
use super::game::Answer;
use super::op::Ask;

/// A unit of length of a game, and what goes with it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Scale {
    /// The side of a tile.
    pub(crate) tile: f32,
    /// Added to the fall in each frame.
    pub(crate) gravity: f32,
    is_metric: bool,
}

impl Scale {
    /// Pixels a frame, or metres at 60 frames a second.
    pub(crate) fn draw(rng: &mut Rng) -> Self {
        if rng.one_in(2) {
            let tile = if rng.one_in(3) { 0.5 } else { 1.0 };
            Self { tile, gravity: (9.81 / 3600.0) as f32, is_metric: true }
        } else {
            let tile = if rng.one_in(2) { 16.0 } else { 32.0 };
            let gravity = if rng.one_in(3) { 1.0 } else { 0.3 };
            Self { tile, gravity, is_metric: false }
        }
    }

    /// A length in hundredths of a tile: whole numbers of pixels, and decimals of metres.
    pub(crate) fn length(self, hundredths: f64) -> f32 {
        let long = hundredths * 0.01 * f64::from(self.tile);
        if self.is_metric {
            ((long * 100.0).round() / 100.0) as f32
        } else {
            (long.round() as f32).max(1.0)
        }
    }

    /// A place on the grid of tiles, or anywhere.
    pub(crate) fn place(self, rng: &mut Rng, tiles: f64) -> f32 {
        let long = tiles * f64::from(self.tile);
        match rng.below(3) {
            0 if self.is_metric => ((long * 4.0).round() / 4.0) as f32,
            0 => long.round() as f32,
            1 => ((long * 100.0).round() / 100.0) as f32,
            _ => long as f32,
        }
    }
}

/// A shape for a mover about its origin: boxes, capsules, discs and polygons, whose origin is the middle, the feet or
/// the corner of a sprite.
pub(crate) fn hero(rng: &mut Rng, scale: Scale) -> Form {
    let half_wide = scale.length(rng.between(18.0, 46.0));
    let half_high = scale.length(rng.between(28.0, 90.0));
    let feet = |y: f32| [0.0, -y];
    match rng.below(12) {
        0 | 1 => Form::Rect { center: [0.0; 2], half: [half_wide, half_high] },
        2 | 3 => Form::Rect { center: feet(half_high), half: [half_wide, half_high] },
        4 => Form::Rect { center: [half_wide, half_high], half: [half_wide, half_high] },
        5 => {
            let axis = half_high;
            Form::Capsule { a: [0.0, -axis], b: [0.0, axis], radius: half_wide }
        }
        6 | 7 => {
            let long = half_wide + 2.0 * half_high;
            Form::Capsule { a: feet(half_wide), b: feet(long), radius: half_wide }
        }
        8 => Form::Circle { center: [0.0; 2], radius: half_wide },
        9 => Form::Circle { center: feet(half_wide), radius: half_wide },
        n => {
            let (w, h) = (half_wide, half_high);
            let cut = if rng.one_in(2) { 0.5 } else { 0.25 };
            let (u, v) = (w * cut, h * cut);
            let y = if n == 10 { 0.0 } else { h };
            let ring = [[w, -v], [w, v], [u, h], [-u, h], [-w, v], [-w, -v], [-u, -h], [u, -h]];
            Form::convex(ring.iter().map(|p| [p[0], p[1] - y]).collect())
        }
    }
}

/// The half width and the half height of a mover, and where its middle is.
pub(crate) fn extents(form: &Form) -> ([f32; 2], [f32; 2]) {
    match form {
        Form::Rect { center, half } => (*center, *half),
        Form::Circle { center, radius } => (*center, [*radius; 2]),
        Form::Capsule { a, b, radius } => {
            ([a[0], (a[1] + b[1]) * 0.5], [*radius, (b[1] - a[1]).abs() * 0.5 + radius])
        }
        Form::Polygon { points, .. } => {
            let most = |i: usize, sign: f32| {
                points.iter().map(|p| p[i] * sign).fold(f32::NEG_INFINITY, f32::max)
            };
            let (low, high) = ([-most(0, -1.0), -most(1, -1.0)], [most(0, 1.0), most(1, 1.0)]);
            let half = [0, 1].map(|i| (high[i] - low[i]) * 0.5);
            ([0, 1].map(|i| low[i] + half[i]), half)
        }
        _ => ([0.0; 2], [1.0; 2]),
    }
}

/// Steers a mover as the guide does: it walks one way for a while, stands, jumps.
#[derive(Clone, Debug)]
pub(crate) struct Pilot {
    scale: Scale,
    up: [f32; 2],
    max_slope: f32,
    step: f32,
    snap: f32,
    pace: &'static str,
    speed: f32,
    /// What is asked downward while it stands.
    press: f32,
    jump: f32,
    fall: f32,
    walk: f32,
    /// Frames until it chooses again.
    left: u64,
}

impl Pilot {
    /// A pilot with habits of its own; one that `jumps` also stands less.
    pub(crate) fn new(rng: &mut Rng, scale: Scale, jumps: bool) -> Self {
        let tile = f64::from(scale.tile);
        let speed = match rng.below(3) {
            0 => scale.tile / 8.0,
            1 if !scale.is_metric => 1.7,
            _ => (rng.between(0.02, 0.25) * tile) as f32,
        };
        let press = match rng.below(4) {
            0 => scale.gravity,
            1 => 0.0,
            2 => scale.tile / 16.0,
            _ => (rng.between(0.02, 0.4) * tile) as f32,
        };
        let snap = if rng.one_in(2) || press == 0.0 { scale.tile / 4.0 } else { 0.0 };
        let high = (2.0 * f64::from(scale.gravity) * rng.between(1.0, 4.0) * tile).sqrt();
        Self {
            scale,
            up: [0.0, -1.0],
            max_slope: if rng.one_in(3) { 60.0 } else { 45.0 },
            step: if rng.one_in(3) { scale.tile * 0.3 } else { 0.0 },
            snap,
            pace: ["project", "project", "keep", "level"][rng.below(4) as usize],
            speed,
            press,
            jump: if jumps { high as f32 } else { 0.0 },
            fall: 0.0,
            walk: 0.0,
            left: 0,
        }
    }

    pub(crate) fn with_step(self, step: f32) -> Self {
        Self { step, ..self }
    }

    pub(crate) fn with_max_slope(self, max_slope: f32) -> Self {
        Self { max_slope, ..self }
    }

    /// Asks at least this much downward while it stands.
    pub(crate) fn pressing(self, press: f32) -> Self {
        Self { press: if self.press > press { self.press } else { press }, ..self }
    }

    /// What is asked in the next frame.
    pub(crate) fn ask(&mut self, rng: &mut Rng, last: Option<&Answer>) -> Ask {
        if self.left == 0 {
            self.left = 5 + rng.below(80);
            self.walk =
                [self.speed, -self.speed, self.speed, -self.speed, 0.0][rng.below(5) as usize];
        }
        self.left -= 1;
        let stands = last.is_some_and(|last| last.floor.is_some());
        let jumps = stands && self.jump > 0.0 && rng.one_in(20);
        if last.is_some_and(|last| last.ceiling.is_some()) && self.fall < 0.0 {
            self.fall = 0.0;
        }
        self.fall = match (stands, jumps) {
            (true, true) => -self.jump,
            (true, false) => self.press,
            (false, _) => self.fall + self.scale.gravity,
        };
        let snap = if self.fall < 0.0 { 0.0 } else { self.snap };
        self.slide([self.walk, self.fall], snap)
    }

    pub(crate) fn slide(&self, by: [f32; 2], snap: f32) -> Ask {
        let Self { up, max_slope, step, pace, .. } = *self;
        Ask { by, up: Some(up), max_slope, step, snap, pace }
    }

    /// Adds to what it asks the way of a belt that it stands on.
    pub(crate) fn pushed(mut ask: Ask, belt: f32) -> Ask {
        ask.by[0] += belt;
        ask
    }
}

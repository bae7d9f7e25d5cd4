//! Which places on their lines give the points of a soft outline the pixels' own coverage?
//!
//! Method: the sum of |coverage − alpha| over the pixels is made smaller by moving one point at a
//! time along its line between two pixel centres, by steps that are halved, and by bending the
//! outline or not where it turns between four pixels; each trial costs the two squares beside the
//! point. Points stay on their lines and bends in their squares, so rings stay simple and apart.
//! Frame: pixels. Error: a local least. Cost: about 60 trials a point on soft edges, few on hard ones.

use super::cell::Path;
use super::{Alpha, FARTHEST};
use crate::Point;

/// The steps by which points are tried, in 1/256 px.
const STEPS: [i32; 5] = [48, 48, 24, 12, 6];
/// The bends that are tried.
const BENDS: [f64; 3] = [0.0, 0.5, 1.0];
/// The misfit of all pixels at a point below which it is left alone: two steps of alpha.
const NOTHING: f64 = 2.0 / 255.0;

/// One unit of pixel edge and how far outward its point lies.
#[derive(Clone, Copy)]
pub(super) struct Unit {
    /// Its first end, in pixels.
    pub(super) from: Point,
    /// Its direction, a unit step; solid is to the right hand.
    pub(super) step: [i32; 2],
    /// In 1/256 px.
    pub(super) out: i32,
    /// The bend at `from`.
    pub(super) bend: f64,
    /// Whether two lines pass between the pixels around `from`, so that none may bend.
    pub(super) shared: bool,
}

/// The coverage of all pixels by a soft outline that is being made.
pub(super) struct Coverage<'a> {
    alpha: &'a Alpha<'a>,
    width: i32,
    height: i32,
    /// Of the pixels and of one more all around.
    covered: Vec<f64>,
}

impl<'a> Coverage<'a> {
    /// Begins with outlines along the pixel edges.
    pub(super) fn new(alpha: &'a Alpha<'a>) -> Self {
        let (width, height) = (alpha.mask.width() as i32 + 2, alpha.mask.height() as i32 + 2);
        let mut covered = vec![0.0; width as usize * height as usize];
        for y in 0..alpha.mask.height() {
            let begin = (y as usize + 1) * width as usize + 1;
            for x in 0..alpha.mask.width() {
                covered[begin + x as usize] = if alpha.mask.get(x, y) { 1.0 } else { 0.0 };
            }
        }
        Self { alpha, width, height, covered }
    }

    /// Adds the lines of one ring.
    pub(super) fn add(&mut self, ring: &[Unit]) {
        for at in 0..ring.len() {
            self.change(ring, at, 1.0);
        }
    }

    /// Adds or takes away the line around the first end of unit `at`.
    fn change(&mut self, ring: &[Unit], at: usize, sign: f64) {
        let surplus = path(ring, at).surplus();
        for (pixel, surplus) in self.around(ring[at].from).into_iter().zip(surplus) {
            self.covered[pixel] += sign * surplus;
        }
    }

    /// The four pixels around a corner.
    fn around(&self, [x, y]: Point) -> [usize; 4] {
        let first = (y * self.width + x) as usize;
        let width = self.width as usize;
        [first, first + 1, first + width, first + width + 1]
    }

    fn misfit(&self, ring: &[Unit], at: usize) -> f64 {
        let next = ring[(at + 1) % ring.len()];
        let mut pixels = [0; 8];
        pixels[..4].copy_from_slice(&self.around(ring[at].from));
        pixels[4..].copy_from_slice(&self.around(next.from));
        let mut sum = 0.0;
        for (i, &pixel) in pixels.iter().enumerate() {
            if !pixels[..i].contains(&pixel) {
                let at = pixel as i32;
                let (x, y) = (at % self.width - 1, at / self.width - 1);
                sum += (self.covered[pixel] - f64::from(self.alpha.at(x, y)) / 255.0).abs();
            }
        }
        sum
    }

    /// Tries another state of unit `at`, and keeps it if it fits better.
    fn attempt(&mut self, ring: &mut [Unit], at: usize, unit: Unit) -> bool {
        let (old, next) = (ring[at], (at + 1) % ring.len());
        let before = self.misfit(ring, at);
        self.change(ring, at, -1.0);
        self.change(ring, next, -1.0);
        ring[at] = unit;
        self.change(ring, at, 1.0);
        self.change(ring, next, 1.0);
        if self.misfit(ring, at) < before - 1e-9 {
            return true;
        }
        self.change(ring, at, -1.0);
        self.change(ring, next, -1.0);
        ring[at] = old;
        self.change(ring, at, 1.0);
        self.change(ring, next, 1.0);
        false
    }

    /// Moves the points of a ring to where they fit.
    pub(super) fn relax(&mut self, ring: &mut [Unit]) {
        debug_assert!(self.height > 1, "there is a pixel");
        for step in STEPS {
            for at in 0..ring.len() {
                if self.misfit(ring, at) < NOTHING {
                    continue;
                }
                for out in [step, -step] {
                    let out = (ring[at].out + out).clamp(-FARTHEST, FARTHEST);
                    if self.attempt(ring, at, Unit { out, ..ring[at] }) {
                        break;
                    }
                }
                if ring[at].shared || !path(ring, at).turns() {
                    continue;
                }
                for bend in BENDS {
                    if bend != ring[at].bend {
                        self.attempt(ring, at, Unit { bend, ..ring[at] });
                    }
                }
            }
        }
    }
}

/// The line between the pixels around the first end of unit `at`.
pub(super) fn path(ring: &[Unit], at: usize) -> Path {
    let (here, before) = (ring[at], ring[(at + ring.len() - 1) % ring.len()]);
    // Outward is to the left hand of the step.
    let along = |unit: Unit| {
        let out = f64::from(unit.out) / 256.0;
        if unit.step[0] == 0 {
            out * f64::from(unit.step[1])
        } else {
            -out * f64::from(unit.step[0])
        }
    };
    Path {
        sides: [before.step.map(|v| -v), here.step],
        along: [along(before), along(here)],
        bend: here.bend,
    }
}

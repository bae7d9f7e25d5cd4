//! Which places on their lines give the points of a soft outline the pixels' own coverage?
//!
//! Method: the misfit of coverage and alpha over the pixels is made smaller by moving one point at
//! a time along its line between two pixel centers, by ever smaller steps, and by bending the
//! outline or not between four pixels; each trial costs the two squares beside the point. Squares
//! of differences come first, as sums of amounts have kinks where one point alone cannot move; then
//! amounts, which the soft IoU counts. Points stay on their lines and bends in their squares, so
//! rings stay simple and apart. Frame: pixels. Error: a local least. Cost: 24 trials a point on
//! soft edges and those of bends where something changed, none on hard ones. Rejected: amounts
//! alone (80 of 98 soft sprites at a soft IoU of 0.97, not 83).

use super::cell::Path;
use super::{Alpha, FARTHEST};
use crate::Point;

/// How a pixel's difference counts.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Misfit {
    Square,
    Amount,
}

/// The rounds: how misfit counts, and the step by which points are tried, in 1/256 px.
const ROUNDS: [(Misfit, i32); 12] = [
    (Misfit::Square, 64),
    (Misfit::Square, 32),
    (Misfit::Square, 16),
    (Misfit::Square, 8),
    (Misfit::Amount, 64),
    (Misfit::Amount, 48),
    (Misfit::Amount, 32),
    (Misfit::Amount, 24),
    (Misfit::Amount, 16),
    (Misfit::Amount, 12),
    (Misfit::Amount, 6),
    (Misfit::Amount, 3),
];
/// The bends that are tried.
const BENDS: [f64; 4] = [-0.5, 0.0, 0.5, 1.0];
/// The difference of all pixels at a point below which it is left alone: two steps of alpha.
const NOTHING: f64 = 2.0 / 255.0;
/// What a bend, which is a vertex, must gain.
const BEND_GAIN: f64 = 0.002;
/// What covering too much counts beside covering too little: the soft IoU that is hoped for, by
/// which the larger of both areas is weighed.
const TOO_MUCH: f64 = 0.97;

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
    /// True if two lines pass between the pixels around `from`, so that none may bend.
    pub(super) shared: bool,
}

/// By how much the pixels are covered beyond their alpha, by a soft outline that is being made.
pub(super) struct Coverage {
    width: usize,
    /// Of the pixels and of one more all around.
    excess: Vec<f64>,
    /// The change that each was last part of, by number.
    changed: Vec<u32>,
    changes: u32,
}

/// The six pixels beside a unit, and what a trial changes in them.
struct Trial {
    surplus: [[f64; 4]; 2],
    change: [f64; 6],
}

impl Coverage {
    /// Begins with outlines along the pixel edges.
    pub(super) fn new(alpha: &Alpha) -> Self {
        let (width, height) = (alpha.mask.width() as usize + 2, alpha.mask.height() as usize + 2);
        let mut excess = vec![0.0; width * height];
        for y in 0..alpha.mask.height() {
            let begin = (y as usize + 1) * width + 1;
            for x in 0..alpha.mask.width() {
                let covered = if alpha.mask.get(x, y) { 1.0 } else { 0.0 };
                let wanted = f64::from(alpha.at(x as i32, y as i32)) / 255.0;
                excess[begin + x as usize] = covered - wanted;
            }
        }
        Self { width, changed: vec![0; excess.len()], changes: 0, excess }
    }

    /// Adds the lines of one ring, and gives what each adds to the pixels around it.
    pub(super) fn add(&mut self, ring: &[Unit]) -> Vec<[f64; 4]> {
        let surplus: Vec<_> = (0..ring.len()).map(|at| path(ring, at).surplus()).collect();
        for (unit, surplus) in ring.iter().zip(&surplus) {
            for (pixel, surplus) in self.around(unit.from).into_iter().zip(surplus) {
                self.excess[pixel] += surplus;
            }
        }
        surplus
    }

    /// The four pixels around a corner, in reading order.
    fn around(&self, [x, y]: Point) -> [usize; 4] {
        let first = y as usize * self.width + x as usize;
        [first, first + 1, first + self.width, first + self.width + 1]
    }

    /// The six pixels around a unit: the four around its first end and the two beyond, and which of
    /// them are around its second end.
    fn beside(&self, unit: &Unit) -> ([usize; 6], [usize; 4]) {
        let [nw, ne, sw, se] = self.around(unit.from);
        let width = self.width;
        match unit.step {
            [1, 0] => ([nw, ne, sw, se, ne + 1, se + 1], [1, 4, 3, 5]),
            [-1, 0] => ([nw, ne, sw, se, nw - 1, sw - 1], [4, 0, 5, 2]),
            [0, 1] => ([nw, ne, sw, se, sw + width, se + width], [2, 3, 4, 5]),
            _ => ([nw, ne, sw, se, nw - width, ne - width], [4, 5, 0, 1]),
        }
    }

    fn misfit(&self, kind: Misfit, pixels: &[usize; 6], change: &[f64; 6]) -> f64 {
        let mut sum = 0.0;
        for (&pixel, change) in pixels.iter().zip(change) {
            let excess = self.excess[pixel] + change;
            sum += match kind {
                Misfit::Square => excess * excess,
                Misfit::Amount if excess > 0.0 => TOO_MUCH * excess,
                Misfit::Amount => -excess,
            };
        }
        sum
    }

    /// Moves the points of a ring to where they fit; `surplus` is the result of [`Self::add`].
    pub(super) fn relax(&mut self, ring: &mut [Unit], surplus: &mut [[f64; 4]]) {
        let still = [0.0; 6];
        // The kind of misfit and the change after which the bends of each unit were tried.
        let mut bent = vec![None; ring.len()];
        for (kind, step) in ROUNDS {
            for at in 0..ring.len() {
                let (pixels, second) = self.beside(&ring[at]);
                if self.misfit(Misfit::Amount, &pixels, &still) < NOTHING {
                    continue;
                }
                let mut best = self.misfit(kind, &pixels, &still) - 1e-9;
                let unit = ring[at];
                let mut tries = [unit; 6];
                let mut count = 2;
                for (other, out) in tries.iter_mut().zip([step, -step]) {
                    other.out = (unit.out + out).clamp(-FARTHEST, FARTHEST);
                }
                // Bends that were no better are none until something beside them changes.
                let last = pixels.iter().map(|&pixel| self.changed[pixel]).max();
                if !unit.shared && bent[at].is_none_or(|(k, then)| k != kind || last > Some(then)) {
                    for bend in BENDS.into_iter().filter(|&bend| bend != unit.bend) {
                        tries[count].bend = bend;
                        count += 1;
                    }
                    bent[at] = Some((kind, self.changes));
                }
                let mut kept: Option<(Unit, Trial)> = None;
                for &other in &tries[..count] {
                    ring[at] = other;
                    let trial = trial(ring, at, surplus, second, other.out != unit.out);
                    let more = if other.bend != 0.0 && unit.bend == 0.0 { BEND_GAIN } else { 0.0 };
                    let misfit = self.misfit(kind, &pixels, &trial.change) + more;
                    if misfit < best {
                        best = misfit;
                        kept = Some((other, trial));
                    }
                }
                ring[at] = unit;
                if let Some((unit, trial)) = kept {
                    ring[at] = unit;
                    let next = (at + 1) % ring.len();
                    [surplus[at], surplus[next]] = trial.surplus;
                    self.changes += 1;
                    for (pixel, change) in pixels.into_iter().zip(trial.change) {
                        self.excess[pixel] += change;
                        self.changed[pixel] = self.changes;
                    }
                }
            }
        }
    }
}

/// What unit `at` as it now is changes beside what was; the line after its point only if that
/// moved.
fn trial(ring: &[Unit], at: usize, was: &[[f64; 4]], second: [usize; 4], moved: bool) -> Trial {
    let next = (at + 1) % ring.len();
    let after = if moved { path(ring, next).surplus() } else { was[next] };
    let surplus = [path(ring, at).surplus(), after];
    let mut change = [0.0; 6];
    for quarter in 0..4 {
        change[quarter] += surplus[0][quarter] - was[at][quarter];
        change[second[quarter]] += surplus[1][quarter] - was[next][quarter];
    }
    Trial { surplus, change }
}

/// The line between the pixels around the first end of unit `at`.
pub(super) fn path(ring: &[Unit], at: usize) -> Path {
    let before = ring[if at == 0 { ring.len() - 1 } else { at - 1 }];
    let here = ring[at];
    // Outward is to the left hand of the step.
    let along = |unit: Unit| {
        let out = f64::from(unit.out) / 256.0;
        out * f64::from(unit.step[1] - unit.step[0])
    };
    Path {
        sides: [before.step.map(|v| -v), here.step],
        along: [along(before), along(here)],
        bend: here.bend,
    }
}

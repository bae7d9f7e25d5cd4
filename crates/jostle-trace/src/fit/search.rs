//! Which numbers make a simple shape match a mask best?
//!
//! Starts from moments and improves by a compass search: each number in turn is tried a step up and
//! a step down, and steps halve when nothing improves. Sums are exact integers; scores come from
//! the checker, so a better score is a better shape.

use jostle::Rot;

use super::Simple;
use super::form::{COARSE, FINE, Form};
use crate::{Mask, deviation, iou};

/// The last step, in pixels.
const LAST: f64 = 1.0 / 64.0;
/// Scores asked of one search, at most.
const ASKED: usize = 600;

/// Area, mean and covariance of the union of the solid pixels.
struct Moments {
    area: f64,
    center: [f64; 2],
    /// xx, xy, yy.
    spread: [f64; 3],
}

impl Moments {
    fn of(mask: &Mask) -> Option<Self> {
        let (mut n, mut sx, mut sy) = (0_i64, 0_i64, 0_i64);
        let (mut xx, mut xy, mut yy) = (0_i128, 0_i128, 0_i128);
        for y in 0..mask.height() {
            let (mut row_n, mut row_x) = (0_i64, 0_i64);
            for (i, word) in mask.row(y).iter().enumerate() {
                let mut left = *word;
                while left != 0 {
                    let x = i as i64 * 64 + i64::from(left.trailing_zeros());
                    left &= left - 1;
                    row_n += 1;
                    row_x += x;
                    xx += i128::from(x * x);
                }
            }
            let y = i64::from(y);
            n += row_n;
            sx += row_x;
            sy += row_n * y;
            xy += i128::from(row_x) * i128::from(y);
            yy += i128::from(row_n) * i128::from(y * y);
        }
        if n == 0 {
            return None;
        }
        let area = n as f64;
        let mean = |s: i64| s as f64 / area;
        let (mx, my) = (mean(sx), mean(sy));
        // n·Σxx − (Σx)², exact; a pixel's own spread is 1/12.
        let central = |s: i128, p: i64, q: i64| {
            (i128::from(n) * s - i128::from(p) * i128::from(q)) as f64 / (area * area)
        };
        let own = 1.0 / 12.0;
        let spread = [central(xx, sx, sx) + own, central(xy, sx, sy), central(yy, sy, sy) + own];
        Some(Self { area, center: [mx + 0.5, my + 0.5], spread })
    }

    /// The larger and the smaller variance, and the direction of the larger.
    fn axes(&self) -> ([f64; 2], Rot) {
        let [xx, xy, yy] = self.spread;
        let (middle, off) = ((xx + yy) * 0.5, (xx - yy) * 0.5);
        let root = (off * off + xy * xy).sqrt();
        let variances = [middle + root, if middle > root { middle - root } else { 0.0 }];
        // (off, xy) is the direction at twice the angle.
        let (c2, length) = (off, root);
        let (mut x, mut y) = (1.0, 0.0);
        if length > 1e-9 * middle {
            x = ((1.0 + c2 / length) * 0.5).sqrt();
            y = ((1.0 - c2 / length) * 0.5).sqrt();
            if xy < 0.0 {
                y = -y;
            }
        }
        (variances, Rot { cos: x as f32, sin: y as f32 })
    }
}

/// Finds the best form of a kind: for IoU, or from a form on for deviation.
pub(super) fn best(kind: Simple, mask: &Mask, from: Option<Form>) -> Option<Form> {
    let starts = match from {
        Some(form) => vec![form],
        None => starts(kind, mask)?,
    };
    let near = from.is_some();
    let score = |form: &Form| {
        if form.half[1] <= 0.0 || form.half[0] < 0.0 {
            return f64::NEG_INFINITY;
        }
        let drawing = super::drawing(form.drawn(kind, if near { FINE } else { COARSE }).0);
        if near {
            let [out, into] = deviation(&drawing, mask);
            -(if out > into { out } else { into })
        } else {
            iou(&drawing, mask)
        }
    };
    let scored = starts.into_iter().map(|form| (score(&form.kept()), form.kept()));
    let mut best = scored.max_by(|a, b| a.0.total_cmp(&b.0))?;
    let size = best.1.half[0] + best.1.half[1];
    let mut step = if near { 0.5 } else { size / 8.0 };
    let mut asked = 0;
    while step >= LAST && asked < ASKED {
        let mut better = false;
        for change in 0..10 {
            let tried = moved(kind, best.1, change, step).kept();
            asked += 1;
            let found = score(&tried);
            if found > best.0 {
                best = (found, tried);
                better = true;
            }
        }
        if !better {
            step *= 0.5;
        }
    }
    Some(best.1)
}

/// First guesses, upright and along the larger spread.
fn starts(kind: Simple, mask: &Mask) -> Option<Vec<Form>> {
    let moments = Moments::of(mask)?;
    let (variances, axis) = moments.axes();
    let [xx, _, yy] = moments.spread;
    let center = moments.center;
    let guess = |[u, v]: [f64; 2], axis: Rot| {
        let [u, v] = [u, v].map(f64::sqrt);
        let half = match kind {
            Simple::Circle => {
                let r = (moments.area / core::f64::consts::PI).sqrt();
                [r, r]
            }
            Simple::Rect | Simple::Hull => [u, v].map(|s| s * 3.0_f64.sqrt()),
            Simple::Ellipse => [u, v].map(|s| s * 2.0),
            Simple::Capsule => {
                // Between a disc, whose radius is 2 v, and a bar, √3 v; the length from the area.
                let r = 1.8 * v;
                let rest = moments.area - core::f64::consts::PI * r * r;
                [if rest > 0.0 { rest / (4.0 * r) } else { 0.0 }, r]
            }
        };
        Form { center, half, axis }
    };
    let upright = Rot::IDENTITY;
    let mut all = vec![guess(variances, axis), guess([xx, yy], upright)];
    if kind == Simple::Rect {
        // A square has no larger spread: an eighth turn is as far as it can be off.
        all.push(guess(variances, Rot::from_degrees(45.0)));
        all.push(guess(variances, Rot::from_degrees(22.5)));
        all.push(guess(variances, Rot::from_degrees(67.5)));
        all.extend(box_of(mask));
    }
    Some(all)
}

/// The box around the solid pixels.
fn box_of(mask: &Mask) -> Option<Form> {
    let solid = |x: &u32| (0..mask.height()).any(|y| mask.get(*x, y));
    let (left, right) = ((0..mask.width()).find(solid)?, (0..mask.width()).rev().find(solid)?);
    let filled = |y: &u32| mask.row(*y).iter().any(|w| *w != 0);
    let (top, bottom) = ((0..mask.height()).find(filled)?, (0..mask.height()).rev().find(filled)?);
    let middle = |from: u32, to: u32| (f64::from(from) + f64::from(to) + 1.0) * 0.5;
    let half = |from: u32, to: u32| (f64::from(to) - f64::from(from) + 1.0) * 0.5;
    Some(Form {
        center: [middle(left, right), middle(top, bottom)],
        half: [half(left, right), half(top, bottom)],
        axis: Rot::IDENTITY,
    })
}

/// The form after one of ten changes; those that a kind does not have leave it as it is.
fn moved(kind: Simple, form: Form, change: usize, step: f64) -> Form {
    let mut form = form;
    let by = if change.is_multiple_of(2) { step } else { -step };
    match (change / 2, kind) {
        (0, _) => form.center[0] += by,
        (1, _) => form.center[1] += by,
        (2, _) => form.half[1] += by,
        (3, Simple::Rect | Simple::Capsule | Simple::Ellipse) => form.half[0] += by,
        (4, Simple::Rect | Simple::Capsule | Simple::Ellipse) => {
            let reach = form.half[0] + form.half[1];
            let angle = Rot::from_radians((by / (if reach > 1.0 { reach } else { 1.0 })) as f32);
            let (c, s) = (f64::from(form.axis.cos), f64::from(form.axis.sin));
            let (dc, ds) = (f64::from(angle.cos), f64::from(angle.sin));
            let (x, y) = (c * dc - s * ds, c * ds + s * dc);
            let length = (x * x + y * y).sqrt();
            form.axis = Rot { cos: (x / length) as f32, sin: (y / length) as f32 };
        }
        _ => {}
    }
    form
}

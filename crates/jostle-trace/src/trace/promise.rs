//! Is a goal possible, and was it kept?
//!
//! It compares the measures of the checker and does not depend on how the outline was made.

use crate::{Goal, Mask, Measured, Outline, Side, TraceError, UNITS_PER_PIXEL};

/// Refuses goals that nothing can reach, or that say nothing.
pub(super) fn possible(goal: &Goal) -> Result<(), TraceError> {
    let refuse = |what: &'static str, why: String| Err(TraceError::Goal { what, why });
    if let Some(pixels) = goal.max_deviation.filter(|d| !(*d >= 0.0 && d.is_finite())) {
        return refuse("deviation", format!("{pixels} pixels is no distance"));
    }
    if let Some(share) = goal.min_iou.filter(|share| !(0.0..=1.0).contains(share)) {
        return refuse("IoU", format!("{share} is not from 0 to 1"));
    }
    if let Some(share) = goal.max_area_error.filter(|share| share.is_nan() || *share < 0.0) {
        return refuse("area error", format!("{share} is not a share of an area"));
    }
    if let Some(count) = goal.max_vertices.filter(|&count| count < 3) {
        return refuse("vertices", format!("{count} are too few for any area"));
    }
    let bounded = goal.max_deviation.is_some()
        || goal.min_iou.is_some()
        || goal.max_area_error.is_some()
        || goal.max_vertices.is_some();
    if goal.side != Side::Free && !bounded {
        let why = "a side says where the outline may run, and not how near: a bound is wanted too";
        return refuse("side", why.to_owned());
    }
    Ok(())
}

/// Returns `true` if the checker agrees that a goal is reached; the vertices are asked apart.
/// `slack` is how far the outline that was simplified lay from the pixels.
pub(super) fn holds(goal: &Goal, found: &Measured, iou: f64, share: f64, slack: f64) -> bool {
    // The checker's distances may be 0.0001 px too large.
    const ROUNDED: f64 = 1e-4;
    let side = match goal.side {
        Side::Free => true,
        Side::Cover => found.uncovered == 0,
        Side::Inside => found.overrun == 0,
    };
    side && found.validity.is_sound()
        && goal.max_deviation.is_none_or(|most| found.deviation() <= most + slack + ROUNDED)
        && goal.min_iou.is_none_or(|least| iou >= least - f64::EPSILON)
        && goal.max_area_error.is_none_or(|most| share <= most + 1e-9)
}

/// What an outline is held against: the solid pixels, or each pixel's share of 255.
#[derive(Clone, Copy)]
pub(super) enum Truth<'a> {
    Pixels(&'a Mask),
    Shares(&'a [u8]),
}

impl Truth<'_> {
    fn area(self) -> f64 {
        match self {
            Self::Pixels(mask) => mask.area() as f64,
            Self::Shares(alpha) => alpha.iter().map(|&a| f64::from(a)).sum::<f64>() / 255.0,
        }
    }

    /// The area where outline and truth differ, as a share of the truth's, from their measured IoU
    /// and the two areas: with IoU = (M + D − X) / (M + D + X), X = (M + D)(1 − IoU) / (1 + IoU).
    pub(super) fn error_share(self, outline: &Outline, iou: f64) -> f64 {
        let solid = self.area();
        if solid == 0.0 {
            return if outline.rings.is_empty() { 0.0 } else { f64::INFINITY };
        }
        let unit = f64::from(UNITS_PER_PIXEL);
        let traced = outline.doubled_area() as f64 / (2.0 * unit * unit);
        (solid + traced) * (1.0 - iou) / (1.0 + iou) / solid
    }
}

//! What falls lands where the ground is, and what stands has a floor.

use super::super::plane::{P, Side, dot, length, scale, sub};
use super::{APART, Finding, Frame, NEAR, TOUCH};

/// A fall straight down ends at the ground, or goes all the way.
pub(super) fn fall(frame: &Frame<'_>) -> Option<Finding> {
    let (level, down) = frame.level_and_down()?;
    if level != [0.0; 2] || down <= 0.0 || frame.answer.snapped != 0.0 || frame.is_stuck() {
        return None;
    }
    let expected = fallen(frame, frame.start(), down)?;
    // A ledge as thin as the last digits may hold it or not.
    let beside = frame.beside(frame.start(), frame.up?, TOUCH);
    let agrees = |d: f64| (d - expected).abs() <= 3.0 * TOUCH * frame.ulp;
    if !beside.iter().all(|place| fallen(frame, *place, down).is_some_and(agrees)) {
        return None;
    }
    let off = length(sub(frame.went(), scale(frame.up?, -expected)));
    let near = NEAR * frame.ulp + down * 2e-7;
    if off <= near {
        return None;
    }
    frame.found("fall", &format!("the ground is {expected} below, off by {}", frame.ulps(off)))
}

/// How far a fall goes; `None` where what stops it may be no floor.
fn fallen(frame: &Frame<'_>, from: P, down: f64) -> Option<f64> {
    let Some((distance, sides)) = frame.drop(from, down + APART * frame.ulp) else {
        return Some(down);
    };
    sides.iter().all(|side| frame.is_floor(side)).then_some(distance.min(down))
}

/// What was kept from going down and ends on a floor has it.
pub(super) fn lost(frame: &Frame<'_>) -> Option<Finding> {
    let (_, down) = frame.level_and_down()?;
    let fell = -dot(frame.went(), frame.up?);
    if frame.answer.floor.is_some() || down <= TOUCH * frame.ulp || frame.is_stuck() {
        return None;
    }
    if fell >= down - TOUCH * frame.ulp {
        return None;
    }
    let end = frame.end();
    let mut told = None;
    for place in frame.beside(end, frame.up?, 2.0) {
        let (distance, sides) = frame.drop(place, TOUCH * frame.ulp)?;
        // Over the top of what is round the ground falls away by as much.
        let is_near = |side: &Side| side.is_edge || distance <= 3.0 * frame.ulp;
        let floor = sides.into_iter().find(|side| frame.is_floor(side) && is_near(side))?;
        told = told.or(Some((distance, floor.normal)));
    }
    let (distance, normal) = told?;
    frame.found("floor-lost", &format!("a floor {normal:?} lies {} below", frame.ulps(distance)))
}

/// Where a floor is told there is ground, and what is told to be stood on.
pub(super) fn groundless(frame: &Frame<'_>) -> Option<Finding> {
    let floor = frame.answer.floor?;
    if frame.answer.footing.is_none() {
        return frame.found("no-footing", "a floor without a footing");
    }
    let beside = frame.beside(frame.end(), frame.up?, APART);
    if beside.iter().any(|place| frame.drop(*place, 2.0 * APART * frame.ulp).is_some()) {
        return None;
    }
    frame.found("floor-false", &format!("no ground below for the floor {floor:?}"))
}

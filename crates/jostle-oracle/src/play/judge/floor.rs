//! What falls lands where the ground is, and what stands has a floor.

use super::super::plane::{dot, length, scale, sub};
use super::{APART, Finding, Frame, NEAR, TOUCH};

/// A fall straight down ends at the ground, or goes all the way.
pub(super) fn fall(frame: &Frame<'_>) -> Option<Finding> {
    let (level, down) = frame.level_and_down()?;
    if level != [0.0; 2] || down <= 0.0 || frame.answer.snapped != 0.0 || frame.is_stuck() {
        return None;
    }
    let ground = frame.drop(frame.start(), down + APART * frame.ulp);
    let expected = match &ground {
        Some((distance, sides)) => {
            if !sides.iter().all(|side| frame.is_floor(side)) {
                return None;
            }
            distance.min(down)
        }
        None => down,
    };
    let off = length(sub(frame.went(), scale(frame.up?, -expected)));
    let near = NEAR * frame.ulp + down * 2e-7;
    if off <= near {
        return None;
    }
    frame.found("fall", &format!("the ground is {expected} below, off by {}", frame.ulps(off)))
}

/// What was kept from going down and ends on a floor has it.
pub(super) fn lost(frame: &Frame<'_>) -> Option<Finding> {
    let (_, down) = frame.level_and_down()?;
    let fell = -dot(frame.went(), frame.up?);
    if frame.answer.floor.is_some() || down <= TOUCH * frame.ulp || frame.is_stuck() {
        return None;
    }
    let was_kept = fell < down - TOUCH * frame.ulp;
    let (distance, sides) = frame.drop(frame.end(), TOUCH * frame.ulp).filter(|_| was_kept)?;
    let floor = sides.iter().find(|side| frame.is_floor(side))?;
    let text = format!("a floor {:?} lies {} below", floor.normal, frame.ulps(distance));
    frame.found("floor-lost", &text)
}

/// Where a floor is told there is ground, and what is told to be stood on.
pub(super) fn groundless(frame: &Frame<'_>) -> Option<Finding> {
    let floor = frame.answer.floor?;
    if frame.answer.footing.is_none() {
        return frame.found("no-footing", "a floor without a footing");
    }
    match frame.drop(frame.end(), APART * frame.ulp) {
        Some(_) => None,
        None => frame.found("floor-false", &format!("no ground below for the floor {floor:?}")),
    }
}

//! The mover overlaps nothing, goes through nothing, and does not stop where nothing is.

use super::super::plane::{length, sub, wide};
use super::{APART, Finding, Frame, Moves, NEAR};

/// At the end the mover overlaps nothing.
pub(super) fn overlap(frame: &Frame<'_>) -> Option<Finding> {
    let solid = frame.obstacles.iter().filter(|o| o.one_way.is_none());
    let mut sides = solid.map(|o| o.around.side(frame.end()));
    let deep = sides.find(|side| side.distance < -4.0 * frame.ulp).filter(|_| !frame.is_stuck())?;
    frame.found("overlap", &format!("{} deep", frame.ulps(-deep.distance)))
}

/// No straight way enters an obstacle.
pub(super) fn through(frame: &Frame<'_>) -> Option<Finding> {
    for pair in frame.places.windows(2) {
        let way = sub(pair[1], pair[0]);
        for obstacle in frame.obstacles.iter().filter(|o| o.one_way.is_none()) {
            let around = &obstacle.around;
            if around.entered(pair[0], way, NEAR * frame.ulp).is_some() {
                let (_, depth) = around.deepest(pair[0], way);
                let text = format!("{} into {}", frame.ulps(-depth), obstacle.key);
                return frame.found("through", &text);
            }
        }
    }
    None
}

/// What meets nothing goes all the way.
pub(super) fn hang(frame: &Frame<'_>) -> Option<Finding> {
    let off = length(sub(frame.went(), frame.by));
    let touches = |place| frame.touching(place, APART * frame.ulp).next().is_some();
    // A long way is computed in parts of itself.
    let near = NEAR * frame.ulp + length(frame.by) * 2e-7;
    if off <= near || frame.places.iter().any(|place| touches(*place)) {
        return None;
    }
    frame.found("hang", "it touches nothing and does not go on")
}

/// What overlaps nothing is not stuck.
pub(super) fn stuck_end(frame: &Frame<'_>) -> Option<Finding> {
    if !frame.is_stuck() || frame.moves == Moves::All {
        return None;
    }
    let from = wide(frame.answer.from);
    let is_in = frame.touching(from, -frame.ulp).next().is_some();
    if is_in { None } else { frame.found("stuck-end", "it began free") }
}

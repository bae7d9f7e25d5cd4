//! Where a wall or a ceiling is told there is one.

use super::super::plane::{P, scale, sub, wide};
use super::{Finding, Frame, TOUCH};

/// A way into a wall or a ceiling that is told, from one of the places, is blocked.
pub(super) fn groundless(frame: &Frame<'_>) -> Option<Finding> {
    let told = [("wall-false", frame.answer.wall), ("ceiling-false", frame.answer.ceiling)];
    for (kind, normal) in told {
        let Some(normal) = normal.map(wide) else { continue };
        if !frame.places.iter().any(|place| is_blocked(frame, *place, normal)) {
            return frame.found(kind, &format!("nothing blocks the way against {normal:?}"));
        }
    }
    None
}

fn is_blocked(frame: &Frame<'_>, place: P, normal: P) -> bool {
    let long = 0.02 * frame.size;
    let deep = (TOUCH * frame.ulp).max(0.01 * long);
    frame.touching(sub(place, scale(normal, long)), -deep).next().is_some()
}

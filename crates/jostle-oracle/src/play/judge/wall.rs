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

/// Returns `true` if a way against a normal is blocked from a place, or from one beside it that is free: at a corner
/// the last digits decide.
fn is_blocked(frame: &Frame<'_>, place: P, normal: P) -> bool {
    let long = 0.02 * frame.size;
    let is_in = |at: P, depth: f64| frame.touching(at, -depth * frame.ulp).next().is_some();
    let beside = frame.beside(place, normal, 2.0 * TOUCH);
    let mut free = beside.into_iter().filter(|at| *at == place || !is_in(*at, 4.0));
    free.any(|at| is_in(sub(at, scale(normal, long)), TOUCH))
}

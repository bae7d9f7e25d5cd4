//! One-way decks: through them from below, onto them from above.

use super::super::plane::{add, dot, length, scale, sub};
use super::{APART, Finding, Frame, NEAR};

/// A deck blocks sides within 60 degrees of its direction; those next to it are left to rounding.
const STEEPEST: f64 = 0.5 + 1e-4;

/// Where nothing solid is, what goes up goes all the way.
pub(super) fn rise(frame: &Frame<'_>) -> Option<Finding> {
    let up = frame.up?;
    let touches = |place| {
        let solid = frame.obstacles.iter().filter(|o| o.one_way.is_none());
        solid.map(|o| o.around.side(place)).any(|side| side.distance <= APART * frame.ulp)
    };
    let off = length(sub(frame.went(), frame.by));
    let near = NEAR * frame.ulp + length(frame.by) * 2e-7;
    let has_deck = frame.obstacles.iter().any(|o| o.one_way.is_some());
    if !has_deck || dot(frame.by, up) <= 0.0 || off <= near || frame.is_stuck() {
        return None;
    }
    if frame.places.iter().any(|place| touches(*place)) {
        return None;
    }
    frame.found("deck-blocks", "only one-way decks are near, and it does not come against them")
}

/// No way goes down through the top of a deck that it was not in.
pub(super) fn fall(frame: &Frame<'_>) -> Option<Finding> {
    let up = frame.up?;
    for pair in frame.places.windows(2) {
        let way = sub(pair[1], pair[0]);
        if dot(way, up) >= 0.0 {
            continue;
        }
        for deck in frame.obstacles.iter().filter(|o| o.one_way.is_some() && !o.is_open) {
            let Some(t) = deck.around.entered(pair[0], way, APART * frame.ulp) else { continue };
            let side = deck.around.side(add(pair[0], scale(way, t)));
            let blocks = deck.one_way.is_some_and(|way| dot(side.normal, way) > STEEPEST);
            if side.is_edge && frame.is_floor(&side) && blocks && t > 0.0 {
                return frame
                    .found("through-deck", &format!("down through the top of {}", deck.key));
            }
        }
    }
    None
}

//! What can walk walks, what slides along a wall goes on, what stands does not creep.

use super::super::plane::{P, dot, length, scale, sub, wide};
use super::{APART, Finding, Frame, Moves, NEAR, TOUCH};

/// The part of a way that must be free to count as free.
const FREE: f64 = 0.3;

/// The part of a free way that must be gone.
const GONE: f64 = 0.05;

/// What stands on a floor whose tangent is free goes on.
pub(super) fn stuck(frame: &Frame<'_>) -> Option<Finding> {
    let (level, down) = frame.level_and_down()?;
    let start = frame.start();
    if down < 0.0 || length(level) <= 2.0 * APART * frame.ulp || frame.is_stuck() {
        return None;
    }
    let long = length(level);
    let floors = frame.touching(start, TOUCH * frame.ulp).filter(|side| frame.is_floor(side));
    let free = floors.map(|side| along(side.normal, level)).find(|tangent| {
        dot(*tangent, level) > 0.0 && frame.is_free(start, scale(*tangent, FREE * long))
    })?;
    // At the very end of its floor it may fall instead.
    let went = |way: P| dot(frame.went(), way) >= GONE * FREE * dot(way, way);
    if went(level) || (frame.answer.floor.is_none() && went(frame.by)) {
        return None;
    }
    frame.found("stuck", &format!("it stands, and the way {free:?} is free"))
}

/// The tangent in the sense of a vector.
fn along(normal: P, toward: P) -> P {
    let tangent = [-normal[1], normal[0]];
    if dot(tangent, toward) < 0.0 { scale(tangent, -1.0) } else { tangent }
}

/// What is in the air, or goes up, goes on where its way or that along an upright wall is free.
pub(super) fn short(frame: &Frame<'_>) -> Option<Finding> {
    let (_, down) = frame.level_and_down()?;
    let start = frame.start();
    let mut sides = frame.touching(start, APART * frame.ulp);
    let up = frame.up?;
    if (down >= 0.0 && sides.any(|side| dot(side.normal, up) > 1e-9))
        || frame.is_stuck()
        || frame.answer.stepped > 0.0
    {
        return None;
    }
    // Faces across up and along it, and the way itself.
    let walls = frame.touching(start, TOUCH * frame.ulp).filter(|side| {
        let height = dot(side.normal, up);
        let is_across = height.abs() < 1e-9 || height < -1.0 + 1e-9;
        side.is_edge && is_across && dot(side.normal, frame.by) <= 0.0
    });
    let ways = walls.map(|side| {
        let tangent = along(side.normal, frame.by);
        scale(tangent, dot(tangent, frame.by))
    });
    let ways: Vec<P> = ways.chain([frame.by]).collect();
    let free = ways.into_iter().find(|way| {
        length(*way) > 4.0 * APART * frame.ulp && frame.is_free(start, scale(*way, FREE))
    })?;
    if dot(frame.went(), free) >= GONE * FREE * dot(free, free) {
        return None;
    }
    frame.found("short", &format!("the way {free:?} is free"))
}

/// Pressing again moves no bit.
pub(super) fn creep(frame: &Frame<'_>) -> Option<Finding> {
    let (ask, answer) = frame.last?;
    let (level, down) = frame.level_and_down()?;
    let pressed = |ask: &[f32; 2]| {
        let by = wide(*ask);
        frame.up.is_some_and(|up| sub(by, scale(up, dot(by, up))) == [0.0; 2])
    };
    let stood = answer.floor.is_some() && frame.answer.floor.is_some() && pressed(&ask.by);
    let same = answer.to == frame.answer.from;
    if frame.moves != Moves::One
        || !stood
        || !same
        || level != [0.0; 2]
        || down < 0.0
        || frame.is_stuck()
    {
        return None;
    }
    if frame.answer.from == frame.answer.to {
        return None;
    }
    frame.found("creep", "it stood, was pressed again, and moved")
}

/// On a level floor the position is the old one and the asked, bit for bit.
pub(super) fn bits(frame: &Frame<'_>) -> Option<Finding> {
    let up = frame.ask.up?;
    let across = usize::from(up[0] != 0.0);
    let answer = frame.answer;
    let is_level = answer.floor == Some(up)
        && frame.last.is_some_and(|(_, last)| last.floor == Some(up) && last.to == answer.from);
    let (level, down) = frame.level_and_down()?;
    let is_plain = frame.moves == Moves::One && answer.wall.is_none() && answer.stepped == 0.0;
    let kept = answer.from[1 - across] == answer.to[1 - across];
    let start = frame.start();
    let stood = frame.touching(start, TOUCH * frame.ulp).any(|side| side.normal == wide(up));
    if !is_level || !is_plain || !kept || !stood || down < 0.0 || !frame.is_free(start, level) {
        return None;
    }
    let expected = answer.from[across] + frame.ask.by[across];
    if answer.to[across] == expected || answer.path.len() > 2 {
        return None;
    }
    let off = f64::from(answer.to[across]) - f64::from(expected);
    let text = format!("{expected} expected on a level floor, off by {}", frame.ulps(off));
    (off.abs() <= NEAR * 1e9 * frame.ulp).then(|| frame.found("bits", &text))?
}

//! What jostle makes of each picture under a goal, and what the checker states of it.

use super::input::{rings_json, sprites};
use super::{Failure, clock, exact};
use jostle_trace::{Effort, Goal, Side, Simplified, measure, pieces, simplify, soft_iou};
use serde_json::json;
use std::io::Write;

/// Reads `iou=0.97`, `deviation=1,iou=0.97`, `vertices=12`, `iou=0.95,cover`.
fn goal_of(text: &str) -> Result<Goal, Failure> {
    let mut goal = Goal::default();
    for part in text.split(',') {
        match part.split_once('=') {
            Some(("iou", value)) => goal.min_iou = Some(value.parse()?),
            Some(("deviation", value)) => goal.max_deviation = Some(value.parse()?),
            Some(("vertices", value)) => goal.max_vertices = Some(value.parse()?),
            None if part == "cover" => goal.side = Side::Cover,
            None if part == "inside" => goal.side = Side::Inside,
            _ => return Err(format!("no goal: {part}").into()),
        }
    }
    Ok(goal)
}

pub(super) fn simplified(list: &str, goal: &str, effort: &str) -> Result<(), Failure> {
    let goal = goal_of(goal)?;
    let effort = if effort == "fast" { Effort::Fast } else { Effort::Best };
    let mut out = std::io::stdout().lock();
    for sprite in sprites(list)? {
        let mut least = [f64::INFINITY; 4];
        // Timed three times, for others on the machine disturb its caches; the answers are the
        // same.
        let (outline, found, convex, dropped, reached) = {
            let mut run = || {
                let (traced, rings) = clock::time(|| exact(&sprite.mask));
                let (simplified, Simplified { outline, reached, dropped, .. }) =
                    clock::time(|| simplify(&rings, &sprite.mask, &goal, effort));
                let (checked, found) = clock::time(|| measure(&outline, &sprite.mask));
                let (cut, convex) = clock::time(|| pieces(&outline, None));
                for (least, time) in least.iter_mut().zip([traced, simplified, checked, cut]) {
                    *least = if time * 1e3 < *least { time * 1e3 } else { *least };
                }
                (outline, found, convex, dropped, reached)
            };
            run();
            run();
            run()
        };
        let line = json!({
            "vertices": found.vertices, "rings": found.rings, "iou": found.iou,
            "soft_iou": soft_iou(&outline, sprite.mask.width(), sprite.mask.height(), &sprite.alpha),
            "outward": found.outward, "inward": found.inward, "reached": reached,
            "dropped": dropped.len(), "overrun": found.overrun, "uncovered": found.uncovered,
            "sound": found.validity.is_sound(),
            "pieces": convex.map(|p| p.len()), "outline": rings_json(&outline),
            "trace_ms": least[0], "simplify_ms": least[1], "check_ms": least[2],
            "pieces_ms": least[3],
        });
        writeln!(out, "{line}")?;
    }
    Ok(())
}

//! What lies inside the union of the cells and what on its boundary, by points around a point.
//!
//! All features of a case are a quarter of a cell or larger; points are looked at a sixty-fourth
//! away.

use super::draw::Case;
use jostle::Vec2;

const AROUND: u32 = 96;

/// Whether some cell holds a point.
fn held(case: &Case, p: Vec2) -> bool {
    case.cells.iter().any(|cell| cell.contains_point(p))
}

/// Points on a circle around a point.
fn around(p: Vec2, radius: f32) -> impl Iterator<Item = Vec2> {
    (0..AROUND).map(move |k| {
        let turn = (k as f32 + 0.3) / AROUND as f32 * core::f32::consts::TAU;
        p + Vec2::new(turn.cos(), turn.sin()) * radius
    })
}

fn close(case: &Case) -> f32 {
    case.step / 64.0
}

/// Whether a point lies in a cell and all around it does as well.
pub(crate) fn is_inside(case: &Case, p: Vec2) -> bool {
    held(case, p) && around(p, close(case)).all(|q| held(case, q))
}

/// Whether points of both kinds lie around a point.
pub(crate) fn is_boundary(case: &Case, p: Vec2) -> bool {
    let count = around(p, close(case)).filter(|q| held(case, *q)).count();
    count > 0 && count < AROUND as usize
}

/// Whether the boundary runs straight on both sides of a point: half of what is around it is held.
pub(crate) fn is_side(case: &Case, p: Vec2) -> bool {
    let count = around(p, close(case)).filter(|q| held(case, *q)).count();
    count.abs_diff(AROUND as usize / 2) <= 1
}

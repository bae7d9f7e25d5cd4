//! A way out for bodies of more pieces than the search can compare: along an axis.
//!
//! Method: b moves along an axis. Where the box of one of its pieces overlaps that of one of a's, it
//! moves on to where these two part, until nothing overlaps. The shortest of the four ways counts.
//! Frame: as the search. Error: boxes stand for pieces, so the way may be longer than needed. Cost:
//! O((s + q) log p) for s steps, of which there are at most [`STEPS`]; then the way out of the boxes
//! of the whole counts.

use crate::math::{DVec2, greater, lesser};
use crate::pair::answer::GapF64;
use crate::pair::boundary::pieces::Pieces;
use crate::pair::penetration::differences::ROUNDING;
use crate::shape::bvh::box_bvh::{BoxTree, DAabb};

/// Boxes that are looked at on one way, at most.
const STEPS: usize = 1 << 20;

/// Finds a translation of b out of a along an axis; both have pieces.
pub(super) fn push(a: &Pieces<'_>, b: &Pieces<'_>) -> GapF64 {
    let tree = BoxTree::new(a.all.iter().map(|piece| piece.bounds));
    let [box_a, box_b] = [a.bounds(), b.bounds()];
    let corners = [box_a.min, box_a.max, box_b.min, box_b.max];
    let least = ROUNDING * corners.into_iter().map(DVec2::reach).sum::<f64>();
    let mut best = (DVec2::X, f64::INFINITY, DVec2::ZERO);
    for normal in [DVec2::X, -DVec2::X, DVec2::X.left(), -DVec2::X.left()] {
        let limit = best.1;
        let whole = exit(box_a, box_b, normal);
        let (mut way, mut clear, mut i, mut steps) = (0.0, 0, 0, STEPS);
        // Where the last pair parts.
        let mut on_a = on_side(box_a, box_a, normal);
        while clear < b.all.len() && way < limit {
            if steps == 0 {
                way = whole;
                break;
            }
            let piece = b.all[i].bounds.moved(normal * way);
            let mut next = way;
            for other in tree.overlapping(piece).map(|k| a.all[k].bounds) {
                let common = other.intersection(piece);
                let thin = lesser(common.max.x - common.min.x, common.max.y - common.min.y);
                if thin > least && way + exit(other, piece, normal) > next {
                    next = way + exit(other, piece, normal);
                    on_a = on_side(other, common, normal);
                }
            }
            clear = if next > way { 0 } else { clear + 1 };
            (way, i, steps) = (next, (i + 1) % b.all.len(), steps - 1);
        }
        if way < limit {
            best = (normal, way, on_a);
        }
    }
    let (normal, depth, on_a) = best;
    GapF64::of_push(normal, depth, on_a)
}

fn reach(bounds: DAabb, axis: DVec2) -> f64 {
    greater(bounds.min.dot(axis), bounds.max.dot(axis))
}

/// How far b has to move along an axis to leave a.
fn exit(a: DAabb, b: DAabb, axis: DVec2) -> f64 {
    reach(a, axis) + reach(b, -axis)
}

/// The point on the side of a box that lies opposite the middle of another.
fn on_side(bounds: DAabb, other: DAabb, axis: DVec2) -> DVec2 {
    let middle = (other.min + other.max) * 0.5;
    middle + axis * (reach(bounds, axis) - middle.dot(axis))
}

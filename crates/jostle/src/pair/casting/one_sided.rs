//! What meets an edge of a one-sided chain.
//!
//! Frame: that of the pieces; ways are of what moves relative to the edge.

use crate::math::DVec2;
use crate::math::motion::{Pose, apply, apply_transposed};
use crate::pair::boundary::pieces::{Piece, Pieces};
use crate::pair::casting::straight::Edge;
use crate::pair::casting::turning::UPRIGHT;

/// How far behind the line of an edge counts as on it, relative to the size.
const FRONT: f64 = 1e-9;

/// How one piece moves relative to another where they touch.
#[derive(Clone, Copy)]
pub(super) enum Way {
    /// All of it.
    Straight(DVec2),
    /// The point that touches; and whether any of the two faces that touch goes in.
    Turning(DVec2, bool),
}

/// Returns `true` if one of two pieces is met from one side only.
pub(super) fn is_one_sided(p: &Piece, q: &Piece) -> bool {
    p.side.or(q.side).is_some()
}

/// Returns `true` if another piece, which touches one along its outward normal, comes against its
/// front. What touches an end from behind does so, too, if it lies in front of the line of the edge, or
/// comes from the front of a corner that sticks out there.
pub(super) fn is_from_left(
    (pieces, piece, pose): (&Pieces<'_>, &Piece, &Pose),
    (pieces_of_other, other, at): (&Pieces<'_>, &Piece, &Pose),
    normal: DVec2,
    way: Way,
) -> bool {
    let Some(side) = &piece.side else { return true };
    let [from, to] = pieces.ends(piece, side);
    let along = apply(pose.linear, (to.at - from.at) + (to.rest - from.rest));
    let Some(left) = along.left().unit() else { return false };
    let is_against = match way {
        Way::Straight(way) => {
            let ahead = Edge { from: DVec2::ZERO.into(), to: way.into() };
            ahead.turn(&Edge { from, to }).is_gt()
        }
        Way::Turning(_, closes) if normal.dot(left) > UPRIGHT => closes,
        Way::Turning(way, _) => way.dot(left) < 0.0,
    };
    let is_in_front = || {
        let behind = apply_transposed(at.linear, -left).unit().unwrap_or(-left);
        let low = at.point(pieces_of_other.support(other, behind));
        let foot = pose.point(pieces.ring(piece)[0]);
        (low - foot).dot(left) > -FRONT * (low.reach() + foot.reach() + other.radius)
    };
    let end = usize::from(normal.dot(along) > 0.0);
    is_against && (normal.dot(left) > 0.0 || side.sticks_out[end] || is_in_front())
}

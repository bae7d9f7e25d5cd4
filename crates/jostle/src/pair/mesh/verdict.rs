//! The verdict on a pair of cores of which at least one is a concave outline or a chain.

use crate::math::{DVec2, Vec2};
use crate::pair::answer::Verdict;
use crate::pair::exact::convex::compare_distance;
use crate::pair::exact::edge_pairs::meeting_edges;
use crate::pair::exact::predicates::{
    EdgeRelation, ExactPoint, Location, Pair, RadiusComparison, Side,
};
use crate::pair::exact::touching::{overlaps_at_contacts, thin_crossing};
use crate::pair::mesh::grid_window;
use crate::shape::kinds::mask::Share;
use crate::shape::{Body, Core, Kind};

/// Two masks of one grid, or a mask and a point: read off the bits.
#[inline(never)]
fn pixels(a: &Core, b: &Core) -> Option<Verdict> {
    let share = match (a.grid(), b.grid()) {
        (Some(grid), Some(other)) => grid.with(a.origin, other, b.origin),
        (Some(grid), None) => grid.at(a.origin, lone_point(b)?, DVec2::ZERO),
        (None, Some(grid)) => grid.at(b.origin, lone_point(a)?, DVec2::ZERO),
        (None, None) => None,
    }?;
    Some(match share {
        Share::Nothing => Verdict::Separated,
        Share::Boundary => Verdict::Touching,
        Share::Interior => Verdict::Overlapping,
    })
}

/// The point that a core is, without thickness.
fn lone_point(core: &Core) -> Option<Vec2> {
    (core.kind == Kind::Point && core.radius == 0.0).then_some(core.origin)
}

/// Outlines of more rings are worth cutting down to what is near.
const MANY_RINGS: usize = 100;

/// Returns the verdict. `decide` decides two bodies of any class: the parts of a grid that are
/// near.
#[inline(never)]
pub(crate) fn verdict(pair: Pair<'_>, decide: fn(&Body, &Body) -> Verdict) -> Verdict {
    if let Some(verdict) = pixels(pair.a, pair.b) {
        return verdict;
    }
    let mut contacts = alloc::vec::Vec::new();
    let mut crossed = false;
    meeting_edges(pair, |i, j, meet| {
        match meet {
            EdgeRelation::Apart => {}
            EdgeRelation::Touch => contacts.push((i, j)),
            EdgeRelation::Cross => crossed = true,
        }
        !crossed
    });
    let thick = pair.a.radius > 0.0 || pair.b.radius > 0.0;
    if crossed || (thick && !contacts.is_empty()) {
        return Verdict::Overlapping;
    }
    // Where the whole boundary would be walked, the cells of a grid around the other will do.
    let many = |core: &Core| core.ring_starts().nth(MANY_RINGS).is_some();
    if (!contacts.is_empty() || many(pair.a) || many(pair.b))
        && let Some([a, b]) = grid_window::cores(pair)
    {
        return decide(&a, &b);
    }
    if contacts.is_empty() {
        if holds_a_ring(pair, Side::A) || holds_a_ring(pair, Side::B) {
            return Verdict::Overlapping;
        }
        return if thick {
            compare_distance(pair, RadiusComparison::Sum)
        } else {
            Verdict::Separated
        };
    }
    let overlap = if pair.a.is_solid() || pair.b.is_solid() {
        overlaps_at_contacts(pair, &contacts)
    } else {
        thin_crossing(pair, &contacts)
    };
    if overlap { Verdict::Overlapping } else { Verdict::Touching }
}

/// Returns `true` if a ring of the other shape lies inside the solid of this one, the boundaries
/// being apart.
fn holds_a_ring(pair: Pair<'_>, solid: Side) -> bool {
    let other = if solid == Side::A { Side::B } else { Side::A };
    pair.core(solid).is_solid()
        && pair
            .core(other)
            .ring_starts()
            .any(|v| pair.locate(ExactPoint::At((other, v)), solid) == Location::Inside)
}

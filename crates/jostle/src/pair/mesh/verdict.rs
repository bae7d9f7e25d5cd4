//! The verdict on a pair of cores of which at least one is a concave outline or a chain.

use alloc::borrow::Cow;
use core::cmp::Ordering;

use crate::math::{Aabb, DVec2, winding::Location};
use crate::pair::answer::Verdict;
use crate::pair::exact::convex::compare_distance;
use crate::pair::exact::edge_pairs::contacts_unless;
use crate::pair::exact::locate::has_ring_inside;
use crate::pair::exact::touching::{overlaps_at_contacts, overlaps_where_many_meet, thin_crossing};
use crate::pair::mesh::distance::compare_radii;
use crate::shape::bvh::box_bvh::DAabb;
use crate::shape::{Body, Core};

/// Two masks of one grid, or a mask and a point: read off the bits.
#[inline(never)]
fn pixels(a: &Core, b: &Core) -> Option<Verdict> {
    let shared = match (a.grid(), b.grid()) {
        (Some(grid), Some(other)) => grid.with(a.origin, other, b.origin),
        (Some(grid), None) => grid.at(a.origin, b.sharp_point()?, DVec2::ZERO),
        (None, Some(grid)) => grid.at(b.origin, a.sharp_point()?, DVec2::ZERO),
        (None, None) => None,
    }?;
    Some(match shared {
        Location::Outside => Verdict::Separated,
        Location::Boundary => Verdict::Touching,
        Location::Inside => Verdict::Overlapping,
    })
}

/// Outlines of more rings are worth cutting down to what is near.
const MANY_RINGS: usize = 100;

/// Returns the verdict, or a higher one if it is at least `least`. `decide` decides two bodies of any
/// class: the parts of a grid that are near.
#[inline(never)]
pub(crate) fn verdict(
    a: &Core,
    b: &Core,
    decide: fn(&Body, &Body) -> Verdict,
    least: Verdict,
) -> Verdict {
    if let Some(verdict) = pixels(a, b) {
        return verdict;
    }
    let thick = a.radius > 0.0 || b.radius > 0.0;
    let is_enough = thick || least == Verdict::Touching;
    let found = |found: &[_]| is_enough || overlaps_where_many_meet(a, b, found);
    // Most edges that meet are found before all distances.
    let Some(contacts) = contacts_unless(a, b, found) else { return Verdict::Overlapping };
    let distance = if thick { compare_radii(a, b) } else { None };
    if distance == Some(Ordering::Less) {
        return Verdict::Overlapping;
    }
    // Where the whole boundary would be walked, the cells of a grid around the other will do.
    let many = |core: &Core| core.ring_starts().nth(MANY_RINGS).is_some();
    if (!contacts.is_empty() || many(a) || many(b))
        && let Some([a, b]) = near_cores(a, b)
    {
        return decide(&a, &b);
    }
    if contacts.is_empty() {
        return if has_ring_inside(a, b) || has_ring_inside(b, a) {
            Verdict::Overlapping
        } else if thick && distance.is_none() {
            compare_distance(a, b)
        } else {
            Verdict::Separated
        };
    }
    let overlap = if a.is_solid() || b.is_solid() {
        overlaps_at_contacts(a, b, &contacts)
    } else {
        thin_crossing(a, b, &contacts)
    };
    if overlap { Verdict::Overlapping } else { Verdict::Touching }
}

/// The cells of a large tile grid near a box: O(cells around) instead of O(all). Other bodies as they
/// are; `None` if nothing is near.
pub(crate) fn near(body: &Body, bounds: Aabb) -> Option<Cow<'_, Body>> {
    let Body::Core(core) = body else { return Some(Cow::Borrowed(body)) };
    match core.field().filter(|_| bounds.is_finite()) {
        Some(field) => field.near(body, core.origin, DAabb::relative(bounds, core.origin)),
        None => Some(Cow::Borrowed(body)),
    }
}

/// The parts of two cores that are near the other, or `None` if nothing can be left out.
fn near_cores(a: &Core, b: &Core) -> Option<[Body; 2]> {
    a.field().or(b.field())?;
    let [a, b] = [a, b].map(|core| Body::Core(core.clone()));
    let near = [near(&a, b.bounds())?, near(&b, a.bounds())?];
    let is_part = |body: &Cow<'_, Body>| matches!(body, Cow::Owned(_));
    near.iter().any(is_part).then(|| near.map(Cow::into_owned))
}

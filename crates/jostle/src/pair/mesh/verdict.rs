//! The verdict on a pair of cores of which at least one is a concave outline or a chain.

use alloc::borrow::Cow;
use core::cmp::Ordering;

use crate::math::{Aabb, winding::Location};
use crate::pair::answer::Verdict;
use crate::pair::convex;
use crate::pair::exact::convex::compare_distance;
use crate::pair::exact::edge_pairs::contacts_unless;
use crate::pair::exact::locate::{has_ring_inside, locate};
use crate::pair::exact::touching::{overlaps_at_contacts, overlaps_where_many_meet, thin_crossing};
use crate::pair::mesh::distance::compare_radii;
use crate::shape::bvh::box_bvh::DAabb;
use crate::shape::{Body, Core};

/// Two masks of one grid, read off the bits, or a point and what has no radius.
#[inline(never)]
fn located(a: &Core, b: &Core) -> Option<Verdict> {
    let at_point = |mesh: &Core, other: &Core| {
        (mesh.radius == 0.0 && other.sharp_point().is_some()).then(|| locate(mesh, (other, 0)))
    };
    let shared = match (a.grid(), b.grid()) {
        (Some(grid), Some(other)) => grid.with(a.origin, other, b.origin),
        _ => at_point(a, b).or_else(|| at_point(b, a)),
    }?;
    Some(match shared {
        Location::Outside => Verdict::Separated,
        Location::Boundary => Verdict::Touching,
        Location::Inside => Verdict::Overlapping,
    })
}

/// Of more cells around a convex shape the outline decides.
pub(crate) const FEW_CELLS: usize = 64;

/// A large tile grid and a convex shape with an interior, by the cells around that: where it overlaps
/// a seam of two, it overlaps one of them.
fn by_cells(grid: &Core, other: &Core) -> Option<Verdict> {
    let field = grid.field().filter(|_| other.is_convex() && other.is_area())?;
    let bounds = DAabb::relative(other.bounds(), grid.origin);
    let mut best = Verdict::Separated;
    let is_few = field.parts(Some(bounds), FEW_CELLS, &mut |ring| {
        if best < Verdict::Overlapping {
            let part = Core::convex(grid.origin, ring, 0.0);
            best = best.max(convex::verdict(&part, other).unwrap_or(Verdict::Separated));
        }
    });
    is_few.then_some(best)
}

/// Returns the verdict, or a higher one if it is at least `least`.
#[inline(never)]
pub(crate) fn verdict(a: &Core, b: &Core, least: Verdict) -> Verdict {
    if let Some(verdict) = located(a, b).or_else(|| by_cells(a, b)).or_else(|| by_cells(b, a)) {
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

#[cfg(test)]
mod tests {
    use alloc::vec::Vec;

    use super::*;
    use crate::pair::test_shapes::Random;
    use crate::shape::{Body, TileCell};
    use crate::{Affine, Shape};

    #[test]
    fn the_cells_around_a_shape_decide_as_the_outline_does() {
        let (mut random, mut seen) = (Random(41), [0; 3]);
        let slope = || Shape::polygon([(0.0, 1.0), (1.0, 0.0), (1.0, 1.0)]).unwrap();
        let shapes = [
            Shape::circle(0.5).unwrap(),
            Shape::rect_half((0.5, 0.5)).unwrap(),
            Shape::capsule((0.0, -0.5), (0.0, 0.5), 0.25).unwrap(),
            Shape::polygon([(-0.5, 0.0), (0.5, -0.5), (0.5, 0.5)]).unwrap(),
        ];
        for turn in 0..40 {
            let cells: Vec<TileCell> = (0..144)
                .map(|_| match random.within(0.0, 4.0) as u8 {
                    0 => TileCell::Full,
                    1 => TileCell::Tile(0),
                    _ => TileCell::Empty,
                })
                .collect();
            let grid = Shape::grid_of_tiles(12, 12, (1.0, 1.0), [slope()], cells).unwrap();
            let maps = [Affine::IDENTITY, Affine::at((2.0, 1.0)).rotated(0.7).scaled(1.0, -1.0)];
            let Body::Core(grid) = grid.place(maps[turn % 2]).unwrap().body else { panic!() };
            // The same edges without the cells.
            let mut plain = grid.clone();
            let mesh = plain.mesh().unwrap().clone();
            let offsets: Vec<_> = plain.offsets().iter().copied().collect();
            plain = Core::meshed(grid.origin, grid.kind, &offsets, mesh, grid.sided, 0.0);
            plain.edit_mesh(|mesh| mesh.field = None);
            for k in 0..200 {
                let (x, y) = (random.within(-1.0, 13.0), random.within(-1.0, 13.0));
                let half = |x: f32| libm::roundf(2.0 * x) * 0.5;
                let (x, y) = if k % 2 == 0 { (half(x), half(y)) } else { (x, y) };
                let at = if turn % 2 == 0 || k % 3 == 0 {
                    Affine::at((x, y))
                } else {
                    Affine::at((x, y)).rotated(0.7)
                };
                let Body::Core(other) = shapes[k % 4].place(at).unwrap().body else { panic!() };
                let found = by_cells(&grid, &other).unwrap();
                assert_eq!(
                    found,
                    verdict(&plain, &other, Verdict::Overlapping),
                    "{turn} {k} {at:?}"
                );
                seen[found as usize] += 1;
            }
        }
        assert!(seen.iter().all(|n| *n > 100), "{seen:?}");
    }
}

//! Exact tests of a point against a core.
//!
//! Solids use the winding number: the sides of the edges that a ray from the point may cross (Hormann
//! and Agathos, "The point in polygon problem for arbitrary polygons", 2001). Of the rays along the
//! axes it is the one that leaves the box of the solid first: on a long ground that is the one up,
//! not the one along. Cost: O(n), or O(log n + k) with the k edges whose boxes that ray meets.

use core::cmp::Ordering;

use crate::math::DVec2;
use crate::math::exact::{ExactNum, NVec2};
pub(crate) use crate::math::winding::Location;
use crate::math::winding::crossing;
use crate::pair::exact::predicates::{
    Edge, ExactPoint, along, decide, distance, edge, known, on_edge, orient,
};
use crate::shape::bvh::box_bvh::DAabb;
use crate::shape::{Core, TileCell};

/// Returns where a point lies in a core, the radius left aside.
pub(crate) fn locate<'a>(core: &'a Core, p: impl Into<ExactPoint<'a>>) -> Location {
    let p = p.into();
    if let (Some(grid), ExactPoint::At((other, i))) = (core.grid(), p) {
        // The corners of a turned rectangle are not quite their offsets.
        let v = other.frame().is_none().then(|| other.offset(i));
        if let Some(location) = v.and_then(|v| grid.at(core.origin, other.origin, v)) {
            return location;
        }
    }
    let (at, slack) = near(core, p);
    let (around, whole) = (DAabb { min: at, max: at }.grown(slack), core.whole());
    if !whole.overlaps(around) {
        return Location::Outside;
    }
    if !core.is_solid() {
        let missed = core.edges_near(around, &mut |i| !on_edge(p, edge(core, i)));
        return if missed { Location::Outside } else { Location::Boundary };
    }
    // Well inside a cell of a tile grid, the cell decides.
    match core.field().and_then(|field| field.cell_at(at, slack)) {
        Some(TileCell::Empty) => return Location::Outside,
        Some(TileCell::Full) => return Location::Inside,
        _ => {}
    }
    by_winding(core, p, WayOut::new(whole, at))
}

/// Where a point lies in a solid, by the edges on a way out.
fn by_winding(core: &Core, p: ExactPoint<'_>, out: WayOut) -> Location {
    let ((at, slack), whole) = (near(core, p), core.whole());
    let mut winding = 0_i32;
    let mut boundary = false;
    core.edges_near(out.window(whole, at).grown(slack), &mut |i| {
        let [u, v] = edge(core, i);
        if let Some(clear) = out.clear_crossing([u, v].map(|w| core.offset(w.1) - at), slack) {
            winding += clear;
            return true;
        }
        let [from, to] = [u, v].map(|w| out.level(w.into(), p, core.origin));
        let (below, above) = (from != Ordering::Greater, to == Ordering::Greater);
        let level = from == Ordering::Equal || to == Ordering::Equal;
        boundary = below != above && level && on_edge(p, [u, v]);
        winding += crossing(below, above, || {
            let side = orient(u, v, p);
            boundary = side == Ordering::Equal;
            side
        });
        !boundary
    });
    match (boundary, winding) {
        (true, _) => Location::Boundary,
        (false, 0) => Location::Outside,
        _ => Location::Inside,
    }
}

/// The shortest way out of a box along an axis, as quarter turns from +x: only edges on it count for the
/// winding number of the point where it begins.
#[derive(Clone, Copy)]
pub(crate) struct WayOut(usize);

impl WayOut {
    pub(crate) fn new(whole: DAabb, p: DVec2) -> Self {
        let (up, down) = (whole.max - p, p - whole.min);
        let rooms = [up.x, up.y, down.x, down.y];
        Self((1..4).fold(0, |best, i| if rooms[i] < rooms[best] { i } else { best }))
    }

    /// The box of the way, from where it begins on.
    pub(crate) fn window(self, whole: DAabb, p: DVec2) -> DAabb {
        let DAabb { min, max } = whole.join(DAabb { min: p, max: p });
        let end = [DVec2::new(max.x, p.y), DVec2::new(p.x, max.y), DVec2::new(min.x, p.y)];
        DAabb::of([p, end.get(self.0).copied().unwrap_or(DVec2::new(p.x, min.y))])
    }

    /// Turned by quarters so that the way goes along +x.
    pub(crate) fn turned(self, v: DVec2) -> DVec2 {
        [v, DVec2::new(v.y, -v.x), -v, DVec2::new(-v.y, v.x)][self.0]
    }

    /// What an edge whose ends are seen from the point adds to its winding number, where that is clear in
    /// `f64`: edges wholly on one side of the way, and those wholly ahead.
    fn clear_crossing(self, ends: [DVec2; 2], slack: f64) -> Option<i32> {
        let [from, to] = ends.map(|v| self.turned(v));
        let (rises, falls) = (from.y < -slack && to.y > slack, from.y > slack && to.y < -slack);
        let passes = (from.y > slack && to.y > slack) || (from.y < -slack && to.y < -slack);
        let is_clear = passes || ((rises || falls) && from.x > slack && to.x > slack);
        is_clear.then(|| i32::from(rises) - i32::from(falls))
    }

    /// On which side of the way a point lies that begins at another: `Greater` is its left.
    fn level(self, p: ExactPoint<'_>, q: ExactPoint<'_>, frame: DVec2) -> Ordering {
        known(decide!(|N| self.side(p.exact::<N>(frame).minus(q.exact(frame)))))
    }

    /// On which side a direction goes.
    fn side<N: ExactNum>(self, v: NVec2<N>) -> Option<Ordering> {
        let sign = if self.0.is_multiple_of(2) { v.y.sign() } else { v.x.sign() }?;
        Some(if matches!(self.0, 1 | 2) { sign.reverse() } else { sign })
    }
}

/// The point in `f64`, relative to the core's origin, and a bound of the rounding.
fn near(core: &Core, p: ExactPoint<'_>) -> (DVec2, f64) {
    let (at, size) = p.near(core.origin);
    (at, 16.0 * f64::EPSILON * (size + core.reach()))
}

/// Returns `true` if the core, radius and all, holds the point.
pub(crate) fn in_core<'a>(core: &'a Core, p: impl Into<ExactPoint<'a>>) -> bool {
    let p = p.into();
    let is_in = locate(core, p) != Location::Outside;
    if is_in || core.radius == 0.0 {
        return is_in;
    }
    let (at, slack) = near(core, p);
    let around = DAabb { min: at, max: at }.grown(f64::from(core.radius) + slack);
    let beyond = |i: usize| distance(p, edge(core, i), [core.radius, 0.0]) == Ordering::Greater;
    !core.edges_near(around, &mut |i| beyond(i))
}

/// Rings of which each is looked at; of more only those with an edge near the other core are.
const FEW_RINGS: usize = 16;

/// Returns `true` if some ring of a core runs through the interior of a solid. The boundaries do
/// not cross, so that one vertex of each ring decides.
pub(crate) fn has_ring_inside(core: &Core, solid: &Core) -> bool {
    let inside = |v: usize| locate(solid, (core, v)) == Location::Inside;
    if !solid.is_solid() {
        return false;
    }
    let Some(mesh) = core.mesh().filter(|mesh| mesh.rings.len() > FEW_RINGS) else {
        return core.ring_starts().any(inside);
    };
    let d = solid.origin - core.origin;
    let slack = 8.0 * f64::EPSILON * (d.reach() + core.reach() + solid.reach());
    let mut last = None;
    !core.edges_near(solid.whole().moved(d).grown(slack), &mut |i| {
        let ring = mesh.rings.partition_point(|start| *start <= mesh.edges[i][0]) - 1;
        last.replace(ring) == Some(ring) || !inside(mesh.rings[ring] as usize)
    })
}

/// Returns `true` if a solid lies directly to the left of a direction at the point `m`, at which no
/// vertex of the solid lies: the winding number after an infinitesimal step to the left.
pub(crate) fn lies_left(solid: &Core, m: ExactPoint<'_>, way: Edge<'_>) -> bool {
    let at = near(solid, m).0;
    solid.is_solid() && is_left(solid, m, way, WayOut::new(solid.whole(), at))
}

fn is_left(solid: &Core, m: ExactPoint<'_>, way: Edge<'_>, out: WayOut) -> bool {
    let ((at, slack), whole) = (near(solid, m), solid.whole());
    // The side of the point on which the way begins after the step, seen from the point back.
    let step = || {
        known(decide!(|N| {
            let [u, v] = way.map(|w| ExactPoint::At(w).exact::<N>(solid.origin));
            let back = u.minus(v);
            out.side(NVec2 { x: N::of(0.0).minus(back.y), y: back.x })
        }))
    };
    let mut winding = 0_i32;
    solid.edges_near(out.window(whole, at).grown(slack), &mut |i| {
        let [u, v] = edge(solid, i);
        let ends = [u, v].map(|w| solid.offset(w.1) - at);
        winding += out.clear_crossing(ends, slack).unwrap_or_else(|| {
            let [from, to] = [u, v].map(|w| out.level(w.into(), m, solid.origin).then_with(step));
            let side = || orient(u, v, m).then_with(|| along(way, v, u));
            crossing(from != Ordering::Greater, to == Ordering::Greater, side)
        });
        true
    });
    winding != 0
}

/// Both directions of an edge: the left of the second is the right of the first.
pub(crate) fn both_ways([u, v]: Edge<'_>) -> [Edge<'_>; 2] {
    [[u, v], [v, u]]
}

#[cfg(test)]
mod tests {
    use alloc::vec::Vec;

    use super::*;
    use crate::pair::test_shapes::Random;
    use crate::{Affine, Shape, shape::Body};

    const OUT: [WayOut; 4] = [WayOut(0), WayOut(1), WayOut(2), WayOut(3)];

    fn core(shape: Shape, at: Affine) -> Core {
        let Body::Core(core) = shape.place(at).unwrap().body else { panic!("one outline") };
        core
    }

    /// A comb with teeth of random lengths and a hole, on a lattice, whole or turned.
    fn outline(random: &mut Random, turn: u32) -> Core {
        let mut next = |low: f32, high: f32| libm::roundf(random.within(low, high));
        let mut ring = Vec::from([(0.0, 0.0), (16.0, 0.0)]);
        for k in (0..8_u8).rev() {
            let x = 2.0 * f32::from(k);
            ring.extend([(x + 2.0, next(8.0, 12.0)), (x + 1.0, next(4.0, 7.0))]);
        }
        ring.extend([(0.0, 9.0)]);
        let hole = [(1.0, 1.0), (15.0, 1.0), (next(2.0, 14.0), 3.0)];
        let shape = Shape::polygon_with_holes(ring, [hole]).unwrap();
        let turned = Affine::at((0.3, -7.0)).rotated(0.4);
        core(shape, if turn.is_multiple_of(3) { turned } else { Affine::IDENTITY })
    }

    #[test]
    fn all_four_ways_out_find_the_same_place() {
        let (mut random, mut seen) = (Random(31), [0; 3]);
        for turn in 0..200 {
            let outline = outline(&mut random, turn);
            for k in 0..60_usize {
                // On the lattice, at a vertex, and anywhere.
                let (x, y) = (random.within(-1.0, 17.0), random.within(-1.0, 13.0));
                let (x, y) = if k % 2 == 0 { (libm::roundf(x), libm::roundf(y)) } else { (x, y) };
                let point = Core::point(DVec2::new(x.into(), y.into()), 0.0);
                let vertex = (&outline, k % outline.vertex_count());
                for p in [ExactPoint::At((&point, 0)), ExactPoint::At(vertex)] {
                    let found = OUT.map(|out| by_winding(&outline, p, out));
                    assert_eq!(found, [found[0]; 4], "{outline:?} {p:?}");
                    assert_eq!(found[0], locate(&outline, p));
                    seen[found[0] as usize] += 1;
                }
            }
            for i in 0..outline.edge_count() {
                let [u, v] = edge(&outline, i);
                for way in both_ways([u, v]) {
                    for share in [0.5, 0.3] {
                        let m = ExactPoint::Between(u, v, share);
                        let found = OUT.map(|out| is_left(&outline, m, way, out));
                        // A point between rounds off the edge, but not in the middle on a lattice.
                        let is_exact = !turn.is_multiple_of(3) && share == 0.5;
                        assert!(found == [way[0].1 == u.1; 4] || !is_exact, "{i} {way:?}");
                        assert_eq!(found, [found[0]; 4], "{i} {way:?}");
                    }
                }
            }
        }
        assert!(seen.iter().all(|n| *n > 1000), "{seen:?}");
    }

    #[test]
    fn of_many_rings_the_one_inside_is_found() {
        let square = |x: f32, y: f32, r: f32| {
            [(x - r, y - r), (x + r, y - r), (x + r, y + r), (x - r, y + r)]
        };
        let holes = (0..400_u16).map(|i| {
            let (x, y) = (f32::from(i % 20), f32::from(i / 20));
            square(x + 0.5, y + 0.5, 0.25)
        });
        let sheet = Shape::polygon_with_holes(square(10.0, 10.0, 11.0), holes).unwrap();
        let sheet = core(sheet, Affine::IDENTITY);
        for (half, is_around) in [(0.2, false), (0.3, true)] {
            for at in [(0.5, 0.5), (7.5, 13.5), (19.5, 19.5)] {
                let around = core(Shape::rect_half((half, half)).unwrap(), Affine::at(at));
                assert_eq!(has_ring_inside(&sheet, &around), is_around, "{half} {at:?}");
            }
            let between = core(Shape::rect_half((half, 0.2)).unwrap(), Affine::at((8.0, 8.5)));
            assert!(!has_ring_inside(&sheet, &between));
        }
    }
}

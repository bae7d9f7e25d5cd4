//! The parts of two shapes that touch, and the part that a point of the boundary lies on.
//!
//! Parts are those of the user: of a compound as they were given, of a tile grid its cells. Cost:
//! the boxes of the pieces of both, or of the cells around the other, and the verdicts of those
//! that meet.

use alloc::borrow::Cow;
use alloc::vec::Vec;

use crate::math::{Aabb, Affine, DVec2, Vec2, greater, round_finite, sort::sort_by};
use crate::pair::exact::edge_pairs::nearest_on_segment;
use crate::pair::{answer::Verdict, bodies, query::closest};
use crate::shape::{Body, Core, Placed, Shape, bvh::box_bvh::DAabb};

/// How far a point that was rounded may lie off the boundary, relative to its coordinates.
const ROUNDING: f32 = 4.0 * f32::EPSILON;

pub(crate) struct Named<'a> {
    shape: &'a Shape,
    world: &'a Affine,
    placed: &'a Placed,
}

impl<'a> Named<'a> {
    pub(crate) fn new(shape: &'a Shape, world: &'a Affine, placed: &'a Placed) -> Self {
        Self { shape, world, placed }
    }

    fn near(&self, bounds: Aabb) -> Vec<(u32, Cow<'a, Body>)> {
        self.shape.parts_near(self.world, &self.placed.body, bounds)
    }

    /// The numbers of the parts that share a point, sorted, each pair once.
    pub(crate) fn touching_parts(&self, other: &Self) -> Vec<[u32; 2]> {
        let theirs = other.near(self.placed.bounds());
        let mut found = Vec::new();
        for (i, a) in self.near(other.placed.bounds()) {
            let bounds = a.bounds();
            for (j, b) in &theirs {
                let pair = [i, *j];
                if found.last() != Some(&pair)
                    && bounds.overlaps(b.bounds())
                    && bodies::verdict(&a, b) != Verdict::Separated
                {
                    found.push(pair);
                }
            }
        }
        sort_by(&mut found, Ord::cmp);
        found.dedup();
        found
    }

    /// The part and the edge that are nearest to a point of the boundary; of several the first. `edge` where
    /// it is known already that one is the nearest, of a body of one piece.
    pub(crate) fn part_at(&self, point: Vec2, edge: Option<u32>) -> (u32, u32) {
        let known = edge.map(|edge| (0, edge));
        let (piece, edge) = known.unwrap_or_else(|| nearest_edge(&self.placed.body, point));
        if let Some(part) = self.shape.part_of(self.world, &self.placed.body, piece) {
            return (part, edge);
        }
        // How far a grid reaches from its own origin, which rounds its vertices.
        let bounds = self.placed.bounds();
        let ends = [Vec2::ZERO, bounds.min, bounds.max].map(DVec2::from);
        let reach =
            ends.map(|end| (end - DVec2::from(point)).reach()).into_iter().fold(0.0, greater);
        let by = round_finite(reach * f64::from(ROUNDING));
        let around = Aabb::new(point - Vec2::new(by, by), point + Vec2::new(by, by));
        if let Body::Core(core) = &self.placed.body
            && let Some(field) = core.field()
            && let [cell] = field.numbers_near(core.origin, around)[..]
        {
            return (cell, edge);
        }
        let cells = self.near(around);
        let near = |body: &Body| closest::raw(body, point).separation.abs() <= f64::from(by);
        let on = cells.iter().find(|(_, body)| near(body)).or(cells.first());
        (on.map_or(0, |(cell, _)| *cell), edge)
    }
}

/// The piece and the edge whose line, at the radius of the piece, is nearest to a point; of several
/// the first. O(edges); O(log edges) in a large outline without radius.
pub(crate) fn nearest_edge(body: &Body, point: Vec2) -> (usize, u32) {
    let mut best = (f64::INFINITY, 0, 0);
    for (piece, body) in body.parts().iter().enumerate() {
        let (off, edge) = match body {
            Body::Core(core) => edge_of_core(core, point),
            other => (closest::raw(other, point).separation.abs(), 0),
        };
        if off < best.0 {
            best = (off, piece, edge);
        }
    }
    (best.1, best.2)
}

/// How far the nearest edge of a core is, and its number.
fn edge_of_core(core: &Core, point: Vec2) -> (f64, u32) {
    let (p, all) = (DVec2::from(point) - core.origin, core.offsets());
    let radius = f64::from(core.radius);
    let mut best = (f64::INFINITY, u32::MAX);
    let mut offer = |edge: usize| {
        let [v, w] = core.edge(edge).map(|i| all[i]);
        let off = ((p - nearest_on_segment(p, v, w)).length() - radius).abs();
        if off < best.0 || off == best.0 && (edge as u32) < best.1 {
            best = (off, edge as u32);
        }
        // Edges just as near are visited too: the first of them counts.
        (best.0 * best.0).next_up() * (1.0 + 4.0 * f64::EPSILON)
    };
    if radius > 0.0 {
        (0..core.edge_count()).for_each(|edge| _ = offer(edge));
        return best;
    }
    // A point of the boundary lies within its rounding of it.
    let near = f64::from(ROUNDING) * DVec2::from(point).reach();
    if core.edges_nearer(DAabb::of([p, p]), near * near, &mut offer) >= near * near {
        core.edges_nearer(DAabb::of([p, p]), f64::INFINITY, &mut offer);
    }
    best
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pair::test_shapes::{Random, kinds};
    use crate::{Affine, Shape};

    #[test]
    fn the_nearest_edge_is_the_first_of_those_at_the_least_distance() {
        let (kinds, mut random) = (kinds(), Random(23));
        let mut all = 0;
        for _ in 0..500 {
            for (_, shape) in &kinds {
                let shape = shape.place(random.affine()).unwrap();
                let Body::Core(core) = &shape.body else { continue };
                if core.radius > 0.0 {
                    continue;
                }
                let on = shape.closest(random.affine().transform_point((0.0, 0.0))).point;
                let p = DVec2::from(on) - core.origin;
                let far = |edge: usize| {
                    let [v, w] = core.ends(edge);
                    (p - nearest_on_segment(p, v, w)).length()
                };
                let edges = 0..core.edge_count();
                let first = edges.min_by(|i, j| far(*i).total_cmp(&far(*j))).unwrap();
                assert_eq!(nearest_edge(&shape.body, on), (0, first as u32), "{core:?} {on:?}");
                all += 1;
            }
        }
        assert!(all > 1_000, "{all}");
    }

    #[test]
    fn of_edges_just_as_near_it_is_the_first() {
        let tile = Shape::rect_half((1.0, 1.0)).unwrap().place(Affine::at((4.0, 0.0))).unwrap();
        for (corner, edge) in [((3.0, -1.0), 0), ((5.0, -1.0), 0), ((5.0, 1.0), 1), ((3.0, 1.0), 2)]
        {
            assert_eq!(nearest_edge(&tile.body, corner.into()), (0, edge));
        }
        assert_eq!(nearest_edge(&tile.body, Vec2::new(4.0, 0.0)), (0, 0));
        assert_eq!(nearest_edge(&tile.body, Vec2::new(3.0, 0.5)), (0, 3));
    }
}

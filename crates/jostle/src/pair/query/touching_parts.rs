//! The parts of two shapes that touch, and the part that a point of the boundary lies on.
//!
//! Parts are those of the user: of a compound as they were given, of a tile grid its cells. Cost:
//! the boxes of the pieces of both, or of the cells around the other, and the verdicts of those
//! that meet.

use alloc::borrow::Cow;
use alloc::vec::Vec;

use crate::math::{Aabb, Affine, DVec2, Vec2, greater, round_finite, sort::sort_by};
use crate::pair::{answer::Verdict, bodies, query::closest, query::hit_edge::nearest_edge};
use crate::shape::{Body, Placed, Shape};

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

    /// The part and the edge that are nearest to a point of the boundary; of several the first.
    pub(crate) fn part_at(&self, point: Vec2) -> (u32, u32) {
        let (piece, edge) = nearest_edge(&self.placed.body, point);
        if let Some(part) = self.shape.part_of(self.world, &self.placed.body, piece) {
            return (part, edge);
        }
        // How far a grid reaches from its own origin, which rounds its vertices.
        let bounds = self.placed.bounds();
        let ends = [Vec2::ZERO, bounds.min, bounds.max].map(DVec2::from);
        let reach =
            ends.map(|end| (end - DVec2::from(point)).reach()).into_iter().fold(0.0, greater);
        let by = round_finite(reach * f64::from(ROUNDING));
        let cells = self.near(Aabb::new(point - Vec2::new(by, by), point + Vec2::new(by, by)));
        let near = |body: &Body| closest::raw(body, point).separation.abs() <= f64::from(by);
        let on = cells.iter().find(|(_, body)| near(body)).or(cells.first());
        (on.map_or(0, |(cell, _)| *cell), edge)
    }
}

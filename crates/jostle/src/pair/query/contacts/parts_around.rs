//! Which parts of a union cover points and edges of the others.
//!
//! Frame: relative to a base. Cost: O(log n + k) for k parts whose boxes are near, of n at the edges.

use smallvec::SmallVec;

use super::FEW;
use crate::math::simd::F64Lanes;
use crate::math::{Aabb, DVec2};
use crate::pair::bodies::share_point;
use crate::pair::sat::points_segments::apart_segments;
use crate::shape::bvh::box_bvh::{BoxTree, DAabb};
use crate::shape::{Body, Core};

/// The parts of a union around some edges.
#[derive(Default)]
pub(super) struct PartsAround<'a> {
    all: &'a [Body],
    base: DVec2,
    /// The numbers of these parts, with their boxes.
    near: SmallVec<[(usize, Aabb); FEW]>,
    /// A tree of the boxes, if there are more than a few.
    tree: Option<BoxTree>,
}

impl<'a> PartsAround<'a> {
    pub(super) fn new(union: &'a Body, base: DVec2, around: DAabb) -> Self {
        let (all, around) = (union.parts(), around.moved(base));
        let boxes = all.iter().map(Body::bounds).enumerate();
        let near: SmallVec<[(usize, Aabb); FEW]> =
            boxes.filter(|part| around.overlaps(part.1.into())).collect();
        let tree = (near.len() > FEW).then(|| BoxTree::new(near.iter().map(|part| part.1.into())));
        Self { all, base, near, tree }
    }

    /// Returns `true` if a part other than the given one holds a point.
    pub(super) fn hold(&self, p: DVec2, but: usize) -> bool {
        if self.near.is_empty() {
            return false;
        }
        let at = (self.base + p).round();
        let point = Body::Core(Core::point(at.into(), 0.0));
        self.overlapping(DAabb::of([at.into(); 2]), but).any(|part| share_point(part, &point))
    }

    /// Returns `true` if the boundaries of all parts but one are certainly farther from a segment than
    /// a distance: then a part holds all points within it, or none.
    pub(super) fn stay_away(&self, ends: [DVec2; 2], distance: f64, but: usize) -> bool {
        let around = DAabb::of(ends).grown(distance);
        self.overlapping(around.moved(self.base), but).all(|part| {
            let Body::Core(core) = part else { return false };
            let (o, radius) = (core.origin - self.base, f64::from(core.radius));
            let mut is_far = |edge| {
                let own = core.edge(edge).map(|v| o + core.offset(v));
                let (near, apart) = apart_segments(own, ends, distance + radius);
                apart.mask() != 0 && near.separation > near.error
            };
            core.is_solid() && core.edges_near(around.moved(-o).grown(radius), &mut is_far)
        })
    }

    /// The parts but one whose boxes overlap a box of the world.
    fn overlapping(&self, bounds: DAabb, but: usize) -> impl Iterator<Item = &Body> {
        let scanned = if self.tree.is_some() { 0 } else { self.near.len() };
        let found = self.tree.iter().flat_map(move |tree| tree.overlapping(bounds));
        let all = found.chain(0..scanned).map(|i| self.near[i]);
        let near = all.filter(move |(part, own)| *part != but && bounds.overlaps((*own).into()));
        near.map(|(part, _)| &self.all[part])
    }
}

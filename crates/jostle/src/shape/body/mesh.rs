//! The edges, rings and convex pieces of a polygon or a chain.

use alloc::sync::Arc;
use alloc::vec::Vec;

use crate::math::DVec2;
use crate::shape::bvh::box_bvh::DAabb;
use crate::shape::bvh::edge_bvh::EdgeTree;
use crate::shape::kinds::mask::AlignedPixels;
use crate::shape::kinds::tile_grid::PlacedGrid;
use crate::shape::placing::region::Region;

#[derive(Clone, Debug)]
pub(crate) struct Mesh {
    /// Edge i goes from `edges[i][0]` to `edges[i][1]`.
    pub(crate) edges: Vec<[u32; 2]>,
    /// First vertex of each ring.
    pub(crate) rings: Vec<u32>,
    /// The region that was placed, and whether the map has mirrored it: its convex pieces are
    /// those of the mesh. `None` for a chain, whose pieces are its edges.
    pub(crate) region: Option<(Arc<Region>, bool)>,
    pub(super) solid: bool,
    pub(super) tree: EdgeTree,
    /// The pixels that this is, where it is upright and exact ones.
    pub(crate) grid: Option<AlignedPixels>,
    /// The cells that this is, where it is a large tile grid.
    pub(crate) field: Option<Arc<PlacedGrid>>,
    /// Box of the vertices.
    pub(super) whole: DAabb,
}

impl Mesh {
    /// Of edges between vertices, and an order of them in which neighbors are near, if not theirs.
    pub(crate) fn new(
        (vertices, edges): (&[DVec2], Vec<[u32; 2]>),
        rings: Vec<u32>,
        order: Option<Arc<[u32]>>,
        region: Option<(Arc<Region>, bool)>,
        solid: bool,
    ) -> Self {
        let whole = DAabb::of_points(vertices);
        let tree = EdgeTree::new((vertices, whole), &edges, order);
        Self { edges, rings, region, solid, tree, grid: None, field: None, whole }
    }

    /// The same edges as a line.
    pub(crate) fn boundary(&self) -> Self {
        Self { region: None, solid: false, grid: None, field: None, ..self.clone() }
    }
}

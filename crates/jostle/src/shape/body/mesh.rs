//! The edges, rings and convex pieces of a polygon or a chain.

use alloc::sync::Arc;
use alloc::vec::Vec;

use crate::math::{DVec2, lazy::Lazy};
use crate::shape::bvh::box_bvh::{DAabb, OUTWARD};
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
    /// Over the boxes of the pieces, if there are enough.
    pieces: Lazy<Option<EdgeTree>>,
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
        let pieces = Lazy::new(|| tree_of_pieces(vertices, region.as_ref()));
        Self { edges, rings, region, solid, tree, pieces, grid: None, field: None, whole }
    }

    /// The places of the convex pieces near a window, in order; all without one.
    pub(super) fn pieces_near(&self, vertices: &[DVec2], window: Option<DAabb>) -> Vec<usize> {
        let tree = || self.pieces.get(|| tree_of_pieces(vertices, self.region.as_ref())).as_ref();
        let all = self.region.as_ref().map(|(region, mirrored)| region.pieces(*mirrored));
        let rings = all.map_or(&[][..], |pieces| &pieces.rings);
        let Some((window, tree)) = window.and_then(|window| Some((window, tree()?))) else {
            return (0..rings.len()).collect();
        };
        // Of a fan every box may meet the window, and few of its pieces do.
        let mut near = tree.sorted(window);
        near.retain(|i| !is_beside(rings[*i].iter().map(|v| vertices[*v as usize]), window));
        near
    }

    /// The same edges as a line.
    pub(crate) fn boundary(&self) -> Self {
        let pieces = Lazy::from(None);
        Self { region: None, solid: false, grid: None, field: None, pieces, ..self.clone() }
    }
}

/// Returns `true` if a box lies beyond a side of a convex ring, and not by rounding alone.
fn is_beside(ring: impl Iterator<Item = DVec2> + Clone, window: DAabb) -> bool {
    let middle = (window.min + window.max) * 0.5;
    let half = window.max - middle;
    let next = ring.clone().cycle().skip(1);
    ring.zip(next).any(|(u, v)| {
        let (e, to) = (v - u, middle - u);
        let reach = half.x * e.y.abs() + half.y * e.x.abs();
        let size = u.reach() + v.reach() + middle.reach() + half.reach();
        to.cross(e) > reach + OUTWARD * size * (e.x.abs() + e.y.abs())
    })
}

/// A tree over the boxes of the pieces of a region that was placed.
fn tree_of_pieces(vertices: &[DVec2], region: Option<&(Arc<Region>, bool)>) -> Option<EdgeTree> {
    let (region, mirrored) = region?;
    let pieces = region.pieces(*mirrored);
    let order = pieces.order.clone()?;
    let around = |piece: &Vec<u32>| {
        let of = |i: &u32| DAabb::of([vertices[*i as usize]; 2]);
        let bounds = piece.iter().map(of).reduce(DAabb::join)?;
        Some([bounds.min, bounds.max])
    };
    let corners: Vec<DVec2> = pieces.rings.iter().filter_map(around).flatten().collect();
    let boxes: Vec<[u32; 2]> = (0..corners.len() as u32 / 2).map(|i| [2 * i, 2 * i + 1]).collect();
    Some(EdgeTree::new((&corners, DAabb::of_points(&corners)), &boxes, Some(order)))
}

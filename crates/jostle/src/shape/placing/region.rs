//! A polygonal region: rings in local coordinates, and what all its placings share.
//!
//! Rings are in normal form or touch with vertices only. Only depths, manifolds and unions read
//! convex pieces, and cutting takes several times as long as everything else about an outline, so
//! the first caller cuts them. A placing whose map mirrors reverses each ring; vertices and edges
//! are counted through all rings. Cost: O(n) for a placing, and O(k log k) for k places where the
//! outline touches itself; O(n log n) for the region.

use alloc::collections::BTreeSet;
use alloc::sync::Arc;
use alloc::vec::Vec;
use core::cmp::Ordering;
use core::fmt;

use crate::math::exact::orient2d::orient2d;
use crate::math::{DVec2, Vec2, lazy::Lazy, sort::sort_by};
use crate::shape::bvh::box_bvh::{BoxTree, DAabb, WORTH_A_TREE};
use crate::shape::decomposition::merge::decompose;
use crate::shape::outline::normalize::Outline;

pub(crate) struct Region {
    pub(crate) rings: Vec<Vec<Vec2>>,
    /// True if this is one strictly convex ring with area.
    pub(crate) convex: bool,
    pub(crate) solid: bool,
    /// Where the outline touches itself: an edge and a vertex that lies on it, one for each place,
    /// in order of the edges.
    pub(super) touches: Vec<[u32; 2]>,
    /// The edges in an order in which neighbors are near, if there are several rings and enough
    /// edges for a tree; along one ring they are near as they are.
    pub(super) order: Option<Arc<[u32]>>,
    pieces: Lazy<Partition>,
    /// The pieces of the rings once each was reversed.
    mirrored: Lazy<Partition>,
}

/// The convex pieces of a region.
#[derive(Clone, Debug, Default)]
pub(crate) struct Partition {
    /// The vertices of each in positive order, counted through all rings.
    pub(crate) rings: Vec<Vec<u32>>,
    /// An order in which neighbors are near, if there are enough for a tree.
    pub(crate) order: Option<Arc<[u32]>>,
}

impl Partition {
    /// The same pieces of the rings once each was reversed.
    fn mirrored(&self, rings: &[Vec<Vec2>]) -> Self {
        let places = reversed(rings, 0);
        let piece = |piece: &Vec<u32>| piece.iter().rev().map(|i| places[*i as usize]).collect();
        Self { rings: self.rings.iter().map(piece).collect(), order: self.order.clone() }
    }
}

impl Region {
    /// Makes a region of rings that touch with vertices only.
    pub(crate) fn new(Outline { rings, convex, solid }: Outline) -> Self {
        let count: usize = rings.iter().map(Vec::len).sum();
        let many = rings.len() > 1 && count >= WORTH_A_TREE;
        let order = many.then(|| tree(&rings).order().into());
        let pieces = Lazy::new(|| cut(&rings));
        let mirrored = Lazy::new(|| pieces.get(|| cut(&rings)).mirrored(&rings));
        Self { rings, convex, solid, touches: Vec::new(), order, pieces, mirrored }
    }

    /// Looks for places where rings touch themselves or each other with a vertex inside an edge.
    #[inline(never)]
    pub(crate) fn with_self_touches(mut self) -> Self {
        let vertices = self.offsets(false, DVec2::from);
        let (_, ends) = self.topology();
        let at = |i: u32| vertices[i as usize];
        let tree = tree(&self.rings);
        let mut known: BTreeSet<[u64; 2]> = BTreeSet::new();
        for (w, p) in (0_u32..).zip(&vertices) {
            // Vertices at one place stay together, and one of them cuts an edge.
            if known.insert([p.x, p.y].map(f64::to_bits)) {
                let near = tree.overlapping(DAabb::of([*p, *p]));
                let on = near.filter(|i| lies_between(*p, at(ends[*i][0]), at(ends[*i][1])));
                self.touches.extend(on.map(|i| [i as u32, w]));
            }
        }
        sort_by(&mut self.touches, Ord::cmp);
        self
    }

    /// The ring of an area that has only this one, which meets itself nowhere.
    pub(crate) fn lone_ring(&self) -> Option<&[Vec2]> {
        let [ring] = &self.rings[..] else { return None };
        (self.solid && self.touches.is_empty()).then_some(ring)
    }

    /// The convex pieces of the rings, or of the rings once each was reversed.
    pub(crate) fn pieces(&self, mirrored: bool) -> &Partition {
        let pieces = || self.pieces.get(|| cut(&self.rings));
        if mirrored { self.mirrored.get(|| pieces().mirrored(&self.rings)) } else { pieces() }
    }

    pub(crate) fn offsets(&self, mirrored: bool, place: impl Fn(Vec2) -> DVec2) -> Vec<DVec2> {
        let mut all = Vec::with_capacity(self.rings.iter().map(Vec::len).sum());
        for ring in &self.rings {
            let first = all.len();
            all.extend(ring.iter().map(|p| place(*p)));
            if mirrored {
                all[first..].reverse();
            }
        }
        all
    }

    /// The first vertex of each ring, and the edges around the rings.
    pub(crate) fn topology(&self) -> (Vec<u32>, Vec<[u32; 2]>) {
        let mut starts = Vec::with_capacity(self.rings.len());
        let mut edges = Vec::with_capacity(self.rings.iter().map(Vec::len).sum());
        for ring in &self.rings {
            let (first, end) = (edges.len() as u32, (edges.len() + ring.len()) as u32);
            starts.push(first);
            edges.extend((first + 1..end).map(|i| [i - 1, i]));
            edges.push([end - 1, first]);
        }
        (starts, edges)
    }
}

impl PartialEq for Region {
    fn eq(&self, other: &Self) -> bool {
        self.rings == other.rings
    }
}

/// Without what follows from the rings and may not be there yet.
impl fmt::Debug for Region {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.rings.fmt(f)
    }
}

/// Rings in normal form have no proper crossing, the one thing that cannot be cut up.
fn cut(rings: &[Vec<Vec2>]) -> Partition {
    let pieces = decompose(rings).unwrap_or_default();
    let order = (pieces.len() >= WORTH_A_TREE).then(|| {
        let all: Vec<DVec2> = rings.iter().flatten().map(|p| DVec2::from(*p)).collect();
        let around = |piece: &Vec<u32>| {
            let points: Vec<DVec2> = piece.iter().map(|i| all[*i as usize]).collect();
            DAabb::of_points(&points)
        };
        BoxTree::new(pieces.iter().map(around)).order().into()
    });
    Partition { rings: pieces, order }
}

/// The number of each element after every ring was reversed, for elements around a ring whose last
/// `fixed` stay: 0 for vertices, 1 for the edges between them.
pub(super) fn reversed(rings: &[Vec<Vec2>], fixed: usize) -> Vec<u32> {
    let mut places = Vec::new();
    for ring in rings {
        let (first, turning) = (places.len() as u32, ring.len() - fixed);
        places.extend((0..turning as u32).rev().map(|i| first + i));
        places.extend((turning as u32..ring.len() as u32).map(|i| first + i));
    }
    places
}

fn tree(rings: &[Vec<Vec2>]) -> BoxTree {
    let edges = rings.iter().flat_map(|ring| ring.iter().zip(ring.iter().cycle().skip(1)));
    BoxTree::new(edges.map(|(p, q)| DAabb::of([DVec2::from(*p), DVec2::from(*q)])))
}

/// Returns `true` if p lies on the segment from u to v and is neither of its ends.
pub(super) fn lies_between(p: DVec2, u: DVec2, v: DVec2) -> bool {
    #[cfg(test)]
    tests::count();
    p != u
        && p != v
        && (p - u).dot(p - v) <= 0.0
        && orient2d(u.round(), v.round(), p.round()) == Ordering::Equal
}

#[cfg(test)]
mod tests;

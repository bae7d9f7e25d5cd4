//! Placed outlines: the class of an outline after its vertices were rounded.

use alloc::sync::Arc;
use alloc::vec::Vec;
use core::cmp::Ordering;

use crate::math::exact::orient2d::orient2d;
use crate::math::{DVec2, Vec2};
use crate::shape::body::core::{Core, Kind, Mesh, Pieces, Sidedness};
use crate::shape::bvh::box_bvh::{BoxTree, DAabb, WORTH_A_TREE};
use crate::shape::decomposition::lazy_pieces::LazyPieces;
use crate::shape::outline::hull;
use crate::shape::outline::normalize;
use crate::shape::outline::normalize::Outline;
use crate::shape::{Body, ShapeError, validate};

/// One ring of offsets (all of them `f32` numbers): convex, concave, or flat.
pub(crate) fn single(origin: Vec2, ring: &[DVec2], radius: f32) -> Result<Body, ShapeError> {
    if is_convex(ring) {
        return Ok(Body::Core(Core::convex(origin, ring, radius)));
    }
    normalised(origin, ring, radius)
}

/// One that is not convex.
#[inline(never)]
fn normalised(origin: Vec2, ring: &[DVec2], radius: f32) -> Result<Body, ShapeError> {
    let points: Vec<Vec2> = ring.iter().map(|v| v.round()).collect();
    let outline = normalize::normalise(&points, &[]).unwrap_or_else(|_| {
        // Only rounding can have made a convex outline cross itself; its hull is what is left.
        let hull = hull::hull(&points);
        let solid = hull.len() > 2;
        Outline { rings: [hull].into(), convex: solid, solid }
    });
    let offsets: Vec<Vec<DVec2>> =
        outline.rings.iter().map(|r| r.iter().copied().map(DVec2::from).collect()).collect();
    match offsets.first().map(|r| &r[..]) {
        Some([v]) => point(origin, *v, radius),
        Some([v, w]) => segment(origin, *v, *w, radius),
        Some(ring) if offsets.len() == 1 && is_convex(ring) => {
            Ok(Body::Core(Core::convex(origin, ring, radius)))
        }
        _ => {
            let (touches, order) = (self_touches(&outline.rings), order(&outline.rings));
            let pieces = Pieces::Lazy { cut: LazyPieces::new(outline.rings), mirrored: false };
            let parts = (pieces, outline.solid);
            let starts = offsets.iter().scan(0, |sum, ring| {
                let first = *sum;
                *sum += ring.len() as u32;
                Some(first)
            });
            let vertices = (&offsets.concat()[..], starts.collect());
            Ok(meshed(origin, vertices, parts, (&touches, order), radius))
        }
    }
}

/// Rings, one after the other and with their first vertices, with the pieces of the local outline
/// and whether it has area, the places (ends of an edge, vertex) where it touched itself, and its
/// edges in an order in which neighbors are near, where that is not theirs. An edge is cut at a
/// vertex that still lies on it, so that whatever passes through such a point meets a vertex, not
/// the inside of an edge.
pub(crate) fn meshed(
    origin: Vec2,
    (vertices, starts): (&[DVec2], Vec<u32>),
    (pieces, solid): (Pieces, bool),
    (touches, order): (&[[u32; 3]], Option<Arc<[u32]>>),
    radius: f32,
) -> Body {
    let mut edges = Vec::with_capacity(vertices.len());
    let ends = starts.iter().skip(1).copied().chain([vertices.len() as u32]);
    for (first, end) in starts.iter().zip(ends) {
        edges.extend((*first + 1..end).map(|i| [i - 1, i]));
        edges.push([end - 1, *first]);
    }
    for [u, v, w] in touches {
        let at = |i: u32| vertices[i as usize];
        let on = |i: u32| i == *u || i == *v || lies_between(at(i), at(*u), at(*v));
        let own = |[p, q]: &[u32; 2]| on(*p) && on(*q) && lies_between(at(*w), at(*p), at(*q));
        if let Some(i) = edges.iter().position(own) {
            let [p, q] = edges[i];
            edges[i] = [p, *w];
            edges.insert(i + 1, [*w, q]);
        }
    }
    // An edge that was cut has no place in the order.
    let order = order.filter(|order| order.len() == edges.len());
    let mesh = Mesh::new((vertices, edges), starts, order, pieces, solid);
    Body::Core(Core::meshed(origin, Kind::Polygon, vertices, mesh, Sidedness::Both, radius))
}

pub(crate) fn point(origin: Vec2, v: DVec2, radius: f32) -> Result<Body, ShapeError> {
    let o = DVec2::from(origin) + v;
    Ok(Body::Core(Core::point(validate::rounded(o.x, o.y)?, radius)))
}

pub(crate) fn segment(origin: Vec2, v: DVec2, w: DVec2, radius: f32) -> Result<Body, ShapeError> {
    Ok(Body::Core(Core::offset_segment(origin, v, w, radius)))
}

/// Returns `true` if the rounded ring is strictly convex.
pub(crate) fn is_convex(ring: &[DVec2]) -> bool {
    normalize::is_convex(ring.len(), |i| ring[i].round())
}

/// Returns `true` if p lies on the segment from u to v and is neither of its ends.
fn lies_between(p: DVec2, u: DVec2, v: DVec2) -> bool {
    p != u
        && p != v
        && (p - u).dot(p - v) <= 0.0
        && orient2d(u.round(), v.round(), p.round()) == Ordering::Equal
}

/// An order of the edges of several rings in which neighbors are near, or `None` for few edges.
pub(crate) fn order(rings: &[Vec<Vec2>]) -> Option<Arc<[u32]>> {
    let count: usize = rings.iter().map(Vec::len).sum();
    if rings.len() == 1 || count < WORTH_A_TREE {
        return None;
    }
    Some(by_tree(rings))
}

#[inline(never)]
fn by_tree(rings: &[Vec<Vec2>]) -> Arc<[u32]> {
    let edges = rings.iter().flat_map(|ring| ring.iter().zip(ring.iter().cycle().skip(1)));
    let edges = edges.map(|(p, q)| DAabb::of([DVec2::from(*p), DVec2::from(*q)]));
    BoxTree::new(edges).order().into()
}

/// The number of an edge after its ring was reversed; rings have first vertices, and the last ends.
pub(crate) fn turned_edge(rings: &[u32], edge: u32, count: usize) -> u32 {
    let ring = rings.partition_point(|first| *first <= edge).saturating_sub(1);
    let first = rings.get(ring).copied().unwrap_or_default();
    let len = rings.get(ring + 1).copied().unwrap_or(count as u32) - first;
    first + (2 * len - 2 - (edge - first)) % len
}

/// Where rings touch themselves or each other with a vertex inside an edge.
#[inline(never)]
pub(crate) fn self_touches(rings: &[Vec<Vec2>]) -> Vec<[u32; 3]> {
    let mut ends = Vec::new();
    let vertices: Vec<DVec2> = rings.iter().flatten().copied().map(DVec2::from).collect();
    let mut first = 0;
    for ring in rings {
        let len = ring.len() as u32;
        ends.extend((0..len).map(|i| [first + i, first + (i + 1) % len]));
        first += len;
    }
    let at = |i: u32| vertices[i as usize];
    let tree = BoxTree::new(ends.iter().map(|e| DAabb::of(e.map(at))));
    let mut touches = Vec::new();
    for (w, p) in (0_u32..).zip(&vertices) {
        tree.overlapping(DAabb::of([*p, *p]), &mut |i| {
            let [u, v] = ends[i];
            if lies_between(*p, at(u), at(v)) {
                touches.push([u, v, w]);
            }
            true
        });
    }
    touches
}

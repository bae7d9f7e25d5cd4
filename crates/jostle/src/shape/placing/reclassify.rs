//! Placed outlines: the class of an outline after its vertices were rounded.

use alloc::sync::Arc;
use alloc::vec::Vec;

use crate::math::{DVec2, Vec2, sort::sort_by};
use crate::shape::body::core::{Core, Kind, Mesh, Sidedness};
use crate::shape::bvh::box_bvh::{BoxTree, DAabb};
use crate::shape::kinds::compound;
use crate::shape::outline::hull;
use crate::shape::outline::normalize::{self, Outline};
use crate::shape::placing::region::{Region, lies_between, reversed};
use crate::shape::{Body, ShapeError, validate};

/// One ring of offsets (all of them `f32` numbers): convex, concave, or flat.
pub(crate) fn single(origin: DVec2, ring: &[DVec2], radius: f32) -> Result<Body, ShapeError> {
    if normalize::is_convex(ring.len(), |i| ring[i].round()) {
        return Ok(Body::Core(Core::convex(origin, ring, radius)));
    }
    normalized(origin, ring, radius)
}

/// One that is not convex.
#[inline(never)]
fn normalized(origin: DVec2, ring: &[DVec2], radius: f32) -> Result<Body, ShapeError> {
    let points: Vec<Vec2> = ring.iter().map(|v| v.round()).collect();
    let outline = normalize::normalize(&points, &[]).unwrap_or_else(|_| {
        // Only rounding can have made a convex outline cross itself; its hull is what is left.
        let hull = hull::hull(&points);
        let solid = hull.len() > 2;
        Outline::new([hull].into(), solid)
    });
    let region = Region::new(outline);
    let offsets = region.offsets(false, DVec2::from);
    match offsets[..] {
        [v] => point(origin, v, radius),
        [v, w] => Ok(Body::Core(Core::offset_segment(origin, v, w, radius))),
        _ if region.convex => Ok(Body::Core(Core::convex(origin, &offsets, radius))),
        _ => {
            let region = Arc::new(region.with_self_touches());
            Ok(Body::Core(meshed(&region, origin, &offsets, false, radius)))
        }
    }
}

/// Returns the core of a region with these vertices. An edge is cut at a vertex that still lies on
/// it, so that whatever passes through such a point meets a vertex, not the inside of an edge.
pub(crate) fn meshed(
    region: &Arc<Region>,
    origin: DVec2,
    vertices: &[DVec2],
    mirrored: bool,
    radius: f32,
) -> Core {
    let (starts, mut edges) = region.topology();
    let mut order = region.order.clone();
    if let (Some(order), true) = (&mut order, mirrored) {
        let places = reversed(&region.rings, 1);
        *order = order.iter().map(|i| places[*i as usize]).collect();
    }
    if !region.touches.is_empty() {
        edges = cut_at_touches(region, vertices, mirrored, &edges);
    }
    // An edge that was cut has no place in the order.
    let cut = edges.len() > vertices.len();
    if cut && order.is_some() {
        let ends = edges.iter().map(|edge| edge.map(|v| vertices[v as usize]));
        order = Some(BoxTree::new(ends.map(DAabb::of)).order().into());
    }
    let of = Some((region.clone(), mirrored));
    let mesh = Mesh::new((vertices, edges), starts, order, of, region.solid);
    Core::meshed(origin, Kind::Polygon, vertices, mesh, Sidedness::Both, radius)
}

/// The edges, each cut at the vertices of others that still lie on it.
#[inline(never)]
fn cut_at_touches(
    region: &Region,
    vertices: &[DVec2],
    mirrored: bool,
    edges: &[[u32; 2]],
) -> Vec<[u32; 2]> {
    let mut touches = region.touches.clone();
    if mirrored {
        let [of_vertices, of_edges] = [0, 1].map(|fixed| reversed(&region.rings, fixed));
        for [edge, w] in &mut touches {
            (*edge, *w) = (of_edges[*edge as usize], of_vertices[*w as usize]);
        }
    }
    let at = |i: u32| vertices[i as usize];
    // How far a vertex is along the longer side of its edge's box.
    let along = |[edge, w]: [u32; 2]| {
        let [from, to] = edges[edge as usize].map(at);
        let (way, rest) = (to - from, at(w) - from);
        if way.x.abs() < way.y.abs() { rest.y * way.y.signum() } else { rest.x * way.x.signum() }
    };
    sort_by(&mut touches, |a, b| a[0].cmp(&b[0]).then(along(*a).total_cmp(&along(*b))));
    let mut all = Vec::with_capacity(edges.len() + touches.len());
    let mut next = touches.into_iter().peekable();
    for ([mut from, to], edge) in edges.iter().copied().zip(0_u32..) {
        while let Some([_, w]) = next.next_if(|touch| touch[0] == edge) {
            if lies_between(at(w), at(from), at(to)) {
                all.push([from, w]);
                from = w;
            }
        }
        all.push([from, to]);
    }
    all
}

/// The segments and points to which a map flattens the rings of a region.
pub(crate) fn flattened(
    origin: DVec2,
    region: &Region,
    place: impl Fn(Vec2) -> DVec2,
    radius: f32,
) -> Result<Body, ShapeError> {
    let order = |p: &DVec2, q: &DVec2| p.x.total_cmp(&q.x).then(p.y.total_cmp(&q.y));
    let ends = |ring: &Vec<Vec2>| {
        let all = || ring.iter().map(|p| place(*p));
        Some([all().min_by(order)?, all().max_by(order)?])
    };
    let mut spans: Vec<[DVec2; 2]> = region.rings.iter().filter_map(ends).collect();
    sort_by(&mut spans, |a, b| order(&a[0], &b[0]));
    // Those that share a point are one; holes lie in others.
    spans.dedup_by(|next, kept| {
        let meets = order(&next[0], &kept[1]).is_le();
        if meets && order(&next[1], &kept[1]).is_gt() {
            kept[1] = next[1];
        }
        meets
    });
    let body = |[low, high]: [DVec2; 2]| match low == high {
        true => point(origin, low, radius),
        false => Ok(Body::Core(Core::offset_segment(origin, low, high, radius))),
    };
    Ok(compound::union(spans.into_iter().map(body).collect::<Result<_, _>>()?))
}

pub(crate) fn point(origin: DVec2, v: DVec2, radius: f32) -> Result<Body, ShapeError> {
    Ok(Body::Core(Core::point(validate::in_world(origin + v)?, radius)))
}

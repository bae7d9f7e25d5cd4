//! SAT for two convex cores of up to four vertices, in `f64`.
//!
//! Method: for each edge of one polygon, the least n·w over the vertices w of the other. That is
//! the signed distance of the other polygon from the line of the edge, times the edge's length
//! (Gottschalk, Lin and Manocha, "OBBTree", SIGGRAPH 1996, §5; Ericson, "Real-Time Collision
//! Detection", §5.2.1). There is no division or root by an edge until the axis is chosen. The
//! largest over both polygons is the separation if the cores overlap, or if the support vertex lies
//! in front of its edge; else the nearest features are two vertices, and all pairs of these are
//! compared. Pairs of simple classes have closed forms, and [`rings`] serves more vertices.
//!
//! One body serves a single pair, with `f64` for `W`, and a pair a lane. Masks replace branches.
//!
//! Frame: relative to a's origin, positions subtracted first. Sign: above 0 apart.
//! Error: with u = 2^-53 and S the largest coordinate of both vertices that enter, a vertex errs by
//! 2uS, an edge by u of itself, the two products, their difference and that of the two offsets by
//! at most 8u·|e|₁·S together; |e|₁ is at most √2 lengths. [`ERROR`] is twice the sum and covers
//! the distance of two vertices, too. Separations within it are undecided.
//! Cost: 2(n + m)·max(n, m) products.
#![expect(clippy::needless_range_loop, reason = "lanes go by their number, several arrays at once")]

use crate::math::DVec2;
use crate::math::simd::F64Lanes;
use crate::pair::answer::Want;
use crate::pair::sat::ring::Ring;
use crate::pair::sat::{ERROR, Separation, difference, points_segments, rects, rings};
use crate::shape::body::core::Vertices;
use crate::shape::{Core, Kind};

const CONVEX: (Kind, Kind) = (Kind::Convex, Kind::Convex);

/// Returns the separation of two rectangles whose nearest features are two corners.
pub(crate) fn rect_corners(a: &Core, b: &Core) -> Option<Separation> {
    let (Vertices::Rect(f), Vertices::Rect(g)) = (&a.vertices, &b.vertices) else { return None };
    let (d, _) = difference(a, b);
    Some(between_corners(&Ring::of_rect(f).at, &Ring::of_rect(g).seen(d).at))
}

/// Returns the closed form of a pair of simple cores, or `None` if the pair needs lanes.
#[inline(always)]
fn closed_form(a: &Core, b: &Core, d: DVec2, radius: f64) -> Option<Separation> {
    if b.kind == Kind::Point {
        return to_point(a, d, radius);
    }
    if a.kind == Kind::Point {
        return to_point(b, -d, radius).map(|found| found.flipped(d));
    }
    let ([v, w], [p, q]) = (ends(a)?, ends(b)?.map(|v| v + d));
    let (near, apart) = points_segments::apart_segments([v, w], [p, q], radius);
    if apart.mask() != 0 {
        return Some(near);
    }
    // The first of equal ways out leads to the left.
    let (p, q) = (Ring::segment([w, v], radius), Ring::segment([q, p], 0.0));
    Some(facing(&p, &q, p.reach + q.reach, Want::Gap))
}

/// Returns the separation of a simple core and a point `d` from its origin.
#[inline(always)]
pub(crate) fn to_point(core: &Core, d: DVec2, radius: f64) -> Option<Separation> {
    match (&core.vertices, core.kind) {
        (_, Kind::Point) => Some(points_segments::points(d, radius)),
        (Vertices::Rect(frame), Kind::Convex) => Some(rects::frame_and_point(frame, d, radius)),
        _ => Some(points_segments::segment_and_point(ends(core)?, d, radius)),
    }
}

/// Returns the ends of a segment, which differ, relative to its origin.
#[inline(always)]
fn ends(core: &Core) -> Option<[DVec2; 2]> {
    match &core.vertices {
        _ if core.kind != Kind::Segment => None,
        Vertices::Thin([v, w]) if v != w => Some([*v, *w]),
        Vertices::Rect(frame) => {
            let [v, _, w, _] = frame.corners();
            Some([v, w])
        }
        _ => None,
    }
}

/// The largest number of vertices.
const MAX: usize = 4;

/// Returns the separation, or `None` if a core is not convex. What is certain may be
/// [`Separation::FAR_APART`] or [`Separation::DEEP`] if the numbers are not wanted.
#[inline]
pub(crate) fn separation(a: &Core, b: &Core, want: Want) -> Option<Separation> {
    let (d, radius) = difference(a, b);
    if let (Vertices::Rect(f), Vertices::Rect(g)) = (&a.vertices, &b.vertices)
        && radius == 0.0
        && (a.kind, b.kind) == CONVEX
        && let Some(found) = rects::rects(f, g, d).answer()
    {
        return Some(found);
    }
    if let Some(found) = closed_form(a, b, d, radius) {
        return Some(found);
    }
    let many = |core: &Core| matches!(&core.vertices, Vertices::Eight(_) | Vertices::Many(..));
    let few = if many(a) || many(b) { None } else { by_edges(a, b, d, radius) };
    few.or_else(|| (a.is_convex() && b.is_convex()).then(|| rings::separation(a, b, want)))
}

/// Returns the distance between the nearest edge of one core and vertex of the other: for slivers, all
/// of whose edges lie within rounding of one line.
pub(crate) fn between_edges(a: &Core, b: &Core) -> Option<Separation> {
    let (d, radius) = difference(a, b);
    let nearest = |own: &Core, other: &Core, d: DVec2| {
        let of_edge = |i: usize| {
            let ends = own.edge(i).map(|v| own.offset(v));
            let points = (0..other.vertex_count()).map(move |j| other.offset(j) + d);
            points.map(move |p| points_segments::segment_and_point(ends, p, radius))
        };
        let edges = if own.kind == Kind::Point { 0 } else { own.edge_count() };
        (0..edges).flat_map(of_edge).min_by(|p, q| p.separation.total_cmp(&q.separation))
    };
    let of_b = nearest(b, a, -d).map(|near| near.flipped(d));
    let all = [nearest(a, b, d), of_b].into_iter().flatten();
    all.min_by(|p, q| p.separation.total_cmp(&q.separation))
}

/// Returns the separation by the edges of both, relative to a's origin; b's lies at `d`.
#[inline(never)]
pub(crate) fn by_edges(a: &Core, b: &Core, d: DVec2, radius: f64) -> Option<Separation> {
    let (p, q) = (Ring { radius, ..Ring::of(a)? }, Ring::of(b)?.seen(d));
    let size = d.reach() + p.reach + q.reach;
    let with = |at: DVec2, ring: &Ring<f64, 4>| {
        facing(&Ring::point(radius).seen(at), ring, size, Want::Gap)
    };
    Some(match (a.kind, b.kind) {
        (Kind::Point, _) => with(DVec2::ZERO, &q),
        (_, Kind::Point) => with(d, &Ring { radius: 0.0, ..p }).flipped_if(true),
        _ => facing(&p, &q, size, Want::Gap),
    })
}

/// The edge of a ring that the other ring is furthest in front of.
struct Face<W> {
    start: DVec2<W>,
    edge: DVec2<W>,
    /// The height of the nearest vertex over its line, times its length.
    height: W,
    /// Height over length, by signed squares.
    key: W,
}

#[inline(always)]
fn highest<W: F64Lanes, const N: usize, const M: usize>(
    own: &Ring<W, N>,
    other: &Ring<W, M>,
) -> Face<W> {
    let mut best: Option<Face<W>> = None;
    for i in 0..N {
        let (start, edge) = (own.at[i], own.edges[i]);
        let mut high = edge.cross(other.at[0]);
        for j in 1..M {
            high = high.max(edge.cross(other.at[j]));
        }
        let height = edge.cross(start) - high;
        let key = height * height.abs() / edge.dot(edge);
        best = Some(match best {
            None => Face { start, edge, height, key },
            Some(best) => {
                let more = key.gt(best.key);
                Face {
                    start: DVec2::select(more, start, best.start),
                    edge: DVec2::select(more, edge, best.edge),
                    height: more.select(height, best.height),
                    key: more.select(key, best.key),
                }
            }
        });
    }
    let zero = W::splat(0.0);
    let none = DVec2::new(zero, zero);
    best.unwrap_or(Face { start: none, edge: none, height: zero, key: zero })
}

#[inline(always)]
fn between_corners<W: F64Lanes, const N: usize, const M: usize>(
    a: &[DVec2<W>; N],
    b: &[DVec2<W>; M],
) -> Separation<W> {
    let mut best = (W::splat(f64::INFINITY), a[0], b[0]);
    for v in a {
        for w in b {
            let way = *w - *v;
            let square = way.dot(way);
            let less = best.0.gt(square);
            best = (
                less.select(square, best.0),
                DVec2::select(less, *v, best.1),
                DVec2::select(less, *w, best.2),
            );
        }
    }
    Separation::of_corners(best)
}

/// Returns the separation of two rings, of which only a may be a point. For contacts, the corners
/// of those that are apart by their faces are not searched.
#[inline(always)]
pub(crate) fn facing<W: F64Lanes, const N: usize, const M: usize>(
    a: &Ring<W, N>,
    b: &Ring<W, M>,
    size: W,
    want: Want,
) -> Separation<W> {
    let (zero, one, of) = (W::splat(0.0), W::splat(1.0), W::splat);
    let radius = a.radius + b.radius;
    let error = of(ERROR) * (size + radius);
    let larger = if N > M { N } else { M };
    let mut face = highest(b, a);
    let mut on_b = one.gt(zero);
    let mut others = [a.at[0]; MAX];
    others[..N].copy_from_slice(&a.at);
    // A point has no edge.
    if N > 1 {
        let first = highest(a, b);
        on_b = face.key.gt(first.key);
        face = Face {
            start: DVec2::select(on_b, face.start, first.start),
            edge: DVec2::select(on_b, face.edge, first.edge),
            height: on_b.select(face.height, first.height),
            ..face
        };
        for i in 0..larger {
            others[i] = DVec2::select(on_b, a.at[i.min(N - 1)], b.at[i.min(M - 1)]);
        }
    }

    let Face { start, edge, height, .. } = face;
    let square = edge.dot(edge);
    let length = square.sqrt();
    let normal = -edge.left() / length;
    let separation = height / length;
    // The vertices that attain it, two where faces are parallel: what they span along the edge.
    let limit = zero - (height - edge.cross(start) + error * length);
    let none = of(f64::NEG_INFINITY);
    let (mut low, mut high) = (none, none);
    for i in 0..if N > 1 { larger } else { 1 } {
        let along = (others[i] - start).dot(edge);
        let beyond = limit.gt(edge.cross(others[i]));
        high = high.max(beyond.select(none, along));
        low = low.max(beyond.select(none, zero - along));
    }
    let low = zero - low;
    let aside = low.gt(square);
    let aside = aside.select(aside, zero.gt(high));
    let t = low.gt(zero).and(low / square);
    let t = t.gt(one).select(one, t);
    let on_own = start + edge * t;
    let on_other = on_own + normal * separation;
    let mut near = Separation {
        separation,
        error,
        normal: normal.neg_where(on_b),
        core_a: DVec2::select(on_b, on_other, on_own),
        core_b: DVec2::select(on_b, on_own, on_other),
    };
    let corner = aside.and(separation.gt(zero - error));
    let apart = if want == Want::Gap { zero } else { (separation - radius).gt(error) };
    if corner.mask() & !apart.mask() != 0 {
        let corners = between_corners(&a.at, &b.at);
        // Beyond the error only a corner is further away than the line of an edge. Within it another
        // edge of a sliver may be the nearest.
        let corner = corner.and(corners.separation.gt(separation + error));
        near = Separation::select(corner, corners, near);
        near.error = corner.select(separation.gt(error).select(error, of(f64::INFINITY)), error);
    }
    near.separation = near.separation - radius;
    near
}

#[cfg(test)]
mod tests;

//! Exact predicates on vertices of cores and on points between them.
//!
//! Every result is the sign of a polynomial in the stored numbers. [`decide!`] computes it in
//! tracked `f64` first and in exact numbers only if that is not certain. Frame: coordinates are
//! relative to the origin of one of the cores; positions are subtracted first and no sum is rounded.

use core::cmp::Ordering;

use crate::math::exact::{ExactNum, NVec2};
use crate::math::winding::sign;
use crate::math::{DVec2, greater};
use crate::shape::Core;

/// Evaluates an expression that is generic over the number type N: in tracked `f64`, and in exact
/// numbers if that does not decide.
macro_rules! decide {
    (|$n:ident| $body:expr) => {
        $crate::math::exact::decide(
            || {
                type $n = $crate::math::exact::Approx;
                $body
            },
            || {
                type $n = $crate::math::exact::Exact;
                $body
            },
        )
    };
}
pub(crate) use decide;

pub(crate) type Vertex<'a> = (&'a Core, usize);

pub(crate) type Edge<'a> = [Vertex<'a>; 2];

pub(crate) fn edge(core: &Core, i: usize) -> Edge<'_> {
    core.edge(i).map(|v| (core, v))
}

pub(crate) fn edges(core: &Core) -> impl Iterator<Item = Edge<'_>> + Clone {
    (0..core.edge_count()).map(move |i| edge(core, i))
}

pub(crate) fn vertices(core: &Core) -> impl Iterator<Item = Vertex<'_>> {
    (0..core.vertex_count()).map(move |i| (core, i))
}

/// The ends of two edges, each with the other edge.
pub(crate) fn ends_and_edges<'a>(e: Edge<'a>, f: Edge<'a>) -> [(Vertex<'a>, Edge<'a>); 4] {
    [(e[0], f), (e[1], f), (f[0], e), (f[1], e)]
}

/// A point that can be named exactly.
#[derive(Clone, Copy, Debug)]
pub(crate) enum ExactPoint<'a> {
    At(Vertex<'a>),
    /// The point at a share of the way from one vertex to another.
    Between(Vertex<'a>, Vertex<'a>, f64),
    /// `[[x_hi, x_lo], [y_hi, y_lo]]`, in the world.
    Sum([[f64; 2]; 2]),
}

impl<'a> From<Vertex<'a>> for ExactPoint<'a> {
    fn from(vertex: Vertex<'a>) -> Self {
        Self::At(vertex)
    }
}

/// A vertex in the world, exactly.
pub(crate) fn corner<N: ExactNum>(core: &Core, i: usize) -> NVec2<N> {
    vertex((core, i), DVec2::ZERO)
}

fn vertex<N: ExactNum>((core, i): Vertex<'_>, frame: DVec2) -> NVec2<N> {
    let offset: NVec2<N> = core.corner(i).exact();
    if core.origin == frame {
        return offset;
    }
    NVec2::of(core.origin).minus(NVec2::of(frame)).plus(offset)
}

/// A vertex in `f64`, relative to a frame.
pub(crate) fn near((core, i): Vertex<'_>, frame: DVec2) -> DVec2 {
    core.origin - frame + core.offset(i)
}

impl ExactPoint<'_> {
    /// In exact numbers, relative to a frame.
    pub(crate) fn exact<N: ExactNum>(self, frame: DVec2) -> NVec2<N> {
        match self {
            Self::At(v) => vertex(v, frame),
            Self::Between(v, w, share) => {
                let v = vertex::<N>(v, frame);
                let way = vertex::<N>(w, frame).minus(v);
                v.plus(way.times(N::of(share)))
            }
            Self::Sum([x, y]) => {
                let sum = |[hi, lo]: [f64; 2]| N::of(hi).plus(N::of(lo));
                NVec2 { x: sum(x), y: sum(y) }.minus(NVec2::of(frame))
            }
        }
    }

    /// In `f64`, relative to a frame; and the size of the numbers that it was computed from.
    pub(crate) fn near(self, frame: DVec2) -> (DVec2, f64) {
        let size = |(core, i): Vertex<'_>| {
            let shift = core.origin - frame;
            shift.reach() + core.offset(i).reach()
        };
        match self {
            Self::At(v) => (near(v, frame), size(v)),
            Self::Between(v, w, share) => {
                let (p, q) = (near(v, frame), near(w, frame));
                (p + (q - p) * share, greater(size(v), size(w)))
            }
            Self::Sum([x, y]) => {
                let p = DVec2::new(x[0] - frame.x + x[1], y[0] - frame.y + y[1]);
                (p, p.reach() + x[1].abs() + y[1].abs())
            }
        }
    }
}

/// The exact stage always decides; a tie would be the harmless result.
pub(crate) fn known(sign: Option<Ordering>) -> Ordering {
    sign.unwrap_or(Ordering::Equal)
}

/// The sign of the turn p→q→r; positive is x toward y.
///
/// Most are clear in `f64`. With m the largest coordinate and ε half an ulp of 1: a turned
/// rectangle's corner is off by 6 ε m, its sum with the origins by 8, a point between two by 16, a
/// difference by 26, a product of such by 120 ε m² and a turn by 250 ε m².
pub(crate) fn orient<'a>(p: Vertex<'a>, q: Vertex<'a>, r: impl Into<ExactPoint<'a>>) -> Ordering {
    let (r, frame) = (r.into(), p.0.origin);
    let [(u, mu), (v, mv), (w, mw)] =
        [p.into(), q.into(), r].map(|p: ExactPoint<'_>| p.near(frame));
    let m = greater(mu, greater(mv, mw));
    let turn = (v - u).cross(w - u);
    if turn.abs() > 128.0 * f64::EPSILON * m * m {
        return sign(turn);
    }
    known(decide!(|N| {
        let o = vertex::<N>(p, frame);
        vertex::<N>(q, frame).minus(o).cross(r.exact::<N>(frame).minus(o)).sign()
    }))
}

/// The sign of the turn from the direction of an edge to that of another.
pub(crate) fn cross(e: Edge<'_>, f: Edge<'_>) -> Ordering {
    let frame = e[0].0.origin;
    known(decide!(|N| direction::<N>(e, frame).cross(direction(f, frame)).sign()))
}

/// The sign of the dot product of the directions of two edges.
pub(crate) fn dot(e: Edge<'_>, f: Edge<'_>) -> Ordering {
    let frame = e[0].0.origin;
    known(decide!(|N| direction::<N>(e, frame).dot(direction(f, frame)).sign()))
}

fn direction<N: ExactNum>([u, v]: Edge<'_>, frame: DVec2) -> NVec2<N> {
    vertex::<N>(v, frame).minus(vertex(u, frame))
}

pub(crate) fn same(p: Vertex<'_>, q: Vertex<'_>) -> bool {
    dot([p, q], [p, q]) == Ordering::Equal
}

/// The order of two points along an edge.
pub(crate) fn along(edge: Edge<'_>, p: Vertex<'_>, q: Vertex<'_>) -> Ordering {
    dot(edge, [q, p])
}

/// Returns `true` if a point on the line of an edge lies on the edge.
fn between(p: ExactPoint<'_>, [u, v]: Edge<'_>) -> bool {
    let frame = u.0.origin;
    let dot = known(decide!(|N| {
        let p = p.exact::<N>(frame);
        p.minus(vertex(u, frame)).dot(p.minus(vertex(v, frame))).sign()
    }));
    dot != Ordering::Greater
}

pub(crate) fn on_edge<'a>(p: impl Into<ExactPoint<'a>>, edge: Edge<'a>) -> bool {
    let p = p.into();
    orient(edge[0], edge[1], p) == Ordering::Equal && between(p, edge)
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum EdgeRelation {
    Apart,
    /// They share a point, and at least one end or a whole stretch takes part.
    Touch,
    /// Their interiors cross in one point.
    Cross,
}

pub(crate) fn meet(e: Edge<'_>, f: Edge<'_>) -> EdgeRelation {
    let turns = |[u, v]: Edge<'_>, ends: Edge<'_>| ends.map(|w| orient(u, v, w));
    let apart = |[x, y]: [Ordering; 2]| x == y && x != Ordering::Equal;
    let of_f = turns(e, f);
    if apart(of_f) {
        return EdgeRelation::Apart;
    }
    let of_e = turns(f, e);
    if apart(of_e) {
        return EdgeRelation::Apart;
    }
    if of_f.into_iter().chain(of_e).all(|turn| turn != Ordering::Equal) {
        return EdgeRelation::Cross;
    }
    let touches = |ends: Edge<'_>, turns: [Ordering; 2], edge: Edge<'_>| {
        let mut ends = ends.into_iter().zip(turns);
        ends.any(|(end, turn)| turn == Ordering::Equal && between(end.into(), edge))
    };
    if touches(f, of_f, e) || touches(e, of_e, f) {
        EdgeRelation::Touch
    } else {
        EdgeRelation::Apart
    }
}

/// Compares the distance of a point to a closed edge with the sum of two radii, of which one may be
/// negative; then its absolute value counts.
pub(crate) fn distance<'a>(
    p: impl Into<ExactPoint<'a>>,
    [u, v]: Edge<'a>,
    radii: [f32; 2],
) -> Ordering {
    let (p, frame) = (p.into(), u.0.origin);
    known(decide!(|N| {
        let square = sum::<N>(radii).square();
        let [p, u, v] = [p, u.into(), v.into()].map(|p: ExactPoint<'_>| p.exact::<N>(frame));
        let (w, e) = (p.minus(u), v.minus(u));
        let (along, length) = (w.dot(e), e.dot(e));
        if along.sign()? != Ordering::Greater {
            return w.dot(w).minus(square).sign();
        }
        if along.minus(length).sign()? != Ordering::Less {
            let w = p.minus(v);
            return w.dot(w).minus(square).sign();
        }
        e.cross(w).square().minus(square.times(length)).sign()
    }))
}

fn sum<N: ExactNum>([a, b]: [f32; 2]) -> N {
    N::of(f64::from(a)).plus(N::of(f64::from(b)))
}

/// Compares the distance of a vertex to the line of an edge with the sum of two radii, of which one
/// may be negative; the distance counts as negative on the left of the edge.
#[inline(never)]
pub(crate) fn outside_line(p: Vertex<'_>, [u, v]: Edge<'_>, radii: [f32; 2]) -> Ordering {
    let frame = u.0.origin;
    known(decide!(|N| {
        let (u, radius) = (vertex::<N>(u, frame), sum::<N>(radii));
        let e = vertex::<N>(v, frame).minus(u);
        compare_to_root(vertex::<N>(p, frame).minus(u).cross(e), radius, e.dot(e))
    }))
}

/// Compares a number with r·√square.
pub(crate) fn compare_to_root<N: ExactNum>(x: N, r: N, square: N) -> Option<Ordering> {
    let (side, sign) = (x.sign()?, r.sign()?);
    if side != sign {
        return Some(side.cmp(&sign));
    }
    let squares = x.square().minus(r.square().times(square)).sign()?;
    Some(if side == Ordering::Less { squares.reverse() } else { squares })
}

//! Exact tests of a point against a closed set.
//!
//! The point is a vertex, the middle of two vertices, or a sum of two `f64` numbers per coordinate.
//! Solids use the winding number (the sides of the edges level with the point), radii the distance
//! to edges. [`decide`] computes every sign, so the result is exact for cores and half-planes. For
//! curved sets `true` is certain, and `false` may be in doubt within their bracket. Frame: world.

use core::cmp::Ordering;

use crate::math::exact::double_double::{Double, Double2};
use crate::math::exact::{Approx, Exact, ExactNum, NVec2, decide};
use crate::math::{DVec2, Vec2, winding};
use crate::pair::curved::curved_view;
use crate::pair::curved::separation::closest;
use crate::shape::bvh::box_bvh::DAabb;
use crate::shape::{Body, Core, HalfPlane, Kind};

/// A point that can be named exactly.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Probe<'a> {
    Vertex(&'a Core, usize),
    Middle(&'a Core, usize, usize),
    /// `[[x_hi, x_lo], [y_hi, y_lo]]`.
    Sum([[f64; 2]; 2]),
}

impl Probe<'_> {
    fn exact<N: ExactNum>(self) -> NVec2<N> {
        match self {
            Self::Vertex(core, i) => corner(core, i),
            Self::Middle(core, i, j) => {
                let s = corner::<N>(core, i).plus(corner(core, j));
                NVec2 { x: s.x.times(N::of(0.5)), y: s.y.times(N::of(0.5)) }
            }
            Self::Sum([x, y]) => {
                NVec2 { x: N::of(x[0]).plus(N::of(x[1])), y: N::of(y[0]).plus(N::of(y[1])) }
            }
        }
    }

    /// In `f64`, relative to a point.
    pub(crate) fn near(self, base: DVec2) -> DVec2 {
        let at = |core: &Core| DVec2::from(core.origin) - base;
        match self {
            Self::Vertex(core, i) => at(core) + core.offset(i),
            Self::Middle(core, i, j) => at(core) + (core.offset(i) + core.offset(j)) * 0.5,
            Self::Sum([x, y]) => DVec2::new(x[0] - base.x + x[1], y[0] - base.y + y[1]),
        }
    }
}

/// A vertex in the world, exactly.
pub(crate) fn corner<N: ExactNum>(core: &Core, i: usize) -> NVec2<N> {
    vector::<N>(core.origin).plus(core.exact_offset(i))
}

/// A vector of `f32`, exactly.
pub(crate) fn vector<N: ExactNum>(v: Vec2) -> NVec2<N> {
    NVec2 { x: N::of(f64::from(v.x)), y: N::of(f64::from(v.y)) }
}

/// A vertex in the world as three numbers per coordinate, whose sum it is.
pub(crate) fn corner_sum(core: &Core, i: usize) -> [[f64; 3]; 2] {
    let o = DVec2::from(core.origin);
    let Some(frame) = core.frame() else {
        let v = core.offset(i);
        return [[o.x, v.x, 0.0], [o.y, v.y, 0.0]];
    };
    let (c, s) = (f64::from(frame.rot.cos), f64::from(frame.rot.sin));
    let (sx, sy) = match (core.kind, i) {
        (_, 0) => (-1.0, -1.0),
        (Kind::Segment, _) | (_, 2) => (1.0, 1.0),
        (_, 1) => (1.0, -1.0),
        _ => (-1.0, 1.0),
    };
    // Products of two f32 are exact.
    let (x, y) = (sx * f64::from(frame.half.x), sy * f64::from(frame.half.y));
    [[o.x, x * c + 0.0, 0.0 - y * s], [o.y, x * s + 0.0, y * c + 0.0]]
}

/// A vertex as two numbers per coordinate, where that is exact.
pub(crate) fn corner_split(core: &Core, i: usize) -> Option<Double2> {
    let [x, y] = corner_sum(core, i);
    Some(Double2 { x: Double::exact_sum(x)?, y: Double::exact_sum(y)? })
}

/// A vertex with some 100 bits.
pub(crate) fn corner_double(core: &Core, i: usize) -> Double2 {
    let [x, y] =
        corner_sum(core, i).map(|[p, q, r]| Double::of(p).plus(Double::of(q)).plus(Double::of(r)));
    Double2 { x, y }
}

/// Returns `true` if the closed set holds the point.
pub(crate) fn holds(body: &Body, probe: Probe<'_>) -> bool {
    match body {
        Body::Core(core) => in_core(core, probe),
        Body::HalfPlane(plane) => in_half_plane(plane, probe),
        Body::Curved(curved) => {
            let p = probe.near(curved.origin.into());
            let slack = curved.support_error() * p.reach();
            closest(&curved_view(curved), p).hi + slack <= 0.0
        }
        Body::Union(parts) => parts.iter().any(|part| holds(part, probe)),
    }
}

fn in_half_plane(plane: &HalfPlane, probe: Probe<'_>) -> bool {
    fn of<N: ExactNum>(plane: &HalfPlane, probe: Probe<'_>) -> Option<Ordering> {
        let along = vector::<N>(plane.normal).dot(probe.exact());
        along.minus(N::of(f64::from(plane.offset))).sign()
    }
    let sign = decide(|| of::<Approx>(plane, probe), || of::<Exact>(plane, probe));
    sign.is_some_and(|s| s != Ordering::Greater)
}

pub(crate) fn in_core(core: &Core, probe: Probe<'_>) -> bool {
    let o = DVec2::from(core.origin);
    let p = probe.near(o);
    let radius = f64::from(core.radius);
    let slack = 16.0 * f64::EPSILON * (o.reach() + p.reach() + core.reach());
    let around = DAabb { min: p, max: p }.grown(radius + slack);
    if !around.overlaps(core.whole()) {
        return false;
    }
    (core.is_solid() && winds_around(core, probe, p, slack))
        || !core.edges_near(around, &mut |i| {
            let edge = core.edge(i);
            let sign = decide(
                || reach_sign::<Approx>(core, edge, probe),
                || reach_sign::<Exact>(core, edge, probe),
            );
            sign.is_none_or(|s| s == Ordering::Greater)
        })
}

/// Returns `true` if the winding number is not 0; on the boundary either answer may come.
fn winds_around(core: &Core, probe: Probe<'_>, p: DVec2, slack: f64) -> bool {
    let level = DAabb { min: p, max: DVec2::new(core.whole().max.x, p.y) }.grown(slack);
    let mut winding = 0_i32;
    core.edges_near(level, &mut |i| {
        let edge = core.edge(i);
        let turn = decide(
            || crossing::<Approx>(core, edge, probe),
            || crossing::<Exact>(core, edge, probe),
        );
        winding += turn.unwrap_or(0);
        true
    });
    winding != 0
}

fn crossing<N: ExactNum>(core: &Core, [u, v]: [usize; 2], probe: Probe<'_>) -> Option<i32> {
    let p = probe.exact::<N>();
    let (u, v) = (corner::<N>(core, u).minus(p), corner::<N>(core, v).minus(p));
    let below = u.y.sign()? != Ordering::Greater;
    let above = v.y.sign()? == Ordering::Greater;
    let side = if below == above { u.cross(v).sign()? } else { Ordering::Equal };
    Some(winding::crossing(below, above, || side))
}

/// How the distance to a closed edge compares with the radius.
fn reach_sign<N: ExactNum>(core: &Core, [u, v]: [usize; 2], probe: Probe<'_>) -> Option<Ordering> {
    let square = N::of(f64::from(core.radius)).square();
    let p = probe.exact::<N>();
    let (u, v) = (corner::<N>(core, u), corner::<N>(core, v));
    let (w, e) = (p.minus(u), v.minus(u));
    let along = w.dot(e);
    if along.sign()? != Ordering::Greater {
        return w.dot(w).minus(square).sign();
    }
    let length = e.dot(e);
    if along.minus(length).sign()? != Ordering::Less {
        let w = p.minus(v);
        return w.dot(w).minus(square).sign();
    }
    e.cross(w).square().minus(square.times(length)).sign()
}

//! A point that two closed sets provably share, or the features whose distance proves that they
//! meet.
//!
//! Candidates are vertices of one in the other, crossings of edges, the point between the nearest
//! features that divides the way as the radii do, and middles. Points are computed with twice the
//! digits of `f64` ([`crate::math::exact::double_double`]) and returned only if exact predicates
//! find them in both sets. If there is no candidate, as for circles that touch at an irrational
//! place, the proof is the pair of edges whose distance is at most r_a + r_b, exactly.
//!
//! Cost: O((n + m)·log + k) with k pairs of edges in reach, at most [`MOST`].

use crate::analysis::proof::axis::way;
use crate::math::DVec2;
use crate::math::exact::{
    ExactNum,
    double_double::{Double, Double2},
};
use crate::pair::boundary::point_in_body::{corner_split, holds};
use crate::pair::exact::edge_pairs::near_edges;
use crate::pair::exact::locate::in_core;
use crate::pair::exact::predicates::{
    Edge, EdgeRelation, ExactPoint, Vertex, corner, distance, edge, ends_and_edges, meet,
};
use crate::pair::half_plane::{core_below, disc_sign, opposed};
use crate::shape::{Body, Core, HalfPlane};
use core::cmp::Ordering;

/// Pairs of edges in reach that are tried. The crossings of thin sets are rarely sums of two numbers.
const MOST: usize = 1024;

/// The proof that two sets meet.
pub(crate) enum Witness {
    /// `[[x_hi, x_lo], [y_hi, y_lo]]`, in both sets.
    Point([[f64; 2]; 2]),
    /// The ends of an edge of a and of one of b (the same vertex twice for a vertex).
    Edges([usize; 2], [usize; 2]),
}

pub(crate) fn cores(a: &Core, b: &Core) -> Option<Witness> {
    vertex_inside(a, b)
        .or_else(|| vertex_inside(b, a))
        .map(Witness::Point)
        .or_else(|| from_edges(a, b))
        .or_else(|| middles(a, b).map(Witness::Point))
}

fn in_both(a: &Core, b: &Core, p: Double2) -> Option<[[f64; 2]; 2]> {
    held(p, |p| in_core(a, p) && in_core(b, p))
}

/// The point as sums of two numbers, if that is in the sets.
fn held(p: Double2, holds: impl Fn(ExactPoint<'_>) -> bool) -> Option<[[f64; 2]; 2]> {
    p.split().filter(|sum| holds(ExactPoint::Sum(*sum)))
}

/// A vertex of `of` in `other`; one whose coordinates take more than two numbers is rounded inward.
fn vertex_inside(of: &Core, other: &Core) -> Option<[[f64; 2]; 2]> {
    let inside = |i: &usize| in_core(other, (of, *i));
    (0..of.vertex_count()).filter(inside).find_map(|i| match corner_split(of, i) {
        Some(exact) => exact.split(),
        None => {
            let (v, middle) = (corner::<Double>(of, i), Double2::of(of.origin));
            [0.0, 1e-28, 1e-20, 1e-12]
                .into_iter()
                .find_map(|t| in_both(of, other, way(v, middle, Double::of(t))))
        }
    })
}

/// Over the pairs of edges in reach of each other.
fn from_edges(a: &Core, b: &Core) -> Option<Witness> {
    let mut point = None;
    let (mut edges, mut tried) = (None, 0);
    let (mut sum, mut count) = (DVec2::ZERO, 0.0);
    near_edges(a, b, |i, j| {
        let (ea, eb) = (edge(a, i), edge(b, j));
        let ends = ends_and_edges(ea, eb);
        let within = |(p, e): &(Vertex<'_>, Edge<'_>)| {
            distance(*p, *e, [a.radius, b.radius]) != Ordering::Greater
        };
        let meet = meet(ea, eb);
        if meet == EdgeRelation::Apart && !ends.iter().any(within) {
            return true;
        }
        edges.get_or_insert((a.edge(i), b.edge(j)));
        tried += 1;
        if meet == EdgeRelation::Cross
            && let Some(p) = crossing(ea, eb)
        {
            (sum, count) = (sum + hi(p), count + 1.0);
            point = in_both(a, b, p);
        }
        point = point.or_else(|| {
            let near = ends.iter().filter(|e| within(e));
            near.flat_map(|(p, e)| divided(*p, *e)).find_map(|p| in_both(a, b, p))
        });
        point.is_none() && tried < MOST
    });
    // The middle of all crossings lies inside of convex sets, however thin.
    let middle = || {
        let middle = Double2::of(sum * (1.0 / count));
        if count > 1.0 { in_both(a, b, middle) } else { None }
    };
    point
        .or_else(middle)
        .map(Witness::Point)
        .or_else(|| edges.map(|(ea, eb)| Witness::Edges(ea, eb)))
}

fn crossing([p, q]: Edge<'_>, [r, s]: Edge<'_>) -> Option<Double2> {
    let [p, q, r, s] = [p, q, r, s].map(|(core, i)| corner::<Double>(core, i));
    let (e, f) = (q.minus(p), s.minus(r));
    let t = r.minus(p).cross(f).over(e.cross(f));
    t.hi.is_finite().then(|| way(p, q, t))
}

/// Points between a vertex and an edge: where the radii divide the way, and the middle of what both
/// radii reach.
fn divided(p: Vertex<'_>, [u, v]: Edge<'_>) -> impl Iterator<Item = Double2> + use<> {
    let [pd, ud, vd] = [p, u, v].map(|(core, i)| corner::<Double>(core, i));
    let (w, e) = (pd.minus(ud), vd.minus(ud));
    let (along, length) = (w.dot(e), e.dot(e));
    let foot = if along.hi <= 0.0 {
        ud
    } else if along.minus(length).hi >= 0.0 {
        vd
    } else {
        way(ud, vd, along.over(length))
    };
    let own = f64::from(p.0.radius);
    let other = f64::from(u.0.radius);
    let total = Double::of(own).plus(Double::of(other));
    let share = if total.hi > 0.0 { Double::of(own).over(total) } else { Double::of(0.0) };
    let gap = foot.minus(pd);
    let distance = hi(gap).length();
    let middle = if distance > 0.0 {
        (0.5 * (own + distance - other) / distance).clamp(0.0, 1.0)
    } else {
        0.0
    };
    let rounded = |p: Double2| Double2::of(hi(p));
    let even = way(pd, foot, share);
    let deep = way(pd, foot, Double::of(middle));
    [even, rounded(even), deep, rounded(deep)].into_iter()
}

pub(crate) fn mean(core: &Core) -> DVec2 {
    let v = core.offsets();
    let sum = v.iter().fold(DVec2::ZERO, |s, v| s + *v);
    core.origin + sum * (1.0 / v.len() as f64)
}

/// Centers and the middle between the witnesses, for one set deep in the other.
fn middles(a: &Core, b: &Core) -> Option<[[f64; 2]; 2]> {
    let (p, q) = (mean(a), mean(b));
    [p, q, (p + q) * 0.5, a.origin, b.origin]
        .into_iter()
        .find_map(|p| in_both(a, b, Double2::of(p)))
}

pub(crate) fn half_plane(plane: &HalfPlane, core: &Core) -> Option<Witness> {
    let body = Body::HalfPlane(*plane);
    let in_both = |p: Double2| held(p, |p| holds(&body, p) && in_core(core, p));
    let below = |i: &usize| holds(&body, ExactPoint::At((core, *i)));
    let vertex =
        (0..core.vertex_count()).filter(below).find_map(|i| corner_split(core, i)?.split());
    let (n, radius) = (DVec2::from(plane.normal), f64::from(core.radius));
    let reach = core_below(plane, core);
    let deepest = reach.on_b + reach.normal * radius;
    let far = |i: &usize| {
        let w = core.origin + core.offset(*i) - deepest;
        w.dot(w)
    };
    let nearest = (0..core.vertex_count()).min_by(|i, j| far(i).total_cmp(&far(j)))?;
    let v = corner::<Double>(core, nearest);
    let length = n.length();
    // From the deepest vertex against the normal: to the middle of the overlap, or all the way.
    let down = |t: f64| {
        let k = Double::of(t).over(Double::of(length));
        v.minus(Double2::of(n).times(k))
    };
    let middle = radius + reach.separation * 0.5;
    let candidates = [down(middle), down(radius), Double2::of(reach.on_b), down(0.0)];
    vertex.or_else(|| candidates.into_iter().find_map(in_both)).map(Witness::Point).or_else(|| {
        let mut all = 0..core.vertex_count();
        all.find(|i| disc_sign(plane, core, *i, core.radius) != Ordering::Greater)
            .map(|i| Witness::Edges([i; 2], [i; 2]))
    })
}

pub(crate) fn half_planes(a: &HalfPlane, b: &HalfPlane) -> Option<[[f64; 2]; 2]> {
    let (n, m) = (DVec2::from(a.normal), DVec2::from(b.normal));
    let foot = |p: &HalfPlane, n: DVec2| {
        let k = Double::of(f64::from(p.offset)).over(Double2::of(n).dot(Double2::of(n)));
        Double2::of(n).times(k)
    };
    let (pa, pb) = (foot(a, n), foot(b, m));
    let middle = way(pa, pb, Double::of(0.5));
    let mut candidates = [pa, pb, middle, middle];
    if opposed(a, b).is_none() {
        // Far along a direction that leads into both.
        let inward = (n.unit()? + m.unit()?).unit().unwrap_or(n.left());
        let size = hi(pa).reach() + hi(pb).reach();
        candidates[3] = Double2::of(-inward * (4.0 * (size + 1.0)));
        let lines = n.cross(m);
        if lines != 0.0 {
            let (oa, ob) = (f64::from(a.offset), f64::from(b.offset));
            let p = DVec2::new(oa * m.y - ob * n.y, ob * n.x - oa * m.x) * (1.0 / lines);
            candidates[2] = Double2::of(p - inward * (p.reach() * 1e-3 + f64::MIN_POSITIVE));
        }
    }
    let (a, b) = (Body::HalfPlane(*a), Body::HalfPlane(*b));
    candidates.into_iter().find_map(|p| held(p, |p| holds(&a, p) && holds(&b, p)))
}

fn hi(p: Double2) -> DVec2 {
    DVec2::new(p.x.hi, p.y.hi)
}

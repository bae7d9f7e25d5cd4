//! Edges of an outline clamped to a window.
//!
//! If an edge is many orders of magnitude longer than its surroundings, `f64` relative to its ends
//! has no digits left near the window. So every point of an edge is clamped into the window, one
//! coordinate after the other, which keeps the winding numbers of all points inside. An edge
//! becomes a polyline with a corner at each window line that it crosses, found exactly and rounded
//! once. Frame: relative to the middle of the window. Error: a few ulp of each coordinate.

use alloc::vec::Vec;

use crate::math::exact::{Exact, ExactNum, NVec2};
use crate::math::sort::sort_by;
use crate::math::{DVec2, greater, lesser};
use crate::pair::exact::predicates::corner;
use crate::shape::Core;
use crate::shape::body::core::Mesh;

/// A core with the edges of another in a window around its origin.
pub(crate) fn clamped(core: &Core, base: DVec2, reach: f64) -> Core {
    let vertices = edges_around(core, base, reach).concat();
    let edges = (0..vertices.len() as u32).step_by(2).map(|i| [i, i + 1]).collect();
    let mesh = Mesh::new((&vertices, edges), [0].into(), None, None, core.is_solid());
    Core::meshed(base, core.kind, &vertices, mesh, core.sided, core.radius)
}

/// The edges of a core in a window that reaches so far from its middle to each side.
fn edges_around(core: &Core, base: DVec2, reach: f64) -> Vec<[DVec2; 2]> {
    let base = NVec2::<Exact>::of(base);
    let mut edges = Vec::new();
    for i in 0..core.edge_count() {
        let [u, v] = core.edge(i).map(|k| corner::<Exact>(core, k).minus(base));
        let mut way = corners([u, v], reach);
        way.insert(0, near(&u));
        way.push(near(&v));
        let side = |x: f64| lesser(greater(x, -reach), reach);
        let clamped = |p: DVec2| DVec2::new(side(p.x), side(p.y));
        edges.extend(way.windows(2).map(|p| [clamped(p[0]), clamped(p[1])]));
    }
    edges
}

fn near(p: &NVec2<Exact>) -> DVec2 {
    DVec2::new(p.x.value(), p.y.value())
}

/// Where an edge crosses the lines along the sides of the window, in order.
fn corners([u, v]: [NVec2<Exact>; 2], reach: f64) -> Vec<DVec2> {
    let mut found = Vec::new();
    for side in [-reach, reach] {
        found.extend(crossing([u.x, u.y], [v.x, v.y], side).map(|y| DVec2::new(side, y)));
        found.extend(crossing([u.y, u.x], [v.y, v.x], side).map(|x| DVec2::new(x, side)));
    }
    // Two are mistaken for each other only where both are at one corner of the window.
    let d = near(&v.minus(u));
    let along =
        |p: &DVec2| if d.x.abs() > d.y.abs() { p.x * d.x.signum() } else { p.y * d.y.signum() };
    sort_by(&mut found, |p, q| along(p).total_cmp(&along(q)));
    found
}

/// The second coordinate where the first passes a value.
fn crossing(u: [Exact; 2], v: [Exact; 2], value: f64) -> Option<f64> {
    let (from, to) = (Exact::of(value).minus(u[0]), v[0].minus(Exact::of(value)));
    let sign = from.sign()?;
    // An end on the line is a corner of its own.
    if sign.is_eq() || sign != to.sign()? {
        return None;
    }
    Some(u[1].times(to).plus(v[1].times(from)).ratio(&v[0].minus(u[0])))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Affine, Shape};

    #[test]
    fn a_spike_decades_long_is_two_lines_across_the_window() {
        let points = [(-1.0, 0.0), (1.0, 0.0), (0.5, 1.0), (1e20, 3e30), (-0.5, 1.0)];
        let spike = Shape::polygon(points).unwrap().place(Affine::at((1e-3, 0.0))).unwrap();
        let crate::shape::Body::Core(core) = &spike.body else { panic!("an outline") };
        let base = DVec2::new(0.0, 1e10);
        let across: Vec<_> = edges_around(core, base, 4.0)
            .into_iter()
            .filter(|[p, q]| p.x.abs() < 4.0 && q.x.abs() < 4.0 && p.y != q.y)
            .collect();
        // The middle lies 1e10 above, where the sides have come 1e10 · 1e20 / 3e30 to the right.
        let lean = f64::from(1e20_f32) / f64::from(3e30_f32);
        let x = |side: f64, y: f64| f64::from(1e-3_f32) + side + (1e10 + y - 1.0) * lean;
        assert_eq!(across.len(), 2);
        for (edge, side, y) in [(across[0], 0.5, -4.0), (across[1], -0.5, 4.0)] {
            assert_eq!([edge[0].y, edge[1].y], [y, -y]);
            assert!(
                (edge[0].x - x(side, y)).abs() < 1e-12 && (edge[1].x - x(side, -y)).abs() < 1e-12
            );
        }
    }

    #[test]
    fn what_lies_within_the_window_stays_and_rings_stay_closed() {
        let points = [(0.0, 0.0), (8.0, 1.0), (0.5, 2.0), (-9.0, 9.0), (-0.25, -7.0), (1.0, -1.0)];
        let shape = Shape::polygon(points).unwrap().place(Affine::at((0.5, 0.25))).unwrap();
        let crate::shape::Body::Core(core) = &shape.body else { panic!("an outline") };
        for reach in [1.0, 3.0, 6.0, 64.0] {
            let edges = edges_around(core, DVec2::new(0.5, 0.25), reach);
            assert!(edges.iter().flatten().all(|p| p.reach() <= reach));
            let begins = |p: &DVec2| edges.iter().filter(|edge| edge[0] == *p).count();
            let finishes = |p: &DVec2| edges.iter().filter(|edge| edge[1] == *p).count();
            assert!(
                edges.iter().all(|[p, q]| begins(p) == finishes(p) && begins(q) == finishes(q))
            );
            assert!(edges.iter().any(|[p, _]| *p == DVec2::ZERO));
        }
    }
}

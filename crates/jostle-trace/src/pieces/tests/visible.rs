//! Does one vertex of a solid see another?
//!
//! Method: both cones of solid at the vertices are open toward the other (J. O'Rourke,
//! "Computational Geometry in C", §1.6), no vertex lies between, and no edge crosses. Exact, O(n).
//! Rings may meet in vertices, and one ring may pass a point several times, each time with a cone
//! of its own.

use super::{cross, strictly_between};
use crate::Point;

/// A vertex with the vertices before and after it on its ring.
#[derive(Clone, Copy, Debug)]
pub(super) struct Corner {
    pub(super) before: Point,
    pub(super) at: Point,
    pub(super) after: Point,
}

impl Corner {
    pub(super) fn of(ring: &[Point], i: usize) -> Self {
        let n = ring.len();
        Self { before: ring[(i + n - 1) % n], at: ring[i], after: ring[(i + 1) % n] }
    }

    pub(super) fn is_reflex(self) -> bool {
        cross(self.before, self.at, self.after) < 0
    }

    /// Returns `true` if the way from here to a point starts inside the solid.
    pub(super) fn opens_to(self, to: Point) -> bool {
        let Self { before, at, after } = self;
        if self.is_reflex() {
            !(cross(at, to, after) >= 0 && cross(to, at, before) >= 0)
        } else {
            cross(at, to, before) > 0 && cross(to, at, after) > 0
        }
    }
}

/// Returns `true` if the open segment between two corners lies inside the solid with these edges.
pub(super) fn sees(a: Corner, b: Corner, edges: &[[Point; 2]]) -> bool {
    let (p, q) = (a.at, b.at);
    let (low, high) = ([p[0].min(q[0]), p[1].min(q[1])], [p[0].max(q[0]), p[1].max(q[1])]);
    let near =
        |[u, v]: &[Point; 2]| (0..2).all(|k| u[k].max(v[k]) >= low[k] && u[k].min(v[k]) <= high[k]);
    p != q
        && a.opens_to(q)
        && b.opens_to(p)
        && !edges.iter().filter(|edge| near(edge)).any(|[u, v]| {
            let (su, sv) = (cross(p, q, *u).signum(), cross(p, q, *v).signum());
            let crosses = su * sv < 0 && cross(*u, *v, p).signum() * cross(*u, *v, q).signum() < 0;
            crosses || (su == 0 && strictly_between(*u, p, q))
        })
}

pub(super) fn edges_of(ring: &[Point]) -> impl Iterator<Item = [Point; 2]> + '_ {
    (0..ring.len()).map(|i| [ring[i], ring[(i + 1) % ring.len()]])
}

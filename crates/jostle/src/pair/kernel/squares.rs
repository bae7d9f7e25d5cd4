//! Whether a rounded outline a, concave or not, holds a convex core b: by covering b with squares.
//!
//! A square that keeps clear of b, or lies in a whole, is done; a point of b outside a disproves.
//! The other squares are cut in four (the quadtree of Finkel and Bentley, "Quad trees: a data
//! structure for retrieval on composite keys", 1974). What is asked of a square is how deep its
//! middle lies in both sets: distance is 1-Lipschitz, so that decides for a disc around it. Where
//! the boundaries touch, that never ends; there the part of the square on b's side of a tangent of
//! b is compared with a single edge of a, whose distance is convex, so that corners decide.
//!
//! Frame: relative to a's origin. Error: what sticks out by more than some ulp of `f64` is seen,
//! what does by less counts as held. Arcs that run along each other (more than [`MOST`] squares)
//! stay open. Cost: O(n) a square, by the outlines' trees where they have one; some hundred squares.

use alloc::vec::Vec;

use super::edges::nearest_on_segment;
use super::predicates::Pair;
use crate::math::{D2, greater, lesser, sqrt};
use crate::shape::Core;
use crate::shape::tree::Bounds;

/// How many squares are looked at.
const MOST: usize = 4096;

/// A core where it lies relative to a's origin.
struct View<'a> {
    core: &'a Core,
    shift: D2,
    radius: f64,
}

/// How a point lies to a set.
struct Place {
    /// Distance to the complement; outside minus the distance to the set. Within a set that is
    /// rounded or has holes the true depth may be larger.
    depth: f64,
    /// The nearest point of the core's boundary.
    nearest: D2,
    edge: usize,
    inside: bool,
}

impl View<'_> {
    fn place(&self, p: D2) -> Place {
        let q = p - self.shift;
        let (mut square, mut nearest, mut edge) = (f64::INFINITY, q, 0);
        self.core.edges_nearer(Bounds::of([q, q]), square, &mut |i| {
            let [u, v] = self.core.edge(i).map(|v| self.core.offsets()[v]);
            let near = nearest_on_segment(q, u, v);
            let gap = q - near;
            if gap.dot(gap) < square {
                (square, nearest, edge) = (gap.dot(gap), near, i);
            }
            square
        });
        let inside = self.core.is_solid() && self.winds_around(q);
        let distance = sqrt(square);
        let depth = if inside { distance } else { -distance };
        Place { depth: depth + self.radius, nearest: self.shift + nearest, edge, inside }
    }

    /// Whether the winding number is not 0, in `f64`: either answer may come on the boundary.
    fn winds_around(&self, q: D2) -> bool {
        let level = Bounds { min: q, max: D2::new(greater(self.core.max.x, q.x), q.y) };
        let mut winding = 0_i32;
        self.core.edges_near(level, &mut |i| {
            let [u, v] = self.core.edge(i).map(|v| self.core.offsets()[v]);
            let (below, above) = (u.y <= q.y, v.y > q.y);
            if below == above {
                let turn = (v - u).cross(q - u);
                if below && turn > 0.0 {
                    winding += 1;
                } else if !below && turn < 0.0 {
                    winding -= 1;
                }
            }
            true
        });
        winding != 0
    }
}

/// A pair with the rounding that its distances may carry.
pub(crate) struct Squares<'a> {
    a: View<'a>,
    b: View<'a>,
    slack: f64,
}

impl<'a> Squares<'a> {
    pub(crate) fn new(pair: Pair<'a>) -> Self {
        let shift = D2::from(pair.b.origin) - D2::from(pair.a.origin);
        let reach = pair.a.reach() + pair.b.reach() + shift.reach();
        let view = |core: &'a Core, shift| View { core, shift, radius: f64::from(core.radius) };
        let slack = 64.0 * f64::EPSILON * reach;
        Self { a: view(pair.a, D2::ZERO), b: view(pair.b, shift), slack }
    }

    /// Whether some point of b around one of its vertices is certainly outside a: the vertex
    /// itself, or the point of its disc that lies farthest from a's nearest edge.
    pub(crate) fn probe(&self) -> bool {
        let Self { a, b, slack } = self;
        b.core.offsets().iter().any(|v| {
            let v = b.shift + *v;
            let place = a.place(v);
            if place.depth < -slack {
                return true;
            }
            let away = if place.inside { place.nearest - v } else { v - place.nearest };
            let Some(away) = away.unit() else { return false };
            place.depth < b.radius && a.place(v + away * b.radius).depth < -2.0 * slack
        })
    }

    /// Whether b has a point as near to `p` as no point of a is.
    fn outside(&self, p: D2, depth_in_a: f64) -> bool {
        depth_in_a < -self.slack
            && depth_in_a + self.slack < lesser(self.b.place(p).depth, 0.0) - self.slack
    }

    /// Looks for a point outside farther from a's nearest edge, up to where another edge comes as
    /// near: a slit of a that a square's middle misses.
    fn climbs_out(&self, p: D2, place: &Place, reach: f64) -> bool {
        let Some(away) = (p - place.nearest).unit() else { return false };
        let far = self.a.place(p + away * reach);
        if place.inside || far.inside {
            return false;
        }
        // Distances grow by t from one edge, and by at most as much toward the other they shrink.
        let t = (reach + place.depth - far.depth) * 0.5;
        let q = p + away * lesser(greater(t, 0.0), reach);
        self.outside(q, self.a.place(q).depth)
    }

    /// Whether the disc along a's nearest edge holds what b can have in the square: the part on b's
    /// side of b's tangent that faces away from the edge.
    fn held_by_edge(&self, middle: D2, half: f64, place: &Place) -> bool {
        let Self { a, b, slack } = self;
        let Some(away) = (middle - place.nearest).unit().filter(|_| !place.inside) else {
            return false;
        };
        let most = |m: f64, v: &D2| greater(m, v.dot(away));
        let farthest = b.core.offsets().iter().fold(f64::NEG_INFINITY, most);
        let tangent = b.shift.dot(away) + farthest + b.radius;
        let corner = |x: f64, y: f64| middle + D2::new(x * half, y * half);
        let corners = [corner(-1., -1.), corner(1., -1.), corner(1., 1.), corner(-1., 1.)];
        let [u, v] = a.core.edge(place.edge).map(|v| a.core.offsets()[v]);
        let held = |p: D2| (p - nearest_on_segment(p, u, v)).length() <= a.radius + slack;
        (0..4).all(|i| {
            let (p, q) = (corners[i], corners[(i + 1) % 4]);
            let (over_p, over_q) = (p.dot(away) - tangent, q.dot(away) - tangent);
            let cut = (over_p < 0.0 && over_q > 0.0) || (over_p > 0.0 && over_q < 0.0);
            (over_p > 0.0 || held(p)) && (!cut || held(p + (q - p) * (over_p / (over_p - over_q))))
        })
    }

    /// Whether a holds all of b, where that can be told.
    pub(crate) fn holds(&self) -> Option<bool> {
        let Self { a, b, slack } = self;
        let ball = D2::new(b.radius, b.radius);
        let (min, max) = (b.shift + b.core.min - ball, b.shift + b.core.max + ball);
        let size = max - min;
        let mut squares: Vec<(D2, f64)> = Vec::new();
        squares.push(((min + max) * 0.5, greater(size.x, size.y) * 0.5 + slack));
        let mut next = 0;
        while let Some(&(middle, half)) = squares.get(next) {
            next += 1;
            // Half a diagonal, rounded up.
            let reach = half * 1.415;
            if b.place(middle).depth < -(reach + slack) {
                continue;
            }
            let place = a.place(middle);
            if place.depth > reach + slack {
                continue;
            }
            if self.outside(middle, place.depth) || self.climbs_out(middle, &place, reach) {
                return Some(false);
            }
            if reach < 4.0 * slack || self.held_by_edge(middle, half, &place) {
                continue;
            }
            if squares.len() > MOST {
                return None;
            }
            let quarter = half * 0.5;
            for (x, y) in
                [(-quarter, -quarter), (quarter, -quarter), (-quarter, quarter), (quarter, quarter)]
            {
                squares.push((middle + D2::new(x, y), quarter));
            }
        }
        Some(true)
    }
}

//! Containment of a convex core b in a rounded outline a, concave or not, by covering b with
//! squares.
//!
//! Method: a square that is clear of b, or lies in a whole, is done. A point of b outside a
//! disproves. The other squares are cut in four (R. Finkel and J. Bentley, "Quad trees", 1974). The
//! depth of a square's middle in both sets decides for a disc around it, because distance is
//! 1-Lipschitz. Where the boundaries touch, the part of the square on b's side of a tangent of b is
//! compared with a single edge of a, whose distance is convex, so that corners decide.
//!
//! Frame: relative to a's origin; to b's, with a's edges clamped, if these are too long. Error:
//! parts of b outside a by a few ulp of `f64` count as inside. Arcs that run along each other (more
//! than [`MOST`] squares) stay undecided. Cost: O(n) a square or less; some hundred squares.

use alloc::vec::Vec;

use crate::math::{DVec2, greater, lesser};
use crate::pair::boundary::union_depth::winds_around;
use crate::pair::containment::clip_far_edges::clamped;
use crate::shape::Core;
use crate::shape::bvh::box_bvh::DAabb;

/// The most squares.
const MOST: usize = 4096;
/// More rounding than this, relative to the size of b, decides nothing.
const DOUBT: f64 = 1e-6;

struct Place {
    /// Distance to the complement; outside minus the distance to the set. Within a set that is
    /// rounded or has holes the true depth may be larger.
    depth: f64,
    error: f64,
    /// The way to the point from the nearest point of the core's boundary.
    gap: DVec2,
    /// The edge that this point lies on, relative to the view's shift.
    edge: [DVec2; 2],
    inside: bool,
}

/// The way to a point from the nearest point of a segment, and what rounding may have made of it:
/// measured from the nearer end, so that the other may lie decades away.
fn way_from([u, v]: [DVec2; 2], q: DVec2) -> (DVec2, f64) {
    let (to_u, to_v) = (q - u, q - v);
    let (w, e) = if to_u.dot(to_u) <= to_v.dot(to_v) { (to_u, v - u) } else { (to_v, u - v) };
    let (along, square) = (w.dot(e), e.dot(e));
    let gap = if along > 0.0 { w - e * (along / square) } else { w };
    (gap, 16.0 * f64::EPSILON * w.length())
}

/// Where a point lies to a core, relative to the core's origin.
fn place(core: &Core, q: DVec2) -> Place {
    let (mut low, mut high, mut gap, mut edge) =
        (f64::INFINITY, f64::INFINITY, q, [DVec2::ZERO; 2]);
    core.edges_nearer(DAabb::of([q, q]), f64::INFINITY, &mut |i| {
        let ends = core.ends(i);
        let (way, error) = way_from(ends, q);
        let distance = way.length();
        low = lesser(low, distance - error);
        if distance + error < high {
            (high, gap, edge) = (distance + error, way, ends);
        }
        high * high
    });
    let inside = core.is_solid() && winds_around(core, q);
    let (distance, error) =
        if low > 0.0 { ((low + high) * 0.5, (high - low) * 0.5) } else { (0.0, high) };
    let depth = if inside { distance } else { -distance };
    Place { depth: depth + f64::from(core.radius), error, gap, edge, inside }
}

/// A pair in a's frame, with the rounding that points carry; that of distances comes on top.
pub(crate) struct Squares<'a> {
    a: &'a Core,
    b: &'a Core,
    /// From a's origin to b's.
    shift: DVec2,
    radii: [f64; 2],
    rounding: f64,
}

impl<'a> Squares<'a> {
    pub(crate) fn new(a: &'a Core, b: &'a Core) -> Self {
        let (shift, radii) = (b.origin - a.origin, [a, b].map(|c| c.radius.into()));
        let rounding = 64.0 * f64::EPSILON * (shift.reach() + b.reach() + radii[0]);
        Self { a, b, shift, radii, rounding }
    }

    fn in_a(&self, p: DVec2) -> Place {
        place(self.a, p)
    }

    fn in_b(&self, p: DVec2) -> Place {
        place(self.b, p - self.shift)
    }

    fn bounds(&self) -> DAabb {
        self.b.whole().moved(self.shift).grown(self.radii[1])
    }

    fn slack(&self, place: &Place) -> f64 {
        self.rounding + place.error
    }

    /// Returns `true` if some point of b around one of its vertices is certainly outside a: the
    /// vertex itself, or the point of its disc that lies farthest from a's nearest edge.
    pub(crate) fn probe(&self) -> bool {
        let radius = self.radii[1];
        self.b.offsets().iter().any(|v| {
            let v = self.shift + *v;
            let place = self.in_a(v);
            if place.depth < -self.slack(&place) {
                return true;
            }
            let away = if place.inside { -place.gap } else { place.gap };
            place.depth < radius
                && away.unit().is_some_and(|away| {
                    let place = self.in_a(v + away * radius);
                    place.depth < -2.0 * self.slack(&place)
                })
        })
    }

    /// Returns `true` if b has a point as near to `p` as no point of a is.
    fn outside(&self, p: DVec2, in_a: &Place) -> bool {
        let slack = self.slack(in_a);
        in_a.depth < -slack && {
            let in_b = self.in_b(p);
            in_a.depth + slack < lesser(in_b.depth, 0.0) - self.slack(&in_b)
        }
    }

    /// Looks for a point outside farther from a's nearest edge, up to where another edge comes as
    /// near: a slit of a that a square's middle misses.
    fn climbs_out(&self, p: DVec2, place: &Place, reach: f64) -> bool {
        let Some(away) = place.gap.unit() else { return false };
        let far = self.in_a(p + away * reach);
        if place.inside || far.inside {
            return false;
        }
        // Distances grow by t from one edge, and by at most as much toward the other they shrink.
        let t = (reach + place.depth - far.depth) * 0.5;
        let q = p + away * lesser(greater(t, 0.0), reach);
        self.outside(q, &self.in_a(q))
    }

    /// Returns `true` if the disc along a's nearest edge holds what b can have in the square: the
    /// part on b's side of b's tangent that faces away from the edge.
    fn held_by_edge(&self, middle: DVec2, half: f64, place: &Place) -> bool {
        let Some(away) = place.gap.unit().filter(|_| !place.inside) else { return false };
        let most = |m: f64, v: &DVec2| greater(m, v.dot(away));
        let farthest = self.b.offsets().iter().fold(f64::NEG_INFINITY, most);
        let tangent = self.shift.dot(away) + farthest + self.radii[1];
        let corner = |x: f64, y: f64| middle + DVec2::new(x * half, y * half);
        let corners = [corner(-1., -1.), corner(1., -1.), corner(1., 1.), corner(-1., 1.)];
        let (ends, slack) = (place.edge, self.slack(place));
        let held = |p: DVec2| way_from(ends, p).0.length() <= self.radii[0] + slack;
        (0..4).all(|i| {
            let (p, q) = (corners[i], corners[(i + 1) % 4]);
            let (over_p, over_q) = (p.dot(away) - tangent, q.dot(away) - tangent);
            let cut = (over_p < 0.0 && over_q > 0.0) || (over_p > 0.0 && over_q < 0.0);
            (over_p > 0.0 || held(p)) && (!cut || held(p + (q - p) * (over_p / (over_p - over_q))))
        })
    }

    /// Returns if a holds all of b, or `None` if it is undecided.
    pub(crate) fn holds(&self) -> Option<bool> {
        let DAabb { min, max } = self.bounds();
        let size = (max - min).reach();
        // If ends of edges are so far away, a square in doubt might stay so.
        if self.rounding + 16.0 * f64::EPSILON * self.a.reach() <= DOUBT * size {
            return self.covers();
        }
        // No test is as far as half of the window from b.
        let reach = self.b.reach() + self.radii[0];
        let near = clamped(self.a, self.b.origin, 8.0 * reach);
        let rounding = 64.0 * f64::EPSILON * reach;
        Squares { a: &near, shift: DVec2::ZERO, rounding, ..*self }.covers()
    }

    fn covers(&self) -> Option<bool> {
        let DAabb { min, max } = self.bounds();
        let size = (max - min).reach();
        let mut squares: Vec<(DVec2, f64)> = Vec::new();
        squares.push(((min + max) * 0.5, size * 0.5 + self.rounding));
        let mut next = 0;
        while let Some(&(middle, half)) = squares.get(next) {
            next += 1;
            // Half a diagonal, rounded up.
            let reach = half * 1.415;
            let in_b = self.in_b(middle);
            if in_b.depth < -(reach + self.slack(&in_b)) {
                continue;
            }
            let place = self.in_a(middle);
            let slack = self.slack(&place);
            if place.depth > reach + slack {
                continue;
            }
            if self.outside(middle, &place) || self.climbs_out(middle, &place, reach) {
                return Some(false);
            }
            if squares.len() > MOST || slack > DOUBT * size {
                return None;
            }
            if reach < 4.0 * slack || self.held_by_edge(middle, half, &place) {
                continue;
            }
            let quarter = half * 0.5;
            for (x, y) in [(-1., -1.), (1., -1.), (-1., 1.), (1., 1.)] {
                squares.push((middle + DVec2::new(x, y) * quarter, quarter));
            }
        }
        Some(true)
    }
}

#[cfg(test)]
mod tests {
    use alloc::vec;

    use super::*;
    use crate::{Affine, Shape, shape::Body};

    /// A polygon, also turned: by the angle of the triangle (3, 4, 5), which needs no rounding.
    fn core(ring: &[(f32, f32)], at: (f32, f32), radius: f32, turned: bool) -> Core {
        let map = |(x, y)| if turned { (4.0 * x - 3.0 * y, 3.0 * x + 4.0 * y) } else { (x, y) };
        let shape = Shape::polygon(ring.iter().map(|v| map(*v))).unwrap();
        let shape = shape.with_radius(if turned { 5.0 * radius } else { radius }).unwrap();
        match shape.place(Affine::at(map(at))).unwrap().body {
            Body::Core(core) => core,
            _ => unreachable!(),
        }
    }

    #[test]
    fn squares_decide_where_a_convex_core_touches_a_rounded_outline_from_within() {
        let hook = [(0., 0.), (8., 0.), (8., 2.), (2., 2.), (2., 8.), (0., 8.)];
        // A box and two tips that stand on the origin.
        let on_floor = [
            vec![(-1.0, 0.0), (1.0, 0.0), (1.0, 1.5), (-1.0, 1.5)],
            vec![(0.0, 0.0), (0.5, 0.5), (-0.5, 0.5)],
            vec![(0.0, 0.0), (0.75, 0.125), (0.25, 0.75)],
        ];
        for (ring, x) in on_floor.iter().flat_map(|ring| [1.5, 4.0, 6.25].map(|x| (ring, x))) {
            for (out, turned) in [0.0, 0.25, 1.0 / 1024.0, 1.0 / 1_048_576.0]
                .into_iter()
                .flat_map(|out| [(out, false), (out, true)])
            {
                let a = core(&hook, (0.0, 0.0), 0.5, turned);
                let b = core(ring, (x, -0.5 - out), 0.0, turned);
                let held = Squares::new(&a, &b).holds();
                assert_eq!(held, Some(out == 0.0), "{ring:?} {x} {out} {turned}");
            }
        }
    }
}

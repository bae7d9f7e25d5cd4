//! The boundary of a body as a list of paths: straight lines and arcs of ellipses.
//!
//! The boundary of a rounded core is, for each edge, the edge moved out by the radius and the arc
//! around its end. If the core is concave, and in a union, parts of a path may lie inside the set;
//! callers remove these. Paths run in positive direction, with the set on their left. Frame:
//! relative to a base near both shapes. Error: a few ulp of `f64`.

use alloc::vec::Vec;

use crate::analysis::crossings::trig_roots::angle_from;
use crate::math::{Aabb, DVec2, direction, sqrt};
use crate::pair::boundary::polygonize::sides_of;
use crate::pair::curved::flatten::flatten;
use crate::pair::curved::support_map::View;
use crate::pair::exact::edge_pairs::nearest_on_segment;
use crate::shape::body::principal_axes::PrincipalAxes;
use crate::shape::bvh::box_bvh::DAabb;
use crate::shape::{Body, Core, Curved, HalfPlane};
use core::f64::consts::TAU;

/// How finely a user's shape is flattened, relative to its size.
const CUSTOM: f64 = 1e-6;

/// A stretch of an ellipse: center + M·u, u a unit vector from `from` on, x toward y.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Arc {
    pub(crate) center: DVec2,
    /// M by columns; its determinant is positive.
    pub(crate) disc: [f64; 4],
    pub(crate) from: DVec2,
    /// Angle in (0, 2π].
    pub(crate) sweep: f64,
}

#[derive(Clone, Copy, Debug)]
pub(crate) enum Curve {
    Line([DVec2; 2]),
    Arc(Arc),
}

#[derive(Clone, Debug)]
pub(crate) struct Path<'a> {
    pub(crate) curve: Curve,
    pub(crate) edge: u32,
    /// The fractions of the edge at the path's two ends.
    pub(crate) share: [f64; 2],
    /// The core and its edge, where the path is exactly that.
    pub(crate) exact: Option<(&'a Core, usize)>,
    /// True for a line whose ends are those of a window that cuts it.
    pub(crate) cut: bool,
    pub(crate) bounds: DAabb,
}

impl Arc {
    /// A point of the plane in the frame in which the ellipse is the unit circle.
    pub(crate) fn unit_frame(&self, p: DVec2) -> DVec2 {
        self.unit_vector(p - self.center)
    }

    pub(crate) fn unit_vector(&self, w: DVec2) -> DVec2 {
        let [a, b, c, d] = self.disc;
        let det = a * d - b * c;
        DVec2::new((d * w.x - c * w.y) / det, (a * w.y - b * w.x) / det)
    }

    pub(crate) fn point(&self, u: DVec2) -> DVec2 {
        let [a, b, c, d] = self.disc;
        self.center + DVec2::new(a * u.x + c * u.y, b * u.x + d * u.y)
    }

    /// The unit vector at an angle from the start.
    pub(crate) fn direction(&self, angle: f64) -> DVec2 {
        let turn = direction(angle);
        self.from * turn.x + self.from.left() * turn.y
    }

    /// The radius, of a circle's arc.
    pub(crate) fn radius(&self) -> Option<f64> {
        let [a, b, c, d] = self.disc;
        (a == d && b == 0.0 && c == 0.0).then_some(a)
    }

    /// The shorter half axis.
    pub(crate) fn shorter(&self) -> f64 {
        PrincipalAxes::of_matrix(self.disc).b
    }

    pub(crate) fn is_full(&self) -> bool {
        self.sweep >= TAU
    }
}

impl Path<'_> {
    fn new(curve: Curve, edge: u32) -> Self {
        let bounds = match &curve {
            Curve::Line(ends) => DAabb::of(*ends),
            Curve::Arc(arc) => {
                let [a, b, c, d] = arc.disc;
                let half = DVec2::new(DVec2::new(a, c).length(), DVec2::new(b, d).length());
                DAabb { min: arc.center - half, max: arc.center + half }
            }
        };
        Self { curve, edge, share: [0.0, 1.0], exact: None, cut: false, bounds }
    }

    /// Distance of a point near the path, and the fraction of the path's own length or angle there.
    pub(crate) fn nearest(&self, p: DVec2) -> (f64, f64) {
        match &self.curve {
            Curve::Line([u, v]) => {
                let e = *v - *u;
                let square = e.dot(e);
                let part = if square > 0.0 { (p - *u).dot(e) / square } else { 0.0 };
                ((p - nearest_on_segment(p, *u, *v)).length(), part.clamp(0.0, 1.0))
            }
            Curve::Arc(arc) => {
                let angle = angle_from(arc.from, arc.unit_frame(p));
                // Beyond the end the nearer end counts.
                let angle = if angle <= arc.sweep {
                    angle
                } else if angle - arc.sweep < TAU - angle {
                    arc.sweep
                } else {
                    0.0
                };
                ((p - arc.point(arc.direction(angle))).length(), angle / arc.sweep)
            }
        }
    }

    /// The fraction of the edge for a fraction of the path.
    pub(crate) fn fraction(&self, part: f64) -> f64 {
        self.share[0] + (self.share[1] - self.share[0]) * part
    }
}

/// Lists the boundary relative to `base`; half-planes are cut at `far` from the base.
///
/// Edges are numbered through: an unrounded core's by its own edges; a rounded ring's alternately,
/// 2i for edge i and 2i + 1 for the arc around its end; a circle, an ellipse, a half-plane and a
/// user's shape are one edge; a union's parts follow each other.
/// Edges of a large tile grid that lie further away from the box of `other` than its own size are
/// left out.
pub(crate) fn boundary<'a>(body: &'a Body, base: DVec2, far: f64, other: Aabb) -> Vec<Path<'a>> {
    let mut list = List { base, far, next: 0, paths: Vec::new(), near: other };
    list.body(body);
    list.paths
}

struct List<'a> {
    base: DVec2,
    far: f64,
    next: u32,
    paths: Vec<Path<'a>>,
    near: Aabb,
}

impl<'a> List<'a> {
    fn body(&mut self, body: &'a Body) {
        match body {
            Body::Core(core) => self.core(core),
            Body::Curved(curved) => self.curved(curved),
            Body::HalfPlane(plane) => self.plane(plane),
            Body::Union(parts) => parts.iter().for_each(|part| self.body(part)),
        }
    }

    fn core(&mut self, core: &'a Core) {
        let o = core.origin - self.base;
        let at = |i: usize| o + core.offset(i);
        if core.radius == 0.0 {
            let near = DAabb::relative(self.near, core.origin);
            for i in core.edges_in(Some(near.grown((near.max - near.min).reach()))) {
                let line = Curve::Line(core.edge(i).map(at));
                let exact = Some((core, i));
                self.paths.push(Path { exact, ..Path::new(line, self.next + i as u32) });
            }
            self.next += core.edge_count() as u32;
            return;
        }
        let r = f64::from(core.radius);
        for ring in core.ring_ranges() {
            let ring: Vec<DVec2> = ring.map(at).collect();
            self.ring(&ring, [r, 0.0, 0.0, r]);
        }
    }

    fn curved(&mut self, curved: &Curved) {
        let o = curved.origin - self.base;
        match curved.rounded_hull() {
            Some(hull) => {
                let ring: Vec<DVec2> = hull.vertices.iter().map(|v| o + *v).collect();
                let [a, b, c, d] = hull.disc;
                let positive = a * d > b * c;
                self.ring(&ring, if positive { hull.disc } else { [a, b, -c, -d] });
            }
            None => {
                let bounds = Body::Curved(curved.clone()).bounds();
                let size = (DVec2::from(bounds.max) - DVec2::from(bounds.min)).reach();
                let ring = flatten(&View::of_curved(curved), CUSTOM * size, None);
                let edges = sides_of(&ring).map(|ends| ends.map(|v| o + v));
                let length: f64 = edges.clone().map(|[u, v]| (v - u).length()).sum();
                let fraction = |s: f64| if length > 0.0 { s / length } else { 0.0 };
                let mut walked = 0.0;
                for [u, v] in edges {
                    let start = walked;
                    walked += (v - u).length();
                    let share = [start, walked].map(fraction);
                    self.paths.push(Path { share, ..Path::new(Curve::Line([u, v]), self.next) });
                }
                self.next += 1;
            }
        }
    }

    /// A ring in positive order, or a point or segment, thickened by M · unit disc.
    fn ring(&mut self, ring: &[DVec2], disc: [f64; 4]) {
        let n = ring.len();
        if n == 1 {
            let arc = Arc { center: ring[0], disc, from: DVec2::X, sweep: TAU };
            self.paths.push(Path::new(Curve::Arc(arc), self.next));
            self.next += 1;
            return;
        }
        // The unit vector whose image is the support point along an edge's outward normal.
        let outward = |e: DVec2| {
            let n = -e.left();
            let [a, b, c, d] = disc;
            DVec2::new(a * n.x + b * n.y, c * n.x + d * n.y).unit().unwrap_or(DVec2::X)
        };
        for i in 0..n {
            let (p, q, r) = (ring[i], ring[(i + 1) % n], ring[(i + 2) % n]);
            let (u, v) = (outward(q - p), outward(r - q));
            let mut arc = Arc { center: q, disc, from: u, sweep: 0.0 };
            let out = arc.point(u) - q;
            let number = self.next + 2 * i as u32;
            self.paths.push(Path::new(Curve::Line([p + out, q + out]), number));
            let turn = (q - p).cross(r - q);
            if turn > 0.0 || (turn == 0.0 && (q - p).dot(r - q) < 0.0) {
                arc.sweep = angle_from(u, v);
                self.paths.push(Path::new(Curve::Arc(arc), number + 1));
            }
        }
        self.next += 2 * n as u32;
    }

    fn plane(&mut self, plane: &HalfPlane) {
        // Without a distance there is nothing to meet but parallel lines.
        if self.far > 0.0 {
            let n = DVec2::from(plane.normal);
            let square = n.dot(n);
            let foot = n * ((f64::from(plane.offset) - n.dot(self.base)) / square);
            let along = n.left() * (1.0 / sqrt(square));
            let line = Curve::Line([foot - along * self.far, foot + along * self.far]);
            // Distances along the line from its point nearest to the world's origin.
            let middle = self.base.dot(along);
            let share = [middle - self.far, middle + self.far];
            self.paths.push(Path { share, cut: true, ..Path::new(line, self.next) });
        }
        self.next += 1;
    }
}

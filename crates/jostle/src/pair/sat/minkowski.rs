//! Signed separation of two convex cores of any number of vertices in `f64`, with a bound on its
//! error.
//!
//! Method: the boundary of the Minkowski difference b − a is walked edge by edge, merging the edges
//! of both polygons by angle (de Berg et al., "Computational Geometry", §13.3), without storing it.
//! The largest signed distance of the origin to an edge line is the separation if the origin is
//! inside or in front of an edge, else the nearest boundary point is. One pass yields distance,
//! depth, normal and witness points, so they cannot disagree.
//!
//! Frame: relative to a's origin, positions subtracted first. Error: each vertex of the difference
//! carries three roundings of `f64`, each distance a few more. Cost: O(n + m), no allocation.

use core::cmp::Ordering;

use crate::math::{DVec2, sqrt};
use crate::pair::sat::Separation;
use crate::shape::Core;
use crate::shape::body::core::{Offsets, RectFrame, is_upward};

/// Bounds the roundings of one distance in units of 2^-52 of the magnitudes that enter it.
const ERROR: f64 = 64.0 * f64::EPSILON;

/// A place on a convex ring: vertex i, or the edge that starts there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Feature {
    Vertex(usize),
    Edge(usize),
}

/// An edge of the difference b − a: from vertex (i, j) along an edge of one of them.
#[derive(Clone, Copy)]
pub(crate) struct Step {
    /// Vertex of a and of b at the start of the edge.
    pub(crate) i: usize,
    pub(crate) j: usize,
    /// Start of the edge, and the edge itself, which keeps its digits where the end would not.
    pub(crate) from: DVec2,
    pub(crate) edge: DVec2,
    /// True if the edge is one of a's (turned round) or of b's.
    pub(crate) of_a: bool,
    /// The vertex reached on the moving ring.
    pub(crate) next: usize,
}

/// The order of two directions by angle in [0, 2π).
pub(crate) fn by_angle(e: DVec2, f: DVec2) -> Ordering {
    match (is_upward(e), is_upward(f)) {
        (true, false) => Ordering::Less,
        (false, true) => Ordering::Greater,
        _ => 0.0_f64.partial_cmp(&e.cross(f)).unwrap_or(Ordering::Equal),
    }
}

/// A convex ring in positive order with its vertices of smallest and largest (y, x).
#[derive(Clone, Copy)]
pub(crate) struct Ring<'a> {
    pub(crate) vertices: Offsets<'a>,
    pub(crate) lowest: usize,
    pub(crate) highest: usize,
    /// The rectangle that the four vertices are corners of: its sides are known better than the
    /// differences of its corners.
    pub(crate) frame: Option<&'a RectFrame>,
}

impl<'a> From<&'a Core> for Ring<'a> {
    fn from(core: &'a Core) -> Self {
        let vertices = core.offsets();
        let frame = core.frame().filter(|_| vertices.len() == 4);
        let [lowest, highest] = core.lowest_and_highest();
        Self { vertices, lowest, highest, frame }
    }
}

impl Ring<'_> {
    fn next(&self, i: usize) -> usize {
        if i + 1 == self.vertices.len() { 0 } else { i + 1 }
    }

    fn edge(&self, i: usize) -> DVec2 {
        let Some(frame) = self.frame else {
            return self.vertices[self.next(i)] - self.vertices[i];
        };
        frame.side(i)
    }

    /// Edges once around: a point has none, a segment two.
    fn edges(&self) -> usize {
        if self.vertices.len() == 1 { 0 } else { self.vertices.len() }
    }
}

/// Calls `visit` for every edge of the boundary of d + b − a in positive order; once, with an edge
/// of length zero, where both are points.
pub(crate) fn walk(a: &Ring<'_>, b: &Ring<'_>, d: DVec2, mut visit: impl FnMut(Step)) {
    let (mut i, mut j) = (a.highest, b.lowest);
    let (mut left_a, mut left_b) = (a.edges(), b.edges());
    let vertex = |i: usize, j: usize| d + b.vertices[j] - a.vertices[i];
    if left_a + left_b == 0 {
        let from = vertex(i, j);
        visit(Step { i, j, from, edge: DVec2::ZERO, of_a: false, next: j });
    }
    while left_a + left_b > 0 {
        let (ea, eb) = (-a.edge(i), b.edge(j));
        let of_a = match (left_a, left_b) {
            (0, _) => false,
            (_, 0) => true,
            _ => by_angle(ea, eb) != Ordering::Greater,
        };
        let from = vertex(i, j);
        if of_a {
            let next = a.next(i);
            visit(Step { i, j, from, edge: ea, of_a, next });
            (i, left_a) = (next, left_a - 1);
        } else {
            let next = b.next(j);
            visit(Step { i, j, from, edge: eb, of_a, next });
            (j, left_b) = (next, left_b - 1);
        }
    }
}

/// An edge of the difference as a separating axis.
struct Deep {
    separation: f64,
    step: Step,
    normal: DVec2,
    /// How far past the ends of the edge the origin projects; below 0 where it projects onto it.
    beside: f64,
}

impl Deep {
    /// Parallel faces make two edges on one line: the one that the origin projects onto has the
    /// witnesses.
    fn beats(&self, best: &Self, error: f64) -> bool {
        let more = self.separation - best.separation;
        if self.normal.dot(best.normal) > 1.0 - 4.0 * f64::EPSILON && more.abs() <= error {
            self.beside < best.beside && best.beside > 0.0
        } else {
            more > 0.0
        }
    }
}

/// Returns the separation of two convex cores, and the features of a and of b that attain it.
pub(crate) fn near(a: &Core, b: &Core) -> (Separation, [Feature; 2]) {
    let d = DVec2::from(b.origin) - DVec2::from(a.origin);
    let radius = f64::from(a.radius) + f64::from(b.radius);
    let error = ERROR * (d.reach() + a.reach() + b.reach());
    let mut deepest: Option<Deep> = None;
    let mut nearest: Option<(f64, Step, f64)> = None;
    let (ring_a, ring_b) = (Ring::from(a), Ring::from(b));
    walk(&ring_a, &ring_b, d, |step| {
        let e = step.edge;
        let length = e.length();
        if length > 0.0 {
            let normal = DVec2::new(e.y / length, -e.x / length);
            let separation = -normal.dot(step.from);
            let along = -step.from.dot(e) / length;
            let beside = if along < 0.0 { -along } else { along - length };
            let deep = Deep { separation, step, normal, beside };
            if deepest.as_ref().is_none_or(|best| deep.beats(best, error)) {
                deepest = Some(deep);
            }
            // An edge through the origin may come out on either side of it.
            if separation < -error {
                return;
            }
        }
        let t = clamp_fraction(-step.from.dot(e), e.dot(e));
        let p = step.from + e * t;
        let square = p.dot(p);
        if nearest.as_ref().is_none_or(|(best, ..)| square < *best) {
            nearest = Some((square, step, t));
        }
    });
    let corner = nearest.and_then(|(square, step, t)| {
        let (p, distance) = (step.from + step.edge * t, sqrt(square));
        let deep = deepest.as_ref().map_or(0.0, |deep| deep.separation);
        // Beyond the error only a corner is further away than the line of an edge.
        (distance > deep + error).then(|| (step, t, distance, p.divided(distance)))
    });
    // The difference's outward normal points from b − a to the origin, so the normal from a to b
    // is its opposite.
    let face = deepest.map(|Deep { separation, step, normal, .. }| {
        let t = clamp_fraction(-step.from.dot(step.edge), step.edge.dot(step.edge));
        (step, t, separation, -normal)
    });
    let (step, t, separation, normal) = corner.or(face).unwrap_or_else(|| {
        let (i, j) = (ring_a.highest, ring_b.lowest);
        let step = Step { i, j, from: d, edge: DVec2::ZERO, of_a: false, next: j };
        (step, 0.0, d.length(), d.unit().unwrap_or(DVec2::X))
    });

    let (va, vb) = (ring_a.vertices, ring_b.vertices);
    let (moving, start) = if step.of_a { (&va, step.i) } else { (&vb, step.j) };
    let between = moving[start] + (moving[step.next] - moving[start]) * t;
    let feature = match t {
        ..=0.0 => Feature::Vertex(start),
        1.0.. => Feature::Vertex(step.next),
        _ => Feature::Edge(start),
    };
    let (core_a, core_b, feature_a, feature_b) = if step.of_a {
        (between, d + vb[step.j], feature, Feature::Vertex(step.j))
    } else {
        (va[step.i], d + between, Feature::Vertex(step.i), feature)
    };
    let near = Separation { separation: separation - radius, error, normal, core_a, core_b };
    (near, [feature_a, feature_b])
}

fn clamp_fraction(along: f64, square: f64) -> f64 {
    if along <= 0.0 {
        0.0
    } else if along >= square {
        1.0
    } else {
        along / square
    }
}

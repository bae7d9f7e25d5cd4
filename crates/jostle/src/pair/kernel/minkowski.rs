//! Signed separation of two convex cores in `f64`, with a bound on its error.
//!
//! The boundary of the Minkowski difference b − a is walked edge by edge, merging the edges of both
//! rings by angle (de Berg et al., "Computational Geometry", §13.3), without storing it: the
//! largest signed distance of the origin to an edge line is the separation where the origin is
//! inside (or in front of an edge), the nearest boundary point where it is outside. One pass gives
//! distance, depth, normal and witness points, so they cannot disagree. O(n + m), no allocation.
//!
//! All vectors are relative to a's origin; the subtraction of positions comes first. Error: each
//! vertex of the difference carries three roundings of `f64`, each distance a handful more.

use core::cmp::Ordering;

use crate::math::D2;
use crate::shape::Core;

/// Bounds the roundings of one distance in units of 2^-52 of the magnitudes that enter it.
const ERROR: f64 = 64.0 * f64::EPSILON;

/// A place on a convex ring: vertex i, or the edge that starts there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Feature {
    Vertex(usize),
    Edge(usize),
}

/// One answer about a pair of convex cores; points are offsets from a's origin.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Near {
    /// Signed, radii included.
    pub(crate) separation: f64,
    /// How far `separation` may be from the truth.
    pub(crate) error: f64,
    /// Unit, from a to b.
    pub(crate) normal: D2,
    /// Witnesses on the cores, without the radii.
    pub(crate) core_a: D2,
    pub(crate) core_b: D2,
    pub(crate) feature_a: Feature,
    pub(crate) feature_b: Feature,
}

/// An edge of the difference b − a: from vertex (i, j) along an edge of one of them.
#[derive(Clone, Copy)]
pub(crate) struct Step {
    /// Vertex of a and of b at the start of the edge.
    pub(crate) i: usize,
    pub(crate) j: usize,
    /// Start and end of the edge.
    pub(crate) from: D2,
    pub(crate) to: D2,
    /// Whether the edge is one of a's (turned round) or of b's.
    pub(crate) of_a: bool,
    /// The vertex reached on the moving ring.
    pub(crate) next: usize,
}

fn upper(e: D2) -> bool {
    e.y > 0.0 || (e.y == 0.0 && e.x > 0.0)
}

/// The order of two directions by angle in [0, 2π).
fn by_angle(e: D2, f: D2) -> Ordering {
    match (upper(e), upper(f)) {
        (true, false) => Ordering::Less,
        (false, true) => Ordering::Greater,
        _ => 0.0_f64.partial_cmp(&e.cross(f)).unwrap_or(Ordering::Equal),
    }
}

/// A ring walked once around from a start vertex; a point has no edges, a segment two.
struct Ring<'a> {
    vertices: &'a [D2],
    at: usize,
    left: usize,
}

impl<'a> Ring<'a> {
    fn new(vertices: &'a [D2], start: usize) -> Self {
        Self { vertices, at: start, left: if vertices.len() == 1 { 0 } else { vertices.len() } }
    }

    fn next(&self) -> usize {
        if self.at + 1 == self.vertices.len() { 0 } else { self.at + 1 }
    }

    fn edge(&self) -> D2 {
        self.vertices[self.next()] - self.vertices[self.at]
    }

    fn advance(&mut self) {
        self.at = self.next();
        self.left -= 1;
    }
}

/// Calls `visit` for every edge of the boundary of d + b − a in positive order; once, with an edge
/// of length zero, where both are points.
///
/// Both are convex rings in positive order with the index of their vertex of largest (a) and
/// smallest (b) (y, x).
pub(crate) fn walk(
    (a, highest): (&[D2], usize),
    (b, lowest): (&[D2], usize),
    d: D2,
    mut visit: impl FnMut(Step),
) {
    let mut ra = Ring::new(a, highest);
    let mut rb = Ring::new(b, lowest);
    let vertex = |ra: &Ring<'_>, rb: &Ring<'_>| d + rb.vertices[rb.at] - ra.vertices[ra.at];
    let mut from = vertex(&ra, &rb);
    if ra.left + rb.left == 0 {
        visit(Step { i: ra.at, j: rb.at, from, to: from, of_a: false, next: rb.at });
    }
    while ra.left + rb.left > 0 {
        let of_a = match (ra.left, rb.left) {
            (0, _) => false,
            (_, 0) => true,
            _ => by_angle(-ra.edge(), rb.edge()) != Ordering::Greater,
        };
        let (i, j) = (ra.at, rb.at);
        let ring = if of_a { &mut ra } else { &mut rb };
        ring.advance();
        let next = ring.at;
        let to = vertex(&ra, &rb);
        visit(Step { i, j, from, to, of_a, next });
        from = to;
    }
}

/// The whole answer for two convex cores.
pub(crate) fn near(a: &Core, b: &Core) -> Near {
    let d = D2::from(b.origin) - D2::from(a.origin);
    let radius = f64::from(a.radius) + f64::from(b.radius);
    let error = ERROR * (d.reach() + a.reach() + b.reach());
    let mut deepest: Option<(f64, Step, D2)> = None;
    let mut nearest: Option<(f64, Step, f64)> = None;
    walk((a.offsets(), a.highest), (b.offsets(), b.lowest), d, |step| {
        let e = step.to - step.from;
        let length = e.length();
        if length > 0.0 {
            let normal = D2::new(e.y / length, -e.x / length);
            let s = -normal.dot(step.from);
            if deepest.as_ref().is_none_or(|(best, ..)| s > *best) {
                deepest = Some((s, step, normal));
            }
            if s < 0.0 {
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
    // The difference's outward normal points from b − a to the origin, so the normal from a to b
    // is its opposite.
    if let Some((square, step, t)) = nearest {
        let e = step.to - step.from;
        let p = step.from + e * t;
        let distance = crate::math::sqrt(square);
        let deep = deepest.as_ref().map_or(0.0, |(s, ..)| *s);
        // Beyond the error only a corner is further away than the line of an edge.
        if distance > deep + error {
            let normal = D2::new(p.x / distance, p.y / distance);
            return witness(a, b, d, step, t, distance - radius, error, normal);
        }
    }
    match deepest {
        Some((s, step, normal)) => {
            let e = step.to - step.from;
            let t = clamp_fraction(-step.from.dot(e), e.dot(e));
            witness(a, b, d, step, t, s - radius, error, -normal)
        }
        None => {
            let (i, j) = (a.highest, b.lowest);
            let step = Step { i, j, from: d, to: d, of_a: false, next: j };
            let normal = d.unit().unwrap_or(D2::X);
            witness(a, b, d, step, 0.0, d.length() - radius, error, normal)
        }
    }
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

#[expect(clippy::too_many_arguments, reason = "one place builds the answer from its parts")]
fn witness(
    a: &Core,
    b: &Core,
    d: D2,
    step: Step,
    t: f64,
    separation: f64,
    error: f64,
    normal: D2,
) -> Near {
    let (va, vb) = (a.offsets(), b.offsets());
    let between = |v: &[D2], i: usize| v[i] + (v[step.next] - v[i]) * t;
    let corner = |i: usize| Feature::Vertex(if t >= 1.0 { step.next } else { i });
    let inside = t > 0.0 && t < 1.0;
    let (core_a, core_b, feature_a, feature_b) = if step.of_a {
        let on = if inside { Feature::Edge(step.i) } else { corner(step.i) };
        (between(va, step.i), d + vb[step.j], on, Feature::Vertex(step.j))
    } else {
        let on = if inside { Feature::Edge(step.j) } else { corner(step.j) };
        (va[step.i], d + between(vb, step.j), Feature::Vertex(step.i), on)
    };
    Near { separation, error, normal, core_a, core_b, feature_a, feature_b }
}

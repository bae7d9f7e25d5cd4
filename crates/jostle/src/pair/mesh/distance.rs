//! The distance of two boundaries, in `f64`.

use core::cmp::Ordering;

use crate::math::{DVec2, lesser, sqrt};
use crate::pair::answer::{GapF64, Verdict};
use crate::pair::exact::edge_pairs::{nearest_on_segment, sorted};
use crate::pair::exact::locate::{Location, locate};
use crate::pair::exact::predicates::{Edge, edge, ends_and_edges, near};
use crate::shape::bvh::box_bvh::DAabb;
use crate::shape::{Core, Sidedness};

/// Bounds the rounding of a distance, relative to the coordinates.
const ROUNDING: f64 = 64.0 * f64::EPSILON;

/// The nearest points so far, relative to a's origin.
struct Nearest {
    square: f64,
    on_a: DVec2,
    on_b: DVec2,
    /// The normal if the points coincide.
    touching: DVec2,
}

impl Nearest {
    /// Of points equally near the first by coordinates, so that the order of edges changes nothing.
    fn beats(&self, other: &Self) -> bool {
        let key = |n: &Self| [n.on_a.x, n.on_a.y, n.on_b.x, n.on_b.y];
        self.square < other.square || (self.square == other.square && key(self) < key(other))
    }
}

/// Compares the distance of two boundaries that do not cross with the sum of the radii; `None` within
/// rounding.
pub(crate) fn compare_radii(a: &Core, b: &Core) -> Option<Ordering> {
    let d = b.origin - a.origin;
    let radius = f64::from(a.radius) + f64::from(b.radius);
    let error = ROUNDING * (d.reach() + a.reach() + b.reach());
    let far = radius + error;
    let distance = sqrt(nearest(a, b, far * far).square);
    if distance >= far {
        return Some(Ordering::Greater);
    }
    (distance < radius - error).then_some(Ordering::Less)
}

/// The nearest points of two boundaries, or the square if they are no nearer than that.
fn nearest(a: &Core, b: &Core, square: f64) -> Nearest {
    let d = b.origin - a.origin;
    // Boxes carry a rounding that distances between points do not: no edge may be passed over for
    // it, or the order in which edges are met would show in the last digits of a small gap.
    let margin = 8.0 * f64::EPSILON * (d.reach() + a.reach() + b.reach());
    let mut best = Nearest { square, on_a: DVec2::ZERO, on_b: DVec2::ZERO, touching: DVec2::X };
    // Each edge of the smaller outline searches the larger.
    let flip = a.edge_count() > b.edge_count();
    let (few, many, shift) = if flip { (b, a, d) } else { (a, b, -d) };
    for i in 0..few.edge_count() {
        let bounds = few.edge_bounds(i).moved(shift).grown(margin);
        many.edges_nearer(bounds, best.square, &mut |j| {
            let (own, other) = (edge(few, i), edge(many, j));
            let (ea, eb) = if flip { (other, own) } else { (own, other) };
            nearer(ea, eb, &mut best)
        });
    }
    best
}

/// The nearest points of two boundaries that are apart or touch, radii included; in `f64`.
pub(crate) fn edge_distance(a: &Core, b: &Core) -> GapF64 {
    let Nearest { square, on_a, on_b, touching } = nearest(a, b, f64::INFINITY);
    let distance = sqrt(square);
    let reach = a.reach() + b.reach() + (on_b - on_a).reach();
    let normal =
        if distance > 8.0 * f64::EPSILON * reach { (on_b - on_a) / distance } else { touching };
    let (ra, rb) = (f64::from(a.radius), f64::from(b.radius));
    let o = a.origin;
    GapF64 {
        verdict: Verdict::Touching,
        separation: distance - ra - rb,
        normal,
        on_a: o + on_a + normal * ra,
        on_b: o + on_b - normal * rb,
    }
}

/// The gap of an outline or a line and a point; `None` if that is not certain, where the point is as
/// near to two places from within, and within the radius.
pub(crate) fn edges_and_point(core: &Core, point: &Core) -> Option<GapF64> {
    let p = point.origin - core.origin;
    let error = ROUNDING * (p.reach() + core.reach());
    let bounds = DAabb { min: p, max: p }.grown(error);
    let mut best = Nearest { square: f64::INFINITY, on_a: p, on_b: p, touching: DVec2::X };
    let mut second = f64::INFINITY;
    core.edges_nearer(bounds, f64::INFINITY, &mut |i| {
        let [u, v] = sorted(core.ends(i));
        let on_a = nearest_on_segment(p, u, v);
        let square = (p - on_a).dot(p - on_a);
        let found = Nearest { square, on_a, ..best };
        let apart = (on_a - best.on_a).reach() > error;
        if found.beats(&best) {
            second = if apart { best.square } else { second };
            best = found;
        } else if apart {
            second = lesser(second, square);
        }
        // Places as near are looked at, too.
        (sqrt(best.square) + 2.0 * error) * (sqrt(best.square) + 2.0 * error)
    });
    let distance = sqrt(best.square);
    let radius = f64::from(core.radius);
    if distance <= error || (radius > 0.0 && distance <= radius + error) {
        return None;
    }
    let inside = core.is_solid() && locate(core, (point, 0)) == Location::Inside;
    if inside && (radius > 0.0 || sqrt(second) <= distance + error) {
        return None;
    }
    let (sign, verdict) =
        if inside { (-1.0, Verdict::Overlapping) } else { (1.0, Verdict::Separated) };
    let normal = (p - best.on_a) / (distance * sign);
    let gap = GapF64 {
        verdict,
        separation: distance * sign - radius,
        normal,
        on_a: best.on_a + normal * radius,
        on_b: p,
    };
    Some(gap.moved(core.origin))
}

/// Compares two edges with the best so far and returns the new squared bound.
fn nearer(ea: Edge<'_>, eb: Edge<'_>, best: &mut Nearest) -> f64 {
    let frame = ea[0].0.origin;
    for (k, (p, edge)) in ends_and_edges(eb, ea).into_iter().enumerate() {
        let on_b_edge = k >= 2;
        let (p, [u, v]) = (near(p, frame), sorted(edge.map(|v| near(v, frame))));
        let q = nearest_on_segment(p, u, v);
        let (on_a, on_b) = if on_b_edge { (p, q) } else { (q, p) };
        let w = on_b - on_a;
        let mut found = Nearest { square: w.dot(w), on_a, on_b, touching: DVec2::X };
        if found.beats(best) {
            found.touching = if on_b_edge { -facing(eb, ea, frame) } else { facing(ea, eb, frame) };
            *best = found;
        }
    }
    best.square
}

/// The normal of a contact on an edge, away from it: outward of a solid, else toward the side on
/// which more of the other edge lies.
fn facing(edge: Edge<'_>, other: Edge<'_>, frame: DVec2) -> DVec2 {
    let core = edge[0].0;
    let [u, v] = edge.map(|v| near(v, frame));
    let right = -(v - u).left().unit().unwrap_or(DVec2::X.left());
    let [p, q] = other.map(|v| near(v, frame));
    let lean = right.dot((p + q) * 0.5 - u);
    let left = !core.is_solid() && (core.sided == Sidedness::Left || lean < 0.0);
    if left { -right } else { right }
}

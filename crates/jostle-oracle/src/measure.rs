//! Distances and depths by brute force in `f64`, for comparing numbers (not signs).
//!
//! Coordinates are taken relative to a's first vertex, so the error is a few 2^-52 of the larger of
//! the sizes and the offset between the shapes, for numbers far from the ends of the `f64` range.

use crate::set::Set;

/// A point or vector.
pub type Vector = [f64; 2];

/// A core's edges in `f64`, relative to some zero point; a point is one edge of length zero.
#[derive(Clone, Debug)]
pub struct Feature {
    /// All edges; those of an area need not be oriented.
    pub edges: Vec<[Vector; 2]>,
    /// True if the edges enclose an area that belongs to the set.
    pub solid: bool,
    /// The radius.
    pub radius: f64,
}

fn minus(a: Vector, b: Vector) -> Vector {
    [a[0] - b[0], a[1] - b[1]]
}
fn dot(a: Vector, b: Vector) -> f64 {
    a[0] * b[0] + a[1] * b[1]
}
fn cross(a: Vector, b: Vector) -> f64 {
    a[0] * b[1] - a[1] * b[0]
}
fn length(a: Vector) -> f64 {
    libm::hypot(a[0], a[1])
}
fn wide(a: [f32; 2]) -> Vector {
    [f64::from(a[0]), f64::from(a[1])]
}

/// Returns the point that stands for the shape: its center, first end or origin.
#[must_use]
pub fn anchor(set: &Set) -> Vector {
    match set {
        Set::Circle { center, .. } | Set::Rect { center, .. } => wide(*center),
        Set::Capsule { a, .. } => wide(*a),
        Set::Polygon { origin, .. } | Set::Chain { origin, .. } => wide(*origin),
    }
}

/// Lists the features relative to `zero`.
#[must_use]
pub fn features(set: &Set, zero: Vector) -> Feature {
    let place = |origin: [f32; 2], offset: Vector| {
        let o = minus(wide(origin), zero);
        [o[0] + offset[0], o[1] + offset[1]]
    };
    let closed = |ring: Vec<Vector>| -> Vec<[Vector; 2]> {
        (0..ring.len()).map(|i| [ring[i], ring[(i + 1) % ring.len()]]).collect()
    };
    let (edges, solid, radius) = match set {
        Set::Circle { center, radius } => {
            (vec![[place(*center, [0.0; 2]); 2]], false, f64::from(*radius))
        }
        Set::Capsule { a, b, radius } => {
            (vec![[place(*a, [0.0; 2]), place(*b, [0.0; 2])]], false, f64::from(*radius))
        }
        Set::Rect { center, half, rot, radius } => {
            let ([hx, hy], [c, s]) = (wide(*half), wide(*rot));
            let corner =
                |x: f64, y: f64| place(*center, [x * hx * c - y * hy * s, x * hx * s + y * hy * c]);
            let ring =
                vec![corner(-1.0, -1.0), corner(1.0, -1.0), corner(1.0, 1.0), corner(-1.0, 1.0)];
            (closed(ring), true, f64::from(*radius))
        }
        Set::Polygon { origin, rings, radius } => {
            let ring =
                |r: &Vec<[f32; 2]>| closed(r.iter().map(|&v| place(*origin, wide(v))).collect());
            (rings.iter().flat_map(ring).collect(), true, f64::from(*radius))
        }
        Set::Chain { origin, points, closed: joined } => {
            let ring: Vec<_> = points.iter().map(|&v| place(*origin, wide(v))).collect();
            let edges = if *joined || ring.len() == 1 {
                closed(ring)
            } else {
                ring.windows(2).map(|w| [w[0], w[1]]).collect()
            };
            (edges, false, 0.0)
        }
    };
    Feature { edges, solid, radius }
}

fn point_to_edge(p: Vector, [a, b]: [Vector; 2]) -> f64 {
    let (d, ap) = (minus(b, a), minus(p, a));
    let (t, l) = (dot(d, ap), dot(d, d));
    if t <= 0.0 || l == 0.0 {
        length(ap)
    } else if t >= l {
        length(minus(p, b))
    } else {
        cross(d, ap).abs() / l.sqrt()
    }
}

fn edges_cross([a, b]: [Vector; 2], [c, d]: [Vector; 2]) -> bool {
    let (u, v) = (minus(b, a), minus(d, c));
    cross(u, minus(c, a)) * cross(u, minus(d, a)) < 0.0
        && cross(v, minus(a, c)) * cross(v, minus(b, c)) < 0.0
}

/// Returns `true` if the even-odd rule puts the point in the area.
fn holds(f: &Feature, p: Vector) -> bool {
    let odd = f.edges.iter().filter(|[a, b]| {
        (a[1] > p[1]) != (b[1] > p[1])
            && p[0] < a[0] + (p[1] - a[1]) / (b[1] - a[1]) * (b[0] - a[0])
    });
    f.solid && odd.count() % 2 == 1
}

/// Returns the distance between the cores in `f64`; 0 if they meet.
#[must_use]
pub fn core_distance(a: &Feature, b: &Feature) -> f64 {
    if holds(a, b.edges[0][0]) || holds(b, a.edges[0][0]) {
        return 0.0;
    }
    let mut least = f64::INFINITY;
    for &e in &a.edges {
        for &f in &b.edges {
            if edges_cross(e, f) {
                return 0.0;
            }
            let nearest = [
                point_to_edge(f[0], e),
                point_to_edge(f[1], e),
                point_to_edge(e[0], f),
                point_to_edge(e[1], f),
            ];
            least = nearest.into_iter().fold(least, f64::min);
        }
    }
    least
}

/// Returns the distance between two sets in `f64`; 0 if they meet.
///
/// ```
/// use jostle_oracle::{Set, measure::distance};
/// let a = Set::Circle { center: [0.0, 0.0], radius: 1.0 };
/// let b = Set::Capsule { a: [3.0, 4.0], b: [3.0, 9.0], radius: 0.5 };
/// assert_eq!(distance(&a, &b), 3.5);
/// ```
#[must_use]
pub fn distance(a: &Set, b: &Set) -> f64 {
    let zero = anchor(a);
    let (a, b) = (features(a, zero), features(b, zero));
    (core_distance(&a, &b) - a.radius - b.radius).max(0.0)
}

/// Returns the length of the shortest translation that separates two convex sets; 0 if they are
/// apart. Tries the normals of all edges, which bound the Minkowski difference of the cores.
///
/// ```
/// use jostle_oracle::{Set, measure::convex_depth};
/// let a = Set::Rect { center: [0.0, 0.0], half: [2.0, 1.0], rot: [1.0, 0.0], radius: 0.0 };
/// let b = Set::Circle { center: [0.5, 0.0], radius: 0.25 };
/// assert_eq!(convex_depth(&a, &b), 1.25);
/// ```
#[must_use]
pub fn convex_depth(a: &Set, b: &Set) -> f64 {
    let zero = anchor(a);
    let (a, b) = (features(a, zero), features(b, zero));
    let (r, apart) = (a.radius + b.radius, core_distance(&a, &b));
    if apart > 0.0 {
        return (r - apart).max(0.0);
    }
    let reach = |f: &Feature, n: Vector| {
        f.edges.iter().flatten().map(|&p| dot(p, n)).fold(f64::NEG_INFINITY, f64::max)
    };
    let mut least = f64::INFINITY;
    for [p, q] in a.edges.iter().chain(&b.edges) {
        let d = minus(*q, *p);
        let l = length(d);
        if l > 0.0 {
            for n in [[-d[1] / l, d[0] / l], [d[1] / l, -d[0] / l]] {
                least = least.min(reach(&a, n) + reach(&b, [-n[0], -n[1]]));
            }
        }
    }
    if least.is_finite() { least.max(0.0) + r } else { r }
}

/// Lists the t at which a vertex of b + t·d (or of a, seen from b) is at distance R of an edge of
/// the other: among them are all t at which the sets begin or cease to meet.
#[must_use]
pub fn contact_times(a: &Feature, b: &Feature, d: Vector) -> Vec<f64> {
    let r = a.radius + b.radius;
    let mut times = Vec::new();
    let back = [-d[0], -d[1]];
    for (fixed, moving, d) in [(a, b, d), (b, a, back)] {
        for &[p, _] in &moving.edges {
            for &e in &fixed.edges {
                push_times(&mut times, p, d, e, r);
            }
        }
        // An open line has an end that starts no edge.
        if let Some(&[_, q]) = moving.edges.last() {
            for &e in &fixed.edges {
                push_times(&mut times, q, d, e, r);
            }
        }
    }
    times.retain(|t| t.is_finite());
    times
}

fn push_times(times: &mut Vec<f64>, p: Vector, d: Vector, [u, v]: [Vector; 2], r: f64) {
    let e = minus(v, u);
    let (l, speed) = (length(e), cross(e, d));
    if l > 0.0 && speed != 0.0 {
        for side in if r > 0.0 { &[-1.0, 1.0][..] } else { &[1.0][..] } {
            let t = (side * r * l - cross(e, minus(p, u))) / speed;
            let at = dot(e, [p[0] + t * d[0] - u[0], p[1] + t * d[1] - u[1]]) / l;
            if at >= 0.0 && at <= l {
                times.push(t);
            }
        }
    }
    if r > 0.0 {
        for q in [u, v] {
            let w = minus(p, q);
            let (a, b, c) = (dot(d, d), dot(w, d), dot(w, w) - r * r);
            let root = b * b - a * c;
            if root >= 0.0 {
                times.extend([(-b - root.sqrt()) / a, (-b + root.sqrt()) / a]);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn depth_of_nested_boxes_is_the_shorter_way_out() {
        let a = Set::Rect { center: [1e6, 0.0], half: [4.0, 2.0], rot: [1.0, 0.0], radius: 0.5 };
        let b = Set::Rect { center: [1e6, 1.0], half: [1.0, 1.0], rot: [0.0, 1.0], radius: 0.0 };
        assert_eq!(convex_depth(&a, &b), 2.5);
        assert_eq!(convex_depth(&b, &a), 2.5);
    }

    #[test]
    fn coincident_circles_are_as_deep_as_their_radii() {
        let a = Set::Circle { center: [0.5, 0.5], radius: 1.0 };
        let b = Set::Circle { center: [0.5, 0.5], radius: 2.0 };
        assert_eq!(convex_depth(&a, &b), 3.0);
    }

    #[test]
    fn contact_times_of_a_box_and_a_circle_bracket_the_meeting() {
        let a = Set::Rect { center: [0.0; 2], half: [1.0; 2], rot: [1.0, 0.0], radius: 0.0 };
        let b = Set::Circle { center: [-5.0, 0.5], radius: 1.0 };
        let zero = [0.0; 2];
        let times = contact_times(&features(&a, zero), &features(&b, zero), [1.0, 0.0]);
        let ends = times.iter().fold((f64::MAX, f64::MIN), |(l, h), &t| (l.min(t), h.max(t)));
        assert_eq!(ends, (3.0, 7.0));
    }
}

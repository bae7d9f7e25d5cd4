//! The distance of two boundaries, in `f64`.

use crate::math::DVec2;
use crate::pair::answer::{GapF64, Verdict};
use crate::pair::exact::edge_pairs::nearest_on_segment;
use crate::pair::exact::predicates::{Pair, Side};
use crate::shape::Sidedness;

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

/// The nearest points of two boundaries that are apart or touch, radii included; in `f64`.
pub(crate) fn edge_distance(pair: Pair<'_>) -> GapF64 {
    let d = DVec2::from(pair.b.origin) - DVec2::from(pair.a.origin);
    // Boxes carry a rounding that distances between points do not: no edge may be passed over for
    // it, or the order in which edges are met would show in the last digits of a small gap.
    let margin = 8.0 * f64::EPSILON * (d.reach() + pair.a.reach() + pair.b.reach());
    let mut best =
        Nearest { square: f64::INFINITY, on_a: DVec2::ZERO, on_b: DVec2::ZERO, touching: DVec2::X };
    // Each edge of the smaller outline queries the tree of the larger.
    if pair.a.edge_count() <= pair.b.edge_count() {
        for i in 0..pair.a.edge_count() {
            let bounds = pair.a.edge_bounds(i).moved(-d).grown(margin);
            pair.b.edges_nearer(bounds, best.square, &mut |j| nearer(pair, i, j, &mut best));
        }
    } else {
        for j in 0..pair.b.edge_count() {
            let bounds = pair.b.edge_bounds(j).moved(d).grown(margin);
            pair.a.edges_nearer(bounds, best.square, &mut |i| nearer(pair, i, j, &mut best));
        }
    }
    let Nearest { square, on_a, on_b, touching } = best;
    let distance = crate::math::sqrt(square);
    let reach = pair.a.reach() + pair.b.reach() + (on_b - on_a).reach();
    let normal = if distance > 8.0 * f64::EPSILON * reach {
        DVec2::new((on_b.x - on_a.x) / distance, (on_b.y - on_a.y) / distance)
    } else {
        touching
    };
    let (ra, rb) = (f64::from(pair.a.radius), f64::from(pair.b.radius));
    let o = DVec2::from(pair.a.origin);
    GapF64 {
        verdict: Verdict::Touching,
        separation: distance - ra - rb,
        normal,
        on_a: o + on_a + normal * ra,
        on_b: o + on_b - normal * rb,
    }
}

/// Compares two edges with the best so far and returns the new squared bound.
fn nearer(pair: Pair<'_>, i: usize, j: usize, best: &mut Nearest) -> f64 {
    let ea = pair.edge(Side::A, i).map(|v| pair.near(v));
    let eb = pair.edge(Side::B, j).map(|v| pair.near(v));
    for (side, p, [u, v]) in
        [(Side::A, eb[0], ea), (Side::A, eb[1], ea), (Side::B, ea[0], eb), (Side::B, ea[1], eb)]
    {
        // From one end whichever way the outline runs, so that its winding changes no bit.
        let q = if (v.x, v.y) < (u.x, u.y) {
            nearest_on_segment(p, v, u)
        } else {
            nearest_on_segment(p, u, v)
        };
        let (on_a, on_b) = if side == Side::A { (q, p) } else { (p, q) };
        let w = on_b - on_a;
        let square = w.dot(w);
        let mut found = Nearest { square, on_a, on_b, touching: DVec2::X };
        if found.beats(best) {
            found.touching = facing(pair, side, (i, j), [u, v]);
            *best = found;
        }
    }
    best.square
}

/// The normal from a to b of a contact on an edge: outward of a solid, else toward the other side.
fn facing(pair: Pair<'_>, side: Side, (i, j): (usize, usize), [u, v]: [DVec2; 2]) -> DVec2 {
    let right = -(v - u).left().unit().unwrap_or(DVec2::X.left());
    let core = pair.core(side);
    let outward = if core.is_solid() {
        right
    } else {
        // The side on which more of the other edge lies.
        let other = match side {
            Side::A => pair.edge(Side::B, j),
            Side::B => pair.edge(Side::A, i),
        };
        let [p, q] = other.map(|v| pair.near(v));
        let lean = right.dot((p + q) * 0.5 - u);
        let left = core.sided == Sidedness::Left;
        if left || lean < 0.0 { -right } else { right }
    };
    if side == Side::A { outward } else { -outward }
}

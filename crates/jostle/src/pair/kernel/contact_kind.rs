//! Whether cores whose boundaries touch, but nowhere properly cross, overlap all the same.
//!
//! Solids: the boundary of one is cut at its contacts with the other. Between cuts the status does
//! not change, so the middle of each piece next to a contact decides: inside the other solid, or
//! along its boundary with both solids on the same side, is overlap. All points are vertices or
//! middles of two vertices, so every test is exact.
//!
//! Lines: two unions of segments still meet after every small translation when the tangent cones at
//! the origin of their Minkowski differences together cover all directions.

use alloc::vec::Vec;
use core::cmp::Ordering;

use super::predicates::{Hand, Location, Pair, Side, Spot, Vertex};

/// Contacts are pairs (edge of a, edge of b) that share a point.
pub(crate) fn overlaps_at_contacts(pair: Pair<'_>, contacts: &[(usize, usize)]) -> bool {
    let turned: Vec<_> = contacts.iter().map(|(i, j)| (*j, *i)).collect();
    boundary_enters(pair, Side::A, contacts) || boundary_enters(pair, Side::B, &turned)
}

/// Whether some piece of the boundary of `side` lies in the solid of the other.
fn boundary_enters(pair: Pair<'_>, side: Side, contacts: &[(usize, usize)]) -> bool {
    let other = if side == Side::A { Side::B } else { Side::A };
    if !pair.core(other).is_solid() {
        return false;
    }
    let mut touched: Vec<usize> = contacts.iter().map(|(i, _)| *i).collect();
    touched.sort_unstable();
    touched.dedup();
    for edge in &touched {
        let ends = pair.edge(side, *edge);
        let cuts = cuts_of(pair, side, *edge, contacts);
        for piece in cuts.windows(2) {
            if let [p, q] = *piece
                && !pair.same(p, q)
                && piece_enters(pair, ends, side, Spot::Mid(p, q))
            {
                return true;
            }
        }
    }
    // Rings without any contact are wholly inside or outside.
    pair.core(side)
        .ring_starts()
        .any(|v| pair.locate(Spot::At((side, v)), other) == Location::Inside)
}

/// The ends of an edge and all vertices that lie on it, in order along it.
pub(crate) fn cuts_of(
    pair: Pair<'_>,
    side: Side,
    edge: usize,
    contacts: &[(usize, usize)],
) -> Vec<Vertex> {
    let other = if side == Side::A { Side::B } else { Side::A };
    let ends = pair.edge(side, edge);
    let mut cuts = Vec::from(ends);
    for (_, j) in contacts.iter().filter(|(i, _)| *i == edge) {
        cuts.extend(pair.edge(other, *j).into_iter().filter(|v| pair.on_edge(Spot::At(*v), ends)));
    }
    if pair.core(side).mesh.is_some() {
        // An outline may touch itself.
        let bounds = pair.core(side).edge_bounds(edge);
        pair.core(side).edges_near(bounds, &mut |i| {
            let own = pair.edge(side, i).into_iter();
            cuts.extend(own.filter(|v| !ends.contains(v) && pair.on_edge(Spot::At(*v), ends)));
            true
        });
    }
    cuts.sort_by(|p, q| pair.along(ends, *p, *q));
    cuts
}

/// Whether the boundary piece around `m`, along `ends`, bounds or lies in common area.
fn piece_enters(pair: Pair<'_>, ends: [Vertex; 2], side: Side, m: Spot) -> bool {
    let other = if side == Side::A { Side::B } else { Side::A };
    match pair.locate(m, other) {
        Location::Outside => false,
        Location::Inside => true,
        Location::Boundary => {
            let hands = [Hand::Left, Hand::Right];
            if pair.core(side).is_solid() {
                hands.into_iter().any(|hand| {
                    pair.beside(m, ends, hand, side) && pair.beside(m, ends, hand, other)
                })
            } else {
                hands.into_iter().all(|hand| pair.beside(m, ends, hand, other))
            }
        }
    }
}

/// A direction: from one spot to another.
type Direction = [Spot; 2];

/// Whether two unions of segments that touch meet after every small translation.
pub(crate) fn thin_crossing(pair: Pair<'_>, contacts: &[(usize, usize)]) -> bool {
    let sectors: Vec<[Direction; 2]> =
        contacts.iter().filter_map(|(i, j)| tangent_sector(pair, *i, *j)).collect();
    !sectors.is_empty()
        && sectors.iter().all(|[_, end]| sectors.iter().any(|[s, e]| follows(pair, *s, *end, *e)))
}

/// Whether the directions just after `d` lie in the sector from `s` to `e`, at most half a turn.
fn follows(pair: Pair<'_>, s: Direction, d: Direction, e: Direction) -> bool {
    let cross = |[p, q]: Direction, [r, t]: Direction| pair.cross(p, q, r, t);
    let dot = |[p, q]: Direction, [r, t]: Direction| pair.dot(p, q, r, t);
    if cross(s, d) == Ordering::Equal {
        return dot(s, d) == Ordering::Greater;
    }
    // In a half turn s × e is 0 and d only has to lie to the left of s.
    cross(s, d) == Ordering::Greater
        && (cross(s, e) == Ordering::Equal || cross(d, e) == Ordering::Greater)
}

/// The tangent cone at the origin of the difference of two edges that touch, counter-clockwise;
/// `None` where it is no wider than a line.
fn tangent_sector(pair: Pair<'_>, i: usize, j: usize) -> Option<[Direction; 2]> {
    let (ea, eb) = (pair.edge(Side::A, i), pair.edge(Side::B, j));
    let [a0, a1] = ea.map(Spot::At);
    let [b0, b1] = eb.map(Spot::At);
    if pair.cross(a0, a1, b0, b1) == Ordering::Equal {
        return None;
    }
    let forward = |[p, q]: [Spot; 2], ends: [Vertex; 2], other: [Vertex; 2]| {
        if pair.on_edge(Spot::At(ends[0]), other) {
            Some([p, q])
        } else if pair.on_edge(Spot::At(ends[1]), other) {
            Some([q, p])
        } else {
            None
        }
    };
    // Moves of b's point minus moves of a's point; `None` is both ways along the edge.
    let from_b = forward([b0, b1], eb, ea);
    let from_a = forward([a0, a1], ea, eb).map(|[p, q]| [q, p]);
    let left = |[p, q]: Direction, [r, s]: Direction| pair.cross(p, q, r, s) == Ordering::Greater;
    let half_plane = |[p, q]: Direction, g: Direction| {
        if left([p, q], g) { [[p, q], [q, p]] } else { [[q, p], [p, q]] }
    };
    match (from_a, from_b) {
        (Some(g), Some(h)) => Some(if left(g, h) { [g, h] } else { [h, g] }),
        (Some(g), None) => Some(half_plane([b0, b1], g)),
        (None, Some(h)) => Some(half_plane([a0, a1], h)),
        // Neither end takes part: the edges properly cross, which is found before.
        (None, None) => None,
    }
}

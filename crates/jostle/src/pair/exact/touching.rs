//! Overlap of cores whose boundaries touch but nowhere properly cross.
//!
//! Solids: the boundary of one is cut at its contacts with the other. Between cuts the status does
//! not change, so the middle of each piece next to a contact decides. Overlap is: inside the other
//! solid, or along its boundary with both solids on the same side. All points are vertices or
//! middles of two vertices, so every test is exact.
//!
//! Lines: two unions of segments still meet after every small translation if the tangent cones at
//! the origin of their Minkowski differences together cover all directions.

use alloc::vec::Vec;
use core::cmp::Ordering;

use crate::math::exact::{Exact, ExactNum, NVec2};
use crate::math::sort::sort_by;
use crate::pair::exact::predicates::{ExactPoint, Location, Pair, Side, SideOfLine, Vertex};

/// Contacts are pairs (edge of a, edge of b) that share a point.
pub(crate) fn overlaps_at_contacts(pair: Pair<'_>, contacts: &[(usize, usize)]) -> bool {
    let turned: Vec<_> = contacts.iter().map(|(i, j)| (*j, *i)).collect();
    boundary_enters(pair, Side::A, contacts) || boundary_enters(pair, Side::B, &turned)
}

/// Returns `true` if some piece of the boundary of `side` lies in the solid of the other.
fn boundary_enters(pair: Pair<'_>, side: Side, contacts: &[(usize, usize)]) -> bool {
    let other = if side == Side::A { Side::B } else { Side::A };
    if !pair.core(other).is_solid() {
        return false;
    }
    let mut touched: Vec<usize> = contacts.iter().map(|(i, _)| *i).collect();
    sort_by(&mut touched, Ord::cmp);
    touched.dedup();
    for edge in &touched {
        let ends = pair.edge(side, *edge);
        let cuts = cuts_of(pair, side, *edge, contacts);
        for piece in cuts.windows(2) {
            if let [p, q] = *piece
                && !pair.same(p, q)
                && piece_enters(pair, ends, side, ExactPoint::Mid(p, q))
            {
                return true;
            }
        }
    }
    // Rings without any contact are wholly inside or outside.
    pair.core(side)
        .ring_starts()
        .any(|v| pair.locate(ExactPoint::At((side, v)), other) == Location::Inside)
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
        cuts.extend(
            pair.edge(other, *j).into_iter().filter(|v| pair.on_edge(ExactPoint::At(*v), ends)),
        );
    }
    if pair.core(side).mesh().is_some() {
        // An outline may touch itself.
        let bounds = pair.core(side).edge_bounds(edge);
        pair.core(side).edges_near(bounds, &mut |i| {
            let own = pair.edge(side, i).into_iter();
            cuts.extend(
                own.filter(|v| !ends.contains(v) && pair.on_edge(ExactPoint::At(*v), ends)),
            );
            true
        });
    }
    sort_by(&mut cuts, |p, q| pair.along(ends, *p, *q));
    cuts
}

/// Returns `true` if the boundary piece around `m`, along `ends`, bounds or lies in common area.
fn piece_enters(pair: Pair<'_>, ends: [Vertex; 2], side: Side, m: ExactPoint) -> bool {
    let other = if side == Side::A { Side::B } else { Side::A };
    match pair.locate(m, other) {
        Location::Outside => false,
        Location::Inside => true,
        Location::Boundary => {
            let hands = [SideOfLine::Left, SideOfLine::Right];
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

/// The directions from the first to the second, counter-clockwise, at most half a turn.
pub(crate) type Sector = [NVec2<Exact>; 2];

/// Returns `true` if two unions of segments that touch meet after every small translation.
pub(crate) fn thin_crossing(pair: Pair<'_>, contacts: &[(usize, usize)]) -> bool {
    let sectors: Vec<Sector> =
        contacts.iter().filter_map(|(i, j)| tangent_sector(pair, *i, *j)).collect();
    cover_all(&sectors)
}

/// Returns `true` if closed sectors together cover all directions.
pub(crate) fn cover_all(sectors: &[Sector]) -> bool {
    !sectors.is_empty()
        && sectors.iter().all(|[_, end]| sectors.iter().any(|[s, e]| follows(*s, *end, *e)))
}

/// Returns `true` if the directions just after `d` lie in the sector from `s` to `e`, at most half
/// a turn.
fn follows(s: NVec2<Exact>, d: NVec2<Exact>, e: NVec2<Exact>) -> bool {
    let cross = |p: NVec2<Exact>, q: NVec2<Exact>| p.cross(q).sign();
    if cross(s, d) == Some(Ordering::Equal) {
        return s.dot(d).sign() == Some(Ordering::Greater);
    }
    // In a half turn s × e is 0 and d only has to lie to the left of s.
    cross(s, d) == Some(Ordering::Greater)
        && (cross(s, e) == Some(Ordering::Equal) || cross(d, e) == Some(Ordering::Greater))
}

/// The tangent cone at the origin of the difference of two edges that touch, counter-clockwise;
/// `None` where it is no wider than a line.
pub(crate) fn tangent_sector(pair: Pair<'_>, i: usize, j: usize) -> Option<Sector> {
    let (ea, eb) = (pair.edge(Side::A, i), pair.edge(Side::B, j));
    let direction =
        |[p, q]: [Vertex; 2]| pair.exact(ExactPoint::At(q)).minus(pair.exact(ExactPoint::At(p)));
    let turned = |v: NVec2<Exact>| v.left().left();
    let (along_a, along_b) = (direction(ea), direction(eb));
    if along_a.cross(along_b).sign() == Some(Ordering::Equal) {
        return None;
    }
    // Which way the touching point may move along an edge; `None` is both ways.
    let free = |along: NVec2<Exact>, ends: [Vertex; 2], other: [Vertex; 2]| {
        if pair.on_edge(ExactPoint::At(ends[0]), other) {
            Some(along)
        } else if pair.on_edge(ExactPoint::At(ends[1]), other) {
            Some(turned(along))
        } else {
            None
        }
    };
    // Moves of b's point minus moves of a's point.
    let from_b = free(along_b, eb, ea);
    let from_a = free(along_a, ea, eb).map(turned);
    let left = |p: NVec2<Exact>, q: NVec2<Exact>| p.cross(q).sign() == Some(Ordering::Greater);
    let half_plane = |line: NVec2<Exact>, g: NVec2<Exact>| {
        if left(line, g) { [line, turned(line)] } else { [turned(line), line] }
    };
    match (from_a, from_b) {
        (Some(g), Some(h)) => Some(if left(g, h) { [g, h] } else { [h, g] }),
        (Some(g), None) => Some(half_plane(along_b, g)),
        (None, Some(h)) => Some(half_plane(along_a, h)),
        // Neither end takes part: the edges properly cross, which is found before.
        (None, None) => None,
    }
}

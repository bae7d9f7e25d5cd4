//! Directed edges as closed curves that touch but never cross themselves.
//!
//! Method: around each vertex, outgoing and incoming edges alternate; turning from an incoming edge
//! into the next outgoing one follows the border of the area between them. Curves that are next to
//! each other in a vertex are then spliced, as in C. Hierholzer ("Über die Möglichkeit, einen
//! Linienzug ohne Wiederholung und ohne Unterbrechung zu umfahren", Mathematische Annalen 6, 1873);
//! splicing elsewhere would make curves that cross.
//!
//! Sign: the area is on the left. The result depends on the set of edges alone, not on their order.
//! Error: none. Cost: O(n), and O(k log k) for a vertex where k > 2 edges meet.

use alloc::vec::Vec;
use core::cmp::Ordering;

use crate::math::sort::{Groups, sort_by};
use crate::math::{Vec2, exact::orient2d::orient2d};

/// An edge between two vertices, with the area on its left.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Arc {
    pub(crate) from: u32,
    pub(crate) to: u32,
    /// Of edges that run both ways: whether the area lies on neither side, not on both.
    pub(crate) bare: bool,
    pub(crate) source: u32,
}

/// An end of an arc at a vertex.
#[derive(Clone, Copy, Debug)]
struct End {
    vertex: u32,
    /// The other end of the arc.
    toward: u32,
    /// Orders the two ends of a double edge counterclockwise: area, if any, is outside of the pair.
    rank: u8,
    arc: usize,
    leaves: bool,
}

/// Returns one closed circuit for each connected set of arcs, from its smallest vertex, sorted by
/// it. Points are sorted lexicographically.
pub(crate) fn circuits(points: &[Vec2], arcs: Vec<Arc>) -> Vec<Vec<Arc>> {
    let (arcs, leaving) = grouped(points.len(), arcs);
    let arriving = Groups::new(points.len(), arcs.iter().map(|arc| arc.to));
    let mut next: Vec<u32> = alloc::vec![0; arcs.len()];
    // The first direction at the smallest vertex stays the same however the edges are cut.
    let mut starts: Vec<u32> = (0..arcs.len() as u32).collect();
    // Where more than two arcs meet: all ends, counterclockwise, corner after corner.
    let mut ends: Vec<End> = Vec::new();
    let mut corners: Vec<usize> = Vec::new();
    for vertex in 0..points.len() {
        let own = leaving.range(vertex);
        let into = arriving.of(vertex);
        if let ([arc], 1) = (into, own.len()) {
            next[*arc as usize] = own.start as u32;
            continue;
        }
        let first = ends.len();
        for i in own.clone() {
            let Arc { from, to, .. } = arcs[i];
            ends.push(End { vertex: from, toward: to, rank: 1, arc: i, leaves: true });
        }
        for i in into {
            let Arc { from, to, bare, .. } = arcs[*i as usize];
            let rank = if bare { 2 } else { 0 };
            ends.push(End { vertex: to, toward: from, rank, arc: *i as usize, leaves: false });
        }
        let corner = &mut ends[first..];
        sort_by(corner, |a, b| around(points, a, b));
        for (place, end) in starts[own].iter_mut().zip(corner.iter().filter(|end| end.leaves)) {
            *place = end.arc as u32;
        }
        let arriving = corner.iter().filter(|end| !end.leaves);
        let leaving = corner.iter().filter(|end| end.leaves);
        // The area between the last that leaves and the first that arrives may span the start.
        let wraps = corner.first().is_some_and(|end| !end.leaves);
        let skip = if wraps { corner.len() / 2 - 1 } else { 0 };
        for (a, l) in arriving.zip(leaving.cycle().skip(skip)) {
            next[a.arc] = l.arc as u32;
        }
        corners.push(first);
    }
    splice(&ends, &corners, &mut next);
    let mut drawn = alloc::vec![false; arcs.len()];
    let mut result = Vec::new();
    for start in starts {
        let mut circuit = Vec::new();
        let mut i = start as usize;
        while !drawn[i] {
            drawn[i] = true;
            circuit.push(arcs[i]);
            i = next[i] as usize;
        }
        if !circuit.is_empty() {
            result.push(circuit);
        }
    }
    result
}

/// Joins curves that are next to each other in a corner.
fn splice(ends: &[End], corners: &[usize], next: &mut [u32]) {
    if corners.is_empty() {
        return;
    }
    let mut curve = curves(next);
    for (k, first) in corners.iter().enumerate() {
        let last = corners.get(k + 1).copied().unwrap_or(ends.len());
        let mut before: Option<usize> = None;
        for end in ends[*first..last].iter().filter(|end| !end.leaves) {
            if let Some(other) = before {
                let (a, b) = (find(&mut curve, other), find(&mut curve, end.arc));
                if a != b {
                    next.swap(other, end.arc);
                    curve[a.max(b)] = a.min(b) as u32;
                }
            }
            before = Some(end.arc);
        }
    }
}

/// Sorts arcs; those of a vertex are the range of its group.
fn grouped(vertices: usize, arcs: Vec<Arc>) -> (Vec<Arc>, Groups) {
    let groups = Groups::new(vertices, arcs.iter().map(|arc| arc.from));
    let mut sorted: Vec<Arc> = groups.order.iter().map(|i| arcs[*i as usize]).collect();
    for vertex in 0..vertices {
        let own = &mut sorted[groups.range(vertex)];
        if own.len() > 1 {
            sort_by(own, Ord::cmp);
        }
    }
    (sorted, groups)
}

/// Orders ends by vertex, then counterclockwise from straight down.
fn around(points: &[Vec2], a: &End, b: &End) -> Ordering {
    let at = |i: u32| points[i as usize];
    let is_left = |end: &End| end.toward < end.vertex;
    a.vertex
        .cmp(&b.vertex)
        .then(is_left(a).cmp(&is_left(b)))
        .then_with(|| orient2d(at(a.vertex), at(a.toward), at(b.toward)).reverse())
        .then(a.rank.cmp(&b.rank))
}

/// Returns for every arc the first arc of its curve.
fn curves(next: &[u32]) -> Vec<u32> {
    let mut curve = alloc::vec![u32::MAX; next.len()];
    for start in 0..next.len() {
        let mut i = start;
        while curve[i] == u32::MAX {
            curve[i] = start as u32;
            i = next[i] as usize;
        }
    }
    curve
}

/// Returns the sets of items that pairs of them connect, each in order.
pub(crate) fn connected(
    count: usize,
    pairs: impl Iterator<Item = (usize, usize)>,
) -> Vec<Vec<usize>> {
    let mut parent: Vec<u32> = (0..count as u32).collect();
    for (i, j) in pairs {
        let (a, b) = (find(&mut parent, i), find(&mut parent, j));
        parent[a.max(b)] = a.min(b) as u32;
    }
    let mut sets = alloc::vec![Vec::new(); count];
    (0..count).for_each(|i| sets[find(&mut parent, i)].push(i));
    sets.retain(|set| !set.is_empty());
    sets
}

/// Returns the representative of the set of an item (union-find with path halving).
fn find(parent: &mut [u32], i: usize) -> usize {
    let mut i = i as u32;
    while parent[i as usize] != i {
        parent[i as usize] = parent[parent[i as usize] as usize];
        i = parent[i as usize];
    }
    i as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    fn arc(from: u32, to: u32, bare: bool) -> Arc {
        Arc { from, to, bare, source: 0 }
    }

    fn corners(circuit: &[Arc]) -> Vec<u32> {
        assert!(circuit.iter().zip(circuit.iter().cycle().skip(1)).all(|(a, b)| a.to == b.from));
        circuit.iter().map(|arc| arc.from).collect()
    }

    fn points() -> Vec<Vec2> {
        [[0., 0.], [0., 2.], [1., 1.], [2., 0.], [2., 2.]].map(Vec2::from).into()
    }

    #[test]
    fn two_loops_that_share_a_vertex_touch_there_and_do_not_cross() {
        let edges = [(3, 4), (0, 2), (2, 3), (1, 0), (4, 2), (2, 1)];
        let circuits = circuits(&points(), edges.map(|(a, b)| arc(a, b, false)).into());
        assert_eq!(circuits.len(), 1);
        assert_eq!(corners(&circuits[0]), [0, 2, 3, 4, 2, 1]);
    }

    #[test]
    fn separate_loops_are_separate_circuits() {
        let edges = [(4, 3), (3, 4), (1, 0), (0, 1)];
        let circuits = circuits(&points(), edges.map(|(a, b)| arc(a, b, true)).into());
        assert_eq!(circuits.len(), 2);
        assert_eq!(corners(&circuits[0]), [0, 1]);
        assert_eq!(corners(&circuits[1]), [3, 4]);
    }

    #[test]
    fn a_cross_of_folds_is_walked_around_and_never_straight_across() {
        let rays = [(0, 2), (1, 2), (3, 2), (4, 2)];
        for bare in [true, false] {
            let arcs = rays.iter().flat_map(|(a, b)| [arc(*a, *b, bare), arc(*b, *a, bare)]);
            let circuits = circuits(&points(), arcs.collect());
            assert_eq!(circuits.len(), 1);
            assert_eq!(circuits[0].len(), 8);
            for (a, b) in circuits[0].iter().zip(circuits[0].iter().cycle().skip(1)) {
                assert!(![(0, 4), (4, 0), (1, 3), (3, 1)].contains(&(a.from, b.to)));
            }
        }
    }
}

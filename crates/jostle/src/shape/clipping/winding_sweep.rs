//! The pieces that separate the inside of the result from its outside.
//!
//! Method: a sweep in the order of the points (x, then y) keeps the pieces over the sweep line
//! sorted from bottom to top (Bentley and Ottmann, without crossings, because pieces have none). A
//! new piece gets the winding numbers above its lower neighbor; its own runs give those above it.
//! Order tests are exact.
//!
//! Cost: O(n log n) tests; inserting into the sorted vector moves O(w) words at width w.

use crate::math::sort::sort_by;
use crate::shape::clipping::{Op, snap_grid::orient, snap_rounding::Arrangement};
use alloc::vec::Vec;

pub(crate) const NONE: u32 = u32::MAX;

/// A boundary edge of the answer, directed with the inside on its left. Edges are numbered by
/// their smaller end and, at one end, from bottom to top.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Edge {
    pub(crate) from: u32,
    pub(crate) to: u32,
    /// The nearest boundary edge below the start of this edge's piece, or `NONE`. It may have
    /// ended farther left than that start; then what lies above it still is the same part of the
    /// plane.
    pub(crate) under: u32,
}

#[derive(Clone, Copy)]
struct Seen {
    above: [i32; 2],
    /// The boundary edge that this piece is or the nearest one below, or `NONE`.
    edge: u32,
}

pub(crate) fn boundary(arrangement: &Arrangement, op: Op) -> Vec<Edge> {
    let (points, pieces) = (&arrangement.points, &arrangement.pieces);
    let at = |i: u32| points[i as usize];
    let inside = |w: [i32; 2]| match op {
        Op::Intersection => w[0] != 0 && w[1] != 0,
        Op::Union => w[0] != 0 || w[1] != 0,
    };
    let mut seen = alloc::vec![Seen { above: [0, 0], edge: NONE }; pieces.len()];
    let mut edges = Vec::new();
    let mut active: Vec<u32> = Vec::new();
    let mut starting: Vec<u32> = Vec::new();
    let mut next = 0;
    for v in 0..points.len() as u32 {
        let p = at(v);
        let first = active.partition_point(|&i| {
            let piece = &pieces[i as usize];
            orient(at(piece.a), at(piece.b), p) > 0
        });
        let ending = active[first..].iter().take_while(|&&i| pieces[i as usize].b == v).count();
        starting.clear();
        while next < pieces.len() && pieces[next].a == v {
            starting.push(next as u32);
            next += 1;
        }
        sort_by(&mut starting, |&i, &k| {
            let (d, e) = (at(pieces[i as usize].b) - p, at(pieces[k as usize].b) - p);
            0.cmp(&d.cross(e))
        });
        let mut below = match first.checked_sub(1) {
            Some(under) => seen[active[under] as usize],
            None => Seen { above: [0, 0], edge: NONE },
        };
        for &i in &starting {
            let piece = &pieces[i as usize];
            let above = [below.above[0] + piece.runs[0], below.above[1] + piece.runs[1]];
            let mut edge = below.edge;
            if inside(above) != inside(below.above) {
                let (from, to) =
                    if inside(above) { (piece.a, piece.b) } else { (piece.b, piece.a) };
                edges.push(Edge { from, to, under: below.edge });
                edge = edges.len() as u32 - 1;
            }
            below = Seen { above, edge };
            seen[i as usize] = below;
        }
        active.splice(first..first + ending, starting.iter().copied());
    }
    edges
}

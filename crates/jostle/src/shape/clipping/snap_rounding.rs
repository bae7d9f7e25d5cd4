//! Snap rounding: the pieces of edges on the grid, which meet only at their ends.
//!
//! Method: snap rounding (John D. Hobby, "Practical segment intersection with finite precision
//! output", Computational Geometry 13, 1999; Guibas and Marimont, "Rounding arrangements
//! dynamically", 1998). A pixel is the half-open unit square around a grid point; it is hot if it
//! holds an end or a crossing of edges. Every edge is replaced by the path through the centers of
//! the hot pixels that it passes. Then no two pieces cross, no point lies within a piece, and a path
//! stays within half a cell of its edge. All tests are exact.
//!
//! Cost: O(n log n + k log k) for k crossings, if few edges are close to many others.

use crate::math::{DVec2, sort::sort_by};
use crate::shape::bvh::box_bvh::{BoxTree, DAabb};
use crate::shape::clipping::snap_grid::{P, orient};
use alloc::vec::Vec;
use core::cmp::Ordering;

/// An edge on the grid, from its smaller end `a` to its larger end `b`, with the number of times
/// that each input runs along it, backward runs counted negative.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Seg {
    pub(crate) a: P,
    pub(crate) b: P,
    pub(crate) runs: [i32; 2],
}

impl Seg {
    /// The edge that input 0 or 1 runs along once; `None` without length.
    pub(crate) fn directed(from: P, to: P, input: usize) -> Option<Self> {
        let (a, b, run) = match from.cmp(&to) {
            Ordering::Less => (from, to, 1),
            Ordering::Equal => return None,
            Ordering::Greater => (to, from, -1),
        };
        Some(Self { a, b, runs: if input == 0 { [run, 0] } else { [0, run] } })
    }
}

/// A piece between two hot pixels, by their place in the sorted list; `a < b`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Piece {
    pub(crate) a: u32,
    pub(crate) b: u32,
    pub(crate) runs: [i32; 2],
}

/// Pieces that meet only at their ends, each once, sorted by their ends.
pub(crate) struct Arrangement {
    /// The hot pixels in sweep order.
    pub(crate) points: Vec<P>,
    pub(crate) pieces: Vec<Piece>,
}

pub(crate) fn arrange(mut segs: Vec<Seg>) -> Arrangement {
    merge(&mut segs, |s| (s.a, s.b), |s| &mut s.runs);
    let points = hot_pixels(&segs);
    let tree = BoxTree::new(points.iter().map(|p| DAabb::of([(*p).into(); 2])));
    let mut pieces = Vec::new();
    let mut path: Vec<u32> = Vec::new();
    for s in &segs {
        path.clear();
        path.extend(near(&tree, s).filter(|i| passes(s, points[*i])).map(|i| i as u32));
        // An edge meets pixels in an order that is monotone along both axes, and the list of
        // points is sorted by x and then upward.
        if s.b.y >= s.a.y {
            path.sort_unstable();
        } else {
            let key = |i: u32| (points[i as usize].x, -points[i as usize].y);
            sort_by(&mut path, |i, k| key(*i).cmp(&key(*k)));
        }
        pieces.extend(path.windows(2).map(|ends| {
            let (a, b, runs) = (ends[0], ends[1], s.runs);
            if a < b {
                Piece { a, b, runs }
            } else {
                Piece { a: b, b: a, runs: [-runs[0], -runs[1]] }
            }
        }));
    }
    merge(&mut pieces, |p| (p.a, p.b), |p| &mut p.runs);
    Arrangement { points, pieces }
}

/// Joins items of equal ends into one, adding up the runs; what cancels out is dropped.
fn merge<T, K: Ord>(items: &mut Vec<T>, ends: fn(&T) -> K, runs: fn(&mut T) -> &mut [i32; 2]) {
    sort_by(items, |a, b| ends(a).cmp(&ends(b)));
    items.dedup_by(|next, kept| {
        let same = ends(next) == ends(kept);
        if same {
            let more = *runs(next);
            let sum = runs(kept);
            *sum = [sum[0] + more[0], sum[1] + more[1]];
        }
        same
    });
    items.retain_mut(|item| *runs(item) != [0, 0]);
}

/// The ends and the rounded crossings of all edges, sorted, each once.
fn hot_pixels(segs: &[Seg]) -> Vec<P> {
    let boxes: Vec<_> = segs.iter().map(|s| DAabb::of([s.a.into(), s.b.into()])).collect();
    let tree = BoxTree::new(boxes.iter().copied());
    let mut points = Vec::with_capacity(2 * segs.len());
    for (i, s) in segs.iter().enumerate() {
        points.extend_from_slice(&[s.a, s.b]);
        for k in near(&tree, s).filter(|k| *k > i) {
            let (own, other) = (boxes[i], boxes[k]);
            let apart_x = own.max.x <= other.min.x || other.max.x <= own.min.x;
            let apart_y = own.max.y <= other.min.y || other.max.y <= own.min.y;
            if !apart_x && !apart_y {
                points.extend(crossing(s, &segs[k]));
            }
        }
    }
    sort_by(&mut points, Ord::cmp);
    points.dedup();
    points
}

/// Returns every item whose box may come within one cell of the segment itself: a long
/// slanted edge misses most of its own box. Differences of coordinates are exact in `f64`, and so
/// the cross product errs by less than two units for each of |dx| and |dy|.
fn near(tree: &BoxTree, s: &Seg) -> impl Iterator<Item = usize> {
    let (a, b): (DVec2, DVec2) = (s.a.into(), s.b.into());
    let (d, bounds) = (b - a, DAabb::of([a, b]).grown(1.0));
    let accepts = move |node: DAabb| {
        // Twice the box's center and half size, all seen across the segment's line.
        let (center, size) = ((node.min - a) + (node.max - a), node.max - node.min);
        let reach = d.x.abs() * (size.y + 8.0) + d.y.abs() * (size.x + 8.0);
        node.overlaps(bounds) && d.cross(center).abs() <= reach
    };
    tree.search(accepts)
}

/// The pixel in which two edges properly cross. Edges that touch do so at an end, which is hot
/// anyway.
fn crossing(s: &Seg, t: &Seg) -> Option<P> {
    let opposite = |m: i128, n: i128| (m > 0 && n < 0) || (m < 0 && n > 0);
    if !opposite(orient(s.a, s.b, t.a), orient(s.a, s.b, t.b)) {
        return None;
    }
    let (before, after) = (orient(t.a, t.b, s.a), orient(t.a, t.b, s.b));
    if !opposite(before, after) {
        return None;
    }
    let (part, whole) = (before.abs(), before.abs() + after.abs());
    let d = s.b - s.a;
    Some(P { x: s.a.x + share(d.x, part, whole), y: s.a.y + share(d.y, part, whole) })
}

/// The whole number nearest to d · part / whole, halves upward, for 0 < part < whole < 2^105 and
/// |d| < 2^53. The product has too many bits for an `i128`, so the division is a long one, by
/// digits of 18 bits.
fn share(d: i64, part: i128, whole: i128) -> i64 {
    let (mut quotient, mut rest) = (0, 0);
    for shift in [36, 18, 0] {
        let digit = i128::from((d.abs() >> shift) & 0x3_FFFF);
        rest = (rest << 18) + part * digit;
        quotient = (quotient << 18) + (rest / whole) as i64;
        rest %= whole;
    }
    match (d < 0, 2 * rest) {
        (false, twice) => quotient + i64::from(twice >= whole),
        (true, twice) => -quotient - i64::from(twice > whole),
    }
}

/// Returns `true` if the edge meets the half-open pixel [x − ½, x + ½) × [y − ½, y + ½) around `p`.
///
/// Its ends are grid points, so it can neither end in a pixel but at its center nor run along a
/// side. It meets the pixel when it meets the interior, which separates two corners, or touches
/// the one corner that belongs to the pixel.
fn passes(s: &Seg, p: P) -> bool {
    let (low, high) = if s.a.y < s.b.y { (s.a.y, s.b.y) } else { (s.b.y, s.a.y) };
    if p.x < s.a.x || s.b.x < p.x || p.y < low || high < p.y {
        return false;
    }
    let d = s.b - s.a;
    let twice = 2 * d.cross(p - s.a);
    let reach = i128::from(d.x.abs()) + i128::from(d.y.abs());
    twice.abs() < reach || twice - i128::from(d.x) + i128::from(d.y) == 0
}

//! A test that a ring neither crosses nor touches itself.
//!
//! Method: a ring that is all visible from one point is simple, which takes one orientation an
//! edge. Otherwise all pairs of edges with overlapping boxes are tested: of few edges eight at a
//! time, of more by a tree of boxes ([`EdgeTree`]). If too many boxes overlap, the test gives up.
//!
//! `false` is no proof: everything that touches, or only seems to, goes through `arrangement`,
//! which finds the fault. Error: none; orientations are exact. Cost: O(n log n) for rings whose
//! edges overlap the boxes of few others, and never more than a fixed number of pairs an edge.

use alloc::vec::Vec;
use core::cmp::Ordering;

use crate::math::simd::{F32x8, Kernel, WIDTH, dispatch};
use crate::math::{DVec2, Vec2, exact::orient2d::orient2d, ones};
use crate::shape::bvh::{box_bvh::DAabb, edge_bvh::EdgeTree};

/// Up to this number of edges, no tree is built.
const FEW: usize = 160;
/// With a tree, the most pairs of overlapping boxes for each edge.
const MOST_PAIRS: usize = 32;
/// The most rounds in which a point is moved until it sees all of a ring.
const ROUNDS: usize = 4;

/// Returns `true` if the edges of a ring of at least three vertices, none repeated in a row or
/// straight, meet nowhere but each and the next in the vertex between; `false` if that is not
/// clear.
#[inline(never)]
pub(crate) fn is_simple(ring: &[Vec2]) -> bool {
    let by_pairs = || if ring.len() <= FEW { dispatch(AllPairs { ring }) } else { by_tree(ring) };
    is_star(ring) || (!folds_back(ring) && by_pairs())
}

/// Returns `true` if there is a point around which the vertices of a positive ring go once, each
/// step a turn to the left by less than half a round: then the distance from there is a function of
/// the angle, and nothing meets. `false` where no such point is at hand.
fn is_star(ring: &[Vec2]) -> bool {
    let sum = ring.iter().fold(DVec2::ZERO, |sum, p| sum + DVec2::from(*p));
    let mean = sum * (1.0 / ring.len() as f64);
    sees_all(mean.round(), ring) || nearby_view(mean, ring).is_some_and(|at| sees_all(at, ring))
}

/// Exact. As a rule the first few vertices of what is no star say so.
fn sees_all(at: Vec2, ring: &[Vec2]) -> bool {
    let Some(mut last) = ring.last() else { return false };
    // Whether a vertex is at an angle below half a round; every round comes there once.
    let upper = |p: &Vec2| p.y > at.y || (p.y == at.y && p.x > at.x);
    let mut rounds = 0;
    for p in ring {
        if orient2d(at, *last, *p) != Ordering::Greater {
            return false;
        }
        rounds += u32::from(upper(p) && !upper(last));
        last = p;
    }
    rounds == 1
}

/// A point near another that is to the left of all edges, as far as rounding shows: it is mirrored
/// in the edges that it is to the right of, one after the other (T. S. Motzkin and I. J.
/// Schoenberg, "The relaxation method for linear inequalities", 1954). None where more than a few
/// of them are.
fn nearby_view(mut at: DVec2, ring: &[Vec2]) -> Option<Vec2> {
    let mut last = DVec2::from(*ring.last()?);
    let (mut moves, mut seen) = (0, 0);
    // A few edges are compared with each other faster.
    let most = (ring.len() / 8).clamp(2, 16);
    for _ in 0..ROUNDS {
        let before = moves;
        for p in ring {
            let p = DVec2::from(*p);
            let e = p - last;
            let height = e.cross(at - last);
            if height < 0.0 {
                at -= e.left() * (2.0 * height / e.dot(e));
                moves += 1;
                if moves > most + seen / 8 {
                    return None;
                }
            }
            seen += 1;
            last = p;
        }
        if moves == before {
            break;
        }
    }
    Some(at.round())
}

/// All pairs of edges, by their boxes.
struct AllPairs<'a> {
    ring: &'a [Vec2],
}

impl Kernel for AllPairs<'_> {
    type Answer = bool;

    #[inline(always)]
    fn run<L: F32x8>(self) -> bool {
        let (ring, n) = (self.ring, self.ring.len());
        // Boxes as columns of low x, low y, high x and high y; there is nothing at infinity.
        let mut columns = [[[f32::INFINITY; WIDTH]; 4]; FEW / WIDTH];
        let mut last = ring[n - 1];
        // Edge i ends at vertex i.
        for (i, p) in ring.iter().enumerate() {
            let (column, lane) = (&mut columns[i / WIDTH], i % WIDTH);
            let sorted = |a: f32, b: f32| if b < a { [b, a] } else { [a, b] };
            [column[0][lane], column[2][lane]] = sorted(last.x, p.x);
            [column[1][lane], column[3][lane]] = sorted(last.y, p.y);
            last = *p;
        }
        let edge = |i: usize| [ring[if i == 0 { n - 1 } else { i - 1 }], ring[i]];
        for i in 0..n - 2 {
            let own = columns[i / WIDTH].map(|side| L::splat(side[i % WIDTH]));
            // The next edge is a neighbor, and so is the last of the first.
            let first = i + 2;
            for (block, column) in
                columns.iter().enumerate().take(n.div_ceil(WIDTH)).skip(first / WIDTH)
            {
                let [low_x, low_y, high_x, high_y] = [0, 1, 2, 3].map(|k| L::load(&column[k]));
                let out = low_x.gt(own[2]).or(own[0].gt(high_x));
                let out = out.or(low_y.gt(own[3])).or(own[1].gt(high_y));
                let mut near = !out.mask();
                if block == first / WIDTH {
                    near &= u8::MAX << (first % WIDTH);
                }
                for j in ones(near.into()).map(|lane| block * WIDTH + lane) {
                    let neighbors = j + 1 == n && i == 0;
                    if !neighbors && !apart(edge(i), edge(j)) {
                        return false;
                    }
                }
            }
        }
        true
    }
}

/// Returns `true` if two closed segments are clearly apart: both ends of one strictly on one side
/// of the other.
#[inline(always)]
fn apart([a, b]: [Vec2; 2], [c, d]: [Vec2; 2]) -> bool {
    let same = |p: Ordering, q: Ordering| p == q && p != Ordering::Equal;
    same(orient2d(a, b, c), orient2d(a, b, d)) || same(orient2d(c, d, a), orient2d(c, d, b))
}

/// Returns `true` if two neighbors run back over each other.
fn folds_back(ring: &[Vec2]) -> bool {
    let n = ring.len();
    let at = |i: usize| ring[if i < n { i } else { i - n }];
    (0..n).any(|i| orient2d(at(i), at(i + 1), at(i + 2)) == Ordering::Equal)
}

/// All pairs of edges with overlapping boxes, by a tree.
fn by_tree(ring: &[Vec2]) -> bool {
    let n = ring.len();
    let vertices: Vec<DVec2> = ring.iter().copied().map(DVec2::from).collect();
    let next = |i: usize| if i + 1 < n { i + 1 } else { 0 };
    let edges: Vec<[u32; 2]> = (0..n).map(|i| [i as u32, next(i) as u32]).collect();
    let tree = EdgeTree::new((&vertices, DAabb::of_points(&vertices)), &edges, None);
    let edge = |i: usize| [ring[i], ring[next(i)]];
    let (mut simple, mut pairs) = (true, 0);
    tree.meeting(&tree, DVec2::ZERO, 0.0, &mut |i, j| {
        // The tree also finds (j, i) and (i, i).
        if i < j && j != next(i) && i != next(j) {
            pairs += 1;
            simple = pairs <= MOST_PAIRS * n && apart(edge(i), edge(j));
        }
        simple
    });
    simple
}

#[cfg(test)]
mod tests;

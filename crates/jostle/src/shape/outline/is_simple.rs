//! A test that a ring neither crosses nor touches itself.
//!
//! Method: a ring that is all visible from one point is simple, which takes one orientation an
//! edge. Otherwise all pairs of edges with overlapping boxes are tested: of few edges eight at a
//! time, of more by a tree of boxes ([`EdgeTree`]). If too many boxes overlap, the test gives up.
//! Eight edges are apart from another by the `f32` filter of that tree; what it leaves open is
//! decided exactly.
//!
//! `false` is no proof: everything that touches, or only seems to, goes through `arrangement`,
//! which finds the fault. Error: none; orientations are exact. Cost: O(n log n) for rings whose
//! edges overlap the boxes of few others, and never more than a fixed number of pairs an edge.

use alloc::vec::Vec;
use core::cmp::Ordering;

use crate::math::simd::{F32x8, Kernel, WIDTH, dispatch};
use crate::math::{DVec2, Vec2, exact::orient2d::orient2d, greater};
use crate::shape::bvh::box_bvh::DAabb;
use crate::shape::bvh::edge_bvh::{DOUBT, EdgeTree, TINY, turns};

/// Up to this number of edges, no tree is built.
const FEW: usize = 160;
/// With a tree, the most pairs of overlapping boxes for each edge.
const MOST_PAIRS: usize = 32;

/// Returns `true` if no two edges of a ring share a point, but for the vertex between neighbors;
/// `false` if that is not clear. The ring has at least three vertices and turns at each of them:
/// none is repeated in a row, lies straight, or is where the ring runs back over itself.
#[inline(never)]
pub(crate) fn is_simple(ring: &[Vec2]) -> bool {
    let by_pairs = || if ring.len() <= FEW { dispatch(AllPairs { ring }) } else { by_tree(ring) };
    sees_all(mean(ring).round(), ring) || by_pairs()
}

fn mean(ring: &[Vec2]) -> DVec2 {
    let sum = ring.iter().fold(DVec2::ZERO, |sum, p| sum + DVec2::from(*p));
    sum * (1.0 / ring.len() as f64)
}

/// Returns `true` if the vertices of a positive ring go around a point once, each step a turn to the
/// left by less than half a round: then the distance from there is a function of the angle, and
/// nothing meets. Exact. As a rule the first few vertices of what is no star say so.
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

/// All pairs of edges, by their boxes.
struct AllPairs<'a> {
    ring: &'a [Vec2],
}

impl Kernel for AllPairs<'_> {
    type Answer = bool;

    #[inline(always)]
    fn run<L: F32x8>(self) -> bool {
        let (ring, n) = (self.ring, self.ring.len());
        // Edge i goes from place i to the next.
        let (mut x, mut y) = ([0.0; FEW + WIDTH + 1], [0.0; FEW + WIDTH + 1]);
        (x[0], y[0]) = (ring[n - 1].x, ring[n - 1].y);
        for ((x, y), p) in x[1..].iter_mut().zip(&mut y[1..]).zip(ring) {
            (*x, *y) = (p.x, p.y);
        }
        let edge = |i: usize| [ring[if i == 0 { n - 1 } else { i - 1 }], ring[i]];
        let reach = ring.iter().fold(0.0, |reach, p| greater(reach, DVec2::from(*p).reach()));
        let doubt = [(2.0 * DOUBT * reach) as f32, TINY].map(L::splat);
        for i in 0..n - 2 {
            let own = [x[i], y[i], x[i + 1], y[i + 1]].map(L::splat);
            let (low_x, low_y) = (own[0].min(own[2]), own[1].min(own[3]));
            let (high_x, high_y) = (own[0].max(own[2]), own[1].max(own[3]));
            // The next edge is a neighbor, and so is the last of the first.
            let (first, end) = (i + 2, if i == 0 { n - 1 } else { n });
            let mut start = first;
            while start < end {
                let eight = |of: &[f32], from: usize| {
                    L::load(of[from..].first_chunk().unwrap_or(&[0.0; WIDTH]))
                };
                let [px, py] = [eight(&x, start), eight(&y, start)];
                let [qx, qy] = [eight(&x, start + 1), eight(&y, start + 1)];
                let out = px.min(qx).gt(high_x).or(low_x.gt(px.max(qx)));
                let out = out.or(py.min(qy).gt(high_y)).or(low_y.gt(py.max(qy)));
                let mut near = !out.mask();
                if start + WIDTH > end {
                    near &= !(u8::MAX << (end - start));
                }
                if near != 0 {
                    near &= !turns([px, py, qx, qy], own, [L::splat(0.0); 2], doubt)[0];
                }
                while near != 0 {
                    let j = start + near.trailing_zeros() as usize;
                    near &= near - 1;
                    if !apart(edge(i), edge(j)) {
                        return false;
                    }
                }
                start += WIDTH;
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

//! Pairs of edges of two cores that may be within reach of each other.

use alloc::vec::Vec;

use crate::math::DVec2;
use crate::pair::exact::predicates::{EdgeRelation, Pair, Side};

use crate::shape::Core;
use crate::shape::bvh::box_bvh::{DAabb, WORTH_A_TREE};

/// Calls `visit` with every pair of edges whose boxes, grown by the radii, share a point, until it
/// returns false. Boxes are compared with a margin for the rounding of `f64`.
///
/// O(n + m + k) with k pairs of nodes or edges that meet: both trees are walked down together.
pub(crate) fn near_edges(pair: Pair<'_>, mut visit: impl FnMut(usize, usize) -> bool) {
    let d = DVec2::from(pair.b.origin) - DVec2::from(pair.a.origin);
    let reach = d.reach() + pair.a.reach() + pair.b.reach();
    let margin = f64::from(pair.a.radius) + f64::from(pair.b.radius) + 8.0 * f64::EPSILON * reach;
    if let (Some(a), Some(b)) = (pair.a.tree(), pair.b.tree()) {
        a.meeting(b, d, margin, &mut visit);
        return;
    }
    // The side without a tree has few edges: their boxes are made once.
    let all_of = |core: &Core, other: &Core, shift: DVec2| {
        Few::near(core, other.whole().moved(shift).grown(margin))
    };
    match (pair.a.tree(), pair.b.tree()) {
        (Some(tree), _) => {
            let few = all_of(pair.b, pair.a, -d);
            few.iter().all(|(j, bounds)| {
                tree.overlapping(bounds.moved(d).grown(margin), &mut |i| visit(i, j))
            });
        }
        (None, Some(tree)) => {
            let few = all_of(pair.a, pair.b, d);
            few.iter().all(|(i, bounds)| {
                tree.overlapping(bounds.moved(-d).grown(margin), &mut |j| visit(i, j))
            });
        }
        (None, None) => {
            let (few, others) = (all_of(pair.a, pair.b, d), all_of(pair.b, pair.a, -d));
            few.iter().all(|(i, bounds)| {
                let bounds = bounds.moved(-d).grown(margin);
                others.iter().all(|(j, own)| !own.overlaps(bounds) || visit(i, j))
            });
        }
    }
}

/// Calls `visit` with every pair of edges that may share a point, the radii left aside, until it
/// returns false; and with how they meet.
pub(crate) fn meeting_edges(
    pair: Pair<'_>,
    mut visit: impl FnMut(usize, usize, EdgeRelation) -> bool,
) {
    let meet = |i, j| pair.meet(pair.edge(Side::A, i), pair.edge(Side::B, j));
    if let (Some(a), Some(b)) = (pair.a.tree(), pair.b.tree()) {
        let d = DVec2::from(pair.b.origin) - DVec2::from(pair.a.origin);
        a.crossing(b, d, &mut |i, j, crosses| {
            visit(i, j, if crosses { EdgeRelation::Cross } else { meet(i, j) })
        });
    } else {
        near_edges(pair, |i, j| visit(i, j, meet(i, j)));
    }
}

/// The edges of an outline without a tree that lie near a box, with their boxes. As a rule few:
/// only a convex ring may have many edges and no tree.
struct Few {
    first: [(usize, DAabb); WORTH_A_TREE],
    len: usize,
    more: Vec<(usize, DAabb)>,
}

impl Few {
    fn near(core: &Core, near: DAabb) -> Self {
        let mut few = Self { first: [(0, near); WORTH_A_TREE], len: 0, more: Vec::new() };
        for i in 0..core.edge_count() {
            let bounds = core.edge_bounds(i);
            if !bounds.overlaps(near) {
                continue;
            }
            if let Some(slot) = few.first.get_mut(few.len) {
                *slot = (i, bounds);
                few.len += 1;
            } else {
                few.more.push((i, bounds));
            }
        }
        few
    }

    fn iter(&self) -> impl Iterator<Item = (usize, DAabb)> {
        self.first[..self.len].iter().chain(&self.more).copied()
    }
}

pub(crate) fn nearest_on_segment(p: DVec2, u: DVec2, v: DVec2) -> DVec2 {
    let e = v - u;
    let (along, square) = ((p - u).dot(e), e.dot(e));
    if along <= 0.0 {
        u
    } else if along >= square {
        v
    } else {
        u + e * (along / square)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pair::test_shapes::Random;
    use crate::shape::Body;
    use crate::{Rot, Shape};

    fn round(n: usize) -> Shape {
        let turns = (0..n).map(|i| Rot::from_degrees(360.0 * i as f32 / n as f32));
        Shape::polygon(turns.map(|r| (r.cos, r.sin))).unwrap()
    }

    #[test]
    fn every_pair_of_edges_whose_boxes_meet_is_visited_once() {
        let mut random = Random(5);
        let star = |random: &mut Random, n| Shape::polygon(random.star(n)).unwrap();
        for turn in 0..300 {
            let shapes = [
                round(7),
                round(WORTH_A_TREE),
                round(90),
                star(&mut random, 9),
                star(&mut random, WORTH_A_TREE - 1),
                star(&mut random, WORTH_A_TREE + 1 + turn % 40),
                Shape::segment((-1.0, 0.5), (1.0, 0.2)).unwrap(),
            ];
            let placed = shapes.map(|s| s.place(random.affine()).unwrap().body);
            for a in &placed {
                for b in &placed {
                    let (Body::Core(a), Body::Core(b)) = (a, b) else { continue };
                    let mut found = Vec::new();
                    near_edges(Pair { a, b }, |i, j| {
                        found.push((i, j));
                        true
                    });
                    found.sort_unstable();
                    let d = DVec2::from(b.origin) - DVec2::from(a.origin);
                    let meets = |&(i, j): &(usize, usize)| {
                        a.edge_bounds(i).overlaps(b.edge_bounds(j).moved(d))
                    };
                    let all =
                        (0..a.edge_count()).flat_map(|i| (0..b.edge_count()).map(move |j| (i, j)));
                    let want: Vec<_> = all.filter(meets).collect();
                    assert!(want.iter().all(|pair| found.binary_search(pair).is_ok()), "{turn}");
                    assert!(found.windows(2).all(|two| two[0] != two[1]), "{turn}");
                    // The margin is some ulp: nearly nothing else is visited.
                    assert!(
                        found.len() <= want.len() + 4,
                        "{turn}: {} {}",
                        found.len(),
                        want.len()
                    );
                }
            }
        }
    }
}

//! Pairs of edges of two cores that may be within reach of each other.

use alloc::vec::Vec;

use crate::math::DVec2;
use crate::pair::exact::predicates::{EdgeRelation, edge, meet};
use crate::shape::Core;

/// Calls `visit` with every pair of edges whose boxes, grown by the radii, share a point, until it
/// returns false. Boxes are compared with a margin for the rounding of `f64`.
///
/// O(n + m + k) with k pairs of nodes or edges that meet: two trees are walked down together. Else
/// every edge near the other core searches that.
pub(crate) fn near_edges(a: &Core, b: &Core, mut visit: impl FnMut(usize, usize) -> bool) {
    let d = b.origin - a.origin;
    let reach = d.reach() + a.reach() + b.reach();
    let margin = f64::from(a.radius) + f64::from(b.radius) + 8.0 * f64::EPSILON * reach;
    if let (Some(a), Some(b)) = (a.tree(), b.tree()) {
        a.meeting(b, d, margin, &mut visit);
    } else if a.tree().is_none() {
        search(a, b, margin, d, visit);
    } else {
        search(b, a, margin, -d, |j, i| visit(i, j));
    }
}

/// Searches the edges of b, which is moved by `d`, near each edge of a.
fn search(a: &Core, b: &Core, margin: f64, d: DVec2, mut visit: impl FnMut(usize, usize) -> bool) {
    let whole = b.whole();
    (0..a.edge_count()).all(|i| {
        let bounds = a.edge_bounds(i).moved(-d).grown(margin);
        !bounds.overlaps(whole) || b.edges_near(bounds, &mut |j| visit(i, j))
    });
}

/// Returns the pairs of edges that touch, the radii left aside, or `None` if two properly cross.
pub(crate) fn contacts(a: &Core, b: &Core) -> Option<Vec<(usize, usize)>> {
    contacts_unless(a, b, |_| false)
}

/// The same; `None` also if a test of the contacts so far, the last pair the new one, is true.
pub(crate) fn contacts_unless(
    a: &Core,
    b: &Core,
    test: impl Fn(&[(usize, usize)]) -> bool,
) -> Option<Vec<(usize, usize)>> {
    let mut contacts = Vec::new();
    let mut crossed = false;
    let mut visit = |i, j, relation| {
        match relation {
            EdgeRelation::Apart => {}
            EdgeRelation::Touch => {
                contacts.push((i, j));
                crossed = test(&contacts);
            }
            EdgeRelation::Cross => crossed = true,
        }
        !crossed
    };
    let relation = |i, j| meet(edge(a, i), edge(b, j));
    if let (Some(tree), Some(other)) = (a.tree(), b.tree()) {
        let d = b.origin - a.origin;
        tree.crossing(other, d, &mut |i, j, crosses| {
            visit(i, j, if crosses { EdgeRelation::Cross } else { relation(i, j) })
        });
    } else {
        near_edges(a, b, |i, j| visit(i, j, relation(i, j)));
    }
    (!crossed).then_some(contacts)
}

/// A line from one end whichever way it runs, so that the winding of an outline changes no bit.
pub(crate) fn sorted([u, v]: [DVec2; 2]) -> [DVec2; 2] {
    if (v.x, v.y) < (u.x, u.y) { [v, u] } else { [u, v] }
}

/// The point of a closed segment that is nearest to p.
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
    use crate::shape::bvh::box_bvh::WORTH_A_TREE;
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
                    near_edges(a, b, |i, j| {
                        found.push((i, j));
                        true
                    });
                    found.sort_unstable();
                    let d = b.origin - a.origin;
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

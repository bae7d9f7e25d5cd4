//! A small static tree over boxes (the edges or the pieces of an outline): which are near a box, or
//! nearest to one.
//!
//! Median split of box centres along the longer axis (Ericson, "Real-Time Collision Detection",
//! §6.1), nodes in preorder, up to four boxes a leaf. Built in O(n log n), once, when the outline is placed; edge
//! boxes are those of the vertex offsets, in `f64`, which is exact for them.

use alloc::vec::Vec;

use crate::math::D2;
use crate::math::{greater, lesser};

/// Fewer boxes are scanned: a tree would not pay for its own.
pub(crate) const WORTH_A_TREE: usize = 24;

const LEAF: usize = 4;

/// A closed box in `f64`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Bounds {
    pub(crate) min: D2,
    pub(crate) max: D2,
}

impl Bounds {
    pub(crate) fn of([u, v]: [D2; 2]) -> Self {
        Self {
            min: D2::new(lesser(u.x, v.x), lesser(u.y, v.y)),
            max: D2::new(greater(u.x, v.x), greater(u.y, v.y)),
        }
    }

    pub(crate) fn join(self, o: Self) -> Self {
        Self {
            min: D2::new(lesser(self.min.x, o.min.x), lesser(self.min.y, o.min.y)),
            max: D2::new(greater(self.max.x, o.max.x), greater(self.max.y, o.max.y)),
        }
    }

    pub(crate) fn moved(self, by: D2) -> Self {
        Self { min: self.min + by, max: self.max + by }
    }

    pub(crate) fn grown(self, by: f64) -> Self {
        let by = D2::new(by, by);
        Self { min: self.min - by, max: self.max + by }
    }

    pub(crate) fn overlaps(self, o: Self) -> bool {
        self.min.x <= o.max.x
            && o.min.x <= self.max.x
            && self.min.y <= o.max.y
            && o.min.y <= self.max.y
    }

    /// The sum of width and height.
    fn extent(self) -> f64 {
        self.max.x - self.min.x + (self.max.y - self.min.y)
    }

    /// The squared distance between two boxes.
    pub(crate) fn square_distance(self, o: Self) -> f64 {
        let gap = D2::new(
            greater(greater(self.min.x - o.max.x, o.min.x - self.max.x), 0.0),
            greater(greater(self.min.y - o.max.y, o.min.y - self.max.y), 0.0),
        );
        gap.dot(gap)
    }
}

#[derive(Clone, Copy, Debug)]
struct Node {
    bounds: Bounds,
    /// A leaf's first place in `order`; the right child of an inner node.
    link: u32,
    /// Edges of a leaf, 0 for an inner node, whose left child is the next node.
    count: u32,
}

/// See the file's head.
#[derive(Clone, Debug)]
pub(crate) struct BoxTree {
    nodes: Vec<Node>,
    /// Edge numbers in leaf order, with their boxes.
    order: Vec<(u32, Bounds)>,
}

impl BoxTree {
    pub(crate) fn new(boxes: impl Iterator<Item = Bounds>) -> Self {
        let mut order: Vec<(u32, Bounds)> = (0_u32..).zip(boxes).collect();
        let mut nodes = Vec::with_capacity(order.len());
        let len = order.len();
        split(&mut order, 0, len, &mut nodes);
        Self { nodes, order }
    }

    /// The same in O(n) over boxes that were put in an order in which neighbours are near.
    pub(crate) fn in_order(order: Vec<(u32, Bounds)>) -> Self {
        let mut nodes = Vec::with_capacity(order.len());
        halve(&order, 0, order.len(), &mut nodes);
        Self { nodes, order }
    }

    /// The edges as they lie in the leaves, from left to right.
    pub(crate) fn order(&self) -> Vec<u32> {
        self.order.iter().map(|(edge, _)| *edge).collect()
    }

    /// Calls `visit` with every edge whose box overlaps the given one, until it returns false; says
    /// whether it never did.
    pub(crate) fn overlapping(&self, bounds: Bounds, visit: &mut dyn FnMut(usize) -> bool) -> bool {
        let mut i = 0;
        // Preorder with skips: a subtree that is missed is jumped over by its next sibling.
        let mut skip: Vec<u32> = Vec::new();
        while let Some(node) = self.nodes.get(i) {
            let hit = node.bounds.overlaps(bounds);
            if hit && node.count == 0 {
                skip.push(node.link);
                i += 1;
                continue;
            }
            if hit {
                for (edge, own) in self.leaf(node) {
                    if own.overlaps(bounds) && !visit(*edge as usize) {
                        return false;
                    }
                }
            }
            match skip.pop() {
                Some(next) => i = next as usize,
                None => return true,
            }
        }
        true
    }

    /// Calls `visit` with every pair of an edge and one of the other tree, which is moved by `shift`
    /// first, whose boxes are no further apart than the margin, until it returns false; says whether
    /// it never did.
    pub(crate) fn meeting(
        &self,
        other: &Self,
        shift: D2,
        margin: f64,
        visit: &mut dyn FnMut(usize, usize) -> bool,
    ) -> bool {
        let mut open: Vec<[u32; 2]> = [[0, 0]].into();
        while let Some([i, j]) = open.pop() {
            let (Some(own), Some(its)) = (self.nodes.get(i as usize), other.nodes.get(j as usize))
            else {
                continue;
            };
            let moved = its.bounds.moved(shift).grown(margin);
            if !own.bounds.overlaps(moved) {
                continue;
            }
            // Down the larger of the two, or the one that is no leaf.
            let larger = own.bounds.extent() >= its.bounds.extent();
            match (own.count, its.count) {
                (0, 0) if larger => open.extend([[i + 1, j], [own.link, j]]),
                (0, 1..) => open.extend([[i + 1, j], [own.link, j]]),
                (_, 0) => open.extend([[i, j + 1], [i, its.link]]),
                (1.., 1..) => {
                    for (second, bounds) in other.leaf(its) {
                        let bounds = bounds.moved(shift).grown(margin);
                        if !bounds.overlaps(own.bounds) {
                            continue;
                        }
                        for (first, mine) in self.leaf(own) {
                            if mine.overlaps(bounds) && !visit(*first as usize, *second as usize) {
                                return false;
                            }
                        }
                    }
                }
            }
        }
        true
    }

    fn leaf(&self, node: &Node) -> &[(u32, Bounds)] {
        let first = node.link as usize;
        &self.order[first..first + node.count as usize]
    }

    /// Visits edges whose box may lie nearer than the bound, nearer subtrees first; `visit` returns
    /// the new squared bound.
    pub(crate) fn nearer(
        &self,
        bounds: Bounds,
        mut square: f64,
        visit: &mut dyn FnMut(usize) -> f64,
    ) -> f64 {
        let mut open: Vec<usize> = [0].into();
        while let Some(i) = open.pop() {
            let Some(node) = self.nodes.get(i) else { continue };
            if node.bounds.square_distance(bounds) >= square {
                continue;
            }
            if node.count == 0 {
                let (left, right) = (i + 1, node.link as usize);
                let far = |k: usize| self.nodes[k].bounds.square_distance(bounds);
                if far(left) <= far(right) {
                    open.extend([right, left]);
                } else {
                    open.extend([left, right]);
                }
                continue;
            }
            for (edge, own) in self.leaf(node) {
                if own.square_distance(bounds) < square {
                    square = visit(*edge as usize);
                }
            }
        }
        square
    }
}

fn split(order: &mut [(u32, Bounds)], first: usize, len: usize, nodes: &mut Vec<Node>) {
    let mine = &mut order[first..first + len];
    let Some((_, one)) = mine.first() else { return };
    let bounds = mine.iter().fold(*one, |all, (_, b)| all.join(*b));
    let at = nodes.len();
    nodes.push(Node { bounds, link: first as u32, count: len as u32 });
    if len <= LEAF {
        return;
    }
    let size = bounds.max - bounds.min;
    let key = |b: &Bounds| {
        let doubled = b.min + b.max;
        if size.x >= size.y { doubled.x } else { doubled.y }
    };
    let half = len / 2;
    mine.select_nth_unstable_by(half, |(i, p), (j, q)| key(p).total_cmp(&key(q)).then(i.cmp(j)));
    split(order, first, half, nodes);
    nodes[at].link = nodes.len() as u32;
    nodes[at].count = 0;
    split(order, first + half, len - half, nodes);
}

/// As [`split`], without sorting: from the leaves up.
fn halve(
    order: &[(u32, Bounds)],
    first: usize,
    len: usize,
    nodes: &mut Vec<Node>,
) -> Option<Bounds> {
    let mine = &order[first..first + len];
    let (_, one) = mine.first()?;
    let at = nodes.len();
    nodes.push(Node { bounds: *one, link: first as u32, count: len as u32 });
    let bounds = if len <= LEAF {
        mine.iter().fold(*one, |all, (_, b)| all.join(*b))
    } else {
        let half = len / 2;
        let left = halve(order, first, half, nodes)?;
        nodes[at].link = nodes.len() as u32;
        nodes[at].count = 0;
        left.join(halve(order, first + half, len - half, nodes)?)
    };
    nodes[at].bounds = bounds;
    Some(bounds)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn boxes() -> Vec<Bounds> {
        (0..500_i32)
            .map(|i| {
                let p = D2::new(f64::from(i * 37 % 101), f64::from(i * 53 % 97));
                Bounds::of([p, p + D2::new(f64::from(i % 7), f64::from(i % 3))])
            })
            .collect()
    }

    #[test]
    fn the_tree_finds_what_a_scan_finds() {
        let all = boxes();
        let mut order: Vec<(u32, Bounds)> = (0..).zip(all.iter().copied()).collect();
        order.reverse();
        let ordered = BoxTree::in_order(order);
        for (tree, probe) in [BoxTree::new(all.iter().copied()), ordered]
            .iter()
            .flat_map(|tree| all.iter().map(move |probe| (tree, probe)))
        {
            let probe = probe.grown(2.5);
            let mut found = Vec::new();
            tree.overlapping(probe, &mut |i| {
                found.push(i);
                true
            });
            found.sort_unstable();
            let want: Vec<usize> = (0..all.len()).filter(|i| all[*i].overlaps(probe)).collect();
            assert_eq!(found, want);
        }
    }

    #[test]
    fn the_nearest_box_is_found_before_the_bound_stops_the_search() {
        let all = boxes();
        let tree = BoxTree::new(all.iter().copied());
        for k in 0..100 {
            let p = D2::new(f64::from(k) * 1.7 - 30.0, f64::from(k * k % 89));
            let probe = Bounds::of([p, p]);
            let mut best = f64::INFINITY;
            tree.nearer(probe, best, &mut |i| {
                best = lesser(best, all[i].square_distance(probe));
                best
            });
            let want = all.iter().map(|b| b.square_distance(probe)).fold(f64::INFINITY, lesser);
            assert_eq!(best, want);
        }
    }
}

//! A static tree over boxes in `f64`: queries of boxes near a box, and an order in which neighbors
//! are near. Edges of placed outlines use [`edge_bvh`](crate::shape::bvh::edge_bvh).
//!
//! Method: split of box centers along the longer axis (Ericson, "Real-Time Collision Detection", §6.1),
//! next to the median, where whole eights are on one side; nodes in preorder, up to four boxes a leaf.
//! Built in O(n log n).

use alloc::vec::Vec;

use crate::math::{Aabb, DVec2, greater, half_of_subtrees, lesser, simd::WIDTH};

/// Fewer boxes are scanned: a tree would not pay for its own.
pub(crate) const WORTH_A_TREE: usize = 24;

const LEAF: usize = 4;

/// More than what a box that is rounded outward to `f32` gains, relative to its coordinates.
pub(crate) const OUTWARD: f64 = 4.0 * f32::EPSILON as f64;

#[derive(Clone, Copy, Debug)]
pub(crate) struct DAabb {
    pub(crate) min: DVec2,
    pub(crate) max: DVec2,
}

impl From<Aabb> for DAabb {
    fn from(b: Aabb) -> Self {
        Self { min: b.min.into(), max: b.max.into() }
    }
}

impl DAabb {
    /// Returns the box of some points, or of the origin without any.
    pub(crate) fn of_points(points: &[DVec2]) -> Self {
        let first = points.first().copied().unwrap_or_default();
        points
            .iter()
            .fold(Self { min: first, max: first }, |all, v| all.join(Self { min: *v, max: *v }))
    }

    pub(crate) fn of([u, v]: [DVec2; 2]) -> Self {
        Self { min: u, max: u }.join(Self { min: v, max: v })
    }

    /// Returns a box of the world relative to a base.
    pub(crate) fn relative(bounds: Aabb, base: DVec2) -> Self {
        Self { min: DVec2::from(bounds.min) - base, max: DVec2::from(bounds.max) - base }
    }

    pub(crate) fn join(self, o: Self) -> Self {
        Self {
            min: DVec2::new(lesser(self.min.x, o.min.x), lesser(self.min.y, o.min.y)),
            max: DVec2::new(greater(self.max.x, o.max.x), greater(self.max.y, o.max.y)),
        }
    }

    /// The common part; empty boxes have a corner beyond the other.
    pub(crate) fn intersection(self, o: Self) -> Self {
        Self {
            min: DVec2::new(greater(self.min.x, o.min.x), greater(self.min.y, o.min.y)),
            max: DVec2::new(lesser(self.max.x, o.max.x), lesser(self.max.y, o.max.y)),
        }
    }

    /// The largest coordinate.
    pub(crate) fn reach(self) -> f64 {
        greater(self.min.reach(), self.max.reach())
    }

    pub(crate) fn is_finite(self) -> bool {
        (self.min.reach() + self.max.reach()).is_finite()
    }

    pub(crate) fn moved(self, by: DVec2) -> Self {
        Self { min: self.min + by, max: self.max + by }
    }

    pub(crate) fn grown(self, by: f64) -> Self {
        let by = DVec2::new(by, by);
        Self { min: self.min - by, max: self.max + by }
    }

    /// The shortest translation along an axis after which two boxes do not overlap.
    pub(crate) fn depth(self, o: Self) -> f64 {
        let (right, left) = (self.max - o.min, o.max - self.min);
        greater(lesser(lesser(right.x, left.x), lesser(right.y, left.y)), 0.0)
    }

    pub(crate) fn overlaps(self, o: Self) -> bool {
        self.min.x <= o.max.x
            && o.min.x <= self.max.x
            && self.min.y <= o.max.y
            && o.min.y <= self.max.y
    }

    pub(crate) fn holds(self, o: Self) -> bool {
        self.min.x <= o.min.x
            && self.min.y <= o.min.y
            && self.max.x >= o.max.x
            && self.max.y >= o.max.y
    }

    pub(crate) fn square_distance(self, o: Self) -> f64 {
        let gap = DVec2::new(
            greater(greater(self.min.x - o.max.x, o.min.x - self.max.x), 0.0),
            greater(greater(self.min.y - o.max.y, o.min.y - self.max.y), 0.0),
        );
        gap.dot(gap)
    }
}

#[derive(Clone, Copy, Debug)]
struct Node {
    bounds: DAabb,
    /// The places in `order` of all boxes below. A node of few is a leaf.
    first: usize,
    len: usize,
    /// The node after all those below.
    next: usize,
}

#[derive(Clone, Debug)]
pub(crate) struct BoxTree {
    nodes: Vec<Node>,
    /// Edge numbers in leaf order, with their boxes.
    order: Vec<(u32, DAabb)>,
}

impl BoxTree {
    pub(crate) fn new(boxes: impl Iterator<Item = DAabb>) -> Self {
        let mut order = Vec::new();
        for bounds in boxes {
            order.push((order.len() as u32, bounds));
        }
        let mut nodes = Vec::with_capacity(order.len());
        let len = order.len();
        split(&mut order, 0, len, &mut nodes);
        Self { nodes, order }
    }

    /// The edges as they lie in the leaves, from left to right.
    pub(crate) fn order(&self) -> Vec<u32> {
        self.order.iter().map(|(edge, _)| *edge).collect()
    }

    /// Returns every box that overlaps the given one.
    pub(crate) fn overlapping(&self, bounds: DAabb) -> impl Iterator<Item = usize> {
        self.search(move |own| own.overlaps(bounds))
    }

    /// Returns the boxes that a test accepts, which also accepts all boxes around them.
    pub(crate) fn search(&self, accepts: impl Fn(DAabb) -> bool) -> impl Iterator<Item = usize> {
        let (mut node, mut leaf) = (0, [].iter());
        core::iter::from_fn(move || {
            loop {
                if let Some((i, _)) = leaf.find(|(_, own)| accepts(*own)) {
                    return Some(*i as usize);
                }
                let Node { bounds, first, len, next } = *self.nodes.get(node)?;
                let enters = accepts(bounds);
                if enters && len <= LEAF {
                    leaf = self.order[first..first + len].iter();
                }
                node = if enters { node + 1 } else { next };
            }
        })
    }
}

fn split(order: &mut [(u32, DAabb)], first: usize, len: usize, nodes: &mut Vec<Node>) {
    let mine = &mut order[first..first + len];
    let Some((_, one)) = mine.first() else { return };
    let bounds = mine.iter().fold(*one, |all, (_, b)| all.join(*b));
    let at = nodes.len();
    nodes.push(Node { bounds, first, len, next: at + 1 });
    if len <= LEAF {
        return;
    }
    let size = bounds.max - bounds.min;
    let key = |(i, b): &(u32, DAabb)| {
        let doubled = b.min + b.max;
        let bits = if size.x >= size.y { doubled.x } else { doubled.y }.to_bits() as i64;
        // As an integer it is in order, as `total_cmp` has it.
        (bits ^ (bits >> 63) & i64::MAX, *i)
    };
    // Every eight of the order, eight times as many and so on are neighbors.
    let half = half_of_subtrees(len, if len > WIDTH { WIDTH } else { 1 });
    mine.select_nth_unstable_by_key(half, key);
    split(order, first, half, nodes);
    split(order, first + half, len - half, nodes);
    nodes[at].next = nodes.len();
}

#[cfg(test)]
mod tests {
    use super::*;

    fn boxes() -> Vec<DAabb> {
        (0..500_i32)
            .map(|i| {
                let p = DVec2::new(f64::from(i * 37 % 101), f64::from(i * 53 % 97));
                DAabb::of([p, p + DVec2::new(f64::from(i % 7), f64::from(i % 3))])
            })
            .collect()
    }

    #[test]
    fn the_tree_finds_what_a_scan_finds() {
        let all = boxes();
        let tree = BoxTree::new(all.iter().copied());
        for probe in &all {
            let probe = probe.grown(2.5);
            let mut found: Vec<usize> = tree.overlapping(probe).collect();
            found.sort_unstable();
            let want: Vec<usize> = (0..all.len()).filter(|i| all[*i].overlaps(probe)).collect();
            assert_eq!(found, want);
        }
    }
}

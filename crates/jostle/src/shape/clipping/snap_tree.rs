//! A static tree of boxes that a segment is tested against.
//!
//! Method: median splits, stored in depth-first order with a link past each subtree, so that a walk
//! needs no stack. A node is entered if its box meets the segment itself, not only the segment's
//! box, because a long slanted edge misses most of its own box.
//! Cost: O(n log n) to build, O(log n + hits) a walk for well-spread items.

use crate::math::sort::part;
use crate::shape::clipping::snap_grid::P;
use alloc::vec::Vec;

/// Items in a leaf.
const LEAF: usize = 8;

pub(crate) struct Tree {
    nodes: Vec<Node>,
    order: Vec<u32>,
}

struct Node {
    min: P,
    max: P,
    from: u32,
    to: u32,
    /// The node after this one's subtree; the next one for a leaf.
    past: u32,
}

impl Tree {
    /// Builds the tree over closed boxes (smallest corner, largest corner).
    pub(crate) fn over(boxes: &[(P, P)]) -> Self {
        let mut tree = Self { nodes: Vec::new(), order: (0..boxes.len() as u32).collect() };
        if !boxes.is_empty() {
            tree.build(boxes, 0, boxes.len());
        }
        tree
    }

    fn build(&mut self, boxes: &[(P, P)], from: usize, to: usize) {
        let items = &mut self.order[from..to];
        let mut min = P { x: i64::MAX, y: i64::MAX };
        let mut max = P { x: i64::MIN, y: i64::MIN };
        for &i in items.iter() {
            let (low, high) = boxes[i as usize];
            min = P { x: min.x.min(low.x), y: min.y.min(low.y) };
            max = P { x: max.x.max(high.x), y: max.y.max(high.y) };
        }
        let here = self.nodes.len();
        self.nodes.push(Node { min, max, from: from as u32, to: to as u32, past: 0 });
        if to - from > LEAF {
            let half = (to - from) / 2;
            let wide = max.x - min.x > max.y - min.y;
            part(items, half, |&i| {
                let (low, high) = boxes[i as usize];
                (if wide { low.x + high.x } else { low.y + high.y }, i)
            });
            self.build(boxes, from, from + half);
            self.build(boxes, from + half, to);
        }
        self.nodes[here].past = self.nodes.len() as u32;
    }

    /// Calls `visit` with every item whose box may come within one cell of the segment.
    pub(crate) fn near(&self, a: P, b: P, mut visit: impl FnMut(u32)) {
        let d = b - a;
        let low = P { x: a.x.min(b.x) - 1, y: a.y.min(b.y) - 1 };
        let high = P { x: a.x.max(b.x) + 1, y: a.y.max(b.y) + 1 };
        let (dx, dy) = (i128::from(d.x.abs()), i128::from(d.y.abs()));
        let mut i = 0;
        while let Some(node) = self.nodes.get(i) {
            let apart = node.max.x < low.x
                || high.x < node.min.x
                || node.max.y < low.y
                || high.y < node.min.y;
            let met = !apart && {
                // Twice the box's center and half size, all seen across the segment's line.
                let center = P {
                    x: (node.min.x - a.x) + (node.max.x - a.x),
                    y: (node.min.y - a.y) + (node.max.y - a.y),
                };
                let reach = dx * i128::from(node.max.y - node.min.y + 2)
                    + dy * i128::from(node.max.x - node.min.x + 2);
                d.cross(center).abs() <= reach
            };
            if met && node.past as usize == i + 1 {
                self.order[node.from as usize..node.to as usize].iter().for_each(|&k| visit(k));
            }
            i = if met { i + 1 } else { node.past as usize };
        }
    }
}

//! Does every corner of a stretch lie near a place, or not beyond it?
//!
//! Method: a tree of boxes over the corners of a ring; a box that lies near or not beyond as a whole
//! is not opened. Error: none where numbers are whole. Cost: O(log n) and the boxes that are cut by
//! the bounds.

use super::chain::{P, dot, sub};

/// A box by its low and its high corner.
type Box2 = [P; 2];

/// Corners of one lap in a tree of boxes: the root is at 1, the children of k at 2k and 2k + 1.
pub(super) struct Spans {
    leaves: usize,
    boxes: Vec<Box2>,
}

/// An end of an edge, and how near a corner beyond it must be.
#[derive(Clone, Copy)]
pub(super) struct End {
    /// The start of the edge, its end from there, and the square of its length.
    pub(super) p: P,
    pub(super) u: P,
    pub(super) uu: f64,
    pub(super) limit2: f64,
}

impl End {
    /// Returns `true` if no point of a box is both beyond the end and too far from it.
    fn bounds(&self, [low, high]: Box2) -> bool {
        let (from, to) = (sub(low, self.p), sub(high, self.p));
        let ahead = |k: usize| if self.u[k] > 0.0 { to[k] } else { from[k] };
        if dot([ahead(0), ahead(1)], self.u) <= self.uu {
            return true;
        }
        let (from, to) = (sub(self.u, from), sub(to, self.u));
        let far = |k: usize| if from[k] > to[k] { from[k] } else { to[k] };
        dot([far(0), far(1)], [far(0), far(1)]) <= self.limit2
    }
}

impl Spans {
    pub(super) fn new(points: &[P]) -> Self {
        let leaves = points.len().next_power_of_two();
        let none = [[f64::INFINITY; 2], [f64::NEG_INFINITY; 2]];
        let mut boxes = vec![none; 2 * leaves];
        for (slot, p) in boxes[leaves..].iter_mut().zip(points) {
            *slot = [*p, *p];
        }
        for k in (1..leaves).rev() {
            let ([a, b], [c, d]) = (boxes[2 * k], boxes[2 * k + 1]);
            let low = [0, 1].map(|i| if c[i] < a[i] { c[i] } else { a[i] });
            let high = [0, 1].map(|i| if d[i] > b[i] { d[i] } else { b[i] });
            boxes[k] = [low, high];
        }
        Self { leaves, boxes }
    }

    /// Returns `true` if none of the corners from `first` to before `end` is both beyond the end of
    /// an edge and too far from it.
    pub(super) fn all_end(&self, first: usize, end: usize, at: &End) -> bool {
        self.all_below(1, (0, self.leaves), (first, end), at)
    }

    fn all_below(
        &self,
        node: usize,
        (low, high): (usize, usize),
        range: (usize, usize),
        at: &End,
    ) -> bool {
        if range.1 <= low || high <= range.0 || at.bounds(self.boxes[node]) {
            return true;
        }
        let middle = low.midpoint(high);
        high - low > 1
            && self.all_below(2 * node, (low, middle), range, at)
            && self.all_below(2 * node + 1, (middle, high), range, at)
    }
}

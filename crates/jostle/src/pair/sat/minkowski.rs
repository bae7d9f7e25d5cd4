//! The boundary of the Minkowski difference b − a of two convex cores, edge by edge.
//!
//! Method: the edges of both are merged by angle (de Berg et al., "Computational Geometry", §13.3);
//! the difference is not stored. Frame: b lies `d` from a. Error: each vertex of the difference
//! carries three roundings of `f64`. Cost: O(n + m), no allocation.

use core::cmp::Ordering;

use crate::math::DVec2;
use crate::shape::Core;
use crate::shape::body::core::{Offsets, RectFrame, is_upward};

/// An edge of the difference b − a: from vertex (i, j) along an edge of one of them.
#[derive(Clone, Copy)]
pub(crate) struct Step {
    /// Vertex of a and of b at the start of the edge.
    pub(crate) i: usize,
    pub(crate) j: usize,
    /// Start of the edge, and the edge itself, which keeps its digits where the end would not.
    pub(crate) from: DVec2,
    pub(crate) edge: DVec2,
    /// True if the edge is one of a's (turned round) or of b's.
    pub(crate) of_a: bool,
    /// The vertex reached on the moving ring.
    pub(crate) next: usize,
}

/// The order of two directions by angle in [0, 2π).
pub(crate) fn by_angle(e: DVec2, f: DVec2) -> Ordering {
    match (is_upward(e), is_upward(f)) {
        (true, false) => Ordering::Less,
        (false, true) => Ordering::Greater,
        _ => 0.0_f64.partial_cmp(&e.cross(f)).unwrap_or(Ordering::Equal),
    }
}

/// A convex ring in positive order with its vertices of smallest and largest (y, x).
#[derive(Clone, Copy)]
pub(crate) struct Ring<'a> {
    pub(crate) vertices: Offsets<'a>,
    pub(crate) lowest: usize,
    pub(crate) highest: usize,
    /// The rectangle that the four vertices are corners of: its sides are known better than the
    /// differences of its corners.
    pub(crate) frame: Option<&'a RectFrame>,
}

impl<'a> From<&'a Core> for Ring<'a> {
    fn from(core: &'a Core) -> Self {
        let vertices = core.offsets();
        let frame = core.frame().filter(|_| vertices.len() == 4);
        let [lowest, highest] = core.lowest_and_highest();
        Self { vertices, lowest, highest, frame }
    }
}

impl Ring<'_> {
    fn next(&self, i: usize) -> usize {
        if i + 1 == self.vertices.len() { 0 } else { i + 1 }
    }

    fn edge(&self, i: usize) -> DVec2 {
        let Some(frame) = self.frame else {
            return self.vertices[self.next(i)] - self.vertices[i];
        };
        frame.side(i)
    }

    /// Edges once around: a point has none, a segment two.
    fn edges(&self) -> usize {
        if self.vertices.len() == 1 { 0 } else { self.vertices.len() }
    }
}

/// Calls `visit` for every edge of the boundary of d + b − a in positive order; once, with an edge
/// of length zero, where both are points.
pub(crate) fn walk(a: &Ring<'_>, b: &Ring<'_>, d: DVec2, mut visit: impl FnMut(Step)) {
    let (mut i, mut j) = (a.highest, b.lowest);
    let (mut left_a, mut left_b) = (a.edges(), b.edges());
    let vertex = |i: usize, j: usize| d + b.vertices[j] - a.vertices[i];
    if left_a + left_b == 0 {
        let from = vertex(i, j);
        visit(Step { i, j, from, edge: DVec2::ZERO, of_a: false, next: j });
    }
    while left_a + left_b > 0 {
        let (ea, eb) = (-a.edge(i), b.edge(j));
        let of_a = match (left_a, left_b) {
            (0, _) => false,
            (_, 0) => true,
            _ => by_angle(ea, eb) != Ordering::Greater,
        };
        let from = vertex(i, j);
        if of_a {
            let next = a.next(i);
            visit(Step { i, j, from, edge: ea, of_a, next });
            (i, left_a) = (next, left_a - 1);
        } else {
            let next = b.next(j);
            visit(Step { i, j, from, edge: eb, of_a, next });
            (j, left_b) = (next, left_b - 1);
        }
    }
}

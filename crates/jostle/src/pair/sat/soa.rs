//! Convex cores of up to eight vertices as structures of arrays: vertices and edges in 4 or 8
//! lanes.
//!
//! A segment is a polygon of two edges there and back, a point has one vertex and no edge. Lanes
//! beyond the last vertex repeat the first vertex and its edge, so they change no minimum and no
//! maximum and need no mask. Frame: relative to an origin that the caller chose. Vertices are
//! rounded to `f64`; edges are exact for rectangles and differences rounded once else.

use crate::math::{DVec2, by_tree, greater};
use crate::shape::body::core::{InlineRing, RectFrame, Vertices};
use crate::shape::{Core, Kind};

/// See the module docs.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Lanes<const N: usize> {
    pub(crate) x: [f64; N],
    pub(crate) y: [f64; N],
    /// The edge that starts at each vertex.
    pub(crate) ex: [f64; N],
    pub(crate) ey: [f64; N],
    /// The largest coordinate relative to the core's own origin.
    pub(crate) reach: f64,
}

impl<const N: usize> Lanes<N> {
    /// Up to N vertices and edges; the caller pads.
    #[inline(always)]
    pub(crate) fn new(x: [f64; N], y: [f64; N], ex: [f64; N], ey: [f64; N]) -> Self {
        let mut far = [0.0; N];
        for i in 0..N {
            far[i] = greater(x[i].abs(), y[i].abs());
        }
        Self { x, y, ex, ey, reach: by_tree(far, greater) }
    }

    #[inline(always)]
    pub(crate) fn of_small(small: &InlineRing<N>) -> Self {
        let (mut x, mut y, mut ex, mut ey) = ([0.0; N], [0.0; N], [0.0; N], [0.0; N]);
        // In `f32`, where as many numbers take half the registers.
        let mut far = [0.0; N];
        for (far, (x, y)) in far.iter_mut().zip(small.x.iter().zip(&small.y)) {
            let (p, q) = (x.abs(), y.abs());
            *far = if q > p { q } else { p };
        }
        let reach = by_tree(far, |p, q| if q > p { q } else { p });
        for i in 0..N {
            (x[i], y[i]) = (f64::from(small.x[i]), f64::from(small.y[i]));
        }
        // The lane after the last vertex repeats the first, so that the last edge closes the ring.
        for i in 0..N {
            let next = if i + 1 == N { 0 } else { i + 1 };
            (ex[i], ey[i]) = (x[next] - x[i], y[next] - y[i]);
        }
        let len = small.len();
        if len < N {
            for i in 0..N {
                ex[i] = if i < len { ex[i] } else { ex[0] };
                ey[i] = if i < len { ey[i] } else { ey[0] };
            }
        }
        Self { x, y, ex, ey, reach: f64::from(reach) }
    }

    /// Returns the core relative to another origin, which lies at `at`.
    #[inline(always)]
    pub(crate) fn seen(self, at: DVec2) -> Self {
        Self { x: self.x.map(|x| at.x + x), y: self.y.map(|y| at.y + y), ..self }
    }

    #[inline(always)]
    pub(crate) fn at(&self, i: usize) -> DVec2 {
        DVec2::new(self.x[i], self.y[i])
    }

    pub(crate) fn vertices(&self) -> [DVec2; N] {
        core::array::from_fn(|i| self.at(i))
    }

    /// Returns the core as a ring of a pair.
    pub(crate) fn ring(&self, radius: f64) -> Ring<f64, N> {
        let edges = core::array::from_fn(|i| self.edge(i));
        Ring { at: self.vertices(), edges, radius, reach: self.reach }
    }

    #[inline(always)]
    pub(crate) fn edge(&self, i: usize) -> DVec2 {
        DVec2::new(self.ex[i], self.ey[i])
    }
}

impl Lanes<4> {
    /// Returns the core relative to its origin, or `None` if it has more than four vertices or no
    /// edge where a segment has one.
    #[inline(always)]
    pub(crate) fn of(core: &Core) -> Option<Self> {
        Some(match (&core.vertices, core.kind) {
            (Vertices::Thin(two), kind) if kind == Kind::Point || two[0] != two[1] => {
                Self::of_two(*two)
            }
            (Vertices::Rect(frame), Kind::Convex) => Self::of_rect(frame),
            (Vertices::Rect(frame), _) => {
                let [p, _, q, _] = frame.corners();
                Self::of_two([p, q])
            }
            (Vertices::Four(small), Kind::Convex) => Self::of_small(small),
            _ => return None,
        })
    }

    #[inline(always)]
    pub(crate) fn of_two([v, w]: [DVec2; 2]) -> Self {
        let e = w - v;
        Self::new(
            [v.x, w.x, v.x, v.x],
            [v.y, w.y, v.y, v.y],
            [e.x, -e.x, e.x, e.x],
            [e.y, -e.y, e.y, e.y],
        )
    }

    #[inline(always)]
    pub(crate) fn of_rect(frame: &RectFrame) -> Self {
        let [p, q, r, s] = frame.corners();
        let (e, f) = (frame.side(0), frame.side(1));
        Self::new(
            [p.x, q.x, r.x, s.x],
            [p.y, q.y, r.y, s.y],
            [e.x, f.x, -e.x, -f.x],
            [e.y, f.y, -e.y, -f.y],
        )
    }
}

/// Convex cores of up to N vertices, and the edges that start there. Edges of no length change
/// nothing, except the first.
pub(crate) struct Ring<W, const N: usize> {
    pub(crate) at: [DVec2<W>; N],
    pub(crate) edges: [DVec2<W>; N],
    pub(crate) radius: W,
    /// The largest coordinate.
    pub(crate) reach: W,
}

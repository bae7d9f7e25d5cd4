//! Convex cores of up to N vertices as rings: of one pair, or a pair a lane.
//!
//! A segment is a polygon of two edges there and back, a point has one vertex and no edge. Places
//! beyond the last vertex repeat the first vertex, so they change no minimum and no maximum and need
//! no mask; their edges have no length or repeat the first. Frame: relative to an origin that the
//! caller chose. Vertices are rounded to `f64`; edges are exact for rectangles and differences
//! rounded once else.

use crate::math::DVec2;
use crate::math::simd::F64Lanes;
use crate::shape::body::core::{RectFrame, Vertices};
use crate::shape::{Core, Kind};

/// See the module docs.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Ring<W, const N: usize> {
    pub(crate) at: [DVec2<W>; N],
    /// The edge that starts at each vertex. Edges of no length change nothing, except the first.
    pub(crate) edges: [DVec2<W>; N],
    pub(crate) radius: W,
    /// The largest coordinate relative to the core's own origin.
    pub(crate) reach: W,
}

impl<W: F64Lanes, const N: usize> Ring<W, N> {
    /// Returns the core relative to another origin, which lies at `at`.
    #[inline(always)]
    pub(crate) fn seen(mut self, at: DVec2<W>) -> Self {
        for v in &mut self.at {
            *v = at + *v;
        }
        self
    }
}

impl<W: F64Lanes> Ring<W, 1> {
    #[inline(always)]
    pub(crate) fn point(radius: W) -> Self {
        let zero = W::splat(0.0);
        let origin = [DVec2::new(zero, zero)];
        Self { at: origin, edges: origin, radius, reach: zero }
    }
}

impl<W: F64Lanes> Ring<W, 2> {
    #[inline(always)]
    pub(crate) fn segment([v, w]: [DVec2<W>; 2], radius: W) -> Self {
        let e = w - v;
        Self { at: [v, w], edges: [e, -e], radius, reach: v.reach().max(w.reach()) }
    }
}

impl<W: F64Lanes> Ring<W, 4> {
    #[inline(always)]
    pub(crate) fn rect(half: DVec2<W>, axis: DVec2<W>) -> Self {
        let two = W::splat(2.0);
        let (x, y) = (axis * half.x, axis.left() * half.y);
        let (far, near) = (x + y, x - y);
        let (e, f) = (axis * (two * half.x), axis.left() * (two * half.y));
        Self {
            at: [-far, near, far, -near],
            edges: [e, f, -e, -f],
            radius: W::splat(0.0),
            reach: far.reach().max(near.reach()),
        }
    }

    #[inline(always)]
    pub(crate) fn quad(at: [DVec2<W>; 4], radius: W) -> Self {
        let [p, q, r, s] = at;
        let edges = [q - p, r - q, s - r, p - s];
        let reach = p.reach().max(q.reach()).max(r.reach().max(s.reach()));
        Self { at, edges, radius, reach }
    }
}

impl Ring<f64, 4> {
    /// Returns a core without its radius relative to its origin, or `None` if it has more than four
    /// vertices or no edge where a segment has one.
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
            (Vertices::Four(ring), Kind::Convex) => {
                Self::quad([0, 1, 2, 3].map(|i| ring.at(i)), 0.0)
            }
            _ => return None,
        })
    }

    #[inline(always)]
    pub(crate) fn of_two(ends: [DVec2; 2]) -> Self {
        let Ring { at: [v, w], edges: [e, back], radius, reach } = Ring::segment(ends, 0.0);
        Self { at: [v, w, v, v], edges: [e, back, e, e], radius, reach }
    }

    #[inline(always)]
    pub(crate) fn of_rect(frame: &RectFrame) -> Self {
        Self::rect(frame.half.into(), frame.axis())
    }
}

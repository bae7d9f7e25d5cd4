//! The numbers of eight shapes of one class, as rows that formulas load.
//!
//! A block holds a row for each number that the formulas of a class need: the origin, and the radius
//! except for rectangles; then the half extents and direction of a rectangle, or the x of all
//! vertices relative to the origin and their y.

use crate::math::simd::WIDTH;
use crate::math::{DVec2, Vec2};
use crate::pair::class::CoreClass;
use crate::pair::filter::formulas::rounded;
use crate::shape::Core;
use crate::shape::body::core::{RectFrame, Vertices};

/// One number of eight shapes. Aligned, so that no register's load crosses a cache line.
#[derive(Clone, Copy, Debug)]
#[repr(align(32))]
pub(crate) struct Row(pub(super) [f32; WIDTH]);

impl Row {
    pub(super) const ZERO: Self = Self([0.0; WIDTH]);
}

/// The most rows of a block: of a convex quadrilateral.
pub(super) const MAX_COLUMNS: usize = 11;

/// Writes the numbers of a core to a lane of a block of its class. Returns `false` if they do not
/// fit.
#[inline(always)]
pub(super) fn load(core: &Core, class: CoreClass, block: &mut [Row], lane: usize) -> bool {
    #[inline(always)]
    fn set<const N: usize>(block: &mut [Row], lane: usize, numbers: [f32; N]) -> bool {
        for (row, number) in block.iter_mut().zip(numbers) {
            row.0[lane % WIDTH] = number;
        }
        true
    }
    let (Vec2 { x, y }, radius) = (rounded(core.origin), core.radius);
    // A center off the local origin may be no `f32`.
    if (f64::from(x) != core.origin.x) | (f64::from(y) != core.origin.y) {
        return false;
    }
    let ring =
        |[a, b, c, d]: [f32; 4], [e, f, g, h]: [f32; 4]| [x, y, radius, a, b, c, d, e, f, g, h];
    match (class, &core.vertices) {
        (CoreClass::Point, _) => set(block, lane, [x, y, radius]),
        (CoreClass::Rect, Vertices::Rect(RectFrame { half, rot })) => {
            core.plain && set(block, lane, [x, y, half.x, half.y, rot.cos, rot.sin])
        }
        (CoreClass::Segment, Vertices::Thin([v, w])) => {
            let (p, q) = (rounded(*v), rounded(*w));
            let exact = (DVec2::from(p) == *v) & (DVec2::from(q) == *w);
            exact & (v != w) && set(block, lane, [x, y, radius, p.x, q.x, p.y, q.y])
        }
        (CoreClass::Quad, Vertices::Four(four)) => set(block, lane, ring(four.x, four.y)),
        (CoreClass::Quad, Vertices::Rect(frame)) => {
            let corners = frame.corners().map(DVec2::round);
            set(block, lane, ring(corners.map(|v| v.x), corners.map(|v| v.y)))
        }
        _ => false,
    }
}

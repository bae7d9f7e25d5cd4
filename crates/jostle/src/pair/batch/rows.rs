//! The numbers of eight shapes of one class, as rows that formulas load.
//!
//! A block holds a row for each number that the formulas of a class need: the place of a point; the
//! center, half extents and direction of a rectangle; the vertices of a polygon relative to its
//! origin.

use crate::math::DVec2;
use crate::math::simd::WIDTH;
use crate::pair::class::CoreClass;
use crate::pair::filter::numbers::{point, quad, rect, segment};
use crate::shape::Core;
use crate::shape::body::core::Vertices;

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
    match (class, &core.vertices) {
        (CoreClass::Point, _) => set(block, lane, point(core)),
        (CoreClass::Rect, Vertices::Rect(frame)) => {
            core.plain && set(block, lane, rect(core, frame))
        }
        (CoreClass::Segment, Vertices::Thin(ends)) => {
            let (numbers, exact) = segment(core, ends);
            exact && set(block, lane, numbers)
        }
        (CoreClass::Quad, Vertices::Four(ring)) => set(block, lane, quad(core, [ring.x, ring.y])),
        (CoreClass::Quad, Vertices::Rect(frame)) => {
            let corners = frame.corners().map(DVec2::round);
            set(block, lane, quad(core, [corners.map(|v| v.x), corners.map(|v| v.y)]))
        }
        _ => false,
    }
}

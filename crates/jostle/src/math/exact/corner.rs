//! Points with twice the digits of `f64`.

use crate::math::DVec2;
use crate::math::exact::{ExactNum, NVec2, two_sum};

/// A point as the sum of two `f64` vectors, of which the second is what rounding left out.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Corner {
    pub(crate) at: DVec2,
    pub(crate) rest: DVec2,
}

impl From<DVec2> for Corner {
    fn from(at: DVec2) -> Self {
        Self { at, rest: DVec2::ZERO }
    }
}

impl Corner {
    /// The exact difference of two points.
    pub(crate) fn difference(p: DVec2, q: DVec2) -> Self {
        let ((x, lost_x), (y, lost_y)) = (two_sum(p.x, -q.x), two_sum(p.y, -q.y));
        Self { at: DVec2::new(x, y), rest: DVec2::new(lost_x, lost_y) }
    }

    pub(crate) fn exact<N: ExactNum>(self) -> NVec2<N> {
        let number = |v: f64, rest: f64| match rest {
            0.0 => N::of(v),
            rest => N::of(v).plus(N::of(rest)),
        };
        NVec2 { x: number(self.at.x, self.rest.x), y: number(self.at.y, self.rest.y) }
    }
}

//! A placed mask whose pixels are upright and exact, and the queries that its bits answer.
//!
//! Under a map without turn or skew, or with quarter turns, pixel corners are multiples of two
//! steps, one along x and one along y; where every such multiple is an exact `f32`, the placed
//! polygon is the pixels themselves. Two masks whose steps are equal and whose origins differ by
//! whole steps then share interior points if they share a solid pixel, and touch if a solid pixel
//! of one is next to a solid pixel of the other, diagonals included. Everything here is exact or
//! `None`.
//!
//! Cost: O(common rows · words) for a verdict, O(1) for a point.

use alloc::sync::Arc;

use crate::math::exact::two_sum;
use crate::math::{Affine, DVec2, winding::Location};
use crate::shape::kinds::mask::Bits;

/// Pixels as they lie in the world, relative to the placed origin.
#[derive(Clone, Debug)]
pub(crate) struct AlignedPixels {
    bits: Arc<Bits>,
    /// The step of a column and the step of a row, each along one axis of the world.
    step: [f64; 2],
    /// True if columns step along y and rows along x.
    swapped: bool,
}

impl AlignedPixels {
    /// The grid under a map; `None` where pixels are not upright or corners would be rounded.
    pub(crate) fn of(bits: &Arc<Bits>, m: &Affine) -> Option<Self> {
        let (column, row, swapped) = if m.b == 0.0 && m.c == 0.0 {
            (m.a, m.d, false)
        } else if m.a == 0.0 && m.d == 0.0 {
            (m.b, m.c, true)
        } else {
            return None;
        };
        let exact = is_exact(column, bits.width) && is_exact(row, bits.height);
        let step = [column, row].map(f64::from);
        exact.then(|| Self { bits: bits.clone(), step, swapped })
    }

    /// Where the points of both masks lie that are nearest to the inside of both, outside if they
    /// share none; `None` where they are not on one grid.
    pub(crate) fn with(
        &self,
        origin: DVec2,
        other: &Self,
        other_origin: DVec2,
    ) -> Option<Location> {
        if self.step != other.step || self.swapped != other.swapped {
            return None;
        }
        let [(dx, on_x), (dy, on_y)] =
            self.cells(difference(origin, other_origin, DVec2::ZERO)?)?;
        if !on_x || !on_y {
            return None;
        }
        let (a, b) = (&*self.bits, &*other.bits);
        let mut best = Location::Outside;
        // One row and one column more on each side, for pixels next to each other.
        let first = if dy > 0 { dy } else { 0 } - 1;
        let last = i64::from(a.height).min(dy + i64::from(b.height));
        let left = if dx > 0 { dx } else { 0 } - 1;
        let right = i64::from(a.width).min(dx + i64::from(b.width));
        for y in first..=last {
            let rows = [y - 1, y, y + 1].map(|y| a.row(y));
            let row = b.row(y - dy);
            let mut x = left;
            while x <= right && !row.is_empty() {
                let theirs = Bits::word_at(row, x - dx);
                if theirs != 0 {
                    if theirs & Bits::word_at(rows[1], x) != 0 {
                        return Some(Location::Inside);
                    }
                    let near = rows.iter().any(|own| {
                        let around = [-1, 0, 1].map(|k| Bits::word_at(own, x + k));
                        theirs & (around[0] | around[1] | around[2]) != 0
                    });
                    if near {
                        best = Location::Boundary;
                    }
                }
                x += 64;
            }
        }
        Some(best)
    }

    /// Where the point `point` + `offset` lies; `None` where its way from the origin is no pair of
    /// `f64`.
    pub(crate) fn at(&self, origin: DVec2, point: DVec2, offset: DVec2) -> Option<Location> {
        let [(x, on_x), (y, on_y)] = self.cells(difference(origin, point, offset)?)?;
        let (mut solid, mut empty) = (false, false);
        for j in y - i64::from(on_y)..=y {
            for i in x - i64::from(on_x)..=x {
                let set = self.bits.get(i, j);
                solid |= set;
                empty |= !set;
            }
        }
        Some(match (solid, empty) {
            (false, _) => Location::Outside,
            (true, true) => Location::Boundary,
            (true, false) => Location::Inside,
        })
    }

    /// The column and the row of a point, each with whether the point lies on their start.
    fn cells(&self, p: DVec2) -> Option<[(i64, bool); 2]> {
        let (along_column, along_row) = if self.swapped { (p.y, p.x) } else { (p.x, p.y) };
        Some([cell(along_column, self.step[0])?, cell(along_row, self.step[1])?])
    }
}

/// `to` + `offset` − `from`, if no digit is lost.
fn difference(from: DVec2, to: DVec2, offset: DVec2) -> Option<DVec2> {
    let exact = |from: f64, to: f64, offset: f64| {
        let (way, rest) = two_sum(to, -from);
        let (sum, more) = two_sum(way, offset);
        (rest == 0.0 && more == 0.0).then_some(sum)
    };
    Some(DVec2::new(exact(from.x, to.x, offset.x)?, exact(from.y, to.y, offset.y)?))
}

/// The cell in which a length lies, and whether it lies on the start of that cell.
fn cell(length: f64, step: f64) -> Option<(i64, bool)> {
    // Further away than any mask reaches, whose products would no longer be exact.
    const FAR: f64 = (1_u64 << 28) as f64;
    let guess = libm::floor(length / step);
    if !(-FAR..=FAR).contains(&guess) {
        return None;
    }
    // A quotient is rounded, its cell may be the one beside; k · step is exact.
    let past = |k: f64| if step > 0.0 { length - k * step } else { k * step - length };
    let k = [guess + 1.0, guess, guess - 1.0].into_iter().find(|k| past(*k) >= 0.0)?;
    Some((k as i64, past(k) == 0.0))
}

/// Returns `true` if all multiples up to `count` are `f32` numbers and none underflows.
fn is_exact(step: f32, count: u32) -> bool {
    let significand = u64::from(step.to_bits() & 0x7F_FFFF | 0x80_0000);
    let odd = significand >> significand.trailing_zeros();
    step.is_normal() && odd * u64::from(count) <= 1 << 24
}

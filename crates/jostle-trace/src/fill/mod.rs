//! Which empty pixels count as solid, and which specks are too small to count?
//!
//! Method: holes are the connected parts of the empty pixels that do not reach the picture's edge;
//! bays are `SFMLCollision`'s, empty pixels from which all eight rays (along rows, columns and
//! diagonals) meet a solid pixel, by running ORs over whole rows of words in four passes. All are
//! judged on the mask as it came, not on one that is being filled. Frame: pixels. Error: none.
//! Cost: words plus runs.

mod runs;
#[cfg(test)]
mod tests;

use crate::{Connectivity, Mask};
use runs::{Kind, Parts};

/// What to make solid before tracing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Fill {
    /// Nothing.
    #[default]
    None,
    /// Empty pixels that are shut in.
    Holes,
    /// Empty pixels from which every one of eight rays meets a solid pixel: holes, and bays that
    /// are deeper than wide.
    Bays,
}

/// What [`drop_small`] took away.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RemovedKind {
    /// Solid pixels on their own, now empty.
    Speck,
    /// Empty pixels that were shut in, now solid.
    Hole,
}

/// A part that was too small.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Removed {
    /// Which kind of part it was.
    pub kind: RemovedKind,
    /// Its pixels.
    pub area: u64,
    /// Its first pixel in reading order.
    pub at: [u32; 2],
}

/// Returns the mask with what `fill` names made solid.
///
/// ```
/// use jostle_trace::{Connectivity, Fill, Mask, filled};
/// let frame = Mask::from_fn(5, 5, |x, y| x % 4 == 0 || y % 4 == 0);
/// assert_eq!(filled(&frame, Fill::None, Connectivity::Four).area(), 16);
/// assert_eq!(filled(&frame, Fill::Holes, Connectivity::Four).area(), 25);
/// ```
#[must_use]
pub fn filled(mask: &Mask, fill: Fill, connectivity: Connectivity) -> Mask {
    match fill {
        Fill::None => mask.clone(),
        Fill::Holes => {
            let mut result = mask.clone();
            set_parts(&mut result, &empty_parts(mask, connectivity), true, |part| !part.at_edge);
            result
        }
        Fill::Bays => bays(mask),
    }
}

/// Drops solid parts of fewer than `min_area` pixels, then fills holes of fewer, and reports which.
///
/// The connectivity is that of the solid pixels; empty ones then hang together the other way.
///
/// ```
/// use jostle_trace::{Connectivity, Mask, Removed, RemovedKind, drop_small};
/// let mask = Mask::from_fn(9, 3, |x, _| x < 3 && x != 1 || x == 8);
/// let (left, removed) = drop_small(&mask, 3, Connectivity::Four);
/// assert_eq!((left.area(), removed.len()), (9, 0));
/// let (left, removed) = drop_small(&mask, 4, Connectivity::Four);
/// assert_eq!((left.area(), removed.len()), (0, 3));
/// assert_eq!(removed[0], Removed { kind: RemovedKind::Speck, area: 3, at: [0, 0] });
/// ```
#[must_use]
pub fn drop_small(mask: &Mask, min_area: u64, connectivity: Connectivity) -> (Mask, Vec<Removed>) {
    let mut result = mask.clone();
    let mut removed = Vec::new();
    if min_area <= 1 {
        return (result, removed);
    }
    let reach = u32::from(connectivity == Connectivity::Eight);
    let specks = Parts::new(mask, Kind::Solid, reach);
    let small = |part: &runs::Part| part.area < min_area;
    note(&specks, RemovedKind::Speck, &mut removed, small);
    set_parts(&mut result, &specks, false, small);
    let holes = empty_parts(&result, connectivity);
    let small = |part: &runs::Part| part.area < min_area && !part.at_edge;
    note(&holes, RemovedKind::Hole, &mut removed, small);
    set_parts(&mut result, &holes, true, small);
    (result, removed)
}

fn empty_parts(mask: &Mask, connectivity: Connectivity) -> Parts {
    Parts::new(mask, Kind::Empty, u32::from(connectivity == Connectivity::Four))
}

fn note(
    parts: &Parts,
    kind: RemovedKind,
    removed: &mut Vec<Removed>,
    chosen: impl Fn(&runs::Part) -> bool,
) {
    for (index, run) in parts.runs.iter().enumerate() {
        let part = &parts.parts[index];
        if parts.first[index] as usize == index && chosen(part) {
            removed.push(Removed { kind, area: part.area, at: [run.start, run.row] });
        }
    }
}

fn set_parts(mask: &mut Mask, parts: &Parts, solid: bool, chosen: impl Fn(&runs::Part) -> bool) {
    for (run, &first) in parts.runs.iter().zip(&parts.first) {
        if chosen(&parts.parts[first as usize]) {
            for x in run.start..run.end {
                mask.set(x, run.row, solid);
            }
        }
    }
}

/// Fills the pixels that all eight rays find shut in.
fn bays(mask: &Mask) -> Mask {
    let (stride, height) = (mask.stride(), mask.height() as usize);
    let mut seen = vec![u64::MAX; stride * height];
    // Rays up and down and their diagonals: what lies on them so far is the row before, moved by
    // one pixel, and what it had.
    let mut on_rays = vec![vec![0u64; stride]; 3];
    for down in [true, false] {
        on_rays.iter_mut().for_each(|ray| ray.fill(0));
        for step in 0..height {
            let y = if down { step } else { height - 1 - step };
            for (word, seen) in seen[y * stride..][..stride].iter_mut().enumerate() {
                *seen &= on_rays[0][word] & on_rays[1][word] & on_rays[2][word];
            }
            for ray in &mut on_rays {
                ray.iter_mut().zip(mask.row(y as u32)).for_each(|(ray, row)| *ray |= row);
            }
            shift_up(&mut on_rays[1]);
            shift_down(&mut on_rays[2]);
        }
    }
    let mut result = mask.clone();
    for y in 0..mask.height() {
        let row = mask.row(y);
        let (Some(left), Some(right)) = ends(row) else { continue };
        let seen = &seen[y as usize * stride..][..stride];
        for x in left..right {
            let bit = 1u64 << (x % 64);
            if seen[x as usize / 64] & bit != 0 {
                result.set(x, y, true);
            }
        }
    }
    result
}

/// The first and the last solid pixel of a row.
fn ends(row: &[u64]) -> (Option<u32>, Option<u32>) {
    let first = row.iter().position(|&w| w != 0);
    let last = row.iter().rposition(|&w| w != 0);
    (
        first.map(|i| i as u32 * 64 + row[i].trailing_zeros()),
        last.map(|i| i as u32 * 64 + 63 - row[i].leading_zeros()),
    )
}

/// Moves a row of bits one pixel to the right.
fn shift_up(row: &mut [u64]) {
    let mut carry = 0;
    for word in row {
        (*word, carry) = (*word << 1 | carry, *word >> 63);
    }
}

/// Moves a row of bits one pixel to the left.
fn shift_down(row: &mut [u64]) {
    let mut carry = 0;
    for word in row.iter_mut().rev() {
        (*word, carry) = (*word >> 1 | carry, *word << 63);
    }
}

//! The rings around the solid pixels of a mask.
//!
//! Method: between two rows the sides of pixels that are solid on one side only are runs of bits,
//! "solid below" going right and "solid above" going left; a run's ends are corners of the outline.
//! Down each column, upright edges join the first corner and the second, the third and the fourth,
//! and so on. Following runs and joins gives the rings.
//!
//! Sign: positive (x toward y) around solid, negative around holes. Where two solid pixels share no
//! more than a corner each keeps its own corner, so rings touch there and never cross. Error: none.
//! Cost: O(words + corners).

use alloc::vec::Vec;

use crate::math::sort::{Groups, sort_by};
use crate::shape::{ShapeError, validate};

/// Rows of 64-bit words; bits beyond the width are 0.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Bits {
    pub(crate) width: u32,
    pub(crate) height: u32,
    words: Vec<u64>,
}

/// A level stretch of outline in the row of corners `y`.
struct Run {
    y: u32,
    tail: u32,
    head: u32,
    next: u32,
}

const NONE: u32 = u32::MAX;

impl Bits {
    pub(crate) fn new(
        width: u32,
        height: u32,
        words: impl IntoIterator<Item = u64>,
    ) -> Result<Self, ShapeError> {
        let stride = width.div_ceil(64) as usize;
        let mut words = validate::exactly(stride * height as usize, words, "words")?;
        if !width.is_multiple_of(64) {
            let used = (1u64 << (width % 64)) - 1;
            for row in words.chunks_mut(stride) {
                if let Some(last) = row.last_mut() {
                    *last &= used;
                }
            }
        }
        Ok(Self { width, height, words })
    }

    fn stride(&self) -> usize {
        self.width.div_ceil(64) as usize
    }

    /// The words of a row; none outside.
    pub(crate) fn row(&self, y: i64) -> &[u64] {
        if y < 0 || y >= i64::from(self.height) {
            return &[];
        }
        let stride = self.stride();
        &self.words[y as usize * stride..][..stride]
    }

    /// Returns `true` if pixel (x, y) is solid; nothing is outside.
    pub(crate) fn get(&self, x: i64, y: i64) -> bool {
        x >= 0
            && x < i64::from(self.width)
            && self.row(y).get(x as usize / 64).is_some_and(|w| w >> (x % 64) & 1 == 1)
    }

    /// 64 pixels of a row from x on, which may lie outside.
    pub(crate) fn word_at(row: &[u64], x: i64) -> u64 {
        let (index, shift) = (x.div_euclid(64), x.rem_euclid(64) as u32);
        let word = |i: i64| usize::try_from(i).ok().and_then(|i| row.get(i)).copied().unwrap_or(0);
        let low = word(index) >> shift;
        if shift == 0 { low } else { low | word(index + 1) << (64 - shift) }
    }

    /// Corners of all rings, counted without walking them.
    pub(crate) fn corners(&self) -> usize {
        let sides = (0..=i64::from(self.height)).flat_map(|y| self.sides(y));
        sides.map(|words| 2 * runs(&words).count()).sum()
    }

    /// The level sides above row y: where solid is below, and where it is above.
    fn sides(&self, y: i64) -> [Vec<u64>; 2] {
        let (above, below) = (self.row(y - 1), self.row(y));
        let word = |row: &[u64], i: usize| row.get(i).copied().unwrap_or(0);
        let only = |p: &[u64], q: &[u64]| {
            (0..self.stride()).map(|i| word(p, i) & !word(q, i)).collect::<Vec<u64>>()
        };
        [only(below, above), only(above, below)]
    }

    /// All rings, outer ones first, each from its smallest corner (by x, then y).
    pub(crate) fn rings(&self) -> Vec<Vec<[u32; 2]>> {
        let mut all: Vec<Run> = Vec::new();
        for y in 0..=self.height {
            let [right, left] = self.sides(i64::from(y));
            // Where two corners are at one place, that of the pixel above comes first.
            for (words, rightward) in [(left, false), (right, true)] {
                all.extend(runs(&words).map(|[from, to]| {
                    let (tail, head) = if rightward { (from, to) } else { (to, from) };
                    Run { y, tail, head, next: NONE }
                }));
            }
        }
        // Down each column, corners are joined two by two; a run has corners 2i and 2i + 1.
        let corners = all.iter().flat_map(|run| [run.tail, run.head]);
        let columns = Groups::new(self.width as usize + 1, corners);
        for pair in columns.order.chunks_exact(2) {
            let [above, below] = [pair[0], pair[1]];
            let (from, to) = if above % 2 == 1 { (above, below) } else { (below, above) };
            all[from as usize / 2].next = to / 2;
        }
        follow(&mut all)
    }
}

/// Follows the runs around every ring.
fn follow(runs: &mut [Run]) -> Vec<Vec<[u32; 2]>> {
    let mut rings: Vec<(bool, Vec<[u32; 2]>)> = Vec::new();
    for first in 0..runs.len() {
        let mut ring = Vec::new();
        let mut doubled = 0_i64;
        let mut at = first;
        while let Some(run) = runs.get_mut(at) {
            if run.next == NONE {
                break;
            }
            ring.extend([[run.tail, run.y], [run.head, run.y]]);
            doubled -= (i64::from(run.head) - i64::from(run.tail)) * i64::from(run.y);
            at = core::mem::replace(&mut run.next, NONE) as usize;
        }
        if let Some(least) = (0..ring.len()).min_by_key(|i| ring[*i]) {
            ring.rotate_left(least);
            rings.push((doubled < 0, ring));
        }
    }
    sort_by(&mut rings, Ord::cmp);
    rings.into_iter().map(|(_, ring)| ring).collect()
}

/// The runs of ones: the first one of each, and the first 0 after it.
fn runs(words: &[u64]) -> impl Iterator<Item = [u32; 2]> {
    let mut end = 0;
    core::iter::from_fn(move || {
        let from = find(words, end, 0)?;
        end = find(words, from, u64::MAX).unwrap_or(words.len() as u32 * 64);
        Some([from, end])
    })
}

/// The first bit at or after x that is 1 once the words are flipped.
fn find(words: &[u64], x: u32, flip: u64) -> Option<u32> {
    let first = x as usize / 64;
    let mut skip = u64::MAX << (x % 64);
    for (i, word) in words.iter().enumerate().skip(first) {
        let left = (word ^ flip) & skip;
        if left != 0 {
            return Some(i as u32 * 64 + left.trailing_zeros());
        }
        skip = u64::MAX;
    }
    None
}

//! The rings around the solid pixels of a mask.
//!
//! Method: a walk along the sides of pixels with the solid ones on its left, which turns left where it
//! can. Between two rows the sides that are solid below only, or above only, are runs of bits: each
//! ring has a run of the first kind, where its walk starts, and the ends of all runs are its corners.
//!
//! Sign: positive (x toward y) around solid, negative around holes. Where two solid pixels share no
//! more than a corner each keeps its own corner, so rings touch there and never cross. Error: none.
//! Cost: O(words + length of the outline).

use alloc::vec::Vec;

use crate::math::sort::sort_by;
use crate::shape::{ShapeError, validate};

/// Rows of 64-bit words; bits beyond the width are 0.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Bits {
    pub(crate) width: u32,
    pub(crate) height: u32,
    words: Vec<u64>,
}

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
        let mut rings: Vec<(bool, Vec<[u32; 2]>)> = Vec::new();
        // The pixels along whose upper side a walk has come.
        let mut walked = alloc::vec![0_u64; self.words.len()];
        for y in 0..self.height {
            let [rightward, _] = self.sides(y.into());
            let row = y as usize * self.stride();
            for [x, _] in runs(&rightward) {
                if walked[row + x as usize / 64] >> (x % 64) & 1 == 0 {
                    rings.push(self.walk([x.into(), y.into()], &mut walked));
                }
            }
        }
        sort_by(&mut rings, Ord::cmp);
        rings.into_iter().map(|(_, ring)| ring).collect()
    }

    /// Walks once around the ring that goes right from a corner. Returns whether it is a hole, and
    /// its corners.
    fn walk(&self, start: [i64; 2], walked: &mut [u64]) -> (bool, Vec<[u32; 2]>) {
        let (mut ring, mut area) = (Vec::new(), 0);
        let ([mut x, mut y], [mut dx, mut dy]) = (start, [1, 0]);
        while ring.is_empty() || ([x, y], [dx, dy]) != (start, [1, 0]) {
            ring.push([x as u32, y as u32]);
            loop {
                if dx == 1 {
                    walked[y as usize * self.stride() + x as usize / 64] |= 1 << (x % 64);
                }
                (x, y, area) = (x + dx, y + dy, area - dx * y);
                // The pixels ahead on both sides of the line.
                let ahead = |p: i64, q: i64| self.get(x + (dx + p - 1) / 2, y + (dy + q - 1) / 2);
                let [left, right] = [ahead(-dy, dx), ahead(dy, -dx)];
                if !left || right {
                    [dx, dy] = if left { [dy, -dx] } else { [-dy, dx] };
                    break;
                }
            }
        }
        let least = (0..ring.len()).min_by_key(|i| ring[*i]);
        ring.rotate_left(least.unwrap_or_default());
        (area < 0, ring)
    }
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

//! The height and the place of the strips.
//!
//! A survey samples centers and lengths, spread evenly over the order of the items. The strips are
//! twelve mean lengths tall; lengths above eight times the mean do not count. They cover the
//! sample, unless nine tenths of it lie within a third of that; boxes beyond fall into the first
//! and the last strip.

use crate::math::simd::{F32Lanes, F32x4, Four};
use crate::math::sort::{from_sortable_bits, to_sortable_bits};

const SAMPLE: usize = 256;
/// Strip heights in mean lengths.
const HEIGHT: f64 = 12.0;
/// Most strips, and most of anything that [`whole`] counts.
const MOST: usize = 1 << 22;
/// Fewest items a strip should have on average, for things without size.
const FEWEST: usize = 16;

/// Returns how many of `count` things to look at.
pub(crate) fn sample(count: usize) -> usize {
    (count / 16 + 16).min(SAMPLE).min(count)
}

/// Strips of equal height; the first and the last go on without end.
pub(crate) struct Plan {
    base: f32,
    scale: f32,
    pub(crate) strips: usize,
    /// The mean length, or a part of everything when nothing has length.
    pub(crate) typical: f32,
}

impl Plan {
    /// Plans strips for `count` things from the ranges of a sample of them.
    pub(crate) fn new(count: usize, ranges: impl Iterator<Item = (f32, f32)>) -> Self {
        let (mut middles, mut lengths, mut sampled) = ([0; SAMPLE], [0.0; SAMPLE], 0);
        for ((low, high), (middle, length)) in ranges.zip(middles.iter_mut().zip(&mut lengths)) {
            (*middle, *length) = (to_sortable_bits(low * 0.5 + high * 0.5), high - low);
            sampled += 1;
        }
        Self::from_sample(count, &mut middles[..sampled], &lengths[..sampled])
    }

    #[inline(never)]
    fn from_sample(count: usize, middles: &mut [u32], lengths: &[f32]) -> Self {
        let n = middles.len();
        if n == 0 {
            return Self { base: 0.0, scale: 0.0, strips: 1, typical: 0.0 };
        }
        let mean = typical(lengths);
        middles.sort_unstable();
        let at = |index: usize| f64::from(from_sortable_bits(middles[index]));
        let (mut low, mut high) = (at(0) - mean, at(n - 1) + mean);
        let (early, late) = (at(n / 20), at(n - 1 - n / 20));
        let room = (late - early) * 0.125 + mean;
        if high - low > 3.0 * (late - early) + 2.0 * HEIGHT * mean {
            low = if early - room > low { early - room } else { low };
            high = if late + room < high { late + room } else { high };
        }
        let most = (count / FEWEST + 1).min(MOST);
        // Infinite if everything has length 0.
        let strips = (((high - low) / (HEIGHT * mean)) as usize).clamp(1, most);
        let typical = if mean > 0.0 { mean } else { (high - low) / most as f64 } as f32;
        let scale = (strips as f64 / (high - low)) as f32;
        if scale.is_finite() && scale > 0.0 && strips > 1 {
            Self { base: low as f32, scale, strips, typical }
        } else {
            Self { base: 0.0, scale: 0.0, strips: 1, typical }
        }
    }

    /// The same range in fewer strips, because boxes reach over too many of them.
    pub(crate) fn thin_out(&mut self, entries: usize, count: usize) {
        let factor = count as f32 / entries as f32;
        let strips = ((self.strips as f32 * factor) as usize).max(1);
        self.scale =
            if strips == 1 { 0.0 } else { self.scale * (strips as f32 / self.strips as f32) };
        self.strips = strips;
    }

    /// The first and the last strip of a box; they never fall as its sides grow. A copy's begin at
    /// the first strip of all.
    #[inline(always)]
    pub(crate) fn strips_of(&self, sides: [f32; 4]) -> (usize, usize) {
        let at = (Four::load(sides) - Four::splat(self.base)) * Four::splat(self.scale);
        let [_, first, _, last] = whole(at, (self.strips - 1) as f32);
        (first, last)
    }

    /// About where a strip lies.
    pub(crate) fn range(&self, strip: usize) -> (f32, f32) {
        let side = |at: usize| self.base + at as f32 / self.scale;
        (
            if strip == 0 { f32::MIN } else { side(strip) },
            if strip + 1 == self.strips { f32::MAX } else { side(strip + 1) },
        )
    }
}

/// The mean of the lengths, giants left out.
fn typical(lengths: &[f32]) -> f64 {
    let mut limit = f64::INFINITY;
    let mut mean = 0.0;
    for _ in 0..3 {
        let (mut sum, mut count) = (0.0, 0.0);
        for length in lengths.iter().map(|l| f64::from(*l)) {
            if length <= limit {
                sum += length;
                count += 1.0;
            }
        }
        mean = sum / if count > 1.0 { count } else { 1.0 };
        limit = 8.0 * mean;
    }
    mean
}

/// Converts four numbers to whole ones from 0 to `last`; a larger number never gives a smaller one.
///
/// In this range the last place of an `f32` is 1. A cast would spend most of its time on what it
/// does outside of it.
#[inline(always)]
pub(crate) fn whole(x: Four, last: f32) -> [usize; 4] {
    const RANGE: f32 = 8_388_608.0;
    let x = (x - Four::splat(0.5)).max(Four::splat(0.0)).min(Four::splat(last));
    (x + Four::splat(RANGE)).numbers().map(|x| (x.to_bits() & 0x3F_FFFF) as usize)
}

//! One strip: sorted by the low side, then swept.
//!
//! Sort: one bucket for about each entry, by position, then an insertion sort of the whole, which
//! moves nothing across buckets; buckets that are too full are sorted on their own first, so that no
//! distribution costs more than n log n. Sweep: each entry looks at those after it that begin before
//! it ends, eight at a time; the padding is NaN, which ends every sweep.

use super::super::lanes::{WIDTH, at_least, at_most, bits, both, ones};
use super::plan::whole;
use super::{Entry, GUEST, Layout};
use crate::math::sort::ordered;
use alloc::vec::Vec;

/// Entries of a bucket that an insertion sort may meet.
const BUCKET: u32 = 24;
/// Groups with a hit that wait to be reported.
const NOTED: usize = 512;
/// Most buckets; more would not stay in the nearest cache.
const BUCKETS: usize = 4096;

/// Where the low sides of a strip lie, and how long its entries are together.
pub(super) struct Extent {
    low: f32,
    high: f32,
    lengths: f32,
}

impl Extent {
    pub(super) fn of(entries: &[Entry]) -> Self {
        let (mut low, mut high, mut lengths) = (f32::INFINITY, f32::NEG_INFINITY, 0.0);
        for e in entries {
            low = if e.u0 < low { e.u0 } else { low };
            high = if e.u0 > high { e.u0 } else { high };
            lengths += e.u1 - e.u0;
        }
        Self { low, high, lengths }
    }

    /// About how many of `count` entries overlap one along the sweep.
    pub(super) fn beside(&self, count: usize) -> f32 {
        let span = self.high - self.low;
        if self.lengths > span * count as f32 {
            return count as f32;
        }
        if span > 0.0 { self.lengths / span } else { count as f32 }
    }
}

/// The entries of a strip in the order of the sweep, in arrays.
#[derive(Clone, Debug, Default)]
pub(super) struct Line {
    len: usize,
    u0: Vec<f32>,
    u1: Vec<f32>,
    v0: Vec<f32>,
    v1: Vec<f32>,
    id: Vec<u32>,
    keys: Vec<u64>,
    starts: Vec<u32>,
    /// Groups with a hit: whose sweep, where the group begins, and the bits of its lanes.
    hits: Vec<(u32, u32, u32)>,
}

impl Line {
    pub(super) fn sort(&mut self, entries: &[Entry], extent: &Extent) {
        let n = entries.len();
        self.order(entries, extent);
        self.len = n;
        let room = n + WIDTH;
        if self.u0.len() < room {
            for array in [&mut self.u0, &mut self.u1, &mut self.v0, &mut self.v1] {
                array.resize(room, f32::NAN);
            }
            self.id.resize(room, 0);
        }
        let (u0, u1) = (&mut self.u0[..room], &mut self.u1[..room]);
        let (v0, v1, id) = (&mut self.v0[..room], &mut self.v1[..room], &mut self.id[..room]);
        for (at, key) in self.keys[..n].iter().enumerate() {
            let entry = entries[*key as u32 as usize];
            u0[at] = entry.u0;
            u1[at] = entry.u1;
            v0[at] = entry.v0;
            v1[at] = entry.v1;
            id[at] = entry.id;
        }
        u0[n..].fill(f32::NAN);
    }

    /// Leaves in `keys` the places of the entries, sorted by their low sides.
    fn order(&mut self, entries: &[Entry], extent: &Extent) {
        let n = entries.len();
        if self.keys.len() < n {
            self.keys.resize(n, 0);
        }
        let keys = &mut self.keys[..n];
        let key = |at: usize, e: &Entry| u64::from(ordered(e.u0)) << 32 | at as u64;
        let buckets = if n < BUCKETS { n } else { BUCKETS };
        let scale = (buckets as f64 / (f64::from(extent.high) - f64::from(extent.low))) as f32;
        if n <= 32 || !scale.is_finite() || scale <= 0.0 {
            for (at, (slot, e)) in keys.iter_mut().zip(entries).enumerate() {
                *slot = key(at, e);
            }
            keys.sort_unstable();
            return;
        }
        let last = (buckets - 1) as f32;
        let bucket = |e: &Entry| whole((e.u0 - extent.low) * scale, last);
        self.starts.clear();
        self.starts.resize(buckets, 0);
        for e in entries {
            self.starts[bucket(e)] += 1;
        }
        let (mut sum, mut fullest) = (0, 0);
        for start in &mut self.starts {
            let count = *start;
            fullest = if count > fullest { count } else { fullest };
            *start = sum;
            sum += count;
        }
        for (at, e) in entries.iter().enumerate() {
            let start = &mut self.starts[bucket(e)];
            keys[*start as usize] = key(at, e);
            *start += 1;
        }
        if fullest > BUCKET {
            // Every start has moved to the end of its bucket.
            let mut begin = 0;
            for end in self.starts.iter().map(|end| *end as usize) {
                if end - begin > BUCKET as usize {
                    keys[begin..end].sort_unstable();
                }
                begin = end;
            }
        }
        for at in 1..n {
            let key = keys[at];
            let mut to = at;
            while to > 0 && keys[to - 1] > key {
                keys[to] = keys[to - 1];
                to -= 1;
            }
            keys[to] = key;
        }
    }

    /// Calls `hit` with each pair that shares a point and is not two guests; returns how many groups
    /// of eight were looked at.
    ///
    /// Whether a group has a hit is as good as random. So each is noted, and the next one takes its
    /// place unless it has: there is nothing to guess.
    pub(super) fn sweep(&mut self, hit: &mut impl FnMut(u32, u32)) -> u64 {
        let (n, room) = (self.len, self.len + WIDTH);
        let (u0, u1) = (&self.u0[..room], &self.u1[..room]);
        let (v0, v1, id) = (&self.v0[..room], &self.v1[..room], &self.id[..room]);
        let hits = &mut self.hits;
        hits.resize(NOTED, (0, 0, 0));
        let (mut looked, mut noted) = (0, 0);
        let mut report = |hits: &[(u32, u32, u32)]| {
            for (at, from, bits) in hits {
                let own = id[*at as usize];
                for lane in ones(*bits) {
                    hit(own, id[*from as usize + lane]);
                }
            }
        };
        for at in 0..n {
            let (end, low, high) = (u1[at], v0[at], v1[at]);
            // A guest asks for those at home only, whose low side is a finite number.
            let home = if low == GUEST { f32::MIN } else { GUEST };
            let mut from = at + 1;
            while let (Some(a), Some(b), Some(c)) = (
                u0[from..].first_chunk::<WIDTH>(),
                v0[from..].first_chunk::<WIDTH>(),
                v1[from..].first_chunk::<WIDTH>(),
            ) {
                looked += 1;
                let meets = bits(both(
                    both(at_most(a, end), at_most(b, high)),
                    both(at_least(b, home), at_least(c, low)),
                ));
                hits[noted] = (at as u32, from as u32, meets);
                noted += usize::from(meets != 0);
                if noted == NOTED {
                    report(hits);
                    noted = 0;
                }
                let last = a[WIDTH - 1];
                if last > end || last.is_nan() {
                    break;
                }
                from += WIDTH;
            }
        }
        report(&hits[..noted]);
        looked
    }

    /// Puts those at home into the leaves of a tree, in the order of the sweep.
    pub(super) fn lay_out(&self, out: &mut Layout) {
        out.part();
        for at in 0..self.len {
            if self.v0[at] != GUEST {
                out.push(self.id[at], (self.u0[at], self.u1[at]), (self.v0[at], self.v1[at]));
            }
        }
    }

    pub(super) fn bytes(&self) -> usize {
        self.u0.capacity() * 20
            + self.keys.capacity() * 8
            + self.starts.capacity() * 4
            + self.hits.capacity() * 12
    }
}

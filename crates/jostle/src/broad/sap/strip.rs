//! One strip: its entries sorted roughly by their low sides, then swept.
//!
//! Order: a counting sort by position, two entries to a bucket, straight into arrays. The order
//! within a bucket does not matter, because the sweep compares both sides; an entry stops at the
//! end of the bucket of its high side. If the buckets are too uneven, the strip is sorted in full.
//! Sweep: each entry is compared with those after it, eight at a time; the padding lies at +∞.

use crate::broad::heap_bytes;
use crate::broad::sap::layout::whole;
use crate::broad::sap::{CONTINUED, Entry};
use crate::math::ones;
use crate::math::simd::{F32Lanes, F32x4, F32x8, Four, Kernel, WIDTH, dispatch};
use crate::math::sort::to_sortable_bits;
use alloc::vec::Vec;

/// Entries of a bucket, on average.
const SHARE: usize = 2;
/// Others in its bucket that an entry may have, on average, before the strip is sorted.
const UNEVEN: u64 = 16;
/// Groups with a hit that wait to be reported.
const NOTED: usize = 512;
/// Most buckets; more would not stay in the nearest cache.
const BUCKETS: usize = 4096;

/// Where the low sides of a strip lie, and how long its entries are together.
pub(crate) struct Extent {
    low: f32,
    high: f32,
    lengths: f32,
}

impl Extent {
    pub(crate) fn of(strip: &[Entry]) -> Self {
        let (mut low, mut high) = (Four::splat(f32::INFINITY), Four::splat(f32::NEG_INFINITY));
        let mut lengths = 0.0;
        for e in strip {
            let sides = Four::load(e.sides);
            (low, high) = (low.min(sides), high.max(sides));
            lengths += e.sides[2] - e.sides[0];
        }
        Self { low: low.numbers()[0], high: high.numbers()[0], lengths }
    }

    /// About how many of `count` entries overlap one along the sweep.
    pub(crate) fn beside(&self, count: usize) -> f32 {
        let span = self.high - self.low;
        if self.lengths > span * count as f32 {
            return count as f32;
        }
        if span > 0.0 { self.lengths / span } else { count as f32 }
    }
}

#[derive(Clone, Copy, Debug, Default)]
struct Hit {
    /// Whose sweep.
    own: u32,
    /// Where the group begins.
    from: u32,
    /// A bit for each lane.
    lanes: u32,
}

/// The entries of a strip in the order of the sweep, in arrays.
#[derive(Clone, Debug, Default)]
pub(crate) struct Line {
    len: usize,
    /// The low sides along u and v, then the high ones.
    sides: [Vec<f32>; 4],
    id: Vec<u32>,
    /// The place in `ends` of where the sweep of an entry ends.
    reach: Vec<u32>,
    ends: Vec<u32>,
    /// By entry, before they are in order: the buckets of the sides.
    buckets: Vec<[u32; 2]>,
    /// Of a strip that is sorted.
    keys: Vec<u64>,
    /// The most entries that may be noted.
    hits: Vec<Hit>,
}

impl Line {
    /// Puts the entries into an order in which the sweep of each is a range.
    pub(crate) fn arrange(&mut self, strip: &[Entry], extent: &Extent) {
        self.len = strip.len();
        let room = self.len + WIDTH;
        if self.id.len() < room {
            self.sides.iter_mut().for_each(|side| side.resize(room, f32::INFINITY));
            self.id.resize(room, 0);
            self.reach.resize(room, 0);
            self.buckets.resize(room, [0; 2]);
        }
        if !self.distribute(strip, extent) {
            self.sort(strip);
        }
        self.sides[0][self.len..room].fill(f32::INFINITY);
    }

    /// Orders by buckets, and returns whether they are even enough.
    fn distribute(&mut self, strip: &[Entry], extent: &Extent) -> bool {
        let n = self.len;
        let count = n.div_ceil(SHARE).min(BUCKETS);
        let scale = (count as f64 / (f64::from(extent.high) - f64::from(extent.low))) as f32;
        if !scale.is_finite() || scale <= 0.0 {
            return false;
        }
        let (low, scale) = (Four::splat(extent.low), Four::splat(scale));
        self.ends.clear();
        self.ends.resize(count, 0);
        for (e, sides) in strip.iter().zip(&mut self.buckets) {
            let [u0, _, u1, _] = whole((Four::load(e.sides) - low) * scale, (count - 1) as f32);
            *sides = [u0 as u32, u1 as u32];
            self.ends[u0] += 1;
        }
        let (mut sum, mut squares) = (0, 0);
        for end in &mut self.ends {
            let own = *end;
            squares += u64::from(own) * u64::from(own);
            *end = sum;
            sum += own;
        }
        if squares > UNEVEN * n as u64 {
            return false;
        }
        let Self { sides, id, reach, buckets, ends, .. } = self;
        let [u0, v0, u1, v1] = sides.each_mut().map(|side| &mut side[..n]);
        let (id, reach, ends) = (&mut id[..n], &mut reach[..n], &mut ends[..count]);
        for (e, [low, high]) in strip.iter().zip(&*buckets) {
            // Moves from the bucket's start to its end.
            let end = &mut ends[*low as usize];
            let to = *end as usize;
            *end += 1;
            [u0[to], v0[to], u1[to], v1[to]] = e.sides;
            (id[to], reach[to]) = (e.id, *high);
        }
        true
    }

    #[inline(never)]
    fn sort(&mut self, strip: &[Entry]) {
        let key =
            |(at, e): (usize, &Entry)| u64::from(to_sortable_bits(e.sides[0])) << 32 | at as u64;
        self.keys.clear();
        self.keys.extend(strip.iter().enumerate().map(key));
        self.keys.sort_unstable();
        for at in 0..strip.len() {
            let entry = &strip[self.keys[at] as u32 as usize];
            for (array, side) in self.sides.iter_mut().zip(entry.sides) {
                array[at] = side;
            }
            (self.id[at], self.reach[at]) = (entry.id, at as u32);
        }
        let [u0, _, u1, _] = self.sides.each_ref().map(|side| &side[..self.len]);
        let end = |(at, u1)| (at + u0[at..].partition_point(|other| other <= u1)) as u32;
        self.ends.clear();
        self.ends.extend(u1.iter().enumerate().map(end));
    }

    /// Calls `hit` with each pair that shares a point and is not two copies; returns how many
    /// groups of eight were looked at.
    pub(crate) fn sweep(&mut self, hit: &mut impl FnMut(u32, u32)) -> u64 {
        self.hits.resize(NOTED, Hit::default());
        let (mut at, mut from, mut looked) = (0, 1, 0);
        while at < self.len {
            let found = dispatch(Look { line: self, at, from });
            (at, from, looked) = (found.at, found.from, looked + found.groups);
            let id = &self.id[..self.len];
            for Hit { own, from, lanes } in &self.hits[..found.noted] {
                for lane in ones((*lanes).into()) {
                    hit(id[*own as usize], id[*from as usize + lane]);
                }
            }
        }
        looked
    }

    /// Returns the ids in the order of the sweep, and true for those that the strip owns.
    pub(crate) fn owned(&self) -> impl ExactSizeIterator<Item = (u32, bool)> {
        let ids = self.id[..self.len].iter().zip(&self.sides[1]);
        ids.map(|(id, v0)| (*id, *v0 != CONTINUED))
    }

    pub(crate) fn heap_bytes(&self) -> usize {
        let arrays = 6 * heap_bytes(&self.id) + heap_bytes(&self.buckets) + heap_bytes(&self.ends);
        arrays + heap_bytes(&self.keys) + heap_bytes(&self.hits)
    }
}

/// The sweep of an entry from a group on, and of those after it, until there is no room for more
/// hits.
///
/// A branch on a hit would be mispredicted. So each is stored, and the next one takes its
/// place unless it has: there is nothing to guess.
struct Look<'a> {
    line: &'a mut Line,
    at: usize,
    from: usize,
}

struct Looked {
    at: usize,
    from: usize,
    groups: u64,
    noted: usize,
}

impl Kernel for Look<'_> {
    type Answer = Looked;

    #[inline(always)]
    fn run<L: F32x8>(self) -> Looked {
        let (n, room) = (self.line.len, self.line.len + WIDTH);
        let Line { sides: [u0, v0, u1, v1], reach, ends, hits, .. } = self.line;
        let (u0, u1) = (&u0[..room], &u1[..room]);
        let (v0, v1, reach) = (&v0[..room], &v1[..room], &reach[..room]);
        let (mut groups, mut noted, mut from) = (0, 0, self.from);
        let Some(hits) = hits.first_chunk_mut::<NOTED>() else {
            return Looked { at: n, from, groups, noted };
        };
        for at in self.at..n {
            let end = ends[reach[at] as usize] as usize;
            let (begin, finish) = (L::splat(u0[at]), L::splat(u1[at]));
            let (low, high) = (L::splat(v0[at]), L::splat(v1[at]));
            // A copy is compared with owned entries only, whose low side is a finite number.
            let home = L::splat(if v0[at] == CONTINUED { f32::MIN } else { CONTINUED });
            while let (Some(a), Some(b), Some(c), Some(d)) = (
                u0[from..].first_chunk::<WIDTH>(),
                u1[from..].first_chunk::<WIDTH>(),
                v0[from..].first_chunk::<WIDTH>(),
                v1[from..].first_chunk::<WIDTH>(),
            ) {
                let (a, b, c, d) = (L::load(a), L::load(b), L::load(c), L::load(d));
                let along = a.gt(finish).or(begin.gt(b));
                let across = c.gt(high).or(low.gt(d));
                let lanes = u32::from(!along.or(across).or(home.gt(c)).mask());
                hits[noted % NOTED] = Hit { own: at as u32, from: from as u32, lanes };
                noted += usize::from(lanes != 0);
                groups += 1;
                from += WIDTH;
                if noted == NOTED {
                    return Looked { at, from, groups, noted };
                }
                if from >= end {
                    break;
                }
            }
            from = at + 2;
        }
        Looked { at: n, from, groups, noted }
    }
}

//! Sweep and prune in strips: all pairs of boxes that share a point.
//!
//! Method: sweep and prune (Cohen, Lin, Manocha and Ponamgi, I-COLLIDE, 1995, section 4) within
//! strips twelve mean heights tall. A strip fits the first-level cache, where it is sorted roughly
//! by the low sides and swept eight boxes at a time.
//!
//! Each pair is reported once. A box is owned by the strip in which it begins and copied into the
//! strips above. Two boxes that overlap share the strip in which the later one begins, and that
//! strip owns one of them. Copies carry −∞ for their low side, and a copy is compared only with
//! owned boxes.
//!
//! Frame: u runs along the sweep, v across the strips; u is x unless all lies near one vertical
//! line. Cost: about 1 + 1/12 entries a box, a counting sort, and per box the boxes that overlap it
//! in u within its strip, six or seven where boxes are as dense as one pair each.
//!
//! Guards: strip heights follow the sizes in a sample without its giants. Outliers fall into the
//! first and the last strip. A strip that holds too many boxes for its height is cut again.

mod layout;
mod strip;
pub(crate) mod swept_index;

use crate::broad::parallel::Threads;
use crate::broad::{heap_bytes, pair};
use crate::math::{Aabb, reserve_eighth};
use alloc::vec::Vec;
use core::ops::Range;
use layout::{Plan, sample};
use strip::{Extent, Line};

/// How often strips may be cut again.
const DEEPEST: usize = 6;
/// Strips with fewer entries are never cut again.
const FULL: usize = 64;
/// A strip is cut again if a box has more than this many boxes beside it along the sweep.
const CROWDED_THRESHOLD: f32 = 24.0;
/// Fewer items are not worth a piece of work.
pub(super) const PARALLEL_THRESHOLD: usize = 1024;
/// The low side of a copy.
const CONTINUED: f32 = f32::NEG_INFINITY;

/// The boxes to sweep: ascending ids, which are in, and all boxes by id.
#[derive(Clone, Copy)]
pub(crate) struct Items<'a> {
    pub(crate) ids: &'a [u32],
    pub(crate) boxes: &'a [Aabb],
}

impl<'a> Items<'a> {
    fn iter(self) -> impl Iterator<Item = (u32, Aabb)> + Clone {
        self.ids.iter().map(move |id| (*id, self.boxes[*id as usize]))
    }
}

#[derive(Clone, Copy, Debug, Default)]
struct Entry {
    /// The low sides along u and v, then the high ones: four lanes.
    sides: [f32; 4],
    id: u32,
}

#[derive(Clone, Debug, Default)]
struct StripLevel {
    entries: Vec<Entry>,
    starts: Vec<u32>,
    /// How many end in each strip.
    ends: Vec<u32>,
    total: usize,
}

impl StripLevel {
    /// Copies `count` items into their strips, and keeps their order within each. Uses fewer strips
    /// if too many items overlap several.
    #[inline(never)]
    fn fill(&mut self, items: impl Iterator<Item = Entry> + Clone, count: usize, plan: &mut Plan) {
        self.count(items.clone(), plan);
        if self.total > 2 * count + count / 2 + FULL {
            plan.thin_out(self.total, count);
            self.count(items.clone(), plan);
        }
        if self.entries.len() < self.total {
            reserve_eighth(&mut self.entries, self.total);
            self.entries.resize(self.total, Entry::default());
        }
        let (starts, entries) = (&mut self.starts[..], &mut self.entries[..]);
        items.for_each(|entry| {
            let (first, last) = plan.strips_of(entry.sides);
            let mut copy = entry;
            let start = &mut starts[first];
            entries[*start as usize] = copy;
            *start += 1;
            if first < last {
                copy.sides[1] = CONTINUED;
                for start in &mut starts[first + 1..=last] {
                    entries[*start as usize] = copy;
                    *start += 1;
                }
            }
        });
        // Every start has moved to the next one's place.
        self.starts.rotate_right(1);
        self.starts[0] = 0;
    }

    fn strip(&self, number: usize) -> &[Entry] {
        &self.entries[self.starts[number] as usize..self.starts[number + 1] as usize]
    }

    /// Computes in `starts` where each strip begins, and the total at the end.
    fn count(&mut self, items: impl Iterator<Item = Entry>, plan: &Plan) {
        let Self { starts, ends, .. } = self;
        for counts in [&mut *starts, &mut *ends] {
            counts.clear();
            counts.resize(plan.strips + 1, 0);
        }
        let (starts, ends) = (&mut starts[..], &mut ends[..]);
        // A branch on a copy into another strip would be mispredicted.
        items.for_each(|entry| {
            let (first, last) = plan.strips_of(entry.sides);
            starts[first] += 1;
            ends[last] += 1;
        });
        let (mut sum, mut open) = (0, 0);
        for (start, end) in starts.iter_mut().zip(ends) {
            open += *start;
            *start = sum;
            sum += open;
            open -= *end;
        }
        self.total = sum as usize;
    }
}

/// The memory of the sweep, kept from one time to the next.
#[derive(Clone, Debug, Default)]
pub(crate) struct Strips {
    level: StripLevel,
    sweepers: Vec<Sweeper>,
    /// How many entries were sorted and how many groups of eight looked at, the last time.
    looked: u64,
    /// The typical length of an item across the strips, the last time; above 0 unless all are one.
    typical: f32,
}

#[derive(Clone, Copy)]
enum Along {
    X,
    Y,
}

impl Along {
    #[inline(always)]
    fn entry(self, (id, b): (u32, Aabb)) -> Entry {
        let sides = match self {
            Self::X => [b.min.x, b.min.y, b.max.x, b.max.y],
            Self::Y => [b.min.y, b.min.x, b.max.y, b.max.x],
        };
        Entry { sides, id }
    }
}

fn plan(items: Items<'_>) -> (Along, Plan) {
    let count = items.ids.len();
    let plan = |sides: fn(Aabb) -> (f32, f32)| {
        let places = (0..sample(count)).map(|at| at * count / sample(count));
        Plan::new(count, places.map(|at| sides(items.boxes[items.ids[at] as usize])))
    };
    let y = plan(|b| (b.min.y, b.max.y));
    if y.strips < 4 {
        // A row of boxes makes a strip as long as itself: rather cut it across.
        let x = plan(|b| (b.min.x, b.max.x));
        if x.strips > 4 * y.strips {
            return (Along::Y, x);
        }
    }
    (Along::X, y)
}

impl Strips {
    /// Lists each pair of items that share a point and that `counts` accepts, once, and notes the
    /// order of the sweep. Items are finite.
    pub(crate) fn run(
        &mut self,
        threads: Threads,
        items: Items<'_>,
        counts: impl Fn(u32, u32) -> bool + Sync,
        lists: &mut [Vec<(u32, u32)>],
    ) {
        let count = items.ids.len();
        let (along, mut plan) = plan(items);
        self.typical = plan.typical;
        let many = threads.pieces(count, PARALLEL_THRESHOLD).min(lists.len());
        let level = &mut self.level;
        // Compiled for each axis, so that no item has to choose.
        match along {
            Along::X => level.fill(items.iter().map(|i| Along::X.entry(i)), count, &mut plan),
            Along::Y => level.fill(items.iter().map(|i| Along::Y.entry(i)), count, &mut plan),
        }
        let level = &*level;
        for sweeper in &mut self.sweepers {
            sweeper.looked = 0;
            sweeper.order.clear();
        }
        if self.sweepers.len() < many {
            self.sweepers.resize_with(many, Sweeper::default);
        }
        let sweepers = &mut self.sweepers[..many];
        let parts = cuts(level, plan.strips, many).zip(&mut *sweepers).zip(lists);
        threads.share(parts, |((strips, sweeper), list)| {
            let mut hit = |a, b| {
                if counts(a, b) {
                    list.push(pair(a, b));
                }
            };
            sweeper.sweep(0, (level, &plan, strips), &mut hit);
        });
        self.looked = sweepers.iter().map(|sweeper| sweeper.looked).sum();
    }

    /// Returns the strips of the last sweep, which hold their ids in the order of the sweep.
    fn order(&self) -> impl Iterator<Item = &[u32]> {
        self.sweepers.iter().flat_map(|sweeper| sweeper.order.strips())
    }

    fn heap_bytes(&self) -> usize {
        let level =
            |l: &StripLevel| heap_bytes(&l.entries) + heap_bytes(&l.starts) + heap_bytes(&l.ends);
        let sweeper = |s: &Sweeper| {
            let order = heap_bytes(&s.order.ids) + heap_bytes(&s.order.ends);
            order + s.line.heap_bytes() + s.deeper.iter().map(level).sum::<usize>()
        };
        level(&self.level) + self.sweepers.iter().map(sweeper).sum::<usize>()
    }
}

/// Cuts the strips into `many` ranges with about as many entries.
fn cuts(level: &StripLevel, strips: usize, many: usize) -> impl Iterator<Item = Range<usize>> {
    let before = move |strip| level.starts[strip] as usize;
    let total = before(strips);
    let mut end = 0;
    (1..=many).map(move |part| {
        let begin = end;
        while end < strips && before(end) * many < total * part {
            end += 1;
        }
        begin..end
    })
}

/// The ids of owned entries in the order of a sweep.
#[derive(Clone, Debug, Default)]
struct SweepOrder {
    ids: Vec<u32>,
    ends: Vec<u32>,
}

impl SweepOrder {
    fn clear(&mut self) {
        self.ids.clear();
        self.ends.clear();
    }

    /// Adds the ids that the strip of a line owns.
    #[inline]
    fn add(&mut self, line: &Line) {
        let (ids, before) = (line.owned(), self.ids.len());
        reserve_eighth(&mut self.ids, before + ids.len());
        self.ids.extend(ids.filter_map(|(id, keep)| keep.then_some(id)));
        self.ends.push(self.ids.len() as u32);
    }

    fn strips(&self) -> impl Iterator<Item = &[u32]> {
        let mut begin = 0;
        self.ends.iter().map(move |end| {
            let begin = core::mem::replace(&mut begin, *end as usize);
            &self.ids[begin..*end as usize]
        })
    }
}

/// Sweeps strips, and holds the memory for it.
#[derive(Clone, Debug, Default)]
struct Sweeper {
    deeper: [StripLevel; DEEPEST - 1],
    line: Line,
    order: SweepOrder,
    looked: u64,
}

impl Sweeper {
    /// Sweeps each of these strips, or cuts it again.
    fn sweep(
        &mut self,
        depth: usize,
        (level, plan, strips): (&StripLevel, &Plan, Range<usize>),
        hit: &mut impl FnMut(u32, u32),
    ) {
        for number in strips {
            let strip = level.strip(number);
            let count = strip.len();
            if count == 0 {
                continue;
            }
            self.looked += count as u64;
            let extent = Extent::of(strip);
            if count >= FULL && depth + 1 < DEEPEST && extent.beside(count) > CROWDED_THRESHOLD {
                let (low, high) = plan.range(number);
                let entries = strip.iter().copied();
                let ranges = entries.clone().map(|Entry { sides: [_, v0, _, v1], .. }| {
                    (if v0 < low { low } else { v0 }, if v1 > high { high } else { v1 })
                });
                let mut cut = Plan::new(count, ranges);
                if cut.strips > 2 {
                    let mut next = core::mem::take(&mut self.deeper[depth]);
                    next.fill(entries, count, &mut cut);
                    self.sweep(depth + 1, (&next, &cut, 0..cut.strips), hit);
                    self.deeper[depth] = next;
                    continue;
                }
            }
            self.line.arrange(strip, &extent);
            self.looked += self.line.sweep(hit);
            self.order.add(&self.line);
        }
    }
}

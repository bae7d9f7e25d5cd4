//! Sweep and prune in strips: all pairs of boxes that share a point.
//!
//! Method: sweep and prune (Cohen, Lin, Manocha and Ponamgi, I-COLLIDE, 1995, section 4) within
//! strips, so that neighbors along the sweep are neighbors in the plane. Boxes are copied into
//! strips twelve mean heights tall, in the order they come, which reads memory sequentially. Each
//! strip then fits the first-level cache, where it is sorted roughly by the low sides and swept
//! eight boxes at a time.
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
//! Guards: strip heights follow the sizes in a sample without its giants. Outliers do not widen the
//! strips, but fall into the first and the last. A strip that holds too many boxes for its height
//! is cut into strips of its own.

mod layout;
pub(crate) mod lazy_bvh;
pub(crate) mod slack_index;
mod strip;

#[cfg(feature = "rayon")]
use crate::broad::parallel::{pieces, share};
use crate::math::{Aabb, reserve_eighth};
use alloc::vec::Vec;
use core::ops::Range;
#[cfg(feature = "rayon")]
use core::sync::atomic::{AtomicUsize, Ordering};
use layout::{Plan, Survey, sample};
use lazy_bvh::{OrderRun, SweepOrder};
use strip::Line;

/// How often strips may be cut again.
const DEEPEST: usize = 6;
/// Strips with fewer entries are never cut again.
const FULL: usize = 64;
/// Boxes that a box may have beside it along the sweep before its strip is called too full.
const CROWDED_THRESHOLD: f32 = 24.0;
/// Fewer items are not worth handing out.
#[cfg(feature = "rayon")]
const PARALLEL_THRESHOLD: usize = 1024;
/// The low side of a copy.
const CONTINUED: f32 = f32::NEG_INFINITY;

/// What is to be swept: to be read in order, several times, and at any place.
pub(super) trait Items {
    /// Those at some places.
    fn part(&self, places: Range<usize>) -> impl Iterator<Item = (u32, Aabb)> + Clone;
    /// The number of places.
    fn room(&self) -> usize;
    /// The box at a place, if there is one.
    fn at(&self, place: usize) -> Option<Aabb>;
    /// Writes all of them to their ids.
    fn copy(&self, boxes: &mut Vec<Aabb>);
}

/// A box in a strip.
#[derive(Clone, Copy, Debug, Default)]
struct Entry {
    /// The low sides along u and v, then the high ones: four lanes.
    sides: [f32; 4],
    id: u32,
}

/// Entries by strip.
#[derive(Clone, Debug, Default)]
struct StripLevel {
    entries: Vec<Entry>,
    starts: Vec<u32>,
    /// How many end in each strip.
    ends: Vec<u32>,
}

impl StripLevel {
    /// Copies the items into their strips, unless they make more than `most` entries; keeps their
    /// order within each. Returns how many they make.
    #[inline(never)]
    fn fill(
        &mut self,
        items: impl Iterator<Item = Entry> + Clone,
        plan: &Plan,
        most: usize,
    ) -> usize {
        let total = self.count(items.clone(), plan);
        if total > most {
            return total;
        }
        if self.entries.len() < total {
            reserve_eighth(&mut self.entries, total);
            self.entries.resize(total, Entry::default());
        }
        items.for_each(|entry| {
            let (first, last) = plan.strips_of(entry.sides);
            let mut copy = entry;
            let start = &mut self.starts[first];
            self.entries[*start as usize] = copy;
            *start += 1;
            if first < last {
                copy.sides[1] = CONTINUED;
                for start in &mut self.starts[first + 1..=last] {
                    self.entries[*start as usize] = copy;
                    *start += 1;
                }
            }
        });
        // Every start has moved to the next one's place.
        self.starts.rotate_right(1);
        self.starts[0] = 0;
        total
    }

    /// Does as `fill` for items along an axis: compiled for each of both, which is asked once and
    /// not twice an item.
    fn fill_along(
        &mut self,
        along: Along,
        items: impl Iterator<Item = (u32, Aabb)> + Clone,
        plan: &Plan,
        most: usize,
    ) -> usize {
        match along {
            // Pages load every copy.
            _ if cfg!(target_arch = "wasm32") => {
                self.fill(items.map(|item| along.entry(item)), plan, most)
            }
            Along::X => self.fill(items.map(|item| Along::X.entry(item)), plan, most),
            Along::Y => self.fill(items.map(|item| Along::Y.entry(item)), plan, most),
        }
    }

    /// Leaves in `starts` where each strip begins, and one more; returns the number of entries.
    fn count(&mut self, items: impl Iterator<Item = Entry>, plan: &Plan) -> usize {
        let Self { starts, ends, .. } = self;
        for counts in [&mut *starts, &mut *ends] {
            counts.clear();
            counts.resize(plan.strips + 1, 0);
        }
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
        sum as usize
    }
}

/// Fills strips with items, and uses fewer strips if too many items overlap several.
#[cfg_attr(target_arch = "wasm32", inline(never))]
fn fitted(plan: &mut Plan, count: usize, mut fill: impl FnMut(&Plan, usize) -> usize) {
    let total = fill(plan, most(count));
    if total > most(count) {
        plan.thin_out(total, count);
        fill(plan, usize::MAX);
    }
}

/// Entries beyond which there are too many strips.
fn most(count: usize) -> usize {
    2 * count + count / 2 + FULL
}

/// A strip, of which every hand that filled strips has a part.
#[derive(Clone, Copy)]
struct Strip<'a> {
    levels: &'a [StripLevel],
    number: usize,
}

impl<'a> Strip<'a> {
    fn parts(self) -> impl Iterator<Item = &'a [Entry]> + Clone {
        self.levels.iter().map(move |level| {
            let ends = [self.number, self.number + 1].map(|at| level.starts[at] as usize);
            &level.entries[ends[0]..ends[1]]
        })
    }

    fn len(self) -> usize {
        self.parts().map(<[Entry]>::len).sum()
    }
}

/// The memory of one that sweeps.
#[derive(Clone, Debug, Default)]
struct Sweeper {
    deeper: [StripLevel; DEEPEST - 1],
    line: Line,
    /// How many entries were sorted and how many groups of eight looked at.
    looked: u64,
}

/// The memory of the sweep, kept from one time to the next.
#[derive(Clone, Debug, Default)]
pub(super) struct Strips {
    /// By the hand that fills them.
    levels: Vec<StripLevel>,
    sweepers: Vec<Sweeper>,
    /// How many entries were sorted and how many groups of eight looked at, the last time.
    pub(super) looked: u64,
    /// The typical length of an item across the strips, the last time; above 0 unless all are one.
    pub(super) typical: f32,
}

/// Along which axis strips lie.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
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

/// Computes the layout of the strips.
fn plan(items: &impl Items, count: usize) -> (Along, Plan) {
    let wanted = sample(count);
    let survey = |sides: fn(Aabb) -> (f32, f32)| {
        let mut survey = Survey::new(count);
        let places = (0..wanted).map(|at| at * items.room() / wanted);
        for (low, high) in places.filter_map(|place| items.at(place)).map(sides) {
            survey.add(low, high);
        }
        survey.plan()
    };
    let y = survey(|b| (b.min.y, b.max.y));
    if y.strips < 4 {
        // A row of boxes makes a strip as long as itself: rather cut it across.
        let x = survey(|b| (b.min.x, b.max.x));
        if x.strips > 4 * y.strips {
            return (Along::Y, x);
        }
    }
    (Along::X, y)
}

impl Strips {
    /// Calls `hit` with each pair of items that share a point, once, and notes all items in `order`
    /// so that neighbors stand together. Items are finite, and there are `count` of them.
    pub(super) fn run(
        &mut self,
        items: &impl Items,
        count: usize,
        order: &mut SweepOrder,
        hit: &mut impl FnMut(u32, u32),
    ) {
        let (along, mut plan) = plan(items, count);
        self.typical = plan.typical;
        let level = at_least(&mut self.levels, 1);
        fitted(&mut plan, count, |plan, most| {
            level[0].fill_along(along, items.part(0..items.room()), plan, most)
        });
        let sweeper = &mut at_least(&mut self.sweepers, 1)[0];
        let stretch = &mut order.begin(1, count)[0];
        sweeper.run(level, &plan, 0..plan.strips, stretch, hit);
        let looked = sweeper.looked;
        self.looked = looked;
    }

    /// Does as `run` on the threads of the current `rayon` pool; lists the pairs that `counts`
    /// states count.
    #[cfg(feature = "rayon")]
    pub(super) fn run_parallel(
        &mut self,
        items: &(impl Items + Sync),
        count: usize,
        order: &mut SweepOrder,
        counts: impl Fn(u32, u32) -> bool + Sync,
        lists: &mut Vec<Vec<(u32, u32)>>,
    ) {
        let (along, mut plan) = plan(items, count);
        self.typical = plan.typical;
        let many = pieces(count, PARALLEL_THRESHOLD);
        let levels = at_least(&mut self.levels, many);
        fitted(&mut plan, count, |plan, most| {
            let totals: Vec<AtomicUsize> = (0..many).map(|_| AtomicUsize::new(0)).collect();
            let place = |at: usize| at * items.room() / many;
            share(levels.iter_mut().zip(&totals).enumerate(), |(at, (level, total))| {
                let part = items.part(place(at)..place(at + 1));
                total.store(level.fill_along(along, part, plan, most), Ordering::Relaxed);
            });
            totals.into_iter().map(AtomicUsize::into_inner).sum()
        });
        let levels = &*levels;
        let cuts = cuts(levels, plan.strips, many);
        at_least(lists, many);
        let sweepers = at_least(&mut self.sweepers, many);
        let all = cuts.into_iter().zip(&mut *sweepers).zip(order.begin(many, count)).zip(lists);
        share(all, |(((strips, sweeper), stretch), list)| {
            sweeper.run(levels, &plan, strips, stretch, &mut |a, b| {
                if counts(a, b) {
                    list.push(pair(a, b));
                }
            });
        });
        let looked = sweepers.iter().map(|sweeper| sweeper.looked).sum();
        self.looked = looked;
    }

    pub(super) fn heap_bytes(&self) -> usize {
        let level = |l: &StripLevel| {
            l.entries.capacity() * size_of::<Entry>()
                + (l.starts.capacity() + l.ends.capacity()) * 4
        };
        let sweeper = |s: &Sweeper| s.line.heap_bytes() + s.deeper.iter().map(level).sum::<usize>();
        self.levels.iter().map(level).sum::<usize>()
            + self.sweepers.iter().map(sweeper).sum::<usize>()
    }
}

/// Puts a pair into its order.
#[inline]
pub(super) fn pair(a: u32, b: u32) -> (u32, u32) {
    if a < b { (a, b) } else { (b, a) }
}

/// Returns the first `count` items of a list, which grows if it is shorter.
fn at_least<R: Default>(list: &mut Vec<R>, count: usize) -> &mut [R] {
    if list.len() < count {
        list.resize_with(count, R::default);
    }
    &mut list[..count]
}

/// Cuts the strips into ranges with about as many entries.
#[cfg(feature = "rayon")]
fn cuts(levels: &[StripLevel], strips: usize, many: usize) -> Vec<Range<usize>> {
    let before = |strip: usize| levels.iter().map(|l| l.starts[strip] as usize).sum::<usize>();
    let total = before(strips);
    let mut ends = Vec::new();
    for strip in 0..=strips {
        while ends.len() <= many && before(strip) * many >= total * ends.len() {
            ends.push(strip);
        }
    }
    // What is left over has no entries.
    ends.resize(many + 1, strips);
    ends.windows(2).map(|ends| ends[0]..ends[1]).collect()
}

impl Sweeper {
    fn run(
        &mut self,
        levels: &[StripLevel],
        plan: &Plan,
        strips: Range<usize>,
        order: &mut OrderRun,
        hit: &mut impl FnMut(u32, u32),
    ) {
        self.looked = 0;
        sweep(
            (levels, plan, strips),
            &mut self.deeper,
            &mut self.line,
            &mut self.looked,
            order,
            hit,
        );
    }
}

/// Sweeps each strip of a level, or cuts it again.
fn sweep(
    (levels, plan, strips): (&[StripLevel], &Plan, Range<usize>),
    deeper: &mut [StripLevel],
    line: &mut Line,
    looked: &mut u64,
    order: &mut OrderRun,
    hit: &mut impl FnMut(u32, u32),
) {
    for number in strips {
        let strip = Strip { levels, number };
        let count = strip.len();
        if count == 0 {
            continue;
        }
        *looked += count as u64;
        let extent = strip::Extent::of(strip);
        if count >= FULL
            && extent.beside(count) > CROWDED_THRESHOLD
            && let [next, deeper @ ..] = deeper
        {
            let (low, high) = plan.range(number);
            let mut survey = Survey::new(count);
            for Entry { sides: [_, v0, _, v1], .. } in strip.parts().flatten() {
                survey.add(if *v0 < low { low } else { *v0 }, if *v1 > high { high } else { *v1 });
            }
            let mut cut = survey.plan();
            if cut.strips > 2 {
                let entries = || strip.parts().flatten().copied();
                fitted(&mut cut, count, |cut, most| next.fill(entries(), cut, most));
                let all = (core::slice::from_ref(next), &cut, 0..cut.strips);
                sweep(all, deeper, line, looked, order, hit);
                continue;
            }
        }
        line.arrange(strip, &extent);
        *looked += line.sweep(hit);
        line.note(order);
    }
}

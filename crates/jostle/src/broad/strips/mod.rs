//! All pairs of boxes that share a point, from nothing: the sweep of `Sweep` and `Auto`.
//!
//! Method: sweep and prune (Cohen, Lin, Manocha and Ponamgi, I-COLLIDE, 1995, section 4) within
//! strips, so that neighbours along the sweep are neighbours in the plane. Boxes are copied into
//! strips about twelve mean heights tall, in the order they come, which reads memory forward only;
//! each strip is then small enough for the nearest cache, where it is put into about the order of the
//! low sides and swept eight boxes at a time.
//!
//! Each pair comes once: a box is its own in the strip where it begins and a guest in those above.
//! Two boxes that meet share the strip where the later one begins, and there one of them is at home.
//! Guests carry −∞ for their low side, and a guest asks only for boxes that do not.
//!
//! Frame: u runs along the sweep, v across the strips; u is x unless all lies beside one vertical
//! line. Cost: about 1 + 1/12 entries a box, a counting sort, and per box the boxes that overlap it
//! in u within its strip, six or seven where boxes are as dense as one pair each.
//!
//! Guards. Strip heights follow the sizes in a sample without its giants; outliers do not widen the
//! strips, but fall into the first and the last; a strip that is too full for its height, seen from
//! inside, is cut into strips of its own. What was tried without: one radix sort along x over
//! everything gathers from memory at random and costs twice as much, and keeping the order of the
//! last frame costs ten to a hundred times as much, because neighbours in x are far apart in y.

mod line;
mod plan;

use super::order::Order;
use crate::math::Aabb;
use alloc::vec::Vec;
use line::Line;
use plan::{Plan, Survey, sample};

/// Strips may be cut again so many times.
const DEEPEST: usize = 6;
/// Strips with fewer entries are never cut again.
const FULL: usize = 64;
/// Boxes that a box may have beside it along the sweep before its strip is called too full.
const CROWDED: f32 = 24.0;
/// The low side of a guest.
const GUEST: f32 = f32::NEG_INFINITY;

/// What is to be swept: to be read in order, several times, and at any place.
pub(super) trait Items {
    /// All of them.
    fn all(&self) -> impl Iterator<Item = (u32, Aabb)> + Clone;
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

impl Entry {
    fn lying(id: u32, b: Aabb) -> Self {
        Self { sides: [b.min.x, b.min.y, b.max.x, b.max.y], id }
    }

    fn upright(id: u32, b: Aabb) -> Self {
        Self { sides: [b.min.y, b.min.x, b.max.y, b.max.x], id }
    }
}

/// Entries by strip.
#[derive(Clone, Debug, Default)]
struct Level {
    entries: Vec<Entry>,
    starts: Vec<u32>,
}

impl Level {
    /// Copies the items into their strips; keeps their order within each.
    fn fill(&mut self, items: impl Iterator<Item = Entry> + Clone, plan: &mut Plan, count: usize) {
        let mut total = self.count(items.clone(), plan);
        if total > 2 * count + count / 2 + FULL {
            plan.thin_out(total, count);
            total = self.count(items.clone(), plan);
        }
        if self.entries.len() < total {
            self.entries.resize(total, Entry::default());
        }
        for entry in items {
            let (first, last) = plan.strips_of(entry.sides);
            let mut copy = entry;
            let start = &mut self.starts[first];
            self.entries[*start as usize] = copy;
            *start += 1;
            if first < last {
                copy.sides[1] = GUEST;
                for start in &mut self.starts[first + 1..=last] {
                    self.entries[*start as usize] = copy;
                    *start += 1;
                }
            }
        }
        // Every start has moved to the next one's place.
        self.starts.rotate_right(1);
        self.starts[0] = 0;
    }

    /// Leaves in `starts` where each strip begins, and one more; returns the number of entries.
    fn count(&mut self, items: impl Iterator<Item = Entry>, plan: &Plan) -> usize {
        self.starts.clear();
        self.starts.resize(plan.strips + 1, 0);
        for entry in items {
            let (first, last) = plan.strips_of(entry.sides);
            self.starts[first] += 1;
            if first < last {
                for count in &mut self.starts[first + 1..=last] {
                    *count += 1;
                }
            }
        }
        let mut sum = 0;
        for start in &mut self.starts {
            let count = *start;
            *start = sum;
            sum += count;
        }
        sum as usize
    }
}

/// The memory of the sweep, kept from one time to the next.
#[derive(Clone, Debug, Default)]
pub(super) struct Strips {
    levels: [Level; DEEPEST],
    line: Line,
    /// How many entries were sorted and how many groups of eight looked at, the last time.
    pub(super) looked: u64,
    /// The typical length of an item across the strips, the last time; above 0 unless all are one.
    pub(super) typical: f32,
}

impl Strips {
    /// Calls `hit` with each pair of items that share a point, once, and notes all
    /// items in `order` so that neighbours stand together. Items are finite, and there are `count` of them.
    pub(super) fn run(
        &mut self,
        items: &impl Items,
        count: usize,
        order: &mut Order,
        hit: &mut impl FnMut(u32, u32),
    ) {
        let wanted = sample(count);
        let survey = |sides: fn(Aabb) -> (f32, f32)| {
            let mut survey = Survey::new(count);
            let places = (0..wanted).map(|at| at * items.room() / wanted);
            for (low, high) in places.filter_map(|place| items.at(place)).map(sides) {
                survey.add(low, high);
            }
            survey.plan()
        };
        let (mut plan, mut upright) = (survey(|b| (b.min.y, b.max.y)), false);
        if plan.strips < 4 {
            // A row of boxes makes a strip as long as itself: rather cut it across.
            let x = survey(|b| (b.min.x, b.max.x));
            if x.strips > 4 * plan.strips {
                (plan, upright) = (x, true);
            }
        }
        let entry = |(id, b)| if upright { Entry::upright(id, b) } else { Entry::lying(id, b) };
        self.looked = 0;
        order.clear();
        self.typical = plan.typical;
        let [first, deeper @ ..] = &mut self.levels;
        first.fill(items.all().map(entry), &mut plan, count);
        sweep(first, &plan, deeper, &mut self.line, &mut self.looked, order, hit);
    }

    pub(super) fn bytes(&self) -> usize {
        let level = |l: &Level| {
            l.entries.capacity() * size_of::<Entry>() + l.starts.capacity() * size_of::<u32>()
        };
        self.levels.iter().map(level).sum::<usize>() + self.line.bytes()
    }
}

/// Sweeps each strip of a level, or cuts it again.
fn sweep(
    level: &Level,
    plan: &Plan,
    deeper: &mut [Level],
    line: &mut Line,
    looked: &mut u64,
    order: &mut Order,
    hit: &mut impl FnMut(u32, u32),
) {
    for strip in 0..plan.strips {
        let entries =
            &level.entries[level.starts[strip] as usize..level.starts[strip + 1] as usize];
        if entries.is_empty() {
            continue;
        }
        *looked += entries.len() as u64;
        let extent = line::Extent::of(entries);
        if entries.len() >= FULL
            && extent.beside(entries.len()) > CROWDED
            && let [next, deeper @ ..] = deeper
        {
            let (low, high) = plan.range(strip);
            let mut survey = Survey::new(entries.len());
            for Entry { sides: [_, v0, _, v1], .. } in entries {
                survey.add(if *v0 < low { low } else { *v0 }, if *v1 > high { high } else { *v1 });
            }
            let mut cut = survey.plan();
            if cut.strips > 2 {
                next.fill(entries.iter().copied(), &mut cut, entries.len());
                sweep(next, &cut, deeper, line, looked, order, hit);
                continue;
            }
        }
        line.arrange(entries, &extent);
        *looked += line.sweep(hit);
        line.note(order);
    }
}

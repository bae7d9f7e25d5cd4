//! All pairs of a box of one list and a box of another that share a point.
//!
//! Method: both lists are sorted by x, and each box looks forward through the other list (Brinkhoff,
//! Kriegel and Seeger, "Efficient Processing of Spatial Joins Using R-trees", 1993, section 4.2), within
//! strips a few mean heights tall. A box is copied into each strip that it meets, and a copy has no
//! lower side. Two boxes that overlap share the strip in which the later one begins; in all other strips
//! that they share both are copies, and two copies are no pair. So each pair comes once.
//!
//! A strip is cut again if its own boxes ask for it: a single box far away makes the first strips too
//! tall. Giants count with no more than the height of all, so a few do not spoil the mean.
//! Cost: O(n log n) for n boxes, and for each box those of the other list that begin beside it in its
//! strips.

use jostle::{Aabb, Vec2};

/// Mean heights of a strip.
const TALL: f32 = 4.0;
/// Boxes of a strip, at least, if all strips had as many.
const FEW: usize = 16;
/// How often strips may be cut again.
const DEEPEST: u32 = 6;
/// Boxes that are looked at for the mean.
const SAMPLE: usize = 1024;
/// The lower side of a copy.
const CONTINUED: f32 = f32::NEG_INFINITY;

#[derive(Clone, Copy)]
struct Entry {
    bounds: Aabb,
    id: u32,
}

const NONE: Entry = Entry { bounds: Aabb::UNBOUNDED, id: 0 };

/// Calls `hit` with each pair and the lower corner of what its boxes have in common. A box that is not
/// finite makes a pair with all.
pub(crate) fn sweep(
    left: impl Iterator<Item = Aabb>,
    right: impl Iterator<Item = Aabb>,
    hit: &mut dyn FnMut(u32, u32, Vec2),
) {
    let (mut left, unbounded_left) = divide(left);
    let (mut right, unbounded_right) = divide(right);
    let mut pair = |a: &Entry, b: &Entry| {
        let (a_min, b_min) = (a.bounds.min, b.bounds.min);
        hit(a.id, b.id, Vec2::new(later(a_min.x, b_min.x), later(a_min.y, b_min.y)));
    };
    for a in &unbounded_left {
        right.iter().chain(&unbounded_right).for_each(|b| pair(a, b));
    }
    for b in &unbounded_right {
        left.iter().for_each(|a| pair(a, b));
    }
    cut(&mut left, &mut right, DEEPEST, hit);
}

/// Divides boxes into those that are finite and the others.
fn divide(boxes: impl Iterator<Item = Aabb>) -> (Vec<Entry>, Vec<Entry>) {
    let mut all: Vec<Entry> = (0..).zip(boxes).map(|(id, bounds)| Entry { bounds, id }).collect();
    let unbounded = all.extract_if(.., |entry| !entry.bounds.is_finite()).collect();
    (all, unbounded)
}

fn later(a: f32, b: f32) -> f32 {
    if a > b { a } else { b }
}

/// Sweeps two lists, in strips if that is worth it.
fn cut(left: &mut [Entry], right: &mut [Entry], deeper: u32, hit: &mut dyn FnMut(u32, u32, Vec2)) {
    if left.is_empty() || right.is_empty() {
        return;
    }
    let strips = Strips::new(left, right);
    if deeper == 0 || strips.count < 2 {
        return scan(left, right, hit);
    }
    let (mut left, left_starts) = strips.deal(left);
    let (mut right, right_starts) = strips.deal(right);
    for strip in 0..strips.count {
        let left = &mut left[left_starts[strip]..left_starts[strip + 1]];
        let right = &mut right[right_starts[strip]..right_starts[strip + 1]];
        cut(left, right, deeper - 1, hit);
    }
}

/// Strips of one height.
struct Strips {
    low: f32,
    /// Strips in a unit of length.
    scale: f32,
    count: usize,
}

impl Strips {
    fn new(left: &[Entry], right: &[Entry]) -> Self {
        let all = || left.iter().chain(right).map(|entry| entry.bounds);
        let begins = all().map(|b| b.min.y).filter(|y| *y > CONTINUED);
        let (low, high) = begins.fold((f32::INFINITY, CONTINUED), |(low, high), y| {
            (if y < low { y } else { low }, later(y, high))
        });
        let boxes = left.len() + right.len();
        let step = boxes / SAMPLE + 1;
        let top = |b: Aabb| if b.max.y < high { b.max.y } else { high };
        let height = |b: Aabb| top(b) - later(b.min.y, low);
        let sum: f32 = all().step_by(step).map(height).map(|height| later(height, 0.0)).sum();
        let mean = sum / boxes.div_ceil(step) as f32;
        // Saturates: points have no height.
        let count = ((high - low) / (TALL * mean)) as usize;
        let count = count.min(boxes / FEW);
        Self { low, scale: count as f32 / (high - low), count }
    }

    /// Returns the strip of a height; never less for a larger one.
    fn of(&self, y: f32) -> usize {
        (((y - self.low) * self.scale) as usize).min(self.count - 1)
    }

    /// Copies a list into strips; returns where each begins, and the end.
    fn deal(&self, list: &[Entry]) -> (Vec<Entry>, Vec<usize>) {
        let strips = |entry: &Entry| self.of(entry.bounds.min.y)..=self.of(entry.bounds.max.y);
        // Two places further, so that each start is counted up to the next one while it is filled.
        let mut starts = vec![0; self.count + 2];
        for entry in list {
            strips(entry).for_each(|strip| starts[strip + 2] += 1);
        }
        for strip in 2..starts.len() {
            starts[strip] += starts[strip - 1];
        }
        let mut entries = vec![NONE; starts[self.count + 1]];
        for entry in list {
            let mut copy = *entry;
            for strip in strips(entry) {
                let at = &mut starts[strip + 1];
                entries[*at] = copy;
                *at += 1;
                copy.bounds.min.y = CONTINUED;
            }
        }
        (entries, starts)
    }
}

/// Sweeps two lists along x.
fn scan(left: &mut [Entry], right: &mut [Entry], hit: &mut dyn FnMut(u32, u32, Vec2)) {
    for list in [&mut *left, &mut *right] {
        list.sort_unstable_by(|a, b| a.bounds.min.x.total_cmp(&b.bounds.min.x));
    }
    let (mut left, mut right) = (&*left, &*right);
    while let ([a, lefts @ ..], [b, rights @ ..]) = (left, right) {
        if a.bounds.min.x <= b.bounds.min.x {
            forward(a, right, |b, corner| hit(a.id, b, corner));
            left = lefts;
        } else {
            forward(b, left, |a, corner| hit(a, b.id, corner));
            right = rights;
        }
    }
}

/// Finds what a box meets among boxes that begin no earlier and are sorted.
fn forward(entry: &Entry, others: &[Entry], mut hit: impl FnMut(u32, Vec2)) {
    let own = entry.bounds;
    for other in others {
        let (Aabb { min, max }, y) = (other.bounds, later(other.bounds.min.y, own.min.y));
        if min.x > own.max.x {
            break;
        }
        if y > CONTINUED && y <= own.max.y && y <= max.y {
            hit(other.id, Vec2::new(min.x, y));
        }
    }
}

//! Sorts with little code, for lists whose sort takes little of the time.
//!
//! Each instance of the standard sort is some ten kilobytes of code. [`sort_by`] sorts short lists
//! by insertion and longer ones by their places, through one copy of the standard sort.
//! [`sort_points`] turns points into integers. Broad phases and steps sort integers themselves, by
//! [`sort_integers`] where the lists are short.

use crate::math::{Vec2, reserve_eighth};
use alloc::vec::Vec;
use core::cmp::Ordering;
use core::ops::Range;

/// Items up to which lists are sorted by comparing, by insertion as the standard library does.
const FEW: usize = 20;

/// Sorts a list; what is equal stays in its order.
pub(crate) fn sort_by<T>(list: &mut [T], order: impl FnMut(&T, &T) -> Ordering) {
    if list.len() <= FEW {
        sort_few(list, order);
    } else {
        sort_many(list, order);
    }
}

/// Sorts integers, of which there are few more often than not. The standard sort would do, but where
/// it is built for size it has no insertion sort: there it takes three times as long for ten.
pub(crate) fn sort_integers<T: Ord>(list: &mut [T]) {
    if list.len() <= FEW {
        sort_few(list, Ord::cmp);
    } else {
        list.sort_unstable();
    }
}

fn sort_few<T>(list: &mut [T], mut order: impl FnMut(&T, &T) -> Ordering) {
    for end in 1..list.len() {
        let mut at = end;
        while at > 0 && order(&list[at], &list[at - 1]) == Ordering::Less {
            list.swap(at, at - 1);
            at -= 1;
        }
    }
}

#[inline(never)]
fn sort_many<T>(list: &mut [T], mut order: impl FnMut(&T, &T) -> Ordering) {
    let mut places = places(list.len(), &mut |p, q| order(&list[p], &list[q]));
    // Along every cycle of the permutation.
    for start in 0..places.len() {
        let mut at = start;
        loop {
            let from = core::mem::replace(&mut places[at], at);
            if from == start {
                break;
            }
            list.swap(at, from);
            at = from;
        }
    }
}

/// The places of a list's items in their order.
#[inline(never)]
fn places(count: usize, order: &mut dyn FnMut(usize, usize) -> Ordering) -> Vec<usize> {
    let mut places: Vec<usize> = (0..count).collect();
    places.sort_by(|p, q| order(*p, *q));
    places
}

/// Items in groups by their keys, in their order within each: a counting sort.
pub(crate) struct Groups {
    starts: Vec<u32>,
    /// The numbers of the items, group after group.
    pub(crate) order: Vec<u32>,
}

impl Groups {
    /// Groups the items with these keys, all below `count`.
    pub(crate) fn new(count: usize, keys: impl Iterator<Item = u32> + Clone) -> Self {
        let mut starts = alloc::vec![0_u32; count + 1];
        let mut len = 0;
        for key in keys.clone() {
            starts[key as usize + 1] += 1;
            len += 1;
        }
        for i in 0..count {
            starts[i + 1] += starts[i];
        }
        let mut place = starts.clone();
        let mut order = alloc::vec![0_u32; len];
        for (i, key) in (0..).zip(keys) {
            let at = &mut place[key as usize];
            order[*at as usize] = i;
            *at += 1;
        }
        Self { starts, order }
    }

    pub(crate) fn range(&self, key: usize) -> Range<usize> {
        self.starts[key] as usize..self.starts[key + 1] as usize
    }

    pub(crate) fn of(&self, key: usize) -> &[u32] {
        &self.order[self.range(key)]
    }
}

/// Sorts points by x, then y, and makes zeros positive.
#[inline(never)]
pub(crate) fn sort_points(points: &mut [Vec2]) {
    let key = |p: &Vec2| {
        u64::from(to_sortable_bits(p.x + 0.0)) << 32 | u64::from(to_sortable_bits(p.y + 0.0))
    };
    let mut keys: Vec<u64> = points.iter().map(key).collect();
    keys.sort_unstable();
    for (point, key) in points.iter_mut().zip(keys) {
        *point = Vec2::new(from_sortable_bits((key >> 32) as u32), from_sortable_bits(key as u32));
    }
}

/// Bits that sort as the numbers do; −0 before +0.
#[inline]
pub(crate) fn to_sortable_bits(x: f32) -> u32 {
    let bits = x.to_bits();
    bits ^ (((bits as i32 >> 31) as u32) | 0x8000_0000)
}

#[inline]
pub(crate) fn from_sortable_bits(bits: u32) -> f32 {
    f32::from_bits(bits ^ (((!bits as i32 >> 31) as u32) | 0x8000_0000))
}

/// Counters of this number of bits stay in cache.
const MOST_BITS: u32 = 17;

/// Sorts the items of several lists into one, given room for counters.
///
/// One pass of a bucket sort (Knuth, "The Art of Computer Programming" 3, §5.2.5) by the upper half
/// of the key, with up to 16 buckets for each item, then the few items of a bucket by comparing.
/// Perf: a quarter of the time of comparing all.
pub(crate) fn sort_in_buckets<'a, T: Copy + 'a>(
    lists: impl Iterator<Item = &'a [T]> + Clone,
    key: impl Fn(&T) -> u64,
    sorted: &mut Vec<T>,
    ends: &mut Vec<u32>,
) {
    let count = lists.clone().map(<[_]>::len).sum();
    sorted.clear();
    reserve_eighth(sorted, count);
    if count <= FEW {
        lists.for_each(|list| sorted.extend_from_slice(list));
        sorted.sort_unstable_by_key(key);
        return;
    }
    let upper = |item: &T| (key(item) >> 32) as u32;
    let range = |(low, high): (u32, u32), item| (low.min(upper(item)), high.max(upper(item)));
    let (low, high) = lists.clone().flatten().fold((u32::MAX, 0), range);
    let bits = MOST_BITS.min(count.ilog2() + 4);
    let shift = (u32::BITS - (high - low).leading_zeros()).saturating_sub(bits);
    let bucket = |item: &T| ((upper(item) - low) >> shift) as usize;
    ends.clear();
    ends.resize(((high - low) >> shift) as usize + 1, 0);
    lists.clone().flatten().for_each(|item| ends[bucket(item)] += 1);
    let mut sum = 0;
    for end in ends.iter_mut() {
        sum += core::mem::replace(end, sum);
    }
    let Some(any) = lists.clone().flatten().next() else { return };
    sorted.resize(count, *any);
    lists.flatten().for_each(|item| {
        let place = &mut ends[bucket(item)];
        sorted[*place as usize] = *item;
        *place += 1;
    });
    for equal in sorted.chunk_by_mut(|a, b| bucket(a) == bucket(b)).filter(|few| few.len() > 1) {
        equal.sort_unstable_by_key(&key);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Numbers that repeat, in no order.
    fn mixed(count: usize) -> Vec<(u32, usize)> {
        (0..count).map(|at| ((at as u32).wrapping_mul(2_654_435_761) >> 28, at)).collect()
    }

    #[test]
    fn lists_of_every_length_sort_as_the_standard_library_sorts_them() {
        for count in 0..200 {
            let mut list = mixed(count);
            let groups = Groups::new(16, list.iter().map(|item| item.0));
            let numbered: Vec<_> = groups.order.iter().map(|i| list[*i as usize]).collect();
            let mut want = list.clone();
            want.sort_by_key(|item| item.0);
            sort_by(&mut list, |p, q| p.0.cmp(&q.0));
            assert_eq!((&list, &numbered), (&want, &want));
            let mut integers: Vec<u32> = mixed(count).iter().map(|item| item.0).collect();
            sort_integers(&mut integers);
            assert!(integers.iter().eq(want.iter().map(|item| &item.0)));
        }
    }

    #[test]
    fn points_sort_as_numbers_and_lose_their_negative_zeros() {
        let all = [f32::MIN, -1.5, -0.0, 0.0, f32::MIN_POSITIVE, 2.0, f32::MAX];
        let mut points: Vec<Vec2> =
            all.iter().rev().flat_map(|x| all.iter().map(|y| Vec2::new(*x, *y))).collect();
        let mut want = points.clone();
        want.sort_by(|p, q| crate::math::exact::orient2d::lexicographic(*p, *q));
        sort_points(&mut points);
        assert_eq!(points, want);
        assert!(
            points.iter().flat_map(|p| [p.x, p.y]).all(|x| x.to_bits() != (-0.0_f32).to_bits())
        );
        assert!(
            all.iter().all(|x| from_sortable_bits(to_sortable_bits(*x)).to_bits() == x.to_bits())
        );
    }
}

//! Pairs of boxes of two lists in about the order of a key, such as their distance.
//!
//! Groups of [`GROUP`] neighbors in a list are compared first, so that pairs beyond a bound, which a
//! search lowers as it finds something, cost little. Cost: O(n · m / 1,024), then the pairs in groups
//! within the bound.

use smallvec::{Array, SmallVec};

use crate::math::greater;
use crate::shape::bvh::box_bvh::DAabb;

const GROUP: usize = 32;

pub(crate) type Boxes = SmallVec<[DAabb; 8]>;

/// A key, and the places of two boxes.
type Pair = (f64, usize, usize);

/// The pairs for which `key`, given their boxes, returns a number: for boxes around others at most
/// that of those.
pub(crate) struct NearPairs<'a, K> {
    boxes: [&'a [DAabb]; 2],
    key: K,
    /// The least key last; mostly one.
    groups: SmallVec<[Pair; 1]>,
    /// Those of the last group, the least key last.
    pairs: SmallVec<[Pair; 16]>,
}

impl<'a, K: Fn(DAabb, DAabb) -> Option<f64>> NearPairs<'a, K> {
    #[inline(always)]
    pub(crate) fn new(boxes: [&'a [DAabb]; 2], key: K) -> Self {
        let mut groups = SmallVec::from_buf([(f64::NEG_INFINITY, 0, 0)]);
        if boxes.iter().any(|own| own.len() > GROUP) {
            let join = |own: &[DAabb]| own.iter().copied().reduce(DAabb::join);
            let [a, b] = boxes.map(|own| own.chunks(GROUP).filter_map(join).collect::<Boxes>());
            refill(&mut groups, pairs(&a, &b, &key));
        }
        Self { boxes, key, groups, pairs: SmallVec::new() }
    }

    /// Returns the next pair if its key is no greater than `bound`, which only falls. `refine` returns a
    /// key that may be greater than that of the boxes, or `None` if the pair does not count.
    #[inline]
    pub(crate) fn next(
        &mut self,
        bound: f64,
        refine: impl Fn(usize, usize) -> Option<f64>,
    ) -> Option<(usize, usize)> {
        loop {
            if let Some((key, i, j)) = self.pairs.pop()
                && key <= bound
            {
                return Some((i, j));
            }
            let (key, i, j) = self.groups.pop()?;
            if key > bound {
                return None;
            }
            let first = [i * GROUP, j * GROUP];
            let [a, b] = [0, 1].map(|k| {
                let own = &self.boxes[k][first[k]..];
                &own[..own.len().min(GROUP)]
            });
            let refined = |(key, i, j): Pair| {
                let (i, j) = (first[0] + i, first[1] + j);
                Some((greater(refine(i, j)?, key), i, j))
            };
            refill(&mut self.pairs, pairs(a, b, &self.key).filter_map(refined));
        }
    }
}

fn pairs(
    a: &[DAabb],
    b: &[DAabb],
    key: &impl Fn(DAabb, DAabb) -> Option<f64>,
) -> impl Iterator<Item = Pair> {
    a.iter().copied().enumerate().flat_map(move |(i, p)| {
        b.iter().enumerate().filter_map(move |(j, q)| Some((key(p, *q)?, i, j)))
    })
}

fn refill<A: Array<Item = Pair>>(pairs: &mut SmallVec<A>, new: impl Iterator<Item = Pair>) {
    pairs.clear();
    pairs.extend(new);
    sort(pairs);
}

/// One body for all keys: sorting is large.
#[inline(never)]
fn sort(pairs: &mut [Pair]) {
    pairs.sort_unstable_by(|p, q| q.0.total_cmp(&p.0).then((q.1, q.2).cmp(&(p.1, p.2))));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::math::DVec2;

    #[test]
    fn all_pairs_within_a_bound_come_once() {
        let strip = |n: i32, y: f64| {
            let cell = |i: i32| {
                let p = DVec2::new(f64::from(i * 37 % 101), y + f64::from(i * 53 % 7));
                DAabb::of([p, p + DVec2::new(1.0, 1.0)])
            };
            (0..n).map(cell).collect::<Boxes>()
        };
        for (n, m) in [(1, 1), (31, 33), (100, 257), (0, 5)] {
            let boxes = [strip(n, 0.0), strip(m, 9.0)];
            let key = |p: DAabb, q: DAabb| {
                let square = p.square_distance(q);
                (square < 5000.0).then_some(square)
            };
            let mut all = Vec::new();
            for (i, p) in boxes[0].iter().enumerate() {
                for (j, q) in boxes[1].iter().enumerate() {
                    all.extend(
                        key(*p, *q).filter(|k| *k <= 100.0 && (i + j) % 3 > 0).map(|_| (i, j)),
                    );
                }
            }
            let mut near = NearPairs::new([&boxes[0], &boxes[1]], key);
            let mut found = Vec::new();
            while let Some(pair) = near.next(100.0, |i, j| ((i + j) % 3 > 0).then_some(0.0)) {
                found.push(pair);
            }
            found.sort_unstable();
            assert_eq!(found, all);
        }
    }
}

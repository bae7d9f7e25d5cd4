//! The walk through a tree that takes the nearest first, one question at a time or several in step.
//!
//! What lies along a way, and what is near: depth first, of each node the child with the smallest key
//! first (Roussopoulos, Kelley and Vincent, Nearest neighbor queries, 1995, without its upper bounds). A
//! best-first heap was left out: it would have to allocate. What waits has a place on each level that the
//! tallest tree may have, so that nothing is checked or lost.
//!
//! A kernel as a whole, since to change registers at every node would cost more than what is done there.
//! At every node all eight keys are computed, and the smallest is taken out by a tree of comparisons;
//! the others wait on their level, unsorted. Sorting them by insertion took twice as long for nearest
//! questions, which let all eight through at first: what comes is not to be guessed.
//!
//! A walk waits for every node before it knows the next. So several go down in step, level by level to
//! the first leaf of each, and ask for the memory of the next node as soon as they know it; from there on
//! one after the other. Rays in batches became a fifth shorter among 10,000 boxes, and two fifths among
//! 100,000. Sorting the rays by where they start gained 7 % and 14 % before the sorting itself, and was left
//! out.

use super::lanes::WIDTH;
use super::nodes::{Nodes, TALLEST};
use super::reach::Question;
use crate::math::simd::{Kernel, Octet, fetch, widest};

/// How many go in step.
pub(super) const GROUP: usize = 16;

/// By level, the node passed there and what waits of it.
type Passed = [(u32, [u32; WIDTH]); TALLEST + 1];
const NOTHING: Passed = [(0, [u32::MAX; WIDTH]); TALLEST + 1];

impl Nodes {
    /// Calls `visit` with the ids of boxes that count and the bound so far, nearer ones roughly first,
    /// until the new bound that it returns is negative; returns the last one. Of the ids that the ranks
    /// let pass those are visited that count, so that every broad phase visits the same.
    pub(super) fn ordered(
        &self,
        question: &impl Question,
        bound: f64,
        visit: impl FnMut(u32, f64) -> f64,
    ) -> f64 {
        if self.height == 0 {
            return bound;
        }
        widest(Walk { nodes: self, question, bound, visit })
    }

    /// Does as [`ordered`](Self::ordered) for the first [`GROUP`] of some questions, whose numbers
    /// `visit` gets; returns the last bound of each.
    pub(super) fn ordered_each(
        &self,
        questions: &[impl Question],
        bound: f64,
        visit: impl FnMut(usize, u32, f64) -> f64,
    ) -> [f64; GROUP] {
        if self.height == 0 {
            return [bound; GROUP];
        }
        widest(Walks { nodes: self, questions, bound, visit })
    }
}

struct Walk<'a, Q, V> {
    nodes: &'a Nodes,
    question: &'a Q,
    bound: f64,
    visit: V,
}

impl<Q: Question, V: FnMut(u32, f64) -> f64> Kernel for Walk<'_, Q, V> {
    type Answer = f64;

    #[inline(always)]
    fn run<L: Octet>(self) -> f64 {
        let Self { nodes, question, bound, visit } = self;
        let start = Some((nodes.root, nodes.height));
        go_on::<L, Q>(nodes, question, &mut NOTHING.clone(), (start, 0), bound, visit)
    }
}

struct Walks<'a, Q, V> {
    nodes: &'a Nodes,
    questions: &'a [Q],
    bound: f64,
    visit: V,
}

impl<Q: Question, V: FnMut(usize, u32, f64) -> f64> Kernel for Walks<'_, Q, V> {
    type Answer = [f64; GROUP];

    #[inline(always)]
    fn run<L: Octet>(self) -> [f64; GROUP] {
        let Self { nodes, questions, bound, mut visit } = self;
        let mut passed = [NOTHING; GROUP];
        let mut places = [(nodes.root, nodes.height); GROUP];
        for level in (2..=nodes.height).rev() {
            for (i, question) in questions.iter().enumerate().take(GROUP) {
                let (index, own) = places[i];
                // What found nothing further down stays behind.
                if own != level {
                    continue;
                }
                let node = nodes.node(index);
                let mut keys = ranks(&question.rank::<L>(&node.lanes));
                if let Some(lane) = take(&mut keys, question.limit(bound)) {
                    places[i] = (node.child[lane], level - 1);
                    fetch(nodes.node(node.child[lane]));
                }
                passed[i][level] = (index, keys);
            }
        }
        let mut bounds = [bound; GROUP];
        for (i, question) in questions.iter().enumerate().take(GROUP) {
            let (index, level) = places[i];
            let next = (level == 1).then_some((index, 1));
            let visit = |id, bound| visit(i, id, bound);
            bounds[i] = go_on::<L, Q>(nodes, question, &mut passed[i], (next, level), bound, visit);
        }
        bounds
    }
}

/// Goes on at a node on a level, or else with what waits on a level and above.
#[inline(always)]
fn go_on<L: Octet, Q: Question>(
    nodes: &Nodes,
    question: &Q,
    passed: &mut Passed,
    (mut next, mut level): (Option<(u32, usize)>, usize),
    mut bound: f64,
    mut visit: impl FnMut(u32, f64) -> f64,
) -> f64 {
    let mut limit = question.limit(bound);
    loop {
        if let Some((index, own)) = next {
            level = own;
            let node = nodes.node(index);
            let mut keys = ranks(&question.rank::<L>(&node.lanes));
            if level > 1 {
                passed[level] = (index, keys);
            } else {
                while let Some(lane) = take(&mut keys, limit) {
                    if question.counts(node.lanes.get(lane), bound) {
                        bound = visit(node.child[lane], bound);
                        if bound < 0.0 {
                            return bound;
                        }
                        limit = question.limit(bound);
                    }
                }
                level = 2;
            }
        }
        loop {
            if level > nodes.height {
                return bound;
            }
            let (above, keys) = &mut passed[level];
            if let Some(lane) = take(keys, limit) {
                next = Some((nodes.node(*above).child[lane], level - 1));
                break;
            }
            level += 1;
        }
    }
}

/// A key in the order of whole numbers, with its lane for the last three bits, which makes it
/// smaller by less than they are worth; what is NaN is the largest of all.
#[inline(always)]
pub(super) fn ranks(keys: &[f32; WIDTH]) -> [u32; WIDTH] {
    let mut ranks = [0; WIDTH];
    for (lane, rank) in ranks.iter_mut().enumerate() {
        *rank = keys[lane].to_bits() & !7 | lane as u32;
    }
    ranks
}

/// By a tree, since one after the other would wait for each.
#[inline(always)]
pub(super) fn least(ranks: &[u32; WIDTH]) -> u32 {
    let lesser = |a: u32, b: u32| if a < b { a } else { b };
    let [a, b, c, d, e, f, g, h] = *ranks;
    let [a, b, c, d] = [lesser(a, e), lesser(b, f), lesser(c, g), lesser(d, h)];
    lesser(lesser(a, c), lesser(b, d))
}

/// The lane with the smallest key, if that lies within the limit; it is taken out.
#[inline(always)]
fn take(ranks: &mut [u32; WIDTH], limit: f32) -> Option<usize> {
    let least = least(ranks);
    let lane = least as usize % WIDTH;
    // Not so where it is NaN.
    (f32::from_bits(least & !7) <= limit).then(|| {
        ranks[lane] = u32::MAX;
        lane
    })
}

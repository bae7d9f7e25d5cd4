//! Walks through a tree in the order of distance, for one ray or nearest query or several in step.
//!
//! Method: depth first, of each node the child with the smallest key first (Roussopoulos, Kelley
//! and Vincent, Nearest neighbor queries, 1995, without its upper bounds). A best-first heap would
//! have to allocate. Every level of the tallest tree has a place for a waiting node, so the stack
//! needs no check.
//!
//! A walk is one kernel, because a change of instruction set at every node would cost more than the
//! node. At every node all eight keys are computed, a tree of comparisons finds the smallest, and
//! the node waits on its level with the smallest of the others. When the walk comes back, the keys
//! are computed again; storing them was slower. A new bound is compared with all waiting levels at
//! once.
//!
//! A walk waits for the memory of every node. So several walks go in step, one node or one visit
//! each in turn, and prefetch the next node. Two bit masks hold the walks that are at nodes and
//! those that visit leaves, so there is no branch to mispredict.
//! Perf: batches of rays are 1.5 to 2 times as fast as one ray after the other.

use crate::broad::bvh::nodes::{Node, Nodes, TALLEST};
use crate::broad::bvh::slab::{NEVER, TraversalQuery};
use crate::math::simd::{F32x8, Kernel, WIDTH, dispatch, prefetch};
use core::mem::take;

/// The number of walks in step.
pub(crate) const GROUP: usize = 16;

impl Nodes {
    /// Calls `visit` with the ids of boxes that may lie within the bound and the bound so far,
    /// nearer ones roughly first, until the new bound that it returns is negative; returns the last
    /// one.
    pub(crate) fn ordered(
        &self,
        question: &impl TraversalQuery,
        bound: f64,
        visit: impl FnMut(u32, f64) -> f64,
    ) -> f64 {
        if self.height == 0 {
            return bound;
        }
        dispatch(Walk { nodes: self, question, bound, visit })
    }

    /// Like [`ordered`](Self::ordered), for the first [`GROUP`] of some questions, whose numbers
    /// `visit` gets; returns the last bound of each. Calls `expect` with an id when others come
    /// before it.
    pub(crate) fn ordered_each(
        &self,
        (questions, count): (&[impl TraversalQuery; GROUP], usize),
        bound: f64,
        expect: impl Fn(u32),
        visit: impl FnMut(usize, u32, f64) -> f64,
    ) -> [f64; GROUP] {
        if self.height == 0 {
            return [bound; GROUP];
        }
        dispatch(Walks { nodes: self, questions, count, bound, expect, visit })
    }
}

struct Walk<'a, Q, V> {
    nodes: &'a Nodes,
    question: &'a Q,
    bound: f64,
    visit: V,
}

impl<Q: TraversalQuery, V: FnMut(u32, f64) -> f64> Kernel for Walk<'_, Q, V> {
    type Answer = f64;

    #[inline(always)]
    fn run<L: F32x8>(self) -> f64 {
        let Self { nodes, question, bound, mut visit } = self;
        let (mut waiting, mut state) = (TraversalStack::NONE, State::new(nodes, question, bound));
        loop {
            let on = if state.level > 0 {
                prefetch(&nodes.node(state.next).child);
                test_node::<L, Q>(nodes, question, &mut waiting, &mut state)
            } else if !state.visit(question, &mut visit) {
                return state.bound;
            } else {
                false
            };
            if !on && !resume::<L, Q>(nodes, question, &mut waiting, &mut state) {
                return state.bound;
            }
        }
    }
}

struct Walks<'a, Q, E, V> {
    nodes: &'a Nodes,
    questions: &'a [Q; GROUP],
    count: usize,
    bound: f64,
    expect: E,
    visit: V,
}

impl<Q: TraversalQuery, E: Fn(u32), V: FnMut(usize, u32, f64) -> f64> Kernel
    for Walks<'_, Q, E, V>
{
    type Answer = [f64; GROUP];

    #[inline(always)]
    fn run<L: F32x8>(self) -> [f64; GROUP] {
        let Self { nodes, questions, count, bound, expect, mut visit } = self;
        let mut waiting = [TraversalStack::NONE; GROUP];
        let mut states = [State::new(nodes, &questions[0], bound); GROUP];
        // A bit for each of those that look at a node next, and of those that visit an id.
        let (mut looking, mut visiting) = ((1_u32 << count) - 1, 0_u32);
        while looking | visiting != 0 {
            let ids_next = take(&mut visiting);
            for i in numbers(looking) {
                let (question, state) = (&questions[i], &mut states[i]);
                let on = test_node::<L, Q>(nodes, question, &mut waiting[i], state)
                    || resume::<L, Q>(nodes, question, &mut waiting[i], state);
                if on && state.level > 0 {
                    state.expect_node(nodes);
                } else {
                    looking ^= 1 << i;
                    if on {
                        expect(state.next);
                        visiting |= 1 << i;
                    }
                }
            }
            for i in numbers(ids_next) {
                let (question, state) = (&questions[i], &mut states[i]);
                let on = state.visit(question, |id, bound| visit(i, id, bound))
                    && resume::<L, Q>(nodes, question, &mut waiting[i], state);
                if on && state.level > 0 {
                    state.expect_node(nodes);
                    looking |= 1 << i;
                } else if on {
                    expect(state.next);
                    visiting |= 1 << i;
                }
            }
        }
        states.map(|state| state.bound)
    }
}

/// Where a walk is.
#[derive(Clone, Copy)]
struct State {
    /// The node to look at next, or on level 0 the id to visit.
    next: u32,
    level: u32,
    bound: f64,
    limit: f32,
}

impl State {
    #[inline(always)]
    fn new(nodes: &Nodes, question: &impl TraversalQuery, bound: f64) -> Self {
        let limit = question.limit(bound);
        Self { next: nodes.root, level: nodes.height as u32, bound, limit }
    }

    /// Visits an id; returns whether there is to be more.
    #[inline(always)]
    fn visit(
        &mut self,
        question: &impl TraversalQuery,
        mut visit: impl FnMut(u32, f64) -> f64,
    ) -> bool {
        self.bound = visit(self.next, self.bound);
        self.limit = question.limit(self.bound);
        self.bound >= 0.0
    }

    /// Prefetches the next node.
    #[inline(always)]
    fn expect_node(&self, nodes: &Nodes) {
        prefetch(nodes.node(self.next));
    }
}

/// The numbers of the bits that are set.
#[inline(always)]
fn numbers(mut bits: u32) -> impl Iterator<Item = usize> {
    core::iter::from_fn(move || {
        let next = bits.trailing_zeros() as usize % GROUP;
        let some = bits != 0;
        bits &= bits.wrapping_sub(1);
        some.then_some(next)
    })
}

/// Levels, as many as make a place among them by its last bits.
const LEVELS: usize = (TALLEST + 1).next_power_of_two();

/// By level, what waits of the node passed there.
#[derive(Clone, Copy)]
struct TraversalStack {
    node: [u32; LEVELS],
    /// The least key of its children that wait. What was left behind on lower levels is beyond the
    /// limit, which never grows.
    least: [f32; LEVELS],
}

impl TraversalStack {
    const NONE: Self = Self { node: [0; LEVELS], least: [NEVER; LEVELS] };

    #[inline(always)]
    fn put(&mut self, level: usize, node: u32, least: f32) {
        self.node[level % LEVELS] = node;
        self.least[level % LEVELS] = least;
    }

    #[inline(always)]
    fn at(&self, level: usize) -> (u32, f32) {
        (self.node[level % LEVELS], self.least[level % LEVELS])
    }

    /// One bit for each level on which something within the limit waits.
    #[inline(always)]
    fn within<L: F32x8>(&self, limit: f32) -> u32 {
        let (halves, _) = self.least.as_chunks();
        let beyond = |half: usize| L::load(&halves[half]).gt(L::splat(limit)).mask();
        !(u32::from(beyond(0)) | u32::from(beyond(1)) << WIDTH) % (1 << LEVELS)
    }
}

/// Looks at the next node; returns whether there is a child to go on to.
#[inline(always)]
fn test_node<L: F32x8, Q: TraversalQuery>(
    nodes: &Nodes,
    question: &Q,
    waiting: &mut TraversalStack,
    state: &mut State,
) -> bool {
    let node = nodes.node(state.next);
    let keys = question.keys::<L>(&node.lanes);
    let least = keys.reduce_min();
    let on = least <= state.limit;
    if on {
        descend::<L>(waiting, state, (keys, least), node);
    }
    on
}

/// Continues with the lowest waiting node; returns `false` without one.
#[inline(always)]
fn resume<L: F32x8, Q: TraversalQuery>(
    nodes: &Nodes,
    question: &Q,
    waiting: &mut TraversalStack,
    state: &mut State,
) -> bool {
    let levels = waiting.within::<L>(state.limit);
    if levels == 0 {
        return false;
    }
    let level = levels.trailing_zeros() as usize % LEVELS;
    let (next, least) = waiting.at(level);
    (state.next, state.level) = (next, level as u32);
    let node = nodes.node(next);
    descend::<L>(waiting, state, (question.keys::<L>(&node.lanes), least), node);
    true
}

/// The least key above this one.
#[inline(always)]
fn next_after<L: F32x8>(keys: L, key: f32) -> f32 {
    keys.gt(L::splat(key)).select(keys, L::splat(NEVER)).reduce_min()
}

/// Goes on to the child of a node that has this key; those with greater keys wait.
#[inline(always)]
fn descend<L: F32x8>(
    waiting: &mut TraversalStack,
    state: &mut State,
    (keys, least): (L, f32),
    node: &Node,
) {
    let level = state.level as usize % LEVELS;
    let own = state.next;
    state.next = node.child[lane(least)];
    waiting.put(level, own, next_after(keys, least));
    state.level = state.level.saturating_sub(1);
}

#[inline(always)]
fn lane(key: f32) -> usize {
    key.to_bits() as usize % WIDTH
}

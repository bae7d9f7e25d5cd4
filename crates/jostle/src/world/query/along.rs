//! Rays and casts in a world, which share this search: the first hit, all hits, or any.
//!
//! The broad phase finds the boxes on the way and the shapes decide. Hits are sorted by fraction,
//! then by key.

use alloc::vec::Vec;
use core::array::from_fn;
use core::cmp::Ordering;
use core::ops::ControlFlow;
use core::slice::from_ref;

use crate::broad::SweptBox;
use crate::math::{Aabb, Vec2, sort::sort_by};
use crate::pair::query::touching_parts::{Named, nearest_edge};
use crate::shape::Placed;
use crate::world::query::GROUP;
use crate::world::{Core, Filter, Key, storage::PARTS};

/// The boxes that a query visits.
#[derive(Clone, Copy)]
pub(super) enum Way {
    /// Those that a box meets that goes straight.
    Straight(SweptBox),
    /// All that share a point with a box.
    Within(Aabb),
}

/// A query along a way.
pub(super) trait Along {
    /// What is computed once for all colliders.
    type Ready;
    type Hit: Copy;
    type Found;

    /// Also returns the way; `None` for numbers that find nothing.
    fn ready(&self) -> Option<(Self::Ready, Way)>;
    fn meet(&self, ready: &Self::Ready, placed: &Placed) -> Option<Self::Hit>;
    fn fraction(hit: &Self::Hit) -> f32;
    fn found(&self, core: &Core, key: Key, hit: &Self::Hit) -> Self::Found;
    fn rank(found: &Self::Found) -> (f32, Key);
}

fn order(a: (f32, Key), b: (f32, Key)) -> Ordering {
    a.0.total_cmp(&b.0).then(a.1.cmp(&b.1))
}

/// Keeps the first of two hits; returns the fraction up to which others count.
fn keep<Q: Along>(best: &mut Option<(Key, Q::Hit)>, key: Key, hit: &Q::Hit) -> f32 {
    let fraction = Q::fraction(hit);
    let is_before =
        |(other, old): &(Key, Q::Hit)| order((Q::fraction(old), *other), (fraction, key)).is_lt();
    if !best.as_ref().is_some_and(is_before) {
        *best = Some((key, *hit));
    }
    // One step on, so that what rounds to the same fraction is tested too.
    let bound = best.as_ref().map_or(fraction, |(_, first)| Q::fraction(first)).next_up();
    if bound < 1.0 { bound } else { 1.0 }
}

impl Core {
    pub(super) fn first_along<Q: Along>(
        &self,
        query: &Q,
        filter: &Filter<'_, ()>,
    ) -> Option<Q::Found> {
        let mut best = None;
        self.along::<Q, 1>(from_ref(query), filter, |_, key, hit| keep::<Q>(&mut best, key, hit));
        best.map(|(key, hit)| query.found(self, key, &hit))
    }

    pub(super) fn first_along_each<Q: Along>(
        &self,
        queries: &[Q],
        filter: &Filter<'_, ()>,
        found: &mut Vec<Option<Q::Found>>,
    ) {
        found.clear();
        for queries in queries.chunks(GROUP) {
            let mut best: [Option<(Key, Q::Hit)>; GROUP] = [None; GROUP];
            let keep = |i: usize, key, hit: &Q::Hit| keep::<Q>(&mut best[i], key, hit);
            self.along::<Q, GROUP>(queries, filter, keep);
            let best = queries.iter().zip(best);
            found.extend(
                best.map(|(query, best)| best.map(|(key, hit)| query.found(self, key, &hit))),
            );
        }
    }

    pub(super) fn all_along<Q: Along>(
        &self,
        query: &Q,
        filter: &Filter<'_, ()>,
        found: &mut Vec<Q::Found>,
    ) {
        found.clear();
        self.along::<Q, 1>(from_ref(query), filter, |_, key, hit| {
            found.push(query.found(self, key, hit));
            1.0
        });
        sort_by(found, |a, b| order(Q::rank(a), Q::rank(b)));
    }

    pub(super) fn any_along<Q: Along>(&self, query: &Q, filter: &Filter<'_, ()>) -> bool {
        let mut any = false;
        self.along::<Q, 1>(from_ref(query), filter, |_, _, _| {
            any = true;
            -1.0
        });
        any
    }

    /// Runs up to `N` queries. Calls `visit` with the number of the query and every hit up to the
    /// fraction that it returned last for that query; below 0 stops the query.
    fn along<Q: Along, const N: usize>(
        &self,
        queries: &[Q],
        filter: &Filter<'_, ()>,
        mut visit: impl FnMut(usize, Key, &Q::Hit) -> f32,
    ) {
        let ready: [Option<(Q::Ready, Way)>; N] = from_fn(|i| queries.get(i)?.ready());
        let mut bounds: [f32; N] = from_fn(|i| if ready[i].is_some() { 1.0 } else { -1.0 });
        let mut one = |i: usize, slot: u32| {
            if bounds[i] >= 0.0
                && let Some((ready, _)) = &ready[i]
                && let Some((key, placed)) = self.asked(slot as usize, filter)
                && let Some(hit) = queries[i].meet(ready, placed)
            {
                bounds[i] = visit(i, key, &hit);
            }
            bounds[i]
        };
        for slot in &self.slots.unbounded {
            (0..queries.len()).for_each(|i| _ = one(i, *slot));
        }
        // What finds nothing is a point here, and stops at once.
        let mut segments = [SweptBox::default(); N];
        let mut straight = 0;
        for (i, ready) in ready.iter().enumerate() {
            match ready {
                Some((_, Way::Straight(swept))) => segments[i] = *swept,
                Some((_, Way::Within(bounds))) => {
                    self.broad.overlapping(*bounds, &mut |slot| {
                        if one(i, slot) < 0.0 {
                            ControlFlow::Break(())
                        } else {
                            ControlFlow::Continue(())
                        }
                    });
                    continue;
                }
                None => continue,
            }
            straight += 1;
        }
        if straight == 0 {
            return;
        }
        let prefetch = |slot: u32| self.slots.prefetch(slot as usize);
        self.broad.cast_segments(&segments[..queries.len()], &prefetch, &mut one);
    }

    /// The numbers of the part and of the edge of a collider that lie at a point of its boundary;
    /// `edge` where a query found that already.
    pub(super) fn part_and_edge(&self, key: Key, on: Vec2, edge: Option<u32>) -> (u32, u32) {
        let slot = key.slot();
        let has_parts = self.slots.meta(slot).is_some_and(|meta| meta.has(PARTS));
        // Only parts need the shape, which lies elsewhere in memory.
        let shape = self.slots.shapes.get(slot).and_then(Option::as_deref).filter(|_| has_parts);
        match (shape, self.slots.placed(slot)) {
            (Some(shape), Some(placed)) => {
                Named::new(shape, &self.slots.worlds[slot], placed).part_at(on, edge)
            }
            (None, Some(placed)) => (0, edge.unwrap_or_else(|| nearest_edge(&placed.body, on).1)),
            _ => (0, 0),
        }
    }
}
